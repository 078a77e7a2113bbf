/* Declarations that the files of inspect/ share. */
#ifndef KBUILD_INSPECT_PARTS_H
#define KBUILD_INSPECT_PARTS_H

#include "mapped_file.h"
#include "inspect/escape.h"
#include "inspect/package.h"
#include "util/buf.h"

/* ---- package*.c ---- */

/* The files that the user's operands name. */
struct package_paths {
    struct strings paths;
    /* for each path, by index, whether it is itself an operand, not a file below a directory */
    bool *named;
    struct strings bad, faults; /* the paths that cannot be read, and the reason for each */
};
void package_paths_find(const struct strings *operands, struct package_paths *out);
void package_paths_free(struct package_paths *paths);

/* Returns "<file>", a fresh string, when |path| is "<file>.h" or "<file>.zst", "<file>" is in
 * |sorted|, and both files have the same images; else NULL. */
char *package_copied_file(const char *path, const struct strings *sorted);

/* ---- beside.c ---- */

/* Mapped files that the header (".incbin") or the library at |path| names. */
struct beside {
    const char *path;
    struct mapped_file *files;
    size_t count;
    char *pattern; /* the pattern of the last search for archives, and the archives that match it */
    struct strings archives;
};
/* Maps the file |name| in the directory of |path|. Returns false when the file cannot be read.
 * |out| is valid until beside_close(). */
bool beside_open(struct beside *beside, const char *name, struct span *out);
/* Finds kpack archives for container_walk(), as struct container_visitor describes its member
 * |archive|. */
bool beside_archive(struct beside *beside, const char *path, size_t index, const char **name,
                    struct span *out);
void beside_close(struct beside *beside);

#endif
