/* Finds the compilers and device libraries of this machine, and caches the result.
 *
 * The search order is: the command line, the environment (HIP_PATH, ROCM_PATH, HIP_CLANG_PATH,
 * HIP_DEVICE_LIB_PATH), /opt/rocm, PATH, and the directories of Debian's packages.
 * docs/toolchain.md has the whole list. There is no global state, so any thread may call these
 * functions. */
#ifndef KBUILD_TOOLCHAIN_H
#define KBUILD_TOOLCHAIN_H

#include "util/buf.h"
#include "util/status.h"

/* The programs that the user chose by options. Strings are borrowed and may be NULL. */
struct toolchain_request {
    const char *clang; /* the value of --clang: a program, a path, or a version ("19") */
    const char *hipcc; /* the value of --hipcc */
};

/* A toolchain. |texts| owns the strings. Paths are absolute; the path of a part that was not found
 * is NULL. */
struct toolchain {
    const char *rocm_path;     /* the directory that has include/hip; "/usr" on Debian */
    const char *hipcc;         /* path of hipcc */
    const char *hip_version;   /* HIP's version: "5.2.21153" */
    const char *clang;         /* path of clang++, in the directory that also has clang's lld */
    const char *clang_version; /* clang's version: "15.0.6" */
    const char *resource_dir;  /* directory of clang's own headers */
    const char *lld;
    const char *device_libs; /* the directory that has ocml.bc and oclc_*.bc */
    const char *libclang;    /* path of libclang.so, of the same version as clang */
    const char *ninja;
    /* hexadecimal digest of the compiler, the linker and the device libraries */
    const char *fingerprint;
    /* processors that clang's backend for AMD GPUs knows, sorted: "gfx1030" */
    struct strings processors;
    struct strings texts;
};

/* Reads the toolchain from |cache_file| (may be NULL) if nothing on which the toolchain depends has
 * changed; otherwise searches for it and writes |cache_file|. Missing parts are NULL:
 * toolchain_require() reports those that a build needs. STATUS_ENVIRONMENT if a program that
 * |request| names does not exist, or if |cache_file| cannot be written. */
enum status toolchain_find(const struct toolchain_request *request, const char *cache_file,
                           struct toolchain *out);
/* Does what toolchain_find() does, but for one target. If |request| chooses no compiler and the
 * usual clang does not know |target|, finds the newest clang of this machine that knows it. Keeps
 * cached results in |cache_directory|. */
enum status toolchain_find_for(const struct toolchain_request *request, const char *target,
                               const char *cache_directory, struct toolchain *out);
void toolchain_free(struct toolchain *toolchain);

/* Whether every part that a build needs was found and can be read. */
bool toolchain_is_complete(const struct toolchain *toolchain);

/* Returns clang's major version, 15 for "15.0.6"; 0 if clang was not found. */
int toolchain_clang_major(const struct toolchain *toolchain);

/* Returns STATUS_ENVIRONMENT if a part that a build needs is missing. The message names every
 * missing part, the places that were searched and the package that has it. */
enum status toolchain_require(const struct toolchain *toolchain);

/* Does what toolchain_require() does, but also returns STATUS_ENVIRONMENT if clang cannot compile
 * for one of |targets|. */
enum status toolchain_require_targets(const struct toolchain *toolchain,
                                      const struct strings *targets);

/* Appends the options with which clang finds the headers of HIP, and of the libraries beside them.
 * toolchain_target_flags() appends them too. */
void toolchain_rocm_flags(const struct toolchain *toolchain, struct strings *out);

/* Appends the options with which clang compiles for |target| with HIP. |device_libs| is the
 * directory from toolchain_overlay(), which is used if the toolchain's own directory lacks files
 * for |target|. */
void toolchain_target_flags(const struct toolchain *toolchain, const char *target,
                            const char *device_libs, struct strings *out);

/* Appends the options that turn off passes of clang that are wrong for |target|.
 * toolchain_target_flags() appends them too. */
void toolchain_repair_flags(const struct toolchain *toolchain, const char *target,
                            struct strings *out);

/* Appends the options with which clang treats translated CUDA as nvcc treats CUDA. If |toolchain|
 * is NULL, the options are right for any clang. |host|: the command may compile for the host,
 * too. */
void toolchain_language_flags(const struct toolchain *toolchain, bool host, struct strings *out);

/* The header at the beginning of every translation, by the option -include TOOLCHAIN_PRELUDE. */
#define TOOLCHAIN_PRELUDE "kbuild/cuda_prelude.h"

/* Appends the options with which clang writes a precompiled header |path| instead of an object. The
 * header stores all that clang has read, mostly the prelude. */
void toolchain_precompile_flags(const char *path, struct strings *out);

enum toolchain_support {
    TOOLCHAIN_COMPILES,      /* this toolchain compiles for the target without files from kbuild */
    TOOLCHAIN_NEEDS_OVERLAY, /* kbuild must supply bitcode files that the device libraries lack */
    TOOLCHAIN_CANNOT,        /* this toolchain's clang does not know the target's processor */
};

/* Returns whether this toolchain can compile for |target|, a target ID that the target table
 * knows. */
enum toolchain_support toolchain_supports(const struct toolchain *toolchain, const char *target);

/* Returns a directory of device libraries for all |targets|. If the toolchain's own directory has
 * all files, returns that directory. Otherwise returns a directory inside |directory| that has
 * links to the toolchain's files and compiled files in place of the missing ones; each toolchain
 * has its own. Several processes may call this function at the same time. The caller owns
 * |out_directory|. */
enum status toolchain_overlay(const struct toolchain *toolchain, const struct strings *targets,
                              const char *directory, char **out_directory);

/* Appends the path of every program |name| ("bin/clang++") in LLVM's directories in /usr/lib and
 * /usr/lib64 (llvm-15, llvm15), the newest version first. */
void toolchain_list_llvm(const char *name, struct strings *out);

/* Returns the directory of kbuild's headers for device code: $KBUILD_INCLUDE; without it,
 * share/kbuild/include beside the directory of the kbuild program. Owned by the caller; NULL, with
 * a message, if the directory does not exist. */
char *toolchain_include_directory(void);

/* Whether |path| is a file below the directory of kbuild's headers for device code. */
bool toolchain_is_own_header(const char *path);

/* Whether |header| ("hipblas/hipblas.h") is installed, beside HIP's headers or in a directory of
 * |include|. Also true if HIP is not installed, because then nobody knows whether the machine that
 * will compile the code has the header. */
bool toolchain_has_header(const char *header, const struct strings *include);

/* ---- The compiler for NVIDIA GPUs: nvcc, or clang with an installation of CUDA. docs/cuda.md
 * lists the places. The result is not cached: only builds for NVIDIA GPUs search. */

struct cuda_compiler {
    char *program;     /* the absolute path of nvcc; NULL if clang compiles in its place */
    char *prefix;      /* CUDA's directory, which clang needs; NULL with nvcc */
    char *version;     /* the version of CUDA, such as "13.0"; NULL if it is unknown */
    char *fingerprint; /* a text that changes with the version of the compiler */
};

/* Finds the compiler for NVIDIA GPUs. |wanted| is the value of --nvcc, or NULL. STATUS_ENVIRONMENT
 * when there is no compiler. */
enum status cuda_compiler_find(const char *wanted, struct cuda_compiler *out);
/* Does what cuda_compiler_find() does, but prints nothing. On failure returns the message, owned by
 * the caller; else NULL. */
char *cuda_compiler_look(const char *wanted, struct cuda_compiler *out);
void cuda_compiler_free(struct cuda_compiler *compiler);

/* ---- kbuild doctor ------------------------------------------------------------ */

struct doctor_options {
    struct toolchain_request toolchain;
    const char *nvcc;              /* the value of --nvcc, or NULL */
    const struct strings *targets; /* canonical target IDs of the targets to test; may be empty */
    /* whether to print all paths that were tried, to load libclang, and to compile a kernel for
     * each target */
    bool verbose;
    bool json;
    bool color;
};

/* Searches without the cache and prints the report to standard output. Returns STATUS_ENVIRONMENT,
 * with the reason, if a build for |options->targets| would not work. */
enum status doctor_run(const struct doctor_options *options);

#endif
