"""Plays a person at a terminal: runs a command in a pseudo-terminal and alternates between waiting for a text and typing.

Usage: terminal.py SCRIPT COMMAND...   SCRIPT is JSON: [["text to wait for", "text to type, or RESIZE columns"], ...]
Prints what is seen, as it comes; exit status: the command's, 98 when an awaited text did not come in time.
"""
import fcntl
import json
import os
import pty
import select
import struct
import sys
import termios
import time

# For machines that are slow and busy: what comes at all comes within a minute.
TIMEOUT_S = 60
script = json.loads(sys.argv[1])
child, terminal = pty.fork()
if child == 0:
    os.execvp(sys.argv[2], sys.argv[2:])

seen = b""


def read_more(deadline):
    global seen
    if not select.select([terminal], [], [], max(0, deadline - time.monotonic()))[0]:
        return False
    try:
        piece = os.read(terminal, 65536)
    except OSError:
        piece = b""
    seen += piece
    sys.stdout.buffer.write(piece)
    sys.stdout.buffer.flush()
    return piece != b""


def fail():
    os.kill(child, 9)
    sys.exit(98)


position = 0
for awaited, typed in script:
    deadline = time.monotonic() + TIMEOUT_S
    while seen.find(awaited.encode(), position) < 0:
        if not read_more(deadline):
            fail()
    position = seen.find(awaited.encode(), position) + len(awaited)
    time.sleep(0.2)
    if typed.startswith("RESIZE "):
        columns = int(typed.split()[1])
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        # The prompt is drawn anew.
        continue
    try:
        os.write(terminal, typed.encode())
    except OSError:
        # Whoever was typed at has gone already.
        break

deadline = time.monotonic() + TIMEOUT_S
while read_more(deadline):
    pass
status = os.waitpid(child, 0)[1]
sys.exit(os.waitstatus_to_exitcode(status) & 0xFF)
