/* Walks the files below a directory, for commands that take a tree of files. Reports files that are
 * left out although the user may want them. */
#ifndef KBUILD_UTIL_WALK_H
#define KBUILD_UTIL_WALK_H

#include "buf.h"
#include "status.h"

struct walk_file {
    /* the file's path, which begins with |walk.directory|; links in it are not resolved */
    const char *path;
    const char *shown; /* the file's path as the user would write it, for messages */
    const char *below; /* the file's path from |walk.directory| on */
    bool is_linked;    /* whether the file is below a link to a directory */
};

/* What to walk, and functions to call. All pointers are borrowed. */
struct walk {
    const char *directory, *shown;
    /* Whether to leave out the file or directory |path|, without a report. */
    bool (*is_excluded)(void *context, const char *path, const char *below);
    /* Whether the caller wants a file with this name. Hidden files with such a name are reported,
     * and so are pipes and devices. */
    bool (*is_source)(const char *name);
    enum status (*visit)(void *context, const struct walk_file *file);
    /* called before the entries of a directory are visited; may be NULL */
    void (*enter)(void *context, const char *path);
    void *context;
    bool needs_all; /* if a wanted name is that of a pipe or device, fail instead of warning */
};

/* Calls |visit| for every regular file, directory by directory, in the order of names. Leaves out
 * hidden files and directories. Follows links; links to directories come after all other files.
 * Reads each directory once, and reports a further link to it. Returns STATUS_INPUT when a
 * directory cannot be read, or the status of |visit| when it fails. */
enum status walk_files(const struct walk *walk);

#endif
