"""The window's own figures: how soon it answers a click while the engine thread computes."""
