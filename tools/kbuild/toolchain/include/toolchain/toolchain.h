/* Finds the compilers and device libraries of this machine, and caches what it found.
 *
 * The search order is: the command line, the environment (HIP_PATH, ROCM_PATH, HIP_CLANG_PATH,
 * HIP_DEVICE_LIB_PATH), /opt/rocm, PATH, and the directories of Debian's packages.
 * docs/toolchain.md has the whole list. There is no global state: any thread may call these
 * functions.
 */
#ifndef KBUILD_TOOLCHAIN_H
#define KBUILD_TOOLCHAIN_H

#include "util/buf.h"
#include "util/status.h"

/* The user's choice. Strings are borrowed and may be NULL. */
struct toolchain_request {
    const char *clang; /* --clang: a program, a path, or a version ("19") */
    const char *hipcc; /* --hipcc: the value given, or NULL */
};

/* |texts| owns the strings. Paths are absolute. NULL: not found. */
struct toolchain {
    const char *rocm_path;     /* prefix that has include/hip, "/usr" on Debian */
    const char *hipcc;         /* the program */
    const char *hip_version;   /* "5.2.21153" */
    const char *clang;         /* clang++, inside the directory where its lld is */
    const char *clang_version; /* "15.0.6" */
    const char *resource_dir;  /* clang's own headers */
    const char *lld;
    const char *device_libs; /* directory of ocml.bc and oclc_*.bc */
    const char *libclang;    /* libclang.so of the same version as clang */
    const char *ninja;
    const char *fingerprint;   /* hex digest over compiler, linker and device libraries */
    struct strings processors; /* of clang's AMD GPU backend, sorted: "gfx1030" */
    struct strings texts;
};

/* Takes the toolchain from |cache_file| (may be NULL) if nothing that it depends on has changed;
 * otherwise searches for it and writes |cache_file|. Missing parts are NULL: toolchain_require()
 * reports those that a build needs. STATUS_ENVIRONMENT if a program that |request| names does not
 * exist, or if |cache_file| cannot be written. */
enum status toolchain_find(const struct toolchain_request *request, const char *cache_file,
                           struct toolchain *out);
/* The same for one target: if |request| chooses no compiler and the usual clang does not know
 * |target|, the newest clang of this machine that does. Keeps files in |cache_directory|. */
enum status toolchain_find_for(const struct toolchain_request *request, const char *target,
                               const char *cache_directory, struct toolchain *out);
void toolchain_free(struct toolchain *toolchain);

/* Was everything found that a build needs, and can it be read? */
bool toolchain_is_complete(const struct toolchain *toolchain);

/* 15 for "15.0.6"; 0 if clang was not found. */
int toolchain_clang_major(const struct toolchain *toolchain);

/* STATUS_ENVIRONMENT if a part that a build needs is missing. The message names every missing part,
 * the places that were searched and the package that has it. */
enum status toolchain_require(const struct toolchain *toolchain);

/* Also STATUS_ENVIRONMENT if clang cannot compile for one of |targets|. */
enum status toolchain_require_targets(const struct toolchain *toolchain,
                                      const struct strings *targets);

/* Appends the options that make clang compile for |target| with HIP. |device_libs|, by
 * toolchain_overlay(), is used if the toolchain's own directory lacks files for |target|. */
void toolchain_target_flags(const struct toolchain *toolchain, const char *target,
                            const char *device_libs, struct strings *out);

/* Appends the options that turn off what clang does wrongly for |target|. toolchain_target_flags()
 * has them too. */
void toolchain_repair_flags(const struct toolchain *toolchain, const char *target,
                            struct strings *out);

/* Appends the options that make clang treat translated CUDA as nvcc treats CUDA. NULL: any clang. */
void toolchain_language_flags(const struct toolchain *toolchain, struct strings *out);

/* The header that every translation begins with: -include TOOLCHAIN_PRELUDE. */
#define TOOLCHAIN_PRELUDE "kbuild/cuda_prelude.h"

/* Appends the options that make clang write what it has read, mostly the prelude, as a precompiled
 * header |path|, instead of an object. */
void toolchain_precompile_flags(const char *path, struct strings *out);

enum toolchain_support {
    TOOLCHAIN_COMPILES,      /* without further files */
    TOOLCHAIN_NEEDS_OVERLAY, /* kbuild must supply bitcode files for the device libraries */
    TOOLCHAIN_CANNOT,        /* this clang does not know the processor */
};

/* Can this toolchain compile for |target| (a target ID that the target table knows)? */
enum toolchain_support toolchain_supports(const struct toolchain *toolchain, const char *target);

/* Returns a directory of device libraries for all |targets|. If the toolchain's own directory has
 * all files, that is the result. Otherwise the result is a directory inside |directory|, one for
 * each toolchain, with links to the toolchain's files; the missing files are compiled into it.
 * Several processes may call this at once. The caller owns |out_directory|. */
enum status toolchain_overlay(const struct toolchain *toolchain, const struct strings *targets,
                              const char *directory, char **out_directory);

/* Appends every program |name| ("bin/clang++") of LLVM's directories in /usr/lib and /usr/lib64
 * (llvm-15, llvm15), the newest version first. */
void toolchain_list_llvm(const char *name, struct strings *out);

/* The directory of kbuild's device headers: $KBUILD_INCLUDE; without it, share/kbuild/include
 * beside the directory of the kbuild program. Owned by the caller; NULL, with a message, if it does
 * not exist. */
char *toolchain_include_directory(void);

/* Is |path| a file below that directory? */
bool toolchain_is_own_header(const char *path);

/* Is |header| ("hipblas/hipblas.h") installed, beside HIP's headers or in a directory of |include|?
 * Also true if HIP is not installed: then this machine cannot tell whether the header will be
 * missing where the code is compiled. */
bool toolchain_has_header(const char *header, const struct strings *include);

/* ---- The compiler for NVIDIA GPUs: nvcc, or clang with an installation of CUDA. docs/cuda.md
 * lists the places. Nothing is cached: only builds with such targets look. */

struct cuda_compiler {
    char *program;     /* absolute, of nvcc; NULL: the toolchain's clang compiles */
    char *prefix;      /* for clang: the directory of CUDA; NULL with nvcc */
    char *version;     /* of CUDA, "13.0"; NULL: not known */
    char *fingerprint; /* of the compiler: changes with its version */
};

/* |wanted|: the value of --nvcc, or NULL. STATUS_ENVIRONMENT when there is none. */
enum status cuda_compiler_find(const char *wanted, struct cuda_compiler *out);
/* The same, but prints nothing: returns the message, owned by the caller, or NULL. */
char *cuda_compiler_look(const char *wanted, struct cuda_compiler *out);
void cuda_compiler_free(struct cuda_compiler *compiler);

/* ---- kbuild doctor ------------------------------------------------------------ */

struct doctor_options {
    struct toolchain_request toolchain;
    const char *nvcc;              /* the value of --nvcc, or NULL */
    const struct strings *targets; /* canonical target IDs; may be empty */
    bool verbose; /* print all paths tried; load libclang; compile a kernel for each target */
    bool json;
    bool color;
};

/* Searches without the cache and prints the report to standard output. STATUS_ENVIRONMENT, with the
 * reason, if a build for |targets| would not work. */
enum status doctor_run(const struct doctor_options *options);

#endif
