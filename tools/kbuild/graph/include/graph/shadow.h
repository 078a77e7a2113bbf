/* The shadow tree: translations of every source of the project and of every header that a source
 * reaches. Those of CUDA are in <build>/hip/, those of HIP in <build>/plain/. Both have the layout
 * of the originals, so that quoted includes work. Compile jobs see only the shadow. So a file that
 * was touched, but whose translation stays the same, causes no work, and the compiler sees no name
 * of the user's directories.
 */
#ifndef KBUILD_GRAPH_SHADOW_H
#define KBUILD_GRAPH_SHADOW_H

#include "graph/project.h"

struct shadow_include {
    char *name; /* the text between the quotes or the angle brackets */
    bool angled;
    bool in_project; /* some module finds the file in the project */
};

struct shadow_file {
    char *original; /* absolute path */
    char *path;     /* path of the translation from the build directory: "hip/affine.cu" */
    bool is_hip; /* a source of HIP reaches it: it is translated for HIP's own headers, in plain/ */
    char *shown; /* name for messages: the path from the project's root */
    size_t size; /* bytes of the original */
    uint64_t digest;      /* hash of the original's contents */
    bool has_asm;         /* the file may have inline assembly */
    bool may_choose_arch; /* the result of hipify_may_choose_arch() */
    int cuda_arch;        /* the highest of all modules that reach the file; 0: the project's */
    bool any_arch;        /* these modules have different ones */
    bool reaches_cub;     /* a module that reaches it includes CUDA's CUB */
    struct shadow_include *includes;
    size_t include_count;
    struct strings declared, used; /* names in the file that look like CUDA's but are not */
    struct strings foreign;        /* the names in |used| that some file declares, sorted */
};

/* The files that a module reaches, its own sources first, as indices into the shadow's files. */
struct shadow_reach {
    bool is_hip;       /* the module's sources are HIP: see hipify_is_hip() */
    bool includes_hip; /* one of the files includes a header of HIP */
    int cuda_arch;     /* the chosen __CUDA_ARCH__; 0: the project's */
    char *arch_note;   /* why |cuda_arch| is not the project's, or NULL */
    size_t *files;
    size_t count;
};

struct shadow {
    char *base; /* absolute path of the directory that hip/ and plain/ mirror, which contains all
                   files */
    struct shadow_file *files;
    size_t count;
    struct shadow_reach *modules; /* an element for each module of the project, in its order */
    size_t module_count;
};

/* Scans every source of |project| and the files that it includes. STATUS_INPUT when a file cannot
 * be read. */
enum status shadow_scan(const struct project *project, struct shadow *out);

/* Removes translations below |build| of files that no module reaches any more. Otherwise an
 * #include of a removed header would still find its translation. */
void shadow_prune(const struct shadow *shadow, const char *build);

/* Returns the shadow of |directory| (absolute), as a path from the build directory: of HIP if
 * |is_hip|, else of CUDA. Owned by the caller; NULL when nothing below it was translated. */
char *shadow_directory(const struct shadow *shadow, const char *directory, bool is_hip);

void shadow_free(struct shadow *shadow);

#endif
