/* From a command line to a planned build: which modules, for which targets, with which toolchain,
 * and in which directory. All commands that run ninja use these functions. */
#ifndef KBUILD_GRAPH_PREPARE_H
#define KBUILD_GRAPH_PREPARE_H

#include "graph/plan.h"
#include "util/options.h"

struct run_options {
    int jobs; /* the number of jobs at a time; 0: ninja's choice */
    bool keep_going, verbose, quiet;
    /* whether to print progress to standard error, because the caller writes its own output to
     * standard output */
    bool progress_to_stderr;
    /* the files to make, as paths from the build directory; if NULL, all files */
    const struct strings *goals;
};

/* The user's options. Strings are borrowed, lists are owned. NULL, 0 or an empty list: the option
 * was not given. */
struct build_request {
    const char *command; /* the subcommand that messages name: "build", for example */
    const char *output;  /* the package's directory */
    const char *build;   /* the build directory, where ninja works; if NULL, .kbuild in |output| */
    bool only_reads_output;
    /* the root of a project that is a list of sources; if NULL, the innermost directory with all
     * sources */
    const char *root;
    const char *cmake; /* the CMake file for the graph; see struct plan */
    struct strings targets, include, defines, flags, exclude, emit, file;
    const char *package, *library, *std, *optimize, *launcher, *hipcc, *clang, *nvcc;
    /* how code objects are embedded and compressed; never NULL, because these options have a
     * default */
    const char *embed, *compress;
    int cuda_arch;
    struct run_options run;
};

/* Rows of an option table over a struct build_request: options for the output files, and for how
 * ninja runs. */
#define BUILD_FIELD(name) offsetof(struct build_request, name)
/* clang-format off */
#define BUILD_OPTIONS                                                                              \
    {"targets", 't', OPTION_COMMAS, BUILD_FIELD(targets), "ID,...",                                \
     "gfx1030, gfx90a:xnack-, gfx11-generic, native (this machine's GPUs), sm_90, compute_80",     \
     NULL},                                                                                        \
    {"package", 0, OPTION_STRING, BUILD_FIELD(package), "NAME",                                    \
     "names NAME.h, NAME.c and NAME.json (kernels)", NULL},                                        \
    {NULL, 'I', OPTION_LIST, BUILD_FIELD(include), "DIR", "look for headers in DIR", NULL},        \
    {NULL, 'D', OPTION_LIST, BUILD_FIELD(defines), "NAME[=VALUE]", "define a macro", NULL},        \
    {"std", 0, OPTION_STRING, BUILD_FIELD(std), "STANDARD", "language standard (c++17)", NULL},    \
    {NULL, 'O', OPTION_STRING, BUILD_FIELD(optimize), "LEVEL", "optimisation level (3)", NULL},    \
    {"cuda-arch", 0, OPTION_ABOVE_0, BUILD_FIELD(cuda_arch), "N",                                   \
     "what __CUDA_ARCH__ guards see (900, or less where inline PTX needs it)", NULL},                                                 \
    {"exclude", 0, OPTION_LIST, BUILD_FIELD(exclude), "GLOB",                                      \
     "leave these files out; without a manifest only", NULL},                                           \
    {"file", 0, OPTION_LIST, BUILD_FIELD(file), "GLOB:KEY=VALUE",                                  \
     "a setting of these sources alone: cuda_arch=N, include=DIR, define=NAME[=VALUE], flag=FLAG", \
     NULL},                                                                                        \
    {"launcher", 0, OPTION_STRING, BUILD_FIELD(launcher), "PROGRAM",                               \
     "put this before the compiler: ccache, distcc, icecc (or $KBUILD_LAUNCHER)", NULL},            \
    {"hipcc", 0, OPTION_STRING, BUILD_FIELD(hipcc), "PROGRAM", "compile through this hipcc", NULL},\
    {"clang", 0, OPTION_STRING, BUILD_FIELD(clang), "PROGRAM",                                     \
     "the clang to use, or its version: 19 (hipcc's own)", NULL},                                  \
    {"nvcc", 0, OPTION_STRING, BUILD_FIELD(nvcc), "PROGRAM",                                       \
     "the compiler for sm_ and compute_ targets (or $KBUILD_NVCC)", NULL}

#define RUN_OPTIONS                                                                                \
    {"jobs", 'j', OPTION_NUMBER, BUILD_FIELD(run.jobs), "N", "jobs at a time (ninja's choice)",    \
     NULL},                                                                                        \
    {"keep-going", 'k', OPTION_FLAG, BUILD_FIELD(run.keep_going), NULL,                            \
     "build what can be built when something fails", NULL},                                        \
    {"verbose", 'v', OPTION_FLAG, BUILD_FIELD(run.verbose), NULL, "show the commands", NULL}
/* clang-format on */

/* A prepared build. It owns all strings, which |plan| borrows. */
struct build {
    struct project project;
    struct toolchain toolchain;
    struct cuda_compiler cuda;
    struct plan plan;
    struct strings package; /* the package's files, as paths from |directory| */
    struct strings inputs;  /* absolute paths of files that the build reads; see plan_write() */
    const char *directory;
    struct strings texts;
};

/* Prepares a build. |operands| are a directory (by default the working directory), a manifest or
 * sources. Finds the toolchain, and writes the graph into the build directory, which stays locked
 * until this process ends. Makes the output directory, unless |request->only_reads_output|. The
 * caller frees |out| in every case. */
enum status build_prepare(const struct build_request *request, const struct strings *operands,
                          struct build *out);
void build_free(struct build *build);

/* Runs ninja, waits for it, and prints its progress with kbuild's own. Passes SIGINT, SIGTERM and
 * SIGHUP on to ninja, which stops its jobs; then this process ends by the same signal. Returns
 * STATUS_INPUT or STATUS_ENVIRONMENT if a step has failed and recorded it. |*out_changed|: a step
 * was run. */
enum status run_ninja(const struct plan *plan, const struct run_options *options,
                      bool *out_changed);

#endif
