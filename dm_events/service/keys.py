"""Keys that seal matches: in a folder of the user's, a private file and a public one for each."""

import re
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from dm_events.notation.seal import NoSigning
from dm_events.notation.tables import BadFile
from dm_events.notation.trouble import instead, listed, quoted
from dm_events.service.not_there import NotThere
from dm_events.service.places import beside
from dm_events.service.whole_file import write_whole

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
HEX = re.compile(r"[0-9a-f]{64}")


class KeyExists(Exception):  # noqa: N818 - the word of the domain
    """There is a key of that name; the message is a sentence."""


class Key(msgspec.Struct, frozen=True):
    """A key: its name, and the public half in hex."""

    name: str
    public: str


def folder() -> Path:
    """Return where keys lie: `$DM_KEYS`, else `keys` beside the user's store."""
    return beside("keys", "DM_KEYS")


def new(name: str) -> Key:
    """Make a key; its private file is for the user's eyes only. Raises KeyExists, BadFile."""
    _check_name(name)
    try:
        from cryptography.hazmat.primitives import serialization as form  # noqa: PLC0415 - an extra
        from cryptography.hazmat.primitives.asymmetric import ed25519  # noqa: PLC0415
    except ImportError:
        raise NoSigning from None
    private = ed25519.Ed25519PrivateKey.generate()
    pem = private.private_bytes(
        form.Encoding.PEM, form.PrivateFormat.PKCS8, form.NoEncryption()
    )  # fmt: skip
    public = private.public_key().public_bytes_raw().hex()
    place = folder()
    place.mkdir(mode=0o700, parents=True, exist_ok=True)
    for end in ("pem", "pub"):
        if (place / f"{name}.{end}").exists():
            raise _taken(place, name, end)
    try:
        write_whole(place / f"{name}.pem", pem, replace=False, mode=0o600)
    except FileExistsError:
        raise _taken(place, name, "pem") from None
    try:
        _write_public(place, name, public)
    except OSError:  # nothing was sealed by it yet
        (place / f"{name}.pem").unlink(missing_ok=True)
        raise
    return Key(name, public)


def _taken(place: Path, name: str, end: str) -> KeyExists:
    return KeyExists(f"{place / name}.{end}: there is a key of that name; choose another.")


def _write_public(place: Path, name: str, public: str) -> None:
    write_whole(place / f"{name}.pub", f"{public}\n".encode(), replace=True, mode=0o644)


def known() -> list[Key]:
    """Return the keys of the folder, by name. Raises BadFile for a public file that is none."""
    _bring_back(folder())
    files = sorted(folder().glob("*.pub"))
    return [Key(file.stem, _public(file)) for file in files]


def public(which: str) -> bytes:
    """Return a public key: by its hex digits, its file, or the name of a key of one's own.

    Raises NotThere and BadFile.
    """
    if HEX.fullmatch(which):
        return bytes.fromhex(which)
    _bring_back(folder())
    if NAME.fullmatch(which) and (folder() / f"{which}.pub").exists():
        return bytes.fromhex(_public(folder() / f"{which}.pub"))
    if Path(which).is_file():
        return bytes.fromhex(_public(Path(which)))
    raise _no_key(which)


def private(name: str) -> "Ed25519PrivateKey":
    """Return the private half of a key of one's own. Raises NotThere, BadFile and NoSigning."""
    _check_name(name)
    try:
        from cryptography.hazmat.primitives.asymmetric import ed25519  # noqa: PLC0415 - an extra
        from cryptography.hazmat.primitives.serialization import (  # noqa: PLC0415
            load_pem_private_key,
        )
    except ImportError:
        raise NoSigning from None
    path = folder() / f"{name}.pem"
    if not path.exists():
        raise _no_key(name)
    try:
        found = load_pem_private_key(path.read_bytes(), None)
    except (ValueError, TypeError):
        found = None
    if not isinstance(found, ed25519.Ed25519PrivateKey):
        raise BadFile(f"{path}: this is no Ed25519 key in PEM; restore it from a copy.")
    return found


def _bring_back(place: Path) -> None:
    """Write the public file of each private one that has none: what was cut short, or was lost."""
    for pem in sorted(place.glob("*.pem")):
        if NAME.fullmatch(pem.stem) and not pem.with_name(f"{pem.stem}.pub").exists():
            with suppress(BadFile, NoSigning, OSError):
                half = private(pem.stem).public_key().public_bytes_raw().hex()
                _write_public(place, pem.stem, half)


def _no_key(name: str) -> NotThere:
    names = [key.name for key in known()]
    if name in names:
        found = f"Of key {quoted(name)} only the public half is in {folder()}"
        return NotThere(f"{found}; bring {name}.pem back, or make another key with dm key new.")
    way_out = instead(name, names, listed(names) if names else "make it with dm key new")
    end = "" if way_out.endswith("?") else "."
    return NotThere(f"There is no key {quoted(name)} in {folder()}; {way_out}{end}")


def _check_name(name: str) -> None:
    if not NAME.fullmatch(name):
        raise BadFile(
            f"{quoted(name)} is no name of a key; use up to 64 letters, digits, . _ and -."
        )


def _public(file: Path) -> str:
    with file.open("rb") as stream:
        text = stream.read(100).strip()
    if not HEX.fullmatch(text.decode("ascii", "replace")):
        raise BadFile(f"{file}: this is no public key; it holds 64 hex digits.")
    return text.decode()
