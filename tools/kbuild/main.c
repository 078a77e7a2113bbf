/* kbuild: CUDA kernels in, an embeddable package of AMD GPU code objects out. */
#include "commands/commands.h"
#include "graph/step.h"
#include "version.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

static void print_help(void)
{
    printf("kbuild " KBUILD_VERSION ": CUDA kernels in, an embeddable package of AMD GPU code "
           "objects out.\n\n"
           "  kbuild COMMAND [OPTION...] [ARGUMENT...]\n\nCommands:\n");
    for (size_t i = 0; commands[i]; i++)
        printf("  %-9s %s\n", commands[i]->name, commands[i]->summary);
    printf(
        "\nkbuild help COMMAND, or kbuild COMMAND --help, describes a command; kbuild --version\n"
        "prints the version. --target may be written for --targets.\n"
        "Exit codes: 0 done, 1 the input is at fault, 2 wrong usage, "
        "3 the environment is at fault.\n\n"
        "Example:\n"
        "  kbuild build kernels/ --targets gfx1030,gfx1100,gfx90a -o generated/\n");
}

static enum status unknown_command(const char *name)
{
    const char *names[64] = {0};
    for (size_t i = 0; commands[i] && i + 1 < sizeof names / sizeof *names; i++)
        names[i] = commands[i]->name;
    const char *near = options_nearest(name, names);
    return status_fail(STATUS_USAGE, "unknown command '%s'%s%s%s; see kbuild --help", name,
                       near ? " (did you mean '" : "", near ? near : "", near ? "'?)" : "");
}

/* Prints the help of the command |name|, or, if it is NULL, of kbuild. */
static enum status help(char *name)
{
    const struct command *command = name ? command_find(name) : NULL;
    if (command)
        return command_run(command, 2, (char *[]){name, (char[]){"--help"}, NULL});
    if (name)
        return unknown_command(name);
    print_help();
    return STATUS_OK;
}

/* Opens /dev/null for each standard stream that is closed, because the next open() would return its
 * number. */
static void open_standard_streams(void)
{
    int fd;
    do
        fd = open("/dev/null", O_RDWR);
    while (fd >= 0 && fd <= STDERR_FILENO);
    if (fd >= 0)
        close(fd);
}

/* Whether kbuild is setuid or setgid, and so has rights that its caller lacks. kbuild runs programs
 * that the environment and a manifest name, and must not run them with such rights. */
static bool is_setuid(void)
{
    return getuid() != geteuid() || getgid() != getegid();
}

static enum status run(int argc, char **argv)
{
    if (argc < 2) {
        print_help();
        return STATUS_USAGE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
        strcmp(argv[1], "help") == 0)
        return help(argv[2]);
    if (strcmp(argv[1], "--version") == 0) {
        puts("kbuild " KBUILD_VERSION);
        return STATUS_OK;
    }
    if (strcmp(argv[1], "--complete") == 0) {
        command_complete(argc - 2, argv + 2);
        return STATUS_OK;
    }
    const struct command *command = command_find(argv[1]);
    return command ? command_run(command, argc - 1, argv + 1) : unknown_command(argv[1]);
}

int main(int argc, char **argv)
{
    /* Some parents start kbuild with SIGCHLD ignored; wait() would then fail. */
    signal(SIGCHLD, SIG_DFL);
    /* With SIGXFSZ ignored, a write beyond the limit of file sizes fails with EFBIG. */
    signal(SIGXFSZ, SIG_IGN);
    open_standard_streams();
    if (is_setuid())
        return (int)status_fail(STATUS_ENVIRONMENT,
                                "kbuild must not be setuid or setgid, because it runs programs "
                                "that its caller chooses; remove these bits with chmod ug-s");
    run_follow_ninja();
    jobserver_join();
    return (int)status_of_output(run(argc, argv));
}
