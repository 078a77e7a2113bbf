/* Translates CUDA source to HIP source, token by token and line by line.
 *
 * Only names of the CUDA API in code and header names in includes change. Comments, strings, lines
 * that #if 0 leaves out, and names that the file declares for itself stay as they are. The number
 * of lines stays too, so that an error of the compiler points at the line of the source.
 * docs/hipify.md lists what is translated and every diagnostic. Nothing here keeps state: any
 * number of threads may translate at once. */
#ifndef KBUILD_HIPIFY_H
#define KBUILD_HIPIFY_H

#include "util/buf.h"
#include "util/status.h"

/* How a translation includes the headers that kbuild ships: cuda_fp16.h, kbuild/cuda_prelude.h. */
enum hipify_headers {
    HIPIFY_HEADERS_ON_PATH, /* includes have the headers' names, for example <cuda_fp16.h>; the
                               compiler finds them by -I */
    HIPIFY_HEADERS_AT_ROOT, /* includes have the headers' paths, which begin with |header_root|, in
                               quotes; no -I is needed */
    HIPIFY_HEADERS_OF_HIP,  /* includes have the names of HIP's own headers, where HIP has one;
                               kbuild's headers are not used */
};

struct hipify_options {
    const char *shown_path; /* the source's name in #line and diagnostics; borrowed */
    int cuda_arch;          /* the __CUDA_ARCH__ that conditions see: 900; 0 if it is not defined */
    /* Also translate inline PTX in branches for other values of __CUDA_ARCH__: this text is a
     * header for sources that are compiled with these values. */
    bool any_arch;
    /* |cuda_arch| was chosen for this text alone: the translation defines it before the include of
     * the prelude. */
    bool sets_arch;
    int cuda_version; /* the CUDA_VERSION that conditions see: 12040; 0 if it is not defined */
    int hip_version; /* the version of HIP that compiles the translation: 502 is 5.2; 0 if it is not
                        known */
    enum hipify_headers headers;
    const char *header_root; /* the path of the headers, for HIPIFY_HEADERS_AT_ROOT; borrowed */
    /* Begin with an include of the prelude, which has what nvcc includes by itself in a .cu. */
    bool prelude;
    /* Whether an include of |name| finds a header of the project, which is then never CUDA's.
     * |name| has no quotes or angle brackets. NULL: the project has no headers. */
    bool (*is_project_header)(void *context, const char *name, bool angled);
    /* Whether another file of the project has declared |name|, which may also be one of the other
     * keys of hipify_scan_names(). NULL: no file has declared anything.
     *   "name"             is declared or defined, so it is not reported as unknown
     *   "space::name"      is declared in a namespace, so that there it is not CUDA's name
     *   "__device__::name" is a macro that stands for this qualifier
     */
    bool (*is_project_name)(void *context, const char *name);
    void *context;
};

enum hipify_severity {
    HIPIFY_NOTE,    /* for what is worth knowing although the translation is right */
    HIPIFY_WARNING, /* for what will not compile in the translation, or may not mean the same */
    /* for a text that is not C++ from a place on, and is copied as it is from there */
    HIPIFY_ERROR,
};

/* A function that a diagnostic is about. */
struct hipify_place {
    char *function; /* the function's name, "f" or "Class::f" */
    int line, column;
    int statements;
};

struct hipify_diagnostic {
    enum hipify_severity severity;
    /* the diagnostic's code, such as "KB1001", which keeps its meaning in later versions */
    const char *code;
    int line, column; /* where the finding is, counted from 1; columns count bytes */
    char *text;       /* the message: what is wrong there; owned */
    char *remedy;     /* what the user can do about it */
    /* the functions that the diagnostic is about, if there are several */
    struct hipify_place *places;
    size_t place_count;
};

enum { HIPIFY_LIBRARIES = 16 }; /* at least as many entries as |libraries| of mapping.h has */

/* Zeroed before the first use; |items| is sorted by line and column. */
struct hipify_report {
    struct hipify_diagnostic *items;
    size_t count;
    /* Where the text first includes a header of each library of HIP, indexed as by
     * library_of_header(). Line 0: the text does not include the library. */
    struct {
        int line, column;
    } libraries[HIPIFY_LIBRARIES];
};

/* Appends the translation of |source| to |out|: a byte-order mark if there is one, the include of
 * the prelude if it is wanted, a line `#line 1 "<shown_path>"`, and the text with exactly as many
 * lines as it had. If |source| is a translation already, it keeps the lines in front that it has.
 * Adds the diagnostics to |report|.
 *
 * Where the text stops being a C++ token stream (an unclosed comment or string, a NUL byte), the
 * rest is copied as it is and reported as an error (KB1901). STATUS_INPUT if |source| is 2 GiB or
 * larger; |out| and |report| are then unchanged. */
enum status hipify_translate(const char *source, size_t size, const struct hipify_options *options,
                             struct buf *out, struct hipify_report *report);

/* Appends the diagnostics that are at least as severe as |lowest| to |out|, one on each line:
 * `shown_path:line:column: warning: text; remedy [KB1001]`. */
void hipify_report_text(const struct hipify_report *report, const char *shown_path,
                        enum hipify_severity lowest, struct buf *out);

/* Appends one JSON document (docs/hipify.md describes it) with all diagnostics to |out|. */
void hipify_report_json(const struct hipify_report *report, const char *shown_path,
                        struct buf *out);

void hipify_report_free(struct hipify_report *report);

/* Returns how many diagnostics are at least as severe as |lowest|. */
size_t hipify_report_count(const struct hipify_report *report, enum hipify_severity lowest);

/* Calls |visit| in order for each #include of |source| that names a file, outside comments, strings
 * and #if 0. If |source| stops being a C++ token stream, the rest is not scanned. */
void hipify_scan_includes(const char *source, size_t size,
                          void (*visit)(void *context, const char *name, bool angled, int line),
                          void *context);

/* Returns the line of the first kernel that |source| defines outside of #if 0; 0 if it defines
 * none. */
int hipify_first_kernel(const char *source, size_t size);

/* Whether |source| is HIP's text and not CUDA's. The text is HIP's if |path|, which is not opened,
 * ends in .hip, or if the text includes hip/hip_runtime.h outside of every conditional and no
 * header of CUDA. A translation, which includes kbuild's prelude, counts as CUDA's text. HIP's text
 * is compiled with HIP's own headers, CUDA's text with those of kbuild. */
bool hipify_is_hip(const char *path, const char *source, size_t size);

/* Calls |visit| for what the files of a project tell each other: |declared| is true for what
 * |source| declares, and false for what it asks the other files. A key may come more than once.
 *
 *   "name": looks like a name of CUDA's and is not known as one, or is a namespace of CUDA's (cub)
 *
 *   "space::name": is a name of CUDA's that is declared in a namespace, or used where it may be a
 *   namespace's
 *
 *   "__host__::name", "__device__::name": is a macro that stands for this qualifier, or may be one
 *
 *   "static::name", "inline::name": likewise for static or constexpr, and inline or an attribute
 *
 *   "member ...": is about member functions, their templates or data members
 */
void hipify_scan_names(const char *source, size_t size,
                       void (*visit)(void *context, const char *name, bool declared),
                       void *context);

/* ---- The __CUDA_ARCH__ of a translation unit ---- */

/* A source or a header, and what scanning it has found. The source is borrowed. */
struct arch_text;
struct arch_text *hipify_arch_text(const char *source, size_t size);
void hipify_arch_text_free(struct arch_text *text);

struct hipify_arch_choice {
    int arch;    /* the chosen value; below 900, the other members tell why */
    size_t text; /* index of the text with code for newer GPUs that has no translation */
    int line, column;
    /* a description of the code in texts[text] that has no translation; texts[text] owns the
     * string */
    const char *why;
    /* whether the choice loses functions without other code in their place; nothing uses these
     * functions */
    bool drops_functions;
};

/* Returns the value of __CUDA_ARCH__ for which the fewest asm statements of a translation unit have
 * no translation, and of these values the highest, up to 900. A value is not chosen if it would
 * lose code without other code in its place. |texts| are the source and the headers of the unit. A
 * text that several units use is scanned once, but not by several threads at a time. |options| are
 * as for hipify_translate(); their cuda_arch is not read. */
struct hipify_arch_choice hipify_choose_arch(struct arch_text *const *texts, size_t count,
                                             const struct hipify_options *options);

/* Whether hipify_choose_arch() may find something in |source|: it has asm and __CUDA_ARCH__. */
bool hipify_may_choose_arch(const char *source, size_t size);

/* Adds a note or a warning (KB1204) about a choice other than 900 to the report of the unit's
 * source. |shown| is the name of the text that decided; |own|: that text is the source itself. */
void hipify_report_arch(struct hipify_report *report, const struct hipify_arch_choice *choice,
                        const char *shown, bool own);

#endif
