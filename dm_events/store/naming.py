"""What a place of matches is called: a file, memory or a server; and what of a URL may be told."""

import re
from typing import Literal

from dm_events.store.errors import BadPlace

Kind = Literal["memory", "file", "postgresql"]

MEMORY = ":memory:"
URL_LIKE = re.compile(r"\s*[a-z][a-z0-9+.-]*:/", re.IGNORECASE)
"""What nobody calls a file. One slash is enough: the other was forgotten."""
CREDENTIALS = re.compile(r"(?!\.{0,2}/(?!/))[^\s:/@]*/*[^\s:/@]*:[^\s@]*@[^\s@]")
"""USER:PASSWORD@HOST, whatever became of the scheme before it; no path with a folder of that kind."""
CONNINFO = re.compile(
    r"(^|\s)(host|hostaddr|port|dbname|user|password|passfile|service|sslmode|options)\s*=",
    re.IGNORECASE,
)
"""What PostgreSQL calls a connection string."""

HOST = r"(?:\[[0-9A-Fa-f:.]*\]|[^\[\]:@/?#,\s]*)(?::\d*)?"
SERVER = re.compile(
    rf"(?P<scheme>postgres(?:ql)?://)(?:(?P<user>[^:@/?#\s]*)(?P<password>:[^:@/?#\s]*)?(?P<at>@))?"
    rf"(?P<rest>{HOST}(?:,{HOST})*(?:/[^@/?#\s]*)?)(?:\?[^@#\s]*)?"
)
"""A URL of which it is certain where the password is, if there is one."""
ESCAPES = re.compile(r"%(?![0-9A-Fa-f]{2})")

NEVER_SHOWN = "it is not shown here, since a password may be in it"


def kind_of(where: str) -> Kind:
    """Return what a place is by its name. BadPlace, without the name, if it is none for sure."""
    if where == MEMORY:
        return "memory"
    if SERVER.fullmatch(where):
        if ESCAPES.search(where):
            raise BadPlace(
                f"After a % of the URL two hexadecimal digits are missing ({NEVER_SHOWN})"
            )
        return "postgresql"
    require_file(where)
    return "file"


def require_file(name: str) -> None:
    """Refuse what looks like the address of a server where a file is meant, with BadPlace."""
    if name == MEMORY:
        raise BadPlace(f"{MEMORY} is no file, and what is kept there is gone at once; name a file")
    if re.match(r"\s*postgres(ql)?(:|;|//)", name, re.IGNORECASE):
        raise BadPlace(
            f"This URL of a PostgreSQL server cannot be used here ({NEVER_SHOWN}); a store is "
            "postgresql://USER:PASSWORD@HOST/DATABASE, with %40 for @ and alike"
        )
    if URL_LIKE.match(name):
        raise BadPlace(
            f"This is a URL of an unknown kind ({NEVER_SHOWN}); give a path, or postgresql://HOST/DATABASE"
        )
    if CREDENTIALS.match(name):
        raise BadPlace(
            f"This looks like the address of a server ({NEVER_SHOWN}); a store is a path, or "
            "postgresql://HOST/DATABASE, and a file of such a name is ./NAME"
        )
    if CONNINFO.search(name):
        raise BadPlace(
            f"This looks like a connection string ({NEVER_SHOWN}); write it as a URL, "
            "postgresql://HOST/DATABASE, or a file of such a name as ./NAME"
        )


def shown(url: str) -> str:
    """Return a URL as sentences name it: without passwords and options, which may hold some."""
    found = SERVER.fullmatch(url)
    if found is None:
        return "postgresql://…"
    return "".join(found[part] or "" for part in ("scheme", "user", "at", "rest"))
