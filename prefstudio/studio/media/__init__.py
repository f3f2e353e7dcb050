"""How items are shown and heard: where their files come from, pictures and sounds."""
