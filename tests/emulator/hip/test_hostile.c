/* Kernels that write whatever they can reach: the host's memory stays as it is, and so do the code
 * and the constants of all modules. */
#include "hip_test.h"

#include <sys/mman.h>
#include <unistd.h>

enum { PAGE = 4096, STREAMS = 3, FILLING = 0x5a };

static hipModule_t module, other;
static uint64_t *found; /* memory of the device */

static hipFunction_t function(hipModule_t of, const char *name)
{
    hipFunction_t out;
    assert_hip(hipModuleGetFunction(&out, of, name));
    return out;
}

/* What kernel "where" of |of| can find out. */
struct places {
    uint64_t arguments, code, constants, variable, hidden;
};

static struct places look(hipModule_t of, int hidden)
{
    struct places out;
    void *parameters[] = {&found, &hidden};
    assert_hip(
        hipModuleLaunchKernel(function(of, "where"), 1, 1, 1, 1, 1, 1, 0, NULL, parameters, NULL));
    assert_hip(hipMemcpy(&out, found, sizeof out, hipMemcpyDeviceToHost));
    return out;
}

/* A kernel stores |value| into |count| words from |where| on. */
static hipError_t scribble(uint64_t where, uint64_t value, int count)
{
    void *parameters[] = {&where, &value, &count};
    unsigned groups = ((unsigned)count + 63) / 64;
    assert_hip(hipModuleLaunchKernel(function(module, "scribble"), groups, 1, 1, 64, 1, 1, 0, NULL,
                                     parameters, NULL));
    return hipDeviceSynchronize();
}

static uint8_t *make_victim(void)
{
    uint8_t *victim = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_true(victim != MAP_FAILED);
    memset(victim, FILLING, PAGE);
    return victim;
}

static void end_victim(uint8_t *victim)
{
    for (size_t i = 0; i < PAGE; i++)
        assert_int_equal(victim[i], FILLING);
    munmap(victim, PAGE);
}

static void no_kernel_writes_code_or_constants(void **state)
{
    struct places own = look(module, 0), others = look(other, 0);
    uint64_t value;
    (void)state;
    for (int count = 1; count <= 4096; count *= 64) { /* many waves run as code of the host */
        assert_int_equal(scribble(own.code, 0, count), hipErrorIllegalAddress);
        assert_int_equal(scribble(own.constants, 0, count), hipErrorIllegalAddress);
        assert_int_equal(scribble(others.code, 0, count), hipErrorIllegalAddress);
        assert_int_equal(scribble(others.constants, 0, count), hipErrorIllegalAddress);
    }
    assert_int_equal(scribble(others.code & ~(uint64_t)255, 0, 512), hipErrorIllegalAddress);
    hipGetLastError();
    assert_int_equal(look(other, 0).code, others.code);
    assert_hip(scribble(others.variable, 7, 1));
    assert_hip(hipMemcpy(&value, (void *)others.variable, sizeof value, hipMemcpyDeviceToHost));
    assert_int_equal(value, 7);
}

/* A kernel that waits for |*flag|. */
static void wait_for(volatile int *flag, hipStream_t stream)
{
    void *parameters[] = {&flag};
    assert_hip(hipModuleLaunchKernel(function(module, "spin"), 1, 1, 1, 1, 1, 1, 0, stream,
                                     parameters, NULL));
}

/* Each launch takes a block of memory, for its packet and arguments, of those that are free. */
static void free_blocks_of_memory_are_not_read(void **state)
{
    hipStream_t streams[STREAMS];
    volatile int *flags;
    uint8_t *victim = make_victim();
    (void)state;
    assert_hip(hipHostMalloc((void **)&flags, PAGE, 0));
    flags[0] = flags[1] = 0;
    for (int i = 0; i < STREAMS; i++)
        assert_hip(hipStreamCreateWithFlags(&streams[i], hipStreamNonBlocking));
    uint64_t first = 0, second = 0;
    /* the waiting kernel has the first block, unless it starts late: while look() has it */
    for (unsigned tries = 0; second == first && tries < 2000; tries++) {
        flags[0] = 0;
        first = look(module, 0).arguments & ~(uint64_t)(PAGE - 1);
        wait_for(&flags[0], streams[0]);
        usleep(1000 * (1 + tries % 16));
        second = look(module, 0).arguments & ~(uint64_t)(PAGE - 1);
        flags[0] = 1;
        assert_hip(hipDeviceSynchronize());
    }
    assert_int_not_equal(second, first);
    assert_hip(scribble(first, (uint64_t)(uintptr_t)victim, 1)); /* one is free, one is its own */
    assert_hip(scribble(second, (uint64_t)(uintptr_t)victim, 1));
    for (int i = 0; i < STREAMS; i++)
        wait_for(&flags[1], streams[i]);
    look(module, 0);
    flags[1] = 1;
    assert_hip(hipDeviceSynchronize());
    end_victim(victim);
    for (int i = 0; i < STREAMS; i++)
        assert_hip(hipStreamDestroy(streams[i]));
    assert_hip(hipHostFree((void *)(uintptr_t)flags));
}

/* ---- Calls of the host ---------------------------------------------------------------------- */

/* The words of the buffer, and of a packet's header; see runtime/emulator/hip/hostcall.c. */
enum { HEADERS, PAYLOADS, READY_STACK = 4, BUFFER_WORDS = 6 };
enum { HEADER_WORDS = 3, PACKET_WORDS = 512, PACKETS = 1 << 15, SERVICE_MEMORY = 3 };

/* The address of the buffer: a hidden argument, at one of two places. */
static uint64_t find_buffer(void)
{
    static const int places[] = {3, 10}; /* of code objects of version 4, of later ones */
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        hipPointerAttribute_t facts;
        uint64_t address = look(module, places[i]).hidden;
        if (address % PAGE == 0 && address >> 32 &&
            hipPointerGetAttributes(&facts, (void *)address) == hipSuccess)
            return address;
    }
    fail_msg("the hidden argument is not there");
    return 0;
}

static void read_words(uint64_t from, uint64_t *to, size_t count)
{
    assert_hip(hipMemcpy(to, (void *)from, count * sizeof *to, hipMemcpyDeviceToHost));
}

/* A kernel asks the host to free |address|, or else to allocate |size| bytes. */
static uint64_t ask_for_memory(uint64_t buffer, uint64_t address, uint64_t size)
{
    enum { INDEX = 5 };
    uint64_t words[BUFFER_WORDS], answer;
    read_words(buffer, words, BUFFER_WORDS);
    uint64_t header = words[HEADERS] + 8 * INDEX * HEADER_WORDS;
    uint64_t payload = words[PAYLOADS] + 8 * INDEX * PACKET_WORDS;
    assert_hip(scribble(header, 0, 1));
    assert_hip(scribble(header + 8, 1, 1)); /* one lane */
    assert_hip(scribble(header + 16, 1ull << 32 | SERVICE_MEMORY, 1));
    assert_hip(scribble(payload, address, 1));
    assert_hip(scribble(payload + 8, size, 1));
    assert_hip(scribble(buffer + 8 * READY_STACK, PACKETS + INDEX, 1));
    read_words(payload, &answer, 1);
    return answer;
}

static void kernels_free_only_what_they_allocated(void **state)
{
    uint64_t buffer = find_buffer();
    struct places own = look(module, 0);
    void *device, *host;
    (void)state;
    assert_hip(hipMalloc(&device, PAGE));
    assert_hip(hipHostMalloc(&host, PAGE, 0));
    ask_for_memory(buffer, (uint64_t)(uintptr_t)device, 0);
    ask_for_memory(buffer, (uint64_t)(uintptr_t)host, 0);
    ask_for_memory(buffer, (uint64_t)(uintptr_t)found, 0);
    ask_for_memory(buffer, own.code & ~(uint64_t)(PAGE - 1), 0);
    ask_for_memory(buffer, buffer, 0);
    ask_for_memory(buffer, 12345, 0);
    assert_hip(hipMemset(device, 1, PAGE));
    memset(host, 1, PAGE);
    assert_hip(hipFree(device));
    assert_hip(hipHostFree(host));
    uint64_t memory = ask_for_memory(buffer, 0, 100);
    assert_hip(scribble(memory, 1, 12));
    assert_int_equal(ask_for_memory(buffer, memory + 8, 0), 0);
    assert_hip(scribble(memory, 1, 12));
    assert_int_equal(ask_for_memory(buffer, memory, 0), 0);
    assert_int_equal(ask_for_memory(buffer, memory, 0), 0);
    assert_int_equal(scribble(memory, 1, 12), hipErrorIllegalAddress);
    assert_int_equal(ask_for_memory(buffer, 0, 1ull << 60), 0);
    hipGetLastError();
}

/* The last test: no kernel can call the host any more. */
static void a_destroyed_buffer_of_calls_does_no_harm(void **state)
{
    uint64_t buffer = find_buffer();
    uint64_t words[BUFFER_WORDS];
    uint8_t *victim = make_victim();
    (void)state;
    read_words(buffer, words, BUFFER_WORDS);
    assert_hip(scribble(words[HEADERS], UINT64_MAX, 8 * PAGE)); /* every packet is the next one */
    assert_hip(scribble(buffer, (uint64_t)(uintptr_t)victim, PAGE / 8));
    assert_hip(scribble(buffer + 8 * READY_STACK, UINT64_MAX, 1));
    assert_hip(hipDeviceSynchronize());
    end_victim(victim);
}

static int load(void **state)
{
    const char *path = kernels_path("gfx1030");
    (void)state;
    return hipModuleLoad(&module, path) != hipSuccess ||
           hipModuleLoad(&other, path) != hipSuccess || hipMalloc((void **)&found, PAGE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_kernel_writes_code_or_constants),
        cmocka_unit_test(free_blocks_of_memory_are_not_read),
        cmocka_unit_test(kernels_free_only_what_they_allocated),
        cmocka_unit_test(a_destroyed_buffer_of_calls_does_no_harm),
    };
    setenv("HIPEMU_QUIET", "1", 1);
    setenv("HIPEMU_DEVICES", "gfx1030", 1);
    return cmocka_run_group_tests(tests, load, NULL);
}
