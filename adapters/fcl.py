"""FCL through python-fcl: fcl.distance of two Convex bodies, signed and with nearest points, else by default; or fcl.collide."""
from serve import answer, cast, contact, each, hull, serve

import fcl


def convex(corners, faces):
    return fcl.CollisionObject(fcl.Convex(corners, len(faces), [n for face in faces for n in (3, *face)]))


def query(a, b):
    hulls = each(hull, a, b)
    a, b = each(lambda found: convex(*found), *hulls)
    result = fcl.DistanceResult()
    request = fcl.DistanceRequest(enable_nearest_points=True, enable_signed_distance=True)
    distance = fcl.distance(a, b, request, result)
    return answer(distance, *result.nearest_points, a=hulls[0][0], b=hulls[1][0])


def collide(a, b):
    """Contacts, whose depth and normal come from libccd's MPR; the normal points from a into b."""
    hulls = each(hull, a, b)
    a, b = each(lambda found: convex(*found), *hulls)
    result = fcl.CollisionResult()
    fcl.collide(a, b, fcl.CollisionRequest(enable_contact=True), result)
    held = {"a": hulls[0][0], "b": hulls[1][0]}
    if not result.is_collision:
        return contact(None, None, **held)
    found = result.contacts[0]
    return contact(found.penetration_depth, found.normal, **held)


def continuous(a, b, translation):
    """The time of contact of a, which is translated, and b, by FCL's default solver, conservative advancement."""
    hulls = each(hull, a, b)
    a, b = each(lambda found: convex(*found), *hulls)
    result = fcl.ContinuousCollisionResult()
    fcl.continuousCollide(a, fcl.Transform(translation), b, fcl.Transform(), fcl.ContinuousCollisionRequest(), result)
    return cast(result.time_of_contact if result.is_collide else None, a=hulls[0][0], b=hulls[1][0])


# No slack: distance_request.h documents "error thresholds for approximate distance", which are zero by default.
serve(query, "fcl", "python-fcl", "FCL, distance of Convex", "Pan, Chitta, Manocha 2012, doi:10.1109/ICRA.2012.6225337",
      stops_at="distance_tolerance 1e-6",  # of its GJK solver, in gjk_solver_libccd.h
      collide={"query": collide, "promise": "translation", "title": "fcl.collide with a contact, which is MPR, in its place"},
      cast={"query": continuous, "promise": "cast", "stops_at": "toc_err 1e-4",
            "title": "fcl.continuousCollide by conservative advancement in its place"})
