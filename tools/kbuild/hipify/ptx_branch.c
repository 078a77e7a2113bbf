/* Translates statements whose operands or instructions are divided by a conditional of the
 * preprocessor:
 *
 *     asm volatile(
 *     #if PREFETCH
 *         "ld.global.L2::128B.u32 %0, [%1];" : "=r"(x) :
 *     #else
 *         "ld.global.u32 %0, [%1];" : "=r"(x) :
 *     #endif
 *         "l"(p));
 *
 * The statement is translated once with the text of each branch. Each translation is written on the
 * line where its branch begins. */

#include "lexer.h"
#include "ptx_parts.h"

enum { BRANCHES = 8 };

/* The conditional's directives: for each, from its '#' to the end of its line. */
struct chain {
    struct token tokens[BRANCHES + 1]; /* the '#' of each directive */
    size_t ends[BRANCHES + 1];
    size_t begins[BRANCHES]; /* offset of the first token of each branch */
    size_t count;            /* how many directives the conditional has */
};

/* Adds the directive that begins at |token|. Returns false if it cannot be the next one of an #if
 * ... #else ... #endif. */
static bool add_directive(struct chain *chain, const struct token *token)
{
    enum directive kind = token->directive;
    enum directive before =
        chain->count > 0 ? chain->tokens[chain->count - 1].directive : DIRECTIVE_NONE;
    bool opens = kind >= DIRECTIVE_IF && kind <= DIRECTIVE_IFNDEF;
    if (kind > DIRECTIVE_ENDIF || chain->count > BRANCHES || opens != (chain->count == 0) ||
        (kind == DIRECTIVE_ENDIF) != (before == DIRECTIVE_ELSE))
        return false;
    chain->tokens[chain->count++] = *token;
    return true;
}

/* Finds the only conditional of the statement. Returns false unless it has an #else and code in
 * each branch. */
static bool find_chain(struct chain *chain, const char *source, size_t size)
{
    struct lexer lexer;
    struct token token;
    *chain = (struct chain){0};
    lexer_start(&lexer, source, size);
    while (lexer_next(&lexer, &token)) {
        size_t branch = chain->count - 1;
        if (token.kind == TOKEN_ERROR || token.kind == TOKEN_RAW_STRING || token.spliced)
            return false;
        if (token.directive == DIRECTIVE_NONE) {
            if (chain->count > 0 && branch < BRANCHES && !chain->begins[branch] &&
                token_is_significant(&token))
                chain->begins[branch] = token.offset;
            continue;
        }
        if (!add_directive(chain, &token))
            return false;
        while (token.kind != TOKEN_NEWLINE)
            if (!lexer_next(&lexer, &token))
                return false;
        chain->ends[chain->count - 1] = token.offset + token.size;
    }
    if (chain->count < 3 || chain->tokens[chain->count - 1].directive != DIRECTIVE_ENDIF)
        return false;
    for (size_t i = 0; i + 1 < chain->count; i++)
        if (!chain->begins[i])
            return false;
    return true;
}

static void blank(char *text, size_t from, size_t to)
{
    for (size_t at = from; at < to; at++)
        if (text[at] != '\n' && text[at] != '\r')
            text[at] = ' ';
}

/* Returns the statement with the text of one branch, without directives and comments. The caller
 * frees it. */
static char *branch_text(const struct chain *chain, size_t branch, const char *source, size_t size)
{
    char *text = mem_dup_n(source, size);
    struct lexer lexer;
    struct token token;
    lexer_start(&lexer, source, size);
    while (lexer_next(&lexer, &token))
        if (token.kind == TOKEN_LINE_COMMENT || token.kind == TOKEN_BLOCK_COMMENT)
            blank(text, token.offset, token.offset + token.size);
    for (size_t i = 0; i < chain->count; i++) {
        blank(text, chain->tokens[i].offset, chain->ends[i]);
        if (i + 1 < chain->count && i != branch)
            blank(text, chain->ends[i], chain->tokens[i + 1].offset);
    }
    return text;
}

static void trim(struct buf *out)
{
    while (out->size > 0 && strchr(" \t", out->data[out->size - 1]))
        out->data[--out->size] = '\0';
}

/* Appends |text| on one line: its line ends become blanks. */
static void put_line(struct buf *out, const struct buf *text)
{
    for (size_t at = 0; at < text->size; at++) {
        char c = strchr("\r\n", text->data[at]) ? ' ' : text->data[at];
        if (c != ' ' || (out->size > 0 && out->data[out->size - 1] != ' '))
            buf_putc(out, c);
    }
}

/* Appends the comments, blanks, line ends and directives of the statement, and lines[i] where
 * branch i begins. */
static void put_all(const struct chain *chain, const struct buf *lines, const char *source,
                    size_t size, struct buf *out)
{
    struct lexer lexer;
    struct token token;
    size_t branch = 0;
    lexer_start(&lexer, source, size);
    while (lexer_next(&lexer, &token)) {
        if (branch + 1 < chain->count && token.offset == chain->begins[branch])
            put_line(out, &lines[branch++]);
        bool comment = token.kind == TOKEN_LINE_COMMENT || token.kind == TOKEN_BLOCK_COMMENT;
        if (token.kind == TOKEN_NEWLINE)
            trim(out);
        else if (token.directive == DIRECTIVE_NONE && !comment && token.kind != TOKEN_SPACE)
            continue;
        buf_append(out, source + token.offset, token.size);
    }
    trim(out);
}

bool ptx_translate_branches(const char *source, size_t size, const struct macros *macros,
                            struct buf *out, struct buf *what, enum ptx_outcome *outcome,
                            int *out_older)
{
    struct chain chain;
    struct buf lines[BRANCHES] = {0};
    if (!find_chain(&chain, source, size))
        return false;
    *outcome = PTX_TRANSLATED;
    bool written = true;
    for (size_t i = 0; i + 1 < chain.count; i++) {
        OWNED char *text = branch_text(&chain, i, source, size);
        struct buf does = {0};
        int older;
        enum ptx_outcome one = ptx_translate(text, size, false, macros, &lines[i], &does, &older);
        if (i == 0 || (*outcome == PTX_TRANSLATED && one != PTX_TRANSLATED)) {
            what->size = 0;
            buf_puts(what, does.size > 0 ? does.data : "it is not understood");
            *out_older = older;
        }
        *outcome = one == PTX_TRANSLATED ? *outcome : PTX_REFUSED;
        written &= lines[i].size > 0;
        buf_free(&does);
    }
    if (written)
        put_all(&chain, lines, source, size, out);
    for (size_t i = 0; i < BRANCHES; i++)
        buf_free(&lines[i]);
    return true;
}
