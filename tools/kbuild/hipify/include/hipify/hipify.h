/* From CUDA source to HIP source, token by token and line by line.
 *
 * Only names of the CUDA API in code and header names in includes change. Comments, strings, lines
 * that #if 0 leaves out, and names that the file declares for itself stay as they are, and so does
 * the number of lines: an error of the compiler points at the line of the source. docs/hipify.md
 * lists what is translated and every diagnostic. Nothing here keeps state: any number of threads
 * may translate at once.
 */
#ifndef KBUILD_HIPIFY_H
#define KBUILD_HIPIFY_H

#include "util/buf.h"
#include "util/status.h"

/* Where the translation finds the headers that kbuild ships: cuda_fp16.h, kbuild/cuda_prelude.h. */
enum hipify_headers {
    HIPIFY_HEADERS_ON_PATH, /* by their names: the compiler is given the directory (-I) */
    HIPIFY_HEADERS_AT_ROOT, /* under |header_root|, with quotes: no -I is needed */
    HIPIFY_HEADERS_OF_HIP,  /* not at all: HIP's own headers, where it has one */
};

struct hipify_options {
    const char *shown_path; /* for #line and diagnostics; borrowed */
    int cuda_arch;          /* what __CUDA_ARCH__ guards see: 900; 0 when it is not defined */
    /* Inline PTX in branches for other values of __CUDA_ARCH__ is translated too: sources that are
     * compiled for these include the text. */
    bool any_arch;
    /* The value is this text's own: it sets it in front of the prelude. */
    bool sets_arch;
    int cuda_version; /* what CUDA_VERSION guards see: 12040; 0 when it is not defined */
    int hip_version;  /* of the HIP that compiles it: 502 is 5.2; 0 when it is not known */
    enum hipify_headers headers;
    const char *header_root; /* of HIPIFY_HEADERS_AT_ROOT; borrowed */
    /* Begin with an include of the prelude: what nvcc includes by itself in a .cu. */
    bool prelude;
    /* Whether this include names a header of the project, which is never another's. May be NULL:
     * then none is. |name| is what stands between the quotes. */
    bool (*is_project_header)(void *context, const char *name, bool angled);
    /* Whether another file of the project declares or defines |name|, which then is not reported as
     * unknown; or declares "space::name" in a namespace: then a name of CUDA's is its own there;
     * or defines a macro that stands for a qualifier: "__device__::name". May be NULL. */
    bool (*is_project_name)(void *context, const char *name);
    void *context;
};

enum hipify_severity {
    HIPIFY_NOTE,    /* right as it is, but worth knowing */
    HIPIFY_WARNING, /* will not compile, or may not mean the same */
    HIPIFY_ERROR,   /* the text from here on is not C++ and stays as it is */
};

/* A function that has what a diagnostic is about. */
struct hipify_place {
    char *function; /* "f", "Class::f" */
    int line, column;
    int statements;
};

struct hipify_diagnostic {
    enum hipify_severity severity;
    const char *code;            /* "KB1001"; stays the same in later versions */
    int line, column;            /* from 1; columns count bytes */
    char *text;                  /* what was found */
    char *remedy;                /* what to do about it */
    struct hipify_place *places; /* of one that is about all such functions of the file, or NULL */
    size_t place_count;
};

enum { HIPIFY_LIBRARIES = 16 }; /* at most as many libraries are known */

/* Zeroed before the first use; |items| is sorted by line and column. */
struct hipify_report {
    struct hipify_diagnostic *items;
    size_t count;
    /* Where the text first includes a header of each library of HIP, by library_of_header(). Line
     * 0: it does not. */
    struct {
        int line, column;
    } libraries[HIPIFY_LIBRARIES];
};

/* Appends the translation of |source| to |out|: a byte-order mark if there is one, the include of
 * the prelude if it is wanted, a line `#line 1 "<shown_path>"`, and the text with exactly as many
 * lines as it had. A text that is a translation already keeps the lines in front that it has. Adds
 * what was found to |report|.
 *
 * Where the text stops being a C++ token stream (an unclosed comment or string, a NUL byte) the
 * rest is copied as it is and reported as an error (KB1901). STATUS_INPUT, with |out| and |report|
 * as they were, when it is 2 GiB or larger. */
enum status hipify_translate(const char *source, size_t size, const struct hipify_options *options,
                             struct buf *out, struct hipify_report *report);

/* Appends the diagnostics of at least |lowest| to |out|, one a line:
 * `shown_path:line:column: warning: text; remedy [KB1001]`. */
void hipify_report_text(const struct hipify_report *report, const char *shown_path,
                        enum hipify_severity lowest, struct buf *out);

/* Appends one JSON document (docs/hipify.md describes it) with all diagnostics to |out|. */
void hipify_report_json(const struct hipify_report *report, const char *shown_path,
                        struct buf *out);

void hipify_report_free(struct hipify_report *report);

/* How many diagnostics are at least |lowest|. */
size_t hipify_report_count(const struct hipify_report *report, enum hipify_severity lowest);

/* Calls |visit| for each #include of |source| that names a file, outside comments, strings and
 * #if 0, in order. A text that is no token stream is scanned as far as it goes. */
void hipify_scan_includes(const char *source, size_t size,
                          void (*visit)(void *context, const char *name, bool angled, int line),
                          void *context);

/* The line of the first kernel that |source| defines, outside of #if 0; 0 when there is none. */
int hipify_first_kernel(const char *source, size_t size);

/* Whether the source |path| (only its name counts), of this text, is HIP's text and not CUDA's. It
 * is if its name ends in .hip, or if it includes hip/hip_runtime.h outside of every conditional and
 * no header of CUDA. But a translation, which includes kbuild's prelude, means what CUDA means.
 * HIP's text is compiled with HIP's own headers, CUDA's with those of kbuild. */
bool hipify_is_hip(const char *path, const char *source, size_t size);

/* Calls |visit| for names that look like CUDA's and are not: those that |source| itself declares,
 * which are then known where other files use them, and those that it uses; also with "space::name"
 * for names of CUDA's that it declares in a namespace, or uses where they may be of one; and with
 * "__host__::name", "__device__::name", "static::name" (or constexpr) and "inline::name" (or an
 * attribute) for macros that stand for these, and for what may be one. A name may come more than
 * once. */
void hipify_scan_names(const char *source, size_t size,
                       void (*visit)(void *context, const char *name, bool declared),
                       void *context);

/* ---- The __CUDA_ARCH__ of a translation unit ---- */

/* A source or a header, and what was found in it. The source is borrowed. */
struct arch_text;
struct arch_text *hipify_arch_text(const char *source, size_t size);
void hipify_arch_text_free(struct arch_text *text);

struct hipify_arch_choice {
    int arch;    /* 900, or a lower one: then the rest is known */
    size_t text; /* the number of the text that has code for newer GPUs without a translation */
    int line, column;
    const char *why;      /* what it has; belongs to the text */
    bool drops_functions; /* some have nothing in their place, but nothing uses them */
};

/* The value of __CUDA_ARCH__ for which fewest asm statements of a translation unit, whose texts
 * these are, have no translation; the highest of these, up to 900. It is 900 where code would be
 * lost for another one without other code in its place. A text of several units is scanned once,
 * but not by several threads at a time. |options| are as for hipify_translate(); their cuda_arch is
 * not read. */
struct hipify_arch_choice hipify_choose_arch(struct arch_text *const *texts, size_t count,
                                             const struct hipify_options *options);

/* Whether a text may have statements that decide. */
bool hipify_may_choose_arch(const char *source, size_t size);

/* Adds a note or a warning (KB1204) on a choice that is not 900 to the report of the unit's source.
 * |shown| is the name of the text that decided, which is the source itself if it is |own|. */
void hipify_report_arch(struct hipify_report *report, const struct hipify_arch_choice *choice,
                        const char *shown, bool own);

#endif
