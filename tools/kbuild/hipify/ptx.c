/* Finds asm statements among the tokens, and replaces each by the C++ of its instructions, on the
 * same lines. */
#include "ptx.h"

#include "ptx_parts.h"

/* Whether the C++ can be one expression: the statement is one instruction without registers,
 * evaluates no operand twice and drops no operand with side effects. */
static bool is_expression(const struct ptx_statement *statement)
{
    if (statement->instruction_count != 1 || statement->register_count > 0 || statement->divided ||
        statement->instructions[0].jump != PTX_CALL || statement->instructions[0].guarded)
        return false;
    for (int i = 0; i < statement->instructions[0].part_count; i++)
        if (strcmp(statement->instructions[0].parts[i], "cc") == 0)
            return false; /* The carry flag needs a variable, which an expression cannot declare. */
    for (int i = 0; i < statement->operand_count; i++) {
        const struct ptx_operand *operand = &statement->operands[i];
        if (!operand->plain && operand->constraint != 'n' && operand->uses != 1)
            return false;
        if (operand->output && operand->uses != 1)
            return false;
    }
    return true;
}

static const char *type_in_cpp(const char *type)
{
    static const char *const types[][2] = {
        {"pred", "bool"},
        {"b8 u8 s8", "unsigned char"},
        {"b16 u16 s16 f16 bf16", "unsigned short"},
        {"f32", "float"},
        {"f64", "double"},
        {"b64 u64 s64", "unsigned long long"},
    };
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (ptx_list_has(types[i][0], type))
            return types[i][1];
    return "unsigned";
}

/* Appends `do { auto &ptx_0 = x; const auto ptx_1 = y; float ptx_t;`. Outputs are references, so
 * that an output that no instruction writes keeps its value. Inputs are copies. */
static void write_head(const struct ptx_writer *writer, struct buf *out)
{
    const struct ptx_statement *statement = writer->statement;
    buf_puts(out, "do {");
    /* Labels are local to the block, because a function may contain the statement more than once.
     */
    for (int i = 0; i < statement->instruction_count; i++)
        if (statement->instructions[i].jump == PTX_LABEL)
            buf_printf(out, " __label__ %s;", statement->instructions[i].label);
    for (int i = 0; i < statement->operand_count; i++) {
        const struct ptx_operand *operand = &statement->operands[i];
        if (operand->constraint == 'n' || (operand->uses == 0 && operand->plain))
            continue;
        if (operand->uses == 0)
            buf_printf(out, " (void)(%s);", operand->expression);
        else
            buf_printf(out, " %sptx_%d = %s;",
                       operand->output    ? "auto &"
                       : operand->written ? "auto "
                                          : "const auto ",
                       i, operand->expression);
    }
    for (int i = 0; i < statement->register_count; i++)
        if (statement->registers[i].used)
            buf_printf(out, " %s %s;", type_in_cpp(statement->registers[i].type),
                       statement->registers[i].name);
    if (writer->uses_carry)
        buf_puts(out, " bool ptx_carry;");
}

/* Appends comments, directives, line ends and instructions in the order of the source. */
struct joiner {
    const struct ptx_statement *statement;
    struct buf *out; /* the output, which has nothing but the C++ of this statement */
    size_t piece;
    bool line_begins;
};

static char last_char(const struct joiner *joiner)
{
    return joiner->out->size > 0 ? joiner->out->data[joiner->out->size - 1] : '\0';
}

/* Appends the blanks before the next text, whose place in the statement is |offset|: at the
 * beginning of a line the blanks that the source's line begins with, elsewhere one blank. */
static void join(struct joiner *joiner, size_t offset)
{
    const char *source = joiner->statement->source;
    if (joiner->line_begins) {
        size_t line = offset;
        while (line > 0 && !strchr("\r\n", source[line - 1]))
            line--;
        size_t blanks = strspn(source + line, " \t");
        buf_append(joiner->out, source + line, blanks < offset - line ? blanks : offset - line);
    } else if (joiner->out->size > 0 && !strchr(" \n", last_char(joiner))) {
        buf_putc(joiner->out, ' ');
    }
    joiner->line_begins = false;
}

static void join_pieces(struct joiner *joiner, size_t until)
{
    const struct ptx_statement *statement = joiner->statement;
    for (; joiner->piece < statement->piece_count; joiner->piece++) {
        const struct ptx_piece *piece = &statement->pieces[joiner->piece];
        const char *text = statement->source + piece->offset;
        if (piece->offset >= until)
            return;
        if (piece->kind != PTX_LINE_END)
            join(joiner, piece->offset);
        /* A blank stays between a carriage return and a line feed, which side by side would be one
         * newline. */
        else if ((*text == '\\' && joiner->out->size > 0 && !joiner->line_begins) ||
                 (*text == '\n' && last_char(joiner) == '\r'))
            buf_putc(joiner->out, ' ');
        buf_append(joiner->out, text, piece->size);
        joiner->line_begins = piece->kind == PTX_LINE_END;
    }
}

/* Appends the remaining pieces. A blank after a final carriage return keeps it from becoming one
 * newline with a line feed that follows the statement. */
static void join_end(struct joiner *joiner)
{
    join_pieces(joiner, joiner->statement->size);
    if (last_char(joiner) == '\r')
        buf_putc(joiner->out, ' ');
}

static int compare_pieces(const void *one, const void *other)
{
    const struct ptx_piece *a = one, *b = other;
    return (a->offset > b->offset) - (a->offset < b->offset);
}

static struct joiner joiner_start(struct ptx_statement *statement, struct buf *out)
{
    if (statement->piece_count > 0)
        qsort(statement->pieces, statement->piece_count, sizeof *statement->pieces, compare_pieces);
    return (struct joiner){.statement = statement, .out = out};
}

static void join_all(const struct ptx_writer *writer, const struct strings *texts, struct buf *out)
{
    const struct ptx_statement *statement = writer->statement;
    struct joiner joiner = joiner_start(writer->statement, out);
    const char *end = statement->semicolon ? ";" : "";
    bool barrier = writer->weak_memory && statement->clobbers_memory;
    if (!writer->block) {
        buf_puts(out, texts->count ? texts->items[0] : "(void)0");
        buf_puts(out, barrier ? ", kbuild::ptx::memory()" : "");
        buf_puts(out, end);
        join_end(&joiner);
        return;
    }
    write_head(writer, out);
    for (size_t i = 0; i < texts->count; i++) {
        size_t offset = statement->instructions[i].offset;
        join_pieces(&joiner, offset);
        join(&joiner, offset);
        buf_printf(out, "%s;", texts->items[i]);
    }
    join_end(&joiner);
    join(&joiner, statement->size);
    buf_printf(out, "%s} while (0)%s", barrier ? "kbuild::ptx::memory(); " : "", end);
}

static bool write_all(struct ptx_writer *writer, struct buf *out)
{
    struct ptx_statement *statement = writer->statement;
    OWNED_BY(strings_free) struct strings texts = {0};
    bool ok = true;
    writer->block = !is_expression(statement) && statement->instruction_count > 0;
    for (int i = 0; ok && i < statement->instruction_count; i++) {
        struct buf text = {0};
        ok = ptx_write(writer, &statement->instructions[i], &text);
        strings_take(&texts, buf_take(&text));
    }
    if (ok)
        join_all(writer, &texts, out);
    return ok;
}

/* Appends a statement that fails with |why| only when the function around it is compiled to machine
 * code: many functions with inline PTX are never used, but clang would refuse the constraints of
 * PTX in them. The operands count as used and as written. The keyword is spelled __asm__, because
 * programs define asm as a macro. Appends nothing if the statement may be for another machine.
 *
 *     do { __asm__ volatile(".error \"...\""); kbuild::ptx::untranslated(x, y); } while (0);
 */
static void write_error(struct ptx_statement *statement, const char *why, struct buf *out)
{
    const char *text = statement->text.data + strspn(statement->text.data, " \t\r\n{;");
    bool directive = *text == '.' && strncmp(text, ".reg", 4) != 0;
    if (!statement->operands_known || directive || !ptx_is_of_ptx_alone(text))
        return;
    struct joiner joiner = joiner_start(statement, out);
    buf_puts(out, "do { __asm__ volatile(\".error \\\"inline PTX has no translation: ");
    text = ptx_first_instruction(text);
    int opcode = (int)strcspn(text, " \t\r\n;\"\\");
    if (strncmp(why, text, (size_t)opcode) != 0)
        buf_printf(out, "%.*s: ", opcode, text);
    for (; *why; why++)
        buf_putc(out, *why == '"' || *why == '\\' || (unsigned char)*why < ' ' ? '\'' : *why);
    buf_puts(out, "\\\"\"); kbuild::ptx::untranslated(");
    for (int i = 0; i < statement->operand_count; i++)
        buf_printf(out, "%s%s", i ? ", " : "", statement->operands[i].expression);
    buf_printf(out, "); } while (0)%s", statement->semicolon ? ";" : "");
    join_end(&joiner);
}

enum ptx_outcome ptx_translate(const char *source, size_t size, bool in_macro,
                               const struct macros *macros, struct buf *out, struct buf *what,
                               int *out_older)
{
    struct ptx_statement statement;
    struct ptx_writer writer = {.statement = &statement};
    enum ptx_outcome outcome = PTX_TRANSLATED;
    bool parsed = ptx_parse(&statement, source, size, in_macro, macros);
    if (!parsed && statement.broken &&
        ptx_translate_branches(source, size, macros, out, what, &outcome, out_older)) {
        ptx_statement_free(&statement);
        return outcome;
    }
    if (parsed && write_all(&writer, out)) {
        for (size_t i = 0; i < writer.what.count; i++) {
            buf_puts(what, i ? ", " : "");
            buf_puts(what, writer.what.items[i]);
        }
        if (writer.what.count == 0)
            buf_puts(what, "nothing but labels or declarations");
    } else if (statement.other) {
        outcome = PTX_OTHER;
    } else {
        outcome = PTX_REFUSED;
        buf_puts(what, statement.refused ? statement.refused : "it is not understood");
        write_error(&statement, what->data, out);
    }
    *out_older = statement.older;
    strings_free(&writer.what);
    ptx_statement_free(&statement);
    return outcome;
}

/* Whether |word| may come between asm and its parenthesis. */
static bool is_qualifier(enum word word)
{
    return word == WORD_volatile || word == WORD___volatile__ || word == WORD___volatile ||
           word == WORD_inline || word == WORD_goto;
}

/* Returns |reason| without the instruction's name: "a tensor-core instruction" of "wgmma.fence: a
 * tensor-core instruction". */
static const char *family_of(const char *reason)
{
    const char *colon = strstr(reason, ": ");
    return colon ? colon + 2 : reason;
}

/* Whether |name| is an instruction that only new GPUs have and that has no translation in any form.
 * A file usually has many such instructions, each in a function of its own, so that one diagnostic
 * lists these functions. */
static bool is_of_new_gpus(const char *name)
{
    int older = 0;
    return ptx_refusal(name, &older) && older;
}

/* Returns the name of the function that the next token is in: "Class::name", or "one without a
 * name" if none was seen, as in a macro. The caller frees it. */
static char *function_name(const struct assemblers *assemblers)
{
    const struct token *name = assemblers->name;
    int scope = scopes_place(assemblers->scopes).scope;
    const struct symbol *class_name = scopes_class(assemblers->scopes, scope);
    if (name->size == 0)
        return mem_dup("one without a name");
    return mem_format("%.*s%s%.*s", class_name ? (int)class_name->size : 0,
                      class_name ? class_name->text : "", class_name ? "::" : "", (int)name->size,
                      assemblers->source + name->offset);
}

/* Adds the statement that begins at |token| to the diagnostic of |reported|. */
static void count_in(struct assemblers *assemblers, struct assembler_reason *reported,
                     const struct token *token)
{
    struct hipify_diagnostic *item = &assemblers->report->items[reported->item];
    if (reported->in_file && reported->function == assemblers->function) {
        item->places[item->place_count - 1].statements++;
    } else if (reported->in_file) {
        report_add_place(item, function_name(assemblers), token);
        reported->function = assemblers->function;
    } else {
        const char *more = strstr(item->text, " (and ");
        size_t size = more ? (size_t)(more - item->text) : strlen(item->text);
        char *text = mem_format("%.*s (and %d more in this function)", (int)size, item->text,
                                ++reported->more);
        free(item->text);
        item->text = text;
    }
}

/* Whether |reason| was already reported for this function, or for the file: then the refused
 * statement at |token| is added to that diagnostic. Otherwise remembers |reason| for the diagnostic
 * that the caller adds next, of the whole file if |in_file|. */
static bool is_reported(struct assemblers *assemblers, const struct token *token,
                        const char *reason, bool in_file)
{
    struct assembler_reason *place = NULL;
    if (assemblers->function == 0)
        return false;
    for (int i = 0; i < ASSEMBLER_REASONS; i++) {
        struct assembler_reason *reported = &assemblers->reported[i];
        bool here = reported->in_file || reported->function == assemblers->function;
        if (!reported->reason || !here) {
            place = place ? place : reported;
        } else if (strcmp(reported->reason, family_of(reason)) == 0) {
            count_in(assemblers, reported, token);
            return true;
        }
    }
    if (place) {
        free(place->reason);
        *place = (struct assembler_reason){.reason = mem_dup(family_of(reason)),
                                           .function = assemblers->function,
                                           .item = assemblers->report->count,
                                           .in_file = in_file};
    }
    return false;
}

static void refuse(struct assemblers *assemblers, const struct token *token, const char *reason,
                   int older)
{
    char name[PTX_NAME];
    ptx_list_next(reason, ':', name);
    bool in_file = assemblers->function != 0 && is_of_new_gpus(name);
    if (is_reported(assemblers, token, reason, in_file))
        return;
    OWNED char *remedy = mem_dup(ptx_remedy(name));
    if (older && assemblers->cuda_arch > older) {
        char *longer = mem_format("%s; where the source has a branch for GPUs without it, "
                                  "--cuda-arch %d takes that",
                                  remedy, older);
        free(remedy);
        remedy = longer;
    }
    report_add(assemblers->report, HIPIFY_WARNING, "KB1101", token,
               mem_format("inline PTX assembly: %s", reason), remedy);
    if (in_file)
        report_add_place(&assemblers->report->items[assemblers->report->count - 1],
                         function_name(assemblers), token);
}

/* Whether the next token after |at|, not counting blanks and comments, is a '#'. At the beginning
 * of a line, that '#' would begin a directive. */
static bool is_hash_behind(const struct assemblers *assemblers, size_t at)
{
    struct lexer lexer;
    struct token token;
    lexer_start_body(&lexer, assemblers->source + at, assemblers->size - at);
    do
        if (!lexer_next(&lexer, &token))
            return false;
    while (token.kind == TOKEN_SPACE || token.kind == TOKEN_BLOCK_COMMENT);
    return token.directive != DIRECTIVE_NONE;
}

/* Translates the complete asm statement of |side|, adds the edit and the diagnostic, and clears
 * |side|. */
static void finish(struct assemblers *assemblers, struct assembler_side *side)
{
    struct token begin = side->begin;
    size_t end = (size_t)side->last.offset + side->last.size;
    bool broken = side->broken, compiled = side->compiled;
    *side = (struct assembler_side){0};
    if (broken) {
        if (compiled)
            refuse(assemblers, &begin, "a preprocessor directive is inside", 0);
        return;
    }
    struct buf out = {0}, what = {0};
    int older;
    bool in_macro = begin.directive != DIRECTIVE_NONE;
    enum ptx_outcome outcome =
        ptx_translate(assemblers->source + begin.offset, end - begin.offset, in_macro,
                      in_macro ? NULL : assemblers->macros, &out, &what, &older);
    if (outcome == PTX_TRANSLATED && assemblers->of_hip) {
        buf_puts(&what, ", which kbuild's headers have and HIP's lack");
        outcome = PTX_REFUSED;
    }
    size_t visible = out.size; /* the size of the C++ without the blanks and line ends at its end */
    while (visible > 0 && strchr(" \t\r\n", out.data[visible - 1]))
        visible--;
    if (visible < out.size && is_hash_behind(assemblers, end)) {
        what.size = out.size = 0;
        buf_puts(&what, "a '#' is behind it on its last line");
        outcome = PTX_REFUSED;
    }
    switch (compiled ? outcome : PTX_OTHER) {
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
        edits_add(assemblers->edits, begin.offset, end - begin.offset, out.data);
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
        if (word_is_asm(token->word)) {
            side->begin = *token;
            side->compiled = assemblers->compiled;
        }
        return;
    }
    if (side->depth == 0 && c != '(') {
        if (!is_qualifier(token->word))
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
    code->broken |= code->depth > 0 && token->directive > DIRECTIVE_ENDIF;
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

void assemblers_free(struct assemblers *assemblers)
{
    for (int i = 0; i < ASSEMBLER_REASONS; i++)
        free(assemblers->reported[i].reason);
}
