/* Many files to HIP at once: which files, where each goes, and their translation side by side.
 *
 * Used in this order: port_add() for each operand, port_follow() when the headers that sources
 * include come along, port_place(), port_translate(), then port_write() or port_replace().
 */
#ifndef KBUILD_PORT_H
#define KBUILD_PORT_H

#include "hipify/hipify.h"

#include "util/buf.h"
#include "util/status.h"

struct port_file {
    char *path;        /* absolute; NULL for standard input */
    char *shown;       /* as the user would name it */
    char *output;      /* where the translation goes; NULL: nowhere, or standard output */
    char *header_root; /* of HIPIFY_HEADERS_AT_ROOT, as this file includes from it */
    bool copied;       /* not a source, and no source includes it: copied as it is */
    bool followed;     /* port_follow() has looked for what it includes */
    bool found;        /* it is in a directory that was an operand, and is not an operand itself */
    bool is_hip;       /* HIP's text: it is left to HIP's own headers */

    /* It is read once, by whoever needs it first; then |status| says whether that went well. */
    bool loaded;
    struct buf source;

    /* The results of port_translate(). */
    enum status status;
    struct buf text;
    struct hipify_report report;
    struct strings names;    /* names that it declares and that look like CUDA's */
    struct strings includes; /* what it includes, without ./ and ../ in front */
    unsigned cubs;           /* the CUBs that it includes, itself or by files of the tree */
    struct arch_text *arch_text;
    size_t *reach; /* numbers of the files of the tree that it includes: port_find_reach() */
    size_t reach_count;
    int cuda_arch; /* the highest of the units that it is in, or 0 */
    struct hipify_arch_choice choice;
};

/* Zeroed before the first use; the first group of fields is the caller's to set. */
struct port {
    struct hipify_options options; /* for every file; what depends on the file is set for each */
    struct strings include;        /* -I: where headers of the project are looked for */
    struct strings project_headers;
    struct strings project_names; /* that files beside those of the list declare */
    struct strings exclude;       /* globs, for a path below its operand or a name */
    bool chooses_arch; /* options.cuda_arch is only what sources have that need no other */
    int jobs;          /* files at a time; 0: one for each processor */
    bool copy_others;  /* a directory's other files come along */
    char *keep_out;    /* absolute: the output's own directory, never an input */

    struct strings others, others_shown; /* that do not come along, unless a source includes one */

    struct port_file *files;
    size_t count;
    char *base;           /* the directory that all operands share */
    struct strings names; /* of all files, sorted */
    bool reach_known;
};

/* Whether |path| names a file that is translated, and not only copied. */
bool port_is_source(const char *path);

/* Whether |path| ends with |name|, which begins with the name of a directory or a file. */
bool port_path_ends(const char *path, const char *name);

/* Adds the file |operand| ("-": standard input), or the files below the directory |operand|. */
enum status port_add(struct port *port, const char *operand);

/* Adds the headers of the project that the files include, and those that they include. */
enum status port_follow(struct port *port);

/* Every file goes below |directory|, at its place from the directory that all share. */
void port_place(struct port *port, const char *directory);

/* Finds out which files include which, after they were scanned for includes. */
void port_find_reach(struct port *port);

/* Chooses the __CUDA_ARCH__ of each source, after the files were loaded and scanned for includes.
 */
void port_choose_archs(struct port *port);

/* Adds what was chosen to the reports of the sources. */
void port_report_archs(struct port *port);

/* Whether |file| is a .cu, for which nvcc includes its runtime by itself, or has no name. */
bool port_is_cuda_source(const struct port_file *file);

/* Translates all files. STATUS_INPUT when one could not be read; the others are translated. */
enum status port_translate(struct port *port);

/* Writes the translations to their places; files that failed, or that |skip| says are to stay, are
 * left alone. */
enum status port_write(const struct port *port, const bool *skip);

/* Replaces each source by its translation, when they differ; |backup| (".prehip", or NULL) is the
 * extension under which the original stays. A backup that exists already is the older original, and
 * is kept. */
enum status port_replace(const struct port *port, const char *backup, const bool *skip);

/* Reads |file|'s source, if it is not read yet. Returns |file->status|. */
enum status port_load(struct port_file *file);

/* The file that an include of a source in |directory| means, if it is there: its absolute path,
 * which the caller frees, or NULL. It is looked for in |directory|, unless it is |angled|, and in
 * the |count| lists of directories, in this order, as compilers do. Headers of kbuild itself, which
 * a translation includes by their place, do not belong to the project: NULL. */
char *port_find_include(const char *directory, const char *name, bool angled,
                        const struct strings *const *lists, size_t count);

/* Puts the headers that kbuild ships into |directory|. */
enum status port_vendor_headers(const char *directory);

void port_free(struct port *port);

#endif
