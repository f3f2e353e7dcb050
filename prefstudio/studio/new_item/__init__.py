"""The dialog that adds an item to a running study."""
