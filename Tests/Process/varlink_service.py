"""What services for tests have in common: a Unix socket, Varlink messages, a thread a connection. No device, no clock."""

import json
import socket
import threading


class VarlinkService:
    """Gives each call that comes to `answer`, in order, and keeps it in `calls`."""

    def __init__(self, path):
        self.path = str(path)
        self.calls = []
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(self.path)
        self._listener.listen(16)
        threading.Thread(target=self._accept, daemon=True).start()

    def answer(self, connection, call):
        """To be overridden; called on the connection's own thread."""
        raise NotImplementedError

    def send(self, connection, reply):
        """Sends a reply; a client that has gone is no matter."""
        try:
            connection.sendall(json.dumps(reply, separators=(",", ":")).encode() + b"\0")
        except OSError:
            pass

    def close(self):
        """Listens no more; connections stay."""
        self._shut(self._listener)

    @staticmethod
    def _shut(one):
        # A thread that waits would keep the socket open.
        try:
            one.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        one.close()

    def _accept(self):
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            self.accepted(connection)
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def accepted(self, connection):
        """A client has come."""

    def _serve(self, connection):
        received = b""
        try:
            while part := connection.recv(65536):
                received += part
                while b"\0" in received:
                    message, _, received = received.partition(b"\0")
                    call = json.loads(message)
                    self.calls.append(call)
                    self.answer(connection, call)
        except OSError:
            pass
        connection.close()
