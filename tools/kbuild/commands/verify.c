/* kbuild verify: compares what kernels compute with what their originals compute. */
#include "commands/commands.h"

#include "codeobj.h"
#include "commands/emulator.h"
#include "inspect/screen.h"
#include "util/file.h"
#include "util/terminal.h"
#include "verify/draft.h"
#include "verify/verification.h"

#include <unistd.h>

struct verify_command {
    struct strings kernels, on, fail_on;
    const char *against, *record, *page, *title;
    int timeout;
    bool all, init, json;
};

#define FIELD(name) offsetof(struct verify_command, name)
static const struct option options[] = {
    {"on", 0, OPTION_COMMAS, FIELD(on), "LIST",
     "where to run: target IDs such as gfx1030, which libhipemu emulates; hip, cuda, hip:1 (all "
     "of the package's targets, emulated)",
     NULL},
    {"against", 0, OPTION_STRING, FIELD(against), "FILE|PLACE",
     "the original: a file of --record, or a place to run (cuda, if the package has images for it)",
     NULL},
    {"record", 0, OPTION_STRING, FIELD(record), "FILE",
     "run at one place, and write what it computed to FILE, for --against", NULL},
    {"kernel", 'k', OPTION_LIST, FIELD(kernels), "GLOB", "only these kernels; may be repeated",
     NULL},
    {"timeout", 0, OPTION_NUMBER, FIELD(timeout), "SECONDS", "limit for one run (60)", NULL},
    {"fail-on", 0, OPTION_COMMAS, FIELD(fail_on), "LIST",
     "what fails the command: bounded, not-covered or different, and all that is worse; none "
     "(not-covered)",
     NULL},
    {"init", 0, OPTION_FLAG, FIELD(init), NULL,
     "print a first draft of CASES for PACKAGE, the only operand", NULL},
    {"json", 0, OPTION_FLAG, FIELD(json), NULL, "print kbuild-verify-1, see docs/verify.md", NULL},
    {"page", 0, OPTION_STRING, FIELD(page), "FILE", "also write one HTML page", NULL},
    {"title", 0, OPTION_STRING, FIELD(title), "TEXT", "title of the page (the package's name)",
     NULL},
    {"all", 'a', OPTION_FLAG, FIELD(all), NULL, "also list kernels that are the same", NULL},
    {0},
};

/* ---- Places ---------------------------------------------------------------------------------- */

struct places {
    struct place *items;
    const struct place **list;
    size_t count;
};

static void places_free(struct places *places)
{
    for (size_t i = 0; i < places->count; i++)
        place_free(&places->items[i]);
    free(places->items);
    free(places->list);
}

static bool is_nvidia(const char *target)
{
    struct target_id id;
    return target_id_parse(target, &id, NULL) == CODEOBJ_OK && target_is_nvidia(&id);
}

/* Parses the places of --on, or, if there are none, AMD's targets of the package. */
static enum status find_places(const struct strings *on, const struct interface *interface,
                               struct places *out)
{
    const struct strings *names = on->count ? on : &interface->targets;
    out->items = mem_alloc((names->count + 1) * sizeof *out->items);
    out->list = mem_alloc((names->count + 1) * sizeof(struct place *));
    for (size_t i = 0; i < names->count; i++) {
        if (!on->count && is_nvidia(names->items[i]))
            continue;
        struct place *place = &out->items[out->count];
        out->list[out->count++] = place;
        FORWARD_IF_ERROR(place_parse(names->items[i], place));
    }
    return out->count ? STATUS_OK
                      : status_fail(STATUS_INPUT, "verify: the package has no targets of AMD's; "
                                                  "name a place with --on cuda");
}

static bool has_nvidia(const struct interface *interface)
{
    for (size_t i = 0; i < interface->targets.count; i++)
        if (is_nvidia(interface->targets.items[i]))
            return true;
    return false;
}

/* ---- The original ---------------------------------------------------------------------------- */

struct recording {
    struct trials *trials;
    struct results *results;
    char *absent; /* why the place cannot run anything, or NULL */
};

/* Adds the GPU to the name of the place, and takes it out of |outcome|. */
static void name_gpu(struct results *results, struct outcome *outcome)
{
    if (!strchr(results->place, '(')) {
        char *place = mem_format("%s (%s)", results->place, outcome->message);
        free(results->place);
        results->place = place;
    }
    *outcome->message = '\0';
}

static enum status take(void *context, size_t trial, struct outcome *outcome)
{
    struct recording *recording = context;
    if (outcome->kind == OUTCOME_ABSENT && !recording->absent)
        recording->absent = mem_dup(outcome->message);
    if (outcome->kind == OUTCOME_DONE && *outcome->message)
        name_gpu(recording->results, outcome);
    return results_add(recording->results, &recording->trials->items[trial], outcome);
}

/* Runs all trials at a place. Sets |*out_absent| to why it cannot run any, or to NULL. */
static enum status run_original(const char *name, struct trials *trials,
                                const struct place_options *given, struct results *out,
                                char **out_absent)
{
    OWNED_BY(place_free) struct place place = {0};
    struct recording recording = {trials, out, NULL};
    FORWARD_IF_ERROR(place_parse(name, &place));
    out->place = mem_dup(name);
    const enum status status = place_run(&place, trials, given, take, &recording);
    *out_absent = recording.absent;
    return status;
}

/* Finds the original. Leaves |*found| false if there is none. */
static enum status find_original(const struct verify_command *given, struct trials *trials,
                                 const struct place_options *how, struct results *out, bool *found)
{
    OWNED char *absent = NULL;
    const bool is_default = !given->against && has_nvidia(trials->interface);
    *found = true;
    if (given->against && (path_is_file(given->against) || strpbrk(given->against, "./")))
        return results_read(given->against, out);
    if (given->against || is_default)
        FORWARD_IF_ERROR(
            run_original(is_default ? "cuda" : given->against, trials, how, out, &absent));
    *found = out->place && !absent;
    if (absent && given->against)
        return status_fail(STATUS_ENVIRONMENT, "verify: --against %s: %s", given->against, absent);
    if (!*found)
        status_warn("there is no original to compare with%s%s; record it on a machine with an "
                    "NVIDIA GPU with --on cuda --record FILE, and pass --against FILE",
                    absent ? ": " : "", absent ? absent : "");
    return STATUS_OK;
}

static enum status record(const struct verify_command *given, struct trials *trials,
                          const struct place_options *how)
{
    OWNED_BY(results_free) struct results results = {0};
    OWNED char *absent = NULL;
    if (given->on.count > 1 || (!given->on.count && !has_nvidia(trials->interface)))
        return status_fail(STATUS_USAGE, "verify: --record needs one place: --on cuda");
    const char *name = given->on.count ? given->on.items[0] : "cuda";
    FORWARD_IF_ERROR(run_original(name, trials, how, &results, &absent));
    if (absent)
        return status_fail(STATUS_ENVIRONMENT, "verify: %s: %s", name, absent);
    size_t failed = 0;
    for (size_t i = 0; i < results.count; i++)
        failed += results.items[i].outcome.kind != OUTCOME_DONE;
    FORWARD_IF_ERROR(results_write(&results, given->record));
    print_clean(stdout, "%zu runs on %s, %zu of which failed, in %s\n", results.count,
                results.place, failed, given->record);
    for (size_t i = 0, shown = 0; i < results.count && shown < 10; i++)
        if (results.items[i].outcome.kind != OUTCOME_DONE && ++shown)
            print_clean(stdout, "  %s, %s: %s\n", results.items[i].kernel, results.items[i].label,
                        results.items[i].outcome.message);
    return failed < results.count
               ? STATUS_OK
               : status_fail(STATUS_INPUT, "verify: no run on %s succeeded", results.place);
}

/* ---- The command ----------------------------------------------------------------------------- */

static const char *const conditions[] = {"different", "not-covered", "bounded", "none", NULL};

/* Checks that no option is without effect. */
static enum status check_options(const struct verify_command *given)
{
    const bool compares = given->on.count || given->against || given->fail_on.count ||
                          given->json || given->page || given->title || given->all;
    const struct {
        bool is_idle;
        const char *what;
    } idle[] = {
        {given->init && (compares || given->record),
         "--init prints a draft, and takes --kernel alone"},
        {given->record && given->page, "--record compares nothing, so it has no --page"},
        {given->record && given->json, "--record compares nothing, so it has no --json"},
        {given->record && given->all, "--record compares nothing, so it has no --all"},
        {given->record && given->fail_on.count,
         "--record compares nothing, so it has no --fail-on"},
        {given->title && !given->page, "--title is that of the page; give --page too"},
    };
    for (size_t i = 0; i < sizeof idle / sizeof *idle; i++)
        if (idle[i].is_idle)
            return status_fail(STATUS_USAGE, "verify: %s", idle[i].what);
    return STATUS_OK;
}

static enum status check_usage(const struct verify_command *given)
{
    for (size_t i = 0; i < given->fail_on.count; i++) {
        size_t k = 0;
        while (conditions[k] && strcmp(conditions[k], given->fail_on.items[i]) != 0)
            k++;
        if (!conditions[k])
            return status_fail(STATUS_USAGE,
                               "verify: --fail-on: '%s' is not one of different, not-covered, "
                               "bounded and none",
                               given->fail_on.items[i]);
    }
    if (given->fail_on.count > 1 && strings_contain(&given->fail_on, "none"))
        return status_fail(STATUS_USAGE, "verify: --fail-on: none is none, and nothing else");
    if (given->record && given->against)
        return status_fail(STATUS_USAGE, "verify: --record writes an original, and --against reads "
                                         "one; give one of them");
    if (given->timeout < 1 || given->timeout > 86400)
        return status_fail(STATUS_USAGE, "verify: --timeout: give 1 to 86400 seconds");
    return STATUS_OK;
}

static enum status judge(const struct verify_command *given,
                         const struct verification *verification)
{
    enum cover least = given->fail_on.count ? COVER_DIFFERENT + 1 : COVER_NONE;
    OWNED_BY(buf_free) struct buf what = {0};
    for (int cover = COVER_BOUNDED; cover <= COVER_DIFFERENT; cover++)
        if (strings_contain(&given->fail_on, cover_name((enum cover)cover)) && cover < (int)least)
            least = (enum cover)cover;
    for (int cover = (int)least; cover <= COVER_DIFFERENT; cover++) {
        size_t count = 0;
        for (size_t k = 0; k < verification->trials->interface->kernel_count; k++)
            count += verification_has(verification, k, (enum cover)cover);
        if (count)
            buf_printf(&what, "%s%zu %s", what.size ? ", " : "", count,
                       cover_name((enum cover)cover));
    }
    return what.size ? status_fail(STATUS_INPUT, "verify: kernels: %s (--fail-on)", what.data)
                     : STATUS_OK;
}

/* Prints the table or the JSON, and writes the page. */
static enum status show(const struct verify_command *given, const struct verification *verification)
{
    OWNED_BY(buf_free) struct buf text = {0}, page = {0};
    const struct screen screen = screen_of_stdout();
    if (given->json)
        verification_print_json(verification, &text);
    else
        verification_print_text(verification, &screen, given->all, &text);
    /* A write error is not checked here, because main() checks standard output. */
    fwrite(text.data, 1, text.size, stdout);
    fflush(stdout);
    if (!given->page)
        return STATUS_OK;
    const char *package = verification->trials->interface->package;
    verification_print_page(verification, given->title ? given->title : package, &page);
    return file_update_deep(given->page, page.data, page.size);
}

static enum status compare(const struct verify_command *given, struct trials *trials,
                           const struct place_options *how)
{
    OWNED_BY(places_free) struct places places = {0};
    OWNED_BY(results_free) struct results original = {0};
    OWNED_BY(verification_free) struct verification verification = {0};
    bool has_original = false;
    FORWARD_IF_ERROR(find_places(&given->on, trials->interface, &places));
    FORWARD_IF_ERROR(find_original(given, trials, how, &original, &has_original));
    FORWARD_IF_ERROR(verification_run(trials, places.list, places.count,
                                      has_original ? &original : NULL, how, &verification));
    FORWARD_IF_ERROR(show(given, &verification));
    if (verification.absent && given->on.count)
        return status_fail(STATUS_ENVIRONMENT, "verify: --on: %s", verification.absent);
    return judge(given, &verification);
}

static enum status print_draft(const struct verify_command *given, const char *package)
{
    OWNED_BY(interface_free) struct interface interface = {0};
    OWNED_BY(buf_free) struct buf draft = {0};
    FORWARD_IF_ERROR(interface_read(package, &interface));
    if (!draft_print(&interface, &given->kernels, &draft))
        return status_fail(STATUS_INPUT, "verify: the package has no kernel that --kernel names");
    fwrite(draft.data, 1, draft.size, stdout);
    return STATUS_OK;
}

static enum status run(void *context, struct strings *operands)
{
    const struct verify_command *given = context;
    if (operands->count != (given->init ? 1 : 2))
        return status_fail(STATUS_USAGE, given->init ? "verify: --init needs one PACKAGE"
                                                     : "verify: needs CASES and PACKAGE");
    FORWARD_IF_ERROR(check_options(given));
    if (given->init)
        return print_draft(given, operands->items[0]);
    OWNED_BY(cases_free) struct cases cases = {0};
    OWNED_BY(interface_free) struct interface interface = {0};
    OWNED_BY(trials_free) struct trials trials = {0};
    FORWARD_IF_ERROR(check_usage(given));
    FORWARD_IF_ERROR(interface_read(operands->items[1], &interface));
    FORWARD_IF_ERROR(cases_read(operands->items[0], &cases));
    FORWARD_IF_ERROR(trials_make(&cases, &interface, &given->kernels, &trials));
    if (!trials.count)
        return status_fail(STATUS_INPUT, "verify: --kernel selects no kernel that has a case");
    OWNED char *directory = emulator_find(), *library = NULL;
    if (directory) {
        OWNED char *above = path_directory(directory);
        library = path_join(above, "libhipemu.so.0");
    }
    const struct place_options how = {.emulator = library,
                                      .timeout = (unsigned)given->timeout,
                                      .shows_progress = terminal_is_smart(STDERR_FILENO)};
    return given->record ? record(given, &trials, &how) : compare(given, &trials, &how);
}

static const struct verify_command defaults = {.timeout = 60};

const struct command cmd_verify = {
    .name = "verify",
    .summary = "compare what kernels compute with what their originals compute",
    .operands = "CASES PACKAGE | --init PACKAGE",
    .details =
        "Runs the kernels of PACKAGE, a directory that kbuild build wrote, with the sizes and\n"
        "values of the file CASES, and compares each output with that of the original: the same\n"
        "kernel on an NVIDIA GPU, here or recorded elsewhere, or another place. Prints a table of\n"
        "kernels and places, and the first difference of each. A kernel without a case or without\n"
        "an original is not covered. docs/verify.md describes the file.\n\n"
        "Exit codes: 0 nothing that --fail-on names; 1 a difference, or a wrong file; 2 wrong\n"
        "usage; 3 a place is missing.\n",
    .example = "  kbuild verify --init generated/ >verify.yaml\n"
               "  kbuild verify verify.yaml generated/ --on cuda --record original.results\n"
               "  kbuild verify verify.yaml generated/ --against original.results\n",
    .options = options,
    .size = sizeof defaults,
    .defaults = &defaults,
    .needs = "CASES and PACKAGE",
    .least = 1,
    .most = 2,
    .run = run,
};
