"""M07: nobody goes back to a step that is not there, whatever number the event bears."""

from dm_events.kernel.commands import Rewind
from dm_events.kernel.fold import Fold
from dm_events.kernel.words import Event
from tests.laws.duels import GAME, played


def test_an_event_with_a_wrong_number_goes_nowhere() -> None:
    fold = Fold(GAME, GAME.open(played(0).opening), GAME.defaults)
    assert fold.add(Event(900, "official", Rewind(800))) is None
    assert fold.stopped is not None
    assert fold.stopped.why.code == "rewind/no-such-step"
