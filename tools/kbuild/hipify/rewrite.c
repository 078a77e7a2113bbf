/* The translation: one pass over the tokens collects what may change, and what the file declares;
 * then the text is copied with the changes put in.
 *
 * A replaced token keeps the joined line ends that were inside it, so no line is lost. They come
 * behind its first character: behind the last one, a carriage return could meet a line feed.
 */
#include "hazard.h"
#include "hipify.h"
#include "lexer.h"
#include "mapping.h"
#include "name.h"
#include "report.h"
#include "scope.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { HEADER_SIZE = 512 }; /* longer header names are not CUDA's */

/* A header name that is replaced. */
struct header {
    struct token token;
    const struct mapping *mapping;
};

struct translation {
    const char *source;
    const struct hipify_options *options;
    struct hipify_report *report;
    struct history code, line; /* of the code, and of the directive that is being read */
    struct scopes scopes;
    struct names names;
    struct hazards hazards;
    struct header *headers;
    size_t header_count, header_capacity;
    bool includes_project;
};

/* The name between the quotes; false when it is longer than any that matters. */
static bool header_spell(const char *source, const struct token *token, char name[HEADER_SIZE])
{
    if (!token_spell(source, token, name, HEADER_SIZE))
        return false;
    size_t length = strlen(name);
    memmove(name, name + 1, length - 2);
    name[length - 2] = '\0';
    return true;
}

static void follow_header(struct translation *translation, const struct token *token)
{
    char name[HEADER_SIZE];
    if (!header_spell(translation->source, token, name))
        return;
    bool angled = translation->source[token->offset] == '<';
    const struct hipify_options *options = translation->options;
    if (options->is_project_header && options->is_project_header(options->context, name, angled)) {
        translation->includes_project = true;
        return;
    }
    const struct mapping *mapping = mapping_find_header(name);
    if (mapping ? mapping->kind == MAPPING_NONE : angled && mapping_is_cuda_folder(name)) {
        report_add(translation->report, HIPIFY_WARNING, "KB1002", token,
                   mem_format("the CUDA header %s has no counterpart and was left as it is", name),
                   "include what HIP or ROCm has for it, or keep it off AMD with #ifdef __HIP__");
        return;
    }
    if (!mapping || mapping->kind != MAPPING_RENAME)
        return;
    if (translation->header_count == translation->header_capacity) {
        translation->header_capacity =
            translation->header_capacity ? translation->header_capacity * 2 : 8;
        translation->headers = mem_resize(translation->headers, translation->header_capacity,
                                          sizeof *translation->headers);
    }
    translation->headers[translation->header_count++] =
        (struct header){.token = *token, .mapping = mapping};
}

static void end_directive(struct translation *translation)
{
    names_finish(&translation->names, &translation->scopes);
    hazards_end_line(&translation->hazards);
    translation->line.count = 0;
}

static void follow(struct translation *translation, const struct token *token)
{
    bool code = token->directive == DIRECTIVE_NONE;
    struct history *history = code ? &translation->code : &translation->line;
    if (!code && translation->line.count == 0) {
        names_finish(&translation->names, &translation->scopes);
        scopes_follow_directive(&translation->scopes, token->directive);
    }
    if (translation->names.pending)
        names_follow(&translation->names, &translation->scopes, token);
    if (hazards_care(&translation->hazards, token))
        hazards_follow(&translation->hazards, token, history);
    if (token->kind == TOKEN_IDENTIFIER && name_may_be_cuda(translation->source[token->offset]))
        names_add(&translation->names, &translation->scopes, token, history);
    if (token->kind == TOKEN_HEADER_NAME)
        follow_header(translation, token);
    if (code)
        scopes_follow(&translation->scopes, token, history);
    history_push(history, token);
}

static enum status fail_at(const char *path, const struct token *token, const char *problem)
{
    return status_fail(STATUS_INPUT, "%s:%d:%d: %s", path, token->line, token->column, problem);
}

static enum status read_tokens(struct translation *translation, size_t size)
{
    struct lexer lexer;
    struct token token;
    lexer_start(&lexer, translation->source, size);
    while (lexer_next(&lexer, &token)) {
        if (token.kind == TOKEN_ERROR)
            return fail_at(translation->options->shown_path, &token, lexer_problem(&lexer));
        if (token.kind == TOKEN_NEWLINE && translation->line.count > 0)
            end_directive(translation);
        else if (token.dead)
            continue;
        else if (token_is_significant(&token))
            follow(translation, &token);
        else if (translation->hazards.guard.size)
            hazards_follow_blank(&translation->hazards);
    }
    end_directive(translation);
    return STATUS_OK;
}

/* The text of the joined line ends inside |token|. */
static void append_splices(struct buf *out, const char *source, const struct token *token)
{
    size_t end = token->offset + token->size;
    for (size_t at = token->offset; token->spliced && at < end; at++) {
        size_t splice = lexer_splice_length(source, end, at);
        if (splice) {
            buf_append(out, source + at, splice);
            at += splice - 1;
        }
    }
}

static void append_line_directive(struct buf *out, const char *path, const char *newline,
                                  size_t newline_size)
{
    buf_puts(out, "#line 1 \"");
    for (const char *c = path; *c; c++) {
        if (*c == '"' || *c == '\\')
            buf_putc(out, '\\');
        if ((unsigned char)*c < ' ' || *c == 0x7f)
            buf_printf(out, "\\%03o", (unsigned)*c);
        else
            buf_putc(out, *c);
    }
    buf_putc(out, '"');
    buf_append(out, newline, newline_size);
}

/* Copies the text up to |token| and |text| in its place; returns the offset behind it. */
static size_t append_replaced(const struct translation *translation, struct buf *out, size_t from,
                              const struct token *token, const char *text, bool quoted)
{
    const char *source = translation->source;
    size_t end = token->offset + token->size;
    buf_append(out, source + from, token->offset - from);
    if (quoted)
        buf_putc(out, source[token->offset]);
    buf_putc(out, *text);
    append_splices(out, source, token);
    buf_puts(out, text + 1);
    if (quoted)
        buf_putc(out, source[end - 1]);
    return end;
}

static void write_translation(const struct translation *translation, size_t size, struct buf *out)
{
    const char *source = translation->source;
    buf_reserve(out, size + size / 64 + 4096);
    size_t at = size >= 3 && memcmp(source, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    if (at)
        buf_append(out, source, at);
    size_t line_end = 0;
    while (line_end < size && source[line_end] != '\n' && source[line_end] != '\r')
        line_end++;
    if (line_end == size)
        append_line_directive(out, translation->options->shown_path, "\n", 1);
    else
        append_line_directive(
            out, translation->options->shown_path, source + line_end,
            source[line_end] == '\r' && line_end + 1 < size && source[line_end + 1] == '\n' ? 2
                                                                                            : 1);
    size_t next_header = 0;
    for (size_t i = 0; i <= translation->names.count; i++) {
        const struct name *name =
            i < translation->names.count ? &translation->names.items[i] : NULL;
        while (next_header < translation->header_count) {
            const struct header *header = &translation->headers[next_header];
            if (name && header->token.offset > name->token.offset)
                break;
            at = append_replaced(translation, out, at, &header->token, header->mapping->hip, true);
            next_header++;
        }
        if (name && names_is_renamed(&translation->names, &translation->scopes, name))
            at = append_replaced(translation, out, at, &name->token, name->mapping->hip, false);
    }
    buf_append(out, source + at, size - at);
}

/* The line and column of the NUL byte at |offset|. */
static struct token token_at(const char *source, size_t offset)
{
    struct token token = {.offset = offset, .line = 1, .column = 1};
    for (size_t at = 0; at < offset; at++) {
        bool ends = source[at] == '\n' || (source[at] == '\r' && source[at + 1] != '\n');
        token.line += ends;
        token.column = ends ? 1 : token.column + 1;
    }
    return token;
}

enum status hipify_translate(const char *source, size_t size, const struct hipify_options *options,
                             struct buf *out, struct hipify_report *report)
{
    if (size >= INT_MAX)
        return status_fail(STATUS_INPUT, "%s: is 2 GiB or larger; split it", options->shown_path);
    const char *nul = size ? memchr(source, '\0', size) : NULL;
    if (nul) {
        struct token token = token_at(source, (size_t)(nul - source));
        return fail_at(options->shown_path, &token, "a NUL byte; this is no C++ source");
    }
    source = size ? source : "";
    struct hipify_report found = {0};
    struct translation translation = {
        .source = source,
        .options = options,
        .report = &found,
        .hazards = {.source = source, .options = options, .report = &found},
    };
    scopes_start(&translation.scopes, source);
    enum status status = read_tokens(&translation, size);
    if (status == STATUS_OK) {
        names_settle(&translation.names, &translation.scopes);
        names_report(&translation.names, translation.includes_project, &found);
        write_translation(&translation, size, out);
        size_t first = report->count;
        report_take(report, &found);
        report_sort(report, first);
    }
    hipify_report_free(&found);
    hazards_free(&translation.hazards);
    names_free(&translation.names);
    scopes_free(&translation.scopes);
    free(translation.headers);
    return status;
}

void hipify_scan_includes(const char *source, size_t size,
                          void (*visit)(void *context, const char *name, bool angled, int line),
                          void *context)
{
    struct lexer lexer;
    struct token token;
    lexer_start(&lexer, source, size);
    while (lexer_next(&lexer, &token)) {
        if (token.kind != TOKEN_HEADER_NAME || token.dead || token.directive != DIRECTIVE_INCLUDE)
            continue;
        char *name = mem_alloc(token.size + 1);
        token_spell(source, &token, name, token.size + 1);
        name[strlen(name) - 1] = '\0';
        visit(context, name + 1, source[token.offset] == '<', token.line);
        free(name);
    }
}
