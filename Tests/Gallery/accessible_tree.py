#!/usr/bin/python3
"""What assistive technology is told of a program: accessible_tree.py PROGRAM

One JSON object a line: role, name and description of each accessible object. By the interpreter that PyGObject is for.
"""

import json
import sys

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi  # noqa: E402


def walk(thing):
    if thing is None:
        return
    print(json.dumps({"role": thing.get_role_name(), "name": thing.get_name(), "description": thing.get_description()}))
    for index in range(thing.get_child_count()):
        walk(thing.get_child_at_index(index))


desktop = Atspi.get_desktop(0)
for index in range(desktop.get_child_count()):
    program = desktop.get_child_at_index(index)
    if program is not None and program.get_name().endswith(sys.argv[1]):
        walk(program)
