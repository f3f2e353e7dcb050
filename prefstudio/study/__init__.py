"""The facts of a study: items, links, comparisons, participants, settings, and their files."""
