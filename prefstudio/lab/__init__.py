"""Simulated people and the experiments made with them."""
