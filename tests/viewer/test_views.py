"""Views of boards and steps: who sees which card, and that nobody sees another."""

import msgspec
import pytest

from dm_events.kernel.board import Board
from dm_events.kernel.commands import Choose, Start
from dm_events.kernel.fold import Fold
from dm_events.kernel.sight import NoSuchViewer, Sight, Viewer, viewer_of
from dm_events.kernel.table import Table
from dm_events.kernel.view import CardView, ZoneView, offers_for, step_view
from dm_events.kernel.words import CardId, Command, Event
from dm_events.rulesets.dino_master.creatures import Summon
from dm_events.rulesets.dino_master.opening import Found, Position, SeatFound
from dm_events.rulesets.dino_master.setup import CardsShuffled
from tests.laws.duels import GAME, played
from tests.viewer.worlds import leaked, moments

VIEWERS: tuple[Viewer, ...] = (0, 1, "public", "judge")
SEATS = (0, 1)
encode = msgspec.json.encode


@pytest.mark.parametrize(
    "seed", [2, 9, *(pytest.param(n, marks=pytest.mark.slow) for n in (0, 1, *range(3, 9)))]
)
def test_no_view_of_a_duel_names_a_hidden_card(seed):
    duel = played(seed)
    fold, game = duel.fold, duel.game
    for number, step in enumerate(fold.steps, 1):
        before, after = fold.at(number - 1), fold.at(number)
        between = moments(game, before, step)
        for viewer in VIEWERS:
            board = encode(game.view(after, viewer, number)).decode()
            told = encode(step_view(game, step, viewer, before, after)).decode()
            assert not leaked(board, viewer, after)
            assert not leaked(told, viewer, *between, after)


def found(*, owner: int = 0, **seats: SeatFound) -> Fold:
    """A fold from a position with known decks."""
    deck = (card("Carnotaurus"), card("Dilophosaurus"), card("Tyrannosaurus"))
    one, two = (seats.get(name, SeatFound(master(), deck=deck)) for name in ("own", "other"))
    return Fold(GAME, GAME.open(Position((one, two), owner=owner)), GAME.defaults, seed=b"view")


def add(fold: Fold, by: int, command: Command) -> None:
    assert fold.add(Event(len(fold.steps) + 1, by, command)) is not None, fold.stopped


def zone(board: Board, viewer: Viewer, name: str, seat: int) -> ZoneView:
    view = GAME.view(board, viewer, 0)
    return next(one for one in view.seats[seat].zones if one.name == name)


def names(zone: ZoneView) -> list[str]:
    return [card.name["en"] for card in zone.cards]


def master() -> str:
    return next(name for name, one in GAME.catalogue.items() if one.kind == "master")


def card(name: str) -> str:
    return {one.name["en"]: number for number, one in GAME.catalogue.items()}[name]


def test_everybody_sees_the_counts_and_only_its_owner_the_hand():
    fold = found(own=SeatFound(master(), hand=(card("Hybodus"), card("Fossil"))))
    held = ["Hybodus", "Fossil"]
    for viewer, seen in zip(VIEWERS, (held, [], [], held), strict=True):
        hand = zone(fold.board, viewer, "hand", 0)
        assert (hand.count, names(hand)) == (2, seen)


def test_a_judge_sees_every_card():
    fold = played(0).fold
    view = GAME.view(fold.board, "judge", len(fold.steps))
    lying = [card for seat in view.seats for zone in seat.zones for card in zone.cards]
    seen = [one.id for card in lying for one in (card, *card.attachments)]
    assert sorted(seen) == sorted(fold.board.layout.cards)


def test_a_card_that_returns_to_the_hand_stays_known_until_a_shuffle():
    fold = found(own=SeatFound(master(), hand=(card("Fossil"),), attack=(Found(card("Hybodus")),)))
    board = fold.board
    hybodus = board.cards_in("attack", 0)[0]
    board.move(hybodus, "hand", 0)
    for viewer in VIEWERS[1:3]:
        hand = zone(board, viewer, "hand", 0)
        assert (hand.count, names(hand)) == (2, ["Hybodus"])
    board.move(hybodus, "deck", 0)
    assert names(zone(board, "public", "deck", 0)) == ["Hybodus"]
    GAME.apply[CardsShuffled](board, CardsShuffled(0, board.cards_in("deck", 0)))
    assert names(zone(board, "public", "deck", 0)) == []


def test_known_cards_among_hidden_ones_do_not_tell_their_places():
    fold = found(
        own=SeatFound(master(), hand=(card("Fossil"), card("Hybodus"), card("Mosasaurus")))
    )
    board = fold.board
    for held in board.cards_in("hand", 0)[1:]:
        board.show(held, 0b11)
    orders = []
    for order in ((0, 1, 2), (2, 0, 1), (1, 2, 0)):
        cards = board.cards_in("hand", 0)
        turned = board.copy()
        turned.write(turned.layout.zone["hand"], tuple(cards[at] for at in order))
        orders.append(encode(zone(turned, 1, "hand", 0)))
        assert names(zone(turned, 0, "hand", 0)) == [
            GAME.card_name(board, cards[at])["en"] for at in order
        ]
    assert len(dict.fromkeys(orders)) == 1


def searching() -> Fold:
    """Bambiraptor enters and looks for another in the deck."""
    deck = (card("Fossil"), card("Bambiraptor"), card("Hybodus"))
    fold = found(own=SeatFound(master(), hand=(card("Bambiraptor"),), deck=deck))
    add(fold, 0, Summon(fold.board.cards_in("hand", 0)[0], "attack"))
    while GAME.view(fold.board, "judge", 0).choice is None:
        add(fold, 1, GAME.offers(fold.table, 1)[0].sample(lambda _: 0))
    return fold


def test_options_are_told_to_the_chooser_and_to_a_judge_only():
    fold = searching()
    wanted = fold.board.cards_in("deck", 0)[1]
    for viewer in (VIEWERS[0], VIEWERS[3]):
        choice = GAME.view(fold.board, viewer, 0).choice
        assert choice is not None
        assert (choice.options, choice.least, choice.most) == ((wanted,), 0, 1)
    for viewer in VIEWERS[1:3]:
        choice = GAME.view(fold.board, viewer, 0).choice
        assert choice is not None
        assert (choice.seat, choice.what, choice.options) == (0, "search", None)
        assert (choice.least, choice.most) == (None, None)
    assert names(zone(fold.board, 0, "deck", 0)) == ["Bambiraptor"]
    assert names(zone(fold.board, 1, "deck", 0)) == []


def test_a_pick_among_hidden_cards_is_the_choosers_own():
    fold = searching()
    before, wanted = fold.board.copy(), fold.board.cards_in("deck", 0)[1]
    add(fold, 0, Choose((wanted,)))
    views = {viewer: step_view(GAME, fold.steps[-1], viewer, before, fold.board)
             for viewer in VIEWERS}  # fmt: skip
    assert views[0].command == views["judge"].command == Choose((wanted,))
    assert views[1].command == views["public"].command == Choose(("hidden",))
    assert views[0].names == {wanted: GAME.card_name(before, wanted)}
    assert views[1].names == {}


def test_orders_and_chance_are_for_judges():
    fold = Fold(GAME, GAME.open(played(0).opening), GAME.defaults, fingerprints=True, seed=b"one")
    before = fold.board.copy()
    step = fold.add(Event(1, "service", Start()))
    assert step is not None
    chance = tuple(fold.table.chance.used)
    step = msgspec.structs.replace(step, event=msgspec.structs.replace(step.event, chance=chance))
    for viewer in VIEWERS:
        told = step_view(GAME, step, viewer, before, fold.board)
        orders = [one.order for one in told.happenings if isinstance(one, CardsShuffled)]
        if viewer == "judge":
            assert (told.chance, told.fingerprint) == (chance, step.fingerprint)
            assert sorted(orders[0]) == sorted(fold.board.layout.cards[1 : len(orders[0]) + 1])
        else:
            assert (told.chance, told.fingerprint, orders) == ((), "", [(), ()])


def test_offers_go_to_the_seat_itself_and_to_a_judge():
    fold = found(own=SeatFound(master(), hand=(card("Hybodus"),)))
    all_offers = len(GAME.offers(fold.table, 0))
    assert all_offers > 1
    assert [len(offers_for(GAME, fold.table, 0, viewer)) for viewer in VIEWERS] == [
        all_offers, 0, 0, all_offers,
    ]  # fmt: skip


def test_a_creature_shows_how_it_is_now():
    raptor = Found(card("Bambiraptor"), waiting=True, red=True, asleep=2, injury=(-100, 0),
                   change=(0, 200))  # fmt: skip
    fold = found(own=SeatFound(master(), attack=(raptor,)))
    seen: CardView = zone(fold.board, "public", "attack", 0).cards[0]
    assert seen.stats == {"at": 200, "df": 600, "sh": 0}
    assert seen.printed == {"at": 300, "df": 400}
    assert seen.flags == ("waiting", "red", "lying")
    lasting = [(one.name, one.stats, one.until, one.turns) for one in seen.states]
    assert lasting == [
        ("sleep", {}, "", 2), ("injury", {"at": -100}, "leaves", None), ("", {"df": 200}, "turn", None),
    ]  # fmt: skip


def test_zones_come_in_table_order_with_the_pools():
    fold = found(own=SeatFound(master(), lp=700, dp=3))
    seat = GAME.view(fold.board, "public", 0).seats[0]
    assert [one.name for one in seat.zones] == [
        "deck", "hand", "graveyard", "out", "master", "magic", "defence", "attack",
    ]  # fmt: skip
    assert seat.counters == {"lp": 700, "dp": 3, "turns": 3, "hand_limit": 6}
    assert seat.zones[4].cards[0].stats == {"lp": 700}
    assert seat.flags == ()


def test_a_special_deck_is_seen_by_its_owner_alone():
    """K 2.5.5: it lies where all can see it, with its face down."""
    fold = found(own=SeatFound(master(), special=("SP001-JU", "Illus011")))
    for viewer in VIEWERS:
        pile = zone(fold.board, viewer, "special", 0)
        names = [one.card for one in pile.cards]
        assert pile.count == 2
        assert names == (["SP001-JU", "Illus011"] if viewer in (0, "judge") else [])


def test_no_name_of_a_viewer_but_seats_public_and_judge():
    assert [viewer_of(name, 2) for name in ("0", "1", "public", "judge")] == list(VIEWERS)
    for name in ("2", "-1", "٣", "Judge", ""):
        with pytest.raises(NoSuchViewer, match="there are 0, 1, public and judge"):
            viewer_of(name, 2)
    with pytest.raises(NoSuchViewer):
        GAME.view(found().board, 2, 0)


def test_no_seat_alone_is_shown_a_card_that_is_not_its_own(monkeypatch):
    """What `can_point` relies on for the public: a look is at an own card, or for everybody."""
    show, masks = Board.show, []

    def watched(board: Board, card: CardId, seats: int) -> None:
        zone, seat = board.place(card)
        seen_by = board.layout.seen_by[board.layout.zone[zone] + seat]
        masks.append((seats, (0b11, seen_by, 1 << board.owner(card))))
        show(board, card, seats)

    monkeypatch.setattr(Board, "show", watched)
    for seed in range(5):
        played(seed).again().extend(played(seed).events)
    assert masks
    assert all(seats in allowed for seats, allowed in masks)


def test_who_looks_takes_nothing_from_the_board():
    fold = played(1).fold
    before = encode(fold.board.slots[: len(fold.board.layout.names) - 1], enc_hook=repr)
    for viewer in VIEWERS:
        GAME.view(fold.board, viewer, 0)
        Sight(viewer, fold.board)
        for seat in SEATS:
            offers_for(GAME, Table(GAME, fold.board, GAME.defaults), seat, viewer)
    assert not fold.board.journal
    assert encode(fold.board.slots[: len(fold.board.layout.names) - 1], enc_hook=repr) == before


def test_a_flock_is_one_card_with_its_members_below_it():
    flock = Found(card("Hybodus"), members=(Found(card("Ichthyosaurus"), injury=(-100, 0)),))
    fold = found(own=SeatFound(master(), attack=(flock,)))
    for viewer in VIEWERS:
        (leader,) = zone(fold.board, viewer, "attack", 0).cards
        (member,) = leader.attachments
        assert (leader.stats, leader.printed) == ({"at": 1300, "df": 500, "sh": 0}, {"at": 500})
        assert (member.name["en"], member.stats["at"]) == ("Ichthyosaurus", 500)
        assert [one.name for one in member.states] == ["injury"]
