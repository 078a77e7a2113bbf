/* Finding asm statements: from `asm` to the ';' behind its ')'. */
#include "ptx.h"

#include "report.h"

/* Words that may come between asm and its parenthesis. */
static bool is_qualifier(enum word word)
{
    return word == WORD_volatile || word == WORD___volatile__ || word == WORD___volatile ||
           word == WORD_inline || word == WORD_goto;
}

static void refuse(struct assemblers *assemblers, const struct token *token, const char *reason,
                   int older)
{
    static const char by_hand[] = "write it in C++ or with AMD builtins for this target";
    char remedy[192];
    if (older && assemblers->cuda_arch > older)
        snprintf(remedy, sizeof remedy,
                 "%s; where the source has a branch for GPUs without it, --cuda-arch %d takes that",
                 by_hand, older);
    report_add(assemblers->report, HIPIFY_WARNING, "KB1101", token,
               mem_format("inline PTX assembly: %s", reason),
               older && assemblers->cuda_arch > older ? remedy : by_hand);
}

/* Translates what |side| holds. */
static void finish(struct assemblers *assemblers, struct assembler_side *side)
{
    struct token begin = side->begin;
    size_t end = (size_t)side->last.offset + side->last.size;
    bool broken = side->broken;
    *side = (struct assembler_side){0};
    if (broken) {
        refuse(assemblers, &begin, "a preprocessor directive is inside", 0);
        return;
    }
    struct buf out = {0}, what = {0};
    buf_reserve(&out, 0);
    buf_reserve(&what, 0);
    int older;
    bool in_macro = begin.directive != DIRECTIVE_NONE;
    enum ptx_outcome outcome =
        ptx_translate(assemblers->source + begin.offset, end - begin.offset, in_macro,
                      in_macro ? NULL : assemblers->macros, &out, &what, &older);
    if (outcome == PTX_TRANSLATED && assemblers->of_hip) {
        buf_puts(&what, ", which kbuild's headers have and HIP's lack");
        outcome = PTX_REFUSED;
    }
    switch (outcome) {
    case PTX_TRANSLATED:
        report_add(assemblers->report, HIPIFY_NOTE, "KB1102", &begin,
                   mem_format("inline PTX translated: %s", what.data),
                   "check that the C++ in its place is what you want");
        break;
    case PTX_REFUSED: refuse(assemblers, &begin, what.data, older); break;
    default: break;
    }
    if (out.size > 0 && !assemblers->of_hip) {
        assemblers->replaced++;
        edits_add_owned(assemblers->edits, begin.offset, end - begin.offset, buf_take(&out));
    }
    buf_free(&out);
    buf_free(&what);
}

static void follow(struct assemblers *assemblers, struct assembler_side *side,
                   const struct token *token)
{
    int c = token->punctuator;
    if (side->closed) {
        if (c == ';')
            side->last = *token;
        finish(assemblers, side);
        if (c == ';')
            return;
    }
    if (side->begin.size == 0) {
        if (word_is_asm((enum word)token->word))
            side->begin = *token;
        return;
    }
    if (side->depth == 0 && c != '(') {
        if (!is_qualifier((enum word)token->word))
            *side = (struct assembler_side){0};
        return;
    }
    side->depth += c == '(';
    side->depth -= c == ')';
    side->last = *token;
    side->closed = side->depth == 0;
}

void assemblers_follow(struct assemblers *assemblers, const struct token *token)
{
    struct assembler_side *code = &assemblers->code;
    if (token->directive == DIRECTIVE_NONE) {
        follow(assemblers, code, token);
        return;
    }
    if (code->closed)
        finish(assemblers, code);
    code->broken |= code->depth > 0;
    follow(assemblers, &assemblers->line, token);
}

static void end_side(struct assemblers *assemblers, struct assembler_side *side)
{
    if (side->closed)
        finish(assemblers, side);
    *side = (struct assembler_side){0};
}

void assemblers_end_line(struct assemblers *assemblers)
{
    end_side(assemblers, &assemblers->line);
}

void assemblers_end(struct assemblers *assemblers)
{
    end_side(assemblers, &assemblers->line);
    end_side(assemblers, &assemblers->code);
}
