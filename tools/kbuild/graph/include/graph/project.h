/* The project: modules, their sources and flags, and their targets. It comes from a manifest or
 * from walking a directory; the command line is put over it.
 */
#ifndef KBUILD_GRAPH_PROJECT_H
#define KBUILD_GRAPH_PROJECT_H

#include "util/buf.h"
#include "util/status.h"

/* Flags, in the order in which they reach the compiler. Include directories are absolute. */
struct flags {
    struct strings include;
    struct strings defines;
    struct strings other; /* for AMD's targets */
    struct strings cuda;  /* for NVIDIA's */
};

struct module {
    char *name;
    struct strings sources; /* absolute paths; compiled as one translation unit, in this order */
    /* Code objects that are compiled already, absolute paths; empty: the sources are compiled. With
     * them, |sources| declare the kernels, and may be empty. */
    struct strings prebuilt;
    /* Of a fusion, which has no sources; otherwise NULL. |text| is what they come to. */
    char *expression, *dtypes, *text;
    struct flags flags;
    bool ships_source;   /* the package has its source too */
    struct strings only; /* its targets; empty: all of the project's */
    int line;            /* in the manifest; 0 without one */
};

struct project {
    char *root;     /* absolute: the directory of the manifest, or the one walked */
    char *shown;    /* the same as the user wrote it, for messages */
    char *manifest; /* as the user wrote it; NULL without one */
    char *package;  /* names the outputs: <package>.h, <package>.c, <package>.json */
    struct strings targets;
    struct flags flags;         /* of every module */
    char *std;                  /* "c++17" */
    char *optimize;             /* "3" as in -O3 */
    int cuda_arch;              /* the value that __CUDA_ARCH__ guards see */
    bool chooses_arch;          /* none was given: modules may have a lower one */
    struct strings directories; /* absolute: in which a file more or less changes the modules */
    struct module *modules;
    size_t module_count;
    struct strings others; /* project_walk()'s other files of C++, from |root| */
};

/* Reads |path| (YAML, see docs/manifest.md). STATUS_INPUT names line and key. */
enum status manifest_read(const char *path, struct project *out);

/* Every *.cu and *.hip below |directory| is a module, named after its path; walk_files() describes
 * the search. Paths that match one of the globs in |exclude|, as a whole or by their last
 * component, are left out, as is |build| (absolute), which has translations of the same files.
 * STATUS_INPUT when nothing is left. */
enum status project_walk(const char *directory, const struct strings *exclude, const char *build,
                         struct project *out);

/* Whether project_walk() would make a module of a file with this name. */
bool project_is_source(const char *name);

/* Each of |sources| is a module, named after its path from the project's root: |root|, or when that
 * is NULL the innermost directory that they are all in. */
enum status project_list(const struct strings *sources, const char *root, struct project *out);

/* Sets what neither the manifest nor the command line has set. */
void project_complete(struct project *project);

/* A new module at the end. */
struct module *project_add_module(struct project *project);
void project_remove_module(struct project *project, size_t index);

/* Reports two modules of one name, names that no output can have, missing sources, and flags as
 * flags_check() does. */
enum status project_check(const struct project *project);

/* Reports flags that change what the compiler writes. |place| begins the message: "kernels.yaml: ".
 */
enum status flags_check(const struct flags *flags, const char *place);
void flags_free(struct flags *flags);
void project_free(struct project *project);

/* ---- The values of --targets and of the manifest's `targets` and `only`, but for vendors. */

/* Appends to |out| the canonical spelling of each of |wanted|, sorted, each once. "native" means
 * the GPUs of this machine, of both vendors. When one is wrong, fails with |wrong|; the message has
 * its |place| ("--targets", "kernels.yaml:3") and the nearest name. */
enum status targets_resolve(const struct strings *wanted, const char *place, enum status wrong,
                            struct strings *out);

/* The processors of the GPUs that the kernel driver lists below |topology|
 * (/sys/class/kfd/kfd/topology/nodes); none when there is no such directory. */
void targets_native(const char *topology, struct strings *out);

/* The same of NVIDIA's GPUs, as sm_90. |capabilities| is what nvidia-smi prints for
 * --query-gpu=compute_cap: a line "9.0" for each. */
void targets_native_nvidia(const char *capabilities, struct strings *out);

#endif
