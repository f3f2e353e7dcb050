"""The window in which different pairs are asked at the same time."""
