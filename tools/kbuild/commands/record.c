/* kbuild record: runs a program and keeps its launches of kernels in a file. */
#include "commands/commands.h"

#include "codeobj.h"
#include "commands/emulator.h"
#include "mapped_file.h"
#include "record.h"
#include "util/file.h"
#include "util/process.h"

#include <errno.h>
#include <signal.h>

enum { LIMIT_MIB = 1024 };

struct record_command {
    struct strings kernels, devices;
    const char *output;
    int last, limit;
    bool no_contents, deep, after;
    struct emulated program;
};

#define FIELD(name) offsetof(struct record_command, name)
static const struct option options[] = {
    {"output", 'o', OPTION_STRING, FIELD(output), "FILE", "the recording (launches.krec)", NULL},
    {"kernel", 'k', OPTION_LIST, FIELD(kernels), "GLOB",
     "only kernels of this name, mangled or not; may be repeated", NULL},
    {"last", 0, OPTION_NUMBER, FIELD(last), "N",
     "keep the last N launches (1; with --kernel all, until the limit is reached)", NULL},
    {"limit", 0, OPTION_NUMBER, FIELD(limit), "MIB", "the most MiB of the file (1024)", NULL},
    {"no-contents", 0, OPTION_FLAG, FIELD(no_contents), NULL,
     "leave out what is in memory: sizes and addresses alone", NULL},
    {"deep", 0, OPTION_FLAG, FIELD(deep), NULL,
     "follow pointers in the memory that the arguments point to, one level", NULL},
    {"after", 0, OPTION_FLAG, FIELD(after), NULL,
     "also keep what is in memory after each launch; the program waits for it", NULL},
    {"device", 'd', OPTION_COMMAS, FIELD(devices), "ID,...",
     "run the program on libhipemu, with these devices, in place of a GPU", NULL},
    {0},
};

static int find_program(void *context, int argc, char **argv)
{
    struct record_command *given = context;
    return emulated_find(&given->program, argc, argv);
}

/* ---- Running the program --------------------------------------------------------------------- */

/* Returns how many of the last launches are kept; 0: all. */
static int launches_kept(const struct record_command *given)
{
    return given->last >= 0 ? given->last : given->kernels.count ? 0 : 1;
}

/* Adds the variables that the library reads: see interpose.c. */
static void add_settings(const struct record_command *given, const char *file, struct strings *out)
{
    OWNED char *kernels = strings_join(&given->kernels, "\n");
    strings_addf(out, "KBUILD_RECORD=%s", file);
    strings_addf(out, "KBUILD_RECORD_KERNELS=%s", kernels);
    strings_addf(out, "KBUILD_RECORD_LAST=%d", launches_kept(given));
    strings_addf(out, "KBUILD_RECORD_LIMIT=%" PRIu64, (uint64_t)given->limit << 20);
    strings_addf(out, "KBUILD_RECORD_CONTENTS=%d", !given->no_contents);
    strings_addf(out, "KBUILD_RECORD_DEEP=%d", given->deep);
    strings_addf(out, "KBUILD_RECORD_AFTER=%d", given->after);
    /* With this, libkrt does not record the launches a second time. */
    strings_add(out, "KRT_RECORD=");
}

static enum status add_library(struct strings *out)
{
    OWNED char *library = process_beside("lib/kbuild/record.so");
    const char *others = getenv("LD_PRELOAD");
    if (!library || !path_is_file(library))
        return status_fail(STATUS_ENVIRONMENT, "record: lib/kbuild/record.so is not installed "
                                               "beside kbuild");
    if (strpbrk(library, " :"))
        return status_fail(STATUS_ENVIRONMENT,
                           "record: %s: the dynamic linker takes no library with a space or colon "
                           "in its path; install kbuild in another directory",
                           library);
    strings_addf(out, others && *others ? "LD_PRELOAD=%s:%s" : "LD_PRELOAD=%s", library, others);
    return STATUS_OK;
}

static enum status add_devices(const struct record_command *given, struct strings *out)
{
    if (!given->devices.count)
        return STATUS_OK;
    OWNED char *emulator = emulator_find(), *devices = strings_join(&given->devices, ",");
    if (!emulator)
        return status_fail(STATUS_ENVIRONMENT, "record: libhipemu is not installed beside kbuild");
    emulator_environment(emulator, devices, out);
    return STATUS_OK;
}

/* Removes an old recording. Another file is not replaced: somebody may have mistaken the option. */
static enum status remove_old(const char *file)
{
    switch (record_remove(file)) {
    case RECORD_REMOVED: return STATUS_OK;
    case RECORD_FOREIGN:
        return status_fail(STATUS_USAGE,
                           "record: -o: %s exists and is not a recording; remove it, "
                           "or name another file",
                           file);
    case RECORD_BUSY:
        return status_fail(STATUS_USAGE, "record: -o: another process writes %s; name another file",
                           file);
    case RECORD_STAYS: break;
    }
    return status_fail(STATUS_ENVIRONMENT, "record: %s: %s", file, strerror(errno));
}

/* ---- What was recorded ----------------------------------------------------------------------- */

static void print_last(const char *file, const struct record *record)
{
    struct record_launch launch;
    size_t count;
    const struct record_section *last = record_last(record, &count);
    if (!last || record_read_launch(record, last, &launch, NULL) != CODEOBJ_OK)
        return;
    print_clean(stderr,
                "kbuild: record: %s has %zu launch%s; the last is number %" PRIu64
                ", kernel '%s'\n",
                file, count, count == 1 ? "" : "es", launch.number, launch.kernel);
    record_launch_free(&launch);
}

/* Prints what the file has. False when it has no launch. */
static bool print_recording(const char *file)
{
    struct mapped_file mapped;
    struct record record;
    struct codeobj_error error;
    if (mapped_file_open(file, &mapped, &error) != CODEOBJ_OK)
        return false;
    bool is_good = record_open(mapped.bytes, &record, &error) == CODEOBJ_OK;
    if (is_good) {
        print_last(file, &record);
        record_close(&record);
    } else {
        status_warn("record: %s: %s", file, error.message);
    }
    mapped_file_close(&mapped);
    return is_good;
}

/* Lists the files of other processes than the first one: FILE, a dot and a number. */
static void list_others(const char *file, struct strings *out)
{
    OWNED char *directory = path_directory(file);
    OWNED_BY(strings_free) struct strings names = {0};
    const char *base = path_name(file);
    const size_t length = strlen(base);
    (void)path_list(directory, &names);
    for (size_t i = 0; i < names.count; i++) {
        const char *name = names.items[i], *number = name + length + 1;
        if (text_begins(name, base) && name[length] == '.' && *number &&
            strspn(number, "0123456789") == strlen(number))
            strings_take(out, path_join(directory, name));
    }
}

/* Completes the file of a process that was killed, and removes the one to which the recorder was
 * copying the last launches then. */
static void complete(const struct record_command *given, const char *file)
{
    OWNED char *unfinished = mem_format("%s.new", file);
    struct codeobj_error error;
    (void)record_remove(unfinished);
    if (record_complete(file, (uint64_t)launches_kept(given), &error) != CODEOBJ_OK)
        status_warn("record: %s cannot be completed: %s", file, error.message);
}

/* Completes the files of all processes. |before| lists those that were there before the program. */
static void complete_all(const struct record_command *given, const char *file,
                         const struct strings *before)
{
    OWNED_BY(strings_free) struct strings others = {0};
    complete(given, file);
    list_others(file, &others);
    for (size_t i = 0; i < others.count; i++) {
        if (strings_contain(before, others.items[i]))
            continue;
        complete(given, others.items[i]);
        print_recording(others.items[i]);
    }
}

static enum status judge(const char *program, const char *file, const struct process_result *result)
{
    enum { OF_SIGNAL = 128 }; /* the exit status is this plus the signal, as in shells */
    if (result->error)
        return status_fail(STATUS_ENVIRONMENT, "record: %s: %s", program, strerror(result->error));
    bool has_launches = print_recording(file);
    if (result->signal)
        status_warn("record: %s was ended by signal %d (%s)", program, result->signal,
                    strsignal(result->signal));
    if (result->signal)
        return (enum status)(OF_SIGNAL + result->signal);
    if (result->exit_code || has_launches)
        return (enum status)result->exit_code;
    return status_fail(STATUS_INPUT, "record: %s ran no kernel of HIP that was to be recorded",
                       program);
}

/* Ctrl-C ends the program, and kbuild after it has completed the file. */
static void hold_interrupt(bool hold)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigprocmask(hold ? SIG_BLOCK : SIG_UNBLOCK, &set, NULL);
}

static enum status run(void *context, struct strings *operands)
{
    const struct record_command *given = context;
    OWNED_BY(strings_free) struct strings environment = {0}, before = {0};
    OWNED_BY(process_result_free) struct process_result result = {0};
    if (!given->program.runs || operands->count != given->program.words)
        return status_fail(STATUS_USAGE, "record: needs -- PROGRAM ARGUMENT...");
    if (given->limit < 1)
        return status_fail(STATUS_USAGE, "record: --limit: a file of 0 MiB has no launch");
    /* The path is made absolute, because the program may change its directory. */
    OWNED char *file = path_absolute(given->output);
    FORWARD_IF_ERROR(add_devices(given, &environment));
    FORWARD_IF_ERROR(add_library(&environment));
    FORWARD_IF_ERROR(remove_old(file));
    add_settings(given, file, &environment);
    list_others(file, &before);
    hold_interrupt(true);
    process_run(operands->items, &environment, 0, &result);
    complete_all(given, file, &before);
    enum status status = judge(operands->items[0], given->output, &result);
    hold_interrupt(false);
    return status;
}

static const struct record_command defaults = {
    .output = "launches.krec", .last = -1, .limit = LIMIT_MIB};

const struct command cmd_record = {
    .name = "record",
    .summary = "keep a program's launches of kernels, with their memory, in a file",
    .operands = "-- PROGRAM [ARGUMENT...]",
    .details =
        "Runs PROGRAM and keeps launches on AMD GPUs in a file: the code object, the kernel, the\n"
        "arguments, the allocations to which the arguments point, and what was in them before\n"
        "the launch. kbuild replay runs such a launch again, without a GPU, and finds the access\n"
        "that was wrong. After each launch the file is whole, also if the program crashes then.\n\n"
        "By default the file has the last launch. Work before a recorded launch has ended when\n"
        "the launch begins, so it is the last launch that failed.\n\n"
        "The file has what was in the program's memory, and only you can read it. With\n"
        "--no-contents it has none of that; arguments and addresses stay.\n\n"
        "Exit codes: that of PROGRAM, or 128 and the number of the signal that ended it; 1: no\n"
        "kernel was recorded; 2: wrong usage; 3: PROGRAM or a library is missing.\n",
    .example = "  kbuild record -- ./program ARGUMENT\n"
               "  kbuild record --kernel 'softmax*' --last 4 -o softmax.krec -- python3 train.py\n"
               "  kbuild replay launches.krec --check\n",
    .options = options,
    .size = sizeof(struct record_command),
    .defaults = &defaults,
    .adapt = find_program,
    .needs = "-- PROGRAM",
    .least = 1,
    .run = run,
};
