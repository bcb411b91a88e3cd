"""What an explored graph tells: outcomes, counts, parts, pictures."""
