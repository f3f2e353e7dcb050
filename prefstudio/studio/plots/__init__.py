"""Plots: drawing only, no mathematics."""
