/* A library as rocm-kpack leaves it: two wrappers that lead to one reference, and no code objects.
 */
#include <stddef.h>
#include <stdint.h>

struct dim3 {
    uint32_t x, y, z;
};

void **__hipRegisterFatBinary(const void *wrapper);
void __hipUnregisterFatBinary(void **modules);
void __hipRegisterFunction(void **modules, const void *host, char *device_function,
                           const char *name, unsigned thread_limit, void *tid, void *bid,
                           void *block, void *grid, int *warp_size);
int hipLaunchKernel(const void *function, struct dim3 grid, struct dim3 block, void **arguments,
                    size_t lds, void *stream);
int hipMalloc(void **out, size_t size);
int hipMemcpy(void *to, const void *from, size_t size, int kind);
int hipSetDevice(int device);

int run(int part, int device);

/* {"kpack_search_paths": ["../.kpack/t_@GFXARCH@.kpack"], "kernel_name": "lib/t.so"}, and the
 * wrappers: magic, version, reference, number. */
__asm__(".section .rocm_kpack_ref,\"a\",@progbits\n"
        "kpack_reference:\n"
        ".byte 0x82, 0xb2\n"
        ".ascii \"kpack_search_paths\"\n"
        ".byte 0x91, 0xbb\n"
        ".ascii \"../.kpack/t_@GFXARCH@.kpack\"\n"
        ".byte 0xab\n"
        ".ascii \"kernel_name\"\n"
        ".byte 0xa8\n"
        ".ascii \"lib/t.so\"\n"
        ".section .hipFatBinSegment,\"aw\",@progbits\n"
        ".p2align 3\n"
        "kpack_wrappers:\n"
        ".long 0x4b504948, 1\n"
        ".quad kpack_reference, 0\n"
        ".long 0x4b504948, 1\n"
        ".quad kpack_reference, 1\n"
        ".text\n");

struct wrapper {
    uint32_t magic, version;
    const void *reference;
    uint64_t index;
};
extern const struct wrapper kpack_wrappers[2] __attribute__((visibility("hidden")));

static void **modules[2];
static const char stubs[2]; /* whose addresses stand for the kernels */

__attribute__((constructor)) static void enter(void)
{
    for (int i = 0; i < 2; i++) {
        char name[] = "scale";
        modules[i] = __hipRegisterFatBinary(&kpack_wrappers[i]);
        __hipRegisterFunction(modules[i], &stubs[i], name, name, 0, NULL, NULL, NULL, NULL, NULL);
    }
}

__attribute__((destructor)) static void leave(void)
{
    for (int i = 0; i < 2; i++)
        __hipUnregisterFatBinary(modules[i]);
}

/* Whether the kernel of |part| runs on |device|: 0, an error of HIP, or -1 for a wrong result. */
int run(int part, int device)
{
    int values[64], factor = 3 + part, count = 64, error;
    void *memory;
    for (int i = 0; i < 64; i++)
        values[i] = i;
    if ((error = hipSetDevice(device)) || (error = hipMalloc(&memory, sizeof values)) ||
        (error = hipMemcpy(memory, values, sizeof values, 1)))
        return error;
    void *arguments[] = {&memory, &factor, &count};
    const struct dim3 one = {1, 1, 1}, lanes = {64, 1, 1};
    if ((error = hipLaunchKernel(&stubs[part], one, lanes, arguments, 0, NULL)) ||
        (error = hipMemcpy(values, memory, sizeof values, 2)))
        return error;
    for (int i = 0; i < 64; i++)
        if (values[i] != i * factor)
            return -1;
    return 0;
}
