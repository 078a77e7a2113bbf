/* Reads the C++ side of an asm statement: strings, operands, clobbers. ptx_text.c reads the text
 * that the strings make. */
#include "ptx_parts.h"

#include "lexer.h"

#include <ctype.h>

const char *ptx_keep(struct ptx_statement *statement, char *text)
{
    strings_take(&statement->kept, text);
    return text;
}

bool ptx_refuse(struct ptx_statement *statement, char *reason)
{
    ptx_keep(statement, reason);
    if (!statement->refused)
        statement->refused = reason;
    return false;
}

void ptx_statement_free(struct ptx_statement *statement)
{
    free(statement->operands);
    free(statement->registers);
    free(statement->instructions);
    free(statement->pieces);
    free(statement->origin);
    buf_free(&statement->text);
    strings_free(&statement->kept);
}

static bool refuse_directive(struct ptx_statement *statement, const char *reason)
{
    statement->broken = true;
    return ptx_refuse(statement, mem_dup(reason));
}

/* The significant tokens of the statement, without those on the lines of directives, and a cursor.
 */
struct reader {
    struct ptx_statement *statement;
    struct token *tokens;
    size_t count, at;
    size_t *cuts; /* for each directive in the statement, how many of |tokens| come before it */
    size_t cut_count;
    int conditionals; /* how many conditionals are open at the cursor */
};

static int punctuator_at(const struct reader *reader, size_t at)
{
    return at < reader->count ? reader->tokens[at].punctuator : 0;
}

static bool is_string(const struct reader *reader, size_t at)
{
    return at < reader->count &&
           (reader->tokens[at].kind == TOKEN_STRING || reader->tokens[at].kind == TOKEN_RAW_STRING);
}

static void add_piece(struct ptx_statement *statement, size_t offset, size_t size,
                      enum ptx_piece_kind kind)
{
    statement->pieces =
        mem_grow(statement->pieces, statement->piece_count, sizeof *statement->pieces);
    statement->pieces[statement->piece_count++] =
        (struct ptx_piece){.offset = offset, .size = size, .kind = kind};
}

/* Adds a piece for each line end inside |token|, which is not a comment: joined line ends, and
 * those of a raw string. */
static void add_line_ends(struct ptx_statement *statement, const struct token *token)
{
    size_t end = token->offset + token->size;
    for (size_t at = token->offset; at < end; at++) {
        char c = statement->source[at];
        size_t splice =
            token->kind == TOKEN_RAW_STRING ? 0 : lexer_splice_length(statement->source, end, at);
        if (!splice && (c == '\n' || c == '\r'))
            splice = c == '\r' && at + 1 < end && statement->source[at + 1] == '\n' ? 2 : 1;
        if (splice) {
            add_piece(statement, at, splice, PTX_LINE_END);
            at += splice - 1;
        }
    }
}

/* Adds a piece for the line of a conditional's directive, without its line end, which becomes
 * another piece. refuse_cut() checks that the directive is between instructions. Returns false for
 * other directives, and for an #else or #endif whose #if is not in the statement. */
static bool read_directive(struct reader *reader, struct lexer *lexer, struct token *token)
{
    struct ptx_statement *statement = reader->statement;
    enum directive directive = token->directive;
    bool opens = directive >= DIRECTIVE_IF && directive <= DIRECTIVE_IFNDEF;
    if (directive > DIRECTIVE_ENDIF || (!opens && reader->conditionals == 0))
        return false;
    reader->conditionals += opens - (directive == DIRECTIVE_ENDIF);
    size_t begin = token->offset;
    while (token->kind != TOKEN_NEWLINE)
        if (!lexer_next(lexer, token) || token->kind == TOKEN_ERROR)
            return false;
    add_piece(statement, begin, token->offset - begin, PTX_DIRECTIVE);
    add_line_ends(statement, token);
    reader->cuts = mem_grow(reader->cuts, reader->cut_count, sizeof *reader->cuts);
    reader->cuts[reader->cut_count++] = reader->count;
    return true;
}

static bool read_tokens(struct reader *reader)
{
    struct ptx_statement *statement = reader->statement;
    struct lexer lexer;
    struct token token;
    lexer_start(&lexer, statement->source, statement->size);
    while (lexer_next(&lexer, &token)) {
        if (token.kind == TOKEN_ERROR)
            return ptx_refuse(statement, mem_dup("its tokens are not understood"));
        if (token.directive != DIRECTIVE_NONE) {
            if (!read_directive(reader, &lexer, &token))
                return refuse_directive(statement, "a preprocessor directive is inside");
            continue;
        }
        if (token.kind == TOKEN_LINE_COMMENT || token.kind == TOKEN_BLOCK_COMMENT)
            add_piece(statement, token.offset, token.size, PTX_COMMENT);
        else if (token.kind == TOKEN_NEWLINE || token.kind == TOKEN_RAW_STRING || token.spliced)
            add_line_ends(statement, &token);
        if (!token_is_significant(&token) || token.dead)
            continue;
        reader->tokens = mem_grow(reader->tokens, reader->count, sizeof token);
        reader->tokens[reader->count++] = token;
    }
    return reader->conditionals == 0 ||
           refuse_directive(statement, "a preprocessor directive is inside");
}

static void text_add(struct ptx_statement *statement, char c, size_t origin)
{
    statement->origin =
        mem_grow(statement->origin, statement->text.size, sizeof *statement->origin);
    statement->origin[statement->text.size] = (uint32_t)origin;
    buf_putc(&statement->text, c);
}

/* Returns the character that an escape sequence stands for; |*at| is after its backslash, and moves
 * to its end. */
static char escape_read(const char *source, size_t end, size_t *at)
{
    static const char names[] = "ntrabfv0", values[] = "\n\t\r\a\b\f\v";
    char c = *at < end ? source[*at] : '\\';
    const char *found = c ? strchr(names, c) : NULL;
    if (c == 'x' || (c >= '0' && c <= '7')) {
        int base = c == 'x' ? 16 : 8, value = 0, digits = 0;
        *at += c == 'x';
        for (; *at < end && digits < 3; digits++, (*at)++) {
            char digit = source[*at];
            if (base == 8 ? digit < '0' || digit > '7' : !isxdigit((unsigned char)digit))
                break;
            value = value * base +
                    (isdigit((unsigned char)digit) ? digit - '0' : (digit | 32) - 'a' + 10);
        }
        return (char)value;
    }
    ++*at;
    return found && *found != '0' ? values[found - names] : c;
}

/* Appends the contents of the string literal |token| of |source| to |statement->text|. |macro| is
 * NULL, or the name in the statement that stands for the literal. Returns false if the literal has
 * a prefix such as L. */
static bool string_read(struct ptx_statement *statement, const char *source,
                        const struct token *token, const struct token *macro)
{
    size_t at = token->offset, end = token->offset + token->size;
    if (token->kind == TOKEN_RAW_STRING) {
        if (end - at < 5 || source[at] != 'R')
            return false;
        size_t open = at + 2;
        while (open < end && source[open] != '(')
            open++;
        size_t close = end;
        while (close > open && source[close - 1] != ')')
            close--;
        for (at = open + 1; at + 1 < close; at++)
            text_add(statement, source[at], macro ? macro->offset : at);
        return true;
    }
    if (source[at] != '"')
        return false;
    for (at++; at + 1 < end;) {
        size_t splice = token->spliced ? lexer_splice_length(source, end, at) : 0;
        size_t from = macro ? macro->offset : at;
        if (splice) {
            at += splice;
        } else if (source[at] == '\\') {
            at++;
            text_add(statement, escape_read(source, end - 1, &at), from);
        } else {
            text_add(statement, source[at++], from);
        }
    }
    return true;
}

/* Appends the strings that the tokens [from, to) of the statement become when their macros are
 * expanded. Returns false if they become anything else. */
static bool macro_read(struct reader *reader, size_t from, size_t to)
{
    struct ptx_statement *statement = reader->statement;
    const struct token *first = &reader->tokens[from], *last = &reader->tokens[to - 1];
    OWNED_BY(strings_free) struct strings made = {0};
    if (!statement->macros || !macros_expand(statement->macros, statement->source + first->offset,
                                             last->offset + last->size - first->offset, &made))
        return false;
    for (size_t i = 0; i < made.count; i++) {
        struct lexer lexer;
        struct token token;
        lexer_start_body(&lexer, made.items[i], strlen(made.items[i]));
        if (!lexer_next(&lexer, &token) ||
            (token.kind != TOKEN_STRING && token.kind != TOKEN_RAW_STRING) ||
            !string_read(statement, made.items[i], &token, first))
            return false;
    }
    return true;
}

/* Returns the index of the token after the macro at |at|, and after its arguments if it is called.
 */
static size_t macro_end(const struct reader *reader, size_t at)
{
    int depth = 0;
    if (punctuator_at(reader, ++at) != '(')
        return at;
    for (; at < reader->count; at++) {
        depth += punctuator_at(reader, at) == '(';
        depth -= punctuator_at(reader, at) == ')';
        if (depth == 0)
            return at + 1;
    }
    return at;
}

/* Returns the tokens [from, to) as C++ on one line, with a blank wherever the source has blanks,
 * and in parentheses if a comma is outside of all brackets. */
static const char *expression_write(const struct reader *reader, size_t from, size_t to)
{
    struct buf out = {0};
    int depth = 0;
    bool comma = false;
    for (size_t i = from; i < to; i++) {
        const struct token *token = &reader->tokens[i];
        const struct token *before = i > from ? &reader->tokens[i - 1] : NULL;
        if (before && before->offset + before->size != token->offset)
            buf_putc(&out, ' ');
        OWNED char *spelled = mem_alloc(token->size + 1);
        token_spell(reader->statement->source, token, spelled, token->size + 1);
        buf_puts(&out, spelled);
        depth += bracket_step(token->punctuator);
        comma |= depth == 0 && token->punctuator == ',';
    }
    const char *text = ptx_keep(reader->statement, buf_take(&out));
    return comma ? ptx_keep(reader->statement, mem_format("(%s)", text)) : text;
}

/* Whether the tokens [from, to) are a name, a number, or a member of a name: evaluating them has no
 * side effects. */
static bool is_plain(const struct reader *reader, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++) {
        const struct token *token = &reader->tokens[i];
        bool link = token->punctuator == '.' || token->punctuator == PUNCTUATOR_ARROW ||
                    token->punctuator == PUNCTUATOR_SCOPE;
        bool name = token->kind == TOKEN_IDENTIFIER && !reader->statement->in_macro;
        if (!name && token->kind != TOKEN_NUMBER && !link)
            return false;
    }
    return to > from;
}

/* Reads the constraint of an operand, as in "=&r". Returns false when PTX does not have the
 * constraint. */
static bool constraint_read(struct ptx_statement *statement, const char *text, bool output,
                            struct ptx_operand *operand)
{
    operand->output = output;
    text += strspn(text, "=+&%");
    if (strlen(text) == 1 && strchr("rlhfdn", *text)) {
        operand->constraint = *text;
        return true;
    }
    if (strcmp(text, "C") == 0 || strcmp(text, "q") == 0) {
        operand->constraint = *text;
        ptx_refuse(statement, mem_format("an operand \"%s\" has no counterpart", text));
        return true;
    }
    statement->other = true;
    return false;
}

/* Finds the parenthesis that closes the operand at |from|. Returns false, and refuses the
 * statement, if the operand contains a statement or a literal text. */
static bool operand_end(const struct reader *reader, size_t from, size_t *out_end)
{
    int depth = 1;
    for (*out_end = from; *out_end < reader->count; ++*out_end) {
        int c = reader->tokens[*out_end].punctuator;
        depth += bracket_step(c);
        if (depth == 0)
            break;
        if (c == ';')
            return ptx_refuse(reader->statement, mem_dup("a statement is in an operand"));
        if (is_string(reader, *out_end) || reader->tokens[*out_end].kind == TOKEN_CHARACTER)
            return ptx_refuse(reader->statement, mem_dup("a literal text is in an operand"));
    }
    return true;
}

/* Returns the index of the '(' after a constraint that arguments of the macro make, as in "="#r;
 * |at| if there is no such constraint. */
static size_t made_constraint_end(const struct reader *reader, size_t at)
{
    size_t end = at;
    bool made = false;
    if (!reader->statement->in_macro)
        return at;
    for (; end < reader->count && punctuator_at(reader, end) != '('; end++) {
        if (punctuator_at(reader, end) == '#' && end + 1 < reader->count &&
            reader->tokens[end + 1].kind == TOKEN_IDENTIFIER) {
            made = true;
            end++;
        } else if (!is_string(reader, end)) {
            return at;
        }
    }
    return made && end < reader->count ? end : at;
}

static bool operand_read(struct reader *reader, bool output)
{
    struct ptx_statement *statement = reader->statement;
    if (statement->operand_count == PTX_OPERANDS)
        return ptx_refuse(statement, mem_dup("it has too many operands"));
    statement->operands = mem_grow(statement->operands, (size_t)statement->operand_count,
                                   sizeof *statement->operands);
    struct ptx_operand *operand = &statement->operands[statement->operand_count++];
    *operand = (struct ptx_operand){0};
    char text[64];
    if (punctuator_at(reader, reader->at) == '[' && reader->at + 2 < reader->count) {
        token_spell(statement->source, &reader->tokens[reader->at + 1], text, sizeof text);
        operand->name = ptx_keep(statement, mem_dup(text));
        reader->at += 3;
    }
    /* A macro may stand for a constraint, or build one from its arguments. The operand is in the
     * parentheses after the macro; the operand's type in the C++ does not depend on the
     * constraint. */
    bool macro = !output && reader->at < reader->count &&
                 reader->tokens[reader->at].kind == TOKEN_IDENTIFIER;
    size_t made = made_constraint_end(reader, reader->at);
    if (made > reader->at) {
        ptx_refuse(statement, mem_dup("a macro is among its operands"));
        reader->at = made - 1;
        macro = true;
    }
    if ((!macro && !is_string(reader, reader->at)) || punctuator_at(reader, reader->at + 1) != '(')
        return ptx_refuse(statement, mem_dup("a macro is among its operands"));
    token_spell(statement->source, &reader->tokens[reader->at], text, sizeof text);
    char *quote = strrchr(text, '"');
    if (text[0] == '"' && quote > text)
        *quote = '\0';
    size_t from = reader->at + 2, to;
    if (!constraint_read(statement, macro ? "l" : text + 1, output, operand) ||
        !operand_end(reader, from, &to))
        return false;
    operand->expression = expression_write(reader, from, to);
    operand->plain = is_plain(reader, from, to);
    reader->at = to + 1;
    return *operand->expression || ptx_refuse(statement, mem_dup("an operand is empty"));
}

static bool operands_read(struct reader *reader, bool outputs)
{
    for (;;) {
        int c = punctuator_at(reader, reader->at);
        if (c == ':' || c == ')' || c == PUNCTUATOR_SCOPE)
            return true;
        if (!operand_read(reader, outputs))
            return false;
        if (punctuator_at(reader, reader->at) == ',')
            reader->at++;
    }
}

static bool clobbers_read(struct reader *reader)
{
    for (; punctuator_at(reader, reader->at) != ')'; reader->at++) {
        char text[32];
        if (punctuator_at(reader, reader->at) == ',')
            continue;
        if (!is_string(reader, reader->at))
            return ptx_refuse(reader->statement, mem_dup("a macro is among its clobbers"));
        token_spell(reader->statement->source, &reader->tokens[reader->at], text, sizeof text);
        if (strcmp(text, "\"memory\"") == 0)
            reader->statement->clobbers_memory = true;
        else
            reader->statement->other = true;
    }
    return !reader->statement->other;
}

/* Returns the index of the token that ends the strings: a ':' or ')' outside parentheses, or a ';',
 * which cannot be among strings. */
static size_t text_end_find(const struct reader *reader)
{
    int depth = 0;
    size_t at = reader->at;
    for (; at < reader->count; at++) {
        int c = punctuator_at(reader, at);
        if (c == ';' || (depth == 0 && (c == ':' || c == PUNCTUATOR_SCOPE || c == ')')))
            break;
        depth += c == '(';
        depth -= c == ')';
    }
    return at;
}

/* Refuses the statement because the text of the macro at the cursor is not known. */
static void refuse_macro(struct reader *reader)
{
    char name[64];
    const struct token *token = reader->at < reader->count ? &reader->tokens[reader->at] : NULL;
    if (token && token->kind == TOKEN_IDENTIFIER &&
        token_spell(reader->statement->source, token, name, sizeof name))
        ptx_refuse(reader->statement, mem_format("the macro '%s' makes its text", name));
    else
        ptx_refuse(reader->statement, mem_dup("an argument of a macro makes its text"));
}

/* Refuses the statement if a directive at the cursor divides an instruction. The instructions of a
 * branch are translated in their place, so each instruction must be complete. */
static void refuse_cut(struct reader *reader)
{
    const struct buf *text = &reader->statement->text;
    size_t size = text->size;
    bool cut = false;
    for (size_t i = 0; i < reader->cut_count; i++)
        cut |= reader->cuts[i] == reader->at;
    while (cut && size > 0 && isspace((unsigned char)text->data[size - 1]))
        size--;
    if (cut && size > 0 && !strchr(";{}", text->data[size - 1]))
        refuse_directive(reader->statement, "a preprocessor directive divides an instruction");
}

/* Reads the statement from its '(' on. */
static bool statement_read(struct reader *reader)
{
    struct ptx_statement *statement = reader->statement;
    size_t first = ++reader->at;
    size_t text_end = text_end_find(reader);
    if (reader->cut_count > 0 &&
        (reader->cuts[0] < first || reader->cuts[reader->cut_count - 1] > text_end))
        return refuse_directive(statement, "a preprocessor directive is inside");
    for (size_t next; reader->at < text_end; reader->at = next) {
        const struct token *token = &reader->tokens[reader->at];
        next = reader->at + 1;
        refuse_cut(reader);
        if (token->kind == TOKEN_IDENTIFIER) {
            next = macro_end(reader, reader->at);
            if (next > text_end || !macro_read(reader, reader->at, next))
                break;
        } else if (!is_string(reader, reader->at)) {
            break;
        } else if (!string_read(statement, statement->source, token, NULL)) {
            return ptx_refuse(statement, mem_dup("its text is not a plain string"));
        }
    }
    if (reader->at == first || reader->at != text_end)
        refuse_macro(reader);
    reader->at = text_end;
    refuse_cut(reader);
    /* Two colons side by side are one token, "::". */
    int section = 0;
    while (punctuator_at(reader, reader->at) == ':' ||
           punctuator_at(reader, reader->at) == PUNCTUATOR_SCOPE) {
        section += punctuator_at(reader, reader->at) == ':' ? 1 : 2;
        reader->at++;
        if (section > 3)
            return ptx_refuse(statement, mem_dup("it jumps"));
        if (section == 3 ? !clobbers_read(reader) : !operands_read(reader, section == 1))
            return false;
    }
    if (punctuator_at(reader, reader->at) != ')')
        return ptx_refuse(statement, mem_dup("a macro is among its operands"));
    statement->semicolon = punctuator_at(reader, reader->at + 1) == ';';
    statement->operands_known = true;
    return !statement->refused;
}

bool ptx_parse(struct ptx_statement *statement, const char *source, size_t size, bool in_macro,
               const struct macros *macros)
{
    *statement = (struct ptx_statement){
        .source = source, .size = size, .in_macro = in_macro, .macros = macros};
    struct reader reader = {.statement = statement};
    bool ok = read_tokens(&reader);
    statement->divided = reader.cut_count > 0;
    if (ok) {
        while (reader.at < reader.count && reader.tokens[reader.at].punctuator != '(')
            reader.at++;
        ok = statement_read(&reader);
    }
    free(reader.tokens);
    free(reader.cuts);
    buf_reserve(&statement->text, 0);
    if (!ok)
        statement->other |= statement->text.size > 0 && !ptx_looks_like_ptx(statement->text.data);
    return ok && ptx_parse_text(statement);
}
