"""Where the command `rulesplay` begins: it can be interrupted from its first moment on.

Nothing is imported before Ctrl-C is looked after; what there is to do is in `commands`.
"""

from __future__ import annotations

import contextlib
import gc
import os
import signal
import sys

# What is read is kept, so looking for garbage early, or once more at the end, finds none and takes long.
COLLECT = 100_000, 50, 50

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def main(args: Sequence[str] | None = None) -> None:
    """Run the command line and end the process."""
    heed(signal.default_int_handler, stop)
    gc.set_threshold(*COLLECT)
    from rulesplay.cli.commands import cli, complain
    from rulesplay.cli.exits import INTERRUPTED, NOT_RUN

    try:
        heed(stop, signal.default_int_handler)
        if "stdout" in fill_closed():
            code = complain("standard output is closed", NOT_RUN)
        else:
            code = cli.main(args, prog_name="rulesplay", standalone_mode=False)
        heed(signal.default_int_handler, signal.SIG_IGN)
    except KeyboardInterrupt:
        stop()
    if code == INTERRUPTED:  # Python may kill itself where Ctrl-C met code that was made at run time
        with contextlib.suppress(OSError):
            sys.stdout.flush()
        os._exit(code)
    gc.freeze()
    sys.exit(code)


def heed(old: object, new: signal._HANDLER) -> None:
    """Handle Ctrl-C in another way; who has turned it off, or handles it already, knows better."""
    try:
        if signal.getsignal(signal.SIGINT) is old:
            signal.signal(signal.SIGINT, new)
    except ValueError:  # not in the main thread
        return


def stop(*_: object) -> None:
    """End at once."""
    try:
        os.write(2, b"\nerror: interrupted\n")
    finally:
        os._exit(130)


def fill_closed() -> list[str]:
    """Put the null device in the place of closed streams, and return them; let all streams take any text.

    Else the next file to be opened would take the number of the stream.
    """
    closed = [name for name in ("stdin", "stdout", "stderr") if getattr(sys, name) is None]
    for name in closed:
        mode = "r" if name == "stdin" else "w"
        setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace" if stream is sys.stdin else "backslashreplace")
    return closed


if __name__ == "__main__":
    main()
