"""The examples of docstrings and of the page run."""

from __future__ import annotations

import doctest
import importlib
import importlib.util
import re
import warnings
from pathlib import Path

import pytest

import gjk

PAGE = Path(__file__).resolve().parents[2] / "docs" / "for-python.md"
MODULES = ["gjk", "gjk._truth", "gjk._judge", "gjk._certified", "gjk._pairs", "gjk.strategies"]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_docstrings_run(name: str) -> None:
    module = importlib.import_module(name)
    result = doctest.testmod(module, optionflags=doctest.ELLIPSIS)
    assert result.failed == 0
    if name not in ("gjk", "gjk._judge"):
        assert result.attempted > 0


def test_every_public_name_has_its_docstring() -> None:
    assert len(gjk.__all__) == 10
    for name in gjk.__all__:
        assert getattr(gjk, name).__doc__, name
    for kind in (gjk.Pairs, gjk.Truth, gjk.Judgement, gjk.Distances):
        for name, member in vars(kind).items():
            if not name.startswith("_") and (callable(member) or isinstance(member, property)):
                assert member.__doc__, f"{kind.__name__}.{name}"


def test_the_page_runs_from_top_to_bottom(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = PAGE.read_text(encoding="utf-8")
    blocks = re.findall(r"^```python( \w+)?\n(.*?)^```$", page, re.M | re.S)
    assert len(blocks) >= 9
    # The ten lines are ten.
    first = [line for line in blocks[0][1].splitlines() if line.strip()]
    assert len(first) == 10, first
    (folder / "cup.stl").write_text("solid cup\nendsolid cup\n")
    _write_stl(folder / "cup.stl")
    names: dict[str, object] = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for needs, code in blocks:
            if needs.strip() and importlib.util.find_spec(needs.strip()) is None:
                print(f"left out: there is no {needs.strip()}")
                continue
            if needs.strip() == "matplotlib":
                importlib.import_module("matplotlib").use("Agg")
            # Hypothesis looks at the source of a test.
            file = folder / f"block{len(names)}.py"
            file.write_text(code)
            exec(compile(code, str(file), "exec"), names)
        for name, value in list(names.items()):
            if name.startswith("test_") and "parametrize" not in repr(getattr(value, "pytestmark", "")):
                value()  # type: ignore[operator]
    printed = capsys.readouterr().out
    # The page shows parts of it. One part ends with an ellipsis.
    shown = re.findall(r"^```text\n(.*?)(?:  …\n)?```$", page, re.M | re.S)
    assert len(shown) == 2 and all(text in printed for text in shown)


def _write_stl(path: Path) -> None:
    corners = [(-0.05, -0.05, 0.0), (0.05, -0.05, 0.0), (0.0, 0.05, 0.0), (0.0, 0.0, 0.2)]
    lines = ["solid cup"]
    for face in ((0, 2, 1), (0, 1, 3), (1, 2, 3), (2, 0, 3)):
        lines += ["facet normal 0 0 0", "outer loop", *(f"vertex {x} {y} {z}" for x, y, z in (corners[i] for i in face))]
        lines += ["endloop", "endfacet"]
    path.write_text("\n".join([*lines, "endsolid cup"]) + "\n")
