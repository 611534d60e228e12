"""Exit codes: each that docs/cli.md names is provoked, with a sentence where something is wrong."""

import errno
import io

import pytest

from tests.cli.codes import PROVOKED, filled
from tests.cli.running import CASES, but_slow, dm, refused

FINE = {path: args for (path, code), (_, args) in PROVOKED.items() if code == 0}
FINE["rules coverage"] = ["rules", "coverage", CASES]
VERDICT = (0, 1, 5)
"""With these the result itself says what is the matter."""


@pytest.mark.parametrize(("path", "code"), but_slow(PROVOKED))
def test_a_code_is_provoked(kept: str, path: str, code: int) -> None:
    prepare, args = PROVOKED[path, code]
    prepare()
    ran = dm(*filled(args))
    assert ran.code == code, ran
    assert ran.out or ran.err
    if code not in VERDICT:
        assert ran.err.count("\n") == 1, ran.err
        assert ran.err.startswith(f"dm {path}: ")


@pytest.mark.parametrize("path", FINE)
def test_an_unknown_option_is_a_usage_error(path: str) -> None:
    said = refused(2, *path.split(), "--no-such-option")
    assert said.startswith(f"dm {path}: No such option")
    assert said.endswith(f"see `dm {path} --help`.")


class Full(io.RawIOBase):
    """A disk without space."""

    def writable(self) -> bool:
        return True

    def write(self, data: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.parametrize("path", but_slow(FINE))
def test_a_full_disk_is_told(kept: str, path: str) -> None:
    PROVOKED[path, 0][0]()
    ran = dm(*filled(FINE[path]), out=Full())
    assert ran.code == 6
    assert ran.err == f"dm {path}: the output cannot be written: No space left on device.\n"


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["repley"], "dm: There is no command 'repley'; did you mean replay; see `dm --help`."),
        (["xyz"], "dm: There is no command 'xyz'; there are: replay, log, diff"),
        (["match"], "dm match: A command is missing; there are: new, add, list"),
        (["match", "ad"], "dm match: There is no command 'ad'; did you mean add"),
        (["replay"], "dm replay: Missing argument 'FILE'"),
        (["--jsn"], "dm: No such option"),
        (["replay", "x", "--at", "ten"], "'ten' is not a valid integer"),
        (["replay", "x", "--at", "1", "--turn", "1"], "--at and --turn name two steps"),
        (["replay", "x", "--lang", "fr"], "'fr' is not one of 'en', 'ko', 'th'"),
        (["log", "x", "--from", "3", "--to", "2"], "--from 3 comes after --to 2"),
        (["log", "x", "--from", "0"], "0 is not in the range"),
        (["verify"], "Missing argument 'FILE|DIR...'"),
        (["verify", "x", "--receipt", "abc"], "'abc' is no receipt; write SEQ:HEAD"),
        (["verify", "x", "--seed", "xyz"], "'xyz' is not hexadecimal"),
        (["verify", "x", "y", "--seed", "00"], "--receipt and --seed are those of one record"),
        (["match", "new", "dino-master"], "give a --deck for each seat, or a --position"),
        (["match", "add", "m"], "Missing option '--expect'"),
        (["match", "export", "m", "--json"], "give -o FILE"),
        (["bench", "--duels", "0"], "0 is not in the range"),
    ],
)  # fmt: skip
def test_wrong_arguments_are_one_sentence(args: list[str], says: str) -> None:
    assert says in refused(2, *args)
