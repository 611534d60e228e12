"""dm-events: event-sourced match replay and adjudication for trading card games."""

__version__ = "0.1.0.dev0"
