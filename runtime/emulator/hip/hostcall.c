/* Hostcall: packets that waves put on a stack, and wait for.
 *
 * The buffer: headers | payloads | doorbell signal | free stack | ready stack | index mask, 8 bytes
 * each. A packet has a header (next, activemask, service, control) and 8 words for each of 64
 * lanes. A wave takes a packet from the free stack, fills it, sets bit 0 of |control|, pushes it on
 * the ready stack, rings the doorbell and spins until the bit is clear. Links are the packet's
 * index under |index mask|, and above it a count that makes every link differ from the last one. A
 * signal with a mailbox makes the wave send MSG_INTERRUPT: its own thread then serves the packets,
 * so that a kernel's output is written before the kernel ends. See ROCm's device libraries,
 * ockl/src/hostcall_impl.cl, for the side of the wave.
 */
#include "hostcall.h"

#include "memory.h"
#include "printf.h"

#include "core/space.h"

#include <stdio.h>
#include <string.h>

/* As many packets as waves can be in a call at once: a wave that finds no packet takes the first.
 */
enum { PACKET_BITS = 15, PACKETS = 1 << PACKET_BITS, LANES = 64, WORDS = 8 };

enum service { SERVICE_FUNCTION = 1, SERVICE_PRINTF = 2, SERVICE_MEMORY = 3 };

struct header {
    uint64_t next, active;
    uint32_t service, control;
};

struct payload {
    uint64_t words[LANES][WORDS];
};

struct signal { /* amd_signal_t */
    int64_t kind;
    int64_t value;
    uint64_t mailbox;
    uint32_t id, reserved1;
    uint64_t start, end, queue;
    uint32_t reserved2[2];
};

struct hostcall { /* first the part that the device sees, then the host's */
    struct header *headers;
    struct payload *payloads;
    struct signal *doorbell;
    uint64_t free_stack, ready_stack, index_mask;
    struct signal signal;
    uint64_t mailbox;
    pthread_mutex_t serving; /* guards |ready| */
    uint64_t ready[PACKETS]; /* links that were taken from |ready_stack| */
    void *heap;
};

enum { HEAP_BYTES = 128 << 10 };

bool hostcall_is_needed(const struct kernel *kernel)
{
    for (size_t i = 0; i < kernel->argument_count; i++) {
        const char *kind = kernel->arguments[i].value_kind;
        if (strcmp(kind, "hidden_hostcall_buffer") == 0 || strcmp(kind, "hidden_heap_v1") == 0)
            return true;
    }
    return false;
}

/* ---- Serving -------------------------------------------------------------------------------- */

/* Device-side malloc() and free(): an address and a size, of which one is zero. The device library
 * counts on zeros. */
static uint64_t serve_memory(struct gpu *gpu, uint64_t address, uint64_t size)
{
    if (address) {
        memory_release((void *)(uintptr_t)address);
        return 0;
    }
    void *memory = memory_allocate(gpu, MEMORY_DEVICE, size, 0, "malloc() in a kernel");
    if (memory) {
        memset(memory, 0, size);
        space_mark_written(space_find(memory), (uintptr_t)memory, size);
    }
    return (uint64_t)(uintptr_t)memory;
}

static void serve_lane(struct gpu *gpu, uint32_t service, uint64_t words[WORDS])
{
    switch (service) {
    case SERVICE_PRINTF: printf_serve(&gpu->messages, words); break;
    case SERVICE_MEMORY: words[0] = serve_memory(gpu, words[0], words[1]); break;
    default:
        if (service == SERVICE_FUNCTION)
            say("a kernel calls a function of the host, which is not emulated");
        else
            say("a kernel asks for hostcall service %u, which is not known", service);
        words[0] = words[1] = 0;
    }
}

static void serve_packet(struct gpu *gpu, uint64_t link)
{
    struct hostcall *hostcall = gpu->hostcall;
    struct header *header = &hostcall->headers[link & hostcall->index_mask];
    struct payload *payload = &hostcall->payloads[link & hostcall->index_mask];
    for (uint64_t rest = header->active; rest; rest &= rest - 1)
        serve_lane(gpu, header->service, payload->words[__builtin_ctzll(rest)]);
    __atomic_store_n(&header->control, header->control & ~1u, __ATOMIC_RELEASE);
}

static void serve(struct device *device)
{
    struct gpu *gpu = gpu_of(device);
    struct hostcall *hostcall = gpu ? __atomic_load_n(&gpu->hostcall, __ATOMIC_ACQUIRE) : NULL;
    if (!hostcall)
        return;
    pthread_mutex_lock(&hostcall->serving);
    uint64_t link = __atomic_exchange_n(&hostcall->ready_stack, 0, __ATOMIC_ACQUIRE);
    size_t count = 0; /* the stack has the last one first; its links are the kernels' */
    for (; link && count < PACKETS; link = hostcall->headers[link & hostcall->index_mask].next)
        hostcall->ready[count++] = link;
    while (count > 0)
        serve_packet(gpu, hostcall->ready[--count]);
    pthread_mutex_unlock(&hostcall->serving);
}

void hostcall_flush(struct gpu *gpu)
{
    struct hostcall *hostcall = __atomic_load_n(&gpu->hostcall, __ATOMIC_ACQUIRE);
    if (!hostcall)
        return;
    serve(gpu->device);
    fflush(stdout);
}

/* ---- The buffer ----------------------------------------------------------------------------- */

static void *take(struct gpu *gpu, size_t size)
{
    return space_allocate(gpu->device, MEMORY_INTERNAL, size, 4096, 0, "the hostcall buffer",
                          false);
}

static struct hostcall *make(struct gpu *gpu)
{
    struct hostcall *hostcall = take(gpu, sizeof *hostcall);
    struct header *headers = take(gpu, PACKETS * sizeof *headers);
    struct payload *payloads = take(gpu, PACKETS * sizeof *payloads);
    void *heap = take(gpu, HEAP_BYTES);
    if (!hostcall || !headers || !payloads || !heap)
        return NULL;
    for (uint64_t i = 0; i < PACKETS; i++) /* a count of 1 above every index: no link is 0 */
        headers[i].next = i + 1 < PACKETS ? PACKETS + i + 1 : 0;
    hostcall->headers = headers;
    hostcall->payloads = payloads;
    hostcall->doorbell = &hostcall->signal;
    hostcall->signal.mailbox = (uint64_t)(uintptr_t)&hostcall->mailbox;
    hostcall->signal.id = 1;
    hostcall->free_stack = PACKETS;
    hostcall->index_mask = PACKETS - 1;
    hostcall->heap = heap;
    pthread_mutex_init(&hostcall->serving, NULL);
    return hostcall;
}

static struct hostcall *get(struct gpu *gpu)
{
    runtime_lock();
    if (!gpu->hostcall) {
        struct hostcall *made = make(gpu);
        gpu->device->on_interrupt = serve;
        __atomic_store_n(&gpu->hostcall, made, __ATOMIC_RELEASE);
    }
    struct hostcall *hostcall = gpu->hostcall;
    runtime_unlock();
    return hostcall;
}

void *hostcall_buffer(struct gpu *gpu)
{
    return get(gpu);
}

void *hostcall_heap(struct gpu *gpu)
{
    struct hostcall *hostcall = get(gpu);
    return hostcall ? hostcall->heap : NULL;
}
