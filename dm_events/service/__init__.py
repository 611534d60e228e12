"""Use cases: what the command line and other fronts call."""
