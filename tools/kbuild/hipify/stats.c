#include "hipify/stats.h"

#include "report.h"

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

/* The tally of |name|, made where there is none; NULL when there are too many. */
static struct hipify_tally *find_tally(struct hipify_tallies *tallies, const char *name)
{
    for (size_t i = 0; i < tallies->count; i++)
        if (strcmp(tallies->items[i].name, name) == 0)
            return &tallies->items[i];
    if (tallies->count == TALLIES)
        return NULL;
    tallies->items = mem_grow(tallies->items, tallies->count, sizeof *tallies->items);
    tallies->items[tallies->count] = (struct hipify_tally){.name = mem_dup(name)};
    return &tallies->items[tallies->count++];
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

static void counts_add(struct hipify_counts *sum, const struct hipify_counts *more)
{
    sum->lines += more->lines;
    sum->bytes += more->bytes;
    sum->headers += more->headers;
    sum->launches += more->launches;
    sum->kernels += more->kernels;
    for (size_t i = 0; i < HIPIFY_APIS; i++)
        sum->names[i] += more->names[i];
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
    counts_add(&stats->total, counts);
    for (int api = 0; api < HIPIFY_APIS; api++)
        stats->api_files[api] += counts->names[api] > 0;
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

static int compare_names(const void *one, const void *other)
{
    const struct hipify_tally *a = one, *b = other;
    return strcmp(a->name, b->name);
}

/* The most frequent first. */
static int compare_frequency(const void *one, const void *other)
{
    const struct hipify_tally *a = one, *b = other;
    if (a->files != b->files)
        return a->files > b->files ? -1 : 1;
    if (a->times != b->times)
        return a->times > b->times ? -1 : 1;
    return compare_names(one, other);
}

static void sort(const struct hipify_tallies *tallies, int (*compare)(const void *, const void *))
{
    if (tallies->count > 0)
        qsort(tallies->items, tallies->count, sizeof *tallies->items, compare);
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

static void put_unknown(const struct hipify_stats *stats, struct buf *out)
{
    sort(&stats->unknown, compare_frequency);
    if (stats->unknown.count > 0)
        buf_puts(out, "\nfiles with unknown names\n");
    for (size_t i = 0; i < stats->unknown.count && i < UNKNOWN_SHOWN; i++) {
        char text[32];
        buf_printf(out, "  %10s  %s\n", grouped(stats->unknown.items[i].files, text),
                   stats->unknown.items[i].name);
    }
    if (stats->unknown.count > UNKNOWN_SHOWN)
        buf_printf(out, "  and %zu more\n", stats->unknown.count - UNKNOWN_SHOWN);
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
    sort(&stats->codes, compare_names);
    put_codes(stats, HIPIFY_ERROR, "errors", out);
    put_codes(stats, HIPIFY_WARNING, "needs a hand", out);
    put_codes(stats, HIPIFY_NOTE, "worth knowing", out);
    put_unknown(stats, out);
}

static json_t *names_json(const struct hipify_stats *stats)
{
    json_t *names = json_object();
    for (int api = 0; api < HIPIFY_APIS; api++)
        if (stats->total.names[api] > 0)
            json_object_set_new(names, api_name(stats, api),
                                json_pack("{s:I, s:I}", "times",
                                          (json_int_t)stats->total.names[api], "files",
                                          (json_int_t)stats->api_files[api]));
    return names;
}

static json_t *codes_json(const struct hipify_stats *stats)
{
    json_t *codes = json_array();
    sort(&stats->codes, compare_names);
    for (size_t i = 0; i < stats->codes.count; i++) {
        const struct hipify_tally *code = &stats->codes.items[i];
        json_array_append_new(codes,
                              json_pack("{s:s, s:s, s:I, s:I}", "code", code->name, "severity",
                                        severity_name(code->severity), "times",
                                        (json_int_t)code->times, "files", (json_int_t)code->files));
    }
    return codes;
}

static json_t *unknown_json(const struct hipify_stats *stats)
{
    json_t *unknown = json_array();
    sort(&stats->unknown, compare_frequency);
    for (size_t i = 0; i < stats->unknown.count; i++) {
        const struct hipify_tally *item = &stats->unknown.items[i];
        json_t *name = json_string(item->name);
        json_array_append_new(unknown,
                              json_pack("{s:o, s:I}", "name", name ? name : json_string("?"),
                                        "files", (json_int_t)item->files));
    }
    return unknown;
}

void hipify_stats_json(const struct hipify_stats *stats, struct buf *out)
{
    const struct hipify_counts *total = &stats->total;
    report_put_json(
        json_pack("{s:s, s:{s:I, s:I, s:I, s:I}, s:I, s:I, s:I, s:{s:o, s:I, s:I}, s:o, s:o}",
                  "format", "kbuild-hipify-stats-1", "files", "count", (json_int_t)stats->files,
                  "clean", (json_int_t)stats->clean, "warnings", (json_int_t)stats->warned,
                  "errors", (json_int_t)stats->failed, "lines", (json_int_t)total->lines, "bytes",
                  (json_int_t)total->bytes, "kernels", (json_int_t)total->kernels, "translated",
                  "names", names_json(stats), "includes", (json_int_t)total->headers, "launches",
                  (json_int_t)total->launches, "diagnostics", codes_json(stats), "unknown",
                  unknown_json(stats)),
        out);
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
