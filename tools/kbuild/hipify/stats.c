#include "hipify/stats.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum {
    UNKNOWN_SHOWN = 20,
    TALLIES = 8192, /* names beyond these are not counted one by one */
    NAME_SIZE = 128,
};

/* The subject of each diagnostic, in a few words. */
static const struct {
    const char *code, *title;
} titles[] = {
    {"KB1001", "unknown names"},
    {"KB1002", "headers without a counterpart"},
    {"KB1003", "names that ## builds"},
    {"KB1004", "names that this HIP does not have"},
    {"KB1101", "inline PTX"},
    {"KB1201", "guards on __CUDA_ARCH__"},
    {"KB1202", "guards on other macros of NVIDIA's"},
    {"KB1203", "functions that are not compiled for AMD"},
    {"KB1301", "masks of 32 lanes"},
    {"KB1303", "warpSize beside a warp of 32 lanes"},
    {"KB1304", "intrinsics on the whole wave"},
    {"KB1401", "kernel launches"},
    {"KB1501", "halves of a half2 read as bits"},
    {"KB1601", "launches and runtime calls in device code"},
    {"KB1603", "textures"},
    {"KB1605", "compute capabilities"},
    {"KB1901", "texts that are not C++"},
};

static const char *code_title(const char *code)
{
    for (size_t i = 0; i < sizeof titles / sizeof *titles; i++)
        if (strcmp(titles[i].code, code) == 0)
            return titles[i].title;
    return "";
}

static const char *severity_word(enum hipify_severity severity)
{
    static const char *const words[] = {"note", "warning", "error"};
    return words[severity];
}

/* The tally of |name|, made where there is none; NULL when there are too many. */
static struct hipify_tally *find_tally(struct hipify_tallies *tallies, const char *name)
{
    size_t low = 0, high = tallies->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = strcmp(name, tallies->items[middle].name);
        if (order == 0)
            return &tallies->items[middle];
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    if (tallies->count == TALLIES)
        return NULL;
    tallies->items = mem_grow(tallies->items, tallies->count, sizeof *tallies->items);
    memmove(&tallies->items[low + 1], &tallies->items[low],
            (tallies->count - low) * sizeof *tallies->items);
    tallies->count++;
    tallies->items[low] = (struct hipify_tally){.name = mem_dup(name)};
    return &tallies->items[low];
}

static void tally(struct hipify_tallies *tallies, const char *name, enum hipify_severity severity,
                  size_t file)
{
    struct hipify_tally *found = find_tally(tallies, name);
    if (!found)
        return;
    found->times++;
    found->files += found->last_file != file;
    found->last_file = file;
    if (severity > found->severity)
        found->severity = severity;
}

/* KB1001 has the name between single quotes. */
static bool unknown_name(const struct hipify_diagnostic *item, char name[NAME_SIZE])
{
    const char *begin = strcmp(item->code, "KB1001") == 0 ? strchr(item->text, '\'') : NULL;
    const char *end = begin ? strchr(begin + 1, '\'') : NULL;
    if (!end || end - begin >= NAME_SIZE)
        return false;
    snprintf(name, NAME_SIZE, "%.*s", (int)(end - begin - 1), begin + 1);
    return true;
}

void hipify_stats_add(struct hipify_stats *stats, const struct hipify_counts *counts,
                      const struct hipify_report *report)
{
    size_t file = ++stats->files;
    enum hipify_severity worst = HIPIFY_NOTE;
    for (size_t i = 0; i < report->count; i++) {
        const struct hipify_diagnostic *item = &report->items[i];
        char name[NAME_SIZE];
        tally(&stats->codes, item->code, item->severity, file);
        if (unknown_name(item, name))
            tally(&stats->unknown, name, item->severity, file);
        if (item->severity > worst)
            worst = item->severity;
    }
    stats->clean += worst == HIPIFY_NOTE;
    stats->warned += worst == HIPIFY_WARNING;
    stats->failed += worst == HIPIFY_ERROR;
    stats->total.lines += counts->lines;
    stats->total.bytes += counts->bytes;
    stats->total.headers += counts->headers;
    stats->total.launches += counts->launches;
    stats->total.kernels += counts->kernels;
    for (int api = 0; api < HIPIFY_APIS; api++) {
        stats->total.names[api] += counts->names[api];
        stats->api_files[api] += counts->names[api] > 0;
    }
}

/* 1234567 as "1,234,567". */
static const char *grouped(size_t number, char text[32])
{
    char digits[24];
    int length = snprintf(digits, sizeof digits, "%zu", number), out = 0;
    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0)
            text[out++] = ',';
        text[out++] = digits[i];
    }
    text[out] = '\0';
    return text;
}

static const char *api_name(const struct hipify_stats *stats, int api)
{
    const char *name = stats->api_name ? stats->api_name(api) : NULL;
    return name ? name : "other";
}

static void put_row(struct buf *out, const char *name, size_t times, size_t files)
{
    char a[32], b[32];
    buf_printf(out, "  %-28s %10s %10s\n", name, grouped(times, a), grouped(files, b));
}

static void put_ported(const struct hipify_stats *stats, struct buf *out)
{
    char text[32];
    buf_printf(out, "\n%-30s %10s %10s\n", "translated", "times", "files");
    for (int api = 0; api < HIPIFY_APIS; api++)
        if (stats->total.names[api] > 0)
            put_row(out, api_name(stats, api), stats->total.names[api], stats->api_files[api]);
    buf_printf(out, "  %-28s %10s\n", "includes", grouped(stats->total.headers, text));
    buf_printf(out, "  %-28s %10s\n", "kernel launches", grouped(stats->total.launches, text));
}

/* The diagnostics of one severity. */
static void put_codes(const struct hipify_stats *stats, enum hipify_severity severity,
                      const char *title, struct buf *out)
{
    bool any = false;
    for (size_t i = 0; i < stats->codes.count; i++) {
        const struct hipify_tally *code = &stats->codes.items[i];
        char a[32], b[32];
        if (code->severity != severity)
            continue;
        if (!any)
            buf_printf(out, "\n%-30s %10s %10s\n", title, "times", "files");
        any = true;
        buf_printf(out, "  %-28s %10s %10s  %s\n", code->name, grouped(code->times, a),
                   grouped(code->files, b), code_title(code->name));
    }
}

static int compare_frequency(const void *one, const void *other)
{
    const struct hipify_tally *a = *(const struct hipify_tally *const *)one;
    const struct hipify_tally *b = *(const struct hipify_tally *const *)other;
    if (a->files != b->files)
        return a->files > b->files ? -1 : 1;
    if (a->times != b->times)
        return a->times > b->times ? -1 : 1;
    return strcmp(a->name, b->name);
}

/* The unknown names, the most frequent first. Owned by the caller. */
static const struct hipify_tally **by_frequency(const struct hipify_tallies *tallies)
{
    const struct hipify_tally **sorted = mem_alloc((tallies->count + 1) * sizeof *sorted);
    for (size_t i = 0; i < tallies->count; i++)
        sorted[i] = &tallies->items[i];
    qsort(sorted, tallies->count, sizeof *sorted, compare_frequency);
    return sorted;
}

static void put_unknown(const struct hipify_stats *stats, struct buf *out)
{
    const struct hipify_tally **sorted = by_frequency(&stats->unknown);
    if (stats->unknown.count > 0)
        buf_puts(out, "\nfiles with unknown names\n");
    for (size_t i = 0; i < stats->unknown.count && i < UNKNOWN_SHOWN; i++) {
        char text[32];
        buf_printf(out, "  %10s  %s\n", grouped(sorted[i]->files, text), sorted[i]->name);
    }
    if (stats->unknown.count > UNKNOWN_SHOWN)
        buf_printf(out, "  and %zu more\n", stats->unknown.count - UNKNOWN_SHOWN);
    free(sorted);
}

void hipify_stats_text(const struct hipify_stats *stats, struct buf *out)
{
    char a[32], b[32], c[32];
    buf_printf(out, "%s file%s, %s lines, %s kernels\n", grouped(stats->files, a),
               stats->files == 1 ? "" : "s", grouped(stats->total.lines, b),
               grouped(stats->total.kernels, c));
    buf_printf(out, "  %-28s %10s\n", "need no hand", grouped(stats->clean, a));
    buf_printf(out, "  %-28s %10s\n", "have warnings", grouped(stats->warned, a));
    buf_printf(out, "  %-28s %10s\n", "have errors", grouped(stats->failed, a));
    put_ported(stats, out);
    put_codes(stats, HIPIFY_ERROR, "errors", out);
    put_codes(stats, HIPIFY_WARNING, "needs a hand", out);
    put_codes(stats, HIPIFY_NOTE, "worth knowing", out);
    put_unknown(stats, out);
}

static json_t *number(size_t value)
{
    return json_integer((json_int_t)value);
}

static json_t *translated_json(const struct hipify_stats *stats)
{
    json_t *names = json_object();
    for (int api = 0; api < HIPIFY_APIS; api++) {
        if (stats->total.names[api] == 0)
            continue;
        json_t *entry = json_object();
        json_object_set_new(entry, "times", number(stats->total.names[api]));
        json_object_set_new(entry, "files", number(stats->api_files[api]));
        json_object_set_new(names, api_name(stats, api), entry);
    }
    json_t *translated = json_object();
    json_object_set_new(translated, "names", names);
    json_object_set_new(translated, "includes", number(stats->total.headers));
    json_object_set_new(translated, "launches", number(stats->total.launches));
    return translated;
}

static json_t *codes_json(const struct hipify_stats *stats)
{
    json_t *codes = json_array();
    for (size_t i = 0; i < stats->codes.count; i++) {
        const struct hipify_tally *code = &stats->codes.items[i];
        json_t *entry = json_object();
        json_object_set_new(entry, "code", json_string(code->name));
        json_object_set_new(entry, "severity", json_string(severity_word(code->severity)));
        json_object_set_new(entry, "times", number(code->times));
        json_object_set_new(entry, "files", number(code->files));
        json_array_append_new(codes, entry);
    }
    return codes;
}

static json_t *unknown_json(const struct hipify_stats *stats)
{
    const struct hipify_tally **sorted = by_frequency(&stats->unknown);
    json_t *unknown = json_array();
    for (size_t i = 0; i < stats->unknown.count; i++) {
        json_t *entry = json_object();
        json_t *name = json_string(sorted[i]->name);
        json_object_set_new(entry, "name", name ? name : json_string("?"));
        json_object_set_new(entry, "files", number(sorted[i]->files));
        json_array_append_new(unknown, entry);
    }
    free(sorted);
    return unknown;
}

void hipify_stats_json(const struct hipify_stats *stats, struct buf *out)
{
    json_t *files = json_object(), *document = json_object();
    json_object_set_new(files, "count", number(stats->files));
    json_object_set_new(files, "clean", number(stats->clean));
    json_object_set_new(files, "warnings", number(stats->warned));
    json_object_set_new(files, "errors", number(stats->failed));
    json_object_set_new(document, "format", json_string("kbuild-hipify-stats-1"));
    json_object_set_new(document, "files", files);
    json_object_set_new(document, "lines", number(stats->total.lines));
    json_object_set_new(document, "bytes", number(stats->total.bytes));
    json_object_set_new(document, "kernels", number(stats->total.kernels));
    json_object_set_new(document, "translated", translated_json(stats));
    json_object_set_new(document, "diagnostics", codes_json(stats));
    json_object_set_new(document, "unknown", unknown_json(stats));
    char *text = json_dumps(document, JSON_INDENT(2));
    json_decref(document);
    if (!text)
        exit(status_fail(STATUS_ENVIRONMENT, "out of memory for statistics"));
    buf_puts(out, text);
    buf_putc(out, '\n');
    free(text);
}

static void tallies_free(struct hipify_tallies *tallies)
{
    for (size_t i = 0; i < tallies->count; i++)
        free(tallies->items[i].name);
    free(tallies->items);
}

void hipify_stats_free(struct hipify_stats *stats)
{
    tallies_free(&stats->codes);
    tallies_free(&stats->unknown);
    *stats = (struct hipify_stats){0};
}
