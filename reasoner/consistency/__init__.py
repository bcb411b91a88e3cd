"""Is the text consistent? Checks, searches, pairs and comparisons."""
