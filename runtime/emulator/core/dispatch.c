/* A dispatch is spread over the threads of the process. Each thread takes the next workgroup and
 * runs it for some turns. If the workgroup is still running then, the thread takes a further
 * workgroup and runs both in turn, and so on. So any number of workgroups that wait for each other
 * make progress. */
#include "core/dispatch.h"

#include "core/placing.h"
#include "core/space.h"
#include "core/watch.h"
#include "pool.h"
#include "workgroup.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    /* how many turns a workgroup has before its thread starts a second workgroup */
    TURNS_ALONE = 2048,
    RESIDENT_MAX = 4096, /* the most workgroups that one thread has begun and not ended */
    /* after how many rounds in which no workgroup ends, workgroups outside the sample run, too */
    STUCK = 16,
};

struct job {
    struct dispatch dispatch;
    pthread_mutex_t lock;
    /* |next| is how many workgroups were taken so far, and |count| how many there are to run, of
     * the grid or of the sample */
    uint64_t next, count;
    uint64_t first; /* number of the first workgroup, if a part of the grid runs */
    uint64_t rest;  /* the index of the next workgroup of the grid that may be outside the sample */
    uint64_t passed; /* how many workgroups of the sample have indices below |rest| */
    bool stop;       /* whether to stop: after a fault, or when HIPEMU_TIMEOUT is over */
    bool has_fault;
    struct fault *fault;
    struct timespec deadline;
    bool has_deadline;
};

/* The workgroups that a thread has begun and not ended. */
struct residents {
    struct workgroup *all[RESIDENT_MAX];
    unsigned count;
    /* how many rounds of turns there were since a workgroup of this thread ended */
    unsigned rounds;
};

/* Returns the index in the grid of the |i|-th workgroup to run: first the workgroups of the sample,
 * then the others. The function advances |rest| and |passed| of |job|, so only one thread may call
 * it, with |i| rising by one. */
static uint64_t sample_workgroup(struct job *job, uint64_t i)
{
    const uint64_t *sample = job->dispatch.sample;
    uint64_t count = job->dispatch.sampled;
    if (i < count)
        return sample[i];
    for (; job->passed < count && sample[job->passed] == job->rest; job->passed++)
        job->rest++;
    return job->rest++;
}

static bool take(struct job *job, uint32_t id[3])
{
    const uint32_t *grid = job->dispatch.launch->grid;
    uint64_t number = __atomic_fetch_add(&job->next, 1, __ATOMIC_RELAXED);
    if (number >= job->count)
        return false;
    number = job->dispatch.sample ? sample_workgroup(job, number) : number + job->first;
    id[0] = (uint32_t)(number % grid[0]);
    id[1] = (uint32_t)(number / grid[0] % grid[1]);
    id[2] = (uint32_t)(number / grid[0] / grid[1]);
    return true;
}

static void stop(struct job *job, const struct fault *fault)
{
    pthread_mutex_lock(&job->lock);
    if (!job->has_fault)
        *job->fault = *fault;
    job->has_fault = true;
    pthread_mutex_unlock(&job->lock);
    __atomic_store_n(&job->stop, true, __ATOMIC_RELAXED);
}

static void check_deadline(struct job *job)
{
    struct timespec now;
    if (!job->has_deadline)
        return;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (now.tv_sec < job->deadline.tv_sec ||
        (now.tv_sec == job->deadline.tv_sec && now.tv_nsec < job->deadline.tv_nsec))
        return;
    struct fault fault = {.kind = FAULT_TIMEOUT};
    snprintf(fault.message, sizeof fault.message,
             "kernel '%.200s' did not end within HIPEMU_TIMEOUT seconds",
             job->dispatch.kernel->name);
    stop(job, &fault);
}

static void stop_without_memory(struct job *job)
{
    struct fault fault = {.kind = FAULT_LIMIT};
    snprintf(fault.message, sizeof fault.message,
             "out of memory for a workgroup's registers, scratch and LDS, or for what watches it");
    stop(job, &fault);
}

/* Starts the next workgroup: in the memory of |*spare|, a workgroup that has ended, or in new
 * memory. NULL when all workgroups are taken or there is no memory. */
static struct workgroup *begin(struct job *job, struct workgroup **spare)
{
    uint32_t id[3];
    struct workgroup *group = *spare ? *spare : workgroup_new(&job->dispatch);
    *spare = NULL;
    if (!group) {
        stop_without_memory(job);
        return NULL;
    }
    if (!take(job, id)) {
        *spare = group;
        return NULL;
    }
    if (workgroup_start(group, id))
        return group;
    stop_without_memory(job);
    *spare = group;
    return NULL;
}

/* Tells the watchers that |group| has ended, or is abandoned. */
static void finish(struct workgroup *group)
{
    if (group->watchers)
        group->watchers->finish(group);
}

/* Gives the |i|-th resident some turns, and removes this resident if it has ended. */
static void give_turns(struct job *job, struct residents *residents, unsigned i,
                       struct workgroup **spare)
{
    struct fault fault;
    struct workgroup *group = residents->all[i];
    switch (workgroup_run(group, TURNS_ALONE, &job->stop, &fault)) {
    case WORKGROUP_WAITING: return;
    case WORKGROUP_FAULT: stop(job, &fault); break;
    case WORKGROUP_ENDED: break;
    }
    finish(group);
    residents->rounds = 0;
    residents->all[i] = residents->all[--residents->count];
    if (*spare)
        workgroup_free(group);
    else
        *spare = group;
}

static uint64_t workgroup_count(const struct job *job)
{
    const uint32_t *grid = job->dispatch.launch->grid;
    return (uint64_t)grid[0] * grid[1] * grid[2];
}

/* Lets the workgroups outside the sample run, too, if workgroups of the sample seem to wait for
 * them. Returns whether |job| has more workgroups now. */
static bool widen_sample(struct job *job, const struct residents *residents)
{
    uint64_t all = workgroup_count(job);
    if (!job->dispatch.sample || job->count == all || residents->rounds < STUCK)
        return false;
    job->next = job->count;
    job->count = all;
    return true;
}

static void work(void *context)
{
    struct job *job = context;
    struct residents *residents = calloc(1, sizeof *residents);
    struct workgroup *spare = NULL;
    bool is_more = residents != NULL;
    if (!residents)
        stop_without_memory(job);
    while (!__atomic_load_n(&job->stop, __ATOMIC_RELAXED) && residents &&
           (is_more || residents->count > 0)) {
        struct workgroup *group =
            is_more && residents->count < RESIDENT_MAX ? begin(job, &spare) : NULL;
        is_more = is_more && (group || residents->count == RESIDENT_MAX);
        if (group)
            residents->all[residents->count++] = group;
        for (unsigned i = residents->count; i-- > 0;)
            give_turns(job, residents, i, &spare);
        residents->rounds++;
        is_more |= widen_sample(job, residents);
        check_deadline(job);
    }
    for (unsigned i = 0; residents && i < residents->count; i++) {
        finish(residents->all[i]);
        workgroup_free(residents->all[i]);
    }
    workgroup_free(spare);
    free(residents);
}

static void set_deadline(struct job *job)
{
    const char *seconds = secure_getenv("HIPEMU_TIMEOUT");
    double timeout = seconds ? strtod(seconds, NULL) : 0;
    if (timeout <= 0)
        return;
    clock_gettime(CLOCK_MONOTONIC, &job->deadline);
    job->deadline.tv_sec += (time_t)timeout;
    job->deadline.tv_nsec += (long)((timeout - (double)(time_t)timeout) * 1e9);
    if (job->deadline.tv_nsec >= 1000000000) {
        job->deadline.tv_nsec -= 1000000000;
        job->deadline.tv_sec++;
    }
    job->has_deadline = true;
}

/* The part of each grid that runs; |count| 0: all of it. */
static struct {
    uint64_t first, count;
} part;

void dispatch_set_part(uint64_t first, uint64_t count)
{
    part.first = first;
    part.count = count;
}

/* Chooses the workgroups to run. */
static void choose_workgroups(struct job *job)
{
    uint64_t all = workgroup_count(job);
    job->count = job->dispatch.sample ? job->dispatch.sampled : all;
    if (part.count == 0 || job->dispatch.sample || job->dispatch.launch->is_cooperative)
        return;
    job->first = part.first < all ? part.first : all;
    job->count = part.count < all - job->first ? part.count : all - job->first;
}

bool dispatch_run(struct device *device, const struct launch *launch, struct fault *fault)
{
    struct job job = {.lock = PTHREAD_MUTEX_INITIALIZER, .fault = fault};
    if (!dispatch_prepare(&job.dispatch, device, launch, fault))
        return false;
    const struct watchers *watchers = launch->program->watchers;
    set_deadline(&job);
    if (watchers)
        watchers->begin(&job.dispatch);
    choose_workgroups(&job);
    unsigned threads = job.dispatch.watch ? 1 : pool_threads();
    unsigned side = space_enter();
    pool_run(work, &job, job.count < threads ? (unsigned)job.count : threads);
    space_leave(side);
    if (job.dispatch.watch)
        watchers->end(&job.dispatch);
    dispatch_release(&job.dispatch);
    pthread_mutex_destroy(&job.lock);
    return !job.has_fault;
}
