/* bench_inspect KBUILD FILE...: time and memory of kbuild inspect on each FILE, beside those of
 * reading the file once (cat) and of roc-obj-ls, which lists the bundles' entries.
 *
 * Each command runs ROUNDS times, the file being in the page cache; the best round counts. CPU time
 * is that of the process and of those that it started; memory is the largest resident set of one of
 * them, with the mapped pages of FILE that it touched.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { ROUNDS = 7, ARGUMENTS_MAX = 6 };

struct usage {
    double wall, cpu; /* seconds */
    long peak;        /* KiB */
    bool ran;
};

static double seconds(struct timeval time)
{
    return (double)time.tv_sec + (double)time.tv_usec / 1e6;
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void child(char *const *argv)
{
    int null = open("/dev/null", O_RDWR);
    dup2(null, STDIN_FILENO);
    dup2(null, STDOUT_FILENO);
    dup2(null, STDERR_FILENO);
    execvp(argv[0], argv);
    _exit(127);
}

/* wait4() tells of the child and of those that it waited for. */
static struct usage run_once(char *const *argv)
{
    struct rusage used;
    int state = 0;
    double start = now();
    pid_t pid = fork();
    if (pid == 0)
        child(argv);
    while (wait4(pid, &state, 0, &used) < 0 && errno == EINTR)
        ;
    return (struct usage){
        .wall = now() - start,
        .cpu = seconds(used.ru_utime) + seconds(used.ru_stime),
        .peak = used.ru_maxrss,
        .ran = WIFEXITED(state) && WEXITSTATUS(state) == 0,
    };
}

static struct usage run_best(char *const *argv)
{
    struct usage best = run_once(argv);
    for (int i = 1; i < ROUNDS && best.ran; i++) {
        struct usage one = run_once(argv);
        if (one.wall < best.wall)
            best.wall = one.wall;
        if (one.cpu < best.cpu)
            best.cpu = one.cpu;
        if (one.peak > best.peak)
            best.peak = one.peak;
    }
    return best;
}

static void print_row(const char *name, struct usage usage, struct usage cat, struct usage list)
{
    if (!usage.ran) {
        printf("  %-24s cannot be run, or fails\n", name);
        return;
    }
    printf("  %-24s %9.2f %9.2f %9.1f %9.2f %9.2f", name, usage.wall * 1e3, usage.cpu * 1e3,
           (double)usage.peak / 1024, usage.wall / cat.wall, usage.cpu / cat.cpu);
    if (list.ran)
        printf(" %9.1f %9.1f", list.wall / usage.wall, list.cpu / usage.cpu);
    putchar('\n');
}

static void bench(char *kbuild, char *file)
{
    char *commands[][ARGUMENTS_MAX] = {
        {"cat", file},
        {"roc-obj-ls", file},
        {kbuild, "inspect", "--list", "--full", file},
        {kbuild, "inspect", "--summary", file},
        {kbuild, "inspect", file},
        {kbuild, "inspect", "--json", file},
    };
    static const char *const names[] = {
        "cat",     "roc-obj-ls",     "inspect --list --full", "inspect --summary",
        "inspect", "inspect --json",
    };
    struct stat info;
    struct usage cat = {0}, list = {0};
    if (stat(file, &info) != 0) {
        fprintf(stderr, "bench_inspect: %s: %s\n", file, strerror(errno));
        exit(1);
    }
    printf("%s, %.1f MiB\n  %-24s %9s %9s %9s %9s %9s %9s %9s\n", file,
           (double)info.st_size / (1 << 20), "", "wall ms", "CPU ms", "peak MiB", "wall/cat",
           "CPU/cat", "wall", "CPU");
    printf("  %-24s %49s %19s\n", "", "", "times roc-obj-ls");
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        struct usage usage = run_best(commands[i]);
        if (i == 0)
            cat = usage;
        if (i == 1)
            list = usage;
        print_row(names[i], usage, cat, list);
        fflush(stdout);
    }
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: bench_inspect KBUILD FILE...\n");
        return 2;
    }
    for (int i = 2; i < argc; i++)
        bench(argv[1], argv[i]);
    return 0;
}
