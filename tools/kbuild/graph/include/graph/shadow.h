/* The shadow tree: every source and every header of the project that a source reaches is translated
 * into <build>/hip/, with the layout of the originals, so that quoted includes work; what HIP's
 * text reaches, into <build>/plain/. Compile jobs see only the shadow: a file that was touched, but
 * whose translation stays the same, causes no work, and the compiler sees no name of the user's
 * directories.
 */
#ifndef KBUILD_GRAPH_SHADOW_H
#define KBUILD_GRAPH_SHADOW_H

#include "graph/project.h"

struct shadow_include {
    char *name; /* as it is between the quotes or the angle brackets */
    bool angled;
    bool in_project; /* some module finds it among the project's files */
};

struct shadow_file {
    char *original;  /* absolute path */
    char *path;      /* of the translation, from the build directory: "hip/affine.cu" */
    bool is_hip;     /* HIP's text reaches it: it is translated for HIP's own headers, in plain/ */
    char *shown;     /* its name in messages: the path from the project's root */
    size_t size;     /* of the original, bytes */
    uint64_t digest; /* of its contents */
    bool has_asm;    /* it may have inline assembly */
    bool may_choose_arch; /* hipify_may_choose_arch() */
    int cuda_arch;        /* the highest of the modules that reach it; 0: the project's */
    bool any_arch;        /* these modules differ in it */
    bool reaches_cub;     /* a module that reaches it includes CUDA's CUB */
    struct shadow_include *includes;
    size_t include_count;
    struct strings declared, used; /* names that look like CUDA's and are not */
    struct strings foreign;        /* those of |used| that some file declares, sorted */
};

/* The files that a module reaches, its own sources first: indices into the shadow's files. */
struct shadow_reach {
    bool is_hip;       /* its sources are HIP's text: see hipify_is_hip() */
    bool includes_hip; /* one of the files includes a header of HIP */
    int cuda_arch;     /* that was chosen; 0: the project's */
    char *arch_note;   /* why that is not the project's, or NULL */
    size_t *files;
    size_t count;
};

struct shadow {
    char *base; /* the directory of which hip/ and plain/ are the shadow: an ancestor of all files,
                   absolute */
    struct shadow_file *files;
    size_t count;
    struct shadow_reach *modules; /* one for each module of the project, in its order */
    size_t module_count;
};

/* Follows the includes of every source of |project|. STATUS_INPUT when a file can't be read. */
enum status shadow_scan(const struct project *project, struct shadow *out);

/* Removes translations below |build| of files that no module reaches now: an #include of a removed
 * header must not find its translation. */
void shadow_prune(const struct shadow *shadow, const char *build);

/* The shadow of |directory| (absolute), from the build directory, of HIP's text or of CUDA's. Owned
 * by the caller; NULL when nothing below it was translated. */
char *shadow_directory(const struct shadow *shadow, const char *directory, bool is_hip);

void shadow_free(struct shadow *shadow);

#endif
