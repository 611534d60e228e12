"""What the commands under `dm db` print alike."""

from typing import TYPE_CHECKING

from cli.output import tell_json, tell_plain

if TYPE_CHECKING:
    from dm_events.service.keeping import Copied


def tell_versions(
    place: str, versions: tuple[int, int], *, as_json: bool, moved: bool = False
) -> None:
    """Tell which version the tables of a place had, and have, and whether it came from elsewhere."""
    before, after = versions
    if as_json:
        tell_json({"place": place, "before": before, "after": after, "moved": moved})
    elif before == after:
        tell_plain(f"{place}: tables of version {after} were there already")
    else:
        had = f"version {before} before" if before else "made anew"
        tell_plain(f"{place}: tables of version {after}, {had}")
    if moved and not as_json:
        tell_plain(f"{place}: it came from another server; positions go on after its last")


def tell_copied(place: str, copied: "list[Copied]", *, as_json: bool) -> None:
    """Tell what was copied to a place."""
    if as_json:
        tell_json({"place": place, "matches": [
            {"match": one.match, "events": one.seq, "new": one.new} for one in copied
        ]})  # fmt: skip
        return
    lines = sum(one.new for one in copied)
    tell_plain(f"{place}: {len(copied)} matches, {lines} lines new, links checked")
