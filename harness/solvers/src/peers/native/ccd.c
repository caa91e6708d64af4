/* libccd's GJK with a support mapping of ours: ccdGJKIntersect. */

#include <stddef.h>

#include <ccd/ccd.h>

#ifndef CCD_DOUBLE
#error "libccd in single precision"
#endif

typedef void (*support_fn)(const void *body, const double *direction, double *point);

struct body {
    const double *points;
    size_t count;
    const void *asked;
    support_fn support;
    const double *direction;
};

/* Raw points, scanned one by one; the first of equal products is kept. */
static void scan(const void *object, const ccd_vec3_t *direction, ccd_vec3_t *found) {
    const struct body *body = object;
    const double x = direction->v[0], y = direction->v[1], z = direction->v[2];
    const double *best = body->points;
    double greatest = best[0] * x + best[1] * y + best[2] * z;
    for (const double *point = best + 3; point != body->points + 3 * body->count; point += 3) {
        const double product = point[0] * x + point[1] * y + point[2] * z;
        if (product > greatest) {
            greatest = product;
            best = point;
        }
    }
    ccdVec3Set(found, best[0], best[1], best[2]);
}

static void ask(const void *object, const ccd_vec3_t *direction, ccd_vec3_t *found) {
    const struct body *body = object;
    body->support(body->asked, direction->v, found->v);
}

static void start(const void *a, const void *b, ccd_vec3_t *direction) {
    const struct body *body = a;
    (void)b;
    ccdVec3Set(direction, body->direction[0], body->direction[1], body->direction[2]);
}

static int intersect(const struct body *a, const struct body *b, ccd_support_fn support, unsigned long limit) {
    ccd_t ccd;
    CCD_INIT(&ccd);
    ccd.first_dir = start;
    ccd.support1 = support;
    ccd.support2 = support;
    ccd.max_iterations = limit;
    return ccdGJKIntersect(a, b, &ccd);
}

int gjk_ccd_points(const double *a, size_t count_a, const double *b, size_t count_b, const double *direction,
                   unsigned long limit) {
    const struct body of_a = {a, count_a, NULL, NULL, direction}, of_b = {b, count_b, NULL, NULL, direction};
    return intersect(&of_a, &of_b, scan, limit);
}

int gjk_ccd_bodies(const void *a, const void *b, support_fn support, const double *direction, unsigned long limit) {
    const struct body of_a = {NULL, 0, a, support, direction}, of_b = {NULL, 0, b, support, direction};
    return intersect(&of_a, &of_b, ask, limit);
}
