"""Help: pages for newcomers, and the window that shows them."""
