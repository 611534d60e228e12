"""Pointing at cards: targets that fit, and cards at which nothing of a kind can point. Source: P."""

from collections.abc import Iterator

from dm_events.kernel.rule import Refusal, Rule, illegal, impossible
from dm_events.kernel.words import CardId
from dm_events.rulesets.dino_master.board import Table
from dm_events.rulesets.dino_master.filters import Targets
from dm_events.rulesets.dino_master.fits import fits, holds
from dm_events.rulesets.dino_master.gifts import NoTarget


def wrong_targets(table: Table, source: CardId, seat: int, wanted: Targets | None,
                  chosen: tuple[CardId, ...], rule: Rule) -> Iterator[Refusal]:  # fmt: skip
    """The targets must be there, fit, be different and of the right number."""
    board = table.board
    least, most = (0, 0) if wanted is None else (wanted.least, wanted.most)
    for at, card in enumerate(chosen):
        if card not in board.layout.where:
            yield impossible("target/not-there", rule, card=card)
            return
        if wanted is not None and not fits(board, seat, source, wanted.of, card):
            if board.place(card)[0] not in seen_zones(wanted):
                yield impossible("target/not-there", rule, card=card)
                return
            if wanted.of.kind == "creature" and board.face(card).card.kind != "creature":
                yield impossible("target/wrong-kind", rule, card=card)
                return
            yield illegal("target/not-allowed", rule, card=card)
        if card in chosen[:at]:
            yield impossible("target/twice", rule, card=card)
            return
    if not least <= len(chosen) <= most:
        yield illegal("target/number", rule, have=len(chosen), least=least, most=most)


def seen_zones(wanted: Targets) -> tuple[str, ...]:
    """The zones in which a target of this kind can lie."""
    if wanted.of.zone == "field":
        return ("attack", "defence", "magic")
    return (wanted.of.zone,)


def protected(table: Table, by: str, source: CardId, targets: tuple[CardId, ...], rule: Rule
              ) -> Iterator[Refusal]:  # fmt: skip
    """Cards at which skills of such creatures (Giganotosaurus), or action cards, cannot point."""
    board = table.board
    for card in targets:
        if card not in board.layout.where:
            return
        for one in board.face(card).no_target:
            gift, side = one.gift, board.controller(card)
            if isinstance(gift, NoTarget) and gift.by == by and (
                gift.of is None or fits(board, side, card, gift.of, source)
            ) and holds(board, side, card, one.condition):  # fmt: skip
                yield illegal("target/protected", rule, card=card)
