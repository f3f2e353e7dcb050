"""The window: panels, plots and the thread that computes for them."""
