"""Stands between a program and PostgreSQL, and lets an answer be lost: the commit is done, nobody is told."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread
from urllib.parse import quote

from psycopg.conninfo import conninfo_to_dict

SOCKET = ".s.PGSQL.5432"
INSERTED, COMMITTED = b"INSERT 0 1\x00", b"C\x00\x00\x00\x0bCOMMIT\x00"
"""What the server says of both (PostgreSQL manual, message formats: CommandComplete)."""


class Between:
    """A place to connect to instead of the server.

    `loses` says whether the answer to the next commit is lost that stores something.
    """

    def __init__(self, there: Path, url: str) -> None:
        host = str(conninfo_to_dict(url)["host"])
        self.server = str(Path(host, SOCKET))
        self.url = url.replace(quote(host, safe=""), quote(str(there), safe=""))
        self.loses = False
        self.door = socket.socket(socket.AF_UNIX)
        self.door.bind(str(there / SOCKET))
        self.door.listen()

    def serve(self) -> None:
        """Let in whoever comes, until the door is closed."""
        with suppress(OSError):
            while True:
                client, _ = self.door.accept()
                server = socket.socket(socket.AF_UNIX)
                server.connect(self.server)
                Thread(target=self.carry, args=(client, server), daemon=True).start()
                Thread(target=self.carry, args=(server, client), daemon=True).start()

    def carry(self, source: socket.socket, target: socket.socket) -> None:
        """Carry what one says to the other; a lost answer ends both connections."""
        stores = False
        with suppress(OSError), source, target:
            while said := source.recv(1 << 16):
                stores = stores or INSERTED in said
                if COMMITTED in said:
                    if self.loses and stores:
                        self.loses = False
                        break
                    stores = False
                target.sendall(said)
            for one in (source, target):
                one.shutdown(socket.SHUT_RDWR)


@contextmanager
def between(there: Path, url: str) -> Iterator[Between]:
    """Stand there, for a server on a unix socket."""
    made = Between(there, url)
    door = Thread(target=made.serve, daemon=True)
    door.start()
    try:
        yield made
    finally:
        made.door.shutdown(socket.SHUT_RDWR)
        made.door.close()
        door.join()
