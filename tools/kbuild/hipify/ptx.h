/* Inline PTX assembly as C++ that means the same.
 *
 * An instruction becomes a call of the function of its name in kbuild/ptx.h: bfe.u32 calls
 * kbuild::ptx::bfe_u32. A statement of one instruction becomes an expression. A statement of
 * several instructions becomes a block with a variable for each operand and register:
 *
 *     asm("bfe.u32 %0, %1, %2, 8;" : "=r"(y) : "r"(x), "r"(i));
 *     kbuild::ptx::out(y) = kbuild::ptx::bfe_u32(x, i, 8);
 *
 * See NVIDIA's "Parallel Thread Execution ISA" and "Inline PTX Assembly in CUDA". */
#ifndef KBUILD_HIPIFY_PTX_H
#define KBUILD_HIPIFY_PTX_H

#include "hipify/hipify.h"
#include "lexer.h"
#include "macro.h"
#include "parts.h"
#include "scope.h"
#include "word.h"

#include "util/buf.h"

enum ptx_outcome {
    PTX_TRANSLATED,
    /* the text is not PTX: it is another machine's assembly, empty, or the name of a symbol */
    PTX_OTHER,
    PTX_REFUSED, /* the text is PTX that kbuild does not translate, or does not understand */
};

/* Translates |statement|, which begins with `asm` and ends with its ')' or with the ';' after that,
 * and appends the C++ to |out|, which must be empty. The C++ has all comments of the statement and
 * exactly as many line ends; a joined line stays a joined line.
 *
 * Appends to |what| what the statement does ("lane id, shuffle"), or why it has no translation. For
 * a refused statement the C++ fails when it is compiled to machine code; |out| stays empty if the
 * text alone does not tell that it is PTX. With PTX_OTHER, |out| is unchanged.
 *
 * |in_macro|: the statement is in the body of a macro, where a name may stand for an expression.
 * |macros| has the macros that the text may use, or is NULL, as it is in the body of a macro.
 * |*out_older| becomes the latest architecture that lacks the refused instruction, as a value of
 * __CUDA_ARCH__, or 0. */
enum ptx_outcome ptx_translate(const char *statement, size_t size, bool in_macro,
                               const struct macros *macros, struct buf *out, struct buf *what,
                               int *out_older);

/* how many reasons for refusing asm statements are remembered at a time, to report each once in a
 * function; with any further reason, each statement is reported */
enum { ASSEMBLER_REASONS = 32 };

/* Finds the asm statements of a file among its tokens. Before a file, the caller sets the first
 * seven members and zeroes all others. */
struct assemblers {
    const char *source;
    size_t size;
    const struct macros *macros; /* the macros that are defined at the current token */
    struct edits *edits;
    struct hipify_report *report;
    int cuda_arch; /* the value of __CUDA_ARCH__ for this translation, or 0 */
    /* whether HIP's own headers are used, without kbuild/ptx.h: then asm statements are reported,
     * not translated */
    bool of_hip;
    /* whether the next token is compiled for AMD; statements in other code are not reported */
    bool compiled;
    /* the number of the function that the next token is in; numbers rise through the file; 0 if it
     * is in no function */
    unsigned function;
    const struct token *name;    /* the name of the function that has the next token */
    const struct scopes *scopes; /* the scopes around the next token */
    size_t replaced;             /* how many statements were replaced: they need kbuild/ptx.h */

    /* The reasons that were reported: a reason is reported once in a function. */
    struct assembler_reason {
        char *reason;      /* the reason; NULL if the entry is free */
        unsigned function; /* the last function in which the reason was found */
        size_t item;       /* index of the diagnostic in |report| */
        int more;          /* how many more statements of the function have this reason */
        bool in_file; /* whether one diagnostic lists all functions of the file with this reason */
    } reported[ASSEMBLER_REASONS];

    struct assembler_side {
        struct token begin; /* the `asm` of the open statement; its size is 0 if none is open */
        bool compiled;
        struct token last; /* the statement's last token so far */
        int depth;
        /* |closed|: whether the statement's last ')' was read; |broken|: whether the statement
         * contains a directive other than a conditional's */
        bool closed, broken;
        /* the asm statements that are being read: |code| in the lines of code, |line| in a
         * directive */
    } code, line;
};

/* Whether assemblers_follow() must get |token|, whose |word| is set. |compiled|: AMD's compiler may
 * see |token|. */
static inline bool assemblers_want(const struct assemblers *assemblers, const struct token *token,
                                   bool compiled)
{
    return (compiled && word_is_asm(token->word)) || assemblers->code.begin.size > 0 ||
           assemblers->line.begin.size > 0;
}

/* Reads |token|, the next significant token, and translates the asm statement that it completes. */
void assemblers_follow(struct assemblers *assemblers, const struct token *token);

/* Must be called at the end of each directive's line. */
void assemblers_end_line(struct assemblers *assemblers);

/* Must be called at the end of the file. */
void assemblers_end(struct assemblers *assemblers);

void assemblers_free(struct assemblers *assemblers);

#endif
