/* The chips for which bounds are known.
 *
 * Compute units: "AMD GPU specifications" of ROCm, which also has the sizes of caches;
 * https://rocm.docs.amd.com/en/latest/reference/gpu-specs.html. Clocks and bandwidth of memory: the
 * product pages of AMD (MI210, MI250X, MI300X, Radeon RX 6800 XT, RX 7900 XTX, RX 9070 XT), the
 * highest clock that they name. L2: the white papers of CDNA 2 (32 channels of 128 bytes in a
 * cycle) and CDNA 3 (16 for each of 8 dies); infinity cache of MI300X: CDNA 3, 17.2 TB/s. AMD has
 * not published these for RDNA in a form that is an upper limit, so they do not bound there.
 */
#include "inspect/profile.h"

const struct chip chips[] = {
    {"mi210", "MI210", "CDNA2", "gfx90a", 104, 4, 1, 1700, 1638, 0, 4096},
    {"mi250x", "MI250X (one of two dies)", "CDNA2", "gfx90a", 110, 4, 1, 1700, 1638, 0, 4096},
    {"mi300x", "MI300X", "CDNA3", "gfx942", 304, 4, 1, 2100, 5325, 17200, 16384},
    {"rx6800xt", "RX 6800 XT", "RDNA2", "gfx1030", 72, 2, 2, 2250, 512, 0, 0},
    {"rx7900xtx", "RX 7900 XTX", "RDNA3", "gfx1100", 96, 2, 2, 2500, 960, 0, 0},
    {"rx9070xt", "RX 9070 XT", "RDNA4", "gfx1201", 64, 2, 2, 2970, 640, 0, 0},
};

size_t chip_count(void)
{
    return sizeof chips / sizeof *chips;
}

const struct chip *chip_find(const char *name)
{
    for (size_t i = 0; i < chip_count(); i++)
        if (strcmp(chips[i].name, name) == 0)
            return &chips[i];
    return NULL;
}

bool chip_runs(const struct chip *chip, const char *target)
{
    struct target_id id;
    return target_id_parse(target, &id, NULL) == CODEOBJ_OK &&
           strcmp(id.info->family, chip->family) == 0;
}

const struct chip *chip_of_target(const char *target)
{
    for (size_t i = 0; i < chip_count(); i++)
        if (chip_runs(&chips[i], target))
            return &chips[i];
    return NULL;
}
