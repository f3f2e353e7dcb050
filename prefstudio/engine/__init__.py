"""Numbers: priors, posteriors, criteria. Knows no file and no window."""
