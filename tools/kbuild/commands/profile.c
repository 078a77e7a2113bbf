/* kbuild profile: counts on libhipemu the work of a program's kernels, and computes lower bounds of
 * their times on chips. */
#include "commands/commands.h"

#include "commands/emulator.h"
#include "inspect/extract.h"
#include "inspect/profile.h"
#include "util/file.h"
#include "util/scratch.h"
#include "util/process.h"

#include <errno.h>
#include <unistd.h>

struct profile_command {
    struct strings chips, kernels, targets;
    const char *output, *sample;
    bool json;
    struct emulated program;
};

#define FIELD(name) offsetof(struct profile_command, name)
static const struct option options[] = {
    {"chip", 0, OPTION_COMMAS, FIELD(chips), "LIST",
     "bounds for these: mi210, mi250x, mi300x, rx6800xt, rx7900xtx, rx9070xt; a program runs on "
     "the first one's processor, unless HIPEMU_DEVICES is set",
     NULL},
    {"sample", 0, OPTION_STRING, FIELD(sample), "N",
     "run only N workgroups of each launch, for large grids: the program's results are wrong then",
     NULL},
    {"kernel", 'k', OPTION_LIST, FIELD(kernels), "GLOB",
     "only kernels of this name, mangled or not; may be repeated", NULL},
    {"targets", 't', OPTION_COMMAS, FIELD(targets), "LIST", "only these targets or processors",
     NULL},
    {"output", 'o', OPTION_STRING, FIELD(output), "FILE",
     "keep what was counted, for kbuild profile, diff and report", NULL},
    {"json", 0, OPTION_FLAG, FIELD(json), NULL,
     "print kbuild-profile-1, described in docs/profile.md", NULL},
    {0},
};

static int find_program(void *context, int argc, char **argv)
{
    struct profile_command *given = context;
    return emulated_find(&given->program, argc, argv);
}

/* ---- Chips ----------------------------------------------------------------------------------- */

struct wanted {
    const struct chip **items;
    size_t count;
};

static enum status unknown_chip(const char *name)
{
    OWNED_BY(strings_free) struct strings all = {0};
    for (size_t i = 0; i < chip_count(); i++)
        strings_add(&all, chips[i].name);
    const char *near = options_nearest(name, (const char *const *)all.items);
    OWNED char *list = strings_join(&all, ", ");
    return status_fail(STATUS_USAGE, "profile: --chip: there is no '%s'%s%s%s; there are %s", name,
                       near ? " (did you mean '" : "", near ? near : "", near ? "'?)" : "", list);
}

static enum status read_chips(const struct strings *names, struct wanted *out)
{
    out->items = mem_alloc((names->count + chip_count() + 1) * sizeof *out->items);
    for (size_t i = 0; i < names->count; i++) {
        const struct chip *chip = chip_find(names->items[i]);
        if (!chip)
            return unknown_chip(names->items[i]);
        out->items[out->count++] = chip;
    }
    return STATUS_OK;
}

/* Chooses the chips if --chip names none: the first chip of each family for which the profile has a
 * kernel. */
static void choose_chips(const struct profile *profile, struct wanted *out)
{
    for (size_t c = 0; c < chip_count(); c++)
        for (size_t i = 0; i < profile->kernel_count; i++)
            if (chip_of_target(profile->kernels[i].target) == &chips[c]) {
                out->items[out->count++] = &chips[c];
                break;
            }
}

/* ---- Running a program ----------------------------------------------------------------------- */

static void make_environment(const struct profile_command *given, const struct wanted *wanted,
                             const char *emulator, const char *raw, struct strings *out)
{
    const char *named = getenv("HIPEMU_DEVICES");
    const bool is_chosen = wanted->count && !(named && *named);
    emulator_environment(emulator, is_chosen ? wanted->items[0]->device : NULL, out);
    strings_addf(out, "HIPEMU_PROFILE=%s", raw);
    strings_addf(out, "HIPEMU_PROFILE_SAMPLE=%s", given->sample ? given->sample : "");
}

/* Warns if the program failed, and fails if it left no profile. A program that fails may have left
 * a profile of the work until then. */
static enum status judge_run(const char *program, const struct process_result *result,
                             const char *raw)
{
    if (result->error)
        return status_fail(STATUS_ENVIRONMENT, "profile: %s: %s", program, strerror(result->error));
    if (result->signal || result->exit_code)
        status_warn("profile: %s ended with %s %d", program,
                    result->signal ? "signal" : "exit code",
                    result->signal ? result->signal : result->exit_code);
    if (path_is_file(raw))
        return STATUS_OK;
    return status_fail(STATUS_INPUT,
                       "profile: %s ran no kernel on libhipemu: it does not use HIP, has an RPATH "
                       "to another libamdhip64.so, or did not end by exit()",
                       program);
}

static enum status run_program(const struct profile_command *given, const struct wanted *wanted,
                               struct strings *argv, const char *raw)
{
    OWNED_BY(strings_free) struct strings environment = {0};
    OWNED_BY(process_result_free) struct process_result result = {0};
    OWNED char *emulator = emulator_find();
    if (!emulator)
        return status_fail(STATUS_ENVIRONMENT,
                           "profile: libhipemu is not installed beside kbuild; run the program "
                           "with HIPEMU_PROFILE=FILE, and kbuild profile FILE");
    make_environment(given, wanted, emulator, raw, &environment);
    process_run(argv->items, &environment, given->json ? PROCESS_CAPTURE_OUT : 0, &result);
    /* What the program printed goes to standard error, because standard output is for the JSON
     * alone. */
    if (result.out.size)
        fwrite(result.out.data, 1, result.out.size, stderr);
    return judge_run(argv->items[0], &result, raw);
}

/* ---- The command ----------------------------------------------------------------------------- */

/* Prints the profile in the file |path|. Messages name |source|, the program or the file from which
 * the profile comes. */
static enum status show(const struct profile_command *given, struct wanted *wanted,
                        const char *source, const char *path)
{
    struct diff_filter filter = {given->kernels, given->targets};
    OWNED_BY(profile_free) struct profile profile = {0};
    OWNED_BY(buf_free) struct buf text = {0};
    FORWARD_IF_ERROR(profile_read(path, &filter, &profile));
    if (profile.kernel_count == 0)
        return status_fail(STATUS_INPUT, "profile: %s has no %skernel", source,
                           given->kernels.count || given->targets.count ? "such " : "");
    struct screen screen = screen_of_stdout();
    if (wanted->count == 0)
        choose_chips(&profile, wanted);
    if (given->json)
        profile_print_json(&profile, wanted->items, wanted->count, &text);
    else
        profile_print_text(&profile, wanted->items, wanted->count, &screen, &text);
    /* A write error is not checked here, because main() checks standard output. */
    fwrite(text.data, 1, text.size, stdout);
    fflush(stdout);
    return STATUS_OK;
}

/* Runs the program, which writes its counts to the new file |path|. Then copies the counts to
 * --output, and prints the profile. */
static enum status run_and_show(const struct profile_command *given, struct wanted *wanted,
                                struct strings *argv, const char *path)
{
    OWNED_BY(buf_free) struct buf raw = {0};
    FORWARD_IF_ERROR(run_program(given, wanted, argv, path));
    if (given->output) {
        FORWARD_IF_ERROR(file_read_plain(path, &raw));
        FORWARD_IF_ERROR(file_write(given->output, raw.data, raw.size));
    }
    return show(given, wanted, argv->items[0], path);
}

/* Runs the program with a temporary file for the counts. The file is in a directory that no other
 * user can enter, because libhipemu follows links when it writes. */
static enum status run_in_scratch(const struct profile_command *given, struct wanted *wanted,
                                  struct strings *argv)
{
    struct scratch scratch;
    FORWARD_IF_ERROR(scratch_make_temporary("kbuild-profile", &scratch));
    OWNED char *path = path_join(scratch.path, "counts.json");
    enum status status = run_and_show(given, wanted, argv, path);
    scratch_remove(&scratch);
    return status;
}

static enum status check_usage(const struct profile_command *given, const struct strings *operands)
{
    if (given->program.runs ? operands->count != given->program.words : operands->count != 1)
        return status_fail(STATUS_USAGE, "profile: needs one FILE, or -- PROGRAM ARGUMENT...");
    if (!given->program.runs && (given->sample || given->output))
        return status_fail(STATUS_USAGE,
                           "profile: --%s is for a program: kbuild profile -- PROGRAM",
                           given->sample ? "sample" : "output");
    if (given->output && strcmp(given->output, "-") == 0)
        return status_fail(STATUS_USAGE, "profile: --output: standard output has the table; give a "
                                         "file, or --json for the counts and bounds");
    if (given->sample && (strspn(given->sample, "0123456789") != strlen(given->sample) ||
                          strtoull(given->sample, NULL, 10) < 3))
        return status_fail(STATUS_USAGE, "profile: --sample: '%s' is not a number of at least 3",
                           given->sample);
    return STATUS_OK;
}

static enum status run(void *context, struct strings *operands)
{
    const struct profile_command *given = context;
    struct wanted wanted = {0};
    FORWARD_IF_ERROR(check_usage(given, operands));
    FORWARD_IF_ERROR(targets_check("profile", &given->targets));
    enum status status = read_chips(&given->chips, &wanted);
    if (status == STATUS_OK && !given->program.runs) {
        status = show(given, &wanted, operands->items[0], operands->items[0]);
    } else if (status == STATUS_OK) {
        status = run_in_scratch(given, &wanted, operands);
    }
    free(wanted.items);
    return status;
}

const struct command cmd_profile = {
    .name = "profile",
    .summary = "count what a program's kernels do, without a GPU, and bound their times",
    .operands = "FILE | - | -- PROGRAM [ARGUMENT...]",
    .details =
        "Runs PROGRAM with libhipemu in the place of HIP's runtime, or reads a FILE that\n"
        "HIPEMU_PROFILE or -o wrote. For each kernel and target it prints the lower bound of the\n"
        "time of all launches on a chip, what sets it, the bound as a multiple of the\n"
        "time that the needed bytes take, and the parts that other units would take; then source\n"
        "lines with bank conflicts, uncoalesced accesses or divergence. A bound is not a time: a\n"
        "GPU takes longer. docs/profile.md has the formulas and what they leave out.\n\n"
        "--sample N runs only some workgroups of each launch. The others do not run, so that the\n"
        "program computes something else, and may never end if it waits for a result.\n\n"
        "Exit codes: 0 done, whatever the program returned; 1 the file is not a profile, or no\n"
        "kernel ran; 2 wrong usage; 3 libhipemu or the program is missing.\n",
    .example = "  kbuild profile --chip mi300x -- ./program\n"
               "  kbuild profile --sample 32 -o new.json -- ./program\n"
               "  kbuild diff --profile old.json new.json --fail-on 'bytes+5%,bound+10%'\n",
    .options = options,
    .size = sizeof(struct profile_command),
    .adapt = find_program,
    .needs = "a FILE, or -- PROGRAM",
    .least = 1,
    .run = run,
};
