"""How clingo is run: the rule programs as files and as parsed rules, and the one solver."""
