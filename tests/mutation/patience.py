"""A plugin for pytest: a test that works far longer than any does ends the run, as not passed."""

import signal
from collections.abc import Iterator

import pytest

SECONDS = {"test_cases.py": 4}
"""Of CPU, so that a busy machine changes nothing. A case takes milliseconds."""
OTHERWISE = 25


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS.get(item.path.name, OTHERWISE))
    try:
        return (yield)
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
