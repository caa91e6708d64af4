from typing import Any, final

import numpy as np
import numpy.typing as npt

__all__ = [
    "COMMIT",
    "TOLERANCE",
    "Truth",
    "case_lines",
    "certified",
    "fail",
    "families",
    "first_contacts",
    "generate",
    "judge",
    "load",
    "outline",
    "wrong",
]

COMMIT: str
TOLERANCE: float

_Packed = tuple[npt.NDArray[np.float64] | npt.NDArray[np.float32], npt.NDArray[np.int64]]
_Motion = npt.NDArray[np.float64] | None
_Pairs = tuple[_Packed, _Packed, list[str], _Motion]

@final
class Truth:
    def __new__(cls, a: _Packed, b: _Packed, motion: _Motion) -> Truth: ...
    @property
    def class_(self) -> str: ...
    @property
    def distance(self) -> float: ...
    @property
    def size(self) -> float: ...
    @property
    def distance_squared(self) -> tuple[str, str] | list[str] | None: ...
    def depth(self) -> float | None: ...
    def depth_squared(self) -> tuple[str, str] | list[str] | None: ...
    def time(self) -> tuple[str, str] | list[str] | None: ...
    def normal(self) -> list[float] | None: ...
    def points(self) -> tuple[list[float], list[float]] | None: ...
    def proof(self) -> str: ...
    def line(self) -> str: ...

def certified(
    a: _Packed, b: _Packed, depth: bool
) -> tuple[npt.NDArray[np.bool_], Any, Any, Any, Any, Any]: ...
def fail(a: _Packed, b: _Packed) -> None: ...
def first_contacts(a: _Packed, b: _Packed, motion: _Motion) -> npt.NDArray[np.float64]: ...
def judge(
    a: _Packed, b: _Packed, motion: _Motion, answers: Any, promise: str, tolerance: float
) -> tuple[
    npt.NDArray[np.uint8],
    npt.NDArray[np.float64],
    npt.NDArray[np.float64],
    npt.NDArray[np.bool_],
    npt.NDArray[np.uint8],
    npt.NDArray[np.float64],
    npt.NDArray[np.float64],
    npt.NDArray[np.float64],
]: ...
def wrong(
    a: _Packed, b: _Packed, motion: _Motion, answers: Any, promise: str, tolerance: float
) -> str | None: ...
def families() -> list[tuple[str, int, str, bool]]: ...
def generate(family: str, first: int, count: int, seed: int, single: bool) -> _Pairs: ...
def load(
    addresses: list[str], wish: dict[str, Any]
) -> tuple[list[tuple[npt.NDArray[np.int64], _Pairs]], list[str], int]: ...
def case_lines(a: _Packed, b: _Packed, motion: _Motion, ids: list[str]) -> list[str]: ...
def outline(points: list[list[float]]) -> list[list[int]]: ...
