/* The shadow tree: translations of every source of the project and of every header that a source
 * reaches. Translations of CUDA are in <build>/hip/, copies of HIP's sources in <build>/plain/.
 * Both directories have the layout of the originals, so that quoted includes work. Compile jobs see
 * only the shadow tree. So a file that was touched, but whose translation stays the same, causes no
 * work, and the compiler sees no name of the user's directories. */
#ifndef KBUILD_GRAPH_SHADOW_H
#define KBUILD_GRAPH_SHADOW_H

#include "graph/project.h"

struct shadow_include {
    char *name; /* the name between the quotes or angle brackets of an #include */
    bool angled;
    bool in_project; /* whether some module finds a file for this #include in the project */
};

struct shadow_file {
    char *original; /* absolute path of the user's file */
    char *path;     /* path of the translation from the build directory: "hip/affine.cu" */
    /* whether a source of HIP reaches the file, so its translation is for HIP's own headers, in
     * plain/ */
    bool is_hip;
    char *shown;     /* name for messages: the path from the project's root */
    size_t size;     /* size of the user's file in bytes */
    uint64_t digest; /* hash of the contents of the user's file */
    bool has_asm;    /* whether the file may have inline assembly */
    /* whether kbuild may choose a __CUDA_ARCH__ for a module because of this file: the result of
     * hipify_may_choose_arch() */
    bool may_choose_arch;
    /* the highest __CUDA_ARCH__ of the modules that reach the file; if 0, the project's */
    int cuda_arch;
    /* whether the modules that reach the file have different values of __CUDA_ARCH__ */
    bool any_arch;
    bool reaches_cub; /* whether a module that reaches the file includes CUDA's CUB */
    struct shadow_include *includes;
    size_t include_count;
    /* names that look like CUDA's: those the file declares, and those it uses */
    struct strings declared, used;
    /* the names in |used| that some file of the project declares, sorted */
    struct strings foreign;
};

/* The files that a module reaches, as indices into the shadow's files. The module's own sources
 * come first. */
struct shadow_reach {
    bool is_hip;       /* whether the module's sources are HIP: see hipify_is_hip() */
    bool includes_hip; /* whether a file that the module reaches includes a header of HIP */
    int cuda_arch;     /* the __CUDA_ARCH__ that was chosen for the module; if 0, the project's */
    char *arch_note;   /* the reason why |cuda_arch| is not the project's, for a message; or NULL */
    size_t *files;
    size_t count;
};

struct shadow {
    /* absolute path of the directory that contains all files and that hip/ and plain/ mirror */
    char *base;
    struct shadow_file *files;
    size_t count;
    /* which files each module reaches: an element for each module of the project, in the project's
     * order */
    struct shadow_reach *modules;
    size_t module_count;
};

/* Scans every source of |project| and the files that it includes. STATUS_INPUT when a file cannot
 * be read. */
enum status shadow_scan(const struct project *project, struct shadow *out);

/* Removes translations below |build| of files that no module reaches any more. Without this, an
 * #include of a removed header would still find the header's translation. */
void shadow_prune(const struct shadow *shadow, const char *build);

/* Returns the directory of the shadow tree for |directory| (an absolute path), as a path from the
 * build directory: in plain/, the copies of HIP's files, if |is_hip|, else in hip/, the
 * translations of CUDA's. Owned by the caller. NULL when that tree has no file from below
 * |directory|. */
char *shadow_directory(const struct shadow *shadow, const char *directory, bool is_hip);

void shadow_free(struct shadow *shadow);

#endif
