/* Walks the files below a directory, for commands that take a tree. Files that are left out, and
 * may be wanted, are reported.
 */
#ifndef KBUILD_UTIL_WALK_H
#define KBUILD_UTIL_WALK_H

#include "buf.h"
#include "status.h"

struct walk_file {
    const char *path;  /* begins with |walk.directory|; links in it are not resolved */
    const char *shown; /* the path as the user would write it, for messages */
    const char *below; /* the path from |walk.directory| on */
    bool is_linked;    /* the file is below a link to a directory */
};

/* What to walk, and functions to call. All pointers are borrowed. */
struct walk {
    const char *directory, *shown;
    /* Whether to leave out |path|, without a report. */
    bool (*is_excluded)(void *context, const char *path, const char *below);
    /* Whether a file of this name is wanted. Hidden files and things that are not files are
     * reported if they have such a name. */
    bool (*is_source)(const char *name);
    enum status (*visit)(void *context, const struct walk_file *file);
    void (*enter)(void *context, const char *path); /* before a directory's entries; or NULL */
    void *context;
    bool needs_all; /* a wanted name that is not a file is an error, not a warning */
};

/* Calls |visit| for every regular file, directory by directory, in the order of names. Hidden files
 * and directories are left out. Links are followed; links to directories come after everything
 * else. Each directory is read once, and a further link to it is reported. Returns STATUS_INPUT
 * when a directory cannot be read, or the status of |visit| when it fails. */
enum status walk_files(const struct walk *walk);

#endif
