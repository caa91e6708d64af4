#!/usr/bin/env python3
"""Checks the proofs that `gjk check CASE… --proofs PROOFS` writes, from the definitions alone, exactly.

    python3 harness/validate.py PROOFS [CASES]

With CASES, a file in the case format, also: the proofs are about the points of its cases, in each scalar that occurs each pair of parts
has one line, and a line without a proof has a reason. Bodies that the file gives in another way than as points, radius and half-space are
counted, not compared. Exit 0 if every proof holds; 1 if not, with a line for each that does not; 2 if there is no proof, or a line is no JSON."""

import json, re, sys
from collections import Counter
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import isfinite
from struct import pack, unpack

NO_RADII = ["0x0p+0", "0x0p+0"]
FRACTION = re.compile(r"-?[0-9]+(/[0-9]+)?")
HEXADECIMAL = re.compile(r"(-?)0x([0-9a-f]+)(?:\.([0-9a-f]+))?p([+-]?[0-9]{1,4})")

def need(holds, fault):
    if not holds:
        raise ValueError(fault)

def only(fields, known):
    need(isinstance(fields, dict) and set(fields) <= set(known.split()), "a field that no such line has")
    return fields

def is_index(i, points):
    return type(i) is int and i in range(len(points))

def dot(p, q):
    return sum(x * y for x, y in zip(p, q))

def minus(p, q):
    return [x - y for x, y in zip(p, q)]

def determinant(rows):
    minors = ([row[:i] + row[i + 1:] for row in rows[1:]] for i in range(len(rows)))
    return sum((-1) ** i * rows[0][i] * determinant(minor) for i, minor in enumerate(minors)) if rows else 1

@lru_cache(1 << 16)
def number(text):
    """A hexadecimal float as a fraction. `fromhex` rounds, so what it gives has to be what is written."""
    sign, whole, part, power = HEXADECIMAL.fullmatch(text).groups("")
    exactly = Fraction(int(sign + whole + part, 16)) * Fraction(2) ** (int(power) - 4 * len(part))
    need(exactly == Fraction(float.fromhex(text)), "a number that is no double")
    return exactly

def numbers(texts):
    return [number(text) for text in texts]

def fraction(text):
    need(FRACTION.fullmatch(text), "no fraction")
    return Fraction(text)

LABELS = "file case scalar parts"

def check(line):
    """Whether the time of a first contact was also computed anew."""
    only(line, LABELS + " dim a b halfspace radii class core_class core_distance_squared core_depth_squared proof depth_proof cast first_contact never")
    need(("b" in line) != ("halfspace" in line), "no B, or two")
    dim, core, squared = line["dim"], line["core_class"], fraction(line["core_distance_squared"])
    a = [numbers(point) for point in line["a"]]
    need(dim in (2, 3) and all(len(point) == dim for point in a), "a point of another dimension")
    need((core == "overlapping") == ("core_depth_squared" in line), "a depth of bodies that do not overlap, or none of those that do")
    (check_hulls if "b" in line else check_halfspace)(line, dim, a, core, squared)
    radii = numbers(line.get("radii", NO_RADII))
    need(len(radii) == 2 and min(radii) >= 0, "no two radii")
    reach = squared - sum(radii) ** 2
    meets = core if not any(radii) else "separated" if reach > 0 else "touching" if reach == 0 < squared else "overlapping"
    need(line["class"] == meets, "another class")
    need(("cast" in line) == len({"first_contact", "never"} & set(line)), "a motion without one claim about it, or a claim without a motion")
    return "cast" in line and (check_cast if "b" in line else check_cast_onto_halfspace)(line, dim, a, sum(radii))

def check_halfspace(line, dim, a, core, squared):
    """The half-space is n·p <= d. M is the half-space of all m with n·m >= h: no n·p of A is less than that of the point of support."""
    proof, n = only(line["proof"], "support on_a on_b"), numbers(only(line["halfspace"], "normal offset")["normal"])
    need("depth_proof" not in line, "a shell of a half-space")
    need(len(n) == dim and any(n), "no normal")
    need(is_index(proof["support"], a), "the support is no point")
    support = a[proof["support"]]
    height = dot(n, support) - number(line["halfspace"]["offset"])
    need(all(dot(n, p) >= dot(n, support) for p in a), "a point of A is lower")
    need(core == ("separated" if height > 0 else "touching" if height == 0 else "overlapping"), "another core class")
    gap, length_squared = max(height, 0), dot(n, n)
    foot = [x - gap * y / length_squared for x, y in zip(support, n)]
    need([support, foot] == [[fraction(x) for x in proof[name]] for name in ("on_a", "on_b")], "other witness points")
    need(squared == gap ** 2 / length_squared, "another distance")
    need(core != "overlapping" or fraction(line["core_depth_squared"]) == height ** 2 / length_squared, "another depth")

def combined(proof, a, b):
    """Points of the bodies with weights, and their combinations."""
    pairs, weights = proof["pairs"], [fraction(weight) for weight in proof["weights"]]
    need(all(is_index(i, a) and is_index(j, b) for i, j in pairs), "a pair names no point")
    need(len(weights) == len(pairs) and sum(weights) == 1 and min(weights) >= 0, "the weights are not convex")
    corners = [[a[i] for i, _ in pairs], [b[j] for _, j in pairs]]
    return corners, weights, [[dot(weights, column) for column in zip(*points)] for points in corners]

def witnesses(proof):
    return [[fraction(x) for x in proof[name]] for name in ("on_a", "on_b")]

def check_hulls(line, dim, a, core, squared):
    proof, b = only(line["proof"], "pairs weights on_a on_b normal"), [numbers(point) for point in line["b"]]
    need((core == "touching") == ("normal" in proof), "a normal of bodies that do not touch, or none")
    need(all(len(point) == dim for point in b), "a point of another dimension")
    corners, weights, (on_a, on_b) = combined(proof, a, b)
    need([on_a, on_b] == witnesses(proof), "other witness points")
    v = minus(on_a, on_b)
    need(dot(v, v) == squared and (squared > 0) == (core == "separated"), "another distance")
    extent = lambda n: (min(dot(n, p) for p in a), max(dot(n, q) for q in b))
    if core == "separated":  # No point of M has a smaller product with v than v itself.
        least, greatest = extent(v)
        need(least - greatest >= squared, "a point of M lies nearer")
    elif core == "touching":  # No point of M lies below the plane through the origin.
        n = [fraction(x) for x in proof["normal"]]
        need(len(n) == dim and any(n), "no normal")
        least, greatest = extent(n)
        need(least >= greatest, "a point of M lies below the plane")
    else:  # With all weights positive and points that span the space the origin is interior to their hull.
        need(core == "overlapping" and min(weights) > 0, "no class, or a weight of zero")
        need(any(determinant(rows) for rows in combinations(map(minus, *corners), dim)), "the points do not span the space")
    need((core == "overlapping") == ("depth_proof" in line), "a proof of a depth of bodies that do not overlap, or none of those that do")
    if core == "overlapping":
        check_depth(dim, a, b, line["depth_proof"], fraction(line["core_depth_squared"]))

def check_depth(dim, a, b, proof, squared):
    """Facets of points of M around the origin: closed, each with the origin below its plane, none nearer than `nearest`; and no point
    of M beyond that plane. Then M holds the ball that touches it, and no larger one. All in units of the last binary place of a coordinate:
    integers are ten times faster than fractions."""
    units = max(x.denominator for p in a + b for x in p)
    a, b = [[[int(x * units) for x in p] for p in points] for points in (a, b)]
    squared *= units ** 2
    need(all(len(facet) == dim for facet in only(proof, "facets nearest")["facets"]), "a facet of another number of corners")
    need(all(is_index(i, a) and is_index(j, b) for facet in proof["facets"] for i, j in facet), "a corner names no point")
    facets = [[minus(a[i], b[j]) for i, j in facet] for facet in proof["facets"]]
    ends = [[tuple(corner) for corner in facet] for facet in facets]
    if dim == 2:
        need({p for p, _ in ends} == {q for _, q in ends}, "the facets are not closed")
    else:
        edges = {(facet[k], facet[(k + 1) % 3]) for facet in ends for k in range(3)}
        need(all((q, p) in edges for p, q in edges), "the facets are not closed")
    planes = []
    for corners in facets:
        edges = [minus(corner, corners[0]) for corner in corners[1:]]
        axes = [[int(k == axis) for k in range(dim)] for axis in range(dim)]
        normal = [determinant([axis] + edges) for axis in axes]
        level = dot(normal, corners[0])
        need(level > 0, "the origin is not below a facet")
        planes.append((level, normal))
    need(is_index(proof["nearest"], planes), "the nearest facet is none")
    level, normal = planes[proof["nearest"]]
    need(level ** 2 == squared * dot(normal, normal), "another depth")
    need(all(height ** 2 >= squared * dot(n, n) for height, n in planes), "a facet is nearer")
    reach = max(dot(normal, p) for p in a) - min(dot(normal, q) for q in b)
    need(reach <= level, "a point of M lies beyond the plane")

def check_times(line, fields, dim, plane, meet):
    """A moves by r over the times from 0 to 1. `plane` gives the normal n of the proof, and h, the least product of n with a point of M at the start. The
    product is linear in time. While it is more than R |n|, no point of A with its radius is a point of B with its radius. `meet` gives the two points of the
    bodies of the proof at a time. R is the sum of the radii."""
    r, reach = numbers(only(line["cast"], "translation")["translation"]), sum(numbers(line.get("radii", NO_RADII)))
    need(len(r) == dim, "a motion in another dimension")
    def apart(proof, end, may_touch):
        n, h = plane(proof)
        start, last = ((height, height ** 2 - reach ** 2 * dot(n, n)) for height in (h, h + end * dot(n, r)))
        need(min(start) > 0 and (min(last) > 0 or may_touch and min(last) == 0), "no plane is between the bodies all the time")
    if "never" in line:
        return apart(only(line["never"], "normal" if "b" in line else ""), 1, False)
    proof = only(line["first_contact"], "time low high on_a on_b " + fields)
    need(("time" in proof) == ("low" not in proof) == ("high" not in proof), "no time, or two")
    low, high = [fraction(proof[name]) for name in (("time", "time") if "time" in proof else ("low", "high"))]
    need(0 <= low <= high <= 1, "no such time")
    if low > 0:
        apart(proof, low, True)
    on_a, on_b = meet(proof, [high * x for x in r])
    need([on_a, on_b] == witnesses(proof), "other points of contact")
    need(dot(minus(on_a, on_b), minus(on_a, on_b)) <= reach ** 2, "no contact")
    return low, high

def check_cast_onto_halfspace(line, dim, a, reach):
    """The point of support is the lowest point of A all the time."""
    n, offset = numbers(line["halfspace"]["normal"]), number(line["halfspace"]["offset"])
    support = a[line["proof"]["support"]]
    def meet(_, step):
        on_a = [x + y for x, y in zip(support, step)]
        height = max(dot(n, on_a) - offset, 0)
        return on_a, [x - height * y / dot(n, n) for x, y in zip(on_a, n)]
    check_times(line, "", dim, lambda _: (n, dot(n, support) - offset), meet)
    return False

def check_cast(line, dim, a, reach):
    b = [numbers(point) for point in line["b"]]
    def plane(proof):
        n = [fraction(x) for x in proof["normal"]]
        need(len(n) == dim, "a normal in another dimension")
        return n, min(dot(n, p) for p in a) - max(dot(n, q) for q in b)
    def meet(proof, step):
        _, _, (on_a, on_b) = combined(proof, a, b)
        return [x + y for x, y in zip(on_a, step)], on_b
    times = check_times(line, "normal pairs weights", dim, plane, meet)
    need(not times or (times[0] > 0) == ("normal" in line["first_contact"]), "a normal, and nothing before the contact, or none")
    if reach or len(a) + len(b) > MOST_POINTS:
        return False
    # The same anew, without the proof: the least t >= 0 at which a point of A moved by t r is a point of B.
    r = numbers(line["cast"]["translation"])
    columns = [[*p, 1, 0] for p in a] + [[*(-x for x in q), 0, 1] for q in b] + [[*r, 0, 0]]
    least = least_last(columns, [0] * dim + [1, 1])
    meet = least is not None and least <= 1
    need(times[0] <= least <= times[1] if meet and times else not meet and not times, "another time than that of a linear program")
    return True

MOST_POINTS = 64

def least_last(columns, right):
    """The least last number of all x >= 0 for which the columns, times x, sum to the non-negative right side; None if there is no x: a simplex
    method in two phases with Bland's rule."""
    count, rows = len(columns), range(len(right))
    table = [[Fraction(column[i]) for column in columns] + [Fraction(int(i == k)) for k in rows] + [Fraction(right[i])] for i in rows]
    basis = [count + i for i in rows]
    def pivot(i, j):
        table[i] = [x / table[i][j] for x in table[i]]
        for k in rows:
            factor = table[k][j]
            if k != i and factor:
                table[k] = [x - factor * y for x, y in zip(table[k], table[i])]
        basis[i] = j
    def descend(cost):
        while True:
            total = lambda j: sum(table[i][j] for i in rows if cost(basis[i]))
            better = next((j for j in range(count) if cost(j) < total(j)), None)
            if better is None:
                return total(-1)
            pivot(min((table[i][-1] / table[i][better], basis[i], i) for i in rows if table[i][better] > 0)[2], better)
    if descend(lambda j: int(j >= count)) > 0:
        return None
    for i in rows:
        j = next((j for j in range(count) if table[i][j]), None)
        if basis[i] >= count and j is not None:
            pivot(i, j)
    return descend(lambda j: int(j == count - 1))

def parts(body):
    return [part for inner in body["union"] for part in parts(inner)] if "union" in body else [body]

def names(case):
    """The pairs of parts that have a line, None for the pair of bodies itself."""
    a, b = parts(case["a"]), parts(case["b"])
    pairs = {(i, j) for i in range(len(a)) for j in range(len(b))}
    return {None} | pairs if "union" in case["a"] or "union" in case["b"] else {None}

def name(line):
    need(line["scalar"] in ("f32", "f64", "exact"), "no scalar")
    i, j = line.get("parts", [0, 0])
    need(type(i) is int and type(j) is int and min(i, j) >= 0, "no parts")
    return line["case"], line["scalar"], (i, j) if "parts" in line else None

def in_scalar(line, x):
    x = float.fromhex(x) if isinstance(x, str) else float(x)
    return unpack("f", pack("f", x))[0] if line["scalar"] == "f32" else x

def motion(line, case):
    """The motion of A as the scalar of a line has it; None where A rests."""
    r = case.get("cast", {}).get("translation", [])
    return [in_scalar(line, x) for x in r] if any(in_scalar({"scalar": "f64"}, x) for x in r) else None

def posed(line, case):
    """The bodies of a line as its scalar has them: points, radius and half-space in doubles. None where they are given in another way."""
    exactly = lambda x: in_scalar(line, x)
    bodies = [parts(case[body])[part] for body, part in zip("ab", line.get("parts", [0, 0]))]
    if any(set(body) - {"points", "radius", "halfspace"} for body in bodies):
        return None
    plane = lambda body: [exactly(x) for x in [*body["halfspace"]["normal"], body["halfspace"]["offset"]]]
    hull = lambda body: [[exactly(x) for x in point] for point in body["points"]]
    return [(plane(body) if "halfspace" in body else hull(body), exactly(body.get("radius", 0))) for body in bodies]

def compare(line, case):
    """False where the bodies are given in another way than as points, radius and half-space."""
    found = posed(line, case)
    if not found:
        return False
    (a, radius_a), (b, radius_b) = found
    need(a == [numbers(point) for point in line["a"]], "other points than the case has")
    told = line.get("halfspace")
    need(b == (numbers([*told["normal"], told["offset"]]) if told else [numbers(point) for point in line["b"]]), "another B than the case has")
    need([radius_a, radius_b] == numbers(line.get("radii", NO_RADII)), "other radii")
    need(motion(line, case) == (numbers(line["cast"]["translation"]) if "cast" in line else None), "another motion")
    return True

def lacks_proof_with_reason(line, case):
    """A line without a proof is about a union, a curved body, or a number beyond the scalar."""
    if "parts" not in line and ("union" in case["a"] or "union" in case["b"]):
        return True
    try:
        found, r = posed(line, case), motion(line, case)
    except OverflowError:
        return True
    numbers = [x for shape, radius in found or [] for y in [*shape, radius] for x in (y if isinstance(y, list) else [y])]
    vanished = any(not isinstance(shape[0], list) and not any(shape[:-1]) for shape, _ in found or [])
    return not found or vanished or not all(map(isfinite, numbers + (r or [1]))) or r is not None and not any(r)

def once(pairs):
    need(len(dict(pairs)) == len(pairs), "a field twice")
    return dict(pairs)

def read(path):
    with open(path, encoding="utf-8", newline="\n") as file:
        for number, text in enumerate(file, 1):
            if text.strip() and not text.startswith("#"):
                try:
                    yield number, json.loads(text, object_pairs_hook=once)
                except ValueError as error:
                    sys.exit(print(f"{path}:{number}: no JSON: {error}", file=sys.stderr) or 2)

def main(proofs, cases=None):
    known = {case["id"]: case for _, case in read(cases)} if cases else None
    held, without, faulty, seen, uncompared, anew = Counter(), Counter(), 0, Counter(), 0, 0
    for number, line in read(proofs):
        try:
            about = name(line) if known is not None else line["case"]
            seen[about] += 1
            need(known is None or line["case"] in known, "there is no such case")
            if line["proof"] is None:
                only(line, LABELS + " proof reason")
                need(known is None or lacks_proof_with_reason(line, known[line["case"]]), "no proof, and no reason for that")
                without[line["reason"]] += 1
                continue
            anew += check(line)
            uncompared += known is not None and not compare(line, known[line["case"]])
            held[line["class"]] += 1
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as fault:
            faulty += 1
            print(f"{proofs}:{number}: {line.get('case') if isinstance(line, dict) else line}: {fault!r}")
    scalars = {scalar for _, scalar, _ in seen} if known else []
    wanted = {(case, scalar, pair) for case in known or {} for scalar in scalars for pair in names(known[case])}
    strays = sorted((about for about in set(seen) | wanted if known and (seen[about] != 1 or about not in wanted)), key=str)
    for case, scalar, pair in strays:
        count = seen[case, scalar, pair]
        print(f"{cases}: {case}: {count} lines are" if count else f"{cases}: {case}: no line is", f"about it in {scalar}" + (f", parts {list(pair)}" if pair else ""))
    tell = lambda counts: ", ".join(f"{name} {count}" for name, count in sorted(counts.items())) or "none"
    holding, lacking = sum(held.values()), sum(without.values())
    print(f"{holding} proofs hold ({tell(held)}); {faulty} faulty; {lacking} without a proof ({tell(without)})")
    if anew:
        print(f"{anew} of them move, and a linear program finds the same time of the first contact, or none")
    if uncompared:
        print(f"{uncompared} of them are about bodies that {cases} gives in another way than as points, radius and half-space: not compared with it")
    return 1 if faulty or strays else 0 if held else 2

if __name__ == "__main__":
    getattr(sys, "set_int_max_str_digits", lambda _: None)(0)  # Fractions of cases near the ends of the range are long.
    try:
        sys.exit(main(*sys.argv[1:]) if len(sys.argv) in (2, 3) else print(__doc__, file=sys.stderr) or 2)
    except (OSError, UnicodeError) as error:
        sys.exit(print(error, file=sys.stderr) or 2)
