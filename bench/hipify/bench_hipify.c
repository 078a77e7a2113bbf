/* How fast CUDA sources are translated: the library on one core, the command, and hipify-perl.
 *
 *   bench_hipify [TREE]      KBUILD names the program, HIPIFY_PERL that of AMD
 *
 * TREE is a folder whose .cu and .cuh files are read. Without one they are the sources in kernels/
 * and programs that are made up, 8 MB in all. Everything is written into a fresh directory under
 * TMPDIR. All rates are per second of CPU time, not of wall time, so that what else the machine
 * does counts less; hipify-perl sees every n-th file, because it would take hours for all. Prints
 * tables; asserts nothing.
 */
#include "hipify/hipify.h"
#include "hipify/lexer.h"
#include "soup.h"
#include "util/file.h"
#include "util/process.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    RUNS = 15, /* in this process; the median is shown */
    MADE_UP = 8 << 20,
    COMMAND_BYTES = 4 << 20, /* about so much goes to a process for each file */
    PERL_BYTES = 1 << 20,
    PERL_WARNING_BYTES = 16 << 10,
};

struct source {
    char *path;
    struct buf text;
};

static struct {
    struct source *items;
    size_t count, capacity, bytes;
} sources;

/* ---- The input ------------------------------------------------------------------------------ */

static void sources_add(const char *path, struct buf *text)
{
    if (sources.count == sources.capacity) {
        sources.capacity = sources.capacity ? sources.capacity * 2 : 256;
        sources.items = mem_resize(sources.items, sources.capacity, sizeof *sources.items);
    }
    sources.items[sources.count++] = (struct source){mem_dup(path), *text};
    sources.bytes += text->size;
}

static int visit(const char *path, const struct stat *info, int type, struct FTW *at)
{
    (void)at;
    const char *extension = path_extension(path);
    struct buf text = {0};
    if (type == FTW_F && info->st_size > 0 &&
        (strcmp(extension, ".cu") == 0 || strcmp(extension, ".cuh") == 0) &&
        file_read(path, &text) == STATUS_OK)
        sources_add(path, &text);
    return 0;
}

/* Programs of the sizes that files have: most are small. */
static void make_up(const char *directory)
{
    uint64_t random = 20250101;
    for (int number = 0; sources.bytes < MADE_UP; number++) {
        struct buf text = {0};
        unsigned small = soup_next(&random) % 8;
        soup_program(&random, small ? 1 + soup_next(&random) % 40 : 400, &text);
        char *path = mem_format("%s/made_up_%d.cu", directory, number);
        if (file_write(path, text.data, text.size) != STATUS_OK)
            exit(STATUS_ENVIRONMENT);
        sources_add(path, &text);
        free(path);
    }
}

/* ---- Measuring ------------------------------------------------------------------------------ */

static double seconds_of(struct timeval time)
{
    return (double)time.tv_sec + (double)time.tv_usec * 1e-6;
}

static double cpu_now(int who)
{
    struct rusage usage;
    getrusage(who, &usage);
    return seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
}

static int compare_doubles(const void *a, const void *b)
{
    double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

static double reference; /* bytes a second of the row that the others are held against */

static void show(const char *what, size_t files, size_t bytes, double cpu)
{
    double rate = cpu > 0 ? (double)bytes / cpu : 0;
    if (reference == 0)
        reference = rate;
    printf("%-52s %6zu %9.2f %9.3f %10.3f %11.5f\n", what, files, (double)bytes / 1e6, cpu,
           rate / 1e6, rate / reference);
    fflush(stdout);
}

/* ---- In this process ------------------------------------------------------------------------ */

static void read_tokens(const char *path, const struct buf *text)
{
    (void)path;
    struct lexer lexer;
    struct token token;
    lexer_start(&lexer, text->data, text->size);
    while (lexer_next_code(&lexer, &token))
        ;
}

static void translate(const char *path, const struct buf *text)
{
    struct hipify_options options = {
        .shown_path = path, .cuda_arch = 900, .cuda_version = 12040, .prelude = true};
    struct buf out = {0};
    struct hipify_report report = {0};
    if (hipify_translate(text->data, text->size, &options, &out, &report) != STATUS_OK)
        exit(STATUS_INPUT);
    buf_free(&out);
    hipify_report_free(&report);
}

static void measure(const char *what, void (*work)(const char *path, const struct buf *text),
                    const struct source *items, size_t count)
{
    double cpu[RUNS];
    size_t bytes = 0;
    for (int run = 0; run < RUNS; run++) {
        double start = cpu_now(RUSAGE_SELF);
        for (size_t i = 0; i < count; i++)
            work(items[i].path, &items[i].text);
        cpu[run] = cpu_now(RUSAGE_SELF) - start;
    }
    for (size_t i = 0; i < count; i++)
        bytes += items[i].text.size;
    qsort(cpu, RUNS, sizeof *cpu, compare_doubles);
    show(what, count, bytes, cpu[RUNS / 2]);
}

/* ---- Programs ------------------------------------------------------------------------------- */

/* Runs |argv|, whose output goes nowhere. It may find fault with a source (1), but must not fail
 * otherwise. */
static void run_program(char *const argv[])
{
    pid_t child = fork();
    if (child == 0) {
        int null = open("/dev/null", O_RDWR);
        dup2(null, 0);
        dup2(null, 1);
        dup2(null, 2);
        execvp(argv[0], argv);
        _exit(127);
    }
    int status;
    if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status) ||
        WEXITSTATUS(status) > 1) {
        fprintf(stderr, "bench_hipify: %s %s failed\n", argv[0], argv[1]);
        exit(STATUS_ENVIRONMENT);
    }
}

/* |program| OPTION FILE for every so many-th file, but none that is larger than |about|. */
static void measure_program(const char *what, const char *program, const char *const options[2],
                            size_t about)
{
    size_t files = 0, bytes = 0, step = sources.bytes / about + 1;
    double start = cpu_now(RUSAGE_CHILDREN);
    for (size_t i = 0; i < sources.count && bytes < about; i++) {
        const char *argv[5] = {program};
        int count = 1;
        if (sources.items[i].text.size > about || (i % step != 0 && step < sources.count))
            continue;
        for (int option = 0; option < 2 && options[option]; option++)
            argv[count++] = options[option];
        argv[count] = sources.items[i].path;
        run_program((char *const *)argv);
        files++;
        bytes += sources.items[i].text.size;
    }
    if (files > 0)
        show(what, files, bytes, cpu_now(RUSAGE_CHILDREN) - start);
}

static void measure_tree(const char *program, const char *directory)
{
    char *output = path_join(directory, "out");
    const char **argv = mem_alloc((sources.count + 8) * sizeof *argv);
    size_t count = 0;
    argv[count++] = program;
    argv[count++] = "hipify";
    argv[count++] = "--no-follow";
    argv[count++] = "--jobs=1";
    argv[count++] = "-o";
    argv[count++] = output;
    for (size_t i = 0; i < sources.count; i++)
        argv[count++] = sources.items[i].path;
    double start = cpu_now(RUSAGE_CHILDREN);
    run_program((char *const *)argv);
    show("kbuild hipify -o FOLDER, one process, written", sources.count, sources.bytes,
         cpu_now(RUSAGE_CHILDREN) - start);
    free(argv);
    free(output);
}

static void measure_all(const char *directory)
{
    printf(
        "%zu sources, %.1f MB; MB a second of CPU time; median of %d where it is in one process\n",
        sources.count, (double)sources.bytes / 1e6, RUNS);
    printf("%-52s %6s %9s %9s %10s %11s\n", "", "files", "MB", "CPU s", "MB/s", "ratio");
    struct source all = {.path = "all.cu"};
    for (size_t i = 0; i < sources.count; i++)
        buf_append(&all.text, sources.items[i].text.data, sources.items[i].text.size);
    measure("hipify_translate, file by file", translate, sources.items, sources.count);
    measure("hipify_translate, all of it as one text", translate, &all, 1);
    measure("its tokens alone, file by file", read_tokens, sources.items, sources.count);

    static const char *const hipify[2] = {"hipify", "--no-follow"}, *const nothing[2];
    static const char *const silent[2] = {"-quiet-warnings"};
    const char *kbuild = getenv("KBUILD"), *perl = getenv("HIPIFY_PERL");
    char *found = process_find(perl && *perl ? perl : "hipify-perl");
    if (kbuild) {
        measure_tree(kbuild, directory);
        measure_program("kbuild hipify, a process for each file", kbuild, hipify, COMMAND_BYTES);
    }
    if (found) {
        measure_program("hipify-perl -quiet-warnings, each file", found, silent, PERL_BYTES);
        measure_program("hipify-perl, each file", found, nothing, PERL_WARNING_BYTES);
    } else {
        printf("hipify-perl is not installed; HIPIFY_PERL names one\n");
    }
    free(found);
    buf_free(&all.text);
}

int main(int argc, char **argv)
{
    char directory[] = "/tmp/bench-hipify-XXXXXX";
    if (!mkdtemp(directory)) {
        perror("bench_hipify: a fresh directory");
        return STATUS_ENVIRONMENT;
    }
    nftw(argc > 1 ? argv[1] : KERNELS, visit, 16, FTW_PHYS);
    if (argc <= 1)
        make_up(directory);
    if (sources.count > 0)
        measure_all(directory);
    else
        fprintf(stderr, "bench_hipify: no .cu or .cuh in %s\n", argv[1]);
    path_remove_tree(directory);
    bool none = sources.count == 0;
    for (size_t i = 0; i < sources.count; i++) {
        free(sources.items[i].path);
        buf_free(&sources.items[i].text);
    }
    free(sources.items);
    return none ? STATUS_INPUT : STATUS_OK;
}
