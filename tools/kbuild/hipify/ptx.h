/* Inline PTX assembly as C++ that means the same.
 *
 * An instruction becomes a call of the function of its name in kbuild/ptx.h: bfe.u32 calls
 * kbuild::ptx::bfe_u32. A statement of one instruction becomes one expression, one of several a
 * block with a variable for each operand and register:
 *
 *     asm("bfe.u32 %0, %1, %2, 8;" : "=r"(y) : "r"(x), "r"(i));
 *     kbuild::ptx::out(y) = kbuild::ptx::bfe_u32(x, i, 8);
 *
 * See NVIDIA's "Parallel Thread Execution ISA" and "Inline PTX Assembly in CUDA".
 */
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
    PTX_OTHER,   /* not PTX: another machine's assembly, an empty text, a name of a symbol */
    PTX_REFUSED, /* PTX that has no C++ here, or is not understood */
};

/* Translates |statement|, from `asm` to its ')' or the ';' behind it, and writes the C++ to |out|,
 * which is empty: with exactly as many line ends, joined lines as joined lines, and with all
 * comments. Appends what it does ("lane id, shuffle"), or why there is no translation, to |what|. A
 * refused statement becomes one that fails when it is compiled to machine code, or nothing where
 * the text alone does not tell that it is PTX. With PTX_OTHER, |out| is unchanged. |macros|, which
 * may be NULL, has those that the text may use. It is NULL in the body of a macro: there a name may
 * stand for an expression
 * (|in_macro|). |*out_older| becomes the latest architecture that lacks the refused instruction, as
 * a value of __CUDA_ARCH__, or 0. */
enum ptx_outcome ptx_translate(const char *statement, size_t size, bool in_macro,
                               const struct macros *macros, struct buf *out, struct buf *what,
                               int *out_older);

enum { ASSEMBLER_REASONS = 32 }; /* more are reported each time */

/* Finds the asm statements of a file among its tokens. Zeroed before a file, but for the first
 * seven. */
struct assemblers {
    const char *source;
    size_t size;
    const struct macros *macros; /* what they are where the statement is */
    struct edits *edits;
    struct hipify_report *report;
    int cuda_arch;     /* that the translation is for, or 0 */
    bool of_hip;       /* kbuild/ptx.h must not be used: nothing is translated, all is reported */
    bool compiled;     /* where the next token is: statements of other places are not reported */
    unsigned function; /* that the next token is in, a number above that of earlier ones; 0: none */
    const struct token *name;    /* of that function */
    const struct scopes *scopes; /* in which it is */
    size_t replaced;             /* statements, which need kbuild/ptx.h */

    /* What was reported, of each reason once in a function. */
    struct assembler_reason {
        char *reason;      /* or NULL */
        unsigned function; /* the one that had it last */
        size_t item;       /* of the report */
        int more;          /* statements that were not reported */
        bool in_file;      /* once in the file, with all of its functions */
    } reported[ASSEMBLER_REASONS];

    struct assembler_side {
        struct token begin; /* the asm, if size is not 0 */
        bool compiled;
        struct token last; /* of it */
        int depth;
        bool closed, broken; /* by a directive inside */
    } code, line;            /* in the code, and in the directive that is being read */
};

/* Whether assemblers_follow() has to see |token|, whose word is known. |compiled|: AMD's compiler
 * may see it. */
static inline bool assemblers_want(const struct assemblers *assemblers, const struct token *token,
                                   bool compiled)
{
    return (compiled && word_is_asm(token->word)) || assemblers->code.begin.size > 0 ||
           assemblers->line.begin.size > 0;
}

/* Follows a significant token. */
void assemblers_follow(struct assemblers *assemblers, const struct token *token);

/* The line of a directive ends. */
void assemblers_end_line(struct assemblers *assemblers);

/* The file ends. */
void assemblers_end(struct assemblers *assemblers);

void assemblers_free(struct assemblers *assemblers);

#endif
