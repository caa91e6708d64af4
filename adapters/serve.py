"""The part that all adapters share: it reads cases, writes answers, and runs every query in a child process.

An adapter imports this module first and calls `serve` with its statement about itself and with a function that answers one
query. A query that crashes, hangs or raises an error affects only its own answer.
"""

import argparse
import collections
import importlib.metadata
import json
import math
import os
import resource
import select
import signal
import sys
import tempfile
import time

# The folder of the adapters is on the path. There, Python would find `coal.py` instead of the library of that name.
FOLDER = os.path.dirname(os.path.abspath(__file__))
sys.path[:] = [folder for folder in sys.path if os.path.abspath(folder) != FOLDER]

# One thread is enough for small bodies, and each query runs in a forked process.
for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMBA_NUM_THREADS"):
    os.environ.setdefault(name, "1")

SECONDS = 10.0  # time limit of a query, unless --seconds sets another
MEMORY = 8 << 30  # bytes of address space that a query may hold
LOOKED_AT = 32  # largest number of vertices up to which coal and FCL examine every vertex
EXACT = "settings for exactness"  # the title of a query with such settings
MESSAGE = 300  # characters of a message that are kept

# A tetrahedron and two others, one apart from it and one that overlaps it. They are queried before the greeting, so that no
# query includes the work that a library does once (loading, compiling).
FIRST = [[[x, 0.0, 0.0], [x + 1.0, 0.0, 0.0], [x, 1.0, 0.0], [x, 0.0, 1.0]] for x in (0.0, 2.0, 0.25)]


# The set of all p with normal . p <= offset.
Halfspace = collections.namedtuple("Halfspace", "normal offset")


class Refused(Exception):
    """The library does not accept this body (`"a"` or `"b"`), whatever the other body is; the message gives the reason."""

    def __init__(self, body, message):
        super().__init__(message)
        self.body = body


def each(build, a, b):
    """The results of `build` for both bodies. An error counts as a refusal of the body for which it is raised."""
    made = []
    for name, body in (("a", a), ("b", b)):
        try:
            made.append(build(body))
        except Exception as error:
            raise Refused(name, said(error)) from None
    return made


def answer(distance, on_a=None, on_b=None, normal=None, has_depth=True, **held):
    """The answer for a distance that is positive exactly if the library reports the bodies as apart.

    With `has_depth`, the distance of bodies that meet is minus their depth. The translation that separates them is then the
    depth along `normal`, which points from a into b; without a normal it is the difference of the witness points `on_a` and
    `on_b`. Values that are not finite are left out, and the promise of a depth is then judged as broken. `held` may give `a`
    and `b`, the points that the library really holds, if they differ from those of the case.
    """
    distance = float(distance)
    if math.isnan(distance):
        return {"verdict": None, "message": "the distance is not a number", **bodies(held)}
    points = {name: point for name, point in (("on_a", finite(on_a)), ("on_b", finite(on_b))) if point}
    if len(points) < 2:
        points = {}
    if distance > 0:
        return {"verdict": "apart", "distance": distance if math.isfinite(distance) else None, **points, **bodies(held)}
    found = {"verdict": "intersecting", "distance": 0.0}
    if has_depth and finite(normal) is None and points:
        translation = [p - q for p, q in zip(points["on_a"], points["on_b"])]
        found.update({"depth": abs(distance)} if math.isfinite(distance) else {}, translation=translation, **points)
    elif has_depth:
        along = depth_along(-distance, normal)
        found.update(along, **(points if along else {}))
    return {**found, **bodies(held)}


def contact(depth, normal, **held):
    """The answer of a library that reports contacts only: the depth of bodies that meet, and the normal from a into b along
    which they are separated. A depth of None means that the bodies are apart."""
    if depth is None:
        return {"verdict": "apart", **bodies(held)}
    return {"verdict": "intersecting", **depth_along(float(depth), normal), **bodies(held)}


def cast(time, **held):
    """The answer of a library that reports only the time of the first contact. A time of None means that there is none."""
    if time is None:
        return {"verdict": "never", **bodies(held)}
    return {"verdict": "hit", **({"time": float(time)} if math.isfinite(time) else {}), **bodies(held)}


def depth_along(depth, normal):
    """A depth and a normal, if they are finite. A depth of zero needs no normal; any other depth is left out without one.
    Libraries return a normal of zeros with a depth of zero if there is no normal."""
    normal = finite(normal)
    if depth == 0 and normal == [0.0] * 3:
        normal = None
    if not math.isfinite(depth) or normal is None and depth != 0:
        return {}
    return {"depth": depth or 0.0, **({"normal": normal} if normal else {})}


def finite(point):
    """A point as numbers; None if there is no point, or if it is not finite."""
    point = None if point is None else list(map(float, point))
    return point if point and all(map(math.isfinite, point)) else None


def bodies(held):
    """The bodies that a library holds, in the form of an answer."""
    return {name: {"points": [list(map(float, point)) for point in points]} for name, points in held.items()}


def hull(points):
    """The vertices of the convex hull and its triangles, counter-clockwise from outside, as Qhull finds them.

    Libraries whose convex body is a mesh need this. If Qhull finds no volume, the triangles are both sides of a fan over all
    points. The fan contains each point, but its edges are not those of the hull. coal and FCL examine every vertex of a body
    with at most 32 vertices, and follow edges on larger bodies. A larger body without a volume is refused.
    """
    import numpy
    from scipy.spatial import ConvexHull, QhullError

    points = numpy.array(list(dict.fromkeys(map(tuple, points))))
    try:
        found = ConvexHull(points)
    except (QhullError, ValueError) as error:
        last = len(points) - 1
        if last >= LOOKED_AT:
            raise ValueError(f"{last + 1} points, and Qhull: {first_line(str(error))}") from None
        fan = [[0, min(corner, last), min(corner + 1, last)] for corner in range(1, max(last, 2))]
        return points, fan + [triangle[::-1] for triangle in fan]
    triangles = []
    for (p, q, r), normal in zip(found.simplices, found.equations[:, :3]):
        outward = numpy.dot(numpy.cross(points[q] - points[p], points[r] - points[p]), normal) >= 0
        triangles.append((p, q, r) if outward else (p, r, q))
    place = {int(old): new for new, old in enumerate(found.vertices)}
    return points[found.vertices], [[place[int(corner)] for corner in triangle] for triangle in triangles]


def said(error):
    """The type and the first line of the message of an error, in one line."""
    return f"{type(error).__name__}: {first_line(str(error))}"[:MESSAGE]


def first_line(text):
    return next((line.strip() for line in text.splitlines() if line.strip()), "")[:MESSAGE]


def number(value):
    """A coordinate: a JSON number, or a string that holds a hexadecimal float."""
    return float.fromhex(value) if isinstance(value, str) else float(value)


def points_of(body, dimension):
    """The points of a hull of points in space, or the half-space."""
    if "halfspace" in body and dimension == 3:
        return Halfspace([number(x) for x in body["halfspace"]["normal"]], number(body["halfspace"]["offset"]))
    if "points" not in body or number(body.get("radius", 0)) != 0:
        raise ValueError("only hulls of points are taken")
    points = [[number(coordinate) for coordinate in point] for point in body["points"]]
    if dimension != 3 or any(len(point) != 3 for point in points):
        raise ValueError("only bodies in space are taken")
    return points


def in_child(query, case, pipe, log):
    """Answers one case, writes the answer to `pipe`, and never returns. Printed output goes to `log`."""
    try:
        os.dup2(log, 1)
        os.dup2(log, 2)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        try:
            a, b = each(lambda body: points_of(body, case["dim"]), case["a"], case["b"])
            motion = [[number(x) for x in case["cast"]["translation"]]] if "cast" in case else []
            found = query(a, b, *motion)
        except Refused as error:
            found = {"verdict": None, "stop": "refused", "body": error.body, "message": str(error)}
        except Exception as error:  # about the pair, not about one body
            found = {"verdict": None, "stop": "refused", "message": said(error)}
        text = json.dumps(found, allow_nan=False).encode()
        while text:
            text = text[os.write(pipe, text):]
        os._exit(0)
    except BaseException:  # not an answer of the library: the parent reads the exit code
        sys.excepthook(*sys.exc_info())
        os._exit(1)


def ask(query, case, seconds=SECONDS):
    """The answer of `query` to one case, from a separate child process."""
    with tempfile.TemporaryFile() as log:
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reader)
            in_child(query, case, writer, log.fileno())
        os.close(writer)
        text, end = b"", time.monotonic() + seconds
        while True:
            if not select.select([reader], [], [], max(0.0, end - time.monotonic()))[0]:
                os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)
                os.close(reader)
                return {"verdict": None, "stop": "timed-out", "message": f"no answer within {seconds:g} s"}
            part = os.read(reader, 1 << 16)
            if not part:
                break
            text += part
        os.close(reader)
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        if code == 0 and text:
            return json.loads(text)
        log.seek(0)
        said = log.read().decode(errors="replace").strip().splitlines()
        end = f"ended by {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"
        return {"verdict": None, "stop": "crashed", "message": ": ".join([end] + said[-1:])[:MESSAGE]}


def serve(query, program, package, title, citation, promise="depth", slack=None, stops_at=None, holds=None, bodies=("points",), **others):
    """Writes the greeting, then one answer per line for each line with a case, until the input ends.

    These arguments have the form of the fields of the greeting:
    `promise` is the question that the library promises to answer. For `cast`, the query also gets the translation of a.
    `slack` is by how much its verdicts may be wrong with its default settings, as a length that the library documents.
    `stops_at` is the tolerance at which its loop stops, by name and number.
    `holds` is the change that it makes to the given bodies, if it holds others, and how far these may be from the given ones.
    `bodies` are the kinds of bodies that it accepts.

    `others` are further queries, by the flag that selects them. Each has the arguments that differ from those above, and a
    title that is appended. The query `exact` has settings for exactness, and the slack that is documented for these settings.
    """
    arguments = argparse.ArgumentParser(description=f"Answers cases with {title}: cases in, answers out, a line each.")
    arguments.add_argument("--seconds", type=float, default=SECONDS, help="that a query may take (default: %(default)g)")
    flags = arguments.add_mutually_exclusive_group()
    for flag, other in others.items():
        flags.add_argument("--" + flag, dest="flag", action="store_const", const=flag, help=other["title"])
    arguments = arguments.parse_args()
    seconds = arguments.seconds
    if others and arguments.flag:
        other = {"query": query, "promise": promise, "slack": None, "stops_at": None, **others[arguments.flag]}
        query, promise, slack, stops_at = (other[field] for field in ("query", "promise", "slack", "stops_at"))
        program, title = program + "-" + arguments.flag, title + ", " + other["title"]
    # Answers go to the original standard output. The output of the library itself goes to the standard error.
    out = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)

    def say(line):
        out.write(json.dumps(line, allow_nan=False) + "\n")
        out.flush()

    for other in FIRST[1:]:
        query(FIRST[0], other, *([[1.0, 0.0, 0.0]] if promise == "cast" else []))
    say({
        "program": program,
        "version": importlib.metadata.version(package),
        "title": title,
        "citation": citation,
        "promise": promise,
        "dimensions": [3],
        "bodies": list(bodies),
        "scalars": ["f64"],
        **({"slack": slack} if slack else {}),
        **({"stops_at": stops_at} if stops_at else {}),
        **({"holds": holds} if holds else {}),
    })
    for line in sys.stdin:
        if line.strip() and not line.startswith("#"):
            case = json.loads(line)
            say({"case": case["id"], **ask(query, case, seconds)})
