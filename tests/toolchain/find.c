/* find CACHE [CLANG]: prints the result of toolchain_find() with this cache file, a line for each
 * part. cache.sh runs it. */
#include "toolchain/toolchain.h"

#include <stdio.h>

int main(int argc, char **argv)
{
    if (argc < 2)
        return STATUS_USAGE;
    const struct toolchain_request request = {.clang = argc > 2 ? argv[2] : NULL};
    struct toolchain found = {0};
    enum status status = toolchain_find(&request, argv[1], &found);
    const char *const parts[] = {
        found.rocm_path,     found.hipcc,        found.hip_version, found.clang,
        found.clang_version, found.resource_dir, found.lld,         found.device_libs,
        found.libclang,      found.ninja,        found.fingerprint,
    };
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        printf("%s\n", parts[i] ? parts[i] : "none");
    for (size_t i = 0; i < found.processors.count; i++)
        printf("%s\n", found.processors.items[i]);
    toolchain_free(&found);
    return (int)status;
}
