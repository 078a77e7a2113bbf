/* kbuild hipify: one CUDA source or header to HIP. */
#include "cmd.h"
#include "hipify/hipify.h"
#include "util/diagnostics.h"
#include "util/file.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct hipify_fields {
    const char *output, *as, *report, *report_file;
    struct strings project_headers;
    int cuda_arch;
    bool json, quiet;
};

static const char *const report_forms[] = {"text", "json", NULL};

static const struct option options[] = {
    {.letter = 'o',
     .name = "output",
     .kind = OPTION_STRING,
     .offset = offsetof(struct hipify_fields, output),
     .value = "FILE",
     .help = "where the HIP source goes; standard output if absent"},
    {.name = "as",
     .kind = OPTION_STRING,
     .offset = offsetof(struct hipify_fields, as),
     .value = "PATH",
     .help = "what #line and messages call the source"},
    {.name = "project-header",
     .kind = OPTION_LIST,
     .offset = offsetof(struct hipify_fields, project_headers),
     .value = "NAME",
     .help = "an include that is the project's own, as written in the source; never renamed"},
    {.name = "cuda-arch",
     .kind = OPTION_NUMBER,
     .offset = offsetof(struct hipify_fields, cuda_arch),
     .value = "N",
     .help = "what __CUDA_ARCH__ guards will see, for the report (900)"},
    {.name = "report",
     .kind = OPTION_STRING,
     .offset = offsetof(struct hipify_fields, report),
     .value = "FORM",
     .help = "form of the report",
     .choices = report_forms},
    {.name = "json",
     .kind = OPTION_FLAG,
     .offset = offsetof(struct hipify_fields, json),
     .help = "the same as --report json"},
    {.name = "report-file",
     .kind = OPTION_STRING,
     .offset = offsetof(struct hipify_fields, report_file),
     .value = "FILE",
     .help = "also write the whole report there; standard error then has the text form"},
    {.name = "quiet",
     .letter = 'q',
     .kind = OPTION_FLAG,
     .offset = offsetof(struct hipify_fields, quiet),
     .help = "warnings only, no notes"},
    {0},
};

static bool is_project_header(void *context, const char *name, bool angled)
{
    (void)angled;
    return strings_contain(context, name);
}

static enum status write_file(const char *path, const struct buf *text)
{
    char *directory = path_directory(path);
    enum status status = path_make_directories(directory);
    free(directory);
    FORWARD_IF_ERROR(status);
    return file_update(path, text->data, text->size);
}

static enum status write_output(const struct hipify_fields *fields, const struct buf *text)
{
    if (fields->output)
        return write_file(fields->output, text);
    if (fwrite(text->data, 1, text->size, stdout) != text->size || fflush(stdout) != 0)
        return status_fail(STATUS_ENVIRONMENT, "cannot write to standard output: %s",
                           strerror(errno));
    return STATUS_OK;
}

static enum status write_report(const struct hipify_fields *fields, const char *shown,
                                const struct hipify_report *report)
{
    bool json = fields->json || (fields->report && strcmp(fields->report, "json") == 0);
    enum status status = STATUS_OK;
    struct buf full = {0}, brief = {0};
    buf_reserve(&full, 0);
    if (json)
        hipify_report_json(report, shown, &full);
    else
        hipify_report_text(report, shown, HIPIFY_NOTE, &full);
    hipify_report_text(report, shown, fields->quiet ? HIPIFY_WARNING : HIPIFY_NOTE, &brief);
    if (fields->report_file)
        status = write_file(fields->report_file, &full);
    const struct buf *shown_report = json && !fields->report_file ? &full : &brief;
    if (status == STATUS_OK && shown_report == &full)
        fputs(full.data, stderr);
    else if (status == STATUS_OK && brief.size)
        diagnostics_print(brief.data, false);
    buf_free(&full);
    buf_free(&brief);
    return status;
}

static enum status hipify(struct hipify_fields *fields, const char *path)
{
    struct hipify_options translate = {
        .shown_path = fields->as ? fields->as : path,
        .cuda_arch = fields->cuda_arch,
        .is_project_header = is_project_header,
        .context = &fields->project_headers,
    };
    struct buf source = {0}, text = {0};
    struct hipify_report report = {0};
    enum status status = file_read(path, &source);
    if (status == STATUS_OK)
        status = hipify_translate(source.data, source.size, &translate, &text, &report);
    if (status == STATUS_OK)
        status = write_report(fields, translate.shown_path, &report);
    if (status == STATUS_OK)
        status = write_output(fields, &text);
    hipify_report_free(&report);
    buf_free(&source);
    buf_free(&text);
    return status;
}

static enum status run(const struct command *command, int argc, char **argv)
{
    struct hipify_fields fields = {.cuda_arch = 900};
    struct strings operands = {0};
    enum status status = options_parse(command, argc, argv, &fields, &operands);
    if (status == STATUS_OK && operands.count != 1)
        status = status_fail(STATUS_USAGE,
                             "hipify: wants one SOURCE, not %zu; see kbuild hipify "
                             "--help",
                             operands.count);
    if (status == STATUS_OK)
        status = hipify(&fields, operands.items[0]);
    strings_free(&fields.project_headers);
    strings_free(&operands);
    return status;
}

const struct command cmd_hipify = {
    .name = "hipify",
    .summary = "translate one CUDA source or header to HIP, line by line",
    .operands = "SOURCE",
    .details =
        "Renames the CUDA API in code and in includes. Comments, strings, lines under #if 0 and\n"
        "names that the file declares itself stay as they are, and no line is added or removed\n"
        "but a #line directive in front, so that compilers point at the CUDA source.\n\n"
        "What could not be translated, and what may not mean the same on an AMD GPU, is reported\n"
        "on standard error as FILE:LINE:COLUMN: warning: what; remedy [CODE]. A warning does not\n"
        "make the command fail. An output that would hold the same bytes is not touched.\n",
    .example = "  kbuild hipify kernels/reduce.cu -o build/hip/reduce.hip\n"
               "  kbuild hipify --report json vendor/scan.cuh >scan.hip 2>scan.json\n",
    .options = options,
    .run = run,
};
