/* The devices of the process: those that HIPEMU_DEVICES names, with what their chips' drivers
 * report.
 */
#include "device.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEVICES_MAX = 16 };

/* A chip that is sold, for each processor: the largest one. Compute units as HIP counts them, which
 * since RDNA is in pairs; clocks in kHz, the bus in bits. Sources: AMD's product pages. */
struct chip {
    const char *processor, *name;
    unsigned compute_units, clock, memory_clock, bus;
    unsigned memory_gib, l2_kib;
    unsigned pci;
};

static const struct chip chips[] = {
    {"gfx900", "Radeon RX Vega", 64, 1630000, 945000, 2048, 8, 4096, 0x687f},
    {"gfx906", "AMD Instinct MI60", 64, 1800000, 1000000, 4096, 32, 4096, 0x66a1},
    {"gfx908", "AMD Instinct MI100", 120, 1502000, 1200000, 4096, 32, 8192, 0x738c},
    {"gfx90a", "AMD Instinct MI210", 104, 1700000, 1600000, 4096, 64, 8192, 0x740f},
    {"gfx942", "AMD Instinct MI300X", 304, 2100000, 2600000, 8192, 192, 4096, 0x74a1},
    {"gfx950", "AMD Instinct MI355X", 256, 2400000, 4000000, 8192, 288, 4096, 0x75a3},
    {"gfx1010", "AMD Radeon RX 5700 XT", 20, 1905000, 875000, 256, 8, 4096, 0x731f},
    {"gfx1030", "AMD Radeon RX 6900 XT", 40, 2250000, 1000000, 256, 16, 4096, 0x73bf},
    {"gfx1100", "AMD Radeon RX 7900 XTX", 48, 2500000, 1250000, 384, 24, 6144, 0x744c},
    {"gfx1101", "AMD Radeon RX 7800 XT", 30, 2430000, 1219000, 256, 16, 4096, 0x747e},
    {"gfx1102", "AMD Radeon RX 7600", 16, 2655000, 1125000, 128, 8, 2048, 0x7480},
    {"gfx1200", "AMD Radeon RX 9060 XT", 16, 3130000, 1259000, 128, 16, 4096, 0x7590},
    {"gfx1201", "AMD Radeon RX 9070 XT", 32, 2970000, 1258000, 256, 16, 8192, 0x7550},
};

static const struct chip other = {NULL, "AMD GPU", 32, 2000000, 1000000, 256, 16, 4096, 0};

static struct device devices[DEVICES_MAX];
static unsigned count;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static const struct chip *find_chip(const char *processor)
{
    for (size_t i = 0; i < sizeof chips / sizeof chips[0]; i++) {
        if (strcmp(chips[i].processor, processor) == 0)
            return &chips[i];
    }
    return &other;
}

/* A real device has its features on or off, not either: ECC is on where there is any, XNACK off. */
static void choose_features(struct target_id *target)
{
    if (target->info->has_sramecc && target->sramecc == TARGET_FEATURE_ANY)
        target->sramecc = TARGET_FEATURE_ON;
    if (target->info->has_xnack && target->xnack == TARGET_FEATURE_ANY)
        target->xnack = TARGET_FEATURE_OFF;
}

static bool add_device(const char *text)
{
    struct codeobj_error error;
    struct target_id target;
    if (count == DEVICES_MAX) {
        fprintf(stderr, "hipemu: HIPEMU_DEVICES names more than %d devices\n", DEVICES_MAX);
        return false;
    }
    if (target_id_parse(text, &target, &error) != CODEOBJ_OK) {
        fprintf(stderr, "hipemu: HIPEMU_DEVICES: %s\n", error.message);
        return false;
    }
    if (target.info->is_generic) {
        fprintf(stderr, "hipemu: HIPEMU_DEVICES: %s is a target, not a device; name a processor\n",
                text);
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
    const char *list = getenv("HIPEMU_DEVICES");
    char *copy = strdup(list && *list ? list : "gfx1100"), *rest = copy;
    bool is_good = copy != NULL;
    for (char *name; is_good && (name = strsep(&rest, ",")) != NULL;)
        is_good = add_device(name);
    if (!is_good)
        count = 0;
    free(copy);
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
