/* A GJK in C: it searches every subset of its simplex for the nearest point, and stops when no point is nearer. */
#include "gjk.h"
#include <math.h>
#include <string.h>

typedef struct { double point[3], weight; uint32_t of[2]; } corner;

static double dot(const double *v, const double *w) { return v[0] * w[0] + v[1] * w[1] + v[2] * w[2]; }

static uint32_t farthest(const double (*points)[3], uint64_t count, const double *direction, double sign) {
    uint32_t best = 0;
    for (uint32_t i = 1; i < count; ++i)
        if (sign * dot(points[i], direction) > sign * dot(points[best], direction)) best = i;
    return best;
}

/* Weights of the point of the affine hull of n corners nearest to the origin, by the normal equations; 1 if all positive. */
static int project(corner *c, int n) {
    double edge[3][3], row[3][4];
    for (int i = 0; i < n - 1; ++i)
        for (int k = 0; k < 3; ++k) edge[i][k] = c[i + 1].point[k] - c[0].point[k];
    for (int i = 0; i < n - 1; ++i) {
        for (int j = 0; j < n - 1; ++j) row[i][j] = dot(edge[i], edge[j]);
        row[i][n - 1] = -dot(edge[i], c[0].point);
    }
    for (int p = 0; p < n - 1; ++p) {
        if (!(row[p][p] > 0)) return 0;
        for (int i = 0; i < n - 1; ++i)
            for (int j = n - 1; i != p && j >= p; --j) row[i][j] -= row[i][p] / row[p][p] * row[p][j];
    }
    c[0].weight = 1;
    for (int i = 1; i < n; ++i) c[0].weight -= c[i].weight = row[i - 1][n - 1] / row[i - 1][i - 1];
    for (int i = 0; i < n; ++i) if (!(c[i].weight > 0)) return 0;
    return 1;
}

int gjk_solve(const struct gjk_query *query, struct gjk_answer *answer) {
    if (query->abi != GJK_ABI) return GJK_OTHER_ABI;
    corner best[4], all[4], some[4];
    double v[3] = {-query->start[0], -query->start[1], -query->start[2]}, least = INFINITY;
    for (int is_nearer = 1, kept = 0; is_nearer && least > 0; answer->corners = kept) {
        corner *newest = (corner *)memcpy(all, best, sizeof best) + kept;
        newest->of[0] = farthest(query->a, query->count_a, v, -1), newest->of[1] = farthest(query->b, query->count_b, v, 1);
        for (int k = 0; k < 3; ++k) newest->point[k] = query->a[newest->of[0]][k] - query->b[newest->of[1]][k];
        is_nearer = 0;
        for (int subset = 1, end = 2 << kept; subset < end; ++subset) {
            double nearest[3] = {0, 0, 0}, square;
            int n = 0;
            for (int i = 0; 1 << i < end; ++i) if (subset >> i & 1) some[n++] = all[i];
            if (!project(some, n)) continue;
            for (int i = 0; i < n && n < 4; ++i) for (int k = 0; k < 3; ++k) nearest[k] += some[i].weight * some[i].point[k];
            if ((square = dot(nearest, nearest)) >= least) continue;
            least = square, kept = n, is_nearer = 1;
            memcpy(v, nearest, sizeof v), memcpy(best, some, sizeof best);
        }
    }
    for (uint32_t i = 0; i < answer->corners; ++i) memcpy(answer->simplex[i], best[i].of, sizeof best[i].of);
    answer->meets = least == 0, answer->distance = sqrt(least);
    return GJK_ANSWERED;
}
