"""Bodies that move: truths by hand and by another method, rulings of faults, files, and messages about mistakes."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

import gjk
from conftest import run

CUBE = np.array([[x, y, z] for x in (-1.0, 1.0) for y in (-1.0, 1.0) for z in (-1.0, 1.0)])
SQUARE = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])
DOWN = [0.0, -4.0, 0.0]
#: The families that are ruled: in the other one, bodies overlap at the start.
RULED = [family for family in gjk.pairs.cast_families if family != "cast-overlap"]


def test_truths_by_hand() -> None:
    falling = gjk.exact(CUBE + [0.0, 4.0, 0.0], CUBE, motion=DOWN)
    assert (falling.time, falling.class_, falling.meets, falling.distance) == (Fraction(1, 2), "hit", True, 0.0)
    assert falling.normal is not None and falling.normal.tolist() == [0.0, -1.0, 0.0]
    assert falling.on_a.tolist() == falling.on_b.tolist() and falling.on_a[1] == 1.0
    # A would have to be moved by 2 to stay out.
    assert (falling.depth, falling.depth_squared, falling.size) == (2.0, 4, 6.0)
    assert falling.motion is not None and falling.motion.tolist() == DOWN
    assert falling.proof["first_contact"]["time"] == "1/2" and falling.proof["cast"]["translation"]
    passing = gjk.exact(SQUARE + [-4.0, 2.5], SQUARE, motion=[8.0, 0.0])
    assert (passing.time, passing.class_, passing.meets, passing.distance_squared) == (None, "never", False, Fraction(1, 4))
    assert passing.normal is not None and passing.normal.tolist() == [0.0, -1.0] and passing.depth is None
    assert (passing.on_b - passing.on_a).tolist() == [0.0, -0.5]
    # A time that no double is equal to.
    third = gjk.exact([[0.0, 0.0]], [[1.0, 0.0]], motion=[3.0, 0.0])
    assert third.time == Fraction(1, 3) and repr(third).startswith("Truth: hit, time 1/3 at (1, 0), normal (1, 0); 1 and 1 points")
    for offset, class_ in ((2.0, "touching"), (1.5, "overlapping")):
        start = gjk.exact(CUBE, CUBE + [offset, 0.0, 0.0], motion=[-1.0, 0.0, 0.0])
        assert (start.time, start.class_, start.meets) == (0, class_, True)
        assert start.normal is not None and start.normal.tolist() == [1.0, 0.0, 0.0]
    assert gjk.exact(CUBE, CUBE).time is None and gjk.exact(CUBE, CUBE).motion is None
    again = pickle.loads(pickle.dumps(falling))
    assert again.time == falling.time and again.motion.tolist() == DOWN


def _contacts(a: Any, b: Any, motion: Any) -> Iterator[Fraction]:
    """The times at which a corner of one polygon of the plane is on an edge of the other, by fractions."""
    exact = [[[Fraction(float(x)) for x in point] for point in points] for points in (a, b)]
    r = [Fraction(float(x)) for x in motion]
    for points, others, sign in ((exact[0], exact[1], 1), (exact[1], exact[0], -1)):
        for p in points:
            for q, s in combinations(others, 2):
                edge, way, to = [s[i] - q[i] for i in (0, 1)], [sign * x for x in r], [q[i] - p[i] for i in (0, 1)]
                across = way[0] * edge[1] - way[1] * edge[0]
                if across == 0:
                    continue
                time = (to[0] * edge[1] - to[1] * edge[0]) / across
                place = (to[0] * way[1] - to[1] * way[0]) / across
                if 0 <= time <= 1 and 0 <= place <= 1:
                    yield time


def test_times_in_the_plane_are_the_first_at_which_a_corner_is_on_an_edge() -> None:
    rng = np.random.default_rng(3)
    hits = 0
    for _ in range(200):
        a, b = rng.integers(-4, 5, (2, 3, 2)).astype(float)
        a, motion = a + [-9.0, 0.0], rng.integers(-3, 4, 2) + [9.0, 0.0]
        truth = gjk.exact(a, b, motion=motion)
        assert truth.time == min(_contacts(a, b, motion), default=None)
        hits += truth.meets
    assert 50 < hits < 180


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_a_first_contact_is_where_the_truth_of_the_moved_body_says(dtype: type) -> None:
    seen = set()
    for family in RULED:
        pairs = gjk.pairs(family, 8, dtype=dtype)
        assert pairs.motion is not None and pairs.motion.dtype == dtype and pairs.moves.all()
        for pair in pairs:
            truth = gjk.exact(pair.a, pair.b, motion=pair.motion)
            seen.add(truth.class_)
            assert (truth.time is None) == (not truth.meets) and truth.meets == (truth.distance_squared == 0)
            # On the face of the contact, or between the points where they pass, up to rounding.
            if truth.meets:
                assert np.allclose(truth.on_a, truth.on_b, rtol=0, atol=1e-12 * truth.size)
            else:
                assert np.isclose(np.linalg.norm(truth.on_b - truth.on_a), truth.distance, rtol=0, atol=1e-12 * truth.size)
        times = gjk.judge(pairs, meets=[None] * 8).truth_time
        exact = [gjk.exact(pair.a, pair.b, motion=pair.motion).time for pair in pairs]
        # Rounded, by at most two units in the last place.
        assert np.allclose(times, [np.inf if time is None else float(time) for time in exact], rtol=2**-51, atol=0)
    assert seen == {"hit", "never", "touching"}


def test_right_answers_are_right_and_planted_faults_have_their_rulings() -> None:
    kinds = set()
    for family in RULED:
        pairs = gjk.pairs(family, 20)
        right = gjk.judge(pairs, meets=[None] * 20).truth_time
        judgement = gjk.judge(pairs, time=right)
        assert judgement.ok and judgement.promise == "cast" and (judgement.ruling == "right").all()
        assert np.array_equal(np.isnan(judgement.late), np.isinf(right))
        hits = np.isfinite(right)
        late = gjk.judge(pairs, time=np.where(hits, np.minimum(right + 1e-3, 1.0), np.inf))
        early = gjk.judge(pairs, time=np.where(hits, np.maximum(right - 1e-3, 0.0), np.inf))
        missed = gjk.judge(pairs, time=np.full(20, np.inf))
        assert not (late.early[hits] > 64).any() and not (early.late[hits] > 64).any()
        assert set(missed.ruling[hits].tolist()) <= {"wrong", "contact"} and (missed.ruling[~hits] == "right").all()
        kinds |= {("late", ruling) for ruling in late.ruling} | {("early", ruling) for ruling in early.ruling}
        kinds |= {("missed", ruling) for ruling in missed.ruling[hits]}
    assert {("late", "off"), ("early", "off"), ("missed", "wrong")} <= kinds


def test_rulings_by_hand() -> None:
    pairs = gjk.Pairs.of([CUBE + [0.0, 4.0, 0.0]] * 8, [CUBE] * 8, motion=[DOWN] * 8)
    nan = np.nan
    judgement = gjk.judge(
        pairs,
        time=[0.5, 0.501, 0.499, np.inf, 1.5, nan, nan, -np.inf],
        meets=[True, True, True, False, True, True, None, True],
    )
    assert judgement.ruling.tolist() == ["right", "off", "off", "wrong", "off", "off", "gave-up", "off"]
    unit = 6.0 * 2.0**-53
    assert np.allclose(judgement.late[:3] * unit, [0.0, 0.004, 0.0]) and np.allclose(judgement.early[:3] * unit, [0.0, 0.0, 0.004])
    assert judgement.margin[3] * unit == 2.0 and judgement.truth_class.tolist() == ["hit"] * 8
    assert judgement.table().splitlines()[0].split() == "ruling pairs % margin / u·D late / u·D early / u·D".split()
    # A time is not looked at where they are said never to touch, and a verdict alone is judged by itself.
    assert gjk.judge(pairs[:1], time=[0.25], meets=[False]).ruling.tolist() == ["wrong"]
    alone = gjk.judge(pairs, meets=[True] * 8)
    assert alone.ok and alone.promise == "verdict"
    assert gjk.judge(pairs, meets=[True] * 8, promise="cast").ruling.tolist() == ["off"] * 8
    assert gjk.judge(pairs[0], time=0.5).ok and gjk.judge(pairs[0], time=0.5, normal=[0, -1, 0]).ok
    # Points at the time of the contact, and the normal is no error.
    at = [0.0, 1.0, 0.0]
    assert gjk.judge(pairs[0], time=0.5, on_a=at, on_b=at).ok
    assert gjk.judge(pairs[0], time=0.5, on_a=[0.0, 3.5, 0.0], on_b=at).ruling.tolist() == ["off"]
    never = gjk.Pairs.of(CUBE + [-4.0, 3.0, 0.0], CUBE, motion=[8.0, 0.0, 0.0])
    assert gjk.judge(never[0], time=np.inf, axis=[0.0, 1.0, 0.0]).certified.tolist() == [True]
    assert gjk.judge(never[0], time=0.5).ruling.tolist() == ["wrong"]
    # Answers about bodies that overlap at the start are not ruled.
    overlap = gjk.judge(gjk.Pairs.of([CUBE] * 2, [CUBE] * 2, motion=[[1.0, 0.0, 0.0]] * 2), time=[0.0, np.inf])
    assert overlap.ruling.tolist() == ["not-applicable"] * 2 and overlap.ok and overlap.worst() == []


def test_one_answer_in_a_test() -> None:
    a, b = CUBE + [0.0, 4.0, 0.0], CUBE
    for answer in (0.5, Fraction(1, 2) * 1.0, True, {"time": 0.5, "normal": [0, -1, 0]}, np.float64(0.5)):
        gjk.assert_right(answer, a, b, motion=DOWN)
    gjk.assert_right(np.inf, a, b, motion=[0.0, 1.0, 0.0])
    gjk.assert_right(0.5 + 1e-7, a.astype(np.float32), b.astype(np.float32), motion=DOWN)
    with pytest.raises(AssertionError) as raised:
        gjk.assert_right(0.501, a, b, motion=DOWN)
    for part in (
        "off in f64: it says that they touch first at 0.501\n  truth: 8 and 8 points, first contact at 0.5, D = 6.0\n",
        "  past the first contact: 4.0000e-3 (",
        '"cast":{"translation":[0,-4,0]}}\n',
        "| gjk check - --scalar f64",
    ):
        assert part in str(raised.value)
    with pytest.raises(AssertionError, match="wrong in f64: it says that they never touch\n"):
        gjk.assert_right(False, a, b, motion=DOWN)


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_rulings_are_those_of_the_program_bit_for_bit(program: str, tmp_path: Path, dtype: type, request: pytest.FixtureRequest) -> None:
    """Times with faults of every size, judged here and by ``gjk judge``."""
    count = max(8, request.config.getoption("--cases") // len(RULED))
    rng = np.random.default_rng(7)
    kinds = set()
    for family in gjk.pairs.cast_families:
        pairs = gjk.pairs(family, count, dtype=dtype)
        right = gjk.judge(pairs, meets=[None] * count).truth_time
        unit = np.finfo(dtype).eps
        wrong_by = unit ** rng.uniform(0.0, 1.2, count) * rng.choice([-1.0, 0.0, 1.0], count)
        time = np.where(rng.random(count) < 0.1, np.where(np.isinf(right), 0.5, np.inf), right + wrong_by)
        time[rng.random(count) < 0.05] = np.nan
        judgement = gjk.judge(pairs, time=time)
        cases, answers, rulings = (tmp_path / f"{family}.{kind}.jsonl" for kind in ("cases", "answers", "rulings"))
        pairs.save(cases)
        with answers.open("w") as file:
            file.write(json.dumps({"program": "mine", "promise": "cast"}) + "\n")
            for name, value in zip(pairs.ids, time):
                verdict = None if np.isnan(value) else "never" if np.isinf(value) else "hit"
                answer = {"case": name, "variant": "mine", "verdict": verdict}
                file.write(json.dumps(answer | ({"time": value} if verdict == "hit" else {})) + "\n")
        scalar = "f32" if dtype == np.float32 else "f64"
        run(program, "judge", str(cases), str(answers), "--scalar", scalar, "--json", str(rulings))
        rows = [json.loads(line) for line in rulings.read_text().splitlines()]
        judgement.to_jsonl(tmp_path / f"{family}.rows.jsonl")
        ours = [json.loads(line) for line in (tmp_path / f"{family}.rows.jsonl").read_text().splitlines()]
        assert [row["case"] for row in rows] == list(pairs.ids)
        for name in ours[0]:
            theirs = [row[name] for row in rows]
            if name == "certified":
                theirs = [bool(value) for value in theirs]
            if name == "time":
                theirs = [value if np.isfinite(value) else None for value in time]
            assert [row[name] for row in ours] == theirs, (family, name)
        kinds |= set(judgement.ruling.tolist())
    assert {"right", "contact", "inaccurate", "off", "wrong", "gave-up", "not-applicable"} <= kinds


def test_files_keep_the_motion(tmp_path: Path) -> None:
    for dtype in (np.float64, np.float32):
        pairs = gjk.pairs("cast-needles", 5, dtype=dtype)
        pairs.save(tmp_path / f"{dtype.__name__}.jsonl")
        again = gjk.load(tmp_path / f"{dtype.__name__}.jsonl")
        assert again == pairs and again.motion is not None and again.motion.dtype == dtype
        assert np.array_equal(again.motion, pairs.motion)
    # The plane and space, moving and at rest, in one file.
    kinds = [
        gjk.Pairs.of(SQUARE, SQUARE, ["plane"], motion=[0.5, 0.25]),
        gjk.Pairs.of(CUBE, CUBE, ["space"], motion=[0.5, 0.25, 0.125]),
        gjk.Pairs.of(CUBE.astype(np.float32), CUBE.astype(np.float32), ["single"], motion=[0.5, 0.25, 0.125]),
        gjk.Pairs.of(CUBE, CUBE, ["rest"]),
    ]
    (tmp_path / "all.jsonl").write_text("".join(line + "\n" for pairs in kinds for line in pairs.lines()))
    mixed = gjk.load(tmp_path / "all.jsonl")
    assert mixed.moves.tolist() == [True, True, True, False] and mixed.motion is not None
    assert mixed.motion.tolist() == [[0.5, 0.25, 0.0], [0.5, 0.25, 0.125], [0.5, 0.25, 0.125], [0.0] * 3]
    assert [pair.motion is None for pair in mixed] == [False, False, False, True]
    assert [mixed[i] for i in range(4)] == [pairs[0] for pairs in kinds]
    assert mixed[3:].motion is None and mixed[2:].motion is not None and mixed[2:3].motion.dtype == np.float32  # type: ignore[union-attr]
    assert mixed[:1].motion.shape == (1, 2)  # type: ignore[union-attr]
    assert gjk.judge(mixed[mixed.moves], time=[0.0] * 3).ok
    assert repr(mixed).startswith("Pairs: 4 in the plane and in space, float32 and float64, 4 to 8 and 4 to 8 points, A moves in 3; ")


def test_pairs_that_move_are_a_sequence() -> None:
    pairs = gjk.pairs("cast-boxes", 6)
    a, b, name = pairs[2]
    assert pairs.motion is not None and np.array_equal(pairs[2].motion, pairs.motion[2]) and name == "cast-boxes.1.2"
    assert pairs[[4, 1]].motion.tolist() == pairs.motion[[4, 1]].tolist()  # type: ignore[union-attr]
    assert pairs[3] == pairs[3] and pairs[3] in pairs and pairs.index(pairs[3]) == 3
    rest = gjk.Pairs.of(pairs.a, pairs.b, pairs.ids)
    assert rest[3] != pairs[3] and rest != pairs and pickle.loads(pickle.dumps(pairs)) == pairs
    assert pickle.loads(pickle.dumps(pairs[3])) == copy.copy(pairs[3]) == pairs[3]._replace() == pairs[3]
    assert pairs[3]._replace(id="other") != pairs[3] == pairs[3]._replace(id="other")._replace(id=pairs[3].id)
    assert pairs[3]._replace(motion=None) == rest[3]
    none = gjk.pairs("cast-boxes", 0)
    assert gjk.judge(none, distance=[]).ok and gjk.judge(none, time=[]).ok and gjk.Pairs.of([], [], motion=[]).motion is None
    # Zeros are bodies at rest.
    assert gjk.Pairs.of([CUBE], [CUBE], motion=[[0.0, -0.0, 0.0]]).motion is None
    assert repr(pairs).startswith("Pairs: 6 in space, float64, ") and "points, A moves; cast-boxes.1.0" in repr(pairs)
    one = gjk.Pairs.of([[0.0, 0.0]], [[1.0, 0.0]], motion=[2.0, 0.0])[0]
    assert repr(one) == "Pair(a=[[0.0, 0.0]], b=[[1.0, 0.0]], id='0', motion=[2.0, 0.0])"
    assert repr(gjk.judge(one, time=0.25)) == "Judgement of 1 pair by the cast: 1 off; the worst is 0, off by 4.5e+15 u·D"


def test_the_casts_of_the_corpus() -> None:
    with pytest.warns(UserWarning):
        corpus = gjk.load("corpus")
    casts = corpus[corpus.moves]
    assert len(casts) >= 20 and casts.dim is None
    right = gjk.judge(casts, meets=[None] * len(casts)).truth_time
    assert gjk.judge(casts, time=right).ok and not gjk.judge(casts, time=right[::-1]).ok


def test_tables_of_pandas() -> None:
    pytest.importorskip("pandas")
    pairs = gjk.Pairs.of([CUBE + [0.0, 4.0, 0.0]] * 2, [CUBE] * 2, motion=[DOWN, [1.0, 0.0, 0.0]])
    frame = gjk.judge(pairs, time=[0.501, np.inf]).to_pandas()
    assert frame["truth_time"].tolist() == [0.5, np.inf] and frame["truth_class"].tolist() == ["hit", "never"]
    assert frame["time"].tolist() == [0.501, np.inf] and frame["late_units"][0] > 1e12


def test_pictures() -> None:
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    for a, b, motion, words in (
        (CUBE + [0.0, 4.0, 0.0], CUBE, DOWN, "first contact"),
        (SQUARE + [-4.0, 2.5], SQUARE, [8.0, 0.0], "never in contact, distance 0.5"),
        (CUBE, CUBE, [1.0, 0.0, 0.0], "overlapping at the start"),
    ):
        axes = gjk.exact(a, b, motion=motion).plot()
        texts = [text.get_text() for text in axes.get_legend().get_texts()]
        assert texts[-1] == words and "motion" in texts and any(text.startswith("A at ") for text in texts)
        matplotlib.pyplot.close(axes.figure)


@pytest.mark.parametrize("family", ["cast-grazing", "any-cast"])
def test_pairs_that_move_are_drawn_with_their_motion(family: str) -> None:
    seen = {"changed": 0, "all": 0}

    @settings(max_examples=40, database=None, derandomize=True, deadline=None)
    @given(gjk.strategies.pairs(family))
    def property_(pair: Any) -> None:
        assert pair.motion is not None and pair.motion.any() and np.isfinite(pair.motion).all()
        seen["all"] += 1
        seen["changed"] += pair.id.startswith("changed from ")
        truth = gjk.exact(pair.a, pair.b, motion=pair.motion)
        gjk.assert_right(np.inf if truth.time is None else float(truth.time), pair.a, pair.b, motion=pair.motion)

    property_()
    assert seen["all"] >= 40


def test_a_failing_cast_shrinks_to_few_points_and_short_motions() -> None:
    """Eight samples, as some engines cast: thin bodies are missed."""

    def samples(a: Any, b: Any, motion: Any) -> float:
        times = [k / 8 for k in range(9) if gjk.exact(a + k / 8 * motion, b).meets]
        return times[0] if times else np.inf

    found: list[Any] = []

    @settings(max_examples=60, database=None, derandomize=True, deadline=None, report_multiple_bugs=False)
    @given(gjk.strategies.pairs("cast-plates"))
    def property_(pair: Any) -> None:
        if np.isinf(samples(pair.a, pair.b, pair.motion)) and gjk.exact(pair.a, pair.b, motion=pair.motion).meets:
            found.append(pair)
            raise AssertionError

    with pytest.raises(AssertionError):
        property_()
    last = found[-1]
    assert len(last.a) + len(last.b) <= 5 and all(float(x * 1024).is_integer() for x in last.motion), last


MISTAKES: list[tuple[Any, type[Exception], str]] = [
    (lambda: gjk.exact(CUBE, CUBE, motion=[1.0, 0.0]), ValueError, "motion has shape (2,) for 1 pair: it has to be (3,)"),
    (lambda: gjk.exact(SQUARE, SQUARE, motion=[1.0, 0.0, 0.0]), ValueError, "motion has shape (3,) for 1 pair: it has to be (2,)"),
    (lambda: gjk.exact(CUBE, CUBE, motion=2.0), TypeError, "motion is a float that is no vector of numbers"),
    (lambda: gjk.exact(CUBE, CUBE, motion="down"), TypeError, "motion is a str that is no vector of numbers"),
    (lambda: gjk.exact(CUBE, CUBE, motion=["x", "y", "z"]), TypeError, "motion is a list that is no vector of numbers"),
    (lambda: gjk.exact(CUBE, CUBE, motion=[[1.0], [2.0, 3.0]]), TypeError, "motion is a list that is no vector of numbers"),
    (
        lambda: gjk.exact(CUBE, CUBE, motion=np.array([1, 0, 0])),
        TypeError,
        "motion has dtype int64: pass floats; motion.astype(np.float64) is exact up to 2**53",
    ),
    (
        lambda: gjk.exact(CUBE, CUBE, motion=np.float32([1, 0, 0])),
        TypeError,
        "motion is float32 and the bodies are float64: motion.astype(np.float64) is exact",
    ),
    (
        lambda: gjk.exact(CUBE.astype(np.float32), CUBE.astype(np.float32), motion=np.array([0.1, 0, 0])),
        TypeError,
        "motion is float64 and the bodies are float32: motion.astype(np.float32) rounds",
    ),
    (
        lambda: gjk.exact(CUBE.astype(np.float32), CUBE.astype(np.float32), motion=[0.1, 0.0, 0.0]),
        ValueError,
        "motion [0.1, 0.0, 0.0] has numbers that no float32 is equal to: pass np.array(motion, np.float32)",
    ),
    (lambda: gjk.exact(CUBE, CUBE, motion=[2**53 + 1, 0, 0]), ValueError, "motion has integers that no float64 is equal to"),
    (lambda: gjk.exact(CUBE, CUBE, motion=[np.nan, 0.0, 0.0]), ValueError, "motion is not finite: [nan, 0.0, 0.0]"),
    (lambda: gjk.exact(CUBE, CUBE, motion=[0.0, 0.0, 0.0]), ValueError, "motion is zero: the bodies are at rest"),
    (lambda: gjk.assert_right(0.0, CUBE, CUBE, motion=np.zeros(3)), ValueError, "motion is zero: the bodies are at rest"),
    (
        lambda: gjk.Pairs.of([CUBE] * 3, [CUBE] * 3, motion=[1.0, 0.0, 0.0]),
        ValueError,
        "motion has shape (3,) for 3 pairs: it has to be (3, 3)",
    ),
    (
        lambda: gjk.Pairs.of([CUBE] * 3, [CUBE] * 3, motion=[[1.0, 0.0, 0.0]] * 2),
        ValueError,
        "motion has shape (2, 3) for 3 pairs: it has to be (3, 3)",
    ),
    (
        lambda: gjk.Pairs.of([CUBE] * 2, [CUBE] * 2, motion=[[1.0, 0.0, 0.0], [0.0, np.inf, 0.0]]),
        ValueError,
        "pair 1: motion is not finite: [0.0, inf, 0.0]",
    ),
    (
        lambda: gjk.Pairs.of([SQUARE, CUBE], [SQUARE, CUBE], motion=[[1.0, 0.0, 2.0], [0.0, 1.0, 0.0]]),
        ValueError,
        "pair 0: motion [1.0, 0.0, 2.0] leaves the plane, in which the bodies are",
    ),
    (lambda: gjk.judge(FALLING, distance=[1.0]), ValueError, "distance is of bodies at rest, and A moves: an answer has some of meets, time"),
    (lambda: gjk.judge(FALLING, depth=[1.0], time=[0.5]), ValueError, "depth is of bodies at rest, and A moves"),
    (lambda: gjk.judge(FALLING, translation=[[1.0, 0, 0]]), ValueError, "translation is of bodies at rest, and A moves"),
    (lambda: gjk.judge(FALLING, time=[0.5, 0.5]), ValueError, "time has 2 answers for 1 pair"),
    (lambda: gjk.judge(FALLING, time=["soon"]), TypeError, "time is no array of numbers, a NaN for none"),
    (lambda: gjk.judge(FALLING, normal=[[0.0, 1.0, 0.0]]), ValueError, "there is no answer: pass time, which is infinity"),
    (lambda: gjk.judge(FALLING, time=[0.5], on_a=[[0.0] * 3]), ValueError, "on_a and on_b are given together"),
    (lambda: gjk.judge(FALLING, time=[0.5], promise="distance"), ValueError, "promise is 'distance': A moves, and it is 'cast'"),
    (lambda: gjk.judge(gjk.pairs("floor", 2), time=[0.5] * 2), ValueError, "time is of a body that moves, and there is no motion"),
    (lambda: gjk.assert_right({"time": 0.5}, CUBE, CUBE), ValueError, "time is of a body that moves, and there is no motion"),
    (lambda: gjk.assert_right({"distance": 0.5}, CUBE, CUBE, motion=DOWN), ValueError, "distance is of bodies at rest, and A moves"),
    (lambda: gjk.assert_right("soon", CUBE, CUBE, motion=DOWN), TypeError, "answer is a str: it is True or False, a time, or a mapping"),
    (lambda: gjk.judge(HALF, time=[0.5, 0.5]), ValueError, "1 of 2 pairs move, such as 0: judge pairs[pairs.moves] and pairs[~pairs.moves]"),
    (lambda: gjk.pairs("cast-grazin", 3), ValueError, 'there is no family "cast-grazin"; did you mean `cast-grazing`?'),
]
FALLING = gjk.Pairs.of([CUBE + [0.0, 4.0, 0.0]], [CUBE], motion=[DOWN])
HALF = gjk.Pairs.of([CUBE + [0.0, 4.0, 0.0]] * 2, [CUBE] * 2, motion=[DOWN, [0.0] * 3])


@pytest.mark.parametrize("call, error, words", MISTAKES, ids=[f"{number}" for number in range(len(MISTAKES))])
def test_a_mistake_is_answered(call: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error) as raised:
        call()
    assert words in str(raised.value)
