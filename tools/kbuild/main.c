/* kbuild: CUDA kernels in, an embeddable package of AMD GPU code objects out. */
#include "cmd.h"
#include "version.h"

#include <stdio.h>
#include <string.h>

static const struct command *const commands[] = {
    &cmd_build,  &cmd_inspect, &cmd_extract, &cmd_bundle,  &cmd_disasm, &cmd_diff,
    &cmd_report, &cmd_doctor,  &cmd_targets, &cmd_hipify,  &cmd_flags,  &cmd_reflect,
    &cmd_embed,  &cmd_index,   &cmd_step,    &cmd_publish,
};
enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

static void print_help(void)
{
    printf("kbuild " KBUILD_VERSION ": CUDA kernels in, an embeddable package of AMD GPU code "
           "objects out.\n\n"
           "  kbuild COMMAND [OPTION...] [ARGUMENT...]\n\nCommands:\n");
    for (int i = 0; i < COMMAND_COUNT; i++)
        printf("  %-9s %s\n", commands[i]->name, commands[i]->summary);
    printf("\nkbuild COMMAND --help tells more; kbuild --version prints the version.\n"
           "Exit codes: 0 done, 1 the input is at fault, 2 wrong usage, 3 the environment is.\n\n"
           "Example:\n"
           "  kbuild build kernels/ --targets gfx1030,gfx1100,gfx90a -o generated/\n");
}

static enum status unknown_command(const char *name)
{
    const char *names[COMMAND_COUNT + 1] = {0};
    for (int i = 0; i < COMMAND_COUNT; i++)
        names[i] = commands[i]->name;
    const char *near = options_nearest(name, names);
    return status_fail(STATUS_USAGE, "unknown command '%s'%s%s%s; see kbuild --help", name,
                       near ? " (did you mean '" : "", near ? near : "", near ? "'?)" : "");
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        print_help();
        return STATUS_USAGE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
        strcmp(argv[1], "help") == 0) {
        print_help();
        return STATUS_OK;
    }
    if (strcmp(argv[1], "--version") == 0) {
        puts("kbuild " KBUILD_VERSION);
        return STATUS_OK;
    }
    for (int i = 0; i < COMMAND_COUNT; i++)
        if (strcmp(argv[1], commands[i]->name) == 0) {
            enum status status = commands[i]->run(commands[i], argc - 1, argv + 1);
            if (fflush(stdout) != 0 && status == STATUS_OK)
                status = status_fail(STATUS_ENVIRONMENT, "cannot write to standard output");
            return (int)status;
        }
    return (int)unknown_command(argv[1]);
}
