"""The library of cards, and how cards come into a scenario."""
