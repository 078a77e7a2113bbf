/* The branches of a file's conditionals: which of them the compilations take, and the diagnostics
 * on those that ask for NVIDIA's macros.
 */
#ifndef KBUILD_HIPIFY_BRANCH_H
#define KBUILD_HIPIFY_BRANCH_H

#include "macro.h"

enum { LINE_TOKENS = 256 }; /* longer directives are cut */

/* Functions of the device that are lost. */
struct lost {
    struct token branch; /* the '#' of the branch it is in */
    size_t name, name_size;
    bool is_kernel;
    size_t shown; /* the branch's condition: index into |conditions| */
};

/* Zeroed, with |source| set, before a file. */
struct losses {
    const char *source;
    struct lost *items;
    size_t count;
    struct strings conditions;
    struct symbols kept; /* functions and macros that are compiled for AMD */
};

/* One #if ... #endif that is open. */
struct chain {
    struct token at; /* '#' of the first condition that asks for a macro of NVIDIA's, if any */
    char *shown;     /* that condition */
    bool asks_arch, asks_version, asks_nvcc, asks_amd;
    bool is_guard;            /* an #ifndef that may be a header's guard */
    struct token guard;       /* and the name that it asks for */
    struct token begin;       /* '#' of the branch that is open */
    char *begin_shown;        /* its condition, if code may be lost in it */
    char unknown[64];         /* what it depends on, or "" */
    int dropped, dropped_end; /* lines of the first branch that AMD never compiles, or 0 */
    struct {
        enum truth earlier;  /* whether an earlier branch is taken */
        enum truth now;      /* whether this one is taken */
        int taken_line;      /* of the branch that is taken for certain, or 0 */
        enum directive kind; /* and its directive */
    } in[PASS_COUNT];
};

/* Zeroed, with |source|, |options| and |report| set, before a file. */
struct branches {
    const char *source;
    const struct hipify_options *options;
    struct hipify_report *report;
    struct macros macros;
    struct chain *chains;
    int count;
    int beyond; /* deeper conditionals than are followed */
    enum truth live[PASS_COUNT];
    struct token line[LINE_TOKENS]; /* the directive that is being read, from its '#' */
    size_t line_count;              /* LINE_TOKENS + 1 where it is longer */
    struct losses losses;
};

void branches_start(struct branches *branches);
void branches_free(struct branches *branches);

/* Takes a significant token of a directive. */
void branches_follow(struct branches *branches, const struct token *token);

/* The directive is complete. Returns it, or DIRECTIVE_NONE. */
enum directive branches_end_line(struct branches *branches);

/* The file ends: reports what is open, and the functions that are lost. */
void branches_finish(struct branches *branches);

/* A function of the device is defined here. |name| may be NULL (a lambda). */
void branches_function(struct branches *branches, const struct token *name, bool is_kernel);

/* Whether the code here is compiled for AMD, by the device's or the host's compiler, or may be. */
static inline bool branches_compiled(const struct branches *branches)
{
    return branches->live[PASS_DEVICE] != TRUTH_NO || branches->live[PASS_HOST] != TRUTH_NO;
}

/* ---- loss.c ---- */

void losses_free(struct losses *losses);

/* |name|, a function or a macro, is defined where it is compiled for AMD. */
void losses_keep(struct losses *losses, const struct token *name);

/* |name| is defined in the branch at |branch|, whose condition is |shown|. */
void losses_add(struct losses *losses, const struct token *branch, const char *shown,
                const struct token *name, bool is_kernel);

/* The file ends: reports the lost functions, once for each branch (KB1203). */
void losses_report(struct losses *losses, struct hipify_report *report);

#endif
