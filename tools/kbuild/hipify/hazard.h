/* Code that may not mean the same on an AMD GPU, whether it compiles or not: the branches that
 * conditionals take, and the checks of word.def.
 */
#ifndef KBUILD_HIPIFY_HAZARD_H
#define KBUILD_HIPIFY_HAZARD_H

#include "lexer.h"
#include "scope.h"
#include "macro.h"
#include "hipify/hipify.h"

/* ---- branch.c ---- */

/* The branches of a file's conditionals: which of them the compilations take, and the diagnostics
 * on those that ask for NVIDIA's macros.
 */

enum { LINE_TOKENS = 256 }; /* longer directives are cut */

/* Functions of the device that are lost. */
struct lost {
    struct token branch; /* the '#' of the branch it is in */
    size_t name, name_size;
    bool is_kernel;
    size_t shown; /* the branch's condition: index into |conditions| */
};

struct losses {
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

/* Whether the code here may be compiled for AMD in a source with another __CUDA_ARCH__. */
static inline bool branches_compiled_for_any(const struct branches *branches)
{
    return branches->options->any_arch && branches->live[PASS_ANY] != TRUTH_NO;
}

/* ---- function.c ---- */

/* The complete functions of the device: their tokens from __global__ or __device__ to the last
 * brace, without the branches that are not compiled for AMD.
 */

enum { FUNCTION_CONDITIONALS = 32 };

/* Zeroed before the first use. Of a complete function, |name| is the token of its name where
 * |has_name|, |parameters| and |body| are where its '(' and '{' are, and |parameters_end| and
 * |count| - 1 where theirs close. */
struct function {
    struct token *tokens;
    size_t count, capacity;
    uint32_t *match; /* of a bracket, its other end or |count|; NULL until one is asked for */
    size_t parameters, parameters_end, body;
    struct token name;
    bool has_name, is_kernel, on_host;

    /* While it is being read. */
    bool open, overlong;
    bool assigned, initialises, has_parameters, has_body;
    int depth;                        /* of brackets of any kind */
    int saved[FUNCTION_CONDITIONALS]; /* depth where each open #if began */
    int conditionals;
};

void function_free(struct function *function);

/* Whether |token| is one that a function of the device may begin with. */
static inline bool function_begins(const struct token *token)
{
    return token->word == WORD___global__ || token->word == WORD___device__;
}

/* Takes in a token of code while it is |open|, or one that function_begins() with. |history| holds
 * what came before it; |compiled| is whether the device's compiler sees it. True when the function
 * is complete. */
bool function_follow(struct function *function, const struct token *token,
                     const struct history *history, bool compiled);

/* Whether checks can look into a complete function: it is not too long, and compiled. */
bool function_is_whole(const struct function *function);

/* The other end of the bracket at |at| of such a function; |count| when there is none. */
size_t bracket_end(struct function *function, size_t at);

/* tokens[at] of such a function; one of no kind behind the last. */
const struct token *function_token(const struct function *function, size_t at);

/* Whether tokens[at] is one of these punctuators of one character. */
bool function_mark_of(const struct function *function, size_t at, const char *marks);

/* Each branch of a conditional begins as deep as the first one. */
void function_follow_directive(struct function *function, enum directive directive);

/* ---- lock.c ---- */

/* Whether an atomic function, called at |at| of a complete function, is the condition of a loop
 * that does nothing but wait, in code that no if keeps for one thread. */
bool lock_spins(const char *source, struct function *function, size_t at);

/* ---- hazard.c ---- */

struct hazards {
    const char *source;
    const struct hipify_options *options;
    struct hipify_report *report;

    bool of_hip;            /* HIP's own headers are used, and the source includes none itself */
    bool textures_reported; /* once for each file */
    bool sized;             /* KB1303, once for each function */
    struct branches branches;
    struct function function;
    bool seen; /* the token before is a word of seen_checks */
};

/* All three are borrowed. */
void hazards_start(struct hazards *hazards, const char *source,
                   const struct hipify_options *options, struct hipify_report *report);
void hazards_free(struct hazards *hazards);

/* Whether hazards_follow() has to see |token|, a significant one outside dead lines. */
static inline bool hazards_want(const struct hazards *hazards, const struct token *token)
{
    return token->word != WORD_NONE || token->directive != DIRECTIVE_NONE ||
           hazards->function.open || hazards->seen || token->kind == TOKEN_NUMBER ||
           token->kind == TOKEN_LAUNCH_OPEN;
}

/* Follows |token|; |history| holds what came before it on its line of a directive, or in the code.
 */
void hazards_follow(struct hazards *hazards, const struct token *token,
                    const struct history *history);

/* The line ends: a directive is complete. */
void hazards_end_line(struct hazards *hazards);

/* The file ends. */
void hazards_finish(struct hazards *hazards);

/* Whether the code here is compiled for AMD, as far as is known: other code needs no warning. */
static inline bool hazards_compiled(const struct hazards *hazards)
{
    return branches_compiled(&hazards->branches);
}

/* Whether the last token is in the body of a function of the device. */
static inline bool hazards_in_device_body(const struct hazards *hazards)
{
    return hazards->function.open && hazards->function.has_body;
}

#endif
