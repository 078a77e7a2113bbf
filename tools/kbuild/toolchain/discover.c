/* The search for each part of the toolchain: a function for each part tries its candidates in
 * order. docs/toolchain.md describes the same search in words.
 */
#include "discover.h"

#include "candidates.h"
#include "util/file.h"
#include "util/process.h"

#include <stdlib.h>
#include <string.h>

static void note(struct discovery *discovery, char *sentence)
{
    strings_take(&discovery->notes, sentence);
}

void discover_clangs(struct discovery *discovery, struct strings *out)
{
    list_llvm(discovery, "bin/clang++", out);
}

/* ---- clang ---------------------------------------------------------------------------------- */

/* Resolves a link, so that clang finds the linker and the bundler of its own version.
 * /usr/bin/clang++-15 is a link to /usr/lib/llvm-15/bin/clang, and these programs are beside the
 * target. clang looks for its linker in the directory of the path that started it, and then in
 * PATH, which may have another version. Takes ownership of |path|. */
static char *real_clang(struct discovery *discovery, char *path)
{
    char *real = realpath(path, NULL);
    if (!real || !strstr(path_name(real), "clang") || is_masquerade(path)) {
        free(real);
        return path;
    }
    char *directory = path_directory(real);
    char *sibling = path_join(directory, "clang++");
    if (probe_program(&discovery->probes, sibling)) {
        free(path);
        path = mem_dup(sibling);
    }
    free(sibling);
    free(directory);
    free(real);
    return path;
}

/* --clang: "19", "clang++-19", a program, or a directory that holds clang++ or bin/clang++. */
static char *find_wanted_clang(struct discovery *discovery, const char *wanted)
{
    char *found = NULL;
    if (*wanted && strspn(wanted, "0123456789") == strlen(wanted)) {
        char *fixed = mem_format("/usr/lib/llvm-%s/bin/clang++", wanted);
        char *name = mem_format("clang++-%s", wanted);
        found = consider_fixed(discovery, PART_CLANG, PROGRAM, fixed);
        if (!found)
            found = consider_in_path(discovery, PART_CLANG, name);
        free(name);
        free(fixed);
        return found;
    }
    if (strchr(wanted, '/') && path_is_directory(wanted)) {
        char *directory = path_absolute(wanted);
        found = consider(discovery, PART_CLANG, PROGRAM, path_join(directory, "clang++"));
        if (!found)
            found = consider(discovery, PART_CLANG, PROGRAM, path_join(directory, "bin/clang++"));
        free(directory);
        return found;
    }
    return consider_named(discovery, PART_CLANG, wanted);
}

/* The clang that hipcc runs. Sets |out_version| to the HIP version that hipcc prints. */
static char *find_hipcc_clang(struct discovery *discovery, char **out_version)
{
    char *clang = NULL;
    if (!discovery->found.hipcc)
        return NULL;
    ask_hipcc(discovery->found.hipcc, &clang, out_version);
    if (!clang) {
        discovery->probes.is_doubtful = true;
        return NULL;
    }
    return consider(discovery, PART_CLANG, PROGRAM, clang);
}

static char *find_default_clang(struct discovery *discovery, char **out_hip_version)
{
    char *found = find_hipcc_clang(discovery, out_hip_version);
    if (!found)
        found = consider_variable(discovery, PART_CLANG, PROGRAM, "HIP_CLANG_PATH", "clang++");
    if (!found)
        found = consider_variable(discovery, PART_CLANG, PROGRAM, "HIP_PATH", "llvm/bin/clang++");
    if (!found)
        found = consider_variable(discovery, PART_CLANG, PROGRAM, "ROCM_PATH", "llvm/bin/clang++");
    if (!found)
        found = consider_fixed(discovery, PART_CLANG, PROGRAM, "/opt/rocm/llvm/bin/clang++");
    if (found)
        return found;
    /* hipcc does not name a clang: take the newest, which can read all older device libraries. */
    struct strings all = {0};
    discover_clangs(discovery, &all);
    if (all.count)
        found = consider(discovery, PART_CLANG, PROGRAM, mem_dup(all.items[0]));
    strings_free(&all);
    return found ? found : consider_in_path(discovery, PART_CLANG, "clang++");
}

/* Sets clang, its version and its processors. |out_line| is the version line that it prints. */
static void find_clang(struct discovery *discovery, const struct toolchain_request *request,
                       char **out_line, char **out_hip_version)
{
    struct toolchain *found = &discovery->found;
    char *clang = request->clang && *request->clang
                      ? find_wanted_clang(discovery, request->clang)
                      : find_default_clang(discovery, out_hip_version);
    if (!clang)
        return;
    clang = real_clang(discovery, clang);
    if (!ask_clang(clang, out_line, &found->processors)) {
        note(discovery, mem_format("%s exists but does not run", clang));
        discovery->probes.is_doubtful = true;
        free(clang);
        return;
    }
    found->clang = clang;
    found->clang_version = version_in(*out_line);
    discovery->probes.is_doubtful |= !found->processors.count;
}

/* ---- Parts that belong to clang ------------------------------------------------------------- */

static char *beside_clang(struct discovery *discovery, enum part part, const char *name)
{
    char *directory = path_directory(discovery->found.clang);
    char *found = consider(discovery, part, PROGRAM, path_join(directory, name));
    free(directory);
    return found;
}

static void find_resource_dir(struct discovery *discovery)
{
    char *directory = ask_resource_dir(discovery->found.clang);
    if (!directory || directory[0] != '/') {
        free(directory);
        discovery->probes.is_doubtful = true;
        return;
    }
    char *headers = consider(discovery, PART_RESOURCE, DIRECTORY, path_join(directory, "include"));
    if (headers)
        discovery->found.resource_dir = directory;
    else
        free(directory);
    free(headers);
}

/* clang looks for lld beside itself and then in PATH, so no other directory is of use. */
static void find_lld(struct discovery *discovery)
{
    struct toolchain *found = &discovery->found;
    found->lld = beside_clang(discovery, PART_LLD, "lld");
    if (!found->lld)
        found->lld = beside_clang(discovery, PART_LLD, "ld.lld");
    if (found->lld)
        return;
    found->lld = consider_in_path(discovery, PART_LLD, "lld");
    if (!found->lld)
        found->lld = consider_in_path(discovery, PART_LLD, "ld.lld");
    if (!found->lld)
        return;
    char *package = part_package(found, PART_LLD);
    note(discovery, mem_format("no lld beside clang: it links with %s, which may be of another "
                               "version; install %s for one of the same version",
                               found->lld, package));
    free(package);
}

static void find_bundler(struct discovery *discovery)
{
    struct toolchain *found = &discovery->found;
    char *name = mem_format("clang-offload-bundler-%d", toolchain_clang_major(found));
    found->bundler = beside_clang(discovery, PART_BUNDLER, "clang-offload-bundler");
    if (!found->bundler)
        found->bundler = consider_in_path(discovery, PART_BUNDLER, name);
    free(name);
    if (found->bundler)
        return;
    found->bundler = consider_in_path(discovery, PART_BUNDLER, "clang-offload-bundler");
    struct strings all = {0};
    list_llvm(discovery, "bin/clang-offload-bundler", &all);
    if (!found->bundler && all.count)
        found->bundler = consider(discovery, PART_BUNDLER, PROGRAM, mem_dup(all.items[0]));
    strings_free(&all);
    if (!found->bundler)
        return;
    char *package = part_package(found, PART_BUNDLER);
    note(discovery, mem_format("no clang-offload-bundler beside clang: %s is used instead, which "
                               "writes the same format; install %s for one of the same version",
                               found->bundler, package));
    free(package);
}

static char *libclang_in(struct discovery *discovery, const char *directory, bool is_shared)
{
    int version = toolchain_clang_major(&discovery->found);
    char *names[] = {
        mem_format("libclang-%d.so.%d", version, version), /* Debian's */
        mem_format("libclang-%d.so.1", version),
        mem_format("libclang-%d.so.13", version),
        mem_dup("libclang.so.13"), /* LLVM's own, since 13 */
        mem_dup("libclang.so.1"),
        mem_dup("libclang.so"),
    };
    char *found = NULL;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        /* In a directory that all versions share, only a name with a version is unambiguous. */
        if (!found && !(is_shared && i >= 3))
            found = consider(discovery, PART_LIBCLANG, PLAIN_FILE, path_join(directory, names[i]));
        free(names[i]);
    }
    return found;
}

static void find_libclang(struct discovery *discovery)
{
    struct toolchain *found = &discovery->found;
    char *programs = path_directory(found->clang);
    char *prefix = path_directory(programs);
    char *lib = path_join(prefix, "lib");
    found->libclang = libclang_in(discovery, lib, false);
    struct strings directories = {0};
    list_multiarch(discovery, &directories);
    for (size_t i = 0; !found->libclang && i < directories.count; i++)
        found->libclang = libclang_in(discovery, directories.items[i], true);
    strings_free(&directories);
    free(lib);
    free(prefix);
    free(programs);
}

/* ---- HIP ------------------------------------------------------------------------------------ */

static void find_hipcc(struct discovery *discovery, const struct toolchain_request *request)
{
    char *found = NULL;
    if (request->hipcc && *request->hipcc) {
        found = consider_named(discovery, PART_HIPCC, request->hipcc);
    } else {
        found = consider_variable(discovery, PART_HIPCC, PROGRAM, "HIP_PATH", "bin/hipcc");
        if (!found)
            found = consider_variable(discovery, PART_HIPCC, PROGRAM, "ROCM_PATH", "bin/hipcc");
        if (!found)
            found = consider_fixed(discovery, PART_HIPCC, PROGRAM, "/opt/rocm/bin/hipcc");
        if (!found)
            found = consider_in_path(discovery, PART_HIPCC, "hipcc");
        if (!found)
            found = consider_fixed(discovery, PART_HIPCC, PROGRAM, "/usr/bin/hipcc");
    }
    discovery->found.hipcc = found;
}

static const char hip_header[] = "include/hip/hip_runtime.h";

/* Returns the prefix of |header|, the path of the header or NULL. Takes ownership of |header|. */
static char *header_prefix(char *header)
{
    if (!header)
        return NULL;
    size_t length = strlen(header) - (sizeof hip_header - 1);
    char *prefix = length > 1 ? mem_dup_n(header, length - 1) : mem_dup("/");
    free(header);
    return prefix;
}

static char *header_beside_hipcc(struct discovery *discovery, const char *hipcc)
{
    char *real = realpath(hipcc, NULL);
    char *programs = path_directory(real ? real : hipcc);
    char *prefix = path_directory(programs);
    char *found = consider(discovery, PART_HIP, PLAIN_FILE, path_join(prefix, hip_header));
    free(prefix);
    free(programs);
    free(real);
    return found;
}

static void find_hip(struct discovery *discovery)
{
    struct toolchain *found = &discovery->found;
    char *header = consider_variable(discovery, PART_HIP, PLAIN_FILE, "HIP_PATH", hip_header);
    if (!header)
        header = consider_variable(discovery, PART_HIP, PLAIN_FILE, "ROCM_PATH", hip_header);
    if (!header && found->hipcc)
        header = header_beside_hipcc(discovery, found->hipcc);
    if (!header)
        header =
            consider_fixed(discovery, PART_HIP, PLAIN_FILE, "/opt/rocm/include/hip/hip_runtime.h");
    if (!header)
        header = consider_fixed(discovery, PART_HIP, PLAIN_FILE, "/usr/include/hip/hip_runtime.h");
    found->rocm_path = header_prefix(header);
}

/* Kernels are compiled with the headers, so their version counts. hipcc's version is used only if
 * the headers have none. */
static void set_hip_version(struct discovery *discovery, char *said_by_hipcc)
{
    struct toolchain *found = &discovery->found;
    if (found->rocm_path)
        found->hip_version = read_hip_version(&discovery->probes, found->rocm_path);
    discovery->probes.is_doubtful |= !found->hip_version;
    if (found->hip_version)
        free(said_by_hipcc);
    else
        found->hip_version = said_by_hipcc;
}

/* ---- Device libraries ----------------------------------------------------------------------- */

/* Returns |directory| if it contains the device libraries, or NULL. Takes ownership of it. */
static char *consider_libraries(struct discovery *discovery, char *directory)
{
    char *found =
        consider(discovery, PART_DEVICE_LIBS, PLAIN_FILE, path_join(directory, "ocml.bc"));
    if (!found) {
        free(directory);
        return NULL;
    }
    free(found);
    return directory;
}

static char *consider_libraries_below(struct discovery *discovery, const char *prefix)
{
    char *found = NULL;
    if (prefix)
        found = consider_libraries(discovery, path_join(prefix, "amdgcn/bitcode"));
    return found;
}

/* The device libraries in clang's resource directory or in its lib/, as in Debian 13. */
static char *libraries_of_clang(struct discovery *discovery)
{
    const char *resource = discovery->found.resource_dir;
    if (!resource)
        return NULL;
    char *lib = path_join(resource, "lib");
    char *found = consider_libraries_below(discovery, lib);
    if (!found)
        found = consider_libraries_below(discovery, resource);
    free(lib);
    return found;
}

/* The device libraries in the resource directory of any LLVM, of the newest one first. */
static char *libraries_of_any_llvm(struct discovery *discovery)
{
    struct strings clangs = {0};
    char *found = NULL;
    discover_clangs(discovery, &clangs);
    for (size_t i = 0; !found && i < clangs.count; i++) {
        char *programs = path_directory(clangs.items[i]);
        char *prefix = path_directory(programs);
        char *resources = path_join(prefix, "lib/clang");
        struct strings versions = {0};
        probe_directory(&discovery->probes, resources, &versions);
        for (size_t j = versions.count; !found && j > 0; j--) {
            char *resource = path_join(resources, versions.items[j - 1]);
            found = consider_libraries_below(discovery, resource);
            free(resource);
        }
        strings_free(&versions);
        free(resources);
        free(prefix);
        free(programs);
    }
    strings_free(&clangs);
    return found;
}

static char *libraries_by_variable(struct discovery *discovery, const char *variable)
{
    const char *value = environment(variable);
    char *prefix = value ? path_absolute(value) : NULL;
    char *found = consider_libraries_below(discovery, prefix);
    free(prefix);
    return found;
}

static void find_device_libs(struct discovery *discovery)
{
    struct toolchain *found = &discovery->found;
    const char *direct = environment("HIP_DEVICE_LIB_PATH");
    char *libraries = direct ? consider_libraries(discovery, path_absolute(direct)) : NULL;
    if (!libraries)
        libraries = libraries_by_variable(discovery, "HIP_PATH");
    if (!libraries)
        libraries = libraries_by_variable(discovery, "ROCM_PATH");
    if (!libraries)
        libraries = libraries_of_clang(discovery);
    if (!libraries)
        libraries = consider_libraries_below(discovery, found->rocm_path);
    struct strings prefixes = {0};
    strings_addf(&prefixes, "%s/opt/rocm", discovery->root);
    list_multiarch(discovery, &prefixes);
    strings_addf(&prefixes, "%s/usr/lib", discovery->root);
    for (size_t i = 0; !libraries && i < prefixes.count; i++)
        libraries = consider_libraries_below(discovery, prefixes.items[i]);
    strings_free(&prefixes);
    found->device_libs = libraries ? libraries : libraries_of_any_llvm(discovery);
}

/* ---- The whole search ----------------------------------------------------------------------- */

static void set_fingerprint(struct discovery *discovery, const char *clang_line)
{
    struct toolchain *found = &discovery->found;
    char *lld_line = found->lld ? ask_version_line(found->lld) : NULL;
    if (found->lld && !lld_line) {
        note(discovery, mem_format("%s exists but does not run", found->lld));
        free(found->lld);
        found->lld = NULL;
    }
    if (clang_line && lld_line && found->device_libs)
        found->fingerprint =
            fingerprint_make(&discovery->probes, clang_line, lld_line, found->device_libs);
    discovery->probes.is_doubtful |= !found->fingerprint;
    free(lld_line);
}

/* A variable that names a missing directory is probably a mistake. */
static void note_idle_variables(struct discovery *discovery)
{
    static const char *const names[] = {"HIP_CLANG_PATH", "HIP_DEVICE_LIB_PATH"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = environment(names[i]);
        if (value && !path_is_directory(value))
            note(discovery,
                 mem_format("%s is set to '%s', which is not a directory", names[i], value));
    }
}

void discover_drop_variables(struct strings *out_notes)
{
    static const char *const names[] = {"HIP_PATH", "ROCM_PATH"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = environment(names[i]);
        if (!value || path_is_directory(value))
            continue;
        strings_addf(out_notes, "%s is set to '%s', which is not a directory; it is ignored",
                     names[i], value);
        unsetenv(names[i]);
    }
}

static void note_differing_builds(struct discovery *discovery)
{
    char *preload = process_preload();
    if (!preload)
        note(discovery, mem_dup("lib/kbuild/preload.so is not beside kbuild's directory, or its "
                                "path has a space or a colon: with some compilers, builds in two "
                                "directories may differ"));
    free(preload);
    if (!process_fixes_addresses())
        note(discovery, mem_dup("this system does not let a program run at fixed addresses "
                                "(personality(2) is forbidden): with some compilers, two builds "
                                "of the same sources may differ"));
}

void discover(const struct toolchain_request *request, struct discovery *out)
{
    const char *root = environment("KBUILD_SYSROOT");
    *out = (struct discovery){.root = root ? root : ""};
    discover_drop_variables(&out->notes);
    char *clang_line = NULL, *hip_version = NULL;
    find_hipcc(out, request);
    find_hip(out);
    find_clang(out, request, &clang_line, &hip_version);
    if (out->found.clang) {
        find_resource_dir(out);
        find_lld(out);
        find_bundler(out);
        find_libclang(out);
    }
    find_device_libs(out);
    set_hip_version(out, hip_version);
    set_fingerprint(out, clang_line);
    out->found.ninja = consider_in_path(out, PART_NINJA, "ninja");
    if (!out->found.ninja)
        out->found.ninja = consider_in_path(out, PART_NINJA, "ninja-build");
    note_idle_variables(out);
    note_differing_builds(out);
    free(clang_line);
}

enum status discover_check_request(const struct toolchain_request *request,
                                   const struct discovery *discovery)
{
    if (request->hipcc && *request->hipcc && !discovery->found.hipcc)
        return status_fail(STATUS_ENVIRONMENT,
                           "--hipcc '%s': no such program; give a path, or install hipcc",
                           request->hipcc);
    if (!request->clang || !*request->clang || discovery->found.clang)
        return STATUS_OK;
    bool is_number = strspn(request->clang, "0123456789") == strlen(request->clang);
    return status_fail(STATUS_ENVIRONMENT,
                       "--clang '%s': no such clang, or it does not run; give a path, or install "
                       "%s%s ('kbuild doctor' lists those of this machine)",
                       request->clang, is_number ? "clang-" : "a clang",
                       is_number ? request->clang : "");
}

void discovery_free(struct discovery *discovery)
{
    toolchain_free(&discovery->found);
    probes_free(&discovery->probes);
    for (int part = 0; part < PART_COUNT; part++)
        strings_free(&discovery->searched[part]);
    strings_free(&discovery->notes);
}
