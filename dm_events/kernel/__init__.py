"""What card games share, and no game's rules: boards, folds, chains, views."""
