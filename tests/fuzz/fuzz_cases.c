/* Cases of kbuild verify: any bytes are read or refused, and what was read is expanded to runs, of
 * which the small ones are filled. */
#include "guarded.h"
#include "verify/trial.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

/* A package with a parameter of each kind. */
static const char package_json[] =
    "{\"format\": \"kbuild-index-1\", \"package\": \"k\", \"targets\": [\"gfx1030\"],\n"
    "\"kernels\": [{\"name\": \"k\", \"symbol\": \"k\", \"module\": \"m\", \"parameters\": [\n"
    "{\"name\": \"n\", \"offset\": 0, \"size\": 4, \"kind\": \"scalar\", \"scalar\": \"i32\"},\n"
    "{\"name\": \"a\", \"offset\": 4, \"size\": 2, \"kind\": \"scalar\", \"scalar\": \"f16\"},\n"
    "{\"name\": \"x\", \"offset\": 8, \"size\": 8, \"kind\": \"pointer\", \"pointee\": \"f32\", "
    "\"const\": true},\n"
    "{\"name\": \"y\", \"offset\": 16, \"size\": 8, \"kind\": \"pointer\", \"pointee\": \"u64\", "
    "\"const\": false},\n"
    "{\"name\": \"p\", \"offset\": 24, \"size\": 8, \"kind\": \"pointer\", \"pointee\": "
    "\"pointer\"},\n"
    "{\"name\": \"s\", \"offset\": 32, \"size\": 8, \"kind\": \"record\", \"record\": \"r\"}]},\n"
    "{\"name\": \"one\", \"symbol\": \"one\", \"module\": \"m\", \"parameters\": [\n"
    "{\"name\": \"n\", \"offset\": 0, \"size\": 8, \"kind\": \"scalar\", \"scalar\": \"u64\"},\n"
    "{\"name\": \"x\", \"offset\": 8, \"size\": 8, \"kind\": \"pointer\", \"pointee\": \"f8e4m3\", "
    "\"const\": false}]},\n"
    "{\"name\": \"vectors\", \"symbol\": \"vectors\", \"module\": \"m\", \"parameters\": [\n"
    "{\"name\": \"n\", \"offset\": 0, \"size\": 4, \"kind\": \"scalar\", \"scalar\": \"i32\"},\n"
    "{\"name\": \"x\", \"offset\": 8, \"size\": 8, \"kind\": \"pointer\", \"pointee\": \"void\", "
    "\"vector\": {\"scalar\": \"u16\", \"count\": 4}, \"const\": false}]}],\n"
    "\"records\": [{\"name\": \"r\", \"size\": 8, \"members\": [\n"
    "{\"name\": \"rows\", \"offset\": 0, \"size\": 4, \"kind\": \"scalar\", \"scalar\": \"u32\"},\n"
    "{\"name\": \"b\", \"offset\": 4, \"size\": 4, \"kind\": \"scalar\", \"scalar\": \"u8\", "
    "\"array\": [4]}]}]}\n";

static int file_of(const void *data, size_t size, char path[64])
{
    const int file = memfd_create("input", 0);
    if (file < 0 || write(file, data, size) != (ssize_t)size)
        abort();
    snprintf(path, 64, "/proc/self/fd/%d", file);
    return file;
}

static void fill(struct trials *trials)
{
    for (size_t i = 0; i < trials->count && i < 100; i++) {
        struct launch launch;
        uint64_t bytes = 0;
        if (launch_make(trials, &trials->items[i], &launch) != STATUS_OK)
            abort(); /* it could be made before */
        for (size_t k = 0; k < launch.array_count; k++)
            bytes += array_bytes(&launch.arrays[k]);
        if (bytes < 1 << 16) {
            launch_fill(&launch);
            launch_hash(&trials->items[i], &launch);
        }
        launch_free(&launch);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct strings all_kernels;
    char path[64], package[64];
    struct interface interface;
    struct cases cases;
    struct trials trials = {0};
    const int file = file_of(data, size, path);
    const int json = file_of(package_json, sizeof package_json - 1, package);
    if (interface_read(package, &interface) != STATUS_OK)
        abort();
    if (cases_read(path, &cases) == STATUS_OK &&
        trials_make(&cases, &interface, &all_kernels, &trials) == STATUS_OK)
        fill(&trials);
    trials_free(&trials);
    cases_free(&cases);
    interface_free(&interface);
    close(file);
    close(json);
    return 0;
}
