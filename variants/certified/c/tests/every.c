/* Every function with answers whose numbers are exact, and every error: a text that `library.rs` compares. */
#include "gjk_certified.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static void print(const char *name, const double *numbers, int count) {
    printf("  %s", name);
    for (int k = 0; k < count; k++) printf(" %.17g", numbers[k] + 0.0);
    printf("\n");
}

static void print_f32(const char *name, const float *numbers, int count) {
    double doubles[4];
    for (int k = 0; k < count; k++) doubles[k] = numbers[k];
    print(name, doubles, count);
}

static void print_simplex(uint32_t corners, uint32_t simplex[4][2]) {
    printf("  simplex");
    for (uint32_t k = 0; k < corners; k++) printf(" %u-%u", (unsigned)simplex[k][0], (unsigned)simplex[k][1]);
    printf("\n");
}

/* Everything about two bodies, in one precision. */
#define EVERYTHING(SCALAR, NUMBER, PRINT)                                                                                         \
    static void everything_##SCALAR(int dimension, const NUMBER *a, size_t count_a, const NUMBER *b, size_t count_b) {            \
        int meets = -1, is_within = -1;                                                                                           \
        int code = gjk_certified_meets_##SCALAR(dimension, a, count_a, b, count_b, &meets);                                       \
        printf(#SCALAR " in %d dimensions: %d meets %d\n", dimension, code, meets);                                               \
        for (int limit = 1; limit <= 2; limit++) {                                                                                \
            code = gjk_certified_is_within_##SCALAR(dimension, a, count_a, b, count_b, (NUMBER)limit, &is_within);                \
            printf("  %d within %d: %d\n", code, limit, is_within);                                                               \
        }                                                                                                                         \
        struct gjk_certified_distance_##SCALAR distance;                                                                          \
        memset(&distance, 0xff, sizeof distance);                                                                                 \
        code = gjk_certified_distance_##SCALAR(dimension, a, count_a, b, count_b, &distance);                                     \
        printf("  %d distance: meets %u, integers %u\n", code, (unsigned)distance.meets, (unsigned)distance.by_integers);         \
        print_simplex(distance.corners, distance.simplex);                                                                        \
        PRINT("distance", &distance.distance, 1);                                                                                 \
        PRINT("bounds", distance.bounds, 2);                                                                                      \
        PRINT("on A", distance.on_a, 3);                                                                                          \
        PRINT("on B", distance.on_b, 3);                                                                                          \
        PRINT("axis", distance.axis, 3);                                                                                          \
        print("weights", distance.weights, 3);                                                                                    \
        struct gjk_certified_workspace *workspace = gjk_certified_workspace_create();                                             \
        for (int own = 0; own < 2; own++) {                                                                                       \
            struct gjk_certified_depth_##SCALAR depth;                                                                            \
            memset(&depth, 0xff, sizeof depth);                                                                                   \
            code = gjk_certified_depth_##SCALAR(dimension, a, count_a, b, count_b, own ? workspace : NULL, &depth);               \
            printf("  %d depth: meets %u, integers %u\n", code, (unsigned)depth.meets, (unsigned)depth.by_integers);              \
            print_simplex(depth.corners, depth.simplex);                                                                          \
            PRINT("depth", &depth.depth, 1);                                                                                      \
            PRINT("distance", &depth.distance, 1);                                                                                \
            PRINT("bounds", depth.bounds, 2);                                                                                     \
            PRINT("translation", depth.translation, 3);                                                                           \
            PRINT("normal", depth.normal, 3);                                                                                     \
            PRINT("on A", depth.on_a, 3);                                                                                         \
            PRINT("on B", depth.on_b, 3);                                                                                         \
            print("weights", depth.weights, 3);                                                                                   \
        }                                                                                                                         \
        gjk_certified_workspace_free(workspace);                                                                                  \
    }                                                                                                                             \
                                                                                                                                  \
    static void errors_##SCALAR(void) {                                                                                           \
        const NUMBER point[] = {1, 2, 3};                                                                                         \
        const NUMBER not_finite[2][3] = {{1, (NUMBER)NAN, 0}, {(NUMBER)INFINITY, 0, 0}};                                          \
        const NUMBER limits[] = {-1, (NUMBER)NAN, (NUMBER)INFINITY};                                                              \
        struct gjk_certified_distance_##SCALAR distance, before;                                                                  \
        memset(&distance, 7, sizeof distance);                                                                                    \
        memset(&before, 7, sizeof before);                                                                                        \
        int flag = 7;                                                                                                             \
        printf(#SCALAR " errors:");                                                                                               \
        printf(" %d", gjk_certified_distance_##SCALAR(3, NULL, 1, point, 1, &distance));                                          \
        printf(" %d", gjk_certified_distance_##SCALAR(3, point, 1, NULL, 1, &distance));                                          \
        printf(" %d", gjk_certified_distance_##SCALAR(3, point, 1, point, 1, NULL));                                              \
        printf(" %d", gjk_certified_depth_##SCALAR(3, point, 1, point, 1, NULL, NULL));                                           \
        printf(" %d", gjk_certified_meets_##SCALAR(3, point, 1, point, 1, NULL));                                                 \
        printf(" %d,", gjk_certified_is_within_##SCALAR(3, point, 1, point, 1, 1, NULL));                                         \
        printf(" %d", gjk_certified_distance_##SCALAR(4, point, 1, point, 1, &distance));                                         \
        printf(" %d,", gjk_certified_distance_##SCALAR(-3, point, 1, point, 1, &distance));                                       \
        printf(" %d", gjk_certified_distance_##SCALAR(3, point, 0, point, 1, &distance));                                         \
        printf(" %d", gjk_certified_distance_##SCALAR(3, point, 1, NULL, 0, &distance));                                          \
        printf(" %d,", gjk_certified_distance_##SCALAR(3, point, 1, point, (size_t)-1, &distance));                               \
        printf(" %d", gjk_certified_distance_##SCALAR(3, not_finite[0], 1, point, 1, &distance));                                 \
        printf(" %d", gjk_certified_distance_##SCALAR(2, point, 1, not_finite[1], 1, &distance));                                 \
        printf(" %d,", gjk_certified_meets_##SCALAR(2, not_finite[1], 1, point, 1, &flag));                                       \
        for (int k = 0; k < 3; k++) printf(" %d", gjk_certified_is_within_##SCALAR(3, point, 1, point, 1, limits[k], &flag));     \
        printf("; nothing written: %d\n", flag == 7 && memcmp(&distance, &before, sizeof distance) == 0);                         \
    }

EVERYTHING(f64, double, print)
EVERYTHING(f32, float, print_f32)

int main(void) {
    /* A tetrahedron and a triangle, apart by 2 along x; and a point in the tetrahedron, a quarter above its lowest face. */
    const double a[] = {0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 0, 4};
    const double b[] = {6, 0, 0, 6, 4, 0, 6, 0, 4};
    const double in_a[] = {1, 1, 0.25};
    everything_f64(3, a, 4, b, 3);
    everything_f64(3, a, 4, in_a, 1);
    const float a_f32[] = {0, 0, 4, 0, 4, 4, 0, 4}, b_f32[] = {5.5f, 1, 7, 0, 7, 3}, touching[] = {4, 1}, in_f32[] = {3.5f, 2};
    everything_f32(2, a_f32, 4, b_f32, 3);
    everything_f32(2, a_f32, 4, touching, 1);
    everything_f32(2, a_f32, 4, in_f32, 1);
    errors_f64();
    errors_f32();
    gjk_certified_workspace_free(NULL);
    printf("rounds to nearest: %d\n", gjk_certified_rounds_to_nearest());
    return 0;
}
