"""From a scenario to all situations that it can reach."""
