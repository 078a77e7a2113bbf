/* kbuild replay: makes a launch of a recording again, on libhipemu. */
#include "commands/commands.h"

#include "codeobj.h"
#include "commands/replay.h"
#include "inspect/package.h"
#include "inspect/profile.h"
#include "util/file.h"
#include "util/scratch.h"

#include <unistd.h>

enum { TIMEOUT = 600 };

struct replay_command {
    const char *launch, *device, *against, *result, *shrink;
    int timeout;
    bool check, trace, profile, list;
};

#define FIELD(name) offsetof(struct replay_command, name)
static const struct option options[] = {
    {"list", 0, OPTION_FLAG, FIELD(list), NULL, "list the launches, and run nothing", NULL},
    {"launch", 0, OPTION_STRING, FIELD(launch), "N", "the launch of this number (the last one)",
     NULL},
    {"device", 'd', OPTION_STRING, FIELD(device), "ID",
     "the device: gfx1100 (the one of the recording)", NULL},
    {"check", 0, OPTION_FLAG, FIELD(check), NULL,
     "with libhipemu's checker: the first wrong access, and errors that a GPU ignores", NULL},
    {"trace", 0, OPTION_FLAG, FIELD(trace), NULL,
     "print what the first wave of the first workgroup executes", NULL},
    {"profile", 0, OPTION_FLAG, FIELD(profile), NULL,
     "count what the kernel does, as kbuild profile", NULL},
    {"against", 0, OPTION_STRING, FIELD(against), "FILE2",
     "compare with the same launch of another recording, and the memory after both", NULL},
    {"result", 0, OPTION_STRING, FIELD(result), "FILE",
     "keep the launch with the memory after it, as a recording", NULL},
    {"shrink", 0, OPTION_STRING, FIELD(shrink), "FILE",
     "keep as little of the launch as gives the same first report of the checker", NULL},
    {"timeout", 0, OPTION_NUMBER, FIELD(timeout), "SECONDS",
     "end a kernel that runs for longer (600)", NULL},
    {0},
};

/* ---- What a launch is ------------------------------------------------------------------------ */

static void print_size(uint64_t bytes, char out[32])
{
    static const char *const units[] = {"bytes", "KiB", "MiB", "GiB"};
    unsigned unit = 0;
    double size = (double)bytes;
    for (; size >= 1024 && unit < 3; unit++)
        size /= 1024;
    snprintf(out, 32, unit && size < 10 ? "%.1f %s" : "%.0f %s", size, units[unit]);
}

static void print_launch(const struct record_launch *launch)
{
    char size[32], variables[32] = "";
    uint64_t bytes = 0;
    unsigned allocations = 0, variable_count = 0;
    OWNED char *kernel = demangle(launch->kernel);
    for (uint32_t i = 0; i < launch->allocation_count; i++) {
        const struct record_allocation *a = &launch->allocations[i];
        bool is_variable = a->memory == RECORD_VARIABLE;
        variable_count += is_variable;
        allocations += !is_variable;
        bytes += is_variable || a->is_freed ? 0 : a->size;
    }
    print_size(bytes, size);
    if (variable_count)
        snprintf(variables, sizeof variables, ", %u variable%s", variable_count,
                 variable_count == 1 ? "" : "s");
    print_clean(stdout,
                "launch %" PRIu64 ": %s, %u x %u x %u workgroups of %u x %u x %u, %" PRIu32
                " bytes of arguments, %u allocation%s of %s%s\n",
                launch->number, kernel, launch->grid[0], launch->grid[1], launch->grid[2],
                launch->block[0], launch->block[1], launch->block[2], launch->argument_bytes,
                allocations, allocations == 1 ? "" : "s", size, variables);
}

static void print_flags(const struct record_launch *launch)
{
    static const struct {
        uint32_t flag;
        const char *text;
    } texts[] = {
        {RECORD_CAPTURED, "a stream was being captured: memory is zeros here"},
        {RECORD_NO_CONTENTS, "recorded with --no-contents: memory is zeros here"},
        {RECORD_OVER_LIMIT, "the recording had reached its limit: memory is zeros here"},
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        if (launch->flags & texts[i].flag)
            printf("  %s\n", texts[i].text);
    uint32_t unread = 0;
    for (uint32_t i = 0; i < launch->allocation_count; i++)
        unread += !launch->allocations[i].is_freed && !launch->allocations[i].pieces;
    if (unread && !(launch->flags & ~(uint32_t)RECORD_COOPERATIVE))
        printf("  the contents of %" PRIu32 " allocation%s are missing: memory is zeros here\n",
               unread, unread == 1 ? "" : "s");
}

static void print_end(const struct recording *recording)
{
    const struct record *record = &recording->record;
    if (!record->is_ended)
        print_clean(stdout, "%s: the program was ended before it closed the recording\n",
                    recording->path);
    else if (record->left_out)
        print_clean(stdout,
                    "%s: %" PRIu64 " of %" PRIu64 " launches were left out because of the "
                    "limit\n",
                    recording->path, record->left_out, record->seen);
}

static enum status list(const struct recording *recording)
{
    for (size_t i = 0; i < recording->record.count; i++) {
        struct record_launch launch;
        const struct record_section *section = recording->record.sorted[i];
        if (section->kind != RECORD_LAUNCH)
            continue;
        FORWARD_IF_ERROR(recording_read(recording, section, &launch));
        print_launch(&launch);
        print_flags(&launch);
        record_launch_free(&launch);
    }
    print_end(recording);
    return STATUS_OK;
}

/* ---- Making it again ------------------------------------------------------------------------- */

/* Returns the device of the launch, as a fresh string: the user's, or the one of the recording.
 * NULL, with a message: none is known. */
static char *choose_device(const struct replay_command *given, const struct recording *recording,
                           const struct record_launch *launch)
{
    struct record_device device;
    struct codeobj_error error;
    struct target_id id;
    if (!given->device &&
        record_read_device(&recording->record, launch->device, &device, &error) != CODEOBJ_OK) {
        status_fail(STATUS_INPUT, "replay: %s: %s", recording->path, error.message);
        return NULL;
    }
    const char *name = given->device ? given->device : device.target;
    if (target_id_parse(name, &id, &error) == CODEOBJ_OK)
        return mem_dup(name);
    status_fail(given->device ? STATUS_USAGE : STATUS_INPUT,
                "replay: %s: %s; --device chooses another",
                given->device ? "--device" : recording->path, error.message);
    return NULL;
}

static void print_places(const struct replay_outcome *outcome)
{
    if (outcome->allocations == 0)
        return;
    if (outcome->placed == outcome->allocations)
        printf("  all allocations have their recorded addresses\n");
    else
        printf("  %" PRIu64 " of %" PRIu64
               " allocations have their recorded addresses; pointers to "
               "the others were changed\n",
               outcome->placed, outcome->allocations);
}

/* Prints how the launch ended. STATUS_INPUT when something was wrong. */
static enum status print_outcome(const struct replay_request *request,
                                 const struct replay_outcome *outcome)
{
    fflush(stdout);
    if (outcome->message.data)
        print_clean(stderr, "%s", outcome->message.data);
    if (outcome->error)
        print_clean(stdout, "  the kernel failed: %s\n", outcome->error_name);
    else if (outcome->reports)
        printf("  the kernel ended, and the checker has %u report%s\n", outcome->reports,
               outcome->reports == 1 ? "" : "s");
    else
        printf("  the kernel ended%s\n", request->checks ? ", and the checker has no report" : "");
    return outcome->error || outcome->reports ? STATUS_INPUT : STATUS_OK;
}

static enum status print_profile(const char *path)
{
    const struct diff_filter everything = {0};
    OWNED_BY(profile_free) struct profile profile = {0};
    OWNED_BY(buf_free) struct buf text = {0};
    FORWARD_IF_ERROR(profile_read(path, &everything, &profile));
    struct screen screen = screen_of_stdout();
    const struct chip *chip =
        profile.kernel_count ? chip_of_target(profile.kernels[0].target) : NULL;
    profile_print_text(&profile, &chip, chip ? 1 : 0, &screen, &text);
    fwrite(text.data, 1, text.size, stdout);
    return STATUS_OK;
}

/* Compares the memory after the launch with what the recording says was there. */
static enum status compare_own(const struct recording *recording,
                               const struct record_launch *launch, const char *result)
{
    struct recording after;
    struct record_launch there;
    bool is_alike = true;
    if (!record_find(&recording->record, RECORD_AFTER, launch->number))
        return STATUS_OK;
    FORWARD_IF_ERROR(recording_open(result, &after));
    const struct record_section *section = recording_find(&after, "");
    enum status status = section ? recording_read(&after, section, &there) : STATUS_INPUT;
    if (status == STATUS_OK) {
        status = compare_results(&(struct compared){recording, launch, "the recording"},
                                 &(struct compared){&after, &there, "libhipemu"}, &is_alike);
        record_launch_free(&there);
    }
    recording_close(&after);
    return status == STATUS_OK && !is_alike ? STATUS_INPUT : status;
}

/* Makes the launch again, and prints what happened. If the recording has memory after the
 * launch, |request->result| must be set: it takes that of libhipemu. */
static enum status replay(const struct recording *recording, const struct record_launch *launch,
                          const struct replay_request *request)
{
    struct replay_outcome outcome;
    enum status status = replay_launch(request, &outcome);
    if (status == STATUS_OK) {
        print_places(&outcome);
        status = print_outcome(request, &outcome);
        if (request->profile && path_is_file(request->profile)) {
            enum status shown = print_profile(request->profile);
            status = status ? status : shown;
        }
        if (status == STATUS_OK)
            status = compare_own(recording, launch, request->result);
    }
    buf_free(&outcome.message);
    return status;
}

/* ---- Two recordings -------------------------------------------------------------------------- */

struct side {
    struct recording recording, result;
    struct record_launch launch, after;
};

static void side_close(struct side *side)
{
    record_launch_free(&side->launch);
    record_launch_free(&side->after);
    recording_close(&side->recording);
    recording_close(&side->result);
}

/* Opens the memory after the launch: that of the recording, or of libhipemu, which runs the launch
 * then. */
static enum status side_results(const struct replay_command *given, struct side *side,
                                const struct scratch *scratch, const char *name,
                                struct compared *out)
{
    *out = (struct compared){&side->recording, &side->launch, side->recording.path};
    if (record_find(&side->recording.record, RECORD_AFTER, side->launch.number))
        return STATUS_OK;
    struct replay_outcome outcome;
    OWNED char *device = choose_device(given, &side->recording, &side->launch);
    OWNED char *result = path_join(scratch->path, name);
    if (!device)
        return STATUS_INPUT;
    struct replay_request request = {.file = side->recording.path,
                                     .launch = side->launch.number,
                                     .device = device,
                                     .checks = given->check,
                                     .result = result,
                                     .timeout = given->timeout};
    enum status status = replay_launch(&request, &outcome);
    print_clean(stderr, "%s", outcome.message.data ? outcome.message.data : "");
    if (status == STATUS_OK && outcome.error)
        status = status_fail(STATUS_INPUT, "replay: %s: the kernel failed on libhipemu: %s",
                             side->recording.path, outcome.error_name);
    buf_free(&outcome.message);
    FORWARD_IF_ERROR(status);
    FORWARD_IF_ERROR(recording_open(result, &side->result));
    unlink(result); /* The file's contents stay mapped. */
    const struct record_section *section = recording_find(&side->result, "");
    if (!section)
        return STATUS_INPUT;
    FORWARD_IF_ERROR(recording_read(&side->result, section, &side->after));
    out->recording = &side->result;
    out->launch = &side->after;
    return STATUS_OK;
}

static enum status compare_sides(const struct replay_command *given, struct side *a, struct side *b,
                                 const struct scratch *scratch)
{
    struct compared left = {&a->recording, &a->launch, a->recording.path};
    struct compared right = {&b->recording, &b->launch, b->recording.path};
    bool is_alike = compare_launches(&left, &right), is_same_result = false;
    FORWARD_IF_ERROR(side_results(given, a, scratch, "a", &left));
    FORWARD_IF_ERROR(side_results(given, b, scratch, "b", &right));
    FORWARD_IF_ERROR(compare_results(&left, &right, &is_same_result));
    return is_alike && is_same_result ? STATUS_OK : STATUS_INPUT;
}

static enum status side_open(const char *path, const char *number, struct side *out)
{
    FORWARD_IF_ERROR(recording_open(path, &out->recording));
    const struct record_section *section = recording_find(&out->recording, number);
    return section ? recording_read(&out->recording, section, &out->launch) : STATUS_INPUT;
}

static enum status compare(const struct replay_command *given, const char *file,
                           const struct scratch *scratch)
{
    OWNED_BY(side_close) struct side a = {0};
    OWNED_BY(side_close) struct side b = {0};
    FORWARD_IF_ERROR(side_open(file, given->launch, &a));
    FORWARD_IF_ERROR(side_open(given->against, given->launch, &b));
    return compare_sides(given, &a, &b, scratch);
}

static enum status shrink(const struct replay_command *given, const struct recording *recording,
                          const struct record_launch *launch, const char *device,
                          const struct scratch *scratch)
{
    OWNED char *file = path_join(scratch->path, "smaller");
    return shrink_launch(recording, launch,
                         &(struct replay_request){.file = file,
                                                  .launch = launch->number,
                                                  .device = device,
                                                  .checks = true,
                                                  .timeout = given->timeout,
                                                  .threads = 1},
                         given->shrink);
}

/* ---- The command ----------------------------------------------------------------------------- */

static enum status replay_one(const struct replay_command *given, const struct recording *recording,
                              const struct scratch *scratch)
{
    struct record_launch launch;
    const struct record_section *section = recording_find(recording, given->launch);
    if (!section)
        return STATUS_INPUT;
    FORWARD_IF_ERROR(recording_read(recording, section, &launch));
    OWNED char *device = choose_device(given, recording, &launch);
    OWNED char *compared = record_find(&recording->record, RECORD_AFTER, launch.number)
                               ? path_join(scratch->path, "result")
                               : NULL;
    OWNED char *profile = given->profile ? path_join(scratch->path, "profile") : NULL;
    enum status status = given->device ? STATUS_USAGE : STATUS_INPUT;
    if (device && given->shrink) {
        print_launch(&launch);
        status = shrink(given, recording, &launch, device, scratch);
    } else if (device) {
        print_launch(&launch);
        print_flags(&launch);
        status = replay(recording, &launch,
                        &(struct replay_request){.file = recording->path,
                                                 .launch = launch.number,
                                                 .device = device,
                                                 .checks = given->check,
                                                 .traces = given->trace,
                                                 .profile = profile,
                                                 .result = given->result ? given->result : compared,
                                                 .timeout = given->timeout});
    }
    record_launch_free(&launch);
    return status;
}

static enum status run_in_scratch(const struct replay_command *given, const char *file)
{
    struct scratch scratch;
    struct recording recording;
    enum status status = scratch_make_temporary("kbuild-replay", &scratch);
    if (status == STATUS_OK && given->against) {
        status = compare(given, file, &scratch);
    } else if (status == STATUS_OK) {
        status = recording_open(file, &recording);
        if (status == STATUS_OK) {
            status = replay_one(given, &recording, &scratch);
            recording_close(&recording);
        }
    }
    scratch_remove(&scratch);
    return status;
}

static enum status check_usage(const struct replay_command *given)
{
    if (strspn(given->launch, "0123456789") != strlen(given->launch))
        return status_fail(STATUS_USAGE, "replay: --launch: '%s' is not a number", given->launch);
    if (given->timeout < 1)
        return status_fail(STATUS_USAGE, "replay: --timeout: at least 1 second");
    if (given->against && (given->trace || given->profile || given->result))
        return status_fail(STATUS_USAGE,
                           "replay: --against compares, and takes no --trace, --profile and "
                           "--result");
    if (given->shrink && (given->against || given->trace || given->profile || given->result))
        return status_fail(STATUS_USAGE, "replay: --shrink takes no --against, --trace, --profile "
                                         "and --result");
    if (given->shrink && path_is_there(given->shrink))
        return status_fail(STATUS_USAGE, "replay: --shrink: %s exists; name a new file",
                           given->shrink);
    if (given->result && path_is_there(given->result))
        return status_fail(STATUS_USAGE, "replay: --result: %s exists; name a new file",
                           given->result);
    return STATUS_OK;
}

static enum status run(void *context, struct strings *operands)
{
    const struct replay_command *given = context;
    struct recording recording;
    FORWARD_IF_ERROR(check_usage(given));
    if (!given->list)
        return run_in_scratch(given, operands->items[0]);
    FORWARD_IF_ERROR(recording_open(operands->items[0], &recording));
    enum status status = list(&recording);
    recording_close(&recording);
    return status;
}

static const struct replay_command defaults = {.launch = "", .timeout = TIMEOUT};

const struct command cmd_replay = {
    .name = "replay",
    .summary = "make a recorded launch again without a GPU, and find what is wrong",
    .operands = "FILE",
    .details =
        "Makes a launch of a recording (kbuild record) again on libhipemu, in a process of its\n"
        "own. With --check, libhipemu's checker reports the access that was wrong: the source\n"
        "line, if the code has debug information, the lane, and the nearest allocation.\n\n"
        "Allocations have the addresses of the recording, if these are free in the process. If\n"
        "not, pointers to them are changed, where the recording knows of them: in arguments, and\n"
        "with kbuild record --deep in memory. Memory whose contents the file lacks is zeros.\n\n"
        "If the recording has the memory after the launch (kbuild record --after), it is compared\n"
        "with that of libhipemu. --against compares two recordings; libhipemu makes the launch of\n"
        "one that lacks the memory after it.\n\n"
        "--shrink keeps the first report, and drops workgroups, contents of memory and\n"
        "allocations: the new file is for a bug report.\n\n"
        "Exit codes: 0 the kernel ended, and nothing was reported or different; 1 the kernel\n"
        "failed, something was reported or differs, or the file is damaged; 2 wrong usage;\n"
        "3 libhipemu is missing.\n",
    .example = "  kbuild replay launches.krec --check\n"
               "  kbuild replay launches.krec --list\n"
               "  kbuild replay launches.krec --shrink small.krec\n"
               "  kbuild replay gpu.krec --launch 3 --against emulated.krec\n",
    .options = options,
    .size = sizeof(struct replay_command),
    .defaults = &defaults,
    .needs = "one FILE",
    .least = 1,
    .most = 1,
    .run = run,
};
