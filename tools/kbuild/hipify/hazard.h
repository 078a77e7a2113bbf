/* Finds code that may mean something else on an AMD GPU than on an NVIDIA GPU, whether it compiles
 * or not: notes which branches conditionals take, and calls the checks of word.def. */
#ifndef KBUILD_HIPIFY_HAZARD_H
#define KBUILD_HIPIFY_HAZARD_H

#include "lexer.h"
#include "scope.h"
#include "macro.h"
#include "hipify/hipify.h"

/* ---- branch.c ---- */

/* The branches of a file's conditionals: which branches each pass compiles, and the diagnostics
 * about conditionals that ask for NVIDIA's macros. */

/* how many tokens of a directive are kept; the rest of a longer directive is cut */
enum { LINE_TOKENS = 256 };

/* A device function that nvcc compiles and AMD's compiler does not. */
struct lost {
    struct token branch; /* the '#' of the branch that has the function */
    size_t name, name_size;
    bool is_kernel;
    size_t shown; /* the index in |conditions| of the condition that messages show for the branch */
};

struct losses {
    struct lost *items;
    size_t count;
    struct strings conditions;
    struct symbols kept; /* names of functions and macros that AMD's compiler sees */
};

/* A conditional that is open. */
struct chain {
    /* the '#' of the conditional's first directive that asks for NVIDIA's macros, if any */
    struct token at;
    char *shown; /* the text of the directive at |at| */
    bool asks_arch, asks_version, asks_nvcc, asks_amd;
    bool is_guard; /* whether the conditional may be a header's guard: an #ifndef, then a #define */
    struct token guard; /* if |is_guard|, the name that the #ifndef asks for */
    struct token begin; /* '#' of the directive that begins the open branch */
    char *begin_shown;  /* the text of the directive at |begin|, if code may be lost */
    char unknown[64];   /* a macro of unknown value that the choice depends on, or "" */
    /* the first and last line of the conditional's first branch that is never compiled for AMD; 0
     * if there is none */
    int dropped, dropped_end;
    struct {
        enum truth earlier;  /* whether a branch before the open one is taken */
        enum truth now;      /* whether the open branch is taken */
        int taken_line;      /* the line of the directive whose branch is certainly taken, or 0 */
        enum directive kind; /* the directive on line |taken_line| */
    } in[PASS_COUNT];
};

/* Before a file, the caller sets |source|, |options| and |report|, and zeroes all other members. */
struct branches {
    const char *source;
    const struct hipify_options *options;
    struct hipify_report *report;
    struct macros macros;
    struct chain *chains;
    int count;
    int beyond; /* how many open conditionals are nested too deeply to be followed */
    enum truth live[PASS_COUNT];
    struct token line[LINE_TOKENS]; /* the tokens of the directive that is being read */
    size_t line_count;              /* LINE_TOKENS + 1 if the directive is longer */
    struct losses losses;
};

void branches_start(struct branches *branches);
void branches_free(struct branches *branches);

/* Reads |token|, the next significant token of a directive. */
void branches_follow(struct branches *branches, const struct token *token);

/* Must be called at the end of each line. Returns the line's directive, or DIRECTIVE_NONE. */
enum directive branches_end_line(struct branches *branches);

/* Must be called at the end of the file. Reports the conditionals that are still open, and the
 * device functions that are lost. */
void branches_finish(struct branches *branches);

/* Notes that a device function is defined at this point of the file. |name| is NULL for a
 * lambda. */
void branches_function(struct branches *branches, const struct token *name, bool is_kernel);

/* Whether the device's or the host's pass for AMD may compile the code at this point of the
 * file. */
static inline bool branches_compiled(const struct branches *branches)
{
    return branches->live[PASS_DEVICE] != TRUTH_NO || branches->live[PASS_HOST] != TRUTH_NO;
}

/* Whether the code at this point may be compiled for AMD by a source that includes the file and is
 * compiled with another __CUDA_ARCH__. */
static inline bool branches_compiled_for_any(const struct branches *branches)
{
    return branches->options->any_arch && branches->live[PASS_ANY] != TRUTH_NO;
}

/* ---- function.c ---- */

/* The complete device functions: their tokens from __global__ or __device__ to the last brace,
 * without the branches that AMD's compiler does not see. */

enum { FUNCTION_CONDITIONALS = 32 };

/* Zeroed before the first use. In a complete function |name| is the token of its name if |has_name|
 * is set; |parameters| and |parameters_end| are the indexes of its '(' and ')'; |body| and |count|
 * - 1 are the indexes of its braces. */
struct function {
    struct token *tokens;
    size_t count, capacity;
    uint32_t *match; /* for each bracket, the index of the other end, or |count|; NULL until
                        bracket_end() needs it */
    size_t parameters, parameters_end, body;
    struct token name;
    bool has_name, is_kernel, on_host;

    /* The state while the function is being read. */
    bool open, overlong;
    bool assigned, initialises, has_parameters, has_body;
    int depth;                        /* how many brackets of any kind are open */
    int saved[FUNCTION_CONDITIONALS]; /* the |depth| that there was at each open #if */
    int conditionals;
};

void function_free(struct function *function);

/* Whether a device function may begin with |token|. */
static inline bool function_begins(const struct token *token)
{
    return token->word == WORD___global__ || token->word == WORD___device__;
}

/* Called with each token of code while |open| is set, and a token that function_begins() accepts.
 * |history| holds the tokens before it; |compiled| is whether the device's compiler sees it.
 * Returns true when the function is complete. */
bool function_follow(struct function *function, const struct token *token,
                     const struct history *history, bool compiled);

/* Whether checks can look into a complete function: it is compiled, and not too long. */
bool function_is_whole(const struct function *function);

/* Returns the index where the bracket at |at| closes, or |count|. The function must be complete. */
size_t bracket_end(struct function *function, size_t at);

/* Returns tokens[at] of a complete function; after the last one, a token of no kind. */
const struct token *function_token(const struct function *function, size_t at);

/* Whether tokens[at] is one of |marks|, punctuators of one character. */
bool function_mark_of(const struct function *function, size_t at, const char *marks);

/* Follows |directive|, which may be inside of the function: every branch of a conditional begins
 * with as many open brackets as the conditional's first branch. */
void function_follow_directive(struct function *function, enum directive directive);

/* ---- lock.c ---- */

/* Whether an atomic function that is called at |at| is the condition of a loop that only waits, in
 * code that no if selects for one thread. The function must be complete. */
bool lock_spins(const char *source, struct function *function, size_t at);

/* ---- hazard.c ---- */

struct hazards {
    const char *source;
    const struct hipify_options *options;
    struct hipify_report *report;

    bool of_hip; /* whether HIP's own headers are used, and no include of the source names one */
    bool textures_reported; /* whether the file's only note about textures was added */
    bool sized; /* whether check_warp_size() has looked at the function that is complete */
    struct branches branches;
    struct function function;
    bool seen; /* whether the last token is a word of seen_checks */
};

/* Starts a file. |source|, |options| and |report| are borrowed. */
void hazards_start(struct hazards *hazards, const char *source,
                   const struct hipify_options *options, struct hipify_report *report);
void hazards_free(struct hazards *hazards);

/* Whether hazards_follow() must get |token|, a significant token outside dead lines. */
static inline bool hazards_want(const struct hazards *hazards, const struct token *token)
{
    return token->word != WORD_NONE || token->directive != DIRECTIVE_NONE ||
           hazards->function.open || hazards->seen || token->kind == TOKEN_NUMBER ||
           token->kind == TOKEN_LAUNCH_OPEN;
}

/* Reads |token|, and calls the checks of word.def for which it is the last token that they wait
 * for. |history| holds the tokens before it, in the code or on the line of its directive. */
void hazards_follow(struct hazards *hazards, const struct token *token,
                    const struct history *history);

/* Ends a directive. Must be called at the end of its line. */
void hazards_end_line(struct hazards *hazards);

/* Ends the last line and all conditionals. Must be called at the end of the file. */
void hazards_finish(struct hazards *hazards);

/* Whether the code at this point may be compiled for AMD. Only such code needs warnings. */
static inline bool hazards_compiled(const struct hazards *hazards)
{
    return branches_compiled(&hazards->branches);
}

/* Whether the last token is in the body of a device function. */
static inline bool hazards_in_device_body(const struct hazards *hazards)
{
    return hazards->function.open && hazards->function.has_body;
}

#endif
