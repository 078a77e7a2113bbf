#include "inspect/metric.h"

#define MEMBER(name)                                                                               \
    .offset = offsetof(struct kernel, name), .size = sizeof((struct kernel *)0)->name
#define LESS .sense = METRIC_LESS_IS_BETTER

const struct metric_info metric_table[NUMBER_COUNT] = {
    [METRIC_VGPR] = {"vgpr", "VGPR", "vgprs", LESS, MEMBER(vgprs)},
    [METRIC_AGPR] = {"agpr", "AGPR", "agprs", LESS, MEMBER(agprs)},
    [METRIC_SGPR] = {"sgpr", "SGPR", "sgprs", LESS, MEMBER(sgprs)},
    [METRIC_SPILLS] = {"spills", "spills", LESS, .is_sum = true},
    [METRIC_VGPR_SPILLS] = {"vgpr-spills", "VGPR spills", "vgpr_spills", LESS, MEMBER(vgpr_spills)},
    [METRIC_SGPR_SPILLS] = {"sgpr-spills", "SGPR spills", "sgpr_spills", LESS, MEMBER(sgpr_spills)},
    [METRIC_SCRATCH] = {"scratch", "scratch", "scratch", LESS, MEMBER(private_segment)},
    [METRIC_LDS] = {"lds", "LDS", "lds", LESS, MEMBER(group_segment)},
    [METRIC_OCCUPANCY] = {"occupancy", "occupancy", "occupancy", .sense = METRIC_MORE_IS_BETTER},
    [METRIC_CODE] = {"code", "code", "code_size", LESS, MEMBER(code_size)},
    [METRIC_KERNARG] = {"kernarg", "kernarg", "kernarg_size", MEMBER(kernarg_size)},
    [METRIC_WORKGROUP] = {"workgroup", "max workgroup", "max_workgroup", MEMBER(max_workgroup)},
    [METRIC_WAVE] = {"wave", "wave", "wave_size", MEMBER(wave_size)},
    [METRIC_BOUND] = {"bound", "bound (ns)", NULL, LESS},
    [METRIC_BYTES] = {"bytes", "bytes", NULL, LESS},
    [METRIC_INSTRUCTIONS] = {"instructions", "instructions", NULL, LESS},
    [METRIC_CONFLICTS] = {"conflicts", "conflicts", NULL, LESS},
    [METRIC_LINES] = {"lines", "lines", NULL, LESS},
    [METRIC_DIVERGENCES] = {"divergences", "divergences", NULL, LESS},
    [METRIC_EXPOSED] = {"exposed", "exposed", NULL, LESS},
    [METRIC_WAVES] = {"waves", "waves", NULL, .sense = METRIC_MORE_IS_BETTER},
};

const char *const occupancy_words[] = {
    [OCCUPANCY_BY_HARDWARE] = "hardware",   [OCCUPANCY_BY_VGPRS] = "vgprs",
    [OCCUPANCY_BY_SGPRS] = "sgprs",         [OCCUPANCY_BY_LDS] = "lds",
    [OCCUPANCY_BY_WORKGROUP] = "workgroup",
};

const struct metric_range metrics_of_package = {METRIC_VGPR, METRIC_BOUND};
const struct metric_range metrics_of_profile = {METRIC_BOUND, METRIC_COUNT};

enum metric metric_find(const struct metric_range *range, const char *name, size_t length)
{
    for (int m = (int)range->first; m < (int)range->end; m++)
        if (strlen(metric_table[m].name) == length &&
            memcmp(metric_table[m].name, name, length) == 0)
            return (enum metric)m;
    return METRIC_COUNT;
}

uint64_t member_value(const void *member, size_t size)
{
    switch (size) {
    case 1: return *(const uint8_t *)member;
    case 2: return *(const uint16_t *)member;
    case 4: return *(const uint32_t *)member;
    default: break;
    }
    uint64_t value;
    memcpy(&value, member, sizeof value);
    return value;
}

void member_set(void *member, size_t size, uint64_t value)
{
    const uint8_t narrow = (uint8_t)value;
    const uint16_t half = (uint16_t)value;
    const uint32_t word = (uint32_t)value;
    switch (size) {
    case 1: memcpy(member, &narrow, sizeof narrow); break;
    case 2: memcpy(member, &half, sizeof half); break;
    case 4: memcpy(member, &word, sizeof word); break;
    default: memcpy(member, &value, sizeof value); break;
    }
}

struct kernel_row kernel_row_of(const struct package_image *image, const struct kernel *kernel,
                                uint32_t workgroup)
{
    const struct occupancy occupancy =
        occupancy_of(kernel, image->object.target.info, workgroup, 0);
    struct kernel_row row = {
        .image = image,
        .kernel = kernel,
        .waves = (uint16_t)occupancy.waves,
        .limit = occupancy.limit,
    };
    for (size_t i = 0; (i = signature_next(kernel, i)) < kernel->argument_count; i++)
        row.arguments++;
    return row;
}

uint64_t metric_value(enum metric metric, const struct kernel_row *row)
{
    const struct kernel *kernel = row->kernel;
    const struct metric_info *info = &metric_table[metric];
    if (info->size)
        return member_value((const char *)kernel + info->offset, info->size);
    switch (metric) {
    case METRIC_SPILLS: return (uint64_t)kernel->vgpr_spills + kernel->sgpr_spills;
    case METRIC_OCCUPANCY: return row->waves;
    case NUMBER_ARGUMENTS: return row->arguments;
    default: return 0;
    }
}

bool occupancy_is_known(const struct target_id *target)
{
    return target_is_known(target->info) && !target_is_nvidia(target);
}

bool metric_is_known(enum metric metric, const struct kernel_row *row)
{
    return metric != METRIC_OCCUPANCY || occupancy_is_known(&row->image->object.target);
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

/* Compares two strings, which may be NULL: NULL comes before every string. */
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

const char *const launch_names[LAUNCH_TRAITS] = {
    [LAUNCH_REQUIRED] = "required-workgroup",
    [LAUNCH_CLUSTER] = "cluster",
    [LAUNCH_MODE] = "wgp-mode",
    [LAUNCH_BARRIERS] = "named-barriers",
    [LAUNCH_REVISION] = "revision",
};

static void put_sides(struct buf *out, const uint32_t sides[3])
{
    if (sides[0] || sides[1] || sides[2])
        buf_printf(out, "%" PRIu32 "x%" PRIu32 "x%" PRIu32, sides[0], sides[1], sides[2]);
}

void launch_print(enum launch_trait trait, const struct kernel *kernel, struct buf *out)
{
    switch (trait) {
    case LAUNCH_REQUIRED: put_sides(out, kernel->required_workgroup); break;
    case LAUNCH_CLUSTER: put_sides(out, kernel->cluster); break;
    case LAUNCH_MODE: buf_puts(out, kernel->is_wgp_mode ? "WGP" : ""); break;
    case LAUNCH_BARRIERS:
        if (kernel->named_barriers)
            buf_printf(out, "%" PRIu32, kernel->named_barriers);
        break;
    case LAUNCH_REVISION: buf_puts(out, kernel->revision ? kernel->revision : ""); break;
    case LAUNCH_TRAITS: break;
    }
}

bool launch_is_equal(enum launch_trait trait, const struct kernel *a, const struct kernel *b)
{
    switch (trait) {
    case LAUNCH_REQUIRED:
        return memcmp(a->required_workgroup, b->required_workgroup, sizeof a->required_workgroup) ==
               0;
    case LAUNCH_CLUSTER: return memcmp(a->cluster, b->cluster, sizeof a->cluster) == 0;
    case LAUNCH_MODE: return a->is_wgp_mode == b->is_wgp_mode;
    case LAUNCH_BARRIERS: return a->named_barriers == b->named_barriers;
    case LAUNCH_REVISION: return word_compare(a->revision, b->revision) == 0;
    case LAUNCH_TRAITS: break;
    }
    return true;
}
