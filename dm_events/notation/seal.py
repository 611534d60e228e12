"""Seals: an Ed25519 signature over a match's receipt. Checking needs the public key only.

Needs the package `cryptography`, the extra `sign`.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import msgspec

from dm_events.notation.links import head_of
from dm_events.notation.record import Envelope, Header
from dm_events.notation.sealed import Seal
from dm_events.notation.verify import Doubt, Gap, Verified

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey


class NoSigning(Exception):  # noqa: N818 - the word of the domain
    """The package that signs and encrypts is missing; the message says how to get it."""

    def __init__(self) -> None:
        """Make the sentence, which is always the same."""
        super().__init__("The package cryptography is missing; install dm-events[sign].")


def statement(header: Header[Any], events: Iterable[Envelope[Any]]) -> bytes:
    """Return what a seal signs: four lines, the form, the match, the last seq and its link."""
    told = list(events)
    lines = ("dm-events/seal/1", header.match, str(len(told)), head_of(header, told))
    return "".join(f"{line}\n" for line in lines).encode()


def sign(
    private: "Ed25519PrivateKey", header: Header[Any], events: Iterable[Envelope[Any]]
) -> Seal:
    """Return the seal of a match by a private key."""
    key = private.public_key().public_bytes_raw()
    return Seal(key, private.sign(statement(header, events)))


def holds(seal: Seal, header: Header[Any], events: Iterable[Envelope[Any]]) -> bool:
    """Tell whether a seal's key signed this match, with these events. Raises NoSigning."""
    try:
        from cryptography.exceptions import InvalidSignature  # noqa: PLC0415 - an extra
        from cryptography.hazmat.primitives.asymmetric.ed25519 import (  # noqa: PLC0415
            Ed25519PublicKey,
        )
    except ImportError:
        raise NoSigning from None
    try:
        Ed25519PublicKey.from_public_bytes(seal.key).verify(
            seal.signature, statement(header, events)
        )
    except InvalidSignature:
        return False
    return True


def can_sign() -> bool:
    """Whether the package that signs and encrypts is here."""
    try:
        import cryptography.hazmat.primitives.asymmetric.ed25519  # noqa: F401, PLC0415 - an extra
    except ImportError:
        return False
    return True


def with_seal(
    checked: Verified, header: Header[Any], events: Iterable[Envelope[Any]], seal: Seal | None,
    key: bytes | None,
) -> Verified:  # fmt: skip
    """Add to a check what a seal shows; `key` is the public key that it must be by.

    Where signatures cannot be checked, that is among what was not.
    """
    last = checked.events
    doubts, gaps = list(checked.doubts), list(checked.unchecked)
    if seal is None:
        doubts += [Doubt("seal/missing", last)] if key else []
    elif key not in (None, seal.key):
        doubts.append(Doubt("seal/other-key", last, {"key": seal.key.hex()}))
    elif not can_sign():
        gaps.append(Gap("seal"))
    elif not holds(seal, header, events):
        doubts.append(Doubt("seal/broken", last, {"key": seal.key.hex()}))
    elif key is None:
        gaps.append(Gap("key"))
    else:  # nothing is missing at the end: the key's owner vouches for that
        gaps = [gap for gap in gaps if gap.code != "tail"]
    return msgspec.structs.replace(checked, doubts=tuple(doubts), unchecked=tuple(gaps))
