"""Programs on a leash: they end with the process that started them, even one that never returns.

Only the kernel can see to that. It is asked by this script, which then becomes the program, and not in `preexec_fn`:
that forks, and a process in which threads call into gRPC cannot be relied on to fork.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from collections.abc import Sequence

PR_SET_PDEATHSIG = 1  # <sys/prctl.h>


def leashed(command: Sequence[str]) -> list[str]:
    """The command that runs a program on a leash."""
    return [sys.executable, "-I", "-S", __file__, *command]


def die_with_parent() -> None:
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


if __name__ == "__main__":
    die_with_parent()
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # Python ignores it, and the program would too
    os.execvp(sys.argv[1], sys.argv[1:])
