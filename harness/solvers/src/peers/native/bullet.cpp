// Bullet's GJK, its EPA and its casts with a support mapping of ours, in double precision: btGjkEpaSolver2::Distance and
// Penetration, and the three kinds of btConvexCast.

#include <cstddef>

#include <BulletCollision/CollisionShapes/btConvexInternalShape.h>
#include <BulletCollision/NarrowPhaseCollision/btContinuousConvexCollision.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkConvexCast.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpa2.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btSubSimplexConvexCast.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>

#ifndef BT_USE_DOUBLE_PRECISION
#error "Bullet in single precision"
#endif

namespace {

// The functions that Bullet requires of a user's shape; its GJK and EPA call only the support mapping.
struct Shape : btConvexInternalShape {
    Shape() { m_shapeType = CUSTOM_CONVEX_SHAPE_TYPE; }
    btVector3 localGetSupportingVertex(const btVector3 &direction) const override {
        return localGetSupportingVertexWithoutMargin(direction);
    }
    void batchedUnitVectorGetSupportingVertexWithoutMargin(const btVector3 *directions, btVector3 *points,
                                                           int count) const override {
        for (int i = 0; i < count; ++i) points[i] = localGetSupportingVertexWithoutMargin(directions[i]);
    }
    void calculateLocalInertia(btScalar, btVector3 &inertia) const override { inertia.setZero(); }
    const char *getName() const override { return "convex"; }
};

// Raw points, scanned one by one; the first of equal products is kept.
struct Cloud final : Shape {
    const double *points;
    std::size_t count;
    Cloud(const double *points, std::size_t count) : points(points), count(count) {}
    btVector3 localGetSupportingVertexWithoutMargin(const btVector3 &direction) const override {
        const double x = direction.x(), y = direction.y(), z = direction.z();
        const double *best = points;
        double greatest = best[0] * x + best[1] * y + best[2] * z;
        for (const double *point = points + 3; point != points + 3 * count; point += 3) {
            const double product = point[0] * x + point[1] * y + point[2] * z;
            if (product > greatest) {
                greatest = product;
                best = point;
            }
        }
        return btVector3(best[0], best[1], best[2]);
    }
};

typedef void (*Support)(const void *body, const double *direction, double *point);

// A body that is asked for its support points.
struct Asked final : Shape {
    const void *body;
    Support support;
    Asked(const void *body, Support support) : body(body), support(support) {}
    btVector3 localGetSupportingVertexWithoutMargin(const btVector3 &direction) const override {
        const double asked[3] = {direction.x(), direction.y(), direction.z()};
        double point[3];
        support(body, asked, point);
        return btVector3(point[0], point[1], point[2]);
    }
};

// 0: separated, with the witness points on A and on B; 1: the bodies meet; 2: failed.
int distance(const Shape &a, const Shape &b, const double *guess, double *witnesses) {
    btGjkEpaSolver2::sResults results;
    const btTransform &identity = btTransform::getIdentity();
    const bool apart =
        btGjkEpaSolver2::Distance(&a, identity, &b, identity, btVector3(guess[0], guess[1], guess[2]), results);
    if (!apart) return results.status == btGjkEpaSolver2::sResults::Penetrating ? 1 : 2;
    for (int body = 0; body < 2; ++body)
        for (int axis = 0; axis < 3; ++axis) witnesses[3 * body + axis] = results.witnesses[body][axis];
    return 0;
}

// The result for two bodies: witness points on A and on B; if they meet, also Bullet's normal and its distance, which is negative.
struct Found {
    double witnesses[2][3];
    double normal[3];
    double distance;
};

void copy(const btVector3 &from, double *to) {
    for (int axis = 0; axis < 3; ++axis) to[axis] = from[axis];
}

// 0: separated, with the witness points; 1: the bodies meet, with all fields; 2: GJK failed; 3: EPA failed; 4: Penetration finds
// no contact, and Distance, which is asked then, finds one.
int penetration(const Shape &a, const Shape &b, const double *toward_b, Found *found) {
    btGjkEpaSolver2::sResults results;
    typedef btGjkEpaSolver2::sResults Results;
    const btTransform &identity = btTransform::getIdentity();
    const btVector3 guess(toward_b[0], toward_b[1], toward_b[2]);
    if (btGjkEpaSolver2::Penetration(&a, identity, &b, identity, guess, results, false)) {
        copy(results.witnesses[0], found->witnesses[0]);
        copy(results.witnesses[1], found->witnesses[1]);
        copy(results.normal, found->normal);
        found->distance = results.distance;
        return 1;
    }
    if (results.status != Results::Separated) return results.status == Results::GJK_Failed ? 2 : 3;
    // Penetration negates the guess and Distance does not, so GJK runs as before.
    const double guess_of_v[3] = {-toward_b[0], -toward_b[1], -toward_b[2]};
    const int status = distance(a, b, guess_of_v, found->witnesses[0]);
    return status == 1 ? 4 : status;
}

// The result of a cast: Bullet's fraction, its normal, which points from B into A, and its point of contact.
struct Hit {
    double time;
    double normal[3];
    double point[3];
};

// 0: no hit; 1: a hit, with all fields. A moves, and B rests. The methods are numbered in the order of their declarations.
int cast(int method, Shape &&a, Shape &&b, const double *motion, Hit *hit) {
    a.setMargin(0);
    b.setMargin(0);
    btVoronoiSimplexSolver simplex;
    btGjkEpaPenetrationDepthSolver penetration;
    btGjkConvexCast gjk(&a, &b, &simplex);
    btSubsimplexConvexCast subsimplex(&a, &b, &simplex);
    btContinuousConvexCollision continuous(&a, &b, &simplex, &penetration);
    btConvexCast *const casts[] = {&gjk, &subsimplex, &continuous};
    const btTransform &still = btTransform::getIdentity();
    const btTransform moved(still.getBasis(), btVector3(motion[0], motion[1], motion[2]));
    btConvexCast::CastResult result;
    result.m_fraction = 1;
    // A fraction beyond the motion is possible. Bullet's own queries then report no hit.
    if (!casts[method]->calcTimeOfImpact(still, moved, still, still, result) || result.m_fraction > 1) return 0;
    hit->time = result.m_fraction;
    copy(result.m_normal, hit->normal);
    copy(result.m_hitPoint, hit->point);
    return 1;
}

}  // namespace

extern "C" int gjk_bullet_version() { return btGetVersion(); }

extern "C" int gjk_bullet_points(const double *a, std::size_t count_a, const double *b, std::size_t count_b,
                                 const double *guess, double *witnesses) {
    return distance(Cloud(a, count_a), Cloud(b, count_b), guess, witnesses);
}

extern "C" int gjk_bullet_bodies(const void *a, const void *b, Support support, const double *guess,
                                 double *witnesses) {
    return distance(Asked(a, support), Asked(b, support), guess, witnesses);
}

extern "C" int gjk_bullet_epa_points(const double *a, std::size_t count_a, const double *b, std::size_t count_b,
                                     const double *toward_b, Found *found) {
    return penetration(Cloud(a, count_a), Cloud(b, count_b), toward_b, found);
}

extern "C" int gjk_bullet_epa_bodies(const void *a, const void *b, Support support, const double *toward_b, Found *found) {
    return penetration(Asked(a, support), Asked(b, support), toward_b, found);
}

extern "C" int gjk_bullet_cast_points(int method, const double *a, std::size_t count_a, const double *b, std::size_t count_b,
                                      const double *motion, Hit *hit) {
    return cast(method, Cloud(a, count_a), Cloud(b, count_b), motion, hit);
}

extern "C" int gjk_bullet_cast_bodies(int method, const void *a, const void *b, Support support, const double *motion,
                                      Hit *hit) {
    return cast(method, Asked(a, support), Asked(b, support), motion, hit);
}
