"""One folder a game; the games do not know of each other."""
