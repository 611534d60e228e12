"""Records to rows and back: the `eventsourcing` library's mapper, on msgspec instead of JSON.

A row's state is the MessagePack array [line, link]. Its topic is a constant of the schema
version, not the path of a Python class: nothing that is stored is ever imported.
"""

import msgspec
from eventsourcing.domain import DomainEventProtocol
from eventsourcing.persistence import Mapper, StoredEvent, Transcoder

from dm_events.store.errors import BrokenStore
from dm_events.store.records import Record

RECORD_TOPIC = "dm-events/record/1"
ATTEMPT_TOPIC = "dm-events/attempt/1"

State = tuple[bytes, str]

encode_state = msgspec.msgpack.Encoder().encode
decode_state = msgspec.msgpack.Decoder(State).decode


class StateTranscoder(Transcoder):
    """A record's line and link as MessagePack; any other bytes raise msgspec's errors."""

    def encode(self, obj: State) -> bytes:
        """The stored form of (line, link)."""
        return encode_state(obj)

    def decode(self, data: bytes) -> State:
        """(line, link) as they were stored."""
        return decode_state(data)


class RecordMapper(Mapper[str]):
    """Maps records under one topic; `place` names the store in errors."""

    def __init__(self, place: str, topic: str) -> None:
        super().__init__(transcoder=StateTranscoder())
        self.place = place
        self.topic = topic

    def to_stored_event(self, domain_event: DomainEventProtocol[str]) -> StoredEvent:
        """The row of a record."""
        if not isinstance(domain_event, Record):
            msg = f"only records are stored here, not {type(domain_event).__name__}"
            raise TypeError(msg)
        state = self.transcoder.encode((domain_event.line, domain_event.link))
        return StoredEvent(domain_event.match, domain_event.seq, self.topic, state)

    def to_domain_event(self, stored_event: StoredEvent) -> Record:
        """The record of a row, its link unchecked; BrokenStore if the row is not one of ours."""
        match, seq = str(stored_event.originator_id), stored_event.originator_version
        if stored_event.topic != self.topic:
            raise BrokenStore(self.place, unknown_topic(stored_event.topic), match, seq)
        try:
            line, tie = self.transcoder.decode(stored_event.state)
        except msgspec.MsgspecError:
            raise BrokenStore(self.place, UNREADABLE, match, seq) from None
        return Record(match, seq, line, tie)


UNREADABLE = "its bytes are damaged; restore the store from a copy made before"


def unknown_topic(topic: str) -> str:
    """What to say of a row whose schema this version does not know."""
    return f"it is stored as {topic!a}, which this version cannot read; use a newer dm-events"
