/* How fast each form of `kbuild embed` is written, and what compiling it costs, beside `xxd -i`.
 *
 *   bench_embed [FILE...]
 *
 * FILEs are code objects or bundles of them; their bytes, repeated, become a bundle of 8 MiB for
 * three targets. Without one the bytes are made up: a fixed-seed mix of zeros (22%), text (32%) and
 * any value, which is what the code objects of elementwise kernels were counted to hold. Everything
 * is done in a fresh directory under TMPDIR. Prints tables; asserts nothing.
 */
#include "emit/embed.h"
#include "emit/parts.h"
#include "util/file.h"
#include "util/process.h"

#include <elf.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    INPUT_BYTES = 8 << 20,
    TARGETS = 3,
    IMAGE_ALIGN = 4096,
    IMAGE_BYTES = (INPUT_BYTES / TARGETS) / IMAGE_ALIGN * IMAGE_ALIGN,
    WRITES = 21,  /* of each form; the median is shown */
    COMPILES = 3, /* likewise, but slow ones only once */
    SLOW = 5,     /* seconds */
};

static const char *const targets[TARGETS] = {"gfx1030", "gfx1100", "gfx90a"};

/* ---- Measuring ------------------------------------------------------------------------------ */

struct cost {
    double seconds;   /* of wall time */
    double cpu;       /* seconds of user and system time */
    double mebibytes; /* of the largest process */
};

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static int compare_doubles(const void *a, const void *b)
{
    double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

static int compare_cpu(const void *a, const void *b)
{
    return compare_doubles(&((const struct cost *)a)->cpu, &((const struct cost *)b)->cpu);
}

static double median(double *values, size_t count)
{
    qsort(values, count, sizeof *values, compare_doubles);
    return values[count / 2];
}

/* fork() and not posix_spawn(), whose child would start with our own peak memory for its own. */
static bool run_program(char *const argv[], const char *output, struct cost *out)
{
    double start = seconds_now();
    pid_t child = fork();
    if (child == 0) {
        if (output) {
            int file = open(output, O_WRONLY | O_CREAT | O_TRUNC, 0666);
            dup2(file, 1);
        }
        execvp(argv[0], argv);
        _exit(127);
    }
    int status;
    struct rusage usage;
    if (child < 0 || wait4(child, &status, 0, &usage) != child)
        return false;
    double cpu = (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
                 (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6;
    *out = (struct cost){seconds_now() - start, cpu, (double)usage.ru_maxrss / 1024.0};
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* ---- The input ------------------------------------------------------------------------------ */

static uint64_t random_next(uint64_t *state)
{
    *state ^= *state << 13; /* Marsaglia's xorshift64 */
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

/* An ELF header, so that it is taken for a code object, and then the mix. */
static void make_up_image(char *out, size_t size, uint64_t seed)
{
    Elf64_Ehdr header = {
        .e_ident = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64, ELFDATA2LSB, EV_CURRENT, 64, 2},
        .e_type = ET_DYN,
        .e_machine = 224, /* EM_AMDGPU */
        .e_version = EV_CURRENT,
        .e_ehsize = sizeof header,
    };
    for (size_t i = 0; i < size;) {
        uint64_t random = random_next(&seed);
        size_t run = 1 + (random >> 16) % 8;
        unsigned kind = (unsigned)(random >> 32) % 100;
        for (; run && i < size; run--, i++) {
            uint64_t byte = random_next(&seed) >> 24;
            out[i] = kind < 22 ? 0 : (char)(kind < 54 ? ' ' + byte % 95 : byte);
        }
    }
    memcpy(out, &header, sizeof header);
}

/* The bytes of |files|' images for |target|, or of any when there are none. */
static void gather(char *const *files, int count, const char *target, struct buf *out)
{
    for (int i = 0; i < count; i++) {
        struct embed_images images;
        if (embed_images_open(files[i], &images) != STATUS_OK)
            exit(1);
        for (size_t j = 0; j < images.count; j++)
            if (!target || strcmp(images.items[j].target, target) == 0)
                buf_append(out, images.items[j].code_object.data, images.items[j].code_object.size);
        embed_images_close(&images);
    }
}

static void put_u64(struct buf *out, uint64_t value)
{
    for (int i = 0; i < 8; i++)
        buf_putc(out, (char)(value >> (8 * i)));
}

static void make_bundle(char *const *files, int count, struct buf *out)
{
    buf_puts(out, "__CLANG_OFFLOAD_BUNDLE__");
    put_u64(out, TARGETS);
    for (int i = 0; i < TARGETS; i++) {
        char *id = mem_format("hipv4-amdgcn-amd-amdhsa--%s", targets[i]);
        put_u64(out, IMAGE_ALIGN + (uint64_t)i * IMAGE_BYTES);
        put_u64(out, IMAGE_BYTES);
        put_u64(out, strlen(id));
        buf_puts(out, id);
        free(id);
    }
    char *zeros = mem_alloc(IMAGE_ALIGN);
    buf_append(out, zeros, IMAGE_ALIGN - out->size);
    free(zeros);
    for (int i = 0; i < TARGETS; i++) {
        struct buf some = {0};
        gather(files, count, targets[i], &some);
        if (!some.size)
            gather(files, count, NULL, &some);
        size_t end = out->size + IMAGE_BYTES;
        while (some.size && out->size < end)
            buf_append(out, some.data, some.size < end - out->size ? some.size : end - out->size);
        if (!some.size) {
            buf_reserve(out, IMAGE_BYTES);
            make_up_image(out->data + out->size, IMAGE_BYTES, 0x9e3779b97f4a7c15u + (uint64_t)i);
            out->size = end;
        }
        buf_free(&some);
    }
}

/* ---- Writing -------------------------------------------------------------------------------- */

struct subject {
    const char *title;
    enum embed_form form;
    bool elsewhere; /* the header's directory is not the input's, so the data are copied */
    bool compress;
    const char *compilers[3];
};

static const struct subject subjects[] = {
    {"string", EMBED_STRING, false, false, {"gcc", "clang"}},
    {"incbin", EMBED_INCBIN, false, false, {"gcc", "clang"}},
    {"incbin, data copied", EMBED_INCBIN, true, false, {0}},
    {"c23", EMBED_C23, false, false, {"clang-19"}},
};
enum { SUBJECTS = sizeof subjects / sizeof *subjects };

static void plain_write(const char *path, const struct buf *bytes)
{
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    for (size_t done = 0; done < bytes->size;) {
        ssize_t written = write(file, bytes->data + done, bytes->size - done);
        if (written <= 0)
            exit(status_fail(STATUS_ENVIRONMENT, "%s: cannot write", path));
        done += (size_t)written;
    }
    close(file);
}

static void show_writing(const char *title, double seconds, double plain, size_t output)
{
    printf("| %-19s | %8.1f | %8.0f | %10.1f | ", title, seconds * 1e3,
           INPUT_BYTES / seconds * 1e-6, (double)output * 1e-6);
    if (plain > 0)
        printf("%8.1f | %5.2f |\n", plain * 1e3, seconds / plain);
    else
        printf("%8s | %5s |\n", "", "");
}

static void measure_writing(const struct subject *subject)
{
    const char *header = subject->elsewhere ? "there/in.hsaco.h" : "in.hsaco.h";
    struct embed_request request = {
        .input = "in.hsaco",
        .output = header,
        .form = subject->form,
        .compress = subject->compress,
    };
    if (embed_write(&request) != STATUS_OK)
        exit(1);
    struct buf text = {0};
    file_read(header, &text);
    if (subject->elsewhere)
        file_read("there/in.hsaco", &text);

    double ours[WRITES], plain[WRITES];
    for (int i = 0; i < WRITES; i++) {
        unlink(header);
        unlink("there/in.hsaco");
        double start = seconds_now();
        if (embed_write(&request) != STATUS_OK)
            exit(1);
        ours[i] = seconds_now() - start;
        unlink("plain");
        start = seconds_now();
        plain_write("plain", &text);
        plain[i] = seconds_now() - start;
    }
    unlink("plain");
    show_writing(subject->title, median(ours, WRITES), median(plain, WRITES), text.size);
    buf_free(&text);
}

static void measure_xxd_writing(void)
{
    double seconds[COMPILES];
    struct cost cost = {0};
    for (int i = 0; i < COMPILES; i++) {
        unlink("xxd.h");
        if (!run_program((char *[]){"xxd", "-i", "in.hsaco", NULL}, "xxd.h", &cost)) {
            printf("| xxd -i: not on this machine |\n");
            return;
        }
        seconds[i] = cost.seconds;
    }
    struct buf text = {0};
    file_read("xxd.h", &text);
    show_writing("xxd -i", median(seconds, COMPILES), 0, text.size);
    buf_free(&text);
}

/* ---- Compiling ------------------------------------------------------------------------------- */

/* The run of median CPU time out of a few. */
static bool compile(const char *compiler, struct cost *out)
{
    struct cost costs[COMPILES];
    size_t count = 0;
    do {
        char *argv[] = {(char *)compiler, "-O2", "-I" KRT_INCLUDE, "-I.", "-c",
                        "user.c",         "-o",  "user.o",         NULL};
        if (!run_program(argv, NULL, &costs[count]))
            return false;
        count++;
    } while (count < COMPILES && costs[count - 1].seconds < SLOW);
    qsort(costs, count, sizeof *costs, compare_cpu);
    *out = costs[count / 2];
    return true;
}

/* Compiles |source| and shows its cost beside |than|'s, which may be NULL. */
static struct cost show_compiling(const char *title, const char *compiler, const char *source,
                                  const struct cost *than)
{
    struct cost cost = {0};
    if (file_write("user.c", source, strlen(source)) != STATUS_OK)
        exit(1);
    char *program = process_find(compiler);
    free(program);
    if (!program || !compile(compiler, &cost)) {
        printf("| %-10s | %-8s | not on this machine |\n", title, compiler);
        return cost;
    }
    printf("| %-10s | %-8s | %7.2f | %7.2f | %7.0f |", title, compiler, cost.seconds, cost.cpu,
           cost.mebibytes);
    if (than && than->cpu > 0)
        printf(" %6.1f | %7.1f |\n", than->cpu / cost.cpu, than->mebibytes / cost.mebibytes);
    else
        printf(" %6s | %7s |\n", "", "");
    fflush(stdout);
    return cost;
}

static const char user[] = "#include \"in.hsaco.h\"\n"
                           "const unsigned char *data(void);\n"
                           "const unsigned char *data(void)\n{\n    return in_hsaco;\n}\n";
static const char xxd_user[] = "static const\n#include \"xxd.h\"\n"
                               "const unsigned char *data(void);\n"
                               "const unsigned char *data(void)\n{\n    return in_hsaco;\n}\n";

static void measure_compiling(void)
{
    const char *const compilers[] = {"gcc", "clang", "clang-19"};
    enum { COMPILERS = sizeof compilers / sizeof *compilers };
    struct cost xxd[COMPILERS];
    for (int i = 0; i < COMPILERS; i++) {
        show_compiling("nothing", compilers[i], "#include <krt/krt.h>\nextern int nothing;\n",
                       NULL);
        xxd[i] = show_compiling("xxd -i", compilers[i], xxd_user, NULL);
    }
    for (int i = 0; i < SUBJECTS; i++) {
        struct embed_request request = {.input = "in.hsaco", .form = subjects[i].form};
        if (subjects[i].elsewhere)
            continue;
        if (embed_write(&request) != STATUS_OK)
            exit(1);
        for (int j = 0; j < COMPILERS; j++)
            for (int k = 0; k < 3 && subjects[i].compilers[k]; k++)
                if (strcmp(subjects[i].compilers[k], compilers[j]) == 0)
                    show_compiling(subjects[i].title, compilers[j], user, &xxd[j]);
    }
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        argv[i] = path_absolute(argv[i]);
    const char *temporary = getenv("TMPDIR");
    char *directory = mem_format("%s/bench-embed-XXXXXX", temporary ? temporary : "/tmp");
    if (!mkdtemp(directory) || chdir(directory) != 0 || path_make_directories("there") != STATUS_OK)
        return status_fail(STATUS_ENVIRONMENT, "%s: cannot make this directory", directory);
    struct buf bundle = {0};
    make_bundle(argv + 1, argc - 1, &bundle);
    if (file_write("in.hsaco", bundle.data, bundle.size) != STATUS_OK)
        return STATUS_ENVIRONMENT;
    printf("Input: %zu bytes, %s\n\n", bundle.size,
           argc > 1 ? "from the images of the given files" : "made up with a fixed seed");
    buf_free(&bundle);

    printf("Writing (in one process, median of %d; xxd: a process, median of %d)\n\n", WRITES,
           COMPILES);
    printf("| form                | ms       | MB/s     | output MB  | plain ms | ratio |\n"
           "|---------------------|---------:|---------:|-----------:|---------:|------:|\n");
    for (int i = 0; i < SUBJECTS; i++)
        measure_writing(&subjects[i]);
    measure_xxd_writing();
    printf(
        "\nms and MB/s are of the input's bytes; plain: write() of the same output from memory.\n"
        "\nCompiling a unit with -O2 (median of %d; 1 when it takes %d s)\n\n",
        COMPILES, SLOW);
    printf("| form       | compiler | s       | CPU s   | MiB     | faster | smaller |\n"
           "|------------|----------|--------:|--------:|--------:|-------:|--------:|\n");
    fflush(stdout);
    measure_compiling();
    printf("\nMiB: peak of the largest process. faster: CPU time against xxd -i with the same "
           "compiler;"
           " smaller: MiB likewise.\n");

    char *remove[] = {"rm", "-rf", directory, NULL};
    struct cost cost;
    run_program(remove, NULL, &cost);
    free(directory);
    return 0;
}
