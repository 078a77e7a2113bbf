/* Shared state of an event that several processes use: how often it was recorded, and which
 * recordings were reached. The state is in a file without a name. All processes number the
 * recordings together. */
#include "graph.h"
#include "memory.h"

#include "handle.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { EVENT_MAGIC = 0x68697065 + 1, PAGE = 4096, SLOTS = 256 };

/* The contents of the file. Recordings in several streams are reached in any order, so reached[i]
 * is the last reached one of the recordings i, i + SLOTS, i + 2 * SLOTS, ... A recording thus also
 * counts as reached when the recording SLOTS numbers later is. AMD's runtime has at most 32
 * recordings outstanding: it delays a recording until the one 32 numbers earlier is reached. */
struct counters {
    _Atomic uint64_t recorded, reached[SLOTS];
};
_Static_assert(sizeof(struct counters) <= PAGE, "they fit into the file");

struct event_share {
    _Atomic unsigned references;
    int file;
    struct counters *counters;
};

/* Makes a share of |file|. The share owns the file; when this fails, the file is closed. NULL when
 * there is no memory. */
static struct event_share *share_of(int file)
{
    struct event_share *share = malloc(sizeof *share);
    void *page =
        file < 0 ? MAP_FAILED : mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (share && page != MAP_FAILED) {
        *share = (struct event_share){.references = 1, .file = file, .counters = page};
        return share;
    }
    if (page != MAP_FAILED)
        munmap(page, PAGE);
    if (file >= 0)
        close(file);
    free(share);
    return NULL;
}

struct event_share *event_share_new(void)
{
    return share_of(share_file(PAGE));
}

struct event_share *event_share_use(struct event_share *share)
{
    if (share)
        atomic_fetch_add(&share->references, 1);
    return share;
}

void event_share_release(struct event_share *share)
{
    if (!share || atomic_fetch_sub(&share->references, 1) != 1)
        return;
    munmap(share->counters, PAGE);
    close(share->file);
    free(share);
}

uint64_t event_share_record(struct event_share *share)
{
    return atomic_fetch_add(&share->counters->recorded, 1) + 1;
}

uint64_t event_share_last(const struct event_share *share)
{
    return atomic_load(&share->counters->recorded);
}

void event_share_reach(struct event_share *share, uint64_t recording)
{
    _Atomic uint64_t *slot = &share->counters->reached[recording % SLOTS];
    uint64_t before = atomic_load(slot);
    while (before < recording && !atomic_compare_exchange_weak(slot, &before, recording))
        ;
}

bool event_share_is_reached(const struct event_share *share, uint64_t recording)
{
    return recording == 0 || atomic_load(&share->counters->reached[recording % SLOTS]) >= recording;
}

void event_share_await(const struct event_share *share, uint64_t recording)
{
    const struct timespec pause = {0, 20000};
    while (!event_share_is_reached(share, recording))
        nanosleep(&pause, NULL);
}

/* ---- Handles of shared events ---------------------------------------------------------------- */

hipError_t hipIpcGetEventHandle(hipIpcEventHandle_t *out, hipEvent_t event)
{
    static const char function[] = "hipIpcGetEventHandle";
    if (!out || !event)
        return fail(hipErrorInvalidValue, "%s: a null pointer", function);
    hipError_t error = event_check(event, function);
    if (error)
        return error;
    if (!event->share)
        return fail(hipErrorInvalidConfiguration, "%s: the event is not for other processes",
                    function);
    const struct share_handle handle = {.magic = EVENT_MAGIC,
                                        .process = getpid(),
                                        .file = event->share->file,
                                        .size = PAGE,
                                        .identity = share_identity(event->share->file)};
    memset(out, 0, sizeof *out);
    memcpy(out, &handle, sizeof handle);
    return hipSuccess;
}

hipError_t hipIpcOpenEventHandle(hipEvent_t *out, hipIpcEventHandle_t opaque)
{
    static const char function[] = "hipIpcOpenEventHandle";
    struct share_handle handle;
    memcpy(&handle, &opaque, sizeof handle);
    if (!out || handle.magic != EVENT_MAGIC || handle.size != PAGE)
        return fail(hipErrorInvalidValue, "%s: %s", function,
                    out ? "the handle is not one of an event" : "the output pointer is null");
    if (handle.process == getpid())
        return fail(hipErrorInvalidContext, "%s: the event is this process's own", function);
    struct event_share *share = share_of(share_open(&handle));
    if (!share)
        return fail(hipErrorInvalidValue, "%s: process %d is gone, or its event, or out of reach",
                    function, handle.process);
    hipError_t error =
        event_create(out, hipEventInterprocess | hipEventDisableTiming, share, function);
    event_share_release(share);
    return error;
}
