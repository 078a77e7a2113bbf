/* The project: modules, with their sources and flags, and targets. A project comes from a manifest
 * or from walking a directory; options of the command line override the manifest. */
#ifndef KBUILD_GRAPH_PROJECT_H
#define KBUILD_GRAPH_PROJECT_H

#include "util/buf.h"
#include "util/status.h"

/* A compiler's flags. Each list has the order in which the compiler gets them. Include directories
 * are absolute. */
struct flags {
    struct strings include;
    struct strings defines;
    struct strings other; /* flags for AMD's targets, besides |include| and |defines| */
    struct strings cuda;  /* flags for NVIDIA's targets, besides |include| and |defines| */
};

struct module {
    char *name;
    /* the absolute paths of the sources, which are compiled as one translation unit, in this
     * order */
    struct strings sources;
    /* Absolute paths of code objects that another compiler has made. If the list is empty, the
     * sources are compiled. Otherwise |sources| only declare the kernels, and may be empty. */
    struct strings prebuilt;
    /* Only a fusion has these; in another module they are NULL. |text| is the source of the
     * fusion's kernels, in place of |sources|. */
    char *expression, *dtypes, *text;
    struct flags flags;
    /* whether the package also has the module's source text, for compilation at run time */
    bool ships_source;
    struct strings only; /* the module's targets; if empty, all targets of the project */
    int cuda_arch;       /* the value of __CUDA_ARCH__ in the sources; if 0, the project's */
    char *skip;          /* the reason why the module is left out; NULL if it is not */
    int line;            /* line of the module in the manifest; 0 without a manifest */
};

struct project {
    /* absolute path of the manifest's directory, or of the directory that was walked */
    char *root;
    char *shown;    /* |root| as the user wrote it, for messages */
    char *manifest; /* the manifest's path as the user wrote it; NULL without a manifest */
    char *package;  /* the package's name, which names the outputs: <package>.h, <package>.c,
                       <package>.json */
    struct strings targets;
    struct flags flags; /* flags for every module */
    char *std;          /* the language standard, such as "c++17" */
    char *optimize;     /* the optimisation level: "3" for -O3 */
    int cuda_arch;      /* the value of __CUDA_ARCH__ in the sources */
    /* The name of the static library that is made instead of a package: "moe" for libmoe.a. NULL: a
     * package is made. */
    char *library;
    /* whether the user gave no |cuda_arch|, so kbuild may choose a lower one for a module */
    bool chooses_arch;
    /* absolute paths of the directories in which a new or removed file changes the modules */
    struct strings directories;
    struct module *modules;
    size_t module_count;
    /* paths from |root| of C++ files that project_walk() found and that are not sources of modules
     */
    struct strings others;
    /* sources that are left out, as "PATH: REASON" with paths from |root| */
    struct strings left_out;
};

/* Reads the manifest |path| (YAML, see docs/manifest.md). STATUS_INPUT if it is wrong: the message
 * names line and key. */
enum status manifest_read(const char *path, struct project *out);

/* Makes a module of every *.cu and *.hip below |directory|, named after its path; walk_files()
 * describes the search. Paths that match one of the globs in |exclude|, as a whole or by their last
 * component, are left out. So is the directory |build| (absolute), which has translations of the
 * files. STATUS_INPUT when no module is left. */
enum status project_walk(const char *directory, const struct strings *exclude, const char *build,
                         struct project *out);

/* Removes the module |index| and lists its sources among those that are left out, for |reason|. */
void project_leave_out(struct project *project, size_t index, const char *reason);

/* Whether project_walk() would make a module of a file with this name. */
bool project_is_source(const char *name);

/* Makes a module of each of |sources|, named after the source's path from the project's root. The
 * root is |root|; if |root| is NULL, it is the innermost directory that contains all sources. */
enum status project_list(const struct strings *sources, const char *root, struct project *out);

/* Returns the __CUDA_ARCH__ that |project| gives to |module|. */
int project_arch(const struct project *project, const struct module *module);

/* Sets the default of each value that neither the manifest nor the command line has set. */
void project_complete(struct project *project);

/* Appends a new module, whose members are zero, to the project's modules. */
struct module *project_add_module(struct project *project);

/* Reports two modules with one name, names that an output cannot have, missing sources, and flags
 * that flags_check() refuses. */
enum status project_check(const struct project *project);

/* Reports flags with which the compiler would not write a code object. The message begins with
 * |place|: "kernels.yaml: ". */
enum status flags_check(const struct flags *flags, const char *place);
void flags_free(struct flags *flags);
void project_free(struct project *project);

/* ---- Lists of targets, as --targets and the manifest's `targets` and `only` have them. Vendors,
 * which `only` may name, are resolved elsewhere. */

/* Appends to |out| the canonical spelling of each target in |wanted|, sorted and without
 * duplicates. "native" means the GPUs of this machine, of both vendors. If a target is wrong, the
 * function fails with the status |wrong|; the message has |place| ("--targets", "kernels.yaml:3")
 * and the nearest name of a target. */
enum status targets_resolve(const struct strings *wanted, const char *place, enum status wrong,
                            struct strings *out);

/* Appends the processors of the AMD GPUs that the kernel driver lists below |topology|
 * (/sys/class/kfd/kfd/topology/nodes). Appends nothing if there is no such directory. */
void targets_native(const char *topology, struct strings *out);

/* Appends the targets of NVIDIA GPUs, such as sm_90. |capabilities| is the output of nvidia-smi for
 * --query-gpu=compute_cap: a line such as "9.0" for each GPU. */
void targets_native_nvidia(const char *capabilities, struct strings *out);

#endif
