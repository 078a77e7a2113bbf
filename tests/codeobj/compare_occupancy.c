/* Holds occupancy_of() against the "; Occupancy:" that clang prints: compare_occupancy OBJECT
 * ASSEMBLY MAJOR, the version of clang that made both of the same source.
 *
 * The compiler's own formula is the same one with other units: it counts the SGPRs that are used,
 * and before clang 23 the LDS that is used, not those that are allocated, and does not ask whether
 * whole workgroups fill the registers. So a target with such units must give the compiler's figure
 * to the letter, and where the real one gives less, one of the three must be why. Before clang 19
 * it knows nothing of workgroups and LDS per SIMD: what is left to compare are the registers.
 */
#include "occupancy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_WITH_WORKGROUPS = 19, FIRST_WITH_LDS_UNITS = 23 };

/* What the compiler prints of a kernel. */
struct printed {
    unsigned occupancy, sgprs;
};

/* The file, with a NUL behind it. */
static struct span read_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    long size = file && fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    char *data = size < 0 ? NULL : calloc(1, (size_t)size + 1);
    if (!data || fseek(file, 0, SEEK_SET) != 0 ||
        fread(data, 1, (size_t)size, file) != (size_t)size) {
        perror(path);
        exit(1);
    }
    fclose(file);
    return (struct span){(uint8_t *)data, (size_t)size};
}

/* The number behind |label|, which follows |from|. */
static unsigned number_after(const char *from, const char *label)
{
    const char *found = strstr(from, label);
    if (!found) {
        fprintf(stderr, "the assembly has no '%s'\n", label);
        exit(1);
    }
    return (unsigned)strtoul(found + strlen(label), NULL, 10);
}

static struct printed find_printed(const char *assembly, const char *kernel)
{
    char label[256];
    snprintf(label, sizeof label, "-- Begin function %s\n", kernel);
    const char *start = strstr(assembly, label);
    if (!start) {
        fprintf(stderr, "the assembly has no kernel %s\n", kernel);
        exit(1);
    }
    return (struct printed){.occupancy = number_after(start, "; Occupancy: "),
                            .sgprs = number_after(start, "; NumSGPRsForWavesPerEU: ")};
}

static unsigned min(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* What a compiler of version |major| makes of a kernel for which it has printed |printed|. */
static unsigned compiler_occupancy(const struct kernel *kernel, const struct target_info *target,
                                   const struct printed *printed, int major)
{
    const uint32_t sgpr_blocks = 0xfu << 6, vgpr_blocks = 0x3f;
    struct target_info units = *target;
    if (major < FIRST_WITH_LDS_UNITS)
        units.lds_granule = 1;
    units.sgpr_granule = 1;
    struct kernel by_registers = *kernel;
    by_registers.descriptor.rsrc1 &= ~sgpr_blocks;
    by_registers.sgprs = printed->sgprs;
    struct occupancy registers = occupancy_of(&by_registers, &units, 0, 0);
    unsigned waves =
        min(registers.limit_waves[OCCUPANCY_BY_VGPRS], registers.limit_waves[OCCUPANCY_BY_SGPRS]);
    if (major >= FIRST_WITH_WORKGROUPS) {
        struct kernel without = *kernel;
        without.vgprs = without.agprs = without.sgprs = 0;
        without.descriptor.rsrc1 &= ~(sgpr_blocks | vgpr_blocks);
        waves = min(waves, occupancy_of(&without, &units, 0, 0).waves);
    }
    return waves ? waves : 1;
}

/* Why is |ours| less than |theirs|? */
enum reason { LDS_UNIT, SGPR_UNIT, WHOLE_WORKGROUPS, BARRIERS, REASONS, UNEXPLAINED = REASONS };

static enum reason explain(const struct kernel *kernel, const struct target_info *target,
                           const struct occupancy *ours, unsigned theirs, int major)
{
    struct target_info units = *target;
    units.lds_granule = 1;
    if (ours->limit == OCCUPANCY_BY_LDS &&
        occupancy_of(kernel, &units, 0, 0).limit_waves[OCCUPANCY_BY_LDS] >= theirs)
        return LDS_UNIT;
    if (ours->limit == OCCUPANCY_BY_SGPRS && target->sgprs / theirs >= kernel->sgprs)
        return SGPR_UNIT;
    if (ours->limit == OCCUPANCY_BY_WORKGROUP)
        return WHOLE_WORKGROUPS;
    if (ours->limit == OCCUPANCY_BY_HARDWARE && major < FIRST_WITH_WORKGROUPS)
        return BARRIERS;
    return UNEXPLAINED;
}

int main(int argc, char **argv)
{
    if (argc != 4)
        return 2;
    const int major = atoi(argv[3]);
    struct span bytes = read_file(argv[1]), assembly = read_file(argv[2]);
    struct code_object object = {0};
    struct codeobj_error error;
    if (code_object_open(bytes, &object, &error)) {
        fprintf(stderr, "%s: %s\n", argv[1], error.message);
        return 1;
    }
    const struct target_info *target = object.target.info;
    unsigned compared = 0, wrong = 0, less[REASONS] = {0};
    for (size_t i = 0; i < object.kernel_count; i++) {
        const struct kernel *kernel = &object.kernels[i];
        if (kernel->group_segment && major < FIRST_WITH_WORKGROUPS)
            continue;
        struct printed printed = find_printed((const char *)assembly.data, kernel->name);
        struct occupancy ours = occupancy_of(kernel, target, 0, 0);
        unsigned modelled = compiler_occupancy(kernel, target, &printed, major);
        enum reason reason =
            ours.waves < modelled ? explain(kernel, target, &ours, modelled, major) : UNEXPLAINED;
        compared++;
        if (modelled != printed.occupancy || ours.waves > modelled ||
            (ours.waves < modelled && reason == UNEXPLAINED)) {
            wrong++;
            printf("%s %s: %u (%s), by the compiler's units %u, the compiler prints %u\n",
                   target->processor, kernel->name, ours.waves, occupancy_limit_name(ours.limit),
                   modelled, printed.occupancy);
        }
        if (reason < REASONS)
            less[reason]++;
    }
    printf("clang %d, %s, wave%u: %u kernels, %u wrong; less than the compiler says because of the "
           "LDS unit %u, the SGPR unit %u, whole workgroups %u, barriers %u\n",
           major, target->processor, object.kernel_count ? object.kernels[0].wave_size : 0,
           compared, wrong, less[LDS_UNIT], less[SGPR_UNIT], less[WHOLE_WORKGROUPS],
           less[BARRIERS]);
    code_object_close(&object);
    free((void *)(uintptr_t)bytes.data);
    free((void *)(uintptr_t)assembly.data);
    return wrong != 0 || compared == 0;
}
