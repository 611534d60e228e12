"""Views drawn for people: boards as text, sentences for codes. Names no game."""
