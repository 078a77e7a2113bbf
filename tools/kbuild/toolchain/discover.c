/* Searches for each part of the toolchain (clang, lld, headers and others). A function for each
 * part tries the part's candidates in order. docs/toolchain.md describes this search in words. The
 * toolchain that is found owns all texts, including those of rejected candidates. */
#include "discover.h"

#include "util/file.h"
#include "util/process.h"

#define AT(field) .offset = offsetof(struct toolchain, field)
/* A package that each release of Debian and Ubuntu has under this name. It depends on that
 * release's clang, lld, device libraries and HIP headers, whatever their versions and names are. */
#define HIPCC_PACKAGE "hipcc"

const struct part_info part_infos[PART_COUNT] = {
    [PART_HIP] = {"hip", "HIP headers", AT(rocm_path), PLAIN_FILE, .package = "libamdhip64-dev",
                  .where = "include/hip/hip_runtime.h below HIP_PATH, ROCM_PATH, hipcc's prefix, "
                           "/opt/rocm and /usr"},
    [PART_HIPCC] = {"hipcc", "hipcc", AT(hipcc), PROGRAM, .is_optional = true,
                    .package = HIPCC_PACKAGE,
                    .where = "HIP_PATH, ROCM_PATH, /opt/rocm, PATH and /usr/bin"},
    [PART_CLANG] = {"clang", "clang", AT(clang), PROGRAM, .package = "clang-%s",
                    .where = "the clang that hipcc runs, HIP_CLANG_PATH, llvm/bin below HIP_PATH, "
                             "ROCM_PATH, /opt/rocm and /usr/lib64/rocm, the directories of LLVM "
                             "in /usr/lib and /usr/lib64, and PATH"},
    [PART_RESOURCE] = {"resource_dir", "clang's headers", AT(resource_dir), DIRECTORY,
                       .package = "libclang-common-%s-dev",
                       .where = "the directory that clang -print-resource-dir names"},
    [PART_LLD] = {"lld", "linker (lld)", AT(lld), PROGRAM, .package = "lld-%s",
                  .where = "clang's own directory and PATH"},
    [PART_DEVICE_LIBS] = {"device_libs", "device libraries", AT(device_libs), PLAIN_FILE,
                          /* This package brings the device libraries. Their own package has another
                           * name in each release. */
                          .package = HIPCC_PACKAGE,
                          .where = "HIP_DEVICE_LIB_PATH, amdgcn/bitcode below HIP_PATH, ROCM_PATH, "
                                   "clang's resource directory, /opt/rocm, "
                                   "/usr/lib/*-linux-gnu, /usr/lib64 and /usr/lib"},
    [PART_LIBCLANG] = {"libclang", "libclang", AT(libclang), PLAIN_FILE, .package = "libclang1-%s",
                       .where = "lib/ and lib64/ beside clang's own directory, "
                                "/usr/lib/*-linux-gnu, /usr/lib64 and /usr/lib"},
    [PART_NINJA] = {"ninja", "ninja", AT(ninja), PROGRAM, .package = "ninja-build",
                    .where = "PATH"},
};

const char *part_path(const struct toolchain *toolchain, enum part part)
{
    return *(const char *const *)((const char *)toolchain + part_infos[part].offset);
}

char *part_package(const struct toolchain *toolchain, enum part part)
{
    const char *name = part_infos[part].package;
    const char *hole = strstr(name, "%s");
    const char *version = toolchain->clang_version;
    if (!hole || !version)
        return mem_dup(hole ? HIPCC_PACKAGE : name);
    return mem_format("%.*s%.*s%s", (int)(hole - name), name, (int)strcspn(version, "."), version,
                      hole + 2);
}

bool part_is_missing(const struct toolchain *toolchain, enum part part)
{
    if (part_infos[part].is_optional || part_path(toolchain, part))
        return false;
    return part != PART_RESOURCE || toolchain->clang;
}

char *missing_remedy(const struct toolchain *toolchain)
{
    OWNED_BY(strings_free) struct strings packages = {0};
    for (int part = 0; part < PART_COUNT; part++) {
        OWNED char *package = part_package(toolchain, part);
        if (part_is_missing(toolchain, part) && !strings_contain(&packages, package))
            strings_add(&packages, package);
    }
    if (!packages.count)
        return NULL;
    OWNED char *names = strings_join(&packages, " ");
    return mem_format("on Debian and Ubuntu: apt-get install %s; for other systems see \"Other "
                      "systems\" in docs/toolchain.md",
                      names);
}

/* ---- Candidates for clang -------------------------------------------------------------------- */

/* Returns the value of an environment variable, or NULL if it is not set or is empty. */
static const char *environment(const char *name)
{
    const char *value = getenv(name);
    return value && *value ? value : NULL;
}

/* Adds |text|, which may be NULL, to the texts that the toolchain owns, and returns it. */
static const char *keep(struct discovery *discovery, char *text)
{
    return strings_keep(&discovery->found.texts, text);
}

static const char *join(struct discovery *discovery, const char *directory, const char *name)
{
    return keep(discovery, path_join(directory, name));
}

static const char *parent(struct discovery *discovery, const char *path)
{
    return keep(discovery, path_directory(path));
}

/* Records that |path| was tried for |part|. Returns |path| if it is a program, file or directory as
 * |part| needs it, else NULL. */
static const char *consider(struct discovery *discovery, enum part part, const char *path)
{
    struct probes *probes = &discovery->probes;
    if (!strings_contain(&discovery->searched[part], path))
        strings_add(&discovery->searched[part], path);
    bool found = part_infos[part].kind == PROGRAM      ? probe_program(probes, path)
                 : part_infos[part].kind == PLAIN_FILE ? probe_file(probes, path)
                                                       : probe_directory(probes, path, NULL);
    return found ? path : NULL;
}

static const char *consider_in(struct discovery *discovery, enum part part, const char *directory,
                               const char *name)
{
    return consider(discovery, part, join(discovery, directory, name));
}

/* Whether |path| is a launcher in place of a compiler: ccache puts links with the names of
 * compilers, such as "clang++", into PATH. */
static bool is_masquerade(const char *path)
{
    OWNED char *real = realpath(path, NULL);
    const char *const names[] = {"ccache", "sccache", "distcc", "icecc"};
    bool found = false;
    for (size_t i = 0; real && i < sizeof names / sizeof *names; i++)
        found |= strcmp(path_name(real), names[i]) == 0;
    return found;
}

/* Returns the first path of |program| in PATH that can be |part|, or NULL. */
static const char *consider_in_path(struct discovery *discovery, enum part part,
                                    const char *program)
{
    const char *path = getenv("PATH"), *found = NULL;
    while (path && !found) {
        size_t length = strcspn(path, ":");
        const char *directory =
            keep(discovery, mem_dup_n(length ? path : ".", length ? length : 1));
        const char *absolute = keep(discovery, path_absolute(directory));
        found = consider_in(discovery, part, absolute, program);
        if (found && is_masquerade(found))
            found = NULL;
        path = path[length] ? path + length + 1 : NULL;
    }
    return found;
}

/* Returns the path for |place| if it can be |part|, else NULL. |place| is "$VARIABLE/path", below
 * the directory that the variable names; "/path", below KBUILD_SYSROOT; or a program in PATH. */
static const char *consider_place(struct discovery *discovery, enum part part, const char *place)
{
    if (place[0] == '/')
        return consider(discovery, part,
                        keep(discovery, mem_format("%s%s", discovery->root, place)));
    if (place[0] != '$')
        return consider_in_path(discovery, part, place);
    size_t length = strcspn(place, "/");
    const char *value = environment(keep(discovery, mem_dup_n(place + 1, length - 1)));
    if (!value)
        return NULL;
    const char *directory = keep(discovery, path_absolute(value));
    return consider_in(discovery, part, directory, place + length + 1);
}

/* Returns the path of the first of |places|, a list that ends with NULL, that can be |part|; NULL
 * if none can. */
static const char *search(struct discovery *discovery, enum part part, const char *const *places)
{
    const char *found = NULL;
    for (; !found && *places; places++)
        found = consider_place(discovery, part, *places);
    return found;
}

/* Returns the path of a program that the user names, by a path or by a name to look up in PATH. */
static const char *consider_named(struct discovery *discovery, enum part part, const char *name)
{
    return strchr(name, '/') ? consider(discovery, part, keep(discovery, path_absolute(name)))
                             : consider_in_path(discovery, part, name);
}

/* Returns the version in the name of a directory of LLVM: "llvm-15" (Debian) or "llvm15" (Fedora,
 * Arch). 0 for any other name. */
static int llvm_version(const char *name)
{
    if (strncmp(name, "llvm", 4) != 0)
        return 0;
    return atoi(name + 4 + (name[4] == '-'));
}

static int compare_newest(const void *left, const void *right)
{
    const char *a = *(char *const *)left, *b = *(char *const *)right;
    int difference = llvm_version(path_name(b)) - llvm_version(path_name(a));
    return difference ? difference : strcmp(a, b);
}

/* Lists every program |name| in LLVM's directories, such as /usr/lib/llvm-15, the newest version
 * first. */
static void list_llvm(struct probes *probes, const char *root, const char *name,
                      struct strings *out)
{
    static const char *const libs[] = {"/usr/lib", "/usr/lib64"};
    OWNED_BY(strings_free) struct strings prefixes = {0};
    for (size_t i = 0; i < sizeof libs / sizeof *libs; i++) {
        OWNED char *lib = mem_format("%s%s", root, libs[i]);
        OWNED_BY(strings_free) struct strings names = {0};
        if (!path_is_link(lib)) /* If lib64 is a link to lib, its names were already listed. */
            probe_directory(probes, lib, &names);
        for (size_t j = 0; j < names.count; j++)
            if (llvm_version(names.items[j]))
                strings_addf(&prefixes, "%s/%s", lib, names.items[j]);
    }
    if (prefixes.count)
        qsort(prefixes.items, prefixes.count, sizeof *prefixes.items, compare_newest);
    for (size_t i = 0; i < prefixes.count; i++) {
        OWNED char *path = path_join(prefixes.items[i], name);
        if (probe_program(probes, path))
            strings_add(out, path);
    }
}

void toolchain_list_llvm(const char *name, struct strings *out)
{
    OWNED_BY(probes_free) struct probes probes = {0};
    const char *root = environment("KBUILD_SYSROOT");
    list_llvm(&probes, root ? root : "", name, out);
}

/* Returns the path of program |name| in the directory of the newest LLVM that has it, or NULL. */
static const char *consider_newest_llvm(struct discovery *discovery, enum part part,
                                        const char *name)
{
    OWNED_BY(strings_free) struct strings all = {0};
    list_llvm(&discovery->probes, discovery->root, name, &all);
    const char *found =
        all.count ? consider(discovery, part, keep(discovery, mem_dup(all.items[0]))) : NULL;
    return found;
}

/* Lists the directories of libraries that all programs share: /usr/lib/<machine>-linux-gnu,
 * /usr/lib64, /usr/lib. */
static void list_shared(struct discovery *discovery, struct strings *out)
{
    OWNED char *lib = mem_format("%s/usr/lib", discovery->root);
    OWNED_BY(strings_free) struct strings names = {0};
    probe_directory(&discovery->probes, lib, &names);
    for (size_t i = 0; i < names.count; i++)
        if (strstr(names.items[i], "-linux-gnu"))
            strings_addf(out, "%s/%s", lib, names.items[i]);
    strings_addf(out, "%s64", lib);
    strings_add(out, lib);
}

/* ---- clang ---------------------------------------------------------------------------------- */

/* Resolves a link, so that clang finds the linker of its own version. /usr/bin/clang++-15 is a link
 * to /usr/lib/llvm-15/bin/clang, and the linker is in that directory. clang looks for its linker in
 * the directory of the path that started it, and then in PATH, which may have another version. */
static const char *real_clang(struct discovery *discovery, const char *path)
{
    const char *real = keep(discovery, realpath(path, NULL));
    if (!real || !strstr(path_name(real), "clang") || is_masquerade(path))
        return path;
    const char *sibling = join(discovery, parent(discovery, real), "clang++");
    return probe_program(&discovery->probes, sibling) ? sibling : path;
}

/* Finds the clang that --clang names: "19", "clang++-19", a program, or a directory with clang++ or
 * bin/clang++. */
static const char *find_wanted_clang(struct discovery *discovery, const char *wanted)
{
    if (*wanted && strspn(wanted, "0123456789") == strlen(wanted)) {
        const char *const places[] = {
            keep(discovery, mem_format("/usr/lib/llvm-%s/bin/clang++", wanted)),
            keep(discovery, mem_format("clang++-%s", wanted)),
            keep(discovery, mem_format("/usr/lib64/llvm%s/bin/clang++", wanted)),
            keep(discovery, mem_format("/usr/lib/llvm%s/bin/clang++", wanted)),
            NULL,
        };
        return search(discovery, PART_CLANG, places);
    }
    if (strchr(wanted, '/') && path_is_directory(wanted)) {
        const char *directory = keep(discovery, path_absolute(wanted));
        const char *found = consider_in(discovery, PART_CLANG, directory, "clang++");
        return found ? found : consider_in(discovery, PART_CLANG, directory, "bin/clang++");
    }
    return consider_named(discovery, PART_CLANG, wanted);
}

/* Finds the clang that hipcc runs. Sets |*out_version| to the HIP version that hipcc prints. */
static const char *find_hipcc_clang(struct discovery *discovery, const char **out_version)
{
    char *clang = NULL, *version = NULL;
    if (!discovery->found.hipcc)
        return NULL;
    ask_hipcc(discovery->found.hipcc, &clang, &version);
    *out_version = keep(discovery, version);
    discovery->probes.is_doubtful |= !clang;
    return clang ? consider(discovery, PART_CLANG, keep(discovery, clang)) : NULL;
}

static const char *find_default_clang(struct discovery *discovery, const char **out_hip_version)
{
    static const char *const places[] = {
        "$HIP_CLANG_PATH/clang++",          "$HIP_PATH/llvm/bin/clang++",
        "$ROCM_PATH/llvm/bin/clang++",      "/opt/rocm/llvm/bin/clang++",
        "/usr/lib64/rocm/llvm/bin/clang++", NULL};
    const char *found = find_hipcc_clang(discovery, out_hip_version);
    if (!found)
        found = search(discovery, PART_CLANG, places);
    if (!found) /* Takes the newest clang, because it can read all older device libraries. */
        found = consider_newest_llvm(discovery, PART_CLANG, "bin/clang++");
    return found ? found : consider_in_path(discovery, PART_CLANG, "clang++");
}

/* Sets clang, its version and its processors. Returns the line with the version that clang
 * prints. */
static const char *find_clang(struct discovery *discovery, const struct toolchain_request *request,
                              const char **out_hip_version)
{
    struct toolchain *found = &discovery->found;
    const char *clang = request->clang && *request->clang
                            ? find_wanted_clang(discovery, request->clang)
                            : find_default_clang(discovery, out_hip_version);
    if (!clang)
        return NULL;
    clang = real_clang(discovery, clang);
    char *resource_dir;
    const char *line = keep(discovery, ask_clang(clang, &found->processors, &resource_dir));
    found->resource_dir = keep(discovery, resource_dir);
    discovery->probes.is_doubtful |= !line || !found->processors.count;
    if (!line) {
        strings_addf(&discovery->notes, "%s exists but does not run", clang);
        return NULL;
    }
    found->clang = clang;
    found->clang_version = keep(discovery, version_in(line));
    return line;
}

/* ---- Parts of the toolchain that must have clang's version ---------------------------------- */

static const char *beside_clang(struct discovery *discovery, enum part part, const char *name)
{
    return consider_in(discovery, part, parent(discovery, discovery->found.clang), name);
}

static void find_resource_dir(struct discovery *discovery)
{
    struct toolchain *found = &discovery->found;
    const char *directory = found->resource_dir;
    if (!directory)
        directory = keep(discovery, ask_resource_dir(found->clang));
    found->resource_dir = NULL;
    if (!directory || directory[0] != '/')
        discovery->probes.is_doubtful = true;
    else if (consider_in(discovery, PART_RESOURCE, directory, "include"))
        found->resource_dir = directory;
}

/* Adds a note for the user, for a part that is not beside clang: the note says which program or
 * file is used in its place. |how| has its path. */
static void note_other(struct discovery *discovery, enum part part, char *how)
{
    OWNED char *package = part_package(&discovery->found, part);
    strings_addf(&discovery->notes, "no %s; install %s for one of the same version", how, package);
    free(how);
}

/* Finds lld. clang looks for lld in its own directory and then in PATH, so other directories are
 * not searched. */
static void find_lld(struct discovery *discovery)
{
    struct toolchain *found = &discovery->found;
    found->lld = beside_clang(discovery, PART_LLD, "lld");
    if (!found->lld)
        found->lld = beside_clang(discovery, PART_LLD, "ld.lld");
    if (found->lld)
        return;
    found->lld = search(discovery, PART_LLD, (const char *const[]){"lld", "ld.lld", NULL});
    if (found->lld)
        note_other(discovery, PART_LLD,
                   mem_format("lld beside clang: it links with %s, which may be of another version",
                              found->lld));
}

static const char *libclang_in(struct discovery *discovery, const char *directory, bool is_shared)
{
    enum { UNAMBIGUOUS = 5 };
    static const char *const names[] = {
        "libclang-%d.so.%d",
        "libclang-%d.so.1",
        "libclang-%d.so.13", /* the names that Debian gives libclang */
        /* LLVM's own names since LLVM 15, and since LLVM 18 */
        "libclang.so.%d",
        "libclang.so.%d.1",
        /* LLVM's names since LLVM 13, and before */
        "libclang.so.13",
        "libclang.so.1",
        "libclang.so",
    };
    const int version = toolchain_clang_major(&discovery->found);
    const char *found = NULL;
    /* In a directory that all versions of LLVM share, only a file name with a version is used,
     * because the others may belong to any version. */
    for (size_t i = 0; !found && i < (is_shared ? UNAMBIGUOUS : sizeof names / sizeof *names);
         i++) {
        char name[64];
        snprintf(name, sizeof name, names[i], version, version);
        found = consider_in(discovery, PART_LIBCLANG, directory, name);
    }
    return found;
}

static void find_libclang(struct discovery *discovery)
{
    struct toolchain *found = &discovery->found;
    const char *prefix = parent(discovery, parent(discovery, found->clang));
    const char *const own[] = {join(discovery, prefix, "lib"), join(discovery, prefix, "lib64")};
    OWNED_BY(strings_free) struct strings shared = {0};
    list_shared(discovery, &shared);
    for (size_t i = 0; !found->libclang && i < sizeof own / sizeof *own; i++)
        found->libclang = libclang_in(discovery, own[i], strings_contain(&shared, own[i]));
    for (size_t i = 0; !found->libclang && i < shared.count; i++)
        found->libclang = libclang_in(discovery, shared.items[i], true);
}

/* ---- HIP ------------------------------------------------------------------------------------ */

static void find_hipcc(struct discovery *discovery, const struct toolchain_request *request)
{
    static const char *const places[] = {"$HIP_PATH/bin/hipcc", "$ROCM_PATH/bin/hipcc",
                                         "/opt/rocm/bin/hipcc", "hipcc",
                                         "/usr/bin/hipcc",      NULL};
    discovery->found.hipcc = request->hipcc && *request->hipcc
                                 ? consider_named(discovery, PART_HIPCC, request->hipcc)
                                 : search(discovery, PART_HIPCC, places);
}

#define HIP_HEADER "include/hip/hip_runtime.h"

static const char *header_beside_hipcc(struct discovery *discovery)
{
    const char *real = keep(discovery, realpath(discovery->found.hipcc, NULL));
    const char *programs = parent(discovery, real ? real : discovery->found.hipcc);
    return consider_in(discovery, PART_HIP, parent(discovery, programs), HIP_HEADER);
}

static void find_hip(struct discovery *discovery)
{
    static const char *const chosen[] = {"$HIP_PATH/" HIP_HEADER, "$ROCM_PATH/" HIP_HEADER, NULL},
                             *const usual[] = {"/opt/rocm/" HIP_HEADER, "/usr/" HIP_HEADER, NULL};
    const char *header = search(discovery, PART_HIP, chosen);
    if (!header && discovery->found.hipcc)
        header = header_beside_hipcc(discovery);
    if (!header)
        header = search(discovery, PART_HIP, usual);
    if (!header)
        return;
    size_t length = strlen(header) - strlen("/" HIP_HEADER);
    discovery->found.rocm_path = keep(discovery, length ? mem_dup_n(header, length) : mem_dup("/"));
}

/* Sets HIP's version to that of the headers, because kernels are compiled with them. If the headers
 * do not state it, uses the version that hipcc prints. */
static void set_hip_version(struct discovery *discovery, const char *said_by_hipcc)
{
    struct toolchain *found = &discovery->found;
    if (found->rocm_path)
        found->hip_version =
            keep(discovery, read_hip_version(&discovery->probes, found->rocm_path));
    discovery->probes.is_doubtful |= !found->hip_version;
    if (!found->hip_version)
        found->hip_version = said_by_hipcc;
}

/* ---- Device libraries ----------------------------------------------------------------------- */

#define LIBRARY "amdgcn/bitcode/ocml.bc"

/* Finds the device libraries in one of |resources|, resource directories of clang. */
static const char *library_of_resources(struct discovery *discovery, const char *resources)
{
    OWNED_BY(strings_free) struct strings versions = {0};
    const char *found = NULL;
    probe_directory(&discovery->probes, resources, &versions);
    for (size_t i = versions.count; !found && i > 0; i--) {
        const char *resource = join(discovery, resources, versions.items[i - 1]);
        found = consider_in(discovery, PART_DEVICE_LIBS, resource, LIBRARY);
    }
    return found;
}

/* Finds the device libraries of any LLVM, the newest first, or of a clang that is installed in
 * /usr. */
static const char *library_of_any_llvm(struct discovery *discovery)
{
    OWNED_BY(strings_free) struct strings clangs = {0};
    const char *found = NULL;
    list_llvm(&discovery->probes, discovery->root, "bin/clang++", &clangs);
    strings_addf(&clangs, "%s/usr/bin/clang++", discovery->root);
    for (size_t i = 0; !found && i < clangs.count; i++) {
        const char *prefix = parent(discovery, parent(discovery, clangs.items[i]));
        found = library_of_resources(discovery, join(discovery, prefix, "lib/clang"));
    }
    return found;
}

static void find_device_libs(struct discovery *discovery)
{
    static const char *const chosen[] = {"$HIP_DEVICE_LIB_PATH/ocml.bc", "$HIP_PATH/" LIBRARY,
                                         "$ROCM_PATH/" LIBRARY, NULL};
    struct toolchain *found = &discovery->found;
    OWNED_BY(strings_free) struct strings prefixes = {0};
    if (found->resource_dir) { /* Debian 13 has the device libraries in |resource_dir|/lib. */
        strings_addf(&prefixes, "%s/lib", found->resource_dir);
        strings_add(&prefixes, found->resource_dir);
    }
    if (found->rocm_path)
        strings_add(&prefixes, found->rocm_path);
    strings_addf(&prefixes, "%s/opt/rocm", discovery->root);
    list_shared(discovery, &prefixes);
    const char *library = search(discovery, PART_DEVICE_LIBS, chosen);
    for (size_t i = 0; !library && i < prefixes.count; i++)
        library = consider_in(discovery, PART_DEVICE_LIBS, prefixes.items[i], LIBRARY);
    if (!library)
        library = library_of_any_llvm(discovery);
    found->device_libs = library ? parent(discovery, library) : NULL;
}

static void set_fingerprint(struct discovery *discovery, const char *clang_line)
{
    struct toolchain *found = &discovery->found;
    const char *lld_line = found->lld ? keep(discovery, ask_version_line(found->lld)) : NULL;
    if (found->lld && !lld_line) {
        strings_addf(&discovery->notes, "%s exists but does not run", found->lld);
        found->lld = NULL;
    }
    if (clang_line && lld_line && found->device_libs)
        found->fingerprint = keep(discovery, fingerprint_make(&discovery->probes, clang_line,
                                                              lld_line, found->device_libs));
    discovery->probes.is_doubtful |= !found->fingerprint;
}

/* ---- The whole search for a toolchain -------------------------------------------------------- */

/* Adds a note for an environment variable that names a missing directory, which probably is a
 * mistake. */
static void note_idle_variables(struct discovery *discovery)
{
    static const char *const names[] = {"HIP_CLANG_PATH", "HIP_DEVICE_LIB_PATH"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = environment(names[i]);
        if (value && !path_is_directory(value))
            strings_addf(&discovery->notes, "%s is set to '%s', which is not a directory", names[i],
                         value);
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
    OWNED char *preload = process_preload();
    if (!preload)
        strings_add(&discovery->notes,
                    "lib/kbuild/preload.so is not beside kbuild's directory, or its path has a "
                    "space or a colon: with some compilers, builds in two directories may differ");
    if (!process_fixes_addresses())
        strings_add(&discovery->notes,
                    "this system does not let a program run at fixed addresses (personality(2) is "
                    "forbidden): with some compilers, two builds of the same sources may differ");
}

/* Adds a note if this clang has the error that docs/toolchain.md describes in "Branches that clang
 * compiles wrongly". */
static void note_wrong_branches(struct discovery *discovery)
{
    if (discovery->found.clang && toolchain_clang_major(&discovery->found) == 19)
        strings_add(
            &discovery->notes,
            "clang 19 compiles some nested loops wrongly that threads leave early: test the "
            "kernels ('kbuild run' needs no GPU), or use clang 15");
}

void discover(const struct toolchain_request *request, struct discovery *out)
{
    static const char *const ninjas[] = {"ninja", "ninja-build", NULL};
    const char *root = environment("KBUILD_SYSROOT"), *hip_version = NULL;
    *out = (struct discovery){.root = root ? root : ""};
    discover_drop_variables(&out->notes);
    find_hipcc(out, request);
    find_hip(out);
    const char *clang_line = find_clang(out, request, &hip_version);
    if (out->found.clang) {
        find_resource_dir(out);
        find_lld(out);
        find_libclang(out);
    }
    find_device_libs(out);
    set_hip_version(out, hip_version);
    set_fingerprint(out, clang_line);
    out->found.ninja = search(out, PART_NINJA, ninjas);
    note_idle_variables(out);
    note_differing_builds(out);
    note_wrong_branches(out);
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
