"""Who follows a store is told everything that is recorded, whatever the store lies on."""

from threading import Thread

from dm_events.store import MatchStore

HEADER = b'{"format":1,"match":"final"}'
EVENTS = [b'{"seq":1}', b'{"seq":2}', b'{"seq":3}']


def test_who_follows_is_told_everything_in_order(store: MatchStore) -> None:
    store.create("a", HEADER, EVENTS[:1])
    with store.follow() as following:
        told = [next(following) for _ in range(2)]
        store.create("b", HEADER)
        store.append("a", 1, EVENTS[1:])
        store.keep_attempt("a", b"refused")
        told += [next(following) for _ in range(3)]
    assert [(one.match, one.seq, one.line) for one in told] == [
        ("a", 0, HEADER), ("a", 1, EVENTS[0]), ("b", 0, HEADER), ("a", 2, EVENTS[1]),
        ("a", 3, EVENTS[2]),
    ]  # fmt: skip
    positions = [one.position for one in told]
    assert positions == sorted(set(positions))
    with store.follow(after=positions[2]) as following:
        assert [next(following) for _ in range(2)] == told[3:]


def test_who_follows_can_be_stopped(store: MatchStore) -> None:
    with store.follow() as following:
        stopped = Thread(target=following.stop)
        stopped.start()
        assert list(following) == []
        stopped.join()


def test_another_program_that_follows_is_told(where: str, store: MatchStore) -> None:
    if where == ":memory:":
        return
    with MatchStore.open(where) as other, other.follow() as following:
        store.create("a", HEADER)
        assert next(following).match == "a"
