"""What is asked for and is not there."""


class NotThere(Exception):  # noqa: N818 - the word of the domain
    """Something named is not there: a step, a rule, cases; the message is a sentence with what is."""
