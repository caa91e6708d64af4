"""Each mistake is answered with the argument, its shape or dtype, and the remedy."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gjk
from gjk import _gjk

TRIANGLE = np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
POINT = np.array([[0.0, 0.0, 5.0]])
THREE = gjk.Pairs.of([POINT] * 3, [TRIANGLE] * 3)


class Nothing:
    pass


MISTAKES: list[tuple[Any, type[Exception], str]] = [
    (lambda: gjk.exact(np.zeros((0, 3)), POINT), ValueError, "a must have shape (n, 3) or (n, 2) with n > 0, not (0, 3)"),
    (lambda: gjk.exact(POINT, np.zeros((4, 4))), ValueError, "b must have shape (n, 3) or (n, 2) with n > 0, not (4, 4)"),
    (lambda: gjk.exact(np.zeros(3), POINT), ValueError, "a must have shape (n, 3) or (n, 2) with n > 0, not (3,)"),
    (lambda: gjk.exact([[np.nan, 0.0, 0.0]], POINT), ValueError, "a[0] is not finite: [NaN, 0.0, 0.0]"),
    (lambda: gjk.certified([[np.nan, 0.0, 0.0]], POINT), ValueError, "a[0] is not finite: [NaN, 0.0, 0.0]"),
    (
        lambda: gjk.certified([POINT, POINT], [TRIANGLE, [[0.0, 0.0, 0.0], [0.0, np.inf, 0.0]]]),
        ValueError,
        "pair 1: b[1] is not finite: [0.0, inf, 0.0]",
    ),
    (
        lambda: gjk.judge(([POINT, POINT], [TRIANGLE, [[0.0, 0.0, np.nan]]]), meets=[True, True]),
        ValueError,
        "pair 1: b[0] is not finite: [0.0, 0.0, NaN]",
    ),
    (
        lambda: gjk.exact(np.zeros((2, 3), int), POINT),
        TypeError,
        "a has dtype int64: pass floats; a.astype(np.float64) is exact up to 2**53",
    ),
    (lambda: gjk.exact(POINT, POINT.astype(np.float16)), TypeError, "b has dtype float16: pass float64 or float32; b.astype(np.float64) is exact"),
    (
        lambda: gjk.exact(POINT.astype(np.float32), POINT),
        TypeError,
        "a is float32 and b float64: answers are judged in one scalar; a.astype(np.float64) is exact, and judges in doubles",
    ),
    (lambda: gjk.certified([POINT] * 2, [POINT] * 3), ValueError, "a has 2 bodies, b 3"),
    (lambda: gjk.certified(POINT, [POINT] * 3), ValueError, "a is one body, and b has 3: pass as many of each"),
    (lambda: gjk.judge(THREE, meets=[True, False]), ValueError, "meets has 2 answers for 3 pairs"),
    (lambda: gjk.judge(THREE, distance=[1.0, 2.0]), ValueError, "distance has 2 answers for 3 pairs"),
    (
        lambda: gjk.judge(THREE, distance=[5.0] * 3, on_a=np.zeros((2, 3)), on_b=np.zeros((3, 3))),
        ValueError,
        "on_a has shape (2, 3) for 3 pairs: it has to be (3, 3)",
    ),
    (lambda: gjk.judge(THREE, distance=[5.0] * 3, on_a=np.zeros((3, 3))), ValueError, "on_a and on_b are given together"),
    (lambda: gjk.judge(THREE, depth=[5.0] * 3), ValueError, "depth has no direction: pass the normal from A to B"),
    (lambda: gjk.judge(THREE, distance=[5.0, -0.25, 1.0]), ValueError, "distance[1] is -0.25: a distance is not negative"),
    (
        lambda: gjk.judge(THREE, depth=[-1.0, 1.0, 1.0], normal=np.ones((3, 3))),
        ValueError,
        "depth[0] is -1.0: a depth is positive",
    ),
    (
        lambda: gjk.judge(THREE, depth=[np.nan, 1.0, 1.0], normal=np.ones((3, 3))),
        ValueError,
        "depth[0] is NaN: pass meets or distance as well",
    ),
    (lambda: gjk.judge(THREE, meets=[False] * 3, normal=np.ones((3, 3))), ValueError, "normal is judged with a depth"),
    (lambda: gjk.judge(THREE, meets=[2, 0, 1]), TypeError, "meets has verdicts"),
    (lambda: gjk.judge(THREE, distance=["1", "2", "3"]), TypeError, "distance is no array of numbers"),
    (lambda: gjk.judge(THREE, distance=[1j, 2j, 3j]), TypeError, "distance is no array of numbers"),
    (lambda: gjk.judge(THREE, meets=[True] * 3, tolerance="64"), TypeError, "tolerance is '64'"),
    (lambda: gjk.certified(POINT, POINT, depth="yes"), TypeError, "depth is 'yes': it is True if depths are wanted"),
    (lambda: gjk.exact([["1", "2", "3"]], POINT), TypeError, "a is a list that is no table of numbers"),
    (lambda: gjk.exact([[True, False, True]], POINT), TypeError, "a is a list that is no table of numbers"),
    (lambda: gjk.exact([[2**53 + 1, 0, 0]], POINT), ValueError, "a has integers that no float64 is equal to"),
    (lambda: gjk.exact(np.ma.masked_greater(POINT, 1.0), POINT), TypeError, "a is a masked array with masked points"),
    (lambda: gjk.exact(POINT.astype(np.longdouble), POINT), TypeError, "a.astype(np.float64) rounds"),
    (lambda: gjk.pairs("floor", 2.5), TypeError, "n is 2.5: it is a whole number"),
    (lambda: gjk.pairs("floor", 2**40), ValueError, "n is 1099511627776: it is at least 0 and below 2**31"),
    (lambda: gjk.pairs("floor", 3, seed=2**64), ValueError, "seed is 18446744073709551616: it is at least 0 and below 2**63"),
    (lambda: gjk.pairs("floor"), TypeError, "pairs() missing 1 required positional argument: 'n'"),
    (lambda: gjk.pairs(None, 3), TypeError, "family is a NoneType: it is a name"),
    (lambda: gjk.pairs("floor", 3, dtype="single32"), TypeError, "dtype is 'single32': it is float64 or float32"),
    (lambda: THREE[0, 1], TypeError, "pairs are selected by a number"),
    (lambda: THREE[7], IndexError, "there are 3 pairs, and none has the number 7"),
    (lambda: THREE["x"], KeyError, "there is no pair 'x'"),
    (lambda: gjk.Pairs.of([POINT], [POINT], ids="a"), TypeError, "ids is the str 'a': it is a sequence of names"),
    (lambda: gjk.Pairs.of([POINT * np.nan], [POINT]).lines(), ValueError, "a[0] is not finite"),
    (lambda: gjk.load(None), TypeError, "source is a NoneType: it is a path or a sequence of paths"),
    (lambda: gjk.load(b"arm.urdf"), TypeError, "source is a bytes"),
    (lambda: gjk.load([]), ValueError, "source names no file"),
    (lambda: gjk.load("nowhere.urdf"), OSError, "nowhere.urdf"),
    (lambda: gjk.load("arm.urdf", srdf="nowhere.srdf"), OSError, "nowhere.srdf"),
    (lambda: gjk.load("arm.urdf", name=3), TypeError, "name is 3: it is a str"),
    (lambda: gjk.load("arm.urdf", joints=[1]), TypeError, "joints is a list: it is a mapping"),
    (lambda: gjk.load("arm.urdf", joints={"elbow": "x"}), ValueError, "joints['elbow'] is 'x': it is a finite number"),
    (lambda: gjk.load("arm.urdf", xyz=1.0), TypeError, "xyz is 1.0: it has three finite numbers"),
    (lambda: gjk.judge(THREE), ValueError, "there is no answer: pass meets, distance, depth with a normal, or translation"),
    (lambda: gjk.judge(THREE, meets=["yes"] * 3), TypeError, "meets has verdicts: True if the bodies share a point"),
    (lambda: gjk.judge(THREE, distance=["far"] * 3), TypeError, "distance is no array of numbers"),
    (lambda: gjk.judge(POINT, distance=[1.0]), TypeError, "pairs is a ndarray: it is Pairs"),
    (lambda: gjk.judge(THREE, meets=[True] * 3, promise="all"), ValueError, "promise is 'all': it is one of 'verdict'"),
    (lambda: gjk.exact(TRIANGLE[:, :2], TRIANGLE), ValueError, "a is of the plane, b of space"),
    (
        lambda: gjk.certified([POINT, TRIANGLE], [POINT, TRIANGLE[:, :2]]),
        ValueError,
        "pair 1: a is of space, b of the plane",
    ),
    (lambda: gjk.pairs("floo", 3), ValueError, 'there is no family "floo"; did you mean `floor`?'),
    (lambda: gjk.pairs("curved", 3), ValueError, 'the bodies of the family "curved" are not hulls of points'),
    (lambda: gjk.pairs("floor", -1), ValueError, "n is -1: it is at least 0 and below 2**31"),
    (lambda: gjk.pairs("floor", 3, dtype=int), TypeError, "dtype is int64: it is float64 or float32"),
    (lambda: gjk.exact(Nothing(), POINT), TypeError, "a is a Nothing: a body is an array of shape (n, 3) or (n, 2)"),
    (lambda: gjk.exact("mesh.obj", POINT), TypeError, "a is a str: a body is an array"),
    (lambda: gjk.exact([["x", "y", "z"]], POINT), TypeError, "a is a list that is no table of numbers"),
    (lambda: gjk.exact([], []), ValueError, "a has no body: exact is about one pair"),
    (lambda: gjk.exact([POINT] * 2, [POINT] * 2), ValueError, "a has 2 bodies: exact is about one pair"),
    (lambda: gjk.assert_right([True] * 2, [POINT] * 2, [POINT] * 2), ValueError, "assert_right is about one pair"),
    (lambda: gjk.judge(THREE, meets=[True] * 3, tolerance=-1), ValueError, "tolerance is -1.0"),
    (lambda: gjk.judge(THREE, meets=[True] * 3, tolerance=np.nan), ValueError, "tolerance is nan"),
    (lambda: gjk.assert_right(1.0, POINT, POINT, tolerance=-2), ValueError, "tolerance is -2.0"),
    (lambda: gjk.assert_right({"distanse": 1.0}, POINT, POINT), ValueError, "answer has 'distanse', which is none of meets"),
    (lambda: gjk.assert_right("far", POINT, POINT), TypeError, "answer is a str: it is True or False, a distance"),
    (lambda: gjk.load("nowhere.jsonl"), OSError, "nowhere.jsonl: "),
    (lambda: gjk.load("frozen"), ValueError, "there is no frozen set yet"),
    (lambda: gjk.load("corpus#fcl-39"), ValueError, 'there is no case with id "fcl-39"; did you mean'),
    (lambda: gjk.load("corpus", xyz=[1, 2, 3]), ValueError, "corpus: joints, poses, names and srdf are for meshes and robots"),
    (lambda: gjk.load("arm.urdf", xyz=[1, 2]), ValueError, "xyz is [1.0, 2.0]: it has three finite numbers"),
    (lambda: gjk.load("arm.urdf", joints={"elbo": 1.0}), ValueError, "elbow"),
    (lambda: gjk.load("arm.urdf", joints={"elbow": 3.0}), ValueError, "beyond_limits=True allows it"),
    (lambda: gjk.load(["arm.urdf", "table.obj"], xyz=[1, 2, 3]), ValueError, "joints, xyz, rpy and name are of one file"),
    (lambda: gjk.load("bad.jsonl"), ValueError, "bad.jsonl:1: "),
    (lambda: gjk.strategies.pairs("floo"), ValueError, 'there is no family "floo"'),
    (lambda: gjk.strategies.pairs("floor", max_points=0), ValueError, "max_points is 0"),
    (lambda: gjk.Pairs.of([POINT], [POINT], ids=["a", "b"]), ValueError, "ids has 2 names for 1 pairs"),
]


@pytest.mark.parametrize("call, error, words", MISTAKES, ids=[f"{number}" for number in range(len(MISTAKES))])
def test_a_mistake_is_answered(call: Any, error: type[Exception], words: str, folder: Path) -> None:
    (folder / "bad.jsonl").write_text('{"id":"x","dim":3,"a":{"points":[[0,0]]},"b":{"points":[[0,0,0]]}}\n')
    with pytest.raises(error) as raised:
        call()
    assert words in str(raised.value)


def test_a_failure_of_this_project_has_the_case() -> None:
    a, b = (hulls.groups[0].packed for hulls in (THREE[:1]._a, THREE[:1]._b))
    with pytest.raises(RuntimeError, match="gjk itself failed on this case, which is worth a report: on purpose\ncase: {"):
        _gjk.fail(a, b)


def test_lists_and_meshes_are_taken() -> None:
    class Mesh:
        vertices = TRIANGLE

    assert gjk.exact([[0, 0, 5]], Mesh()).distance == 5.0
    other_order = POINT.astype(">f8")
    assert gjk.exact(other_order, Mesh()).distance == 5.0
    many = gjk.certified([Mesh(), [[0, 0, 1]]], [POINT, POINT])
    assert many.distance.tolist() == [5.0, 4.0]


def test_no_pairs_have_an_empty_judgement() -> None:
    for pairs in (gjk.pairs("floor", 0), gjk.Pairs.of([], []), gjk.Pairs.of(np.zeros((0, 4, 3)), np.zeros((0, 4, 3)))):
        judgement = gjk.judge(pairs, distance=[])
        assert judgement.ok and len(judgement) == 0 and judgement.worst() == [] and repr(judgement) == "Judgement: no pairs"
        assert len(gjk.certified(pairs.a, pairs.b).distance) == 0
    assert judgement.table().splitlines() == ["ruling  pairs  %  margin / u·D  error / u·D"]


def test_a_failure_has_claim_truth_margin_case_and_command() -> None:
    with pytest.raises(AssertionError) as raised:
        gjk.assert_right({"meets": True, "depth": 0.1, "normal": [0, 0, 1]}, TRIANGLE, POINT / 10)
    message = str(raised.value)
    for part in (
        "wrong in f64: it says that they meet, by a depth of 0.1\n",
        "truth: 3 and 1 points, separated, distance 0.5, D = 1.0\n",
        "margin, the least translation that makes the verdict true: 5.0000e-1 (4.5036e15 u·D)\n",
        '  case: {"id":"case","dim":3,"a":{"points":[[0,0,0],[1,0,0],[0,1,0]]},"b":{"points":[[0,0,0.5]]}}\n',
        "| gjk check - --scalar f64",
    ):
        assert part in message
    # All digits of the claim and of the truth.
    with pytest.raises(AssertionError, match=r"apart by 0\.30000000000000004\n  truth: .* distance 0\.1,"):
        gjk.assert_right(0.1 + 0.2, [[0.1, 0.0]], [[0.0, 0.0]])
    gjk.assert_right(0.1 + 1e-16, [[0.1, 0.0]], [[0.0, 0.0]])
    with pytest.raises(AssertionError, match="--tolerance 0$"):
        gjk.assert_right(0.1 + 2e-17, [[0.1, 0.0]], [[0.0, 0.0]], tolerance=0) if 0.1 + 2e-17 != 0.1 else gjk.assert_right(
            0.1 + 3e-17, [[0.1, 0.0]], [[0.0, 0.0]], tolerance=0
        )
