"""Truths, distances and rulings, against values by hand and against the program."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
import threading
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

import gjk
from conftest import run

CUBE = np.array([[x, y, z] for x in (0.0, 1.0) for y in (0.0, 1.0) for z in (0.0, 1.0)])
FAMILIES = [
    "generic",
    "boxes-rotated",
    "touch-edge-edge",
    "gap",
    "shallow",
    "needle",
    "raw-doubles",
    "scale-ratio",
    "floor",
    "touch-2d",
]


def test_truths_by_hand() -> None:
    far = gjk.exact(CUBE, CUBE + [3.0, 0.0, 0.0])
    assert (far.class_, far.meets, far.distance, far.distance_squared) == ("separated", False, 2.0, Fraction(4))
    assert (far.depth, far.depth_squared, far.size) == (None, None, 4.0)
    assert far.normal is not None and far.normal.tolist() == [1.0, 0.0, 0.0]
    touching = gjk.exact(CUBE, CUBE + [1.0, 0.25, 0.0])
    assert (touching.class_, touching.meets, touching.distance, touching.depth) == ("touching", True, 0.0, 0.0)
    assert touching.on_a.tolist() == touching.on_b.tolist() and touching.depth_squared == 0
    deep = gjk.exact(CUBE, CUBE + [0.75, 0.0, 0.0])
    assert (deep.class_, deep.depth, deep.depth_squared, deep.distance_squared) == ("overlapping", 0.25, Fraction(1, 16), 0)
    assert deep.normal is not None and deep.normal.tolist() == [1.0, 0.0, 0.0]
    # The translation of B brings the two points together.
    assert np.allclose(deep.on_b + deep.depth * deep.normal, deep.on_a)
    third = gjk.exact([[0.0, 0.0]], [[1.0, 1.0 / 3.0]])
    assert third.distance_squared == 1 + Fraction(1.0 / 3.0) ** 2 != Fraction(10, 9)
    assert third.proof["class"] == "separated" and third.proof["core_distance_squared"] == str(third.distance_squared)


def test_fractions_have_all_their_digits() -> None:
    # A triangle with coordinates from both ends of the range, and a point whose nearest point is inside it.
    corners = [[1e300, 1.1e-300, 1.7e-310], [1.3e-300, 1.9e300, 5e-324], [2.1e-290, 2.3e-310, 1.7e308]]
    a, b, c = ([Fraction(x) for x in corner] for corner in corners)
    p = [Fraction(x) for x in (5e-324, 1e-320, 3e-322)]
    u, v, w = ([x - y for x, y in zip(q, a)] for q in (b, c, p))
    n = [u[i - 2] * v[i - 1] - u[i - 1] * v[i - 2] for i in range(3)]
    squared = gjk.exact(corners, [[5e-324, 1e-320, 3e-322]]).distance_squared
    assert squared == sum(x * y for x, y in zip(n, w)) ** 2 / sum(x * x for x in n)
    assert squared.numerator.bit_length() > 12_000


def test_singles_are_judged_as_singles() -> None:
    a, b = CUBE.astype(np.float32), (CUBE + [3.0, 0.1, 0.0]).astype(np.float32)
    truth = gjk.exact(a, b)
    claim = truth.distance * (1 + 1e-6)
    gjk.assert_right(claim, a, b)
    with pytest.raises(AssertionError, match="off in f64"):
        gjk.assert_right(claim, a.astype(np.float64), b.astype(np.float64))
    assert gjk.certified(a, b).distance == np.float32(truth.distance)
    assert gjk.certified([a], [b]).distance.dtype == np.float32


def test_proved_distances_are_within_one_unit_in_the_last_place() -> None:
    for family in FAMILIES:
        for dtype in (np.float64, np.float32):
            pairs = gjk.pairs(family, 40, dtype=dtype)
            found = gjk.certified(pairs.a, pairs.b, depth=True)
            for number, (a, b, _) in enumerate(pairs):
                truth = gjk.exact(a, b)
                assert truth.meets == found.meets[number]
                distance = Fraction(float(found.distance[number]))
                spacing = Fraction(float(np.spacing(found.distance[number])))
                assert max(distance - spacing, 0) ** 2 <= truth.distance_squared <= (distance + spacing) ** 2
                if truth.meets:
                    depth, spacing = Fraction(float(found.depth[number])), Fraction(float(np.spacing(found.depth[number])))
                    assert truth.depth_squared is not None
                    assert max(depth - spacing, 0) ** 2 <= truth.depth_squared <= (depth + spacing) ** 2
                else:
                    assert np.isnan(found.depth[number]) and np.isnan(found.translation[number]).all()
            assert gjk.judge(pairs, **found._asdict()).ok


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_rulings_are_those_of_the_program_bit_for_bit(program: str, tmp_path: Path, dtype: type, request: pytest.FixtureRequest) -> None:
    """Distances with faults of every size, and verdicts, judged here and by ``gjk judge``."""
    count = request.config.getoption("--cases")
    rng = np.random.default_rng(5)
    kinds = set()
    for family in FAMILIES:
        pairs = gjk.pairs(family, count // len(FAMILIES), dtype=dtype)
        proved = gjk.certified(pairs.a, pairs.b)
        unit = np.finfo(dtype).eps
        wrong_by = unit ** rng.uniform(0.0, 1.2, len(pairs)) * (rng.random(len(pairs)) < 0.7)
        distance = (proved.distance.astype(np.float64) + wrong_by) * (rng.random(len(pairs)) < 0.8)
        lost = rng.random(len(pairs)) < 0.05
        distance[lost] = np.nan
        points = [np.where(rng.random((len(pairs), 1)) < 0.5, p.astype(np.float64), np.nan) for p in (proved.on_a, proved.on_b)]
        on_a, on_b = (np.where(np.isnan(points[0]) | np.isnan(points[1]), np.nan, p) for p in points)
        judgement = gjk.judge(pairs, distance=distance, on_a=on_a, on_b=on_b)
        cases, answers, rulings = (tmp_path / f"{family}.{kind}.jsonl" for kind in ("cases", "answers", "rulings"))
        pairs.save(cases)
        with answers.open("w") as file:
            file.write(json.dumps({"program": "mine", "promise": "distance"}) + "\n")
            for number, name in enumerate(pairs.ids):
                answer: dict[str, object] = {"case": name, "variant": "mine", "verdict": None}
                if not lost[number]:
                    answer["verdict"] = "apart" if distance[number] > 0 else "intersecting"
                    answer["distance"] = distance[number]
                if not np.isnan(on_a[number]).any():
                    answer.update(on_a=on_a[number].tolist(), on_b=on_b[number].tolist())
                file.write(json.dumps(answer) + "\n")
        scalar = "f32" if dtype == np.float32 else "f64"
        run(program, "judge", str(cases), str(answers), "--scalar", scalar, "--json", str(rulings))
        rows = [json.loads(line) for line in rulings.read_text().splitlines()]
        assert [row["case"] for row in rows] == list(pairs.ids)
        assert [row["ruling"] for row in rows] == judgement.ruling.tolist()

        def exactly(name: str) -> list[float]:
            return [float("nan") if row[name] is None else float(row[name]) for row in rows]

        for name, values in (("margin", judgement.margin), ("error", judgement.error)):
            assert np.array_equal(np.array(exactly(name)), np.where(np.isinf(values), np.nan, values), equal_nan=True), name
        assert [bool(row["certified"]) for row in rows] == judgement.certified.tolist()
        assert [row["truth_class"] for row in rows] == judgement.truth_class.tolist()
        kinds |= set(judgement.ruling.tolist())
    assert {"right", "contact", "inaccurate", "off", "wrong", "gave-up"} <= kinds


def test_depths_are_judged() -> None:
    deep = gjk.Pairs.of([CUBE] * 4, [CUBE + [0.75, 0.0, 0.0]] * 4)
    normal = [[1, 0, 0], [2, 0, 0], [-1, 0, 0], [1, 0, 0]]
    judgement = gjk.judge(deep, depth=[0.25, 0.25, 0.25, 0.5], normal=normal)
    assert judgement.ruling.tolist() == ["right", "right", "off", "off"] and judgement.promise == "depth"
    # Without a verdict, a translation says that they meet.
    assert gjk.judge(deep, translation=[[0.25, 0, 0]] * 4).ok
    lacks = gjk.judge(deep, meets=[True] * 4, promise="depth")
    assert lacks.ruling.tolist() == ["off"] * 4
    assert "promises the least translation that it does not give" in lacks.worst(1)[0]
    # A translation that separates them, and is not the least.
    long = gjk.judge(deep, meets=[True] * 4, translation=[[0.5, 0, 0]] * 4, promise="translation")
    assert long.ok and not gjk.judge(deep, meets=[True] * 4, translation=[[0.5, 0, 0]] * 4).ok


def test_a_verdict_alone_and_its_evidence() -> None:
    pairs = gjk.Pairs.of([CUBE] * 3, [CUBE + [3.0, 0.0, 0.0]] * 3)
    judgement = gjk.judge(pairs, meets=[False, True, None], axis=[[-1, 0, 0], [np.nan] * 3, [np.nan] * 3])
    assert judgement.ruling.tolist() == ["right", "wrong", "gave-up"] and not judgement.ok
    assert judgement.certified.tolist() == [True, False, False]
    assert judgement.margin[1] == 2.0 / 4.0 / 2**-53
    assert [text.split(":")[0] for text in judgement.worst()] == ["1", "2"] and len(judgement.worst(1)) == 1


def test_pairs_of_the_plane_and_of_space_are_judged_together(tmp_path: Path) -> None:
    with pytest.warns(UserWarning, match="corpus: [0-9]+ pairs are left out, at least in part: a body, or a part of it, is no hull"):
        corpus = gjk.load("corpus")
    assert corpus.dim is None and set(corpus.dims.tolist()) == {2, 3} and len(corpus) > 100
    assert {a.dtype.name for a, _, _ in corpus} == {"float32", "float64"}
    resting = corpus[~corpus.moves]
    assert resting.motion is None and 0 < len(resting) < len(corpus)
    found = gjk.certified(resting.a, resting.b, depth=True)
    assert gjk.judge(resting, **found._asdict()).ok
    one = corpus["fcl-390-box"]
    assert gjk.exact(one.a, one.b).class_ == "separated" and one.id == "fcl-390-box"
    some = corpus[corpus.dims == 2][:7]
    some.save(tmp_path / "some.jsonl")
    again = gjk.load(tmp_path / "some.jsonl")
    assert again.ids == some.ids and all(np.array_equal(p.a, q.a) and p.a.dtype == q.a.dtype for p, q in zip(some, again))
    with pytest.raises(FileExistsError):
        some.save(tmp_path / "some.jsonl")


def test_pairs_are_those_of_the_program(program: str) -> None:
    assert "floor" in gjk.pairs.families and "curved" not in gjk.pairs.families
    pairs = gjk.pairs("needle", 3, seed=7)
    lines = run(program, "generate", "needle", "--seed", "7", "--cases", "3").splitlines()
    cases = [json.loads(line) for line in lines if line.startswith("{")]
    for pair, case in zip(pairs, cases, strict=True):
        assert pair.a.tolist() == case["a"]["points"] and pair.b.tolist() == case["b"]["points"]


@pytest.mark.filterwarnings("ignore")
def test_robots_and_meshes(folder: Path) -> None:
    arm = gjk.load("arm.urdf")
    assert arm.ids == ("base--lower", "base--hand", "upper--hand")
    folded = gjk.load(Path("arm.urdf"), joints={"elbow": 2.0}, xyz=[0, 0, 1], rpy=[0, 0, 0.5], name="left")
    assert folded.ids == arm.ids
    assert not np.array_equal(folded[0].b, arm[0].b)
    with pytest.warns(UserWarning):
        both = gjk.load(["arm.urdf", "table.obj"])
    assert len(both) == 3 + 4
    across = gjk.load("arm.urdf+table.obj@xyz=0,0,-1")
    assert len(across) == 4 and all(not gjk.exact(a, b).meets for a, b, _ in across)


def test_pairs_are_a_sequence() -> None:
    pairs = gjk.pairs("floor", 20)
    assert pairs[3] == pairs[3] and pairs[3] in pairs and pairs.index(pairs[3]) == 3 and pairs.count(pairs[1]) == 1
    assert "floor.1.3" in pairs and pairs["floor.1.3"] == pairs[3] and pairs[-1] == pairs[19]
    assert pairs == gjk.pairs("floor", 20) != gjk.pairs("floor", 20, seed=2)
    some = pairs[[4, 2, 9]]
    assert some.ids == ("floor.1.4", "floor.1.2", "floor.1.9") and all(some[i] == pairs[n] for i, n in enumerate((4, 2, 9)))
    assert len(pairs[[]]) == 0 and pairs[np.arange(20) < 2] == pairs[:2]
    alike = gjk.pairs("generic", 6)[1::2]
    assert np.array_equal(alike[2].a, gjk.pairs("generic", 6)[5].a)
    assert gjk.judge(pairs[0], distance=float(gjk.exact(pairs[0].a, pairs[0].b).distance)).ok


def test_an_interrupt_ends_a_judgement_soon() -> None:
    code = (
        "import gjk, os, signal, threading\n"
        "pairs = gjk.pairs('generic', 60000)\n"
        "threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()\n"
        "try:\n"
        "    gjk.judge(pairs, meets=[True] * 60000); print('judged')\n"
        "except KeyboardInterrupt:\n"
        "    print('interrupted')\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300)
    assert done.stdout == "interrupted\n", done


def test_two_threads_at_once_and_a_free_lock() -> None:
    pairs = gjk.pairs("generic", 3000)
    distance = gjk.certified(pairs.a, pairs.b).distance
    alone = gjk.judge(pairs, distance=distance)
    results: list[gjk.Judgement] = []
    done = threading.Event()
    threads = [threading.Thread(target=lambda: results.append(gjk.judge(pairs, distance=distance))) for _ in range(2)]

    def when_done() -> None:
        for thread in threads:
            thread.join()
        done.set()

    steps = 0
    for thread in threads:
        thread.start()
    threading.Thread(target=when_done).start()
    # This loop holds the lock whenever it runs; it runs while the others judge.
    while not done.is_set():
        steps += 1
    assert steps > 1000 and len(results) == 2
    for result in results:
        assert np.array_equal(result.ruling, alone.ruling) and np.array_equal(result.error, alone.error)


def test_the_module_and_the_program_are_of_one_commit(program: str) -> None:
    text = run(program, "--version")
    # Whether a tree is clean may change between the two builds.
    assert gjk.__commit__.removesuffix("-dirty") in text, (text, gjk.__commit__)
    assert gjk.__version__ in text


def test_notebooks_see_something_short() -> None:
    pairs = gjk.pairs("gap", 2)
    assert repr(pairs).startswith("Pairs: 2 in space, float64, ") and repr(pairs).endswith(" points; gap.1.0, gap.1.1")
    assert repr(pairs[0]).startswith("Pair gap.1.0: ")
    assert repr(gjk.exact(CUBE, CUBE + [3.0, 0.0, 0.0])).startswith("Truth: separated, distance 2.0 from (1, ")
    judgement = gjk.judge(gjk.Pairs.of([CUBE], [CUBE + [3.0, 0.0, 0.0]]), distance=[2.5])
    touching = gjk.judge(gjk.Pairs.of([CUBE], [CUBE + [1.0, 0.0, 0.0]]), distance=[1e-4])
    assert repr(touching).endswith("the worst is 0, off by 4.5e+11 u·D")
    assert repr(gjk.certified(gjk.pairs("gap", 9).a, gjk.pairs("gap", 9).b)).startswith("Distances of 9 pairs, float64: ")
    assert repr(gjk.Pairs.of([CUBE[:1]], [CUBE[1:2]])[0]) == "Pair(a=[[0.0, 0.0, 0.0]], b=[[0.0, 0.0, 1.0]], id='0')"
    assert repr(judgement) == "Judgement of 1 pair by the distance: 1 off; the worst is 0, off by 1.13e+15 u·D"
    assert judgement.table().splitlines()[1].split() == ["off", "1", "100.00", "–", "1.13e+15"]


def test_a_table_of_pandas_and_lines_of_json(tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas")
    pairs = gjk.pairs("gap", 4)
    judgement = gjk.judge(pairs, distance=[0.0, np.nan, 1e9, 1.0])
    frame = judgement.to_pandas()
    assert isinstance(frame, pandas.DataFrame) and frame["case"].tolist() == list(pairs.ids)
    assert frame["meets"].tolist() == [True, None, False, False]
    judgement.to_jsonl(tmp_path / "rows.jsonl")
    rows = [json.loads(line) for line in (tmp_path / "rows.jsonl").read_text().splitlines()]
    assert [row["verdict"] for row in rows] == ["intersecting", None, "apart", "apart"]
    assert rows[1]["distance"] is None and rows[2]["ruling"] == judgement.ruling[2]


def test_results_can_be_sent_to_other_processes() -> None:
    pairs = gjk.pairs("gap", 3)
    again = pickle.loads(pickle.dumps(pairs))
    assert again.ids == pairs.ids and np.array_equal(again[1].a, pairs[1].a)
    truth = gjk.exact(pairs[0].a, pairs[0].b)
    assert pickle.loads(pickle.dumps(truth)).distance_squared == truth.distance_squared
    judgement = gjk.judge(pairs, distance=[0.0, 1.0, 2.0])
    assert repr(pickle.loads(pickle.dumps(judgement))) == repr(judgement)


def test_pictures() -> None:
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    pairs = gjk.pairs("generic", 4)
    flat = CUBE[CUBE[:, 2] == 0]
    kinds = [(CUBE, CUBE + s) for s in (3.0, 0.5)] + [(flat, flat + [0, 0, 1.0])] + [(CUBE[:1], CUBE), (CUBE[:2, :2], CUBE[:, :2] + 2.0)]
    for a, b in [*kinds, *[(a, b) for a, b, _ in pairs]]:
        truth = gjk.exact(a, b)
        axes = truth.plot()
        label = axes.get_legend().get_texts()[-1].get_text()
        wanted = {"separated": "distance", "touching": "touching", "overlapping": "depth"}[truth.class_]
        assert label.startswith(wanted)
        assert axes.figure is not None
        matplotlib.pyplot.close(axes.figure)
    with pytest.raises(ValueError, match="projection='3d'"):
        gjk.exact(CUBE, CUBE).plot(matplotlib.pyplot.subplots()[1])
    with pytest.raises(TypeError, match="ax is a int: it is Axes of matplotlib"):
        gjk.exact(CUBE, CUBE).plot(5)
    judgement = gjk.judge(pairs, distance=[0.0, np.nan, 1e9, 1.0])
    labels = [text.get_text().split("\n")[0] for text in judgement.plot().get_yticklabels()]
    assert set(labels) == set(judgement.ruling.tolist())
