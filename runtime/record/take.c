/* Takes a launch: its arguments, the memory that they reach, and the contents of that memory. */
#include "parts.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { STREAMS_MAX = 1024 };

static struct {
    pthread_mutex_t lock;
    struct recorder_settings settings;
    bool is_on;
    bool is_frozen; /* whether a launch failed, which stays the last one in the file */
    struct record_writer *writer;
    pid_t process; /* the process that made |writer| */
    /* how many launches there were, and how many were not recorded although they should be */
    uint64_t seen, left_out;
    uint64_t recorded; /* how many launches are in the file or were dropped from it */
    struct noted {
        uint64_t number;
        char kernel[256];
    } last, before; /* the last launch that was recorded, and the one before it */
    /* whether there was a launch that was not selected after the last one that was recorded */
    bool has_unselected;
    bool has_null_work; /* whether the null stream has had work since the recorder waited for it */
    int captures;       /* how many streams are being captured */
    void *streams[STREAMS_MAX]; /* the streams, in the order of their first launches */
    unsigned stream_count;
    uint8_t *piece; /* room for a piece, RECORD_PIECE bytes */
} state = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* How often the thread has the lock: a signal handler may call exit(), or the runtime, while its
 * thread is in here. It goes on without the lock, as it would wait for itself. */
static _Thread_local unsigned holds;

void recorder_lock(void)
{
    runtime_first_use();
    if (holds++ == 0)
        pthread_mutex_lock(&state.lock);
}

void recorder_unlock(void)
{
    if (--holds == 0)
        pthread_mutex_unlock(&state.lock);
}

/* Makes the lock free in a child that fork() made while another thread had it. The child does not
 * have that thread, so what it was writing is not complete, and nothing is recorded. */
static void unlock_in_child(void)
{
    if (holds > 0)
        return;
    if (pthread_mutex_trylock(&state.lock) == 0) {
        pthread_mutex_unlock(&state.lock);
        return;
    }
    pthread_mutex_init(&state.lock, NULL);
    state.writer = NULL;
    state.is_on = false;
}

/* Takes the lock to end the recording. Returns false if the thread has it already, or does not get
 * it for a time: the process must end, and the file is whole without its end. */
static bool lock_at_exit(void)
{
    enum { SECONDS = 5 };
    struct timespec until;
    runtime_first_use();
    if (holds > 0 || clock_gettime(CLOCK_REALTIME, &until) != 0)
        return false;
    until.tv_sec += SECONDS;
    if (pthread_mutex_timedlock(&state.lock, &until) != 0)
        return false;
    holds = 1;
    return true;
}

/* ---- Contents -------------------------------------------------------------------------------- */

enum contents { CONTENTS_PUT, CONTENTS_UNREADABLE, CONTENTS_NO_ROOM };

/* Puts the contents of |a| into the file, and the numbers of their pieces into |out|. If
 * |finds_pointers|, the pointers in them are those of allocation |index| of |draft|. */
static enum contents put_contents(struct draft *draft, uint32_t index,
                                  const struct record_allocation *a, bool finds_pointers,
                                  uint64_t *out)
{
    for (uint64_t i = 0; i < record_piece_count(a->size); i++) {
        uint64_t offset = i * RECORD_PIECE;
        size_t size = (size_t)record_piece_size(a->size, i);
        if (runtime_copy(state.piece, a->address + offset, size) != HIP_SUCCESS)
            return CONTENTS_UNREADABLE;
        out[i] = record_put_piece(state.writer, (struct span){state.piece, size});
        if (!out[i])
            return CONTENTS_NO_ROOM;
        if (finds_pointers)
            draft_pointers(draft, index, offset, state.piece, size);
    }
    return CONTENTS_PUT;
}

/* Puts the contents of all allocations into the file. Returns false when they do not fit. */
static bool draft_contents(struct draft *draft)
{
    struct record_launch *launch = &draft->launch;
    uint32_t reached_by_arguments = launch->allocation_count;
    for (uint32_t i = 0; i < launch->allocation_count; i++) {
        const struct record_allocation a = launch->allocations[i];
        if (a.is_freed)
            continue;
        uint64_t *pieces = calloc((size_t)record_piece_count(a.size), sizeof *pieces);
        if (!pieces)
            return false;
        /* pointers in variables are like arguments */
        bool finds_pointers =
            a.memory == RECORD_VARIABLE || (state.settings.is_deep && i < reached_by_arguments);
        enum contents result = put_contents(draft, i, &a, finds_pointers, pieces);
        if (result == CONTENTS_PUT) {
            launch->allocations[i].pieces = (uint32_t)record_piece_count(a.size);
            draft->pieces[i] = pieces;
        } else {
            free(pieces);
        }
        if (result == CONTENTS_NO_ROOM)
            return false;
    }
    return true;
}

/* ---- Writing a launch ------------------------------------------------------------------------ */

static bool open_writer(void)
{
    struct codeobj_error error;
    struct record_settings settings = {state.settings.path, state.settings.limit,
                                       state.settings.last, state.settings.replaces};
    if (state.writer && state.process != getpid())
        state.writer = NULL; /* The file belongs to the process that made this one by fork(). */
    if (!state.piece)
        state.piece = malloc(RECORD_PIECE);
    if (!state.writer && state.piece) {
        state.process = getpid();
        modules_begin_file();
        state.writer = record_create(&settings, &error);
        if (!state.writer)
            say("%s; nothing is recorded", error.message);
        else if (strcmp(record_path(state.writer), settings.path) != 0)
            say("process %d records into %s: another process writes %s", (int)state.process,
                record_path(state.writer), settings.path);
    }
    state.is_on = state.writer && state.piece;
    return state.is_on;
}

static uint64_t number_stream(void *stream)
{
    for (unsigned i = 0; i < state.stream_count; i++)
        if (state.streams[i] == stream)
            return i;
    if (state.stream_count < STREAMS_MAX)
        state.streams[state.stream_count++] = stream;
    return state.stream_count - 1;
}

static bool put_code(struct code *code, struct record_launch *launch)
{
    struct record_device device;
    if (!code->number || !record_has(state.writer, RECORD_CODE, code->number))
        code->number = record_put_code(state.writer, code->file);
    launch->code = code->number;
    return code->number && (record_has(state.writer, RECORD_DEVICE, launch->device) ||
                            (runtime_describe_device((int)launch->device, &device) &&
                             record_put_device(state.writer, launch->device, &device)));
}

/* Puts the launch with its contents, or without them, into the file. */
static bool put_launch(struct draft *draft, const struct function *function, bool has_contents)
{
    bool is_good = put_code(function->code, &draft->launch) &&
                   (!has_contents || draft_contents(draft)) && !draft->has_no_memory &&
                   draft_sort(draft);
    if (!is_good) {
        record_take_back(state.writer);
        return false;
    }
    return record_put_launch(state.writer, &draft->launch);
}

static bool begin(struct draft *out, const struct call *call, uint64_t number,
                  const struct function *function, uint32_t flags)
{
    *out = (struct draft){.launch = {.number = number,
                                     .device = (uint32_t)runtime_stream_device(call->stream),
                                     .flags = flags,
                                     .dynamic_lds = (uint32_t)call->dynamic_lds,
                                     .stream = number_stream(call->stream)}};
    memcpy(out->launch.grid, call->grid, sizeof call->grid);
    memcpy(out->launch.block, call->block, sizeof call->block);
    memcpy(out->launch.last_block, call->last_block, sizeof call->last_block);
    return draft_variables(out, function->variables) &&
           draft_arguments(out, call, function->kernel);
}

/* Records the launch. If it does not fit, older launches are dropped if they may be, and then its
 * contents. */
static bool write_draft(struct draft *draft, const struct call *call, uint64_t number,
                        const struct function *function, uint32_t flags)
{
    bool has_contents = !(flags & (RECORD_CAPTURED | RECORD_NO_CONTENTS));
    for (;;) {
        draft_free(draft);
        if (begin(draft, call, number, function, flags) &&
            put_launch(draft, function, has_contents))
            return true;
        if (record_is_broken(state.writer))
            return false;
        if (record_make_room(state.writer))
            continue;
        if (!has_contents)
            return false;
        has_contents = false;
        flags |= RECORD_OVER_LIMIT;
    }
}

static void note_recorded(const struct record_launch *launch)
{
    struct noted *last = &state.last;
    state.recorded++;
    state.has_unselected = false;
    state.before = *last;
    last->number = launch->number;
    size_t length = strlen(launch->kernel);
    length = length < sizeof last->kernel ? length : sizeof last->kernel - 1;
    memcpy(last->kernel, launch->kernel, length);
    last->kernel[length] = '\0';
}

static void note_left_out(const struct kernel *kernel, uint64_t number)
{
    if (state.left_out++ == 0)
        say(record_is_broken(state.writer)
                ? "%s cannot be written; it has the launches before number %" PRIu64 " ('%s')"
                : "%s has reached its limit: launch %" PRIu64 " ('%s') is not in it; --limit, "
                  "--kernel, --last",
            record_path(state.writer), number, kernel->name);
    if (record_is_broken(state.writer))
        state.is_on = false;
}

/* Notes that work failed. Its launch stays the last one, unless it may be one that was not
 * selected. */
static void freeze(int error)
{
    if (!state.is_frozen && state.recorded && state.writer)
        say(state.has_unselected ? "launch %" PRIu64 ", kernel '%s', or a launch after it that was "
                                   "not selected failed (error %d); %s has it"
                                 : "launch %" PRIu64
                                   ", kernel '%s', or work beside it failed (error %d); %s has it",
            state.last.number, state.last.kernel, error, record_path(state.writer));
    state.is_frozen = state.is_frozen || (state.recorded && !state.has_unselected);
}

/* Waits for all that the launch waits for. */
static int wait_before(void *stream)
{
    int error = HIP_SUCCESS;
    bool is_blocking = runtime_is_blocking(stream);
    recorder_lock();
    bool has_null_work = is_blocking && state.has_null_work;
    if (has_null_work)
        state.has_null_work = false;
    recorder_unlock();
    if (has_null_work && stream)
        error = runtime_synchronise(NULL);
    return error ? error : runtime_synchronise(stream);
}

/* How many functions of launches the thread is in: a runtime may call one in another. */
static _Thread_local unsigned depth;

static void take_outermost(const struct call *call, struct taken *out)
{
    if (take_is_captured(call->stream))
        return; /* it becomes a node of a graph, and does not run now */
    recorder_lock();
    uint64_t number = ++state.seen;
    const struct function *found =
        state.is_on && !state.is_frozen ? modules_find(call->function) : NULL;
    /* a copy, as another thread may change or free what was found while this one waits */
    const struct function function = found ? *found : (struct function){.is_wanted = false};
    bool is_wanted = function.is_wanted;
    bool is_captured = state.captures > 0; /* another stream; the runtime lets nothing be copied */
    state.has_unselected = state.has_unselected || !is_wanted;
    recorder_unlock();
    if (!is_wanted || (!is_captured && runtime_is_capturing(call->stream)))
        return;
    /* Waits, because memory must hold what the kernel will find. If earlier work fails, its launch
     * stays the last one in the file. */
    int error = is_captured ? HIP_SUCCESS : wait_before(call->stream);
    recorder_lock();
    if (error) {
        errors_put(error);
        freeze(error);
        recorder_unlock();
        return;
    }
    struct draft draft = {0};
    uint32_t flags = (call->is_cooperative ? RECORD_COOPERATIVE : 0u) |
                     (is_captured ? RECORD_CAPTURED : 0u) |
                     (state.settings.has_contents ? 0u : RECORD_NO_CONTENTS);
    if (state.is_on && open_writer()) {
        if (write_draft(&draft, call, number, &function, flags)) {
            note_recorded(&draft.launch);
            out->launch = draft.launch;
            draft.launch =
                (struct record_launch){.allocation_count = draft.launch.allocation_count};
        } else {
            note_left_out(function.kernel, number);
        }
    }
    draft_free(&draft);
    recorder_unlock();
}

void take_before(const struct call *call, struct taken *out)
{
    out->launch.number = 0;
    if (depth++ > 0)
        return;
    struct saved_error saved;
    errors_begin(&saved);
    take_outermost(call, out);
    errors_end(&saved);
    take_work(call->stream);
}

void take_work(void *stream)
{
    enum { LEGACY = 1 };
    if ((uintptr_t)stream > LEGACY)
        return;
    recorder_lock();
    state.has_null_work = true;
    recorder_unlock();
}

int take_pending(int error)
{
    if (depth > 0)
        return error;
    if (error_is_of_work(error)) {
        recorder_lock();
        freeze(error);
        recorder_unlock();
    }
    return error ? error : errors_take();
}

/* Records the contents of memory that the launch in |launch| reached. */
static void put_after(const struct record_launch *launch)
{
    uint64_t *pieces = calloc((size_t)launch->piece_count + 1, sizeof *pieces), next = 0;
    bool is_good = pieces && launch->piece_count > 0;
    for (uint32_t i = 0; is_good && i < launch->allocation_count; i++) {
        const struct record_allocation *a = &launch->allocations[i];
        if (a->pieces)
            is_good = put_contents(NULL, i, a, false, pieces + next) == CONTENTS_PUT;
        next += a->pieces;
    }
    if (is_good)
        record_put_after(state.writer, launch, pieces);
    else
        record_take_back(state.writer);
    free(pieces);
}

/* Takes a launch back that the runtime has refused: it did not run. */
static void take_refused(const struct record_launch *launch, int error)
{
    recorder_lock();
    if (state.is_on && state.writer && record_undo_launch(state.writer, launch->number)) {
        state.recorded--;
        state.last = state.before;
    }
    if (error_is_of_work(error))
        freeze(error);
    recorder_unlock();
}

void take_after(const struct call *call, struct taken *taken, int error)
{
    depth--;
    if (taken->launch.number == 0)
        return;
    if (error) {
        take_refused(&taken->launch, error);
    } else if (state.settings.has_after && taken->launch.piece_count) {
        struct saved_error saved;
        errors_begin(&saved);
        error = runtime_synchronise(call->stream);
        recorder_lock();
        if (error) {
            errors_put(error);
            freeze(error);
        } else if (state.is_on) {
            put_after(&taken->launch);
        }
        recorder_unlock();
        errors_end(&saved);
    }
    record_launch_free(&taken->launch);
}

bool take_records(void)
{
    recorder_lock();
    bool is_on = state.is_on;
    recorder_unlock();
    return is_on;
}

bool take_is_captured(void *stream)
{
    recorder_lock();
    bool has_captures = state.captures > 0;
    recorder_unlock();
    if (!has_captures)
        return false;
    struct saved_error saved;
    errors_begin(&saved);
    bool is_captured = runtime_is_capturing(stream);
    errors_end(&saved);
    return is_captured;
}

void take_capture(int step)
{
    recorder_lock();
    state.captures += step;
    recorder_unlock();
}

/* ---- The public functions -------------------------------------------------------------------- */

void recorder_start(const struct recorder_settings *settings, recorder_find *find)
{
    static bool has_fork_handler;
    pthread_mutex_lock(&state.lock);
    holds++;
    if (!has_fork_handler)
        has_fork_handler = pthread_atfork(NULL, NULL, unlock_in_child) == 0;
    state.settings = *settings;
    state.is_on = settings->path && *settings->path;
    runtime_start(find, settings->is_quiet);
    modules_start(settings->kernels);
    recorder_unlock();
}

void recorder_stop(void)
{
    if (!lock_at_exit())
        return;
    if (state.writer && state.process == getpid())
        record_finish(state.writer, state.seen, state.left_out);
    state.writer = NULL;
    state.is_on = false;
    recorder_unlock();
}

void recorder_describe(char *out, unsigned size)
{
    recorder_lock();
    out[0] = '\0';
    if (state.writer && state.recorded)
        snprintf(out, size, "%s has launch %" PRIu64 ", kernel '%s'", record_path(state.writer),
                 state.last.number, state.last.kernel);
    recorder_unlock();
}
