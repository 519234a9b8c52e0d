"""A client that talks to a language server over its standard input and output."""

import json
import queue
import subprocess
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

TIMEOUT = 30


class Client:
    """One server and what it has said; positions are in UTF-16, as the protocol has them."""

    def __init__(self, command: Sequence[str], folder: Path, settings: dict[str, Any] | None = None) -> None:
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=folder
        )
        self.settings = settings or {}
        self.number = 0
        self.said: queue.Queue[dict[str, Any]] = queue.Queue()
        self.versions: dict[str, int] = {}
        threading.Thread(target=self.read, daemon=True).start()
        root = folder.as_uri()
        self.request(
            "initialize",
            {"processId": None, "rootUri": root, "capabilities": {},
             "workspaceFolders": [{"uri": root, "name": "x"}]},
        )  # fmt: skip
        self.notify("initialized", {})
        if settings:
            self.notify("workspace/didChangeConfiguration", {"settings": settings})

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_: object) -> None:
        self.request("shutdown", None)
        self.notify("exit", None)
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait(5)
        for stream in (self.process.stdin, self.process.stdout):
            assert stream is not None
            stream.close()

    def read(self) -> None:
        stream = self.process.stdout
        assert stream is not None
        try:
            while head := stream.readline():
                length = int(head.split(b":")[1])
                while stream.readline().strip():
                    pass
                self.said.put(json.loads(stream.read(length)))
        except ValueError:
            pass  # closed

    def write(self, message: dict[str, Any]) -> None:
        assert self.process.stdin is not None
        data = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(f"Content-Length: {len(data)}\r\n\r\n".encode() + data)
        self.process.stdin.flush()

    def notify(self, method: str, params: Any) -> None:
        self.write({"method": method, "params": params})

    def request(self, method: str, params: Any) -> Any:
        self.number += 1
        self.write({"id": self.number, "method": method, "params": params})
        while True:
            message = self.said.get(timeout=TIMEOUT)
            if message.get("id") == self.number and "method" not in message:
                assert "error" not in message, message
                return message["result"]
            self.answer(message)

    def answer(self, message: dict[str, Any]) -> None:
        """Answer what the server asks: its settings, or nothing."""
        if "id" in message and "method" in message:
            wanted = (
                message.get("params", {}).get("items", []) if "configuration" in message["method"] else None
            )
            result = None if wanted is None else [self.settings.get(one.get("section")) for one in wanted]
            self.write({"id": message["id"], "result": result})

    def open(self, path: Path, text: str) -> None:
        self.versions[path.as_uri()] = 1
        document = {"uri": path.as_uri(), "languageId": "yaml", "version": 1, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": document})

    def change(self, path: Path, text: str) -> None:
        uri = path.as_uri()
        self.versions[uri] += 1
        document = {"uri": uri, "version": self.versions[uri]}
        self.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [{"text": text}]})

    def diagnostics(self, path: Path) -> list[dict[str, Any]]:
        """Wait for what is said of a file."""
        while True:
            message = self.said.get(timeout=TIMEOUT)
            if message.get("method") == "textDocument/publishDiagnostics":
                if message["params"]["uri"] == path.as_uri():
                    return list(message["params"]["diagnostics"])
            else:
                self.answer(message)

    def ask(self, what: str, path: Path, text: str, at: int) -> Any:
        """Ask about an offset of a text: `completion`, `hover` or `definition`."""
        before = text[:at]
        line = before.count("\n")
        character = len(before.rpartition("\n")[2].encode("utf-16-le")) // 2
        return self.request(
            f"textDocument/{what}",
            {"textDocument": {"uri": path.as_uri()}, "position": {"line": line, "character": character}},
        )

    def labels(self, path: Path, text: str, at: int) -> list[str]:
        """Return the labels of what may stand at a place."""
        found = self.ask("completion", path, text, at)
        return [one["label"] for one in (found["items"] if isinstance(found, dict) else found or [])]
