/* kbuild check: compares the committed files that describe a package with what the sources give. */
#include "commands/commands.h"

#include "emit/api.h"
#include "graph/prepare.h"
#include "inspect/diff.h"
#include "util/file.h"
#include "util/process.h"
#include "util/terminal.h"

#include <unistd.h>
#include <xxhash.h>

struct check_options {
    /* must be the first member, because offsets in BUILD_OPTIONS begin at this struct */
    struct build_request request;
    /* the options --depfile and --stamp, which are accepted because `kbuild build` accepts them;
     * these files are not written */
    const char *depfile, *stamp;
    /* the option --json, which is accepted because `kbuild build` accepts it; nothing is printed
     * for it */
    bool json;
    bool bytes;
};
_Static_assert(offsetof(struct check_options, request) == 0, "see BUILD_OPTIONS");

static const struct option options[] = {
    BUILD_OPTIONS,
    RUN_OPTIONS,
    {"quiet", 'q', OPTION_FLAG, BUILD_FIELD(run.quiet), NULL,
     "name the files that differ; no diff, no progress", NULL},
    {"output", 'o', OPTION_STRING, BUILD_FIELD(output), "DIR",
     "where the committed package is (generated); only read", NULL},
    {"build-dir", 0, OPTION_STRING, BUILD_FIELD(build), "DIR",
     "where the work is done: a build's, to compile nothing twice (in the user's cache)", NULL},
    {"embed", 0, OPTION_STRING, BUILD_FIELD(embed), "FORM",
     "as for the build; changes nothing of what is compared", command_embed_forms},
    {"compress", 0, OPTION_STRING, BUILD_FIELD(compress), "CODEC", "the same", command_codecs},
    {"emit", 0, OPTION_LIST, BUILD_FIELD(emit), "LANGUAGE", "the same", api_language_names},
    {"bytes", 0, OPTION_FLAG, offsetof(struct check_options, bytes), NULL,
     "compare the code objects too, byte by byte; name the kernels whose code differs", NULL},
    {"depfile", 0, OPTION_STRING, offsetof(struct check_options, depfile), "FILE",
     "as for the build; not written", NULL},
    {"stamp", 0, OPTION_STRING, offsetof(struct check_options, stamp), "FILE", "the same", NULL},
    {"json", 0, OPTION_FLAG, offsetof(struct check_options, json), NULL,
     "as for the build; prints nothing", NULL},
    {0},
};

/* The extensions of the files that depend only on the sources; see emit/api.h. */
static const char *const extensions[] = {".h", ".c", ".json"};
enum { EXTENSION_COUNT = sizeof extensions / sizeof *extensions };

/* Returns a directory in the user's cache for the objects that this check compiles. Each pair of
 * sources and package has its own, so that the next check reuses the objects. */
static char *cached_directory(const struct strings *operands, const char *output)
{
    OWNED_BY(buf_free) struct buf key = {0};
    for (size_t i = 0; i < operands->count || i == 0; i++) {
        OWNED char *source = path_absolute(operands->count ? operands->items[i] : ".");
        buf_printf(&key, "%s\n", source);
    }
    OWNED char *package = path_absolute(output);
    buf_puts(&key, package);
    OWNED char *name = mem_format("check/%016jx", (uintmax_t)XXH3_64bits(key.data, key.size));
    return command_cache("check", "the work can be done; say --build-dir", name);
}

/* Prints how the file |made| differs from the file |committed| to standard output. */
static void show_diff(char *committed, char *made, char *sources)
{
    OWNED_BY(buf_free) struct buf before = {0}, after = {0};
    buf_put_clean(&before, committed, strlen(committed), "");
    buf_put_clean(&after, sources, strlen(sources), "");
    buf_puts(&after, " (by the sources)");
    char color[] = "--color=always";
    if (!terminal_has_colours(STDOUT_FILENO))
        strcpy(color, "--color=never");
    char *const argv[] = {"diff",     "-u", color,     "--label", before.data, "--label",
                          after.data, "--", committed, made,      NULL};
    OWNED_BY(process_result_free) struct process_result result = {0};
    fflush(stdout);
    process_run(argv, NULL, PROCESS_QUIET_IN, &result);
    if (result.error)
        status_warn("cannot show what differs: %s: %s", argv[0], strerror(result.error));
}

static enum status read_code(char *path, struct package *out)
{
    FORWARD_IF_ERROR(source_read(&(struct strings){.items = &path, .count = 1}, true, out));
    return package_report_problems(out);
}

/* Prints to standard output the kernels and targets whose machine code differs. */
static void show_code(char *committed, char *made, char *sources)
{
    OWNED_BY(package_free) struct package before = {0}, after = {0};
    if (read_code(committed, &before) == STATUS_OK && read_code(made, &after) == STATUS_OK) {
        OWNED_BY(diff_free) struct diff diff = {0};
        OWNED_BY(buf_free) struct buf text = {0};
        const struct diff_options everything = {0};
        const struct diff_style style = {.screen = screen_of_stdout()};
        OWNED char *label = mem_format("%s (by the sources)", sources);
        diff_packages(&before, &after, &everything, &diff);
        diff.before.path = committed;
        diff.after.path = label;
        diff_print_text(&diff, NULL, &style, &text);
        /* A write error is not checked here, because main() checks standard output. */
        fwrite(text.data, 1, text.size, stdout);
        fflush(stdout);
    }
}

typedef void show_fn(char *committed, char *made, char *sources);

static enum status compare(char *committed, char *made, char *sources, show_fn *show)
{
    if (!path_exists(committed))
        return status_fail(STATUS_INPUT, "%s: not there; write it by kbuild build, and commit it",
                           committed);
    OWNED_BY(buf_free) struct buf right = {0};
    enum status status = file_read_plain(made, &right);
    bool same = status == STATUS_OK && file_holds(committed, right.data, right.size);
    if (status != STATUS_OK || same)
        return status;
    if (show)
        show(committed, made, sources);
    return status_fail(STATUS_INPUT,
                       "%s: not what %s gives; write it by kbuild build, and commit it", committed,
                       sources);
}

/* Compares all files of the package, also after one differs. Returns the worst status. */
static enum status compare_all(const struct build_request *request, const struct build *build,
                               const struct strings *goals)
{
    enum status worst = STATUS_OK;
    for (size_t i = 0; i < goals->count; i++) {
        const char *name = path_name(goals->items[i]);
        show_fn *show = strcmp(path_extension(name), ".hsaco") == 0 ? show_code : show_diff;
        OWNED char *committed = path_join(request->output, name);
        OWNED char *made = path_join(build->directory, goals->items[i]);
        enum status status =
            compare(committed, made, build->project.shown, request->run.quiet ? NULL : show);
        if (status > worst)
            worst = status;
    }
    return worst;
}

static enum status check(struct build_request *request, const struct strings *operands, bool bytes)
{
    if (!path_is_directory(request->output))
        return status_fail(STATUS_INPUT, "%s: no such directory; kbuild build writes it",
                           request->output);
    OWNED char *journal = path_join(request->output, PUBLISHING_JOURNAL);
    bool is_mixture = path_exists(journal);
    if (is_mixture)
        return status_fail(STATUS_INPUT, "%s: " PUBLISHING_ADVICE, request->output);
    OWNED_BY(build_free) struct build build = {0};
    OWNED_BY(strings_free) struct strings goals = {0};
    bool changed;
    enum status status = build_prepare(request, operands, &build);
    for (int i = 0; status == STATUS_OK && i < EXTENSION_COUNT; i++)
        strings_addf(&goals, "out/%s%s", build.project.package, extensions[i]);
    for (size_t i = 0; status == STATUS_OK && bytes && i < build.project.module_count; i++)
        strings_addf(&goals, "out/%s.hsaco", build.project.modules[i].name);
    request->run.goals = &goals;
    if (status == STATUS_OK)
        status = run_ninja(&build.plan, &request->run, &changed);
    return status == STATUS_OK ? compare_all(request, &build, &goals) : status;
}

static enum status run(void *context, struct strings *operands)
{
    struct check_options *chosen = context;
    struct build_request *request = &chosen->request;
    OWNED char *cached = NULL;
    if (!request->build) {
        request->build = cached = cached_directory(operands, request->output);
        if (!cached)
            return STATUS_ENVIRONMENT;
    }
    return check(request, operands, chosen->bytes);
}

static const struct check_options defaults = {
    .request = {.command = "check",
                .output = "generated",
                .only_reads_output = true,
                .embed = "string",
                .compress = "none",
                .run.progress_to_stderr = true},
};

const struct command cmd_check = {
    .name = "check",
    .summary =
        "fail, showing the difference, when a committed package is not what the sources give",
    .operands = "[DIR | MANIFEST | SOURCE...]",
    .details =
        "Does what kbuild build does with the same options, but writes nothing into the output\n"
        "directory: it compares <package>.h, .c and .json there with those that the sources give\n"
        "and prints what differs as a unified diff. These files do not depend on the compiler's\n"
        "version, so that they can be committed, reviewed, and checked by CI. With --bytes the "
        "code\n"
        "objects are compared too, which another compiler makes differently.\n\n"
        "All options of kbuild build are taken. --embed, --compress and --emit change none of the\n"
        "three files, and --depfile, --stamp and --json are ignored.\n\n"
        "Exit codes: 0 all are the same; 1 one differs or is not there, or the sources do not\n"
        "build; 2 wrong usage; 3 the environment is at fault.\n",
    .example = "  kbuild check kernels/ -o generated/\n",
    .options = options,
    .size = sizeof defaults,
    .defaults = &defaults,
    .run = run,
};
