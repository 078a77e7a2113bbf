/* The project: modules, with their sources and flags, and targets. It comes from a manifest or from
 * walking a directory; options of the command line override it.
 */
#ifndef KBUILD_GRAPH_PROJECT_H
#define KBUILD_GRAPH_PROJECT_H

#include "util/buf.h"
#include "util/status.h"

/* Flags in the order in which the compiler gets them. Include directories are absolute. */
struct flags {
    struct strings include;
    struct strings defines;
    struct strings other; /* other flags for AMD's targets */
    struct strings cuda;  /* other flags for NVIDIA's targets */
};

struct module {
    char *name;
    struct strings sources; /* absolute paths; compiled as one translation unit, in this order */
    /* Code objects that are compiled already, as absolute paths; if there are none, the sources are
     * compiled. If there are some, |sources| only declare the kernels, and may be empty. */
    struct strings prebuilt;
    /* Of a fusion, which has no sources; otherwise NULL. |text| is the text of its kernels. */
    char *expression, *dtypes, *text;
    struct flags flags;
    bool ships_source;   /* the package also has the module's source */
    struct strings only; /* the module's targets; empty: all targets of the project */
    int line;            /* where the module is in the manifest; 0 without a manifest */
};

struct project {
    char *root;     /* absolute path of the manifest's directory, or of the one that was walked */
    char *shown;    /* |root| as the user wrote it, for messages */
    char *manifest; /* as the user wrote it; NULL without a manifest */
    char *package;  /* names the outputs: <package>.h, <package>.c, <package>.json */
    struct strings targets;
    struct flags flags; /* flags for every module */
    char *std;          /* "c++17" */
    char *optimize;     /* "3" as in -O3 */
    int cuda_arch;      /* the value of __CUDA_ARCH__ in the sources */
    bool chooses_arch;  /* no value was given, so modules may have a lower |cuda_arch| */
    /* absolute: directories in which a new or removed file changes the modules */
    struct strings directories;
    struct module *modules;
    size_t module_count;
    struct strings others; /* the other C++ files that project_walk() found, as paths from |root| */
};

/* Reads the manifest |path| (YAML, see docs/manifest.md). STATUS_INPUT: the message names line and
 * key. */
enum status manifest_read(const char *path, struct project *out);

/* Makes a module of every *.cu and *.hip below |directory|, named after its path; walk_files()
 * describes the search. Paths that match one of the globs in |exclude|, as a whole or by their last
 * component, are left out. So is the directory |build| (absolute), which has translations of the
 * files. STATUS_INPUT when no module is left. */
enum status project_walk(const char *directory, const struct strings *exclude, const char *build,
                         struct project *out);

/* Whether project_walk() would make a module of a file with this name. */
bool project_is_source(const char *name);

/* Makes a module of each of |sources|, named after its path from the project's root. The root is
 * |root|, or if that is NULL the innermost directory that contains all sources. */
enum status project_list(const struct strings *sources, const char *root, struct project *out);

/* Sets values that neither the manifest nor the command line has set. */
void project_complete(struct project *project);

/* Adds a new module at the end. */
struct module *project_add_module(struct project *project);
void project_remove_module(struct project *project, size_t index);

/* Reports two modules with one name, names that an output cannot have, missing sources, and flags
 * that flags_check() refuses. */
enum status project_check(const struct project *project);

/* Reports flags that change what the compiler writes. |place| begins the message: "kernels.yaml: ".
 */
enum status flags_check(const struct flags *flags, const char *place);
void flags_free(struct flags *flags);
void project_free(struct project *project);

/* ---- The values of --targets and of the manifest's `targets` and `only`, except for vendors. */

/* Appends to |out| the canonical spelling of each of |wanted|, sorted and without duplicates.
 * "native" means the GPUs of this machine, of both vendors. If a target is wrong, the function
 * fails with |wrong|; the message has its |place| ("--targets", "kernels.yaml:3") and the nearest
 * name. */
enum status targets_resolve(const struct strings *wanted, const char *place, enum status wrong,
                            struct strings *out);

/* Appends the processors of the GPUs that the kernel driver lists below |topology|
 * (/sys/class/kfd/kfd/topology/nodes); none when there is no such directory. */
void targets_native(const char *topology, struct strings *out);

/* Appends the targets of NVIDIA GPUs, such as sm_90. |capabilities| is the output of nvidia-smi for
 * --query-gpu=compute_cap: a line such as "9.0" for each GPU. */
void targets_native_nvidia(const char *capabilities, struct strings *out);

#endif
