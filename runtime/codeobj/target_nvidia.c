/* NVIDIA's targets, "sm_90a" and "compute_80", and on which devices each of them runs.
 *
 * The number is the compute capability: the last digit is the minor one. See the CUDA C++
 * programming guide, "Application Compatibility" and "Compute Capabilities":
 *   - a cubin runs on devices of its major capability whose minor capability is not lower.
 *     Devices of the Tegra line are an exception: they only run cubins for exactly their own
 *     capability;
 *   - PTX runs on devices of its own capability or any later one, because the driver compiles it;
 *   - "a" code has features of one capability, and runs there alone; PTX of "f" code has those of
 *     one major capability.
 * There is no table of targets: a new GPU is a new number.
 */
#include "internal.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum {
    CAPABILITY_MIN = 10,
    CAPABILITY_DIGITS = 3,
    RANK_CUBIN = 10000, /* the rank of a cubin: more than that of any PTX */
    /* how far the ranks of capabilities are apart: each has two ranks, without and with a
     * variant */
    RANK_STEP = 2,
};

static const struct target_info cubin = {.processor = "sm", .family = "NVIDIA", .wave_size = 32};
static const struct target_info ptx = {.processor = "compute", .family = "NVIDIA", .wave_size = 32};

bool target_is_nvidia(const struct target_id *id)
{
    return id->info == &cubin || id->info == &ptx;
}

bool target_is_ptx(const struct target_id *id)
{
    return id->info == &ptx;
}

bool nvidia_parse(const char *text, struct target_id *out, enum codeobj_status *status,
                  struct codeobj_error *error)
{
    const struct target_info *info = strncmp(text, "sm_", 3) == 0        ? &cubin
                                     : strncmp(text, "compute_", 8) == 0 ? &ptx
                                                                         : NULL;
    if (!info)
        return false;
    const char *digits = strchr(text, '_') + 1;
    size_t count = strspn(digits, "0123456789");
    struct target_id id = {.info = info};
    if (count <= CAPABILITY_DIGITS)
        id.capability = (uint16_t)atoi(digits);
    const char *rest = digits + count;
    if (*rest == 'a' || *rest == 'f')
        id.variant = *rest++;
    *status = CODEOBJ_OK;
    if (id.capability < CAPABILITY_MIN || *digits == '0' || *rest)
        *status = codeobj_fail(error, CODEOBJ_UNRECOGNISED,
                               "'%.32s' is not a target for NVIDIA GPUs, as sm_90, sm_90a and "
                               "compute_80 are",
                               text);
    else
        *out = id;
    return true;
}

static bool is_tegra(unsigned capability)
{
    static const uint8_t known[] = {32, 53, 62, 72, 87, 101, 110};
    return memchr(known, (int)capability, sizeof known) != NULL;
}

struct target_match nvidia_match(const struct target_id *image, const struct target_id *device)
{
    const unsigned wanted = image->capability, had = device->capability;
    const bool is_major = wanted / 10 == had / 10;
    struct target_match match = {0};
    if (!target_is_nvidia(image) || !target_is_nvidia(device))
        match.mismatch = TARGET_OTHER_VENDOR;
    else if (image->info == &cubin && !is_major)
        match.mismatch = TARGET_OTHER_FAMILY;
    else if (wanted > had)
        match.mismatch = TARGET_LATER;
    else if ((image->variant == 'a' && wanted != had) || (image->variant == 'f' && !is_major))
        match.mismatch = TARGET_SPECIFIC;
    else if ((image->info == &cubin || image->variant == 'f') && wanted != had &&
             (is_tegra(wanted) || is_tegra(had)))
        match.mismatch = TARGET_OTHER_PROCESSOR;
    else
        match.rank =
            wanted * RANK_STEP + (image->variant != 0) + (image->info == &cubin ? RANK_CUBIN : 0u);
    return match;
}
