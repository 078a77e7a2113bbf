/* Translates many files to HIP at once: finds the files, chooses where each translation is written,
 * and translates several files in parallel.
 *
 * Callers call port_add() for each operand, port_follow() if headers that sources include are
 * translated too, port_place(), port_translate(), then port_write() or port_replace(), in this
 * order. */
#ifndef KBUILD_PORT_H
#define KBUILD_PORT_H

#include "hipify/hipify.h"

#include "util/buf.h"
#include "util/status.h"

struct port_file {
    char *path;  /* absolute path of the source; NULL for standard input */
    char *shown; /* the path that messages show */
    /* the path to which the translation is written; NULL if it is written nowhere, or to standard
     * output */
    char *output;
    char *header_root; /* for HIPIFY_HEADERS_AT_ROOT: how this file writes the path of the root */
    /* whether the file is copied as it is, because it is not a source, and no source includes it */
    bool copied;
    bool followed; /* whether port_follow() has looked at the file's includes */
    bool found;    /* whether the file was found below a directory that was an operand */
    /* whether the file is written for HIP, so that its translation uses HIP's own headers */
    bool is_hip;

    /* |source| is read once, by the first function that needs it; |status| says whether that
     * succeeded. */
    bool loaded;
    struct buf source;

    /* The results of port_translate(). */
    enum status status;
    struct buf text;
    struct hipify_report report;
    struct strings names; /* names of CUDA's kind that the file declares, see hipify_scan_names() */
    struct strings includes; /* the names in the file's includes, without ./ and ../ in front */
    /* which CUBs the file includes, itself or through other files: a bit for CUDA's, and a bit for
     * the tree's */
    unsigned cubs;
    struct arch_text *arch_text;
    size_t *reach; /* indexes of the files that this file includes; port_find_reach() sets it */
    size_t reach_count;
    int cuda_arch; /* the highest __CUDA_ARCH__ of the units that include this file, or 0 */
    struct hipify_arch_choice choice;
};

/* Zeroed before the first use. The caller sets the members from |options| to |keep_out|. */
struct port {
    struct hipify_options options; /* port_translate() adapts the options to each file */
    struct strings include; /* directories of -I, where headers of the project are searched */
    struct strings project_headers;
    struct strings project_names; /* names that the project declares in files outside of |files| */
    struct strings exclude; /* globs for files that are left out, by the path below an operand or by
                               the name */
    /* whether to choose a __CUDA_ARCH__ for each source; options.cuda_arch is the default */
    bool chooses_arch;
    int jobs;         /* how many files are translated in parallel; 0: one for each processor */
    bool copy_others; /* whether files below directories that are not sources are copied too */
    char *keep_out;   /* the absolute directory of the output, which is never an input */

    struct strings others, others_shown; /* files that are left out unless a source includes them */

    struct port_file *files;
    size_t count;
    char *base;           /* the directory that all operands share */
    struct strings names; /* names that any file or |project_names| declares, sorted */
    bool reach_known;
};

/* Whether a file with this name is translated, not only copied. */
bool port_is_source(const char *path);

/* Whether |name| is the last part, or the last parts, of |path|. */
bool port_path_ends(const char *path, const char *name);

/* Adds the file |operand| ("-": standard input), or the files below the directory |operand|. */
enum status port_add(struct port *port, const char *operand);

/* Adds the headers of the project that the files include, also through other headers. */
enum status port_follow(struct port *port);

/* Sets where the translation of each file goes: below |directory|, at the file's path from the
 * directory that all operands share. */
void port_place(struct port *port, const char *directory);

/* Finds out which files include which. The files must have been scanned for includes. */
void port_find_reach(struct port *port);

/* Chooses the __CUDA_ARCH__ of each source. The files must have been loaded and scanned for
 * includes. */
void port_choose_archs(struct port *port);

/* Adds the choices of port_choose_archs() to the reports of the sources. */
void port_report_archs(struct port *port);

/* Whether |file| is a .cu, for which nvcc includes its runtime by itself, also one that is named as
 * Bazel wants it (.cu.cc), or is standard input. */
bool port_is_cuda_source(const struct port_file *file);

/* Translates all files. Returns STATUS_INPUT when a file could not be read; the other files are
 * translated. */
enum status port_translate(struct port *port);

/* Writes each translation to its |output|. Leaves out files that failed, and files whose |skip| is
 * set. */
enum status port_write(const struct port *port, const bool *skip);

/* Replaces each source by its translation, if the two differ. |backup| (".prehip", or NULL) is the
 * extension for a copy of the original. If a file has the copy's name already, it is an older
 * original, and is kept. */
enum status port_replace(const struct port *port, const char *backup, const bool *skip);

/* Reads the source of |file|, unless it was read before. Returns |file->status|. */
enum status port_load(struct port_file *file);

/* Returns the absolute path of the file that a source in |directory| includes as |name|, or NULL;
 * the caller frees it. As compilers do, searches |directory| unless the include is |angled|, then
 * the |count| lists of directories in order. Returns NULL for headers of kbuild itself, which
 * translations include: they do not belong to the project. */
char *port_find_include(const char *directory, const char *name, bool angled,
                        const struct strings *const *lists, size_t count);

/* Copies the headers that kbuild ships into |directory|. */
enum status port_vendor_headers(const char *directory);

void port_free(struct port *port);

#endif
