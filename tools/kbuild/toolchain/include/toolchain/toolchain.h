/* The compilers and device libraries of this machine: found, asked, and remembered.
 *
 * Where is looked, in this order: the command line, the environment (HIP_PATH, ROCM_PATH,
 * HIP_CLANG_PATH, HIP_DEVICE_LIB_PATH), /opt/rocm, PATH, and the places where Debian puts things;
 * docs/toolchain.md has the whole list. Nothing here is global: functions may be called from any
 * thread.
 */
#ifndef KBUILD_TOOLCHAIN_H
#define KBUILD_TOOLCHAIN_H

#include "util/buf.h"
#include "util/status.h"

#include <stdbool.h>

/* What the user asked for. Strings are borrowed and may be NULL. */
struct toolchain_request {
    const char *clang; /* --clang: a program, a path, or a version ("19") */
    const char *hipcc; /* --hipcc: the value given, or NULL */
};

/* Every string is owned and absolute; NULL where the thing was not found. */
struct toolchain {
    char *rocm_path;     /* prefix that has include/hip, "/usr" on Debian */
    char *hipcc;         /* the program */
    char *hip_version;   /* "5.2.21153" */
    char *clang;         /* clang++, inside the directory where its lld and bundler are */
    char *clang_version; /* "15.0.6" */
    char *resource_dir;  /* clang's own headers */
    char *lld;
    char *bundler;     /* clang-offload-bundler */
    char *device_libs; /* directory of ocml.bc and oclc_*.bc */
    char *libclang;    /* libclang.so of the same version as clang */
    char *ninja;
    char *fingerprint;         /* hex digest over compiler, linker and device libraries */
    struct strings processors; /* what clang's AMD GPU backend knows, sorted: "gfx1030" */
};

/* Finds the toolchain, or takes it from |cache_file| (may be NULL) when nothing it depends on has
 * changed since; writes |cache_file| when it had to ask. Missing parts are left NULL: what is
 * needed is for toolchain_require() to say. STATUS_ENVIRONMENT when a program that |request| names
 * is not there, or when |cache_file| cannot be written. */
enum status toolchain_find(const struct toolchain_request *request, const char *cache_file,
                           struct toolchain *out);
void toolchain_free(struct toolchain *toolchain);

/* Whether all that a build needs was found and can be read. */
bool toolchain_is_complete(const struct toolchain *toolchain);

/* 15 of "15.0.6"; 0 when clang was not found. */
int toolchain_clang_major(const struct toolchain *toolchain);

/* STATUS_ENVIRONMENT, naming every missing part, where was looked and the package that has it,
 * when something that a build needs was not found. */
enum status toolchain_require(const struct toolchain *toolchain);

/* The same, and when its clang cannot compile for one of |targets|. */
enum status toolchain_require_targets(const struct toolchain *toolchain,
                                      const struct strings *targets);

/* Appends the options that make clang take translated CUDA as nvcc takes CUDA. */
void toolchain_language_flags(struct strings *out);

enum toolchain_support {
    TOOLCHAIN_COMPILES,      /* as it is */
    TOOLCHAIN_NEEDS_OVERLAY, /* with bitcode files for the device libraries supplied by us */
    TOOLCHAIN_CANNOT,        /* this clang does not know the processor */
};

/* Can this toolchain compile for |target| (a target ID that the target table knows)? */
enum toolchain_support toolchain_supports(const struct toolchain *toolchain, const char *target);

/* A directory of device libraries that has what every target of |targets| needs: the
 * toolchain's own when nothing is missing, else one inside |directory| (each toolchain has its
 * own), filled with links to the toolchain's files and with the missing ones, compiled on the spot.
 * Does nothing when it is complete already; several processes may do it at once. |out_directory|
 * is owned by the caller. */
enum status toolchain_overlay(const struct toolchain *toolchain, const struct strings *targets,
                              const char *directory, char **out_directory);

/* The directory of the device-side compatibility headers: $KBUILD_INCLUDE, or else
 * share/kbuild/include beside the directory that kbuild is in. Owned by the caller; NULL (with a
 * message) when there is none. */
char *toolchain_include_directory(void);

/* Whether |path| is a file below that directory. */
bool toolchain_is_own_header(const char *path);

/* Whether |header| ("hipblas/hipblas.h") is installed, with HIP or in a directory of |include|.
 * True too where HIP itself is not installed: then what is does not tell what will be. */
bool toolchain_has_header(const char *header, const struct strings *include);

#endif
