#!/usr/bin/env python3
"""Checks the proofs that `gjk check CASE… --proofs PROOFS` writes, from the definitions alone, in fractions.

    python3 harness/validate.py PROOFS [CASES]

With CASES, a file in the case format, also: the proofs are about the points of its cases, and no case is left out. Exit 0 if
every proof holds; 1 if not, with a line for each that does not; 2 if there is nothing to check or a line is no JSON."""

import json, sys
from collections import Counter
from fractions import Fraction
from itertools import combinations
from struct import pack, unpack

NO_RADII = ["0x0p+0", "0x0p+0"]

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

def numbers(texts):
    return [Fraction(float.fromhex(text)) for text in texts]

def check(line):
    dim, proof, core = line["dim"], line["proof"], line["core_class"]
    a, b = [[numbers(point) for point in line[body]] for body in "ab"]
    need(dim in (2, 3) and all(len(point) == dim for point in a + b), "a point of another dimension")
    pairs, weights = proof["pairs"], [Fraction(weight) for weight in proof["weights"]]
    need(all(i in range(len(a)) and j in range(len(b)) for i, j in pairs), "a pair names no point")
    need(len(weights) == len(pairs) and sum(weights) == 1 and min(weights) >= 0, "the weights are not convex")
    corners = [[a[i] for i, _ in pairs], [b[j] for _, j in pairs]]
    on_a, on_b = [[dot(weights, column) for column in zip(*points)] for points in corners]
    need([on_a, on_b] == [[Fraction(x) for x in proof[name]] for name in ("on_a", "on_b")], "other witness points")
    v, squared = minus(on_a, on_b), Fraction(line["core_distance_squared"])
    need(dot(v, v) == squared and (squared > 0) == (core == "separated"), "another distance")
    extent = lambda n: (min(dot(n, p) for p in a), max(dot(n, q) for q in b))
    if core == "separated":  # No point of M has a smaller product with v than its vertices, and so than v itself.
        attained = extent(v)
        need(all((dot(v, p), dot(v, q)) == attained for p, q in zip(*corners)), "a point of M lies nearer")
    elif core == "touching":  # No point of M lies below the plane through the origin.
        n = [Fraction(x) for x in proof["normal"]]
        need(len(n) == dim and any(n), "no normal")
        least, greatest = extent(n)
        need(least >= greatest, "a point of M lies below the plane")
    else:  # With all weights positive and points that span the space the origin is interior to their hull.
        need(core == "overlapping" and min(weights) > 0, "no class, or a weight of zero")
        need(any(determinant(rows) for rows in combinations(map(minus, *corners), dim)), "the points do not span the space")
    need((core == "overlapping") == ("depth_proof" in line), "a depth of bodies that do not overlap, or none of those that do")
    if core == "overlapping":
        check_depth(dim, a, b, line["depth_proof"], Fraction(line["core_depth_squared"]))
    radii = numbers(line.get("radii", NO_RADII))
    need(len(radii) == 2 and min(radii) >= 0, "no two radii")
    reach = squared - sum(radii) ** 2
    meets = core if not any(radii) else "separated" if reach > 0 else "touching" if reach == 0 < squared else "overlapping"
    need(line["class"] == meets, "another class")

def check_depth(dim, a, b, proof, squared):
    """Facets of points of M around the origin: closed, each with the origin below its plane, none nearer than `nearest`; and no point
    of M beyond that plane. Then M holds the ball that touches it, and no larger one."""
    need(all(len(facet) == dim for facet in proof["facets"]), "a facet of another number of corners")
    names = [[(i, j) for i, j in facet] for facet in proof["facets"]]
    need(all(i in range(len(a)) and j in range(len(b)) for facet in names for i, j in facet), "a corner names no point")
    if dim == 2:
        need(Counter(p for p, _ in names) == Counter(q for _, q in names), "the facets are not closed")
    else:
        ridges = Counter((facet[k], facet[(k + 1) % 3]) for facet in names for k in range(3))
        need(all(ridges[q, p] == count for (p, q), count in ridges.items()), "the facets are not closed")
    planes = []
    for facet in names:
        corners = [minus(a[i], b[j]) for i, j in facet]
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
    points = [[[exactly(x) for x in point] for point in body["points"]] for body in bodies]
    need(points == [[numbers(point) for point in line[body]] for body in "ab"], "other points than the case has")
    need([exactly(body.get("radius", 0)) for body in bodies] == numbers(line.get("radii", NO_RADII)), "other radii")

def read(path):
    with open(path, encoding="utf-8") as file:
        for number, text in enumerate(file, 1):
            if text.strip() and not text.startswith("#"):
                try:
                    yield number, json.loads(text)
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
