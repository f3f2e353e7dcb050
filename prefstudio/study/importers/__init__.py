"""Import of other files into a study: one format a file, always a preview first."""
