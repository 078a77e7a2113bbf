/* Compares kernels, as their code object describes them, with the device. A launch trusts the
 * facts that are checked here; everything else in a code object may be wrong without harm. A
 * kernel that contradicts itself is refused when it is loaded. A kernel that needs more than
 * the device has is refused when it is launched, as in AMD's runtime, so that the other kernels
 * of its module can run. See "Kernel Descriptor" and "Initial Kernel Execution State" in LLVM's
 * AMDGPU usage guide. */
#include "core/kernel.h"

#include "core/program.h"
#include "core/wave.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

enum {
    /* the alignment of a kernel's address, of which the packet processor ignores the low 8 bits */
    ENTRY_ALIGNMENT = 256,
    KERNARG_MAX = 1 << 20, /* the most bytes of a kernel's arguments: 256 times what CUDA allows */
};

/* ---- Registers that a kernel wants set ------------------------------------------------------- */

unsigned kernel_user_sgprs(const struct kernel_descriptor *descriptor)
{
    return descriptor->rsrc2 >> 1 & 0x1f;
}

struct kernarg_preload kernel_preload(const struct kernel_descriptor *descriptor)
{
    return (struct kernarg_preload){.first = descriptor->kernarg_preload >> 7,
                                    .count = descriptor->kernarg_preload & 0x7f};
}

unsigned kernel_enabled_sgprs(const struct kernel_descriptor *descriptor)
{
    /* how many user SGPRs each property takes, indexed by its bit in enum kernel_property */
    static const unsigned of_property[] = {4, 2, 2, 2, 2, 2, 1};
    unsigned count = kernel_preload(descriptor).count;
    for (size_t i = 0; i < sizeof of_property / sizeof of_property[0]; i++)
        count += descriptor->properties >> i & 1 ? of_property[i] : 0;
    return count;
}

/* ---- Checks of a kernel ---------------------------------------------------------------------- */

static enum codeobj_status refuse(struct codeobj_error *error, const struct kernel *kernel,
                                  const char *format, ...) __attribute__((format(printf, 3, 4)));
static enum codeobj_status refuse(struct codeobj_error *error, const struct kernel *kernel,
                                  const char *format, ...)
{
    va_list arguments;
    if (!error)
        return CODEOBJ_CORRUPT;
    *error =
        (struct codeobj_error){.status = CODEOBJ_CORRUPT, .offset = kernel->descriptor.address};
    int used = snprintf(error->message, sizeof error->message, "kernel '%.60s' ", kernel->name);
    va_start(arguments, format);
    vsnprintf(error->message + used, sizeof error->message - (size_t)used, format, arguments);
    va_end(arguments);
    return CODEOBJ_CORRUPT;
}

static bool has_kernarg_preload(enum generation generation)
{
    return generation == GENERATION_GFX90A || generation_has_gfx940(generation);
}

static enum codeobj_status check_user_sgprs(const struct program *program,
                                            const struct kernel *kernel,
                                            struct codeobj_error *error)
{
    const struct kernel_descriptor *descriptor = &kernel->descriptor;
    unsigned preloaded = kernel_preload(descriptor).count;
    unsigned count = kernel_user_sgprs(descriptor), enabled = kernel_enabled_sgprs(descriptor);
    if (descriptor->kernarg_preload && !has_kernarg_preload(program->generation))
        return refuse(error, kernel, "asks for preloaded arguments, which %s does not have",
                      program->target->processor);
    if (count > USER_SGPRS_MAX)
        return refuse(error, kernel, "asks for %u user SGPRs, and %d is the most", count,
                      USER_SGPRS_MAX);
    if (enabled > count)
        return refuse(error, kernel,
                      "has %u user SGPRs, but enables %u, %u of them for preloaded arguments",
                      count, enabled, preloaded);
    return CODEOBJ_OK;
}

static enum codeobj_status check_entry(const struct program *program, const struct kernel *kernel,
                                       struct codeobj_error *error)
{
    uint64_t entry = kernel->descriptor.entry_address;
    uint64_t end = program->code_address + program->code_size;
    if (kernel->is_empty) /* An empty kernel is accepted here, and its launch is refused later. */
        return CODEOBJ_OK;
    if (entry % ENTRY_ALIGNMENT != 0)
        return refuse(error, kernel, "starts at 0x%" PRIx64 ", not a multiple of %d", entry,
                      ENTRY_ALIGNMENT);
    if (entry < program->code_address || entry >= end)
        return refuse(error, kernel,
                      "starts at 0x%" PRIx64 ", outside of the code, 0x%" PRIx64 " to 0x%" PRIx64,
                      entry, program->code_address, end);
    return CODEOBJ_OK;
}

/* Returns the largest scratch of a wave in bytes, from the width of the field
 * COMPUTE_TMPRING_SIZE.WAVESIZE: 13 bits in units of 256 dwords; on gfx11 15 bits, on gfx12 18
 * bits, both in units of 64 dwords. */
static uint64_t wave_scratch_max(enum generation generation)
{
    return generation == GENERATION_GFX12   ? 256 * ((1u << 18) - 1)
           : generation == GENERATION_GFX11 ? 256 * ((1u << 15) - 1)
                                            : 1024 * ((1u << 13) - 1);
}

enum codeobj_status kernel_check_start(const struct program *program, const struct kernel *kernel,
                                       struct codeobj_error *error)
{
    enum codeobj_status status = check_entry(program, kernel, error);
    return status ? status : check_user_sgprs(program, kernel, error);
}

enum codeobj_status kernel_check_limits(const struct program *program, const struct kernel *kernel,
                                        struct codeobj_error *error)
{
    const struct target_info *target = program->target;
    uint64_t scratch = wave_scratch_max(program->generation) / kernel->wave_size;
    if (!(kernel->wave_size == 32 ? target->has_wave32 : target->has_wave64))
        return refuse(error, kernel, "is for waves of %" PRIu32 " lanes, which %s does not have",
                      kernel->wave_size, target->processor);
    if (kernel->private_segment > scratch)
        return refuse(error, kernel,
                      "needs %" PRIu32 " bytes of scratch for a work-item; %s has %" PRIu64,
                      kernel->private_segment, target->processor, scratch);
    if (kernel->kernarg_size > KERNARG_MAX)
        return refuse(error, kernel, "has %" PRIu32 " bytes of arguments, and %d is the most",
                      kernel->kernarg_size, KERNARG_MAX);
    return CODEOBJ_OK;
}
