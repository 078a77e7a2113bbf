/* The parts of a toolchain, and the Debian packages that have them. */
#include "discover.h"

#include <stdlib.h>
#include <string.h>

#define AT(field) .offset = offsetof(struct toolchain, field)

const struct part_info part_infos[PART_COUNT] = {
    [PART_HIP] = {"hip", "HIP headers", AT(rocm_path), .package = "libamdhip64-dev",
                  .where = "include/hip/hip_runtime.h below HIP_PATH, ROCM_PATH, hipcc's prefix, "
                           "/opt/rocm and /usr"},
    [PART_HIPCC] = {"hipcc", "hipcc", AT(hipcc), .is_optional = true, .package = "hipcc",
                    .where = "HIP_PATH, ROCM_PATH, /opt/rocm, PATH and /usr/bin"},
    [PART_CLANG] = {"clang", "clang", AT(clang), .package = "clang-%s",
                    .where = "the clang that hipcc runs, HIP_CLANG_PATH, llvm/bin below HIP_PATH, "
                             "ROCM_PATH and /opt/rocm, /usr/lib/llvm-*/bin and PATH"},
    [PART_RESOURCE] = {"resource_dir", "clang's headers", AT(resource_dir),
                       .package = "libclang-common-%s-dev",
                       .where = "the directory that clang -print-resource-dir names"},
    [PART_LLD] = {"lld", "linker (lld)", AT(lld), .package = "lld-%s",
                  .where = "clang's own directory and PATH"},
    [PART_BUNDLER] = {"bundler", "clang-offload-bundler", AT(bundler), .package = "clang-tools-%s",
                      .where = "clang's own directory, PATH and /usr/lib/llvm-*/bin"},
    [PART_DEVICE_LIBS] = {"device_libs", "device libraries", AT(device_libs),
                          .package = "rocm-device-libs",
                          .where = "HIP_DEVICE_LIB_PATH, amdgcn/bitcode below HIP_PATH, ROCM_PATH, "
                                   "clang's resource directory, /opt/rocm and "
                                   "/usr/lib/*-linux-gnu"},
    [PART_LIBCLANG] = {"libclang", "libclang", AT(libclang), .package = "libclang1-%s",
                       .where = "lib/ beside clang's own directory and /usr/lib/*-linux-gnu"},
    [PART_NINJA] = {"ninja", "ninja", AT(ninja), .package = "ninja-build", .where = "PATH"},
};

const char *part_path(const struct toolchain *toolchain, enum part part)
{
    return *(char *const *)((const char *)toolchain + part_infos[part].offset);
}

char *part_package(const struct toolchain *toolchain, enum part part)
{
    const char *name = part_infos[part].package;
    const char *hole = strstr(name, "%s");
    if (!hole)
        return mem_dup(name);
    /* Debian 12's hipcc needs clang 15. */
    const char *version = toolchain->clang_version ? toolchain->clang_version : "15";
    return mem_format("%.*s%.*s%s", (int)(hole - name), name, (int)strcspn(version, "."), version,
                      hole + 2);
}
