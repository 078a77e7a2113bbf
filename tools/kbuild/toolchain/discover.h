/* The search for the toolchain. Its result: the parts that were found, the paths that were tried,
 * and notes for the user. */
#ifndef KBUILD_TOOLCHAIN_DISCOVER_H
#define KBUILD_TOOLCHAIN_DISCOVER_H

#include "toolchain/toolchain.h"
#include "codeobj.h"

/* ---- cache.c: looks at the file system ------------------------------------------------------- */

/* Each look is recorded, so that a later process can tell whether a new search would find anything
 * else. Looks that found nothing are recorded too: a hipcc that appears earlier in PATH changes the
 * result as much as one that disappears. */
struct probe {
    char *path;
    bool exists;
    int64_t size, modified, changed; /* bytes; mtime and ctime in nanoseconds */
};

struct probes {
    struct probe *items;
    size_t count;
    bool is_doubtful; /* a look failed or a program did not answer: search again next time */
};

/* Is |path| a regular file? Is it a regular file that we may execute? Links are followed. */
bool probe_file(struct probes *probes, const char *path);
bool probe_program(struct probes *probes, const char *path);
/* Is |path| a directory? Appends the names in it, sorted, to |out_names| if that is not NULL. */
bool probe_directory(struct probes *probes, const char *path, struct strings *out_names);

void probes_free(struct probes *probes);

/* ---- discover.c ---------------------------------------------------------- */

enum part {
    PART_HIP, /* the headers */
    PART_HIPCC,
    PART_CLANG,
    PART_RESOURCE, /* clang's own headers */
    PART_LLD,
    PART_DEVICE_LIBS,
    PART_LIBCLANG,
    PART_NINJA,
    PART_COUNT,
};

enum part_kind { PROGRAM, PLAIN_FILE, DIRECTORY };

struct part_info {
    const char *key;     /* in JSON: "device_libs" */
    const char *name;    /* "device libraries" */
    size_t offset;       /* of its path in struct toolchain */
    enum part_kind kind; /* of the paths that are tried */
    bool is_optional;    /* a build works without it */
    const char *package; /* Debian's; "%s" is replaced by clang's major version */
    const char *where;   /* the places that are searched, in words */
};

extern const struct part_info part_infos[PART_COUNT];

/* The path of |part|, or NULL. Borrows. */
const char *part_path(const struct toolchain *toolchain, enum part part);
/* Does a build need |part|, which was not found? clang's own headers are not missing if clang is.
 */
bool part_is_missing(const struct toolchain *toolchain, enum part part);
/* The package of Debian and Ubuntu that has |part| for this toolchain's clang; owned by the caller.
 */
char *part_package(const struct toolchain *toolchain, enum part part);
/* What to install for all missing parts, as the end of a sentence; NULL if nothing is missing.
 * Owned by the caller. */
char *missing_remedy(const struct toolchain *toolchain);

struct discovery {
    const char *root; /* prefix of all fixed paths: KBUILD_SYSROOT or ""; borrowed */
    struct toolchain found;
    struct probes probes;
    struct strings searched[PART_COUNT]; /* paths, in the order in which they were tried */
    struct strings notes;                /* sentences for doctor */
};

/* Searches for all parts. Never fails: a part that was not found stays NULL in |found|. */
void discover(const struct toolchain_request *request, struct discovery *out);
void discovery_free(struct discovery *discovery);

/* Removes HIP_PATH and ROCM_PATH from our environment if they do not name a directory: hipcc and
 * clang would search only there. Adds a sentence to |out_notes| for each. */
void discover_drop_variables(struct strings *out_notes);

/* STATUS_ENVIRONMENT if |request| names a program that was not found. */
enum status discover_check_request(const struct toolchain_request *request,
                                   const struct discovery *discovery);

/* ---- ask.c: programs asked for their versions ----------------------------------------------- */

/* Asks hipcc for the clang++ that it runs and for HIP's version; if hipcc does not print the
 * clang++, asks the hipconfig beside it. NULL: not printed. Both owned by the caller. */
void ask_hipcc(const char *hipcc, char **out_clang, char **out_version);
/* Asks |clang| for its processors and the directory of its headers, NULL if it does not name it
 * unasked, and returns the line with its version; NULL if |clang| does not run. Both owned by the
 * caller. */
char *ask_clang(const char *clang, struct strings *out_processors, char **out_resource_dir);
char *ask_resource_dir(const char *clang);
/* The first line that |program| --version prints, or NULL. Owned by the caller. */
char *ask_version_line(const char *program);
/* The first word of |line| that looks like a version, "15.0.6", or NULL. Owned by the caller. */
char *version_in(const char *line);
/* The version in include/hip/hip_version.h below |prefix|, or NULL. */
char *read_hip_version(struct probes *probes, const char *prefix);

/* A digest, in 32 hex digits, of everything in the toolchain that changes the bytes of a compile's
 * output: the two version lines, and the names and bytes of all *.bc files in |device_libs|. NULL
 * if a file cannot be read. Owned by the caller. */
char *fingerprint_make(struct probes *probes, const char *clang_line, const char *lld_line,
                       const char *device_libs);

/* ---- cache.c -------------------------------------------------------------------------------- */

/* Reads the toolchain from |path|. Returns false if the file is missing, damaged or may be out of
 * date. */
bool cache_load(const char *path, const struct toolchain_request *request, struct toolchain *out);
enum status cache_store(const char *path, const struct toolchain_request *request,
                        const struct discovery *discovery);

/* ---- trial.c: the device libraries of a toolchain, and the final test of the whole. */

/* Do the toolchain's own device libraries lack a file for |info|? */
bool overlay_is_needed(const struct toolchain *toolchain, const struct target_info *info);

/* The value of __oclc_ISA_version in the device libraries: 9010 for gfx90a, 11000 for gfx1100. */
int overlay_isa_number(const struct target_info *info);

struct trial {
    bool works;
    double seconds;             /* wall-clock time of the compile */
    double precompiled_seconds; /* with a precompiled header; 0: clang has none that it can read */
    size_t bytes;               /* size of the code object */
    char *message;              /* the error if it does not work; owned by the caller */
};

/* Compiles, for |target|, a kernel that calls the device libraries, and checks that the code object
 * contains it; then the same with a precompiled header. Works in a new directory below $TMPDIR and
 * removes it. */
void trial_run(const struct toolchain *toolchain, const char *target, struct trial *out);
/* The same for an NVIDIA GPU. Without nvcc, |toolchain| has the clang. */
void trial_run_cuda(const struct cuda_compiler *compiler, const struct toolchain *toolchain,
                    const struct target_id *id, struct trial *out);

#endif
