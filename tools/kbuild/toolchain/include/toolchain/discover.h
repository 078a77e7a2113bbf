/* The search for the toolchain: what was found, where was looked, what is worth saying. */
#ifndef KBUILD_TOOLCHAIN_DISCOVER_H
#define KBUILD_TOOLCHAIN_DISCOVER_H

#include "toolchain/probe.h"
#include "toolchain/toolchain.h"

#include <stddef.h>

enum part {
    PART_HIP, /* the headers */
    PART_HIPCC,
    PART_CLANG,
    PART_RESOURCE, /* clang's own headers */
    PART_LLD,
    PART_BUNDLER,
    PART_DEVICE_LIBS,
    PART_LIBCLANG,
    PART_NINJA,
    PART_COUNT,
};

struct part_info {
    const char *key;     /* in JSON: "device_libs" */
    const char *name;    /* "device libraries" */
    size_t offset;       /* of its path in struct toolchain */
    bool is_optional;    /* a build works without it */
    const char *package; /* Debian's; "%s" stands for clang's major version */
    const char *where;   /* where is looked, in words */
};

extern const struct part_info part_infos[PART_COUNT];

/* The path of |part|, or NULL. Borrows. */
const char *part_path(const struct toolchain *toolchain, enum part part);
/* The Debian package that has |part| for this toolchain's clang; owned by the caller. */
char *part_package(const struct toolchain *toolchain, enum part part);

struct discovery {
    const char *root; /* what the fixed places are below: "" but for KBUILD_SYSROOT; borrowed */
    struct toolchain found;
    struct probes probes;
    struct strings searched[PART_COUNT]; /* paths, in the order in which they were tried */
    struct strings notes;                /* sentences for doctor */
};

/* Looks and asks, never fails: what is not there stays NULL in |found|. */
void discover(const struct toolchain_request *request, struct discovery *out);
void discovery_free(struct discovery *discovery);

/* STATUS_ENVIRONMENT when |request| names a program that was not found. */
/* Takes HIP_PATH and ROCM_PATH out of our environment where they name no directory: hipcc and clang
 * would look nowhere else. Adds a sentence to |out_notes| for each. */
void discover_drop_variables(struct strings *out_notes);

enum status discover_check_request(const struct toolchain_request *request,
                                   const struct discovery *discovery);

/* Every clang++ of Debian's layout, newest first: "/usr/lib/llvm-19/bin/clang++". */
void discover_clangs(struct discovery *discovery, struct strings *out);

/* ---- ask.c: what programs say about themselves ------------------------------------------------
 */

/* What hipcc, or else the hipconfig beside it, says: the clang++ it runs and its version. NULL
 * where it does not say. Both owned by the caller. */
void ask_hipcc(const char *hipcc, char **out_clang, char **out_version);
/* The first line of what |clang| says of itself, and the processors that it knows; false, with
 * nothing set, when it does not run. */
bool ask_clang(const char *clang, char **out_line, struct strings *out_processors);
char *ask_resource_dir(const char *clang);
/* The first line that |program| --version prints, or NULL. */
char *ask_version_line(const char *program);
/* The first thing in |line| that looks like a version, "15.0.6", or NULL. Owned by the caller. */
char *version_in(const char *line);
/* The version in include/hip/hip_version.h below |prefix|, or NULL. */
char *read_hip_version(struct probes *probes, const char *prefix);

/* ---- fingerprint.c -----------------------------------------------------------------------------
 */

/* 32 hex digits over the two version lines and the names and bytes of every *.bc in |device_libs|,
 * or NULL when one cannot be read. Owned by the caller. */
char *fingerprint_make(struct probes *probes, const char *clang_line, const char *lld_line,
                       const char *device_libs);

/* ---- cache.c -----------------------------------------------------------------------------------
 */

/* Takes the toolchain out of |path|; false when the file is missing, damaged, or says something
 * that may no longer be so. */
bool cache_load(const char *path, const struct toolchain_request *request, struct toolchain *out);
enum status cache_store(const char *path, const struct toolchain_request *request,
                        const struct discovery *discovery);

#endif
