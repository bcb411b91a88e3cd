"""Why things go as they go."""
