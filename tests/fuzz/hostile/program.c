/* Runs kernels that are wrong, on libhipemu, beside memory of the host that must stay as it is.
 *
 *   hostile wrong FILE SEED            each kernel of a code object once
 *   hostile mutated FILE SEED COUNT    kernels of a code object, each with a few other instructions
 *
 * Among the arguments are addresses of the host: of its heap, a mapping, its stack, its variables
 * and its code, of pages without access, of freed memory, and of the code of the module; and
 * addresses of the device. Prints how many launches ended how. Ends with 1 at the first change of
 * the host's memory, or if the device does not work afterwards; the number of the kernel is then in
 * the message. A crash prints the number too.
 */
#include "codeobj.h"

#include <elf.h>
#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define __HIP_PLATFORM_AMD__ 1
#include <hip/hip_runtime_api.h>

enum { CANARIES = 32, CANARY = 4096, LARGE = 1 << 18, BUFFER = 1 << 16, ARGUMENTS = 64 };

/* ---- Random numbers ------------------------------------------------------------------------- */

static uint64_t state;

static uint64_t draw(void)
{
    state += 0x9e3779b97f4a7c15u; /* splitmix64 */
    uint64_t z = (state ^ state >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static uint32_t below(uint32_t end)
{
    return (uint32_t)(draw() % end);
}

/* ---- The host's memory ---------------------------------------------------------------------- */

static struct area {
    uint8_t *start;
    size_t size;
} areas[CANARIES + 4];
static size_t area_count;
static uint8_t variables[2 * CANARY], *fixed, *closed;

static uint64_t pattern(size_t area, size_t i)
{
    return (area * 0x9e3779b97f4a7c15u + i) * 0x2545f4914f6cdd1du | 1;
}

static void add_area(void *start, size_t size)
{
    uint64_t *words = start;
    if (!start)
        abort();
    for (size_t i = 0; i < size / sizeof *words; i++)
        words[i] = pattern(area_count, i);
    areas[area_count++] = (struct area){start, size};
}

static void *map(size_t size, int protection)
{
    void *at = mmap(NULL, size, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (at == MAP_FAILED)
        abort();
    return at;
}

static void make_areas(void *stack, size_t stack_size)
{
    for (unsigned i = 0; i < CANARIES; i++)
        add_area(malloc(CANARY), CANARY);
    add_area(map(LARGE, PROT_READ | PROT_WRITE), LARGE);
    add_area(variables, sizeof variables);
    add_area(stack, stack_size);
    fixed = map(CANARY, PROT_READ | PROT_WRITE);
    add_area(fixed, CANARY);
    mprotect(fixed, CANARY, PROT_READ); /* a write of the host would end the process */
    closed = map(CANARY, PROT_NONE);
}

static bool areas_are_whole(void)
{
    for (size_t a = 0; a < area_count; a++) {
        const uint64_t *words = (const uint64_t *)(const void *)areas[a].start;
        for (size_t i = 0; i < areas[a].size / sizeof *words; i++) {
            if (words[i] != pattern(a, i)) {
                fprintf(stderr, "byte %zu of area %zu of the host has changed\n", 8 * i, a);
                return false;
            }
        }
    }
    return true;
}

/* ---- Launches ------------------------------------------------------------------------------- */

static uint8_t *buffers[3], *freed;
static bool is_mutated;
static unsigned long long number; /* of the launch */

/* |odds|: one of so many is not the device's. */
static uint64_t draw_argument(const uint8_t *image, unsigned odds)
{
    const struct area *area = &areas[below((uint32_t)area_count)];
    switch (below(odds) ? UINT32_MAX : below(12)) {
    case 0: return draw();
    case 1: return draw() & 0xffffffffffff;
    case 2: return below(4096);
    case 3:
    case 4:
    case 5: return (uint64_t)(uintptr_t)area->start + below((uint32_t)area->size);
    case 6: return (uint64_t)(uintptr_t)closed;
    case 7: return (uint64_t)(uintptr_t)freed + below(BUFFER);
    case 8: return (uint64_t)(uintptr_t)&hipInit + below(4096);
    case 9: return (uint64_t)(uintptr_t)image + below(4096);
    case 10: return (uint64_t)(uintptr_t)buffers[below(3)] + BUFFER - below(64);
    case 11:
        return (1ull + below(2)) << 48 | below(1 << 17); /* LDS and scratch, as flat addresses */
    default: return (uint64_t)(uintptr_t)buffers[below(3)] + (below(BUFFER / 2) & ~255u);
    }
}

static bool device_works(void)
{
    uint32_t values[64];
    bool is_good =
        hipMemset(buffers[0], 7, sizeof values) == hipSuccess &&
        hipMemcpy(values, buffers[0], sizeof values, hipMemcpyDeviceToHost) == hipSuccess;
    for (unsigned i = 0; i < 64 && is_good; i++)
        is_good = values[i] == 0x07070707;
    return is_good;
}

/* What can be told apart, of the results. */
static unsigned long ended, refused, faults, late, others;

static void count(hipError_t launched, hipError_t error)
{
    if (launched)
        refused++;
    else if (error == hipSuccess)
        ended++;
    else if (error == hipErrorLaunchTimeOut)
        late++;
    else if (error == hipErrorIllegalAddress || error == hipErrorLaunchFailure)
        faults++;
    else
        others++;
}

/* Arguments as a kernel expects them: buffers of the device and small numbers. */
static void put_good_arguments(const struct kernel *kernel, uint8_t *arguments, size_t size)
{
    for (size_t i = 0; i < kernel->argument_count; i++) {
        const struct kernel_argument *a = &kernel->arguments[i];
        uint64_t value = a->kind == ARGUMENT_BY_VALUE ? below(below(2) ? 4 : 256)
                                                      : (uint64_t)(uintptr_t)buffers[below(3)];
        if (a->kind == ARGUMENT_HIDDEN || a->offset + a->size > size)
            continue;
        memset(arguments + a->offset, 0, a->size);
        memcpy(arguments + a->offset, &value, a->size < sizeof value ? a->size : sizeof value);
    }
}

static bool launch(hipModule_t module, const struct kernel *kernel, const uint8_t *image)
{
    uint64_t arguments[ARGUMENTS * 8];
    hipFunction_t function;
    unsigned block = 1 + below(below(4) ? 64 : 256), grid = 1 + below(3);
    unsigned lds = below(4) ? 0 : below(8192);
    size_t size = sizeof arguments;
    static const unsigned odds[] = {1, 4, 32, 128};
    unsigned chosen = odds[below(4)];
    for (size_t i = 0; i < sizeof arguments / sizeof arguments[0]; i++)
        arguments[i] = draw_argument(image, chosen);
    if (is_mutated && below(4))
        put_good_arguments(kernel, (uint8_t *)arguments, sizeof arguments);
    void *extra[] = {HIP_LAUNCH_PARAM_BUFFER_POINTER, arguments, HIP_LAUNCH_PARAM_BUFFER_SIZE,
                     &size, HIP_LAUNCH_PARAM_END};
    hipError_t error = hipModuleGetFunction(&function, module, kernel->name);
    if (!error)
        error = hipModuleLaunchKernel(function, grid, 1, 1, block, 1, 1, lds, NULL, NULL, extra);
    count(error, hipDeviceSynchronize());
    hipGetLastError();
    number++;
    return areas_are_whole() && (number % 64 || device_works());
}

/* ---- Code objects --------------------------------------------------------------------------- */

static uint8_t *read_file(const char *path, size_t *out_size)
{
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END)) {
        perror(path);
        exit(2);
    }
    *out_size = (size_t)ftell(file);
    rewind(file);
    uint8_t *bytes = malloc(*out_size);
    if (!bytes || fread(bytes, 1, *out_size, file) != *out_size)
        exit(2);
    fclose(file);
    return bytes;
}

/* The dwords of |kernel| in |file|, NULL without. */
static uint8_t *code_of(uint8_t *file, const struct kernel *kernel, size_t *out_dwords)
{
    Elf64_Ehdr header;
    memcpy(&header, file, sizeof header);
    uint64_t entry = kernel->descriptor.entry_address;
    for (size_t i = 0; i < header.e_phnum; i++) {
        Elf64_Phdr segment;
        memcpy(&segment, file + header.e_phoff + i * sizeof segment, sizeof segment);
        if (segment.p_type != PT_LOAD || !(segment.p_flags & PF_X) || entry < segment.p_vaddr ||
            entry - segment.p_vaddr + 64 > segment.p_filesz)
            continue;
        size_t left = (size_t)(segment.p_filesz - (entry - segment.p_vaddr));
        *out_dwords =
            (kernel->code_size && kernel->code_size < left ? kernel->code_size : left) / 4;
        return file + segment.p_offset + (entry - segment.p_vaddr);
    }
    return NULL;
}

static void mutate(uint8_t *code, size_t dwords)
{
    for (unsigned left = 1 + below(6); left > 0; left--) {
        uint32_t word, other;
        /* mostly near the entry: it runs */
        size_t at = below((uint32_t)(below(2) && dwords > 64 ? 64 : dwords)) * 4;
        size_t from = below((uint32_t)dwords) * 4;
        memcpy(&word, code + at, sizeof word);
        memcpy(&other, code + from, sizeof other);
        switch (below(6)) {
        case 0: word = (uint32_t)draw(); break;
        case 1: word = other; break;
        case 2: word ^= 0xffu << 8 * below(4); break;
        case 3: word = (word & 0xffff0000) | below(0x10000); break;
        default: word ^= 1u << below(32); break;
        }
        memcpy(code + at, &word, sizeof word);
    }
}

static void say_number(int signal)
{
    char text[64];
    int length = snprintf(text, sizeof text, "\nin launch %llu\n", number);
    if (write(2, text, (size_t)length) < 0)
        _exit(1);
    raise(signal);
}

static bool run_wrong(const struct code_object *object, const uint8_t *file)
{
    hipModule_t module;
    if (hipModuleLoadData(&module, file))
        return false;
    bool is_good = true;
    for (size_t i = 0; i < object->kernel_count && is_good; i++)
        is_good = launch(module, &object->kernels[i], file);
    return hipModuleUnload(module) == hipSuccess && is_good;
}

static bool run_mutated(const struct code_object *object, const uint8_t *file, size_t size,
                        unsigned long long most)
{
    uint8_t *copy = malloc(size);
    bool is_good = copy != NULL;
    while (is_good && number < most) {
        const struct kernel *kernel = &object->kernels[below((uint32_t)object->kernel_count)];
        size_t dwords = 0;
        hipModule_t module;
        memcpy(copy, file, size);
        uint8_t *code = code_of(copy, kernel, &dwords);
        if (code && dwords)
            mutate(code, dwords);
        if (hipModuleLoadData(&module, copy)) {
            refused++;
            number++;
            continue;
        }
        is_good = launch(module, kernel, copy) && hipModuleUnload(module) == hipSuccess;
    }
    free(copy);
    return is_good;
}

int main(int argc, char **argv)
{
    uint64_t stack[1024];
    size_t size;
    struct code_object object;
    struct codeobj_error error;
    is_mutated = argc == 5 && strcmp(argv[1], "mutated") == 0;
    if (!is_mutated && (argc != 4 || strcmp(argv[1], "wrong") != 0)) {
        fputs("usage: hostile wrong FILE SEED | hostile mutated FILE SEED COUNT\n", stderr);
        return 2;
    }
    state = strtoull(argv[3], NULL, 0);
    uint8_t *file = read_file(argv[2], &size);
    if (code_object_open((struct span){file, size}, &object, &error) || !object.kernel_count) {
        fprintf(stderr, "%s: %s\n", argv[2], error.message);
        return 2;
    }
    make_areas(stack, sizeof stack);
    signal(SIGABRT, say_number);
    for (unsigned i = 0; i < 3; i++) {
        if (hipMalloc((void **)&buffers[i], BUFFER) || hipMemset(buffers[i], 0, BUFFER))
            return 2;
    }
    if (hipMalloc((void **)&freed, BUFFER) || hipFree(freed))
        return 2;
    bool is_good = is_mutated ? run_mutated(&object, file, size, strtoull(argv[4], NULL, 0))
                              : run_wrong(&object, file);
    printf("%llu launches: %lu ended, %lu refused, %lu faults, %lu too late, %lu other errors\n",
           number, ended, refused, faults, late, others);
    if (!is_good)
        fprintf(stderr, "launch %llu of %s with seed %s did harm\n", number, argv[2], argv[3]);
    code_object_close(&object);
    free(file);
    return !is_good;
}
