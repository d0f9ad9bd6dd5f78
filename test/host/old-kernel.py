"""Runs a command as on a kernel that lacks something: chosen system calls fail.

Usage: old-kernel.py RULES COMMAND...   RULES is JSON: [[number, first argument or null, second or null, errno], ...]
"""
import ctypes
import json
import os
import struct
import sys

LOAD, EQUAL, RETURN = 0x20, 0x15, 0x06
ERRNO, ALLOW = 0x00050000, 0x7FFF0000


def instruction(code, value, when_true=0, when_false=0):
    return struct.pack("HBBI", code, when_true, when_false, value)


program = b""
for number, first, second, errno in json.loads(sys.argv[1]):
    tests = [(0, number)] + [(16 + 8 * i, value) for i, value in enumerate((first, second)) if value is not None]
    rule = b""
    for index, (offset, value) in enumerate(tests):
        left = 2 * (len(tests) - index - 1) + 1
        rule += instruction(LOAD, offset) + instruction(EQUAL, value, 0, left)
    program += rule + instruction(RETURN, ERRNO | errno)
program += instruction(RETURN, ALLOW)


class Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("filter", ctypes.c_void_p)]


libc = ctypes.CDLL(None, use_errno=True)
room = ctypes.create_string_buffer(program, len(program))
libc.prctl(38, 1, 0, 0, 0)
if libc.prctl(22, 2, ctypes.byref(Program(len(program) // 8, ctypes.addressof(room)))) != 0:
    sys.exit(os.strerror(ctypes.get_errno()))
os.execvp(sys.argv[2], sys.argv[2:])
