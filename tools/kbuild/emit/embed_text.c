/* A few threads share two kinds of work: making the text of the next part in a free slot, and
 * appending the text whose turn it is. A thread that finds work does it, so one thread writes while
 * the other makes text, neither passes work to a sleeping one, and memory does not grow with the
 * input: the slots stay in the processor's cache.
 */
#include "embed_text.h"

#include "util/buf.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

enum {
    PART = 512 * LITERAL_BLOCK, /* bytes of input; measured with bench/embed */
    SLOTS = 4,                  /* parts in flight */
    THREADS_MAX = 2,            /* only one can write, and the other one keeps up with it */
};

/* The part number n is made in slot n % SLOTS. */
struct slot {
    char *text;
    size_t size;
    bool is_ready;
};

struct job {
    const struct literal *literal;
    struct span bytes;
    struct embed_output *output;
    size_t part_count;
    pthread_mutex_t mutex; /* guards what follows, except for the text of a slot in work */
    pthread_cond_t changed;
    struct slot slots[SLOTS];
    size_t next; /* part to be made */
    size_t turn; /* part to be appended */
    bool is_appending;
    enum status status; /* of the first append that failed */
};

/* Both are called and return with the mutex locked, and unlock it in between. */
static void append_turn(struct job *job)
{
    struct slot *slot = &job->slots[job->turn % SLOTS];
    job->is_appending = true;
    pthread_mutex_unlock(&job->mutex);
    enum status status = embed_output_append(job->output, slot->text, slot->size);
    pthread_mutex_lock(&job->mutex);
    job->is_appending = false;
    slot->is_ready = false;
    job->turn++;
    job->status = status;
    pthread_cond_broadcast(&job->changed);
}

static void make_next(struct job *job)
{
    size_t part = job->next++;
    struct slot *slot = &job->slots[part % SLOTS];
    pthread_mutex_unlock(&job->mutex);
    bool is_last = part + 1 == job->part_count;
    struct span bytes = {job->bytes.data + part * PART,
                         is_last ? job->bytes.size - part * PART : PART};
    slot->size = literal_write(job->literal, bytes, is_last, slot->text);
    pthread_mutex_lock(&job->mutex);
    slot->is_ready = true;
    pthread_cond_broadcast(&job->changed);
}

static void *work(void *argument)
{
    struct job *job = argument;
    pthread_mutex_lock(&job->mutex);
    while (job->status == STATUS_OK && job->turn < job->part_count) {
        if (!job->is_appending && job->slots[job->turn % SLOTS].is_ready)
            append_turn(job);
        else if (job->next < job->part_count && job->next < job->turn + SLOTS)
            make_next(job);
        else
            pthread_cond_wait(&job->changed, &job->mutex);
    }
    pthread_mutex_unlock(&job->mutex);
    return NULL;
}

enum status embed_text_append(struct embed_output *output, enum literal_kind kind,
                              struct span bytes, unsigned threads)
{
    struct literal *literal = literal_make(kind);
    struct job job = {
        .literal = literal,
        .bytes = bytes,
        .output = output,
        .part_count = (bytes.size + PART - 1) / PART,
        .mutex = PTHREAD_MUTEX_INITIALIZER,
        .changed = PTHREAD_COND_INITIALIZER,
    };
    size_t room = literal_room(literal, bytes.size < PART ? bytes.size : PART);
    for (size_t i = 0; i < SLOTS && i < job.part_count; i++)
        job.slots[i].text = mem_alloc(room);

    pthread_t helpers[THREADS_MAX];
    unsigned started = 0;
    if (threads > THREADS_MAX)
        threads = THREADS_MAX;
    while (started + 1 < threads && started + 1 < job.part_count &&
           pthread_create(&helpers[started], NULL, work, &job) == 0)
        started++;
    work(&job);
    for (unsigned i = 0; i < started; i++)
        pthread_join(helpers[i], NULL);

    for (size_t i = 0; i < SLOTS; i++)
        free(job.slots[i].text);
    literal_free(literal);
    return job.status;
}

unsigned embed_text_threads(void)
{
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) != 0)
        return 1;
    unsigned count = (unsigned)CPU_COUNT(&set);
    return count < THREADS_MAX ? count : THREADS_MAX;
}
