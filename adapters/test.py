"""Tests of the adapters, without the harness: `python adapters/test.py`, in an environment with the libraries.

A library that is not installed is skipped and named.
"""

import importlib.metadata
import importlib.util
import json
import math
import os
import subprocess
import sys
import time
import unittest

FOLDER = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, FOLDER)  # `serve` removes it again

import serve  # noqa: E402

PACKAGES = {"mujoco": "mujoco", "coal": "coal", "fcl": "python-fcl", "distance3d": "distance3d"}

# The promise and the slack of each library, by default and with each of its flags; 0 means that it states no slack.
PROMISES = {
    "mujoco": {"": ("depth", 1e-6), "exact": ("depth", 1e-15)},
    "coal": {"": ("depth", 1e-6), "exact": ("depth", 1e-12)},
    "fcl": {"": ("depth", 0), "collide": ("translation", 0)},
    "distance3d": {"": ("distance", 1e-10), "exact": ("distance", 0), "epa": ("depth", 0), "mpr": ("translation", 0)},
}

# The kinds of bodies of those libraries that accept more than points.
BODIES = {"coal": ["points", "halfspace"]}


def installed(program):
    try:
        return importlib.metadata.version(PACKAGES[program])
    except importlib.metadata.PackageNotFoundError:
        return None


def box(x, y, z, *sides):
    u, v, w = sides if len(sides) == 3 else sides * 3 or (1.0, 1.0, 1.0)
    return {"points": [[x + i * u, y + j * v, z + k * w] for i in (0, 1) for j in (0, 1) for k in (0, 1)]}


def case(name, a, b):
    return {"id": name, "dim": 3, "a": a, "b": b}


# Two boxes: apart by 2 along one axis, apart by 1, 2 and 2 along three axes, overlapping, and one inside the other. With these
# coordinates, a library that stores single precision, or moves a body to its centre, still holds exactly the same boxes.
APART = {
    "face": (case("face", box(0, 0, 0), box(3, 0, 0)), 2.0),
    "corner": (case("corner", box(0, 0, 0), box(2, 3, 3)), 3.0),
}
MEET = {
    "overlap": case("overlap", box(0, 0, 0), box(0.5, 0.25, 0.75)),
    "inside": case("inside", box(0, 0, 0, 4.0), box(1, 1.5, 2)),
}

# Boxes that overlap by 1/2 along x, by 2 along y and by 3 along z, in both orders, and the vector from a into b that separates
# them.
LEFT, RIGHT = box(0, 0, 0, 2, 3, 4), box(1.5, 1, 1, 2.5, 2.5, 4)
DEEP = {
    "right": (case("right", LEFT, RIGHT), [0.5, 0, 0]),
    "left": (case("left", RIGHT, LEFT), [-0.5, 0, 0]),
}
TOUCH = case("touch", box(0, 0, 0), box(1, 0.5, 0.25))
HEXADECIMAL = {**case("hex", {"points": [["0x1.8p+1", "-0x0p+0", c] for c in (0, 1)]}, box(0, 0, 0)), "family": "none"}


def answers(program, cases, *arguments):
    """The greeting of a program, and its answers to cases."""
    lines = "".join(json.dumps(case) + "\n" for case in cases)
    run = subprocess.run([sys.executable, os.path.join(FOLDER, program + ".py"), *arguments], input="# cases\n\n" + lines,
                         capture_output=True, text=True, check=True, timeout=900)
    first, *rest = map(json.loads, run.stdout.splitlines())
    return first, rest


class Programs(unittest.TestCase):
    """The answers of each library to cases on which every library ought to be right."""

    def test_programs(self):
        for program in PACKAGES:
            if not installed(program):
                print(f"skipped: {program} is not installed", file=sys.stderr)
                continue
            for flag, (promise, slack) in PROMISES[program].items():
                with self.subTest(program=program, flag=flag):
                    self.program(program, promise, slack, ["--" + flag] if flag else [])

    def test_cast_of_fcl(self):
        if not installed("fcl"):
            self.skipTest("fcl is not installed")
        above, below = box(0, 3, 0, 2), box(0, -1, 0, 2)
        falls = {"down": [0, -4, 0], "past": [4, 0, 0], "aslant": [0.3, -4, 0.2]}
        cases = [{**case(name, above, below), "cast": {"translation": along}} for name, along in falls.items()]
        first, found = answers("fcl", cases, "--cast")
        self.assertEqual((first["program"], first["promise"], first.get("stops_at")), ("fcl-cast", "cast", "toc_err 1e-4"))
        down, past, aslant = found
        self.assertEqual((down["verdict"], down.get("time")), ("hit", 0.5), down)
        self.assertEqual((past["verdict"], past.get("time")), ("never", None), past)
        # Wrong, as docs/casts.md shows: the cubes meet at 0.5.
        self.assertEqual((aslant["verdict"], aslant.get("time")), ("never", None), aslant)

    def program(self, program, promise, slack, arguments):
        cases = [case for case, _ in (*APART.values(), *DEEP.values())] + list(MEET.values()) + [TOUCH]
        first, found = answers(program, cases, *arguments)
        self.assertEqual(first["program"], "-".join([program] + [name.strip("-") for name in arguments]))
        self.assertEqual(first.get("slack"), {"length": slack} if slack else None)
        self.assertEqual(first["version"], installed(program))
        self.assertEqual((first["promise"], first["dimensions"], first["bodies"], first["scalars"]),
                         (promise, [3], BODIES.get(first["program"].split("-")[0], ["points"]), ["f64"]))
        self.assertTrue(first["version"] and first["title"] and first["citation"])
        self.assertEqual([answer["case"] for answer in found], [case["id"] for case in cases])
        found = {answer["case"]: answer for answer in found}
        for name, (_, distance) in APART.items():
            self.assertEqual(found[name]["verdict"], "apart", found[name])
            if promise == "translation":
                self.assertNotIn("distance", found[name])
                continue
            self.assertAlmostEqual(found[name]["distance"], distance, places=6)
            self.assertAlmostEqual(math.dist(found[name]["on_a"], found[name]["on_b"]), distance, places=6)
        for name in (*MEET, *DEEP):
            self.assertEqual((found[name]["verdict"], found[name].get("distance", 0)), ("intersecting", 0.0), found[name])
        for name, (posed, v) in DEEP.items():
            self.depth(found[name], posed, v, promise)
        touch = found["touch"]
        self.assertTrue(touch["verdict"] == "intersecting" or touch.get("distance", 0) < 1e-6, touch)
        for case in cases:  # the held bodies are the given ones
            for body in "ab":
                held = found[case["id"]].get(body, case[body])["points"]
                self.assertEqual(sorted(map(tuple, held)), sorted(map(tuple, case[body]["points"])))

    def depth(self, found, posed, v, promise):
        """Checks that the found translation separates the bodies: a, moved by −v, only touches b."""
        if promise == "distance":
            self.assertFalse({"depth", "normal", "translation"} & set(found), found)
            return
        claimed = found.get("translation")
        if claimed is None:
            claimed = [found["depth"] / math.hypot(*found["normal"]) * x for x in found["normal"]]
        least = [claimed[i] if promise == "depth" or v[i] else v[i] for i in range(3)]
        for x, y in zip(least, v):
            self.assertAlmostEqual(x, y, places=6)
        self.assertAlmostEqual(found.get("depth", 0.5), 0.5, places=6)
        moved = [[x - y for x, y in zip(point, claimed)] for point in found.get("a", posed["a"])["points"]]
        other = found.get("b", posed["b"])["points"]
        orders = ((moved, other), (other, moved))
        gaps = [max(min(p[i] for p in one) - max(p[i] for p in two) for one, two in orders) for i in range(3)]
        self.assertAlmostEqual(max(gaps), 0, places=6)
        if "on_a" in found:
            for p, q, x in zip(found["on_a"], found["on_b"], v):
                self.assertAlmostEqual(p - q, x, places=6)

    def test_half_spaces(self):
        below = {"halfspace": {"normal": [0, 3, 4], "offset": "0x1.4p+3"}}  # 10: its face is at 2 along (0, 3, 4) / 5
        for program in BODIES:
            if not installed(program):
                print(f"skipped: {program} is not installed", file=sys.stderr)
                continue
            first, found = answers(program, [case("apart", box(0, 5, 5), below), case("deep", box(0, 0, 0), below)])
            self.assertIn("halfspace", first["bodies"])
            apart, deep = found
            self.assertEqual((apart["verdict"], deep["verdict"]), ("apart", "intersecting"), found)
            self.assertAlmostEqual(apart["distance"], 5.0, places=6)  # 7 minus 2
            self.assertAlmostEqual(deep["depth"], 2.0, places=6)
            for x, y in zip(deep["normal"], [0, -0.6, -0.8]):  # from a into b
                self.assertAlmostEqual(x, y, places=6)

    def test_bodies_that_are_not_taken(self):
        program = next(filter(installed, PACKAGES), None)
        if program is None:
            self.skipTest("no library is installed")
        ball = case("ball", {"points": [[0, 0, 0]], "radius": 1}, box(3, 0, 0))
        plane = {"id": "plane", "dim": 2, "a": {"points": [[0, 0]]}, "b": {"points": [[1, 0]]}}
        _, found = answers(program, [ball, plane])
        self.assertEqual([(answer["case"], answer["verdict"], answer["stop"], answer["body"]) for answer in found],
                         [("ball", None, "refused", "a"), ("plane", None, "refused", "a")])

    def test_the_body_that_a_library_refuses_is_named(self):
        parabola = {"points": [[float(k), float(k * k), 0.0] for k in range(33)]}  # no volume, and too many points to examine all
        square = {"points": [[x, y, 0.0] for x in (3, 4) for y in (0, 1)]}
        for program, body in (("coal", parabola), ("fcl", parabola), ("mujoco", square)):
            if installed(program):
                _, found = answers(program, [case("a", body, box(5, 5, 5)), case("b", box(5, 5, 5), body)])
                self.assertEqual([(answer["stop"], answer["body"]) for answer in found],
                                 [("refused", "a"), ("refused", "b")], program)


class Queries(unittest.TestCase):
    """The answers for queries that go wrong."""

    def ask(self, query, case=TOUCH, seconds=5.0):
        return serve.ask(query, case, seconds)

    def test_crash(self):
        def query(_a, _b):
            print("about to fall", flush=True)
            os.abort()
        found = self.ask(query)
        self.assertEqual((found["verdict"], found["stop"]), (None, "crashed"))
        self.assertEqual(found["message"], "ended by SIGABRT: about to fall")

    def test_exit(self):
        found = self.ask(lambda _a, _b: os._exit(3))
        self.assertEqual((found["verdict"], found["stop"], found["message"]), (None, "crashed", "exit code 3"))
        found = self.ask(lambda _a, _b: os._exit(0))
        self.assertEqual((found["verdict"], found["stop"]), (None, "crashed"))

    def test_hang(self):
        start = time.monotonic()
        found = self.ask(lambda _a, _b: time.sleep(60), seconds=0.3)
        self.assertEqual((found["verdict"], found["stop"]), (None, "timed-out"))
        self.assertLess(time.monotonic() - start, 10)

    def test_error(self):
        def query(_a, _b):
            raise ValueError("no such hull\nsecond line")
        self.assertEqual(self.ask(query), {"verdict": None, "stop": "refused", "message": "ValueError: no such hull"})

    def test_error_of_one_body(self):
        def build(points):
            if len(points) == 1:
                raise ValueError("flat")
            return points

        def query(a, b):
            serve.each(build, a, b)
            return serve.answer(0.0)
        point = {"points": [[0, 0, 0]]}
        found = [self.ask(query, case("x", *bodies)) for bodies in ((point, box(0, 0, 0)), (box(0, 0, 0), point), (point, point))]
        refused = {"verdict": None, "stop": "refused", "message": "ValueError: flat"}
        self.assertEqual(found, [{**refused, "body": body} for body in "aba"])
        self.assertEqual(self.ask(query)["verdict"], "intersecting")

    def test_long_answer(self):
        points = [[1 / 3, 2 / 3, k / 7] for k in range(20000)]  # more than a pipe holds
        found = self.ask(lambda _a, _b: serve.answer(1.5, [1, 2, 3], [math.nan, 0, 0], a=points))
        # A single witness point is left out.
        self.assertEqual(found, {"verdict": "apart", "distance": 1.5, "a": {"points": points}})

    def test_distances(self):
        self.assertEqual(serve.answer(-0.5, has_depth=False), {"verdict": "intersecting", "distance": 0.0})
        self.assertEqual(serve.answer(math.inf), {"verdict": "apart", "distance": None})
        self.assertEqual(serve.answer(math.nan)["verdict"], None)
        self.assertEqual(serve.answer(5e-324)["verdict"], "apart")

    def test_depths(self):
        met = {"verdict": "intersecting", "distance": 0.0}
        points = {"on_a": [2, 1, 0], "on_b": [1.5, 1, 0]}
        self.assertEqual(serve.answer(-0.5, *points.values()), {**met, **points, "depth": 0.5, "translation": [0.5, 0, 0]})
        self.assertEqual(serve.answer(-0.5, *points.values(), [1, 0, 0]), {**met, **points, "depth": 0.5, "normal": [1, 0, 0]})
        # Without a direction the answer is only a verdict; for touching bodies it also has a depth.
        nothing = [math.nan] * 3
        self.assertEqual(serve.answer(-0.5, nothing, [0, 0, 0], nothing), met)
        self.assertEqual(serve.answer(-0.0, nothing, nothing, nothing), {**met, "depth": 0.0})
        self.assertEqual(serve.answer(0.0, [1, 2, 3], [1, 2, 3]),
                         {**met, "on_a": [1, 2, 3], "on_b": [1, 2, 3], "depth": 0.0, "translation": [0, 0, 0]})
        self.assertEqual(serve.answer(-math.inf, *points.values(), [1, 0, 0]), met)
        self.assertEqual(serve.answer(-math.inf, *points.values()), {**met, **points, "translation": [0.5, 0, 0]})
        self.assertEqual(serve.contact(None, None), {"verdict": "apart"})
        self.assertEqual(serve.contact(0.5, (0, 0, 2)), {"verdict": "intersecting", "depth": 0.5, "normal": [0, 0, 2]})
        self.assertEqual(serve.contact(0.0, nothing), {"verdict": "intersecting", "depth": 0.0})
        self.assertEqual(serve.contact(0.0, [0, 0, 0]), {"verdict": "intersecting", "depth": 0.0})
        self.assertEqual(serve.contact(0.5, [0, 0, 0]), {"verdict": "intersecting", "depth": 0.5, "normal": [0, 0, 0]})
        self.assertEqual(serve.contact(0.5, nothing), {"verdict": "intersecting"})

    def test_numbers(self):
        self.assertEqual(self.ask(lambda a, _b: serve.answer(a[0][0]), HEXADECIMAL), {"verdict": "apart", "distance": 3.0})


class Hull(unittest.TestCase):
    """The mesh that is passed to coal and FCL."""

    def setUp(self):
        if importlib.util.find_spec("scipy") is None:
            self.skipTest("scipy is not installed")

    def test_box(self):
        points = box(0, 0, 0)["points"] + [[0.5, 0.5, 0.5], [0, 0, 0]]
        vertices, triangles = serve.hull(points)
        self.assertEqual(sorted(map(tuple, vertices)), sorted(map(tuple, points[:8])))
        self.assertEqual(len(triangles), 12)
        for p, q, r in ([vertices[corner] for corner in triangle] for triangle in triangles):
            u, v, w = q - p, r - p, (p + q + r) / 3 - 0.5
            self.assertGreater(u[0] * (v[1] * w[2] - v[2] * w[1]) + u[1] * (v[2] * w[0] - v[0] * w[2])
                               + u[2] * (v[0] * w[1] - v[1] * w[0]), 0)

    def test_without_volume(self):
        flat = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 1.0, 0.0], [0.5, 0.25, 0.0]]
        for count in range(1, 6):
            vertices, triangles = serve.hull(flat[:count])
            self.assertEqual([list(vertex) for vertex in vertices], flat[:count])
            self.assertEqual({corner for triangle in triangles for corner in triangle}, set(range(count)))
        with self.assertRaises(ValueError):
            serve.hull([[float(k), float(k * k), 0.0] for k in range(33)])


if __name__ == "__main__":
    unittest.main()
