/* kbuild hipify: translates CUDA sources and headers to HIP. */
#include "commands/commands.h"
#include "hipify/hipify.h"
#include "hipify/mapping.h"
#include "port/port.h"
#include "toolchain/toolchain.h"
#include "util/diagnostics.h"
#include "util/file.h"

#include <errno.h>
#include <unistd.h>

struct hipify_run {
    /* What the options of the command line set; |port| has the other options. */
    /* a text that is not read: it makes the command differ, so that ninja runs the step again */
    const char *contents;
    const char *output, *as, *report, *report_file, *headers, *hip_version;
    bool in_place, no_backup, no_output, no_prelude, no_follow, sources_only;
    bool check, strict, quiet, no_warnings, json;

    struct port port;
    bool tree;   /* whether -o names a directory for several translations */
    bool silent; /* whether no translation is written, and only diagnostics are printed */
    bool *skip;  /* for each file, by index, whether its translation must not be written */
    char *header_root;
    size_t counts[HIPIFY_ERROR + 1]; /* number of diagnostics of each severity */
};

static const char *const report_forms[] = {"text", "json", NULL};
static const char *const header_forms[] = {"kbuild", "path", "hip", NULL};

#define FIELD(name) offsetof(struct hipify_run, name)
static const struct option options[] = {
    {"output", 'o', OPTION_STRING, FIELD(output), "PATH",
     "the file (- for standard output), or for several sources the directory, that is written",
     NULL},
    {"in-place", 0, OPTION_FLAG, FIELD(in_place), NULL,
     "replace the sources; the originals stay as SOURCE.prehip", NULL},
    {"no-backup", 0, OPTION_FLAG, FIELD(no_backup), NULL, "with --in-place: keep no originals",
     NULL},
    {"check", 0, OPTION_FLAG, FIELD(check), NULL,
     "write and print nothing; exit code 1 when anything needs a change by hand", NULL},
    {"no-output", 0, OPTION_FLAG, FIELD(no_output), NULL, "only report", NULL},
    {NULL, 'I', OPTION_LIST, FIELD(port.include), "DIR", "look for headers of the project in DIR",
     NULL},
    {"exclude", 0, OPTION_LIST, FIELD(port.exclude), "GLOB",
     "leave out files that match, when SOURCE is a directory", NULL},
    {"no-follow", 0, OPTION_FLAG, FIELD(no_follow), NULL,
     "do not translate the headers that sources include along with them", NULL},
    {"sources-only", 0, OPTION_FLAG, FIELD(sources_only), NULL,
     "do not copy a directory's other files", NULL},
    {"headers", 0, OPTION_STRING, FIELD(headers), "WHOSE",
     "kbuild's headers for what HIP lacks, by their place or by -I; or HIP's alone", header_forms},
    {"no-prelude", 0, OPTION_FLAG, FIELD(no_prelude), NULL,
     "do not put the includes that nvcc adds by itself in front of a .cu", NULL},
    {"cuda-arch", 0, OPTION_NUMBER, FIELD(port.options.cuda_arch), "N",
     "what __CUDA_ARCH__ guards will see (of each source the highest up to 900 that can be "
     "translated)",
     NULL},
    {"any-arch", 0, OPTION_FLAG, FIELD(port.options.any_arch), NULL,
     "translate inline PTX for every __CUDA_ARCH__, and report that for --cuda-arch", NULL},
    {"cuda-version", 0, OPTION_NUMBER, FIELD(port.options.cuda_version), "N",
     "what CUDA_VERSION guards will see, for the report (12040)", NULL},
    {"hip-version", 0, OPTION_STRING, FIELD(hip_version), "X.Y",
     "report names that this HIP does not have yet", NULL},
    {"jobs", 'j', OPTION_NUMBER, FIELD(port.jobs), "N", "files at a time (one for each processor)",
     NULL},
    {"strict", 0, OPTION_FLAG, FIELD(strict), NULL,
     "warnings are errors: exit code 1, and that file is not written", NULL},
    {"report", 0, OPTION_STRING, FIELD(report), "FORM", "form of the report", report_forms},
    {"json", 0, OPTION_FLAG, FIELD(json), NULL, "the same as --report json", NULL},
    {"report-file", 0, OPTION_STRING, FIELD(report_file), "FILE",
     "also write the whole report there (- for standard output); standard error then has the text "
     "form",
     NULL},
    {"quiet", 'q', OPTION_FLAG, FIELD(quiet), NULL, "warnings only, no notes", NULL},
    {"no-warnings", 0, OPTION_FLAG, FIELD(no_warnings), NULL, "errors only", NULL},
    {"as", 0, OPTION_STRING, FIELD(as), "PATH", "what #line and messages call the one source",
     NULL},
    {"project-header", 0, OPTION_LIST, FIELD(port.project_headers), "NAME",
     "an include that is the project's own, as written in the source; never renamed", NULL},
    {"project-name", 0, OPTION_LIST, FIELD(port.project_names), "NAME",
     "a name that another file of the project declares; never reported as unknown", NULL},
    {"contents", 0, OPTION_STRING, FIELD(contents), "DIGEST",
     "changes nothing: a build puts it into the command, which then changes with the file", NULL},
    {0},
};

/* Parses a version of HIP: "5.2" becomes 502. */
static enum status parse_version(const char *text, int *out)
{
    int major, minor, length = 0;
    if (sscanf(text, "%2d.%2d%n", &major, &minor, &length) != 2 || text[length] || major < 1)
        return status_fail(STATUS_USAGE, "hipify: --hip-version needs X.Y, not '%s'", text);
    *out = major * 100 + minor;
    return STATUS_OK;
}

static enum status set_options(struct hipify_run *run)
{
    struct hipify_options *translate = &run->port.options;
    bool hip = run->headers && strcmp(run->headers, "hip") == 0;
    /* kbuild's headers define the macros that version guards of CUDA test, and HIP's headers do
     * not. */
    /* Each source defines its own __CUDA_ARCH__ before the prelude. */
    run->port.chooses_arch = translate->cuda_arch < 0 && !hip && !run->no_prelude;
    if (translate->cuda_arch < 0)
        translate->cuda_arch = hip ? 0 : 900;
    if (translate->cuda_version < 0)
        translate->cuda_version = hip ? 0 : 12040;
    translate->prelude = !run->no_prelude;
    if (run->hip_version)
        FORWARD_IF_ERROR(parse_version(run->hip_version, &translate->hip_version));
    if (hip) {
        translate->headers = HIPIFY_HEADERS_OF_HIP;
    } else if (run->headers && strcmp(run->headers, "path") == 0) {
        translate->headers = HIPIFY_HEADERS_ON_PATH;
    } else {
        translate->headers = HIPIFY_HEADERS_AT_ROOT;
        run->header_root = toolchain_include_directory();
        if (!run->header_root)
            return STATUS_ENVIRONMENT;
        translate->header_root = run->header_root;
    }
    return STATUS_OK;
}

static enum status choose_mode(struct hipify_run *run, const struct strings *operands)
{
    size_t directories = 0, streams = 0;
    for (size_t i = 0; i < operands->count; i++) {
        directories += path_is_directory(operands->items[i]);
        streams += path_is_stream(operands->items[i]);
    }
    bool several = operands->count > 1 || directories > 0;
    run->silent = run->check || run->no_output;
    if (run->output && (run->in_place || run->silent))
        return status_fail(STATUS_USAGE, "hipify: -o does not go with %s",
                           run->in_place ? "--in-place"
                           : run->check  ? "--check"
                                         : "--no-output");
    if (run->in_place && streams)
        return status_fail(STATUS_USAGE, "hipify: --in-place cannot replace standard input");
    if (streams > 1)
        return status_fail(STATUS_USAGE, "hipify: standard input can be read once");
    bool to_stream = run->output && path_is_stream(run->output);
    if (several && (!run->output || to_stream) && !run->in_place && !run->silent)
        return status_fail(STATUS_USAGE, "hipify: several sources need -o DIRECTORY, --in-place, "
                                         "--check or --no-output");
    if (several && run->as)
        return status_fail(STATUS_USAGE, "hipify: --as names one source, and there are several");
    size_t length = run->output ? strlen(run->output) : 0;
    run->tree = run->output && (several || (length > 0 && run->output[length - 1] == '/'));
    if (run->tree && path_is_file(run->output))
        return status_fail(STATUS_USAGE, "hipify: %s is a file; several sources need a directory",
                           run->output);
    return STATUS_OK;
}

static enum status collect_files(struct hipify_run *run, const struct strings *operands)
{
    struct port *port = &run->port;
    port->copy_others = run->tree && !run->sources_only;
    if (run->tree)
        port->keep_out = path_absolute(run->output);
    for (size_t i = 0; i < operands->count; i++)
        FORWARD_IF_ERROR(port_add(port, operands->items[i]));
    if (port->count == 0)
        return status_fail(STATUS_INPUT, "%s: no CUDA or C++ file in it", operands->items[0]);
    if (run->tree && !run->no_follow)
        FORWARD_IF_ERROR(port_follow(port));
    if (run->tree) {
        port_place(port, run->output);
    } else if (run->output) {
        port->files[0].output = mem_dup(run->output);
    }
    if (run->as) {
        free(port->files[0].shown);
        port->files[0].shown = mem_dup(run->as);
    }
    return STATUS_OK;
}

/* Counts the diagnostics of each severity, and marks the files whose translations must not be
 * written. */
static void judge(struct hipify_run *run)
{
    run->skip = mem_alloc(run->port.count * sizeof *run->skip);
    for (size_t i = 0; i < run->port.count; i++) {
        struct hipify_report *report = &run->port.files[i].report;
        for (size_t j = 0; j < report->count; j++) {
            struct hipify_diagnostic *item = &report->items[j];
            bool broken = item->severity == HIPIFY_ERROR;
            if (run->strict && item->severity == HIPIFY_WARNING) {
                item->severity = HIPIFY_ERROR;
                run->skip[i] = true;
            }
            /* After an error, hipify copies the rest of the text without translating it, so the
             * result must not replace its source. */
            if (broken && run->in_place)
                run->skip[i] = true;
            run->counts[item->severity]++;
        }
    }
}

static enum status write_stream(const struct buf *text)
{
    OWNED_BY(buf_free) struct buf clean = {0};
    /* The text is cleaned only for a terminal: a program that reads it needs the exact text. */
    if (isatty(STDOUT_FILENO)) {
        buf_put_clean(&clean, text->data ? text->data : "", text->size, "\n\t");
        text = &clean;
    }
    if (fwrite(text->data, 1, text->size, stdout) != text->size || fflush(stdout) != 0)
        return status_fail(STATUS_ENVIRONMENT, "cannot write to standard output: %s",
                           strerror(errno));
    return STATUS_OK;
}

static enum status write_outputs(struct hipify_run *run)
{
    if (run->silent)
        return STATUS_OK;
    if (run->in_place)
        return port_replace(&run->port, run->no_backup ? NULL : ".prehip", run->skip);
    if (!run->output)
        return run->skip[0] ? STATUS_OK : write_stream(&run->port.files[0].text);
    if (run->tree && run->port.options.headers == HIPIFY_HEADERS_AT_ROOT) {
        OWNED char *directory = path_join(run->output, "kbuild-include");
        FORWARD_IF_ERROR(port_vendor_headers(directory));
    }
    return port_write(&run->port, run->skip);
}

static void report_all_text(const struct port *port, enum hipify_severity lowest, struct buf *out)
{
    for (size_t i = 0; i < port->count; i++)
        hipify_report_text(&port->files[i].report, port->files[i].shown, lowest, out);
}

static void report_all_json(const struct port *port, struct buf *out)
{
    if (port->count == 1) {
        hipify_report_json(&port->files[0].report, port->files[0].shown, out);
        return;
    }
    buf_puts(out, "{\n\"format\": \"kbuild-hipify-tree-1\",\n\"files\": [\n");
    bool first = true;
    for (size_t i = 0; i < port->count; i++) {
        if (port->files[i].copied)
            continue;
        if (!first)
            buf_puts(out, ",\n");
        first = false;
        hipify_report_json(&port->files[i].report, port->files[i].shown, out);
    }
    buf_puts(out, "]\n}\n");
}

static bool is_json(const struct hipify_run *run)
{
    return run->json || (run->report && strcmp(run->report, "json") == 0);
}

static enum status write_report(const struct hipify_run *run)
{
    bool json = is_json(run);
    enum hipify_severity lowest = run->no_warnings ? HIPIFY_ERROR
                                  : run->quiet     ? HIPIFY_WARNING
                                                   : HIPIFY_NOTE;
    enum status status = STATUS_OK;
    OWNED_BY(buf_free) struct buf full = {0}, brief = {0};
    buf_reserve(&full, 0);
    if (json)
        report_all_json(&run->port, &full);
    else
        report_all_text(&run->port, HIPIFY_NOTE, &full);
    report_all_text(&run->port, lowest, &brief);
    if (run->report_file)
        status = file_update_deep(run->report_file, full.data, full.size);
    bool show_json = json && !run->report_file;
    if (run->check)
        ;
    else if (status == STATUS_OK && show_json)
        fputs(full.data, stderr);
    else if (status == STATUS_OK && brief.size)
        diagnostics_print(brief.data);
    return status;
}

static void sum_up(const struct hipify_run *run)
{
    size_t translated = 0;
    for (size_t i = 0; i < run->port.count; i++)
        translated += !run->port.files[i].copied && run->port.files[i].status == STATUS_OK;
    if (run->port.count > 1 && !run->check && !run->quiet && (!is_json(run) || run->report_file))
        fprintf(stderr, "kbuild: %zu files %s, %zu warnings, %zu errors\n", translated,
                run->silent ? "read" : "translated", run->counts[HIPIFY_WARNING],
                run->counts[HIPIFY_ERROR]);
}

/* Reports each library that the translations include and that is not installed on this machine,
 * once. */
static void name_missing_libraries(const struct hipify_run *run)
{
    const struct port *port = &run->port;
    if (run->check || run->no_warnings || (is_json(run) && !run->report_file))
        return;
    for (size_t i = 0; i < library_count; i++) {
        size_t user = 0;
        while (user < port->count && port->files[user].report.libraries[i].line == 0)
            user++;
        const struct library *library = &libraries[i];
        if (user == port->count || toolchain_has_header(library->header, &port->include))
            continue;
        const struct port_file *file = &port->files[user];
        fprintf(stderr,
                "%s:%d:%d: warning: %s is not installed here (%s); install %s (Debian %d or "
                "later) or %s (AMD's packages) [KB1006]\n",
                file->shown, file->report.libraries[i].line, file->report.libraries[i].column,
                library->name, library->header, library->debian, library->release, library->amd);
    }
}

static enum status hipify(struct hipify_run *run, const struct strings *operands)
{
    FORWARD_IF_ERROR(choose_mode(run, operands));
    FORWARD_IF_ERROR(set_options(run));
    FORWARD_IF_ERROR(collect_files(run, operands));
    enum status status = port_translate(&run->port);
    if (status != STATUS_OK && run->port.count == 1)
        return status;
    judge(run);
    FORWARD_IF_ERROR(write_report(run));
    name_missing_libraries(run);
    FORWARD_IF_ERROR(write_outputs(run));
    sum_up(run);
    FORWARD_IF_ERROR(status);
    if (run->check)
        return run->counts[HIPIFY_ERROR] || run->counts[HIPIFY_WARNING] ? STATUS_INPUT : STATUS_OK;
    size_t errors = run->counts[HIPIFY_ERROR];
    return errors ? status_fail(STATUS_INPUT, "hipify: %zu error%s, see above", errors,
                                errors == 1 ? "" : "s")
                  : STATUS_OK;
}

static enum status run(void *context, struct strings *operands)
{
    struct hipify_run *run = context;
    enum status status = hipify(run, operands);
    port_free(&run->port);
    free(run->skip);
    free(run->header_root);
    return status;
}

static const struct hipify_run defaults = {.port.options = {.cuda_arch = -1, .cuda_version = -1}};

const struct command cmd_hipify = {
    .name = "hipify",
    .summary = "translate CUDA sources and headers to HIP, line by line",
    .operands = "SOURCE... | DIRECTORY... | -",
    .details =
        "Renames the CUDA API in code and in includes. Comments, strings, lines under #if 0 and\n"
        "names that the file declares itself stay as they are, and no line is added or removed\n"
        "but those in front: an include of what nvcc includes by itself, and a #line directive,\n"
        "so that compilers point at the CUDA source.\n\n"
        "One source goes to standard output or to -o FILE. Several, or a directory, go to\n"
        "-o DIRECTORY, together with the headers of the project that they include, a directory's\n"
        "other files, and (in kbuild-include) the headers that hipcc needs; --in-place replaces\n"
        "the sources instead. \"kbuild flags\" prints the options that hipcc needs.\n\n"
        "What could not be translated, and what may not mean the same on an AMD GPU, is reported\n"
        "on standard error as FILE:LINE:COLUMN: warning: what; remedy [CODE]. A warning does not\n"
        "make the command fail unless --strict says so. An output that would hold the same bytes\n"
        "is not touched.\n",
    .example = "  kbuild hipify src/reduce.cu -o build/hip/reduce.hip\n"
               "  kbuild hipify src/ -o hip/ && hipcc $(kbuild flags) hip/main.cu -o main\n"
               "  kbuild hipify --check --strict src/\n",
    .options = options,
    .size = sizeof defaults,
    .defaults = &defaults,
    .needs = "a SOURCE, or a directory",
    .least = 1,
    .run = run,
};
