"""The classroom: one update at a time, to be read from the back row."""
