// A boolean GJK in C++: it decides whether two bodies meet by the sides of the simplex on which the origin lies.
#include "gjk.h"
#include <array>
#include <vector>

extern const char gjk_greeting[] = R"({"program":"sides","promise":"verdict","dimensions":[2,3],"scalars":["f64"]})";

namespace {
struct Vector {
    double x, y, z;
    Vector operator-(const Vector &o) const { return {x - o.x, y - o.y, z - o.z}; }
    Vector operator-() const { return {-x, -y, -z}; }
};
double dot(const Vector &v, const Vector &w) { return v.x * w.x + v.y * w.y + v.z * w.z; }
Vector cross(const Vector &v, const Vector &w) { return {v.y * w.z - v.z * w.y, v.z * w.x - v.x * w.z, v.x * w.y - v.y * w.x}; }
Vector facing(const Vector &v, const Vector &w) { return dot(v, w) < 0 ? -v : v; }

Vector support(const double (*points)[3], uint64_t count, const Vector &direction) {
    Vector best{points[0][0], points[0][1], points[0][2]};
    for (const auto *point = points + 1; point != points + count; ++point) {
        const Vector other{(*point)[0], (*point)[1], (*point)[2]};
        if (dot(other, direction) > dot(best, direction)) best = other;
    }
    return best;
}

// Keeps the part of a simplex (newest vertex last) that faces the origin. The next direction; zero if the origin is inside.
Vector next(std::vector<Vector> &s) {
    const Vector a = s.back(), origin = -a;
    if (s.size() == 1) return origin;
    if (s.size() == 2) {
        const Vector edge = s[0] - a;
        if (dot(edge, origin) > 0) return cross(cross(edge, origin), edge);
        return s = {a}, origin;
    }
    if (s.size() == 3) {
        const Vector normal = cross(s[0] - a, s[1] - a);
        for (int i : {0, 1})
            if (dot(facing(cross(s[i] - a, normal), a - s[1 - i]), origin) > 0) return s = {s[i], a}, next(s);
        return dot(normal, origin) == 0 ? Vector{} : facing(normal, origin);
    }
    for (const auto &[i, j, k] : {std::array{0, 1, 2}, {1, 2, 0}, {2, 0, 1}})
        if (dot(facing(cross(s[i] - a, s[j] - a), a - s[k]), origin) > 0) return s = {s[i], s[j], a}, next(s);
    return {};
}
} // namespace

int gjk_solve(const gjk_query *query, gjk_answer *answer) {
    if (query->abi != GJK_ABI) return GJK_OTHER_ABI;
    Vector direction{-query->start[0], -query->start[1], -query->start[2]};
    std::vector<Vector> simplex;
    for (int iteration = 0; iteration < 100; ++iteration) {
        simplex.push_back(support(query->a, query->count_a, direction) - support(query->b, query->count_b, -direction));
        answer->meets = dot(simplex.back(), direction) >= 0;
        if (!answer->meets) return GJK_ANSWERED;
        direction = next(simplex);
        if (dot(direction, direction) == 0) return GJK_ANSWERED;
    }
    return GJK_NO_ANSWER;
}
