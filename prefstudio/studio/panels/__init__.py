"""Panels: they show the model and tell what the person did."""
