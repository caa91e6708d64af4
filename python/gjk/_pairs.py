"""Pairs of convex hulls, and where they come from."""

from __future__ import annotations

import operator
import os
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, overload

import numpy as np
import numpy.typing as npt

from . import _gjk
from ._casts import fitted, motions, passed
from ._hulls import Body, Floats, Group, Hulls, of_two


class _Named(NamedTuple):
    a: Floats
    b: Floats
    id: str


class Pair(_Named):
    """Two convex hulls: ``a, b, _ = pair``, or ``pair.a`` and ``pair.b``. Pairs are equal if their ids and all numbers are.

    Attributes
    ----------
    a, b : ndarray, shape (n, d)
        The points of A and of B.
    id : str
        The name of the pair.
    motion : ndarray, shape (d,), or None
        The translation of A from time 0 to time 1; ``None`` if the bodies are at rest. It is not one of the three that a pair is
        unpacked into.
    """

    motion: Floats | None = None

    def __new__(cls, a: Floats, b: Floats, id: str, motion: Floats | None = None) -> Pair:
        pair = super().__new__(cls, a, b, id)
        pair.motion = motion
        return pair

    def _replace(self, **changes: Any) -> Pair:
        motion = changes.pop("motion", self.motion)
        pair = super()._replace(**changes)
        pair.motion = motion
        return pair

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Pair):
            return NotImplemented
        if self.motion is None or other.motion is None:
            alike = self.motion is other.motion
        else:
            alike = _are_equal(self.motion, other.motion)
        return alike and self.id == other.id and _are_equal(self.a, other.a) and _are_equal(self.b, other.b)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self.id)

    def __repr__(self) -> str:
        if len(self.a) + len(self.b) <= 8:
            # Numbers that a reader can copy.
            of = "" if self.a.dtype == np.float64 else f"  # {self.a.dtype}"
            moves = "" if self.motion is None else f", motion={self.motion.tolist()}"
            return f"Pair(a={self.a.tolist()}, b={self.b.tolist()}, id={self.id!r}{moves}){of}"
        space = "the plane" if self.a.shape[1] == 2 else "space"
        moves = "" if self.motion is None else f"; A moves by {self.motion.tolist()}"
        return f"Pair {self.id}: {len(self.a)} and {len(self.b)} points in {space}, {self.a.dtype}{moves}"


def _are_equal(a: Floats, b: Floats) -> bool:
    return a.dtype == b.dtype and np.array_equal(a, b)


class Pairs(Sequence[Pair]):
    """Pairs of convex hulls.

    A sequence: ``pairs[3]`` is a `Pair`; a slice, an array of numbers or an array of bools of length N selects `Pairs`.
    `pairs`, `load` and `Pairs.of` make them.

    Attributes
    ----------
    a, b : ndarray, shape (N, n, d), or list of N ndarrays, shape (n, d)
        The points of the bodies A and B: one array, if all bodies have n points.
    ids : tuple of str
        The names of the pairs; ``pairs["gap.1.3"]`` is the one with this name.
    dim : int or None
        2 for the plane, 3 for space; ``None`` if there are pairs of both.
    motion : ndarray, shape (N, d), or None
        The translations of the bodies A from time 0 to time 1; a row of zeros is a body at rest; ``None`` if no body moves.

    Notes
    -----
    The arrays are those of the caller where that is possible: who writes to them changes the pairs.
    """

    def __init__(self, a: Hulls, b: Hulls, ids: Sequence[str], motion: Floats | None = None) -> None:
        self._a, self._b, self.ids, self._motion = a, b, tuple(ids), motion

    @classmethod
    def of(cls, a: Body, b: Body, ids: Sequence[str] | None = None, *, motion: Any = None) -> Pairs:
        """Pairs of bodies of the caller.

        Parameters
        ----------
        a, b : array_like
            N bodies each, of shape (N, n, d) or lists of N arrays; or one body each.
        ids : sequence of str, optional
            The names of the pairs; their numbers, if there are none.
        motion : array_like, optional
            The translations of the bodies A, of shape (N, d); or that of one body, of shape (d,). Zeros are bodies at rest.

        Returns
        -------
        Pairs

        Examples
        --------
        >>> import gjk
        >>> gjk.Pairs.of([[[0.0, 0.0]], [[1.0, 1.0]]], [[[3.0, 4.0]], [[1.0, 1.0]]], ids=["apart", "one"])
        Pairs: 2 in the plane, float64, 1 and 1 points; apart, one
        """
        of_a, of_b, many = of_two(a, b)
        if isinstance(ids, str):
            raise TypeError(f"ids is the str {ids!r}: it is a sequence of names")
        names = [str(number) for number in range(len(of_a))] if ids is None else [str(name) for name in ids]
        if len(names) != len(of_a):
            raise ValueError(f"ids has {len(names)} names for {len(of_a)} pairs")
        return cls(of_a, of_b, names, motions(motion, of_a, many))

    @property
    def a(self) -> Floats | list[Floats]:
        """The bodies A."""
        return self._a.as_array()

    @property
    def b(self) -> Floats | list[Floats]:
        """The bodies B."""
        return self._b.as_array()

    @property
    def motion(self) -> Floats | None:
        """The translations of the bodies A; ``None`` if no body moves."""
        return self._motion

    @property
    def moves(self) -> npt.NDArray[np.bool_]:
        """Whether A moves, of shape (N,): ``pairs[pairs.moves]`` are the pairs that do."""
        return np.zeros(len(self), bool) if self._motion is None else (self._motion != 0).any(1)

    def _passed(self, group: Group) -> npt.NDArray[np.float64] | None:
        """The motions of a group of the bodies A, as the private module takes them."""
        return passed(self._motion, group.numbers, group.points.shape[1])

    @property
    def dim(self) -> int | None:
        """The dimension; ``None`` if there are pairs of the plane and of space."""
        dims = {group.points.shape[1] for group in self._a.groups}
        return dims.pop() if len(dims) == 1 else None

    @property
    def dims(self) -> npt.NDArray[np.int64]:
        """The dimension of each pair, of shape (N,)."""
        dims = np.zeros(len(self), np.int64)
        for group in self._a.groups:
            dims[slice(None) if group.numbers is None else group.numbers] = group.points.shape[1]
        return dims

    def __len__(self) -> int:
        return len(self.ids)

    @overload
    def __getitem__(self, index: int | str) -> Pair: ...
    @overload
    def __getitem__(self, index: slice | Sequence[int] | npt.NDArray[Any]) -> Pairs: ...
    def __getitem__(self, index: Any) -> Any:
        """The pair of a number or of a name; the pairs of a slice, of an array of numbers, or of an array of bools."""
        if isinstance(index, (int, np.integer)):
            a, row = self._a[index], None if self._motion is None else self._motion[index]
            motion = row[: a.shape[1]].astype(a.dtype) if row is not None and row.any() else None
            return Pair(a, self._b[index], self.ids[index], motion)
        if isinstance(index, str):
            if index not in self.ids:
                raise KeyError(f"there is no pair {index!r}")
            return self[self.ids.index(index)]
        if not isinstance(index, slice):
            is_tuple, index = isinstance(index, tuple), np.asarray(index)
            if is_tuple or index.ndim != 1 or index.size and index.dtype.kind not in "biu":
                raise TypeError("pairs are selected by a number, a name, a slice, numbers, or bools")
            index = index if index.size else index.astype(np.int64)
        numbers = np.arange(len(self))[index]
        of_a, of_b, ids = self._a.taken(numbers), self._b.taken(numbers), [self.ids[number] for number in numbers]
        return Pairs(of_a, of_b, ids, None if self._motion is None else fitted(self._motion[numbers], of_a))

    def __contains__(self, item: object) -> bool:
        """Whether a pair, or a pair with this name, is among them."""
        if isinstance(item, str):
            return item in self.ids
        return isinstance(item, Pair) and item.id in self.ids and any(item == pair for pair in self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Pairs):
            return NotImplemented
        return self.ids == other.ids and all(p == q for p, q in zip(self, other))

    __hash__ = None  # type: ignore[assignment]

    def __iter__(self) -> Iterator[Pair]:
        return (self[number] for number in range(len(self)))

    def _groups(self) -> list[tuple[Group, Group]]:
        return list(zip(self._a.groups, self._b.groups, strict=True))

    def lines(self) -> list[str]:
        """The pairs as lines of a file of cases, which the program ``gjk`` reads."""
        lines = [""] * len(self)
        for a, b in self._groups():
            numbers = range(len(self)) if a.numbers is None else a.numbers
            names = [self.ids[number] for number in numbers]
            for number, line in zip(numbers, _gjk.case_lines(a.packed, b.packed, self._passed(a), names), strict=True):
                lines[number] = line
        return lines

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a file of cases, which `load` and the program read: ``gjk check FILE``.

        Parameters
        ----------
        path : path_like
            The file, which must not exist.

        Raises
        ------
        FileExistsError
            If it exists.
        """
        with open(path, "x", encoding="utf-8") as file:
            file.writelines(line + "\n" for line in self.lines())

    def __repr__(self) -> str:
        if not self.ids:
            return "Pairs: none"
        space = {2: "in the plane", 3: "in space", None: "in the plane and in space"}[self.dim]
        dtypes = " and ".join(sorted({group.points.dtype.name for group in self._a.groups}))

        def counts(hulls: Hulls) -> str:
            numbers = [np.diff(group.ends, prepend=0) for group in hulls.groups]
            least, most = min(int(n.min()) for n in numbers), max(int(n.max()) for n in numbers)
            return str(most) if least == most else f"{least} to {most}"

        names = ", ".join(self.ids[:3]) + (", …" if len(self) > 3 else "")
        moving = int(np.count_nonzero(self.moves))
        moves = "" if moving == 0 else ", A moves" if moving == len(self) else f", A moves in {moving}"
        return f"Pairs: {len(self)} {space}, {dtypes}, {counts(self._a)} and {counts(self._b)} points{moves}; {names}"


class _Generator:
    """The function `gjk.pairs`, with the names of the families as its attribute."""

    #: The names of the families of hulls of points at rest.
    families: tuple[str, ...] = tuple(name for name, _, _, moves in _gjk.families() if not moves)
    #: The names of the families of hulls in which A moves.
    cast_families: tuple[str, ...] = tuple(name for name, _, _, moves in _gjk.families() if moves)

    def __call__(self, family: str, n: int, *, seed: int = 1, dtype: npt.DTypeLike = np.float64) -> Pairs:
        """n pairs of a family of hard cases; ``gjk.pairs.families`` names them.

        ``gjk.pairs.cast_families`` names the families in which A moves.

        A family is a recipe that leads into one degeneracy, such as faces that touch, or needles. Each pair is a pure function of
        its family, the seed, its number and the dtype, and has a name with which the program finds it: ``gjk check gap.1.7``.

        Parameters
        ----------
        family : str
            The name of a family of hulls of points.
        n : int
            The number of pairs.
        seed : int, default 1
            The seed.
        dtype : dtype, default float64
            float64 or float32: coordinates are exact in it.

        Returns
        -------
        Pairs

        Raises
        ------
        ValueError
            If there is no such family, or n is negative.

        Examples
        --------
        >>> import gjk
        >>> gjk.pairs("floor", 3)
        Pairs: 3 in space, float64, 5 to 29 and 8 to 14 points; floor.1.0, floor.1.1, floor.1.2
        >>> gjk.pairs("cast-boxes", 2).motion.shape
        (2, 3)
        """
        if not isinstance(family, str):
            raise TypeError(f"family is a {type(family).__name__}: it is a name, one of gjk.pairs.families")
        count, start = _whole(n, "n", 2**31), _whole(seed, "seed", 2**63)
        a, b, ids, motion = _gjk.generate(family, 0, count, start, is_single(dtype))
        if count == 0:
            return Pairs(Hulls([]), Hulls([]), [])
        of_a = Hulls([Group(None, *a)])
        return Pairs(of_a, Hulls([Group(None, *b)]), ids, fitted(motion, of_a))


# As messages about missing arguments name it.
_Generator.__call__.__qualname__ = "pairs"
pairs = _Generator()
pairs.__doc__ = _Generator.__call__.__doc__


def _whole(number: Any, name: str, limit: int) -> int:
    """A whole number of zero or more, below a limit."""
    try:
        whole = operator.index(number)
    except TypeError:
        raise TypeError(f"{name} is {number!r}: it is a whole number") from None
    if not 0 <= whole < limit:
        raise ValueError(f"{name} is {whole}: it is at least 0 and below 2**{limit.bit_length() - 1}")
    return whole


def is_single(dtype: npt.DTypeLike) -> bool:
    """Whether a dtype is float32, and not float64.

    Raises
    ------
    TypeError
        If it is neither.
    """
    try:
        kind = np.dtype({"f32": np.float32, "f64": np.float64}.get(dtype, dtype) if isinstance(dtype, str) else dtype)
    except TypeError:
        raise TypeError(f"dtype is {dtype!r}: it is float64 or float32") from None
    if kind not in (np.dtype(np.float64), np.dtype(np.float32)):
        raise TypeError(f"dtype is {kind}: it is float64 or float32")
    return kind == np.dtype(np.float32)


def load(
    source: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
    *,
    joints: Mapping[str, float] | None = None,
    xyz: Sequence[float] | None = None,
    rpy: Sequence[float] | None = None,
    name: str | None = None,
    srdf: str | os.PathLike[str] | Sequence[str | os.PathLike[str]] = (),
    beyond_limits: bool = False,
) -> Pairs:
    """Pairs of a case file, of a mesh or robot, or of ``'corpus'``.

    Parameters
    ----------
    source : path_like or a sequence of them
        A file of cases (JSON Lines); a mesh (OBJ, STL, PLY, OFF, glTF, COLLADA), whose objects are the bodies; a robot (URDF),
        whose links are; a ``.scene`` file; or several meshes and robots, whose bodies are paired within each file and across
        files. ``'corpus'`` has inputs that broke implementations in the field. A ``#ID`` behind the name of a case file selects
        a case.
    joints : mapping of str to float, optional
        Joints of the robot and their values, in radians or metres; zero for the others.
    xyz, rpy : sequence of 3 floats, optional
        The position of the file's origin, and its turns about x, y and z, in this order, in radians.
    name : str, optional
        The name of the file in the ids of pairs.
    srdf : path_like or a sequence of them, optional
        Semantic descriptions: pairs of links that they disable are left out.
    beyond_limits : bool, default False
        Whether a joint may be beyond its limits.

    Returns
    -------
    Pairs
        float64, or float32 for cases that say so, with the motions of the cases that have a ``cast``. A body of several convex
        parts is in a pair for each part, with an id such as ``a--b[0,1]``. Pairs with a body that is not the hull of points, such
        as a cylinder or a ball, are left out with a warning; ``gjk check`` judges these.

    Raises
    ------
    OSError
        If the file cannot be read.
    ValueError
        If its content is not as it has to be: the message has the file, the line and the field.
    """
    addresses = _paths(source, "source")
    if not addresses:
        raise ValueError("source names no file")
    if addresses == ["frozen"] and not os.path.exists("frozen"):
        raise ValueError("there is no frozen set yet; 'corpus' and the families of gjk.pairs are there")
    if joints is not None and not isinstance(joints, Mapping):
        raise TypeError(f"joints is a {type(joints).__name__}: it is a mapping of the names of joints to numbers")
    if name is not None and not isinstance(name, str):
        raise TypeError(f"name is {name!r}: it is a str")
    wish = {
        "joints": [(str(joint), _number(value, f"joints[{joint!r}]")) for joint, value in (joints or {}).items()],
        "xyz": _three(xyz, "xyz"),
        "rpy": _three(rpy, "rpy"),
        "name": name,
        "srdf": _paths(srdf, "srdf"),
        "beyond_limits": bool(beyond_limits),
    }
    try:
        groups, notes, left_out = _gjk.load(addresses, wish)
    except (OSError, ValueError) as error:
        raise type(error)(_in_python(str(error))) from None
    for note in notes:
        warnings.warn(_in_python(note), stacklevel=2)
    if left_out:
        cases = "1 pair is" if left_out == 1 else f"{left_out} pairs are"
        warnings.warn(
            f"{'+'.join(addresses)}: {cases} left out, at least in part: a body, or a part of it, is no hull of points, such as "
            "a cylinder or a ball. `gjk check` judges all",
            stacklevel=2,
        )
    count = sum(len(numbers) for numbers, _ in groups)
    ids, alone = [""] * count, len(groups) == 1
    of_a, of_b = [], []
    motion = np.zeros((count, 3))
    for numbers, (a, b, names, moves) in groups:
        of_a.append(Group(None if alone else numbers, *a))
        of_b.append(Group(None if alone else numbers, *b))
        if moves is not None:
            motion[numbers, : moves.shape[1]] = moves
        for number, pair in zip(numbers, names, strict=True):
            ids[number] = pair
    return Pairs(Hulls(of_a), Hulls(of_b), ids, fitted(motion, Hulls(of_a)))


def _paths(source: Any, name: str) -> list[str]:
    """One path or several, as texts."""
    files = [source] if isinstance(source, (str, os.PathLike)) else source
    if isinstance(files, (bytes, Mapping)) or not isinstance(files, Iterable):
        raise TypeError(f"{name} is a {type(source).__name__}: it is a path or a sequence of paths")
    paths = list(files)
    if wrong := [path for path in paths if not isinstance(path, (str, os.PathLike)) or not isinstance(os.fspath(path), str)]:
        raise TypeError(f"{name} has a {type(wrong[0]).__name__}: it is a path or a sequence of paths")
    return [str(os.fspath(path)) for path in paths]


def _number(value: Any, name: str) -> float:
    if isinstance(value, (int, float, np.integer, np.floating)) and np.isfinite(value):
        return float(value)
    raise ValueError(f"{name} is {value!r}: it is a finite number")


def _three(value: Any, name: str) -> list[float] | None:
    if value is None:
        return None
    if isinstance(value, str) or not isinstance(value, Iterable):
        raise TypeError(f"{name} is {value!r}: it has three finite numbers")
    numbers = [_number(x, name) for x in value]
    if len(numbers) != 3:
        raise ValueError(f"{name} is {numbers}: it has three finite numbers")
    return numbers


def _in_python(message: str) -> str:
    """A message of the program, with keywords for its options."""
    for option, keyword in (
        ("--beyond-limits (or @beyond-limits in the address) allows it", "beyond_limits=True allows it"),
        ("--srdf ", "srdf="),
        ("--beyond-limits", "beyond_limits=True"),
    ):
        message = message.replace(option, keyword)
    return message
