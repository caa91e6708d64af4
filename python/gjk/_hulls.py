"""Bodies and answers of callers, as arrays that the private module takes."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

#: Points of a hull, a row a point, in float64 or float32.
Floats = np.ndarray[Any, np.dtype[Any]]
#: A body, as functions take it: an array, a list of points, or an object with ``vertices``.
Body = Any
#: The points of bodies one after the other, and for each body the row after its last point.
Packed = tuple[Floats, npt.NDArray[np.int64]]

_TAKEN = "an array of shape (n, 3) or (n, 2), a list of points, or an object with vertices, such as a mesh of trimesh"


class Group(NamedTuple):
    """Bodies of one dimension and dtype, and their numbers among all; ``None`` for all bodies in their order."""

    numbers: npt.NDArray[np.int64] | None
    points: Floats
    ends: npt.NDArray[np.int64]

    @property
    def packed(self) -> Packed:
        return self.points, self.ends


class Hulls(Sequence[Floats]):
    """The bodies A, or the bodies B, of pairs: arrays of points, mostly of one dimension and dtype."""

    def __init__(self, groups: list[Group]) -> None:
        self.groups = groups
        # Where a body is: the number of its group, and its place there.
        self._places: tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]] | None = None
        if len(groups) > 1 or (groups and groups[0].numbers is not None):
            count = sum(len(group.ends) for group in groups)
            of_group, place = np.zeros(count, np.int64), np.zeros(count, np.int64)
            for number, group in enumerate(groups):
                of_group[group.numbers] = number
                place[group.numbers] = np.arange(len(group.ends))
            self._places = of_group, place

    def __len__(self) -> int:
        return sum(len(group.ends) for group in self.groups)

    def __getitem__(self, index: Any) -> Any:
        if not isinstance(index, (int, np.integer)):
            raise TypeError("a body is asked for by its number")
        count = len(self)
        number = int(index) + count if index < 0 else int(index)
        if not 0 <= number < count:
            raise IndexError(f"there are {count} pairs, and none has the number {index}")
        if self._places is None:
            group = self.groups[0]
        else:
            of_group, place = self._places
            group, number = self.groups[of_group[number]], int(place[number])
        begin = group.ends[number - 1] if number else 0
        return group.points[begin : group.ends[number]]

    def __iter__(self) -> Iterator[Floats]:
        return (self[number] for number in range(len(self)))

    def as_array(self) -> Floats | list[Floats]:
        """One array of shape (N, n, d), if all bodies have n points; else a list of arrays."""
        if len(self.groups) == 1 and self._places is None:
            group = self.groups[0]
            counts = np.diff(group.ends, prepend=0)
            if len(counts) and (counts == counts[0]).all():
                return group.points.reshape(len(counts), counts[0], group.points.shape[1])
        return list(self)

    def taken(self, numbers: npt.NDArray[np.int64]) -> Hulls:
        """The bodies with these numbers."""
        if not numbers.size:
            return Hulls([])
        if self._places is None:
            group = self.groups[0]
            begins = np.concatenate([[0], group.ends[:-1]])[numbers]
            counts = group.ends[numbers] - begins
            ends = np.cumsum(counts, dtype=np.int64)
            # The rows of all of them: for each, those from its begin on.
            rows = np.arange(ends[-1]) + np.repeat(begins - (ends - counts), counts)
            return Hulls([Group(None, group.points[rows], ends)])
        return packed([self[number] for number in numbers])


def packed(arrays: Sequence[Floats]) -> Hulls:
    """Bodies from arrays that were checked: grouped by dimension and dtype."""
    by_kind: dict[tuple[int, str], list[int]] = {}
    for number, array in enumerate(arrays):
        by_kind.setdefault((array.shape[1], array.dtype.name), []).append(number)
    groups = []
    for numbers in by_kind.values():
        ends = np.cumsum([len(arrays[number]) for number in numbers], dtype=np.int64)
        points = np.ascontiguousarray(np.concatenate([arrays[number] for number in numbers]))
        alone = len(by_kind) == 1
        groups.append(Group(None if alone else np.array(numbers, np.int64), points, ends))
    return Hulls(groups)


def _array(body: Body, name: str) -> npt.NDArray[Any]:
    """The numbers of a body as an array, of any shape."""
    if not isinstance(body, np.ndarray) and hasattr(body, "vertices"):
        body = body.vertices
    if isinstance(body, np.ndarray):
        if isinstance(body, np.ma.MaskedArray) and np.ma.is_masked(body):
            raise TypeError(f"{name} is a masked array with masked points: leave them out")
        if body.dtype.kind == "f" and body.dtype.itemsize in (4, 8):
            # Bytes in the order of this machine.
            return np.asarray(body, dtype=body.dtype.newbyteorder("="))
        plain = name.split("[")[0]
        remedy = {
            "i": f"{plain}.astype(np.float64) is exact up to 2**53",
            "u": f"{plain}.astype(np.float64) is exact up to 2**53",
            "f": f"{plain}.astype(np.float64) is exact"
            if body.dtype.itemsize < 8
            else f"{plain}.astype(np.float64) rounds",
        }.get(body.dtype.kind, "")
        what = "float64 or float32" if body.dtype.kind == "f" else "floats"
        raise TypeError(f"{name} has dtype {body.dtype}: pass {what}{'; ' if remedy else ''}{remedy}")
    if isinstance(body, (str, os.PathLike)):
        raise TypeError(f"{name} is a {type(body).__name__}: a body is {_TAKEN}; gjk.load reads files")
    if isinstance(body, bytes) or not isinstance(body, Sequence):
        raise TypeError(f"{name} is a {type(body).__name__}: a body is {_TAKEN}")
    try:
        given = np.asarray(body)
        if given.dtype == object:
            # Numbers of several kinds, such as integers beyond those of NumPy; neither texts nor truth values.
            given = given if all(isinstance(x, (int, float)) and not isinstance(x, bool) for x in given.flat) else np.array("")
        array = given.astype(np.float64)
    except (TypeError, ValueError):
        given = np.array("")
    if given.dtype.kind not in "iufO":
        if given.size == 0 and given.dtype.kind != "U":
            return array
        raise TypeError(f"{name} is a list that is no table of numbers: a body is {_TAKEN}")
    if given.dtype.kind in "iuO" and not (array.astype(object) == given.astype(object)).all():
        raise ValueError(f"{name} has integers that no float64 is equal to")
    return array


def _checked(array: npt.NDArray[Any], name: str) -> Floats:
    """The points of one body.

    Raises
    ------
    ValueError
        If its shape is not that of points of the plane or of space.
    """
    if array.ndim != 2 or array.shape[1] not in (2, 3) or array.shape[0] == 0:
        raise ValueError(f"{name} must have shape (n, 3) or (n, 2) with n > 0, not {array.shape}")
    return array


def _alone(body: Body, name: str) -> Hulls:
    """The one body of an argument, by a short way: most of the time of a call about one pair is spent here."""
    points = np.ascontiguousarray(_checked(_array(body, name), name))
    return Hulls([Group(None, points, np.array([len(points)], np.int64))])


def _is_batch(bodies: Body) -> bool:
    """Whether bodies are meant, and not one."""
    if isinstance(bodies, Hulls):
        return True
    if isinstance(bodies, np.ndarray):
        return bodies.ndim == 3 or (bodies.ndim == 1 and bodies.dtype == object)
    if hasattr(bodies, "vertices") or isinstance(bodies, (str, bytes)) or not isinstance(bodies, Sequence):
        return False
    if len(bodies) == 0:
        return True
    first = bodies[0]
    if hasattr(first, "vertices"):
        return True
    return (first.ndim if isinstance(first, np.ndarray) else _depth(first)) >= 2


def _depth(value: Any) -> int:
    """The number of levels of a nested list."""
    if hasattr(value, "vertices"):
        return 2
    if isinstance(value, np.ndarray):
        return int(value.ndim)
    if isinstance(value, Sequence) and not isinstance(value, (str, bytes)):
        return 1 + (_depth(value[0]) if len(value) else 0)
    return 0


def _hulls(bodies: Body, name: str) -> Hulls:
    """The bodies of a batch."""
    if isinstance(bodies, Hulls):
        return bodies
    if isinstance(bodies, np.ndarray) and bodies.dtype != object:
        array = _array(bodies, name)
        count, points, dimension = array.shape
        if count == 0:
            return Hulls([])
        if points == 0 or dimension not in (2, 3):
            raise ValueError(f"{name} must have shape (N, n, 3) or (N, n, 2) with n > 0, not {array.shape}")
        flat = np.ascontiguousarray(array).reshape(count * points, dimension)
        return Hulls([Group(None, flat, np.arange(1, count + 1, dtype=np.int64) * points)])
    return packed([_checked(_array(body, f"{name}[{i}]"), f"{name}[{i}]") for i, body in enumerate(bodies)])


def of_two(a: Body, b: Body) -> tuple[Hulls, Hulls, bool]:
    """The bodies A and B of pairs, and whether they are many: one pair has no batch.

    Raises
    ------
    TypeError
        If a body is nothing that is taken, or A and B have different dtypes.
    ValueError
        If a shape is not that of bodies, or A and B do not fit each other.
    """
    many = [_is_batch(a), _is_batch(b)]
    if many[0] != many[1]:
        one, others = ("a", "b") if many[1] else ("b", "a")
        raise ValueError(f"{one} is one body, and {others} has {len(b if many[1] else a)}: pass as many of each")
    if not many[0]:
        bodies = [_alone(a, "a"), _alone(b, "b")]
    else:
        bodies = [_hulls(a, "a"), _hulls(b, "b")]
    return (*fitted(*bodies), many[0])


def fitted(a: Hulls, b: Hulls) -> tuple[Hulls, Hulls]:
    """A and B in the same groups.

    Raises
    ------
    TypeError, ValueError
        If they do not fit each other.
    """
    if len(a) != len(b):
        raise ValueError(f"a has {len(a)} {'body' if len(a) == 1 else 'bodies'}, b {len(b)}")
    alone = [len(hulls.groups) == 1 and hulls.groups[0].numbers is None for hulls in (a, b)]
    kinds = [[(group.points.shape[1], group.points.dtype) for group in hulls.groups] for hulls in (a, b)]
    if all(alone):
        _check_kinds(kinds[0][0], kinds[1][0], "")
    elif len(a):
        for number, (of_a, of_b) in enumerate(zip(a, b, strict=True)):
            _check_kinds((of_a.shape[1], of_a.dtype), (of_b.shape[1], of_b.dtype), f"pair {number}: ")
        # Groups in different orders, or with different numbers, are made anew.
        alike = kinds[0] == kinds[1] and all(
            np.array_equal(g.numbers, h.numbers)  # type: ignore[arg-type]
            for g, h in zip(a.groups, b.groups, strict=True)
        )
        if not alike:
            return packed(list(a)), packed(list(b))
    return a, b


def _check_kinds(a: tuple[int, Any], b: tuple[int, Any], of: str) -> None:
    (dim_a, dtype_a), (dim_b, dtype_b) = a, b
    if dim_a != dim_b:
        of_a, of_b = ("of the plane", "of space") if dim_a == 2 else ("of space", "of the plane")
        raise ValueError(f"{of}a is {of_a}, b {of_b}")
    if dtype_a != dtype_b:
        single = "a" if dtype_a == np.float32 else "b"
        raise TypeError(
            f"{of}a is {dtype_a} and b {dtype_b}: answers are judged in one scalar; "
            f"{single}.astype(np.float64) is exact, and judges in doubles"
        )


def tolerance_of(tolerance: float) -> float:
    """A tolerance in u·D.

    Raises
    ------
    ValueError
        If it is negative or not a number.
    """
    if isinstance(tolerance, (str, bytes)):
        raise TypeError(f"tolerance is {tolerance!r}: it is a number of units u·D")
    number = float(tolerance)
    if not number >= 0.0:
        raise ValueError(f"tolerance is {number}: it is a number of units u·D, and not negative")
    return number


class Answers(NamedTuple):
    """Answers about pairs of one dimension, as the private module takes them."""

    meets: npt.NDArray[np.uint8]
    distance: npt.NDArray[np.float64] | None
    depth: npt.NDArray[np.float64] | None
    normal: npt.NDArray[np.float64] | None
    translation: npt.NDArray[np.float64] | None
    on_a: npt.NDArray[np.float64] | None
    on_b: npt.NDArray[np.float64] | None
    axis: npt.NDArray[np.float64] | None
    time: npt.NDArray[np.float64] | None


NO_VERDICT = 2
_VECTORS = ("normal", "translation", "on_a", "on_b", "axis")


def _numbers(values: Any, name: str, what: str) -> npt.NDArray[np.float64]:
    try:
        array = np.asarray(values)
        if array.dtype.kind in "iuf" or array.dtype == object:
            return array.astype(np.float64)
    except (TypeError, ValueError):
        pass
    raise TypeError(f"{name} is no array of {what}")


def _column(values: Any, name: str, pairs: int, many: bool) -> npt.NDArray[np.float64]:
    """A number for each pair, a NaN for none."""
    array = _numbers(values, name, "numbers, a NaN for none")
    if not many and array.ndim == 0:
        array = array.reshape(1)
    if array.ndim != 1:
        raise ValueError(f"{name} has shape {array.shape} for {_pairs(pairs)}: it has a number for each")
    if len(array) != pairs:
        raise ValueError(f"{name} has {_answers(len(array))} for {_pairs(pairs)}")
    return np.ascontiguousarray(array)


def _rows(values: Any, name: str, pairs: int, dims: npt.NDArray[np.int64], many: bool) -> npt.NDArray[np.float64]:
    """A vector for each pair, NaN for none; in space, those of the plane have a third coordinate that is not looked at."""
    array = _numbers(values, name, "vectors, NaN for none")
    if not many and array.ndim == 1:
        array = array.reshape(1, -1)
    wanted = int(dims.max()) if len(dims) else array.shape[-1]
    if array.ndim != 2 or len(array) != pairs or (pairs and array.shape[1] != wanted):
        raise ValueError(f"{name} has shape {array.shape} for {_pairs(pairs)}: it has to be {(pairs, wanted)}")
    return array


def _pairs(count: int) -> str:
    return "1 pair" if count == 1 else f"{count} pairs"


def _answers(count: int) -> str:
    return "1 answer" if count == 1 else f"{count} answers"


def _verdicts(meets: Any, pairs: int, many: bool) -> npt.NDArray[np.uint8]:
    array = np.asarray(meets)
    if not many and array.ndim == 0:
        array = array.reshape(1)
    if array.shape != (pairs,):
        if array.ndim == 1:
            raise ValueError(f"meets has {_answers(len(array))} for {_pairs(pairs)}")
        raise ValueError(f"meets has shape {array.shape} for {_pairs(pairs)}: it has a verdict for each")
    if array.dtype == object:
        array = np.array([np.nan if verdict is None else verdict for verdict in array])
    none = np.isnan(array) if array.dtype.kind == "f" else np.zeros(array.shape, bool)
    if array.dtype.kind not in "biuf" or not np.isin(array[~none], (0, 1)).all():
        raise TypeError("meets has verdicts: True if the bodies share a point, False if not, and None or NaN for no answer")
    return np.where(none, NO_VERDICT, array).astype(np.uint8)


class Given(NamedTuple):
    """The answers of a caller about pairs, checked, and what they promise."""

    columns: dict[str, npt.NDArray[Any]]
    promise: str

    def of(self, numbers: npt.NDArray[np.int64] | None, dimension: int) -> Answers:
        """The answers about some of the pairs, which are of one dimension."""

        def taken(name: str) -> Any:
            column = self.columns.get(name)
            if column is None:
                return None
            column = column if numbers is None else column[numbers]
            return np.ascontiguousarray(column[:, :dimension] if name in _VECTORS else column)

        return Answers(*(taken(name) for name in Answers._fields))


PROMISES = ("verdict", "distance", "depth", "translation")


def given(values: dict[str, Any], promise: str | None, dims: npt.NDArray[np.int64], many: bool) -> Given:
    """The answers about pairs of these dimensions.

    Raises
    ------
    TypeError, ValueError
        If a value is not an answer for each pair, or the values do not belong together.
    """
    if values.get("time") is not None:
        raise ValueError("time is of a body that moves, and there is no motion: Pairs.of, exact and assert_right take motion=")
    pairs = len(dims)
    columns: dict[str, npt.NDArray[Any]] = {}
    for name in ("distance", "depth"):
        if values.get(name) is not None:
            columns[name] = column = _column(values[name], name, pairs, many)
            if (negative := np.flatnonzero(column < 0)).size:
                number = negative[0]
                which = f"{name}[{number}]" if many else name
                hint = (
                    "a distance is not negative. For signed distances pass meets=distance <= 0 and "
                    "distance=np.maximum(distance, 0), and where the bodies meet their depth and normal"
                    if name == "distance"
                    else "a depth is positive where bodies overlap, and NaN where they are apart"
                )
                raise ValueError(f"{which} is {column[number]}: {hint}")
    for name in _VECTORS:
        if values.get(name) is not None:
            columns[name] = _rows(values[name], name, pairs, dims, many)
    if ("on_a" in columns) != ("on_b" in columns):
        raise ValueError("on_a and on_b are given together: the two nearest points")
    if "depth" in columns and not {"normal", "translation"} & columns.keys():
        raise ValueError("depth has no direction: pass the normal from A to B, or the translation of B, as well")
    if "normal" in columns and not {"depth", "translation"} & columns.keys():
        raise ValueError("normal is judged with a depth: pass depth as well, or axis as evidence that bodies are apart")
    if values.get("meets") is not None:
        columns["meets"] = _verdicts(values["meets"], pairs, many)
    elif "distance" in columns:
        distance = columns["distance"]
        columns["meets"] = np.where(np.isnan(distance), NO_VERDICT, distance == 0).astype(np.uint8)
        if "depth" in columns:
            # Where the bodies meet, some functions give no distance.
            columns["meets"][np.isnan(distance) & ~np.isnan(columns["depth"])] = 1
    elif {"depth", "translation"} & columns.keys():
        name = "depth" if "depth" in columns else "translation"
        column = columns[name]
        missing = np.flatnonzero(np.isnan(column) if column.ndim == 1 else np.isnan(column).all(1))
        if missing.size:
            which = f"{name}[{missing[0]}]" if many else name
            raise ValueError(f"{which} is NaN: pass meets or distance as well, which say whether these bodies are apart")
        columns["meets"] = np.ones(pairs, np.uint8)
    else:
        raise ValueError("there is no answer: pass meets, distance, depth with a normal, or translation")
    if promise is None:
        is_deep = {"depth", "translation"} & columns.keys()
        promise = "depth" if is_deep else "distance" if "distance" in columns else "verdict"
    elif promise not in PROMISES:
        raise ValueError(f"promise is {promise!r}: it is one of {', '.join(map(repr, PROMISES))}, or None for what is given")
    return Given(columns, promise)
