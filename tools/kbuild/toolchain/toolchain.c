/* Functions with which the rest of kbuild asks about a toolchain. */
#include "toolchain/toolchain.h"

#include "codeobj.h"
#include "discover.h"
#include "util/file.h"
#include "util/process.h"

enum status toolchain_find(const struct toolchain_request *request, const char *cache_file,
                           struct toolchain *out)
{
    OWNED_BY(strings_free) struct strings notes = {0};
    discover_drop_variables(&notes);
    for (size_t i = 0; i < notes.count; i++)
        status_warn("%s", notes.items[i]);
    if (cache_file && cache_load(cache_file, request, out))
        return STATUS_OK;
    OWNED_BY(discovery_free) struct discovery discovery = {0};
    discover(request, &discovery);
    FORWARD_IF_ERROR(discover_check_request(request, &discovery));
    if (cache_file)
        FORWARD_IF_ERROR(cache_store(cache_file, request, &discovery));
    *out = discovery.found;
    discovery.found = (struct toolchain){0};
    return STATUS_OK;
}

static bool is_for(const struct toolchain *toolchain, const char *target)
{
    return toolchain_is_complete(toolchain) &&
           toolchain_supports(toolchain, target) != TOOLCHAIN_CANNOT;
}

/* Replaces |*out| by the toolchain of the newest clang that knows |target|, if one does. */
static enum status find_newer(const char *target, const char *cache_file, struct toolchain *out)
{
    OWNED_BY(strings_free) struct strings clangs = {0};
    toolchain_list_llvm("bin/clang++", &clangs);
    for (size_t i = 0; i < clangs.count; i++) {
        const struct toolchain_request request = {.clang = clangs.items[i]};
        struct toolchain newer = {0};
        FORWARD_IF_ERROR(toolchain_find(&request, cache_file, &newer));
        if (is_for(&newer, target)) {
            toolchain_free(out);
            *out = newer;
            break;
        }
        toolchain_free(&newer);
    }
    return STATUS_OK;
}

enum status toolchain_find_for(const struct toolchain_request *request, const char *target,
                               const char *cache_directory, struct toolchain *out)
{
    OWNED char *first = path_join(cache_directory, "toolchain.json");
    OWNED char *second = path_join(cache_directory, "toolchain-newer.json");
    FORWARD_IF_ERROR(toolchain_find(request, first, out));
    if (!request->clang && !request->hipcc && !is_for(out, target))
        FORWARD_IF_ERROR(find_newer(target, second, out));
    return STATUS_OK;
}

void toolchain_free(struct toolchain *toolchain)
{
    strings_free(&toolchain->texts);
    strings_free(&toolchain->processors);
    *toolchain = (struct toolchain){0};
}

bool toolchain_is_complete(const struct toolchain *toolchain)
{
    for (int part = 0; part < PART_COUNT; part++)
        if (part_is_missing(toolchain, part))
            return false;
    return toolchain->fingerprint != NULL;
}

int toolchain_clang_major(const struct toolchain *toolchain)
{
    return toolchain->clang_version ? atoi(toolchain->clang_version) : 0;
}

/* Returns the major version of the LLVM in whose directory |path| is, or 0. On Debian 13 the device
 * libraries are in such a directory. */
static int llvm_of(const char *path)
{
    const char *version = strstr(path, "/lib/clang/");
    return version ? atoi(version + strlen("/lib/clang/")) : 0;
}

/* Fails if a newer LLVM than clang's compiled the device libraries, because clang could not read
 * their bitcode. */
static enum status require_readable_libraries(const struct toolchain *toolchain)
{
    if (llvm_of(toolchain->device_libs) <= toolchain_clang_major(toolchain))
        return STATUS_OK;
    return status_fail(
        STATUS_ENVIRONMENT,
        "the device libraries in %s are of LLVM %d, which clang %s (%s) cannot read; "
        "choose a newer clang with --clang, or libraries for this one with "
        "HIP_DEVICE_LIB_PATH",
        toolchain->device_libs, llvm_of(toolchain->device_libs), toolchain->clang_version,
        toolchain->clang);
}

enum status toolchain_require(const struct toolchain *toolchain)
{
    OWNED_BY(buf_free) struct buf missing = {0};
    OWNED char *remedy = missing_remedy(toolchain);
    for (int part = 0; part < PART_COUNT; part++)
        if (part_is_missing(toolchain, part))
            buf_printf(&missing, "\n  %s: looked in %s", part_infos[part].name,
                       part_infos[part].where);
    if (remedy)
        return status_fail(STATUS_ENVIRONMENT,
                           "the HIP toolchain is not complete; not found:%s\n%s ('kbuild doctor' "
                           "tells more)",
                           missing.data, remedy);
    if (!toolchain->fingerprint)
        return status_fail(STATUS_ENVIRONMENT, "%s: the device libraries cannot be read",
                           toolchain->device_libs);
    return require_readable_libraries(toolchain);
}

enum toolchain_support toolchain_supports(const struct toolchain *toolchain, const char *target)
{
    struct target_id id;
    struct codeobj_error error;
    if (!toolchain->clang || target_id_parse(target, &id, &error) != CODEOBJ_OK ||
        !strings_contain(&toolchain->processors, id.info->processor))
        return TOOLCHAIN_CANNOT;
    return overlay_is_needed(toolchain, id.info) ? TOOLCHAIN_NEEDS_OVERLAY : TOOLCHAIN_COMPILES;
}

enum status toolchain_require_targets(const struct toolchain *toolchain,
                                      const struct strings *targets)
{
    FORWARD_IF_ERROR(toolchain_require(toolchain));
    for (size_t i = 0; i < targets->count; i++)
        if (toolchain_supports(toolchain, targets->items[i]) == TOOLCHAIN_CANNOT)
            return status_fail(STATUS_ENVIRONMENT,
                               "clang %s (%s) cannot compile for %s; choose a newer one with "
                               "--clang ('kbuild doctor' lists what is here)",
                               toolchain->clang_version, toolchain->clang, targets->items[i]);
    return STATUS_OK;
}

void toolchain_repair_flags(const struct toolchain *toolchain, const char *target,
                            struct strings *out)
{
    /* The option is passed by -Xclang, because otherwise the linker gets it too, and a linker of
     * another version may not know it. */
    if (toolchain_clang_major(toolchain) == 15 && text_begins(target, "gfx11"))
        strings_add_list(out, (const char *const[]){"-Xclang", "-mllvm", "-Xclang",
                                                    "-amdgpu-enable-delay-alu=0", NULL});
}

void toolchain_rocm_flags(const struct toolchain *toolchain, struct strings *out)
{
    strings_addf(out, "--rocm-path=%s", toolchain->rocm_path);
    /* With --rocm-path alone, clang looks for headers in the system's directories first, which may
     * have another HIP or rocPRIM. hipcc passes this option, too. A directory with the C library's
     * headers is one of the system's: before those of C++, it would break their #include_next. */
    OWNED char *headers = mem_format("%s/include", toolchain->rocm_path),
               *of_c = path_join(headers, "stdlib.h");
    if (!path_exists(of_c))
        strings_addf(out, "-isystem%s", headers);
}

void toolchain_target_flags(const struct toolchain *toolchain, const char *target,
                            const char *device_libs, struct strings *out)
{
    struct target_id id;
    /* This target uses the toolchain's own directory, even if another target of the build needs the
     * overlay: the command for a target must not depend on other targets. */
    if (toolchain_supports(toolchain, target) == TOOLCHAIN_COMPILES)
        device_libs = toolchain->device_libs;
    strings_addf(out, "--offload-arch=%s", target);
    if (target_id_parse(target, &id, NULL) == CODEOBJ_OK && id.info->min_code_object > 5)
        strings_addf(out, "-mcode-object-version=%d", id.info->min_code_object);
    toolchain_repair_flags(toolchain, target, out);
    toolchain_rocm_flags(toolchain, out);
    /* hipcc passes this option too: without it clang leaves out the device versions of malloc and
     * <cmath>. */
    if (toolchain->hip_version)
        strings_addf(out, "--hip-version=%s", toolchain->hip_version);
    strings_addf(out, "--rocm-device-lib-path=%s", device_libs);
}

void toolchain_language_flags(const struct toolchain *toolchain, bool host, struct strings *out)
{
    /* In CUDA, casts from float to integer saturate on a device; without this option, clang treats
     * casts out of range as undefined. On a host they are the machine's, as with nvcc. */
    if (host)
        strings_add_list(out, (const char *const[]){"--start-no-unused-arguments", "-Xarch_device",
                                                    "-fno-strict-float-cast-overflow",
                                                    "--end-no-unused-arguments", NULL});
    else
        strings_add(out, "-fno-strict-float-cast-overflow");
    /* In CUDA, a lane may take part in a shuffle without a value, if no lane reads it. Without this
     * option clang assumes that the value is defined, and deletes the branch that sets it. */
    strings_add(out, "-Xclang");
    strings_add(out, "-no-enable-noundef-analysis");
    /* If both arms of a branch call the same function, clang 15 merges the two calls into one, even
     * if the function asks which lanes are active. The headers prevent this for inlined functions;
     * for calls only these options do. */
    if (!toolchain || toolchain_clang_major(toolchain) == 15)
        strings_add_list(out, (const char *const[]){"-mllvm", "-hoist-common-insts=0", "-mllvm",
                                                    "-sink-common-insts=0", NULL});
    /* The pass for the device does not compile host functions. An error in a host function counts
     * there only if compiled code calls the function. */
    strings_add(out, "-Xclang");
    strings_add(out, "-fgpu-defer-diag");
    /* HIP declares every function of its host API nodiscard, which CUDA does not. */
    strings_add(out, "-Wno-unused-result");
    /* clang refuses three things that nvcc accepts: register in C++17, {3.5} for an int, "%d"NAME.
     */
    strings_add(out, "-Wno-register");
    strings_add(out, "-Wno-c++11-narrowing");
    strings_add(out, "-Wno-reserved-user-defined-literal");
}

void toolchain_precompile_flags(const char *path, struct strings *out)
{
    /* Instantiates the templates that the prelude itself uses when the header is made, not in each
     * source that reads the header. */
    strings_add(out, "-fpch-instantiate-templates");
    /* Without times of files, equal headers give equal bytes. These options follow -Xclang, because
     * the driver cannot make a precompiled header together with --cuda-device-only. */
    strings_add_list(out, (const char *const[]){"-fsyntax-only", "-Xclang", "-emit-pch", "-Xclang",
                                                "-fno-pch-timestamp", "-Xclang", "-o", "-Xclang",
                                                path, NULL});
}

/* ---- Finding kbuild's headers ---------------------------------------------------------------- */

static char *include_if_there(char *path)
{
    OWNED char *header = path_join(path, "kbuild/cuda_prelude.h");
    if (path_exists(header))
        return path;
    free(path);
    return NULL;
}

static char *installed_include(void)
{
    OWNED char *headers = process_beside("share/kbuild/include");
    char *real = headers ? realpath(headers, NULL) : NULL;
    return real ? include_if_there(real) : NULL;
}

static const char *chosen_include(void)
{
    const char *chosen = getenv("KBUILD_INCLUDE");
    return chosen && *chosen ? chosen : NULL;
}

static char *include_find(void)
{
    const char *chosen = chosen_include();
    return chosen ? include_if_there(path_absolute(chosen)) : installed_include();
}

char *toolchain_include_directory(void)
{
    const char *chosen = chosen_include();
    char *found = include_find();
    if (found)
        return found;
    if (chosen)
        status_fail(STATUS_ENVIRONMENT,
                    "KBUILD_INCLUDE is '%s', which has no kbuild/cuda_prelude.h; unset it or "
                    "point it at kbuild's device headers",
                    chosen);
    else
        status_fail(STATUS_ENVIRONMENT,
                    "kbuild's device headers are not in share/kbuild/include beside kbuild's "
                    "directory; install kbuild again, or set KBUILD_INCLUDE");
    return NULL;
}

bool toolchain_is_own_header(const char *path)
{
    OWNED char *found = include_find();
    OWNED char *own = found ? realpath(found, NULL) : NULL, *real = realpath(path, NULL);
    size_t length = own ? strlen(own) : 0;
    return own && real && strncmp(real, own, length) == 0 && real[length] == '/';
}

/* Whether |header| is in the include directory of a prefix where HIP may be installed. */
static bool is_installed(const char *header)
{
    const char *const prefixes[] = {getenv("HIP_PATH"), getenv("ROCM_PATH"), "/opt/rocm", "/usr"};
    bool found = false;
    for (size_t i = 0; !found && i < sizeof prefixes / sizeof *prefixes; i++) {
        if (!prefixes[i])
            continue;
        OWNED char *path = mem_format("%s/include/%s", prefixes[i], header);
        found = path_is_file(path);
    }
    return found;
}

bool toolchain_has_header(const char *header, const struct strings *include)
{
    for (size_t i = 0; i < include->count; i++) {
        OWNED char *path = path_join(include->items[i], header);
        if (path_is_file(path))
            return true;
    }
    return is_installed(header) || !is_installed("hip/hip_version.h");
}
