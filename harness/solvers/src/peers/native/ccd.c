/* libccd with a support mapping of ours: its GJK, ccdGJKIntersect; its EPA, ccdGJKPenetration; its MPR, ccdMPRPenetration. */

#include <math.h>
#include <setjmp.h>
#include <stddef.h>

#include <ccd/ccd.h>

#ifndef CCD_DOUBLE
#error "libccd in single precision"
#endif

typedef void (*support_fn)(const void *body, const double *direction, double *point);

/* A run that may have no end: libccd ships no limit for its EPA and its MPR, and each of their loops asks for a support point.
   Beyond the limit every support point is the origin. That ends these loops for lack of progress, so that they free their
   memory. If that does not help either, since a direction is not a number, the run is left by a long jump. */
struct run {
    unsigned long left, beyond;
    jmp_buf end;
};

struct body {
    const double *points;
    size_t count;
    const void *asked;
    support_fn support;
    const double *direction;
    const double *center;
    struct run *run;
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
    const struct body of_a = {a, count_a, NULL, NULL, direction, NULL, NULL};
    const struct body of_b = {b, count_b, NULL, NULL, direction, NULL, NULL};
    return intersect(&of_a, &of_b, scan, limit);
}

int gjk_ccd_bodies(const void *a, const void *b, support_fn support, const double *direction, unsigned long limit) {
    const struct body of_a = {NULL, 0, a, support, direction, NULL, NULL};
    const struct body of_b = {NULL, 0, b, support, direction, NULL, NULL};
    return intersect(&of_a, &of_b, ask, limit);
}

/* The result for bodies that meet: moving B by this length along this direction of length one takes it out of A. */
struct found {
    double depth;
    double direction[3];
};

/* The question: which function, its tolerances (those that libccd ships if the field is zero), the direction from the centre of
   A to that of B, the centres, and the largest number of pairs of support points. */
struct query {
    int is_mpr;
    double tolerance;
    double toward_b[3];
    double centers[2][3];
    unsigned long limit;
};

enum { APART = 0, MEET = 1, NO_MEMORY = 2, ENDLESS = 3 };

/* Whether the body may be asked again. */
static int goes_on(const struct body *body) {
    struct run *run = body->run;
    if (run->left > 0) {
        --run->left;
        return 1;
    }
    if (++run->beyond > 1000) longjmp(run->end, 1);
    return 0;
}

static void scan_counted(const void *object, const ccd_vec3_t *direction, ccd_vec3_t *found) {
    if (goes_on(object)) scan(object, direction, found);
    else ccdVec3Set(found, 0, 0, 0);
}

static void ask_counted(const void *object, const ccd_vec3_t *direction, ccd_vec3_t *found) {
    if (goes_on(object)) ask(object, direction, found);
    else ccdVec3Set(found, 0, 0, 0);
}

static void center(const void *object, ccd_vec3_t *found) {
    const struct body *body = object;
    ccdVec3Set(found, body->center[0], body->center[1], body->center[2]);
}

static int penetration(struct body *a, struct body *b, ccd_support_fn support, const struct query *query, struct found *found) {
    struct run run;
    ccd_vec3_t direction, position;
    ccd_real_t depth = NAN;
    ccd_t ccd;
    int status;
    CCD_INIT(&ccd);
    ccd.first_dir = start;
    ccd.support1 = ccd.support2 = support;
    ccd.center1 = ccd.center2 = center;
    if (query->tolerance > 0) ccd.epa_tolerance = ccd.mpr_tolerance = ccd.dist_tolerance = query->tolerance;
    ccdVec3Set(&direction, NAN, NAN, NAN);
    a->direction = b->direction = query->toward_b;
    a->center = query->centers[0];
    b->center = query->centers[1];
    /* For each pair, each body is asked for one support point. */
    run.left = 2 * query->limit;
    run.beyond = 0;
    a->run = b->run = &run;
    if (setjmp(run.end) != 0) return ENDLESS;
    status = query->is_mpr ? ccdMPRPenetration(a, b, &ccd, &depth, &direction, &position)
                           : ccdGJKPenetration(a, b, &ccd, &depth, &direction, &position);
    if (run.beyond > 0) return ENDLESS;
    if (status != 0) return status == -1 ? APART : NO_MEMORY;
    found->depth = depth;
    for (int axis = 0; axis < 3; ++axis) found->direction[axis] = direction.v[axis];
    return MEET;
}

int gjk_ccd_penetration_of_points(const double *a, size_t count_a, const double *b, size_t count_b, const struct query *query,
                                  struct found *found) {
    struct body of_a = {a, count_a, NULL, NULL, NULL, NULL, NULL}, of_b = {b, count_b, NULL, NULL, NULL, NULL, NULL};
    return penetration(&of_a, &of_b, scan_counted, query, found);
}

int gjk_ccd_penetration_of_bodies(const void *a, const void *b, support_fn support, const struct query *query, struct found *found) {
    struct body of_a = {NULL, 0, a, support, NULL, NULL, NULL}, of_b = {NULL, 0, b, support, NULL, NULL, NULL};
    return penetration(&of_a, &of_b, ask_counted, query, found);
}
