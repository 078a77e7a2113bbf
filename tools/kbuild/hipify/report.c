/* Keeps diagnostics, and writes them as text and as JSON. */
#include "parts.h"

#include <jansson.h>

/* Replaces line ends in |text|, which may quote several lines: a diagnostic is one line. Returns
 * |text|. */
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

/* Appends how many statements and functions |item| is about, if more than one. */
static void write_places(const struct hipify_diagnostic *item, struct buf *out)
{
    int statements = 0;
    for (size_t i = 0; i < item->place_count; i++)
        statements += item->places[i].statements;
    if (item->place_count > 1)
        buf_printf(out, " (%d statements in %zu functions of this file; the first is %s)",
                   statements, item->place_count, item->places[0].function);
    else if (statements > 1)
        buf_printf(out, " (and %d more in this function)", statements - 1);
}

void report_add_place(struct hipify_diagnostic *item, char *function, const struct token *token)
{
    item->places = mem_grow(item->places, item->place_count, sizeof *item->places);
    item->places[item->place_count++] = (struct hipify_place){
        .function = one_line(function),
        .line = token->line,
        .column = token->column,
        .statements = 1,
    };
}

void hipify_report_text(const struct hipify_report *report, const char *shown_path,
                        enum hipify_severity lowest, struct buf *out)
{
    for (size_t i = 0; i < report->count; i++) {
        const struct hipify_diagnostic *item = &report->items[i];
        if (item->severity < lowest)
            continue;
        buf_printf(out, "%s:%d:%d: %s: %s", shown_path, item->line, item->column,
                   severity_name(item->severity), item->text);
        write_places(item, out);
        buf_printf(out, "; %s [%s]\n", item->remedy, item->code);
    }
}

/* Returns |text| as JSON, which is UTF-8. Sources and paths need not be: in a text that is not
 * UTF-8, each byte that is not ASCII becomes '?'. */
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

static json_t *json_places(const struct hipify_diagnostic *item)
{
    json_t *places = json_array();
    for (size_t i = 0; i < item->place_count; i++) {
        const struct hipify_place *place = &item->places[i];
        json_array_append_new(places,
                              json_pack("{s:o, s:i, s:i, s:i}", "function",
                                        json_text(place->function), "line", place->line, "column",
                                        place->column, "statements", place->statements));
    }
    return places;
}

void hipify_report_json(const struct hipify_report *report, const char *shown_path, struct buf *out)
{
    json_t *items = json_array();
    int counts[HIPIFY_ERROR + 1] = {0};
    for (size_t i = 0; i < report->count; i++) {
        const struct hipify_diagnostic *item = &report->items[i];
        counts[item->severity]++;
        json_t *object =
            json_pack("{s:s, s:s, s:i, s:i, s:o, s:o}", "severity", severity_name(item->severity),
                      "code", item->code, "line", item->line, "column", item->column, "text",
                      json_text(item->text), "remedy", json_text(item->remedy));
        if (item->place_count > 0)
            json_object_set_new(object, "functions", json_places(item));
        json_array_append_new(items, object);
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
        for (size_t place = 0; place < report->items[i].place_count; place++)
            free(report->items[i].places[place].function);
        free(report->items[i].places);
    }
    free(report->items);
    *report = (struct hipify_report){0};
}
