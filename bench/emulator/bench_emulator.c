/* Lane-operations a second on the emulator, on one core and on all, beside a plain C loop that does
 * the same on one core of the host.
 *
 *   bench_emulator TARGET LANES KERNELS.hsaco [NAME]
 *
 * And what a launch of one workgroup that does next to nothing takes.
 *
 * A lane-operation is one that kernels.hip writes down: a multiply-add, a load or store of a copy,
 * a read or write of LDS. What the compiler adds, addresses and loops, is not counted. With NAME
 * only the kernels whose line has it, for a profiler.
 */
#include "host.h"

#include "machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    WORKGROUPS = 64,
    ITEMS = WORKGROUPS * BLOCK,
    COPY_WORDS = 1 << 22, /* 16 MiB: more than the caches of a core */
    LAUNCHES = 1000,
};

struct bench {
    const char *target;
    struct machine_module *module;
    uint32_t *out, *in;         /* of the device; COPY_WORDS each */
    uint32_t *wanted, *scratch; /* of the host */
};

/* ---- The kernels, there and here ------------------------------------------------------------ */

static bool run(struct bench *bench, const char *kernel, void **arguments)
{
    return machine_launch(bench->module, kernel, (unsigned[]){WORKGROUPS, 1, 1},
                          (unsigned[]){BLOCK, 1, 1}, 0, arguments);
}

static float mul = 0.999f, add = 0.001f;
static uint32_t valu_count = 32, lds_step = 3, lds_count = 16, reduce_count = 8;
static uint32_t copy_4_count = COPY_WORDS / ITEMS;
static uint32_t copy_16_count = COPY_WORDS / ITEMS / 4;

static bool device_valu(struct bench *bench)
{
    return run(bench, "valu", (void *[]){&bench->out, &mul, &add, &valu_count});
}
static bool device_copy_4(struct bench *bench)
{
    return run(bench, "copy_4", (void *[]){&bench->out, &bench->in, &copy_4_count});
}
static bool device_copy_16(struct bench *bench)
{
    return run(bench, "copy_16", (void *[]){&bench->out, &bench->in, &copy_16_count});
}
static bool device_lds(struct bench *bench)
{
    return run(bench, "lds", (void *[]){&bench->out, &lds_step, &lds_count});
}
static bool device_reduce(struct bench *bench)
{
    return run(bench, "reduce", (void *[]){&bench->out, &reduce_count});
}

static bool on_host_valu(struct bench *bench)
{
    host_valu((float *)(void *)bench->wanted, mul, add, valu_count, ITEMS);
    return true;
}
static bool on_host_copy(struct bench *bench)
{
    host_copy(bench->wanted, bench->scratch, COPY_WORDS);
    return true;
}
static bool on_host_lds(struct bench *bench)
{
    host_lds(bench->wanted, lds_step, lds_count, ITEMS);
    return true;
}
static bool on_host_reduce(struct bench *bench)
{
    host_reduce(bench->wanted, reduce_count, ITEMS);
    return true;
}

static const struct kind {
    const char *name;
    bool (*device)(struct bench *bench), (*host)(struct bench *bench);
    double operations; /* of a launch */
    size_t words;      /* that |out| has, then */
} kinds[] = {
    {"VALU: FMA chains", device_valu, on_host_valu, (double)ITEMS * 64 * 32, ITEMS},
    {"memory: copy, 4 B", device_copy_4, on_host_copy, 2.0 * COPY_WORDS, COPY_WORDS},
    {"memory: copy, 16 B", device_copy_16, on_host_copy, 2.0 * COPY_WORDS / 4, COPY_WORDS},
    {"LDS: read, write", device_lds, on_host_lds, (double)ITEMS * 32 * 16, ITEMS},
    {"LDS: sums, barriers", device_reduce, on_host_reduce, WORKGROUPS * 8.0 * (255 * 3 + 512),
     ITEMS},
};

/* ---- Measuring ------------------------------------------------------------------------------ */

static double seconds(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The shortest run within half a second; at least three. 0 when one fails. What runs on one core is
 * timed by the CPU's time, which other programs do not lengthen. */
static double shortest(struct bench *bench, bool (*work)(struct bench *bench), clockid_t clock)
{
    double best = 1e9, begin = seconds(clock);
    for (unsigned i = 0; i < 3 || seconds(clock) - begin < 0.5; i++) {
        double start = seconds(clock);
        if (!work(bench))
            return 0;
        double spent = seconds(clock) - start;
        best = spent < best ? spent : best;
    }
    return best;
}

static double device_time(struct bench *bench, const struct kind *kind, unsigned threads)
{
    char count[16];
    snprintf(count, sizeof count, "%u", threads);
    setenv("HIPEMU_THREADS", count, 1);
    memset(bench->out, 0, COPY_WORDS * sizeof bench->out[0]);
    return shortest(bench, kind->device, threads == 1 ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC);
}

static bool print_kind(struct bench *bench, const struct kind *kind, const char *lanes)
{
    unsigned cores = (unsigned)sysconf(_SC_NPROCESSORS_ONLN);
    double host = shortest(bench, kind->host, CLOCK_PROCESS_CPUTIME_ID);
    double one = device_time(bench, kind, 1);
    double all = one > 0 ? device_time(bench, kind, cores) : 0;
    if (all <= 0 || memcmp(bench->out, bench->wanted, kind->words * sizeof bench->out[0]) != 0) {
        fprintf(stderr, "bench_emulator: %s, %s lanes: '%s' %s\n", bench->target, lanes, kind->name,
                all > 0 ? "gives wrong results" : "fails");
        return false;
    }
    double rate = kind->operations / one / 1e9;
    printf("%-8s %5s  %-20s %8.3f %8.3f %10.2f %9.0f\n", bench->target, lanes, kind->name, rate,
           kind->operations / all / 1e9, kind->operations / host / 1e9, one / host);
    return true;
}

static bool launch_often(struct bench *bench)
{
    uint32_t count = 0;
    void *arguments[] = {&bench->out, &mul, &add, &count};
    for (unsigned i = 0; i < LAUNCHES; i++) {
        if (!machine_launch(bench->module, "valu", (unsigned[]){1, 1, 1}, (unsigned[]){BLOCK, 1, 1},
                            0, arguments))
            return false;
    }
    return true;
}

static bool print_launch(struct bench *bench, const char *lanes)
{
    setenv("HIPEMU_THREADS", "1", 1);
    double spent = shortest(bench, launch_often, CLOCK_PROCESS_CPUTIME_ID);
    printf("%-8s %5s  %-20s %8.2f us\n", bench->target, lanes, "a launch", spent / LAUNCHES * 1e6);
    return spent > 0;
}

static bool read_file(const char *path, uint8_t **out, size_t *out_size)
{
    FILE *file = fopen(path, "rb");
    long size = file && fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    uint8_t *bytes = size > 0 ? malloc((size_t)size) : NULL;
    bool is_read = bytes && fseek(file, 0, SEEK_SET) == 0 &&
                   fread(bytes, 1, (size_t)size, file) == (size_t)size;
    if (file)
        fclose(file);
    if (!is_read) {
        free(bytes);
        return false;
    }
    *out = bytes;
    *out_size = (size_t)size;
    return true;
}

int main(int argc, char **argv)
{
    uint8_t *image;
    size_t size;
    if (argc != 4 && argc != 5) {
        fprintf(stderr, "usage: bench_emulator TARGET LANES KERNELS.hsaco [NAME]\n");
        return 2;
    }
    if (!read_file(argv[3], &image, &size)) {
        fprintf(stderr, "bench_emulator: %s: cannot be read\n", argv[3]);
        return 1;
    }
    size_t bytes = COPY_WORDS * sizeof(uint32_t);
    struct bench bench = {.target = argv[1],
                          .module = machine_load(argv[1], image, size),
                          .out = machine_allocate(argv[1], bytes),
                          .in = machine_allocate(argv[1], bytes),
                          .wanted = malloc(bytes),
                          .scratch = malloc(bytes)};
    free(image);
    bool is_right = bench.module && bench.wanted && bench.scratch;
    for (uint32_t i = 0; is_right && i < COPY_WORDS; i++)
        bench.in[i] = bench.scratch[i] = i * 2654435761u;
    for (size_t i = 0; is_right && i < sizeof kinds / sizeof kinds[0]; i++) {
        if (argc == 4 || strstr(kinds[i].name, argv[4]))
            is_right = print_kind(&bench, &kinds[i], argv[2]);
    }
    if (is_right && (argc == 4 || strstr("a launch", argv[4])))
        is_right = print_launch(&bench, argv[2]);
    machine_unload(bench.module);
    machine_free(bench.out);
    machine_free(bench.in);
    free(bench.wanted);
    free(bench.scratch);
    return is_right ? 0 : 1;
}
