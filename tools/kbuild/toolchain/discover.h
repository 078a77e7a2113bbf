/* Searches for the toolchain. The result has the parts that were found, the paths that were tried
 * for each part, and notes for the user. */
#ifndef KBUILD_TOOLCHAIN_DISCOVER_H
#define KBUILD_TOOLCHAIN_DISCOVER_H

#include "toolchain/toolchain.h"
#include "codeobj.h"

/* ---- cache.c: looks at the file system ------------------------------------------------------- */

/* A look at the file system. Every look is recorded, so that a later process can tell whether a new
 * search would find something else. Looks that found nothing are recorded too: the result changes
 * when a hipcc appears earlier in PATH, not only when one disappears. */
struct probe {
    char *path;
    bool exists;
    /* the file's size in bytes, and its mtime and ctime in nanoseconds */
    int64_t size, modified, changed;
};

struct probes {
    struct probe *items;
    size_t count;
    /* whether a look at the file system failed, or a program did not answer, so that the next build
     * must search again */
    bool is_doubtful;
};

/* Whether |path| is a regular file. probe_program() also requires that this process may execute it.
 * Both follow links. */
bool probe_file(struct probes *probes, const char *path);
bool probe_program(struct probes *probes, const char *path);
/* Whether |path| is a directory. Appends the names in it, sorted, to |out_names| if that is not
 * NULL. */
bool probe_directory(struct probes *probes, const char *path, struct strings *out_names);

void probes_free(struct probes *probes);

/* ---- discover.c ---------------------------------------------------------- */

enum part {
    PART_HIP, /* the directory of HIP's headers */
    PART_HIPCC,
    PART_CLANG,
    PART_RESOURCE, /* the directory of clang's own headers */
    PART_LLD,
    PART_DEVICE_LIBS,
    PART_LIBCLANG,
    PART_NINJA,
    PART_COUNT,
};

enum part_kind { PROGRAM, PLAIN_FILE, DIRECTORY };

struct part_info {
    const char *key;     /* the part's key in JSON: "device_libs" */
    const char *name;    /* the part's name for people: "device libraries" */
    size_t offset;       /* the offset in struct toolchain of the part's path */
    enum part_kind kind; /* what the path must be: a program, a file or a directory */
    bool is_optional;    /* whether a build can do without the part */
    /* the package of Debian that has the part; clang's major version replaces "%s" */
    const char *package;
    const char *where; /* the places that are searched, in words for people */
};

extern const struct part_info part_infos[PART_COUNT];

/* Returns the path of |part| in the toolchain, or NULL. Borrowed. */
const char *part_path(const struct toolchain *toolchain, enum part part);
/* Whether a build needs |part| and the search has not found it. If clang is missing, its headers do
 * not count as missing too. */
bool part_is_missing(const struct toolchain *toolchain, enum part part);
/* Returns the package of Debian and Ubuntu that has |part| for this toolchain's clang; owned by the
 * caller.
 */
char *part_package(const struct toolchain *toolchain, enum part part);
/* Returns the packages to install for all missing parts, as the end of a sentence; NULL if no part
 * is missing. Owned by the caller. */
char *missing_remedy(const struct toolchain *toolchain);

struct discovery {
    /* the directory KBUILD_SYSROOT, below which all absolute paths are searched, or ""; borrowed */
    const char *root;
    struct toolchain found;
    struct probes probes;
    /* for each part, the paths that were tried, in their order */
    struct strings searched[PART_COUNT];
    struct strings notes; /* sentences that `kbuild doctor` prints */
};

/* Searches for all parts. Never fails: the path of a part that was not found is NULL in |found|. */
void discover(const struct toolchain_request *request, struct discovery *out);
void discovery_free(struct discovery *discovery);

/* Removes HIP_PATH and ROCM_PATH from this process's environment if they do not name a directory,
 * because hipcc and clang would search only there. Adds a sentence to |out_notes| for each removed
 * variable. */
void discover_drop_variables(struct strings *out_notes);

/* Returns STATUS_ENVIRONMENT if |request| names a program that was not found. */
enum status discover_check_request(const struct toolchain_request *request,
                                   const struct discovery *discovery);

/* ---- ask.c: asking programs for their versions ---------------------------------------------- */

/* Asks hipcc for the path of the clang++ that it runs, and for HIP's version. If hipcc does not
 * print the path, asks the hipconfig beside hipcc. A result is NULL if no program printed it. The
 * caller owns both results. */
void ask_hipcc(const char *hipcc, char **out_clang, char **out_version);
/* Asks |clang| for its processors, and for the directory of its headers. If clang does not print
 * the directory here, it becomes NULL, and ask_resource_dir() asks for it. Returns the line with
 * clang's version; NULL if |clang| does not run. The caller owns both texts. */
char *ask_clang(const char *clang, struct strings *out_processors, char **out_resource_dir);
char *ask_resource_dir(const char *clang);
/* Returns the first line that |program| --version prints, or NULL. Owned by the caller. */
char *ask_version_line(const char *program);
/* Returns the first word of |line| that looks like a version, "15.0.6", or NULL. Owned by the
 * caller. */
char *version_in(const char *line);
/* Returns HIP's version as include/hip/hip_version.h below |prefix| defines it, or NULL. */
char *read_hip_version(struct probes *probes, const char *prefix);

/* Returns a digest, in 32 hexadecimal digits, of everything in the toolchain that changes a
 * compiler's output: the lines with the versions of clang and lld, and the names and contents of
 * all *.bc files in |device_libs|. NULL if a file cannot be read. Owned by the caller. */
char *fingerprint_make(struct probes *probes, const char *clang_line, const char *lld_line,
                       const char *device_libs);

/* ---- cache.c -------------------------------------------------------------------------------- */

/* Reads the toolchain from |path|. Returns false if the file is missing, damaged or may be out of
 * date. */
bool cache_load(const char *path, const struct toolchain_request *request, struct toolchain *out);
enum status cache_store(const char *path, const struct toolchain_request *request,
                        const struct discovery *discovery);

/* ---- trial.c: which files the device libraries lack, and a test of the whole toolchain. */

/* Whether the toolchain's own device libraries lack a file that code for the target |info| needs.
 */
bool overlay_is_needed(const struct toolchain *toolchain, const struct target_info *info);

/* Returns the value that __oclc_ISA_version has in the device libraries: 9010 for gfx90a, 11000 for
 * gfx1100. */
int overlay_isa_number(const struct target_info *info);

struct trial {
    bool works;
    double seconds; /* seconds of wall-clock time that the compilation took */
    /* how many seconds the compilation took with a precompiled header; 0 if clang cannot make or
     * read one */
    double precompiled_seconds;
    size_t bytes; /* size of the code object in bytes */
    /* the first error of the compiler if |works| is false; owned by the caller */
    char *message;
};

/* Compiles for |target| a kernel that calls the device libraries, and checks that the code object
 * has the kernel. Then compiles the kernel with a precompiled header. Works in a new directory
 * below $TMPDIR, which it removes. */
void trial_run(const struct toolchain *toolchain, const char *target, struct trial *out);
/* Does for an NVIDIA GPU what trial_run() does for an AMD GPU. Without nvcc, the clang of
 * |toolchain| compiles. */
void trial_run_cuda(const struct cuda_compiler *compiler, const struct toolchain *toolchain,
                    const struct target_id *id, struct trial *out);

#endif
