"""The command line: a file a command, each of which parses, calls a use case and prints."""
