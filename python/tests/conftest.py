"""Files for the tests, and the program that was installed with the module."""

from __future__ import annotations

import os
import shutil
import subprocess
import sysconfig
from pathlib import Path

import pytest

ARM = """<?xml version="1.0"?>
<robot name="arm">
  <link name="base"><collision><geometry><box size="0.4 0.4 0.2"/></geometry></collision></link>
  <link name="upper"><collision><origin xyz="0 0 0.5"/><geometry><box size="0.1 0.1 0.9"/></geometry></collision></link>
  <link name="lower"><collision><origin xyz="0 0 0.4"/><geometry><box size="0.08 0.08 0.7"/></geometry></collision></link>
  <link name="hand"><collision><origin xyz="0 0 0.1"/><geometry><box size="0.2 0.05 0.1"/></geometry></collision></link>
  <joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/><axis xyz="0 1 0"/>
    <limit lower="-2" upper="2" effort="1" velocity="1"/></joint>
  <joint name="elbow" type="revolute"><parent link="upper"/><child link="lower"/><origin xyz="0 0 1"/><axis xyz="0 1 0"/>
    <limit lower="-2.5" upper="2.5" effort="1" velocity="1"/></joint>
  <joint name="wrist" type="fixed"><parent link="lower"/><child link="hand"/><origin xyz="0 0 0.8"/></joint>
</robot>
"""
TABLE = """o top
v -1 -1 -0.2
v 1 -1 -0.2
v 1 1 -0.2
v -1 1 -0.2
v -1 -1 -0.15
v 1 -1 -0.15
v 1 1 -0.15
v -1 1 -0.15
f 1 2 3 4
f 5 6 7 8
"""
CUP = """o cup
v -0.05 -0.05 0
v 0.05 -0.05 0
v 0 0.05 0
v 0 0 0.2
f 1 2 3
f 1 2 4
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with a robot and two meshes."""
    monkeypatch.chdir(tmp_path)
    for name, text in (("arm.urdf", ARM), ("table.obj", TABLE), ("cup.obj", CUP)):
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.fixture(scope="session")
def program() -> str:
    """The program of this installation; else the one that ``GJK`` names, for a module that is being developed."""
    found = Path(sysconfig.get_path("scripts")) / ("gjk.exe" if os.name == "nt" else "gjk")
    named = os.environ.get("GJK") or (str(found) if found.exists() else None) or shutil.which("gjk")
    if named is None:
        pytest.fail("the program is not installed: install the wheel, or set GJK")
    return named


def run(program: str, *arguments: str, cwd: Path | None = None) -> str:
    """The standard output of a command of the program, whatever its rulings are."""
    done = subprocess.run([program, *arguments], cwd=cwd, capture_output=True, text=True, timeout=600)
    assert done.returncode in (0, 1), done.stderr
    return done.stdout


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--cases", type=int, default=200, help="cases that are judged here and by the program, in each scalar")
