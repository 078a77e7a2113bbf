/* Diagnostics: kept in order of the source, shown as text and as JSON. */
#include "parts.h"

#include <jansson.h>

/* A diagnostic is one line, even when it quotes several. */
static char *one_line(char *text)
{
    for (char *c = text; *c; c++)
        if ((unsigned char)*c < ' ')
            *c = ' ';
    return text;
}

void report_add(struct hipify_report *report, enum hipify_severity severity, const char *code,
                const struct token *token, char *text, const char *remedy)
{
    report->items = mem_grow(report->items, report->count, sizeof *report->items);
    report->items[report->count++] = (struct hipify_diagnostic){
        .severity = severity,
        .code = code,
        .line = token->line,
        .column = token->column,
        .text = one_line(text),
        .remedy = mem_dup(remedy),
    };
}

static int compare_diagnostics(const void *one, const void *other)
{
    const struct hipify_diagnostic *a = one, *b = other;
    if (a->line != b->line)
        return a->line < b->line ? -1 : 1;
    if (a->column != b->column)
        return a->column < b->column ? -1 : 1;
    int codes = strcmp(a->code, b->code);
    return codes ? codes : strcmp(a->text, b->text);
}

void report_sort(struct hipify_report *report, size_t first)
{
    if (report->count > first)
        qsort(report->items + first, report->count - first, sizeof *report->items,
              compare_diagnostics);
}

static const char *severity_name(enum hipify_severity severity)
{
    static const char *const names[] = {"note", "warning", "error"};
    return names[severity];
}

size_t hipify_report_count(const struct hipify_report *report, enum hipify_severity lowest)
{
    size_t count = 0;
    for (size_t i = 0; i < report->count; i++)
        count += report->items[i].severity >= lowest;
    return count;
}

void hipify_report_text(const struct hipify_report *report, const char *shown_path,
                        enum hipify_severity lowest, struct buf *out)
{
    for (size_t i = 0; i < report->count; i++) {
        const struct hipify_diagnostic *item = &report->items[i];
        if (item->severity >= lowest)
            buf_printf(out, "%s:%d:%d: %s: %s; %s [%s]\n", shown_path, item->line, item->column,
                       severity_name(item->severity), item->text, item->remedy, item->code);
    }
}

/* JSON is UTF-8; sources and paths need not be. In a text that is not UTF-8, each byte that is not
 * ASCII becomes '?'. */
static json_t *json_text(const char *text)
{
    json_t *string = json_string(text);
    if (string)
        return string;
    OWNED char *ascii = mem_dup(text);
    for (char *c = ascii; *c; c++)
        if ((unsigned char)*c >= 0x80)
            *c = '?';
    return json_string(ascii);
}

void hipify_report_json(const struct hipify_report *report, const char *shown_path, struct buf *out)
{
    json_t *items = json_array();
    int counts[HIPIFY_ERROR + 1] = {0};
    for (size_t i = 0; i < report->count; i++) {
        const struct hipify_diagnostic *item = &report->items[i];
        counts[item->severity]++;
        json_array_append_new(items,
                              json_pack("{s:s, s:s, s:i, s:i, s:o, s:o}", "severity",
                                        severity_name(item->severity), "code", item->code, "line",
                                        item->line, "column", item->column, "text",
                                        json_text(item->text), "remedy", json_text(item->remedy)));
    }
    json_auto_t *document =
        json_pack("{s:s, s:o, s:{s:i, s:i, s:i}, s:o}", "format", "kbuild-hipify-1", "file",
                  json_text(shown_path), "counts", "note", counts[HIPIFY_NOTE], "warning",
                  counts[HIPIFY_WARNING], "error", counts[HIPIFY_ERROR], "diagnostics", items);
    OWNED char *text = json_dumps(document, JSON_INDENT(2));
    if (!text)
        exit(status_fail(STATUS_ENVIRONMENT, "out of memory for a report"));
    buf_printf(out, "%s\n", text);
}

void hipify_report_free(struct hipify_report *report)
{
    for (size_t i = 0; i < report->count; i++) {
        free(report->items[i].text);
        free(report->items[i].remedy);
    }
    free(report->items);
    *report = (struct hipify_report){0};
}
