/* kbuild run: runs a program on libhipemu instead of a GPU. */
#include "commands/commands.h"

#include "codeobj.h"
#include "commands/emulator.h"

#include <errno.h>
#include <signal.h>
#include <unistd.h>

struct run_command {
    struct strings devices;
    struct emulated program;
};

static const struct option options[] = {
    {"device", 'd', OPTION_COMMAS, offsetof(struct run_command, devices), "ID,...",
     "the devices: gfx1030, gfx90a:xnack+ (HIPEMU_DEVICES, or gfx1100)", NULL},
    {0},
};

static int find_program(void *context, int argc, char **argv)
{
    struct run_command *given = context;
    return emulated_find(&given->program, argc, argv);
}

static enum status check_devices(const struct strings *devices)
{
    for (size_t i = 0; i < devices->count; i++) {
        struct target_id id;
        struct codeobj_error error = {0};
        if (target_id_parse(devices->items[i], &id, &error) != CODEOBJ_OK)
            return status_fail(STATUS_USAGE, "run: --device: %s; 'kbuild targets' lists all",
                               error.message);
    }
    return STATUS_OK;
}

/* Replaces this process by the program. So the program's exit code and terminal are those of this
 * process, and signals to it reach the program. */
static enum status become(char *const argv[], const struct strings *environment)
{
    for (size_t i = 0; i < environment->count; i++)
        putenv(environment->items[i]);
    /* kbuild's main() ignores SIGXFSZ; the program that is run must not ignore it. */
    signal(SIGXFSZ, SIG_DFL);
    execvp(argv[0], argv);
    return status_fail(STATUS_ENVIRONMENT, "run: %s: %s", argv[0], strerror(errno));
}

static enum status run(void *context, struct strings *operands)
{
    const struct run_command *given = context;
    OWNED_BY(strings_free) struct strings environment = {0};
    OWNED char *devices = NULL, *emulator = NULL;
    if (!given->program.runs || operands->count != given->program.words)
        return status_fail(STATUS_USAGE, "run: needs -- PROGRAM ARGUMENT...");
    FORWARD_IF_ERROR(check_devices(&given->devices));
    emulator = emulator_find();
    if (!emulator)
        return status_fail(STATUS_ENVIRONMENT, "run: libhipemu is not installed beside kbuild");
    if (given->devices.count)
        devices = strings_join(&given->devices, ",");
    else if (getenv("HIPEMU_DEVICES"))
        devices = mem_dup(getenv("HIPEMU_DEVICES"));
    emulator_environment(emulator, devices && *devices ? devices : "gfx1100", &environment);
    return become(operands->items, &environment);
}

const struct command cmd_run = {
    .name = "run",
    .summary = "run a program for AMD GPUs without a GPU",
    .operands = "-- PROGRAM [ARGUMENT...]",
    .details =
        "Runs PROGRAM with libhipemu in the place of HIP's runtime, and chooses libhipemu for\n"
        "programs that use libkrt. The program is one that hipcc made, or that loads\n"
        "libamdhip64.so, such as an interpreter. It sees the devices in the order of the list.\n"
        "Variables of libhipemu, such as HIPEMU_CHECK, have their effect: hipemu(7).\n\n"
        "A program with an RPATH to another libamdhip64.so uses that one.\n\n"
        "PROGRAM takes the place of kbuild: its exit code is that of the command. 2: wrong usage;\n"
        "3: libhipemu or the program is missing.\n",
    .example = "  kbuild run --device gfx1100 -- ./program ARGUMENT\n"
               "  HIPEMU_CHECK=1 kbuild run --device gfx90a,gfx1030 -- python3 train.py\n",
    .options = options,
    .size = sizeof(struct run_command),
    .adapt = find_program,
    .needs = "-- PROGRAM",
    .least = 1,
    .run = run,
};
