#!/usr/bin/env python3
"""Checks the proofs that `gjk check CASE… --proofs PROOFS` writes, from the definitions alone, in fractions.

    python3 harness/validate.py PROOFS [CASES]

With CASES, a file in the case format, also: the proofs are about the points of its cases, and no case is left out. Exit 0 if
every proof holds; 1 if not, with a line for each that does not; 2 if there is nothing to check or a line is no JSON."""

import json, re, sys
from collections import Counter
from fractions import Fraction
from itertools import combinations
from struct import pack, unpack

NO_RADII = ["0x0p+0", "0x0p+0"]
HEXADECIMAL = re.compile(r"(-?)0x([0-9a-f]+)(?:\.([0-9a-f]+))?p([+-]?[0-9]{1,4})")

def need(holds, fault):
    if not holds:
        raise ValueError(fault)

def dot(p, q):
    return sum(x * y for x, y in zip(p, q))

def minus(p, q):
    return [x - y for x, y in zip(p, q)]

def determinant(rows):
    minors = ([row[:i] + row[i + 1:] for row in rows[1:]] for i in range(len(rows)))
    return sum((-1) ** i * rows[0][i] * determinant(minor) for i, minor in enumerate(minors)) if rows else 1

def number(text):
    """A hexadecimal float as a fraction. `fromhex` rounds, so what it gives has to be what is written."""
    sign, whole, part, power = HEXADECIMAL.fullmatch(text).groups("")
    exactly = Fraction(int(sign + whole + part, 16)) * Fraction(2) ** (int(power) - 4 * len(part))
    need(exactly == Fraction(float.fromhex(text)), "a number that is no double")
    return exactly

def numbers(texts):
    return [number(text) for text in texts]

def check(line):
    need(("b" in line) != ("halfspace" in line), "no B, or two")
    dim, core, squared = line["dim"], line["core_class"], Fraction(line["core_distance_squared"])
    a = [numbers(point) for point in line["a"]]
    need(dim in (2, 3) and all(len(point) == dim for point in a), "a point of another dimension")
    need((core == "overlapping") == ("core_depth_squared" in line), "a depth of bodies that do not overlap, or none of those that do")
    (check_hulls if "b" in line else check_halfspace)(line, dim, a, core, squared)
    radii = numbers(line.get("radii", NO_RADII))
    need(len(radii) == 2 and min(radii) >= 0, "no two radii")
    reach = squared - sum(radii) ** 2
    meets = core if not any(radii) else "separated" if reach > 0 else "touching" if reach == 0 < squared else "overlapping"
    need(line["class"] == meets, "another class")

def check_halfspace(line, dim, a, core, squared):
    """The half-space is n·p <= d. M is the half-space of all m with n·m >= h: no n·p of A is less than that of the point of support."""
    proof, n = line["proof"], numbers(line["halfspace"]["normal"])
    need(len(n) == dim and any(n), "no normal")
    need(proof["support"] in range(len(a)), "the support is no point")
    support = a[proof["support"]]
    height = dot(n, support) - number(line["halfspace"]["offset"])
    need(all(dot(n, p) >= dot(n, support) for p in a), "a point of A is lower")
    need(core == ("separated" if height > 0 else "touching" if height == 0 else "overlapping"), "another core class")
    gap, length_squared = max(height, 0), dot(n, n)
    foot = [x - gap * y / length_squared for x, y in zip(support, n)]
    need([support, foot] == [[Fraction(x) for x in proof[name]] for name in ("on_a", "on_b")], "other witness points")
    need(squared == gap ** 2 / length_squared, "another distance")
    need(core != "overlapping" or Fraction(line["core_depth_squared"]) == height ** 2 / length_squared, "another depth")

def check_hulls(line, dim, a, core, squared):
    proof, b = line["proof"], [numbers(point) for point in line["b"]]
    need(all(len(point) == dim for point in b), "a point of another dimension")
    pairs, weights = proof["pairs"], [Fraction(weight) for weight in proof["weights"]]
    need(all(i in range(len(a)) and j in range(len(b)) for i, j in pairs), "a pair names no point")
    need(len(weights) == len(pairs) and sum(weights) == 1 and min(weights) >= 0, "the weights are not convex")
    corners = [[a[i] for i, _ in pairs], [b[j] for _, j in pairs]]
    on_a, on_b = [[dot(weights, column) for column in zip(*points)] for points in corners]
    need([on_a, on_b] == [[Fraction(x) for x in proof[name]] for name in ("on_a", "on_b")], "other witness points")
    v = minus(on_a, on_b)
    need(dot(v, v) == squared and (squared > 0) == (core == "separated"), "another distance")
    extent = lambda n: (min(dot(n, p) for p in a), max(dot(n, q) for q in b))
    if core == "separated":  # No point of M has a smaller product with v than v itself.
        least, greatest = extent(v)
        need(least - greatest >= squared, "a point of M lies nearer")
    elif core == "touching":  # No point of M lies below the plane through the origin.
        n = [Fraction(x) for x in proof["normal"]]
        need(len(n) == dim and any(n), "no normal")
        least, greatest = extent(n)
        need(least >= greatest, "a point of M lies below the plane")
    else:  # With all weights positive and points that span the space the origin is interior to their hull.
        need(core == "overlapping" and min(weights) > 0, "no class, or a weight of zero")
        need(any(determinant(rows) for rows in combinations(map(minus, *corners), dim)), "the points do not span the space")
    need((core == "overlapping") == ("depth_proof" in line), "a proof of a depth of bodies that do not overlap, or none of those that do")
    if core == "overlapping":
        check_depth(dim, a, b, line["depth_proof"], Fraction(line["core_depth_squared"]))

def check_depth(dim, a, b, proof, squared):
    """Facets of points of M around the origin: closed, each with the origin below its plane, none nearer than `nearest`; and no point
    of M beyond that plane. Then M holds the ball that touches it, and no larger one."""
    need(all(len(facet) == dim for facet in proof["facets"]), "a facet of another number of corners")
    need(all(i in range(len(a)) and j in range(len(b)) for facet in proof["facets"] for i, j in facet), "a corner names no point")
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
        axes = [[Fraction(k == axis) for k in range(dim)] for axis in range(dim)]
        normal = [determinant([axis] + edges) for axis in axes]
        level = dot(normal, corners[0])
        need(level > 0, "the origin is not below a facet")
        planes.append((level, normal))
    level, normal = planes[proof["nearest"]]
    need(proof["nearest"] in range(len(planes)) and level ** 2 == squared * dot(normal, normal), "another depth")
    need(all(height ** 2 >= squared * dot(n, n) for height, n in planes), "a facet is nearer")
    reach = max(dot(normal, p) for p in a) - min(dot(normal, q) for q in b)
    need(reach <= level, "a point of M lies beyond the plane")

def parts(body):
    return [part for inner in body["union"] for part in parts(inner)] if "union" in body else [body]

def compare(line, case):
    single = lambda x: unpack("f", pack("f", x))[0]
    exactly = lambda x: (single if line["scalar"] == "f32" else float)(float.fromhex(x) if isinstance(x, str) else float(x))
    bodies = [parts(case[body])[part] for body, part in zip("ab", line.get("parts", [0, 0]))]
    need(all(not set(body) - {"points", "radius", "halfspace"} for body in bodies), "a body that is given by other things than points, which is not compared")
    hull = lambda body: [[exactly(x) for x in point] for point in body["points"]]
    need(hull(bodies[0]) == [numbers(point) for point in line["a"]], "other points than the case has")
    if "halfspace" in line:
        given, told = bodies[1]["halfspace"], line["halfspace"]
        need([exactly(x) for x in [*given["normal"], given["offset"]]] == numbers([*told["normal"], told["offset"]]), "another half-space than the case has")
    else:
        need(hull(bodies[1]) == [numbers(point) for point in line["b"]], "other points than the case has")
    need([exactly(body.get("radius", 0)) for body in bodies] == numbers(line.get("radii", NO_RADII)), "other radii")

def once(pairs):
    need(len(dict(pairs)) == len(pairs), "a field twice")
    return dict(pairs)

def read(path):
    with open(path, encoding="utf-8") as file:
        for number, text in enumerate(file, 1):
            if text.strip() and not text.startswith("#"):
                try:
                    yield number, json.loads(text, object_pairs_hook=once)
                except ValueError as error:
                    sys.exit(print(f"{path}:{number}: no JSON: {error}", file=sys.stderr) or 2)

def main(proofs, cases=None):
    known = {case["id"]: case for _, case in read(cases)} if cases else {}
    held, without, faulty, named = Counter(), Counter(), 0, set()
    for number, line in read(proofs):
        try:
            named.add(line["case"])
            need(not known or line["case"] in known, "there is no such case")
            if line["proof"] is None:
                without[line["reason"]] += 1
                continue
            check(line)
            if known:
                compare(line, known[line["case"]])
            held[line["class"]] += 1
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as fault:
            faulty += 1
            print(f"{proofs}:{number}: {line.get('case') if isinstance(line, dict) else line}: {fault!r}")
    left_out = sorted(set(known) - named)
    for case in left_out:
        print(f"{cases}: {case}: no line is about it")
    tell = lambda counts: ", ".join(f"{name} {count}" for name, count in sorted(counts.items())) or "none"
    holding, lacking = sum(held.values()), sum(without.values())
    print(f"{holding} proofs hold ({tell(held)}); {faulty} faulty; {lacking} without a proof ({tell(without)})")
    return 1 if faulty or left_out else 0 if held or without else 2

if __name__ == "__main__":
    getattr(sys, "set_int_max_str_digits", lambda _: None)(0)  # Fractions of cases near the ends of the range are long.
    try:
        sys.exit(main(*sys.argv[1:]) if len(sys.argv) in (2, 3) else print(__doc__, file=sys.stderr) or 2)
    except (OSError, UnicodeError) as error:
        sys.exit(print(error, file=sys.stderr) or 2)
