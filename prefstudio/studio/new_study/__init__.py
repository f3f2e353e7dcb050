"""Making a study of a folder, tables, links and comparisons."""
