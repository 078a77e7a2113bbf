/* What a translation reports, in short: "KB1203@1:1 note KB1201@3:1 ". */
#ifndef KBUILD_TESTS_HIPIFY_EXPECT_H
#define KBUILD_TESTS_HIPIFY_EXPECT_H

#include "../../util/check.h"
#include "hipify/hipify.h"

static const struct hipify_options with_kbuild = {
    .shown_path = "t.cu", .cuda_arch = 900, .cuda_version = 12040};
static const struct hipify_options with_hip = {.shown_path = "t.cu",
                                               .headers = HIPIFY_HEADERS_OF_HIP};

static inline void report_of(const struct hipify_options *options, const char *text,
                             struct hipify_report *report)
{
    struct buf out = {0};
    assert_int_equal(hipify_translate(text, strlen(text), options, &out, report), STATUS_OK);
    buf_free(&out);
}

/* The diagnostics whose codes begin with |family| are exactly |wanted|. */
static inline void expect_family(const struct hipify_options *options, const char *family,
                                 const char *text, const char *wanted)
{
    struct hipify_report report = {0};
    struct buf shown = {0};
    buf_reserve(&shown, 0);
    report_of(options, text, &report);
    for (size_t i = 0; i < report.count; i++)
        if (strncmp(report.items[i].code, family, strlen(family)) == 0)
            buf_printf(&shown, "%s%s@%d:%d ",
                       report.items[i].severity == HIPIFY_NOTE ? "note " : "", report.items[i].code,
                       report.items[i].line, report.items[i].column);
    if (strcmp(shown.data, wanted) != 0)
        fail_msg("%s\n reports '%s', not '%s'", text, shown.data, wanted);
    buf_free(&shown);
    hipify_report_free(&report);
}

/* Where line |line|, column |column| of |text| is. */
static inline const char *place_of(const char *text, int line, int column)
{
    while (line-- > 1)
        text = strchr(text, '\n') + 1;
    return text + column - 1;
}

/* The same, with |wanted| naming the text at each place: "KB1303@warpSize note KB1603@tex2D". */
static inline void expect_places(const struct hipify_options *options, const char *family,
                                 const char *text, const char *wanted)
{
    struct hipify_report report = {0};
    struct buf shown = {0};
    buf_reserve(&shown, 0);
    report_of(options, text, &report);
    const char *next = wanted;
    for (size_t i = 0; i < report.count; i++) {
        const struct hipify_diagnostic *item = &report.items[i];
        if (strncmp(item->code, family, strlen(family)) != 0)
            continue;
        const char *place = place_of(text, item->line, item->column), *at = strchr(next, '@');
        size_t length = at ? strcspn(at + 1, " ") : 0;
        bool here = at && strncmp(place, at + 1, length) == 0;
        buf_printf(&shown, "%s%s%s@%.*s", shown.size ? " " : "",
                   item->severity == HIPIFY_NOTE ? "note " : "", item->code,
                   here ? (int)length : 12, place);
        next = at ? at + 1 + length : "";
    }
    if (strcmp(shown.data, wanted) != 0)
        fail_msg("%s\n reports '%s', not '%s'", text, shown.data, wanted);
    buf_free(&shown);
    hipify_report_free(&report);
}

/* The first diagnostic |code| has the text |wanted|; NULL: there is no such diagnostic. */
static inline void expect_text(const struct hipify_options *options, const char *code,
                               const char *text, const char *wanted)
{
    struct hipify_report report = {0};
    const char *said = NULL;
    report_of(options, text, &report);
    for (size_t i = 0; i < report.count && !said; i++)
        if (strcmp(report.items[i].code, code) == 0)
            said = report.items[i].text;
    said = said ? said : "nothing";
    const char *expected = wanted ? wanted : "nothing";
    if (strcmp(said, expected) != 0)
        fail_msg("%s\n says '%s', not '%s'", text, said, expected);
    hipify_report_free(&report);
}

#endif
