"""Links: the hash that ties each event to the one before, from the header on."""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from dm_events.notation.codec import body_of, encode
from dm_events.notation.record import Envelope, Header
from dm_events.store import link


def first_link(header: Header[Any]) -> str:
    """Return the link of the header, which the first event's link is tied to."""
    return link("", encode(header))


def linked(header: Header[Any], events: Iterable[Envelope[Any]]) -> Iterator[Envelope[Any]]:
    """Yield the events with their links, whatever links they had before."""
    previous = first_link(header)
    for event in events:
        previous = link(previous, body_of(event))
        yield msgspec.structs.replace(event, link=previous)


def head_of(header: Header[Any], events: Iterable[Envelope[Any]]) -> str:
    """Return the link of the last event, or of the header where there is none."""
    head = first_link(header)
    for event in events:
        head = event.link or link(head, body_of(event))
    return head


def torn(header: Header[Any], events: Iterable[Envelope[Any]]) -> Iterator[int]:
    """Yield the seq of each event whose link is not the one of its line and the link before.

    An event without a link is not checked; the next one is tied to what its link would be.
    """
    previous = first_link(header)
    for event in events:
        right = link(previous, body_of(event))
        if event.link not in ("", right):
            yield event.seq
        previous = event.link or right
