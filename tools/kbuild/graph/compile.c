#include "compile.h"

#include "codeobj.h"
#include "util/file.h"

#include <stdlib.h>
#include <string.h>

/* A directory of originals, for files that only a computed #include reaches, which a scan cannot
 * find. In outputs its files are named from the project's root. */
static void add_originals(const struct plan *plan, const char *flag, const char *directory,
                          struct strings *out)
{
    char *relative = path_relative(directory, plan->build);
    char *shown = path_relative(directory, plan->project->root);
    strings_addf(out, "%s%s", flag, relative);
    strings_addf(out, "-ffile-prefix-map=%s=%s", relative, shown);
    free(shown);
    free(relative);
}

/* An include directory becomes two: its shadow, and the originals behind it. */
static void add_directory(const struct plan *plan, const struct shadow *shadow,
                          const char *directory, struct strings *out)
{
    char *translated = shadow_directory(shadow, directory);
    if (translated)
        strings_addf(out, "-I%s", translated);
    add_originals(plan, "-I", directory, out);
    free(translated);
}

static void add_flags(const struct plan *plan, const struct shadow *shadow,
                      const struct flags *flags, struct strings *out)
{
    for (size_t i = 0; i < flags->defines.count; i++)
        strings_addf(out, "-D%s", flags->defines.items[i]);
    for (size_t i = 0; i < flags->include.count; i++)
        add_directory(plan, shadow, flags->include.items[i], out);
    strings_add_all(out, &flags->other);
}

void compile_flags(const struct plan *plan, const struct shadow *shadow,
                   const struct module *module, const char *target, struct strings *out)
{
    const struct project *project = plan->project;
    const char *const fixed[] = {
        "-x",
        "hip",
        "--cuda-device-only",
        "--no-gpu-bundle-output",
        /* No compilation-unit ID: clang makes it from paths, and it would be in the output. */
        "-fuse-cuid=none",
        /* With -g, names in debug information do not depend on where the tree stands. */
        "-fdebug-compilation-dir=.",
    };
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        strings_add(out, fixed[i]);
    toolchain_language_flags(out);
    /* Since clang 20, HIP's nodiscard type of errors gives warnings about unused values.
     */
    if (toolchain_clang_major(plan->toolchain) > 19)
        strings_add(out, "-Wno-unused-value");
    strings_addf(out, "-ffile-prefix-map=%s=kbuild", plan->headers);
    strings_addf(out, "--offload-arch=%s", target);
    struct target_id id;
    struct codeobj_error error;
    if (target_id_parse(target, &id, &error) == CODEOBJ_OK && id.info->min_code_object > 5)
        strings_addf(out, "-mcode-object-version=%d", id.info->min_code_object);
    /* clang 15's pass that inserts s_delay_alu, a hint, corrupts the compiler's memory now and
     * then. */
    if (toolchain_clang_major(plan->toolchain) == 15 && strncmp(target, "gfx11", 5) == 0) {
        strings_add(out, "-mllvm");
        strings_add(out, "-amdgpu-enable-delay-alu=0");
    }
    strings_addf(out, "--rocm-path=%s", plan->toolchain->rocm_path);
    /* As hipcc does: without it clang leaves out the device versions of malloc and <cmath>. */
    if (plan->toolchain->hip_version)
        strings_addf(out, "--hip-version=%s", plan->toolchain->hip_version);
    strings_addf(out, "--rocm-device-lib-path=%s", plan->device_libs);
    strings_addf(out, "-O%s", project->optimize);
    strings_addf(out, "-std=%s", project->std);
    strings_addf(out, "-I%s", plan->headers);
    strings_addf(out, "-DKBUILD_CUDA_ARCH=%d", project->cuda_arch);
    strings_add(out, "-include");
    strings_add(out, "kbuild/cuda_prelude.h");
    add_flags(plan, shadow, &project->flags, out);
    add_flags(plan, shadow, &module->flags, out);
    struct strings quote = {0};
    for (size_t i = 0; i < module->sources.count; i++) {
        char *directory = path_directory(module->sources.items[i]);
        if (!strings_contain(&quote, directory)) {
            add_originals(plan, "-iquote", directory, out);
            strings_add(&quote, directory);
        }
        free(directory);
    }
    strings_free(&quote);
}
