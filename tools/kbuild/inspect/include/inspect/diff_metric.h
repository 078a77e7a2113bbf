/* The numbers of a kernel that two builds are compared by, and that a report shows. */
#ifndef KBUILD_INSPECT_DIFF_METRIC_H
#define KBUILD_INSPECT_DIFF_METRIC_H

#include "codeobj.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum metric {
    METRIC_VGPR,
    METRIC_AGPR,
    METRIC_SGPR,
    METRIC_SPILLS, /* of both kinds, for gates; the two below are shown */
    METRIC_VGPR_SPILLS,
    METRIC_SGPR_SPILLS,
    METRIC_SCRATCH,
    METRIC_LDS,
    METRIC_OCCUPANCY,
    METRIC_CODE,
    METRIC_KERNARG,
    METRIC_WORKGROUP,
    METRIC_WAVE,
    METRIC_COUNT,
};

enum metric_sense { METRIC_NEUTRAL = 0, METRIC_LESS_IS_BETTER = -1, METRIC_MORE_IS_BETTER = 1 };

struct metric_info {
    const char *name;  /* in gates, --ignore and JSON: "vgpr-spills" */
    const char *title; /* "VGPR spills" */
    const char *unit;  /* "bytes", or "" */
    enum metric_sense sense;
    bool is_sum; /* the sum of others, so it is not shown beside them */
};

extern const struct metric_info metric_table[METRIC_COUNT];

/* The metric called |name|, its first |length| bytes; METRIC_COUNT when there is none. */
enum metric metric_find(const char *name, size_t length);

/* Every metric of |kernel| on |target| (NULL when the table lacks it: then the occupancy is 0). No
 * value is negative; what is beyond INT64_MAX is cut to that. */
void metrics_of(const struct kernel *kernel, const struct target_info *target,
                int64_t out[METRIC_COUNT]);

/* By how much |now| is worse than |before|: negative when it is better, 0 for neutral metrics. */
int64_t metric_worsening(enum metric metric, int64_t before, int64_t now);

/* The order of two kernels' signatures, 0 when a caller can call either: the arguments that it
 * passes agree in offset, size, kind and type. Names, and hidden arguments, which the runtime
 * passes, do not count. */
int signature_compare(const struct kernel *a, const struct kernel *b);
/* The index of the first argument from |at| on that a caller passes, or the count. */
size_t signature_next(const struct kernel *kernel, size_t at);

#endif
