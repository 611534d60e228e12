"""Written forms: JSON Lines, text, deck lists, TOML. Reads package data for the games."""
