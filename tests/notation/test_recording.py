"""Recording: begun, played on, refused, overtaken, sent twice, taken out and in."""

import hashlib
from threading import Thread
from typing import Any

import msgspec
import pytest

from dm_events.kernel.commands import Concede, GiveRuling, Note, Rewind, Start
from dm_events.kernel.words import CardId
from dm_events.notation import jsonl
from dm_events.notation.codec import codec_of
from dm_events.notation.record import Seat
from dm_events.notation.tables import BadFile
from dm_events.service.beginning import About, import_, new
from dm_events.service.catalogue import game as game_of
from dm_events.service.interpretations import resolve
from dm_events.service.matches import GAMES, fold, match_of, stored, verify
from dm_events.service.not_recorded import NotOver, NotWhole, Overtaken, Refused, SameId
from dm_events.service.recording import Entry, add, attempts, export, list_matches, secret_of, show
from dm_events.store import Conflict, MatchExists, MatchStore, NoSuchMatch

GAME: Any = game_of("dino-master")  # its board has a turn and hands
CORRECTED = resolve("dino-master", "corrected")
replace = msgspec.structs.replace


def command(text: str):
    return codec_of(GAME).command(text.encode())


START = Entry(by="service", command=Start())


@pytest.fixture
def match(store: MatchStore, duel) -> str:
    """A digital match, not yet begun."""
    return new(store, GAME, duel.header.opening, CORRECTED).match


def play_on(store: MatchStore, match: str, least: int) -> None:
    """Let seats do whatever is offered first until so many events are recorded."""
    found = stored(store, match)
    now = fold(found)
    while len(now.steps) < least and now.result is None:
        seat, offers = next((s, o) for s in (0, 1) if (o := GAME.offers(now.table, s)))
        entry = Entry(by=seat, command=offers[0].sample(lambda _: 0))
        recorded = add(store, match, len(now.steps), entry)
        now.add(recorded.event.to_event())
        assert now.stopped is None


# Beginning.


def test_a_new_match_says_all_that_a_fold_needs(store, duel) -> None:
    about = About(match="final", seats=(Seat(person="p1", deck="horns"), Seat(person="p2")),
                  event="Open", round=3, table="7")  # fmt: skip
    receipt = new(store, GAME, duel.header.opening, resolve("dino-master", "korean-dp"), about)
    assert (receipt.match, receipt.seq) == ("final", 0)
    header = stored(store, "final").header
    assert (header.source, header.treatment) == ("digital", "strict")
    assert header.interpretation == "korean-dp"
    assert header.answers == GAME.defaults | {"C01": "yes"}
    assert header.cards.keys() == set(GAME.cards_of(duel.header.opening))
    assert (header.event, header.round, header.table, header.seats) == ("Open", 3, "7", about.seats)
    assert len(header.commitment) == 64
    assert header.engine


def test_ids_are_made_up_and_given_ones_are_unique(store, duel) -> None:
    made = {new(store, GAME, duel.header.opening, CORRECTED).match for _ in range(5)}
    assert len(made) == 5
    new(store, GAME, duel.header.opening, CORRECTED, About(match="final"))
    with pytest.raises(MatchExists, match="Match 'final' is already in memory"):
        new(store, GAME, duel.header.opening, CORRECTED, About(match="final", round=2))


# Playing on.


def test_a_recorded_event_has_chance_fingerprint_link_and_time(store, match) -> None:
    recorded = add(store, match, 0, START)
    assert recorded.receipt == store.head(match)
    event = recorded.event
    assert (event.seq, event.by, event.link) == (1, "service", recorded.receipt.head)
    assert len(event.chance) == 3
    assert event.fingerprint == recorded.step.fingerprint
    assert event.at is not None
    assert stored(store, match).events == [event]
    assert recorded.step.happenings


def test_a_recorded_match_verifies_and_its_chance_is_that_of_the_seed(store, match) -> None:
    add(store, match, 0, START)
    play_on(store, match, 40)
    add(store, match, len(stored(store, match).events), Entry(by=0, command=Concede()))
    found = stored(store, match)
    secret = secret_of(store, match)
    assert secret is not None
    assert hashlib.sha256(secret).hexdigest() == found.header.commitment
    head = store.head(match)
    checked = verify(found, receipt=(head.seq, head.head), secret=secret)
    assert (checked.doubts, checked.unchecked) == ((), ())


def test_the_seed_stays_secret_while_the_match_goes_on(store, match) -> None:
    add(store, match, 0, START)
    with pytest.raises(NotOver, match="its seed is given out when it is over"):
        secret_of(store, match)
    assert attempts(store, match) == []
    log = b"".join(export(stored(store, match)))
    secret = next(line for line in store.attempts(match) if b"Secret" in line)
    assert secret.split(b'"seed":"')[1][:64] not in log


@pytest.mark.parametrize(
    ("entry", "sentence"),
    [
        (Entry(by="judge", command=Note("x")), "the command, by: 'judge' does not fit"),
        (Entry(by=0, command=Note("x"), at=-1), "the command, at: expected `int` >= 0"),
        (Entry(by=0, command=Note("a" * (1 << 19))), "the command: it is longer than 524288 bytes"),
        (
            Entry(by=0, command=Note("x"), reveals={CardId("0:1"): "D0"}),
            "dino-master has no card 'D0'",
        ),
        (
            Entry(by=0, command=Note("x"), reveals={CardId("9:9"): "D009-JU"}),
            "'9:9' is no card of this",
        ),
        (Entry(by="official", command=GiveRuling("C0", "yes")), "asks no question 'C0'"),
        (Entry(by=0, command=Note("\ud800")), "the command: '\\ud800' holds half a surrogate pair"),
    ],
    ids=range(7),
)
def test_nothing_is_stored_that_could_not_be_read_again(store, match, entry, sentence) -> None:
    add(store, match, 0, START)
    with pytest.raises(BadFile) as found:
        add(store, match, 1, entry)
    assert sentence in str(found.value)
    assert stored(store, match).trouble is None
    assert store.head(match).seq == 1


def test_a_header_that_could_not_be_read_again(store, duel) -> None:
    for about in (About(seats=(Seat(),) * 3), About(round=1 << 70)):
        with pytest.raises(BadFile, match=r"^the new match"):
            new(store, GAME, duel.header.opening, CORRECTED, about)
    assert store.matches() == []


def test_what_is_recorded_is_in_nfc_and_known_again(store, match) -> None:
    add(store, match, 0, START)
    entry = Entry(by=0, command=Note("cafe\u0301"), id="c-1")
    recorded = add(store, match, 1, entry)
    assert recorded.event.command == Note("caf\u00e9")
    assert add(store, match, 1, entry).receipt == recorded.receipt


def test_two_matches_of_the_same_decks_draw_differently(store, duel) -> None:
    ids = [new(store, GAME, duel.header.opening, CORRECTED).match for _ in range(2)]
    one, other = (add(store, match, 0, START).event.chance for match in ids)
    assert one != other


def test_an_illegal_command_is_refused_and_kept_apart(store, match) -> None:
    add(store, match, 0, START)
    before = store.head(match)
    entry = Entry(by=0, command=command('{"do":"Summon","card":"0:99","line":"attack"}'),
                  id="c1", entered_by="p1")  # fmt: skip
    with pytest.raises(Refused) as found:
        add(store, match, 1, entry)
    assert found.value.refusal.code == "card/not-in-hand"
    assert "card/not-in-hand" in str(found.value)
    assert store.head(match) == before
    (kept,) = attempts(store, match)
    assert (kept.expected, kept.by, kept.code, kept.id, kept.entered_by) == (
        1, 0, "card/not-in-hand", "c1", "p1")  # fmt: skip
    assert kept.command == {"do": "Summon", "card": "0:99", "line": "attack"}
    assert kept.at is not None


def test_chance_of_a_digital_match_is_the_services(store, match) -> None:
    with pytest.raises(Refused, match="chance/drawn-by-service"):
        add(store, match, 0, replace(START, chance=(0,)))
    assert store.head(match).seq == 0


def test_who_is_late_hears_what_came_in_between(store, match) -> None:
    add(store, match, 0, START)
    add(store, match, 1, Entry(by="official", command=Note("a")))
    add(store, match, 2, Entry(by=1, command=Note("b")))
    with pytest.raises(Overtaken) as found:
        add(store, match, 1, Entry(by=0, command=Note("c")))
    assert isinstance(found.value, Conflict)
    assert [event.seq for event in found.value.between] == [2, 3]
    assert str(found.value) == (
        f"Match '{match}' in memory is at event 3, not 1: in between came 2 (Note by official), "
        "3 (Note by 1); look at them and decide again."
    )
    with pytest.raises(Overtaken):  # not judged by a board that its sender did not see
        add(store, match, 0, START)
    assert attempts(store, match) == []
    with pytest.raises(Overtaken, match="ends with record 3, not 9; read the match again"):
        add(store, match, 9, Entry(by=0, command=Note("c")))


def test_the_same_entry_sent_twice_is_recorded_once(store, match) -> None:
    add(store, match, 0, START)
    entry = Entry(by=0, command=Note("mine"), id="c-17")
    first = add(store, match, 1, entry)
    add(store, match, 2, Entry(by=1, command=Note("other")))
    again = add(store, match, 1, entry)
    assert again.receipt == first.receipt
    assert (again.event, again.step.event) == (first.event, first.step.event)
    assert store.head(match).seq == 3
    with pytest.raises(SameId, match="the command id 'c-17' is that of event 2, which is another"):
        add(store, match, 3, Entry(by=0, command=Note("changed"), id="c-17"))
    with pytest.raises(SameId):
        add(store, match, 3, replace(entry, chance=(1,)))
    with pytest.raises(SameId):
        add(store, match, 3, replace(entry, entered_by="p-2"))
    with pytest.raises(SameId):
        add(store, match, 3, replace(entry, at=1))
    assert store.head(match).seq == 3


def test_an_entry_that_another_way_recorded_meanwhile(store, match, monkeypatch) -> None:
    """Between reading and writing: settled by the stored id, not by the exception."""
    add(store, match, 0, START)
    entry = Entry(by=0, command=Note("mine"), id="c-1")
    append, quicker, done = store.append, [entry], []

    def slow(match, expected, lines):
        while quicker:
            done.append(add(store, match, expected, quicker.pop()))
        return append(match, expected, lines)

    monkeypatch.setattr(store, "append", slow)
    assert add(store, match, 1, entry).receipt == done[0].receipt
    assert store.head(match).seq == 2
    quicker.append(Entry(by=0, command=Note("theirs")))
    with pytest.raises(Overtaken, match="in between came 3"):
        add(store, match, 2, Entry(by=1, command=Note("late"), id="c-2"))


def test_writers_side_by_side(store, match) -> None:
    add(store, match, 0, START)
    done, late = [], []

    def write(by: int) -> None:
        try:
            done.append(add(store, match, 1, Entry(by=by, command=Note(str(by)))))
        except Overtaken as overtaken:
            late.append(overtaken)

    threads = [Thread(target=write, args=(by,)) for by in (0, 1, 0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(done), len(late)) == (1, 3)
    assert store.head(match) == done[0].receipt


def test_a_ruling_and_a_rewind_are_recorded(store, match) -> None:
    add(store, match, 0, START)
    play_on(store, match, 6)
    ruling = GiveRuling("C01", "yes", "as printed")
    add(store, match, 6, Entry(by="official:head judge", command=ruling))
    back = add(store, match, 7, Entry(by="official", command=Rewind(0)))
    assert back.step.back_to == 0
    again = add(store, match, 8, START)
    found = stored(store, match)
    assert fold(found).answers["C01"] == "yes"
    assert again.event.chance != found.events[0].chance
    assert verify(found).doubts == ()


def test_on_paper_what_happened_happened(store, duel) -> None:
    about = About(match="paper", source="paper")
    new(store, GAME, GAME.position({"seat0": {"dp": 0, "hand": ["Minmi"]}}), CORRECTED, about)
    header = stored(store, "paper").header
    assert (header.treatment, header.commitment) == ("as-played", "")
    card = GAME.open(header.opening).hand(0)[0]
    summon = command(f'{{"do":"Summon","card":"{card}","line":"attack"}}')
    recorded = add(store, "paper", 0, Entry(by=0, command=summon))
    assert [finding.code for finding in recorded.step.findings] == ["dp/short"]
    with pytest.raises(Refused, match="card/not-in-hand"):
        add(store, "paper", 1, Entry(by=0, command=summon))
    with pytest.raises(Refused, match="chance/left-over"):
        add(store, "paper", 1, Entry(by=0, command=Note("?"), chance=(1,)))
    assert verify(stored(store, "paper")).doubts == ()


def test_chance_of_a_paper_match_is_what_the_table_saw(store, duel) -> None:
    new(store, GAME, duel.header.opening, CORRECTED, About(match="paper", source="paper"))
    with pytest.raises(Refused, match="chance/not-recorded"):
        add(store, "paper", 0, START)
    first = duel.events[0]
    recorded = add(store, "paper", 0, replace(START, chance=first.chance, at=12))
    assert (recorded.event.chance, recorded.event.at) == (first.chance, 12)
    assert recorded.event.fingerprint == first.fingerprint


def test_a_match_that_is_not_there(store) -> None:
    with pytest.raises(NoSuchMatch):
        add(store, "none", 0, START)
    with pytest.raises(NoSuchMatch):
        show(store, "none")
    with pytest.raises(NoSuchMatch):
        stored(store, "none")


# Looking, taking out, taking in.


def test_a_match_is_shown(store, match) -> None:
    add(store, match, 0, START)
    with pytest.raises(Refused):
        add(store, match, 1, START)
    shown = show(store, match)
    assert shown.receipt == store.head(match)
    assert shown.fold.result is None
    assert [kept.code for kept in shown.attempts] == ["match/begun"]


def test_matches_are_listed_also_one_that_cannot_be_read(store, match) -> None:
    store.create("odd", b'{"format":7}')
    found = list(list_matches(store))
    assert [one.match for one in found] == [match, "odd"]
    assert found[0].header is not None
    assert found[1].header is None


def test_what_is_taken_out_comes_in_again(store, match, read) -> None:
    add(store, match, 0, START)
    play_on(store, match, 20)
    data = b"".join(export(stored(store, match)))
    log = read(data)
    assert verify(match_of(log, "x")).doubts == ()
    with MatchStore.open(":memory:") as other:
        receipt = import_(other, match_of(log, "x"))
        assert receipt == store.head(match)
        assert b"".join(export(stored(other, match))) == data
        assert import_(other, match_of(log, "x")) == receipt
        import_(other, match_of(log, "x"), "copy")
        assert other.matches() == [match, "copy"]
        assert verify(stored(other, "copy")).doubts == ()


def test_a_log_by_hand_gets_an_id_and_links(store, duel) -> None:
    bare = [replace(event, link="", fingerprint="") for event in duel.events]
    log = jsonl.Log(replace(duel.header, match=""), bare, None)
    receipt = import_(store, match_of(log, "hand.jsonl"))
    found = stored(store, receipt.match)
    assert found.header.match == receipt.match
    assert all(event.link for event in found.events)
    assert found.events[-1].link == receipt.head


def test_what_does_not_verify_does_not_come_in(store, duel, read) -> None:
    events = [*duel.events[:5], replace(duel.events[5], fingerprint="0" * 32), *duel.events[6:]]
    log = jsonl.Log(duel.header, events, None)
    with pytest.raises(NotWhole, match=r"^hand.jsonl: the link of event 6 does not fit") as found:
        import_(store, match_of(log, "hand.jsonl"))
    assert [doubt.code for doubt in found.value.doubts] == ["link/torn", "fingerprint/differs"]
    with pytest.raises(NotWhole, match="cut off"):
        import_(store, match_of(read(duel.data[:-20]), "hand.jsonl"))
    assert store.matches() == []


def test_a_store_on_disk(tmp_path, duel) -> None:
    place = str(tmp_path / "data" / "matches.db")
    with MatchStore.open(place) as store:
        match = new(store, GAME, duel.header.opening, CORRECTED).match
        add(store, match, 0, START)
    with MatchStore.open(place) as store:
        play_on(store, match, 12)
        play_on(store, match, 13)
        store.verify(match)
        assert verify(stored(store, match)).doubts == ()
        assert GAMES["dino-master"] is GAME
