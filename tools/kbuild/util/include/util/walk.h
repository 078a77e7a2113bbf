/* The files below a directory, for commands that take a tree. Nothing in it is left out without a
 * word: what is not handed out, and may be wanted, is reported in a line.
 */
#ifndef KBUILD_UTIL_WALK_H
#define KBUILD_UTIL_WALK_H

#include "buf.h"
#include "status.h"

struct walk_file {
    const char *path;  /* absolute, unless the directory was not; links are kept */
    const char *shown; /* as the user would name it */
    const char *below; /* from the directory */
    bool is_linked;    /* below a link to a directory */
};

/* All borrowed. */
struct walk {
    const char *directory, *shown;
    /* Those that it takes are left out without a report. */
    bool (*is_excluded)(void *context, const char *path, const char *below);
    /* Whether a file of this name is wanted: hidden ones and those that are not files are reported.
     */
    bool (*is_source)(const char *name);
    enum status (*visit)(void *context, const struct walk_file *file);
    void (*enter)(void *context, const char *path); /* a directory, before it is read; or NULL */
    void *context;
    bool needs_all; /* a source that cannot be read is an error, not a warning */
};

/* Calls |visit| for every regular file, in the order of names, directory by directory. Hidden files
 * and directories are left out. Links are followed: those to directories after all else, and each
 * directory once; a further link to one is reported. STATUS_INPUT when a directory cannot be read; else what
 * |visit| returned when it failed. */
enum status walk_files(const struct walk *walk);

#endif
