"""Situations, events and effects in plain words."""
