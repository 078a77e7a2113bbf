/* Statements: the C++ of all instructions, on the lines where they were. */
#include "ptx.h"

#include "ptx_parts.h"
#include "report.h"

#include <stdlib.h>
#include <string.h>

/* Whether the statement is one instruction without registers, which evaluates no operand twice and
 * drops no operand with side effects. */
static bool is_expression(const struct ptx_statement *statement)
{
    if (statement->instruction_count != 1 || statement->register_count > 0 ||
        statement->instructions[0].guarded)
        return false;
    for (int i = 0; i < statement->instructions[0].part_count; i++)
        if (strcmp(statement->instructions[0].parts[i], "cc") == 0)
            return false; /* the carry needs a variable */
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
    static const char *const names[][2] = {
        {"pred", "bool"},
        {"b8", "unsigned char"},
        {"u8", "unsigned char"},
        {"s8", "unsigned char"},
        {"b16", "unsigned short"},
        {"u16", "unsigned short"},
        {"s16", "unsigned short"},
        {"f16", "unsigned short"},
        {"bf16", "unsigned short"},
        {"f32", "float"},
        {"f64", "double"},
        {"b64", "unsigned long long"},
        {"u64", "unsigned long long"},
        {"s64", "unsigned long long"},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(type, names[i][0]) == 0)
            return names[i][1];
    return "unsigned";
}

/* `do { auto &ptx_0 = x; const auto ptx_1 = y; float ptx_t;`: outputs are references, so that an
 * output that no instruction writes keeps its value; inputs are copies. */
static void write_head(const struct ptx_writer *writer, struct buf *out)
{
    const struct ptx_statement *statement = writer->statement;
    buf_puts(out, "do {");
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
        if (statement->registers[i].used || statement->registers[i].written)
            buf_printf(out, " %s %s;", type_in_cpp(statement->registers[i].type),
                       statement->registers[i].name);
    if (writer->uses_carry)
        buf_puts(out, " bool ptx_carry;");
}

/* Joins comments, line ends and instructions in the order of the source. */
struct joiner {
    const struct ptx_statement *statement;
    struct buf *out;
    size_t piece;
    bool line_begins;
};

static void join_text(struct joiner *joiner, size_t offset, const char *text)
{
    if (!*text)
        return;
    if (joiner->line_begins) {
        /* The indentation of the line, as far as it is blanks. */
        size_t line = offset;
        while (line > 0 && !strchr("\r\n", joiner->statement->source[line - 1]))
            line--;
        size_t blanks = strspn(joiner->statement->source + line, " \t");
        buf_append(joiner->out, joiner->statement->source + line,
                   blanks < offset - line ? blanks : offset - line);
    } else if (joiner->out->size > 0 && !strchr(" \n", joiner->out->data[joiner->out->size - 1])) {
        buf_putc(joiner->out, ' ');
    }
    buf_puts(joiner->out, text);
    joiner->line_begins = false;
}

static void join_pieces(struct joiner *joiner, size_t until)
{
    const struct ptx_statement *statement = joiner->statement;
    for (;
         joiner->piece < statement->piece_count && statement->pieces[joiner->piece].offset < until;
         joiner->piece++) {
        const struct ptx_piece *piece = &statement->pieces[joiner->piece];
        if (piece->comment) {
            char *comment = mem_dup_n(statement->source + piece->offset, piece->size);
            join_text(joiner, piece->offset, comment);
            free(comment);
            continue;
        }
        if (statement->source[piece->offset] == '\\' && joiner->out->size > 0 &&
            !joiner->line_begins)
            buf_putc(joiner->out, ' ');
        /* A carriage return and a line feed must not become one newline. */
        if (statement->source[piece->offset] == '\n' && joiner->out->size > 0 &&
            joiner->out->data[joiner->out->size - 1] == '\r')
            buf_putc(joiner->out, ' ');
        buf_append(joiner->out, statement->source + piece->offset, piece->size);
        joiner->line_begins = true;
    }
}

/* The last pieces. A carriage return must not become one newline with a line feed behind the
 * statement. */
static void join_end(struct joiner *joiner)
{
    join_pieces(joiner, joiner->statement->size);
    if (joiner->out->size > 0 && joiner->out->data[joiner->out->size - 1] == '\r')
        buf_putc(joiner->out, ' ');
}

static int compare_pieces(const void *one, const void *other)
{
    const struct ptx_piece *a = one, *b = other;
    return (a->offset > b->offset) - (a->offset < b->offset);
}

static void sort_pieces(struct ptx_statement *statement)
{
    if (statement->piece_count > 0)
        qsort(statement->pieces, statement->piece_count, sizeof *statement->pieces, compare_pieces);
}

static void join(const struct ptx_writer *writer, const struct strings *texts, struct buf *out)
{
    struct ptx_statement *statement = writer->statement;
    struct joiner joiner = {.statement = statement, .out = out};
    sort_pieces(statement);
    struct buf head = {0};
    buf_reserve(&head, 0);
    const char *end = statement->semicolon ? ";" : "";
    const char *barrier =
        writer->weak_memory && statement->clobbers_memory ? "kbuild::ptx::memory()" : NULL;
    if (!writer->block) {
        buf_printf(&head, "%s%s%s%s", texts->count ? texts->items[0] : "(void)0",
                   barrier ? ", " : "", barrier ? barrier : "", end);
        join_text(&joiner, 0, head.data);
    } else {
        write_head(writer, &head);
        join_text(&joiner, 0, head.data);
        for (size_t i = 0; i < texts->count; i++) {
            size_t offset = statement->instructions[i].offset;
            join_pieces(&joiner, offset);
            char *text = mem_format("%s;", texts->items[i]);
            join_text(&joiner, offset, text);
            free(text);
        }
    }
    join_end(&joiner);
    if (writer->block) {
        char *tail =
            mem_format("%s%s} while (0)%s", barrier ? barrier : "", barrier ? "; " : "", end);
        join_text(&joiner, statement->size, tail);
        free(tail);
    }
    buf_free(&head);
}

static bool write_all(struct ptx_writer *writer, struct buf *out)
{
    struct ptx_statement *statement = writer->statement;
    struct strings texts = {0};
    bool ok = true;
    writer->block = !is_expression(statement) && statement->instruction_count > 0;
    for (int i = 0; ok && i < statement->instruction_count; i++) {
        struct buf text = {0};
        buf_reserve(&text, 0);
        ok = ptx_write(writer, &statement->instructions[i], &text);
        strings_take(&texts, buf_take(&text));
    }
    if (ok) {
        struct buf joined = {0};
        join(writer, &texts, &joined);
        buf_append(out, joined.data, joined.size);
        buf_free(&joined);
    }
    strings_free(&texts);
    return ok;
}

/* A statement that fails with |why| only when the function around it is compiled to machine code.
 * Many such functions are never used, and clang would already refuse the constraints of PTX in
 * them. The operands count as used and as written. Nothing is written where the statement may be
 * for another machine.
 *
 *     do { asm volatile(".error \"...\""); kbuild::ptx::untranslated(x, y); } while (0);
 */
static void write_error(struct ptx_statement *statement, const char *why, struct buf *out)
{
    const char *text = statement->text.data + strspn(statement->text.data, " \t\r\n{;");
    bool directive = *text == '.' && strncmp(text, ".reg", 4) != 0;
    if (!statement->operands_known || directive || !strchr(text, '.') || !ptx_looks_like_ptx(text))
        return;
    struct buf head = {0};
    buf_reserve(&head, 0);
    buf_puts(&head, "do { asm volatile(\".error \\\"inline PTX has no translation: ");
    int opcode = (int)strcspn(text, " \t\r\n;\"\\");
    if (strncmp(why, text, (size_t)opcode) != 0)
        buf_printf(&head, "%.*s: ", opcode, text);
    for (; *why; why++)
        buf_putc(&head, *why == '"' || *why == '\\' || (unsigned char)*why < ' ' ? '\'' : *why);
    buf_puts(&head, "\\\"\"); kbuild::ptx::untranslated(");
    for (int i = 0; i < statement->operand_count; i++)
        buf_printf(&head, "%s%s", i ? ", " : "", statement->operands[i].expression);
    buf_printf(&head, "); } while (0)%s", statement->semicolon ? ";" : "");
    struct joiner joiner = {.statement = statement, .out = out};
    sort_pieces(statement);
    join_text(&joiner, 0, head.data);
    join_end(&joiner);
    buf_free(&head);
}

enum ptx_outcome ptx_translate(const char *source, size_t size, bool in_macro,
                               const struct macros *macros, struct buf *out, struct buf *what,
                               int *out_older)
{
    struct ptx_statement *statement = mem_alloc(sizeof *statement);
    struct ptx_writer writer = {.statement = statement};
    enum ptx_outcome outcome;
    bool ok = ptx_parse(statement, source, size, in_macro, macros) && write_all(&writer, out);
    if (ok) {
        outcome = PTX_TRANSLATED;
        for (size_t i = 0; i < writer.what.count; i++)
            buf_printf(what, "%s%s", i ? ", " : "", writer.what.items[i]);
    } else if (statement->other) {
        outcome = PTX_OTHER;
    } else {
        outcome = PTX_REFUSED;
        buf_puts(what, statement->refused ? statement->refused : "it is not understood");
        write_error(statement, what->data, out);
    }
    *out_older = statement->older;
    strings_free(&writer.what);
    ptx_statement_free(statement);
    free(statement);
    return outcome;
}
