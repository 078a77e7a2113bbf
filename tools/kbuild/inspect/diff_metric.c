#include "inspect/diff_metric.h"

#include "occupancy.h"

#include <string.h>

const struct metric_info metric_table[METRIC_COUNT] = {
    [METRIC_VGPR] = {"vgpr", "VGPR", "", METRIC_LESS_IS_BETTER, false},
    [METRIC_AGPR] = {"agpr", "AGPR", "", METRIC_LESS_IS_BETTER, false},
    [METRIC_SGPR] = {"sgpr", "SGPR", "", METRIC_LESS_IS_BETTER, false},
    [METRIC_SPILLS] = {"spills", "spills", "", METRIC_LESS_IS_BETTER, true},
    [METRIC_VGPR_SPILLS] = {"vgpr-spills", "VGPR spills", "", METRIC_LESS_IS_BETTER, false},
    [METRIC_SGPR_SPILLS] = {"sgpr-spills", "SGPR spills", "", METRIC_LESS_IS_BETTER, false},
    [METRIC_SCRATCH] = {"scratch", "scratch", "bytes", METRIC_LESS_IS_BETTER, false},
    [METRIC_LDS] = {"lds", "LDS", "bytes", METRIC_LESS_IS_BETTER, false},
    [METRIC_OCCUPANCY] = {"occupancy", "occupancy", "waves", METRIC_MORE_IS_BETTER, false},
    [METRIC_CODE] = {"code", "code", "bytes", METRIC_LESS_IS_BETTER, false},
    [METRIC_KERNARG] = {"kernarg", "kernarg", "bytes", METRIC_NEUTRAL, false},
    [METRIC_WORKGROUP] = {"workgroup", "max workgroup", "", METRIC_NEUTRAL, false},
    [METRIC_WAVE] = {"wave", "wave", "lanes", METRIC_NEUTRAL, false},
};

enum metric metric_find(const char *name, size_t length)
{
    size_t i = 0;
    while (i < METRIC_COUNT && (strlen(metric_table[i].name) != length ||
                                memcmp(metric_table[i].name, name, length) != 0))
        i++;
    return (enum metric)i;
}

void metrics_of(const struct kernel *kernel, const struct target_info *target,
                int64_t out[METRIC_COUNT])
{
    uint64_t code = kernel->code_size;
    out[METRIC_VGPR] = kernel->vgprs;
    out[METRIC_AGPR] = kernel->agprs;
    out[METRIC_SGPR] = kernel->sgprs;
    out[METRIC_SPILLS] = (int64_t)kernel->vgpr_spills + kernel->sgpr_spills;
    out[METRIC_VGPR_SPILLS] = kernel->vgpr_spills;
    out[METRIC_SGPR_SPILLS] = kernel->sgpr_spills;
    out[METRIC_SCRATCH] = kernel->private_segment;
    out[METRIC_LDS] = kernel->group_segment;
    out[METRIC_OCCUPANCY] = target ? occupancy_of(kernel, target, 0, 0).waves : 0;
    out[METRIC_CODE] = code > INT64_MAX ? INT64_MAX : (int64_t)code;
    out[METRIC_KERNARG] = kernel->kernarg_size;
    out[METRIC_WORKGROUP] = kernel->max_workgroup;
    out[METRIC_WAVE] = kernel->wave_size;
}

int64_t metric_worsening(enum metric metric, int64_t before, int64_t now)
{
    return (before - now) * (int64_t)metric_table[metric].sense;
}

size_t signature_next(const struct kernel *kernel, size_t at)
{
    while (at < kernel->argument_count && kernel->arguments[at].kind == ARGUMENT_HIDDEN)
        at++;
    return at;
}

static int number_compare(uint32_t a, uint32_t b)
{
    return (a > b) - (a < b);
}

/* A missing string comes before every string. */
static int word_compare(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) : (a != NULL) - (b != NULL);
}

static int argument_compare(const struct kernel_argument *a, const struct kernel_argument *b)
{
    int order = number_compare(a->offset, b->offset);
    if (order == 0)
        order = number_compare(a->size, b->size);
    if (order == 0)
        order = word_compare(a->value_kind, b->value_kind);
    return order ? order : word_compare(a->type_name, b->type_name);
}

int signature_compare(const struct kernel *a, const struct kernel *b)
{
    size_t i = signature_next(a, 0), j = signature_next(b, 0);
    while (i < a->argument_count && j < b->argument_count) {
        int order = argument_compare(&a->arguments[i], &b->arguments[j]);
        if (order)
            return order;
        i = signature_next(a, i + 1);
        j = signature_next(b, j + 1);
    }
    return (i < a->argument_count) - (j < b->argument_count);
}
