/* The devices of the process, as HIPEMU_DEVICES lists them, with the properties that the drivers of
 * such chips report.
 */
#include "core/device.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* For each processor, the largest chip that is sold. Compute units are counted as HIP does, which
 * since RDNA counts pairs; clocks are in kHz, the bus in bits. Compute units, memory and L2 (of one
 * die if the chip has several) are from ROCm's table of GPU specifications, if the chip is in it;
 * sizes of infinity caches are from product pages. PCI numbers are from libdrm. Clocks are from
 * product pages: drivers may report others. */
struct chip {
    const char *processor, *name;
    unsigned compute_units, clock, memory_clock, bus;
    unsigned memory_gib, l2_kib, infinity_mib;
    unsigned pci;
};

static const struct chip chips[] = {
    {"gfx900", "Radeon RX Vega", 64, 1630000, 945000, 2048, 8, 4096, 0, 0x687f},
    {"gfx902", "AMD Radeon Vega 11 Graphics", 11, 1240000, 1466000, 128, 2, 1024, 0, 0x15dd},
    {"gfx906", "AMD Instinct MI60", 64, 1800000, 1000000, 4096, 32, 4096, 0, 0x66a1},
    {"gfx908", "AMD Instinct MI100", 120, 1502000, 1200000, 4096, 32, 8192, 0, 0x738c},
    {"gfx90a", "AMD Instinct MI210", 104, 1700000, 1600000, 4096, 64, 8192, 0, 0x740f},
    {"gfx90c", "AMD Radeon Graphics", 8, 2100000, 1600000, 128, 2, 1024, 0, 0x1636},
    {"gfx942", "AMD Instinct MI300X", 304, 2100000, 1300000, 8192, 192, 4096, 256, 0x74a1},
    {"gfx950", "AMD Instinct MI355X", 256, 2400000, 2000000, 8192, 288, 4096, 256, 0x75a3},
    {"gfx1010", "AMD Radeon RX 5700 XT", 20, 1905000, 875000, 256, 8, 4096, 0, 0x731f},
    {"gfx1012", "AMD Radeon RX 5500 XT", 11, 1845000, 875000, 128, 8, 2048, 0, 0x7340},
    {"gfx1030", "AMD Radeon RX 6900 XT", 40, 2250000, 1000000, 256, 16, 4096, 128, 0x73bf},
    {"gfx1031", "AMD Radeon RX 6700 XT", 20, 2581000, 1000000, 192, 12, 3072, 96, 0x73df},
    {"gfx1032", "AMD Radeon RX 6600 XT", 16, 2589000, 1000000, 128, 8, 2048, 32, 0x73ff},
    {"gfx1033", "AMD Custom GPU 0405", 4, 1600000, 687000, 128, 4, 1024, 0, 0x163f},
    {"gfx1034", "AMD Radeon RX 6500 XT", 8, 2815000, 1124000, 64, 4, 1024, 16, 0x743f},
    {"gfx1035", "AMD Radeon 680M", 6, 2400000, 800000, 128, 4, 2048, 0, 0x1681},
    {"gfx1036", "AMD Radeon Graphics", 1, 2200000, 1300000, 128, 2, 256, 0, 0x164e},
    {"gfx1100", "AMD Radeon RX 7900 XTX", 48, 2500000, 1250000, 384, 24, 6144, 96, 0x744c},
    {"gfx1101", "AMD Radeon RX 7800 XT", 30, 2430000, 1219000, 256, 16, 4096, 64, 0x747e},
    {"gfx1102", "AMD Radeon RX 7600", 16, 2655000, 1125000, 128, 8, 2048, 32, 0x7480},
    {"gfx1103", "AMD Radeon 780M", 6, 2700000, 1400000, 128, 4, 2048, 0, 0x15bf},
    {"gfx1150", "AMD Radeon 890M", 8, 2900000, 937000, 128, 4, 2048, 0, 0x150e},
    {"gfx1151", "AMD Radeon 8060S Graphics", 20, 2900000, 1000000, 256, 32, 2048, 32, 0x1586},
    {"gfx1152", "AMD Radeon 860M", 4, 3000000, 937000, 128, 4, 1024, 0, 0x1114},
    {"gfx1200", "AMD Radeon RX 9060 XT", 16, 3130000, 1259000, 128, 16, 4096, 32, 0x7590},
    {"gfx1201", "AMD Radeon RX 9070 XT", 32, 2970000, 1258000, 256, 16, 8192, 64, 0x7550},
};

/* The values for processors that the table of chips lacks. */
static const struct chip other = {
    NULL, "AMD Radeon Graphics", 16, 2000000, 1000000, 128, 8, 2048, 0, 0};

static struct device devices[DEVICES_MAX];
static unsigned count;
static pthread_once_t once = PTHREAD_ONCE_INIT;

/* The list that devices_preset() was given. */
static pthread_mutex_t preset_lock = PTHREAD_MUTEX_INITIALIZER;
static char *preset;
static bool are_made;

static const struct chip *find_chip(const char *processor)
{
    for (size_t i = 0; i < sizeof chips / sizeof chips[0]; i++) {
        if (strcmp(chips[i].processor, processor) == 0)
            return &chips[i];
    }
    return &other;
}

/* The families that libhipemu emulates: GCN5 to RDNA4. Earlier and later families differ in more
 * than their instructions. */
static const struct emulated_family {
    const char *name;
    enum generation generation;
} families[] = {
    {"GCN5", GENERATION_GFX9},    {"CDNA", GENERATION_GFX9},    {"CDNA2", GENERATION_GFX90A},
    {"CDNA3", GENERATION_GFX940}, {"CDNA4", GENERATION_GFX950}, {"RDNA", GENERATION_GFX10},
    {"RDNA2", GENERATION_GFX10},  {"RDNA3", GENERATION_GFX11},  {"RDNA3.5", GENERATION_GFX11},
    {"RDNA4", GENERATION_GFX12},
};

static const struct emulated_family *find_family(const struct target_info *target)
{
    for (size_t i = 0; i < sizeof families / sizeof families[0]; i++)
        if (strcmp(target->family, families[i].name) == 0)
            return &families[i];
    return NULL;
}

enum generation generation_of(const struct target_info *target)
{
    const struct emulated_family *family = find_family(target);
    return family ? family->generation : GENERATION_GFX9;
}

/* Whether libhipemu emulates |target|: one processor of an emulated family, but not an engineering
 * sample (gfx940, gfx941). */
static bool is_emulated(const struct target_info *target)
{
    bool is_sample =
        strcmp(target->processor, "gfx940") == 0 || strcmp(target->processor, "gfx941") == 0;
    return find_family(target) && !is_sample && !target->is_generic;
}

/* Reports on stderr what is wrong with HIPEMU_DEVICES, and which devices there are. */
static void refuse(const char *why)
{
    fprintf(stderr, "hipemu: HIPEMU_DEVICES: %s; the devices are", why);
    for (size_t i = 0; i < target_count(); i++) {
        if (is_emulated(target_at(i)))
            fprintf(stderr, " %s", target_at(i)->processor);
    }
    fputc('\n', stderr);
}

/* Decides the features that |target| leaves open, because on a real device each feature is either
 * on or off: ECC is on if the processor has it, XNACK is off. */
static void choose_features(struct target_id *target)
{
    if (target->info->has_sramecc && target->sramecc == TARGET_FEATURE_ANY)
        target->sramecc = TARGET_FEATURE_ON;
    if (target->info->has_xnack && target->xnack == TARGET_FEATURE_ANY)
        target->xnack = TARGET_FEATURE_OFF;
}

bool devices_preset(const char *list)
{
    pthread_mutex_lock(&preset_lock);
    bool is_early = !are_made;
    char *copy = is_early ? strdup(list) : NULL;
    if (copy) {
        free(preset);
        preset = copy;
    }
    pthread_mutex_unlock(&preset_lock);
    return copy != NULL;
}

static bool add_device(const char *text)
{
    struct codeobj_error error;
    struct target_id target;
    char why[160];
    if (count == DEVICES_MAX) {
        fprintf(stderr, "hipemu: HIPEMU_DEVICES names more than %d devices\n", DEVICES_MAX);
        return false;
    }
    if (target_id_parse(text, &target, &error) != CODEOBJ_OK) {
        refuse(error.message);
        return false;
    }
    if (!is_emulated(target.info)) {
        snprintf(why, sizeof why, "%s is %s", target.info->processor,
                 target.info->is_generic ? "a target for several devices, and none"
                                         : "not emulated");
        refuse(why);
        return false;
    }
    choose_features(&target);
    const struct chip *chip = find_chip(target.info->processor);
    devices[count] = (struct device){
        .target = target,
        .generation = generation_of(target.info),
        .ordinal = (int)count,
        .name = chip->name,
        .compute_units = chip->compute_units,
        .clock_khz = chip->clock,
        .memory_clock_khz = chip->memory_clock,
        .bus_width = chip->bus,
        .memory_bytes = (uint64_t)chip->memory_gib << 30,
        .l2_bytes = (uint64_t)chip->l2_kib << 10,
        .infinity_bytes = (uint64_t)chip->infinity_mib << 20,
        .pci_chip = chip->pci,
        .wave_size = target.info->wave_size,
        .shared_aperture = 1ull << 48,
        .private_aperture = 2ull << 48,
    };
    count++;
    return true;
}

static void make_devices(void)
{
    pthread_mutex_lock(&preset_lock);
    are_made = true;
    pthread_mutex_unlock(&preset_lock);
    const char *list = secure_getenv("HIPEMU_DEVICES");
    if (!list || !*list)
        list = preset ? preset : "gfx1100";
    bool is_good = true;
    for (size_t size; is_good && list; list = list[size] ? list + size + 1 : NULL) {
        /* a name that is too long for this buffer is cut off; it is unknown both ways */
        char name[TARGET_ID_MAX];
        size = strcspn(list, ",");
        snprintf(name, sizeof name, "%.*s", (int)(size < sizeof name ? size : sizeof name), list);
        is_good = add_device(name);
    }
    if (!is_good)
        count = 0;
}

unsigned device_count(void)
{
    pthread_once(&once, make_devices);
    return count;
}

struct device *device_at(unsigned ordinal)
{
    return ordinal < device_count() ? &devices[ordinal] : NULL;
}
