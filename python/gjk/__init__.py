"""Which GJK is right? Exact truth, a judge and hard cases for collision detection of convex hulls.

- `exact` says what is true of two hulls, with a proof; with a motion, when they first touch.
- `judge` holds the answers of a GJK against it, many at a time; `assert_right` does so in a test.
- `certified` gives distances that are proved, fast.
- `pairs` has families of hard cases, `load` those of files, meshes and robots; `strategies.pairs` is for Hypothesis. Each gives
  `Pairs`, of which one is a `Pair`.

The program ``gjk``, which this package installs as well, hunts for failures, compares implementations, and draws:
``gjk --help``.
"""

from __future__ import annotations

from importlib.metadata import version as _version
from typing import TYPE_CHECKING, Any

# The types of results are public as well, for annotations.
from ._certified import Distances as Distances
from ._certified import certified
from ._gjk import COMMIT as __commit__
from ._judge import Judgement, assert_right, judge
from ._pairs import Pair as Pair
from ._pairs import Pairs, load, pairs
from ._truth import Truth, exact

if TYPE_CHECKING:
    from . import strategies

__version__ = _version("gjk")

__all__ = [
    "Judgement",
    "Pairs",
    "Truth",
    "assert_right",
    "certified",
    "exact",
    "judge",
    "load",
    "pairs",
    "strategies",
]


def __getattr__(name: str) -> Any:
    # Only tests have Hypothesis.
    if name == "strategies":
        from importlib import import_module

        return import_module(".strategies", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
