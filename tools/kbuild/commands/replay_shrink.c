/* Makes a recording of a launch smaller, as long as libhipemu gives the same first report: drops
 * workgroups, contents of memory, and allocations. */
#include "commands/replay.h"

#include "util/file.h"

#include <errno.h>
#include <unistd.h>

enum { RUNS_MAX = 200 };

/* The part of a launch that is kept. */
struct shrink {
    const struct recording *recording;
    const struct record_launch *launch;
    struct replay_request request;
    char *report;          /* the first report of the whole launch, without what may change */
    uint64_t first, count; /* workgroups; |count| 0: all */
    bool *has_allocation;  /* for each allocation of |launch| */
    bool *has_piece;       /* for each piece of |launch| */
    unsigned runs;
};

/* ---- Reports --------------------------------------------------------------------------------- */

/* Returns the first report in |text|, without addresses and numbers of allocations, as a fresh
 * string; NULL: there is none. */
static char *first_report(const char *text)
{
    static const char begin[] = "hipemu: kernel ";
    struct buf out = {0};
    const char *line = text && text_begins(text, begin) ? text : NULL;
    if (text && !line) {
        line = strstr(text, "\nhipemu: kernel ");
        line += line != NULL;
    }
    if (!line)
        return NULL;
    for (const char *at = line; *at && *at != '\n'; at++) {
        bool is_code = text_begins(at, "; at 0x"); /* the place in the code stays */
        if (is_code) {
            buf_append(&out, at, strcspn(at, "\n"));
            break;
        }
        if (text_begins(at, "0x")) {
            at += 1 + strspn(at + 2, "0123456789abcdef");
        } else if (text_begins(at, "(allocation ")) {
            at += strcspn(at, ")");
        } else {
            buf_putc(&out, *at);
        }
    }
    return buf_take(&out);
}

/* Reads the workgroup of a report, and returns its number in the grid. */
static bool read_workgroup(const struct record_launch *launch, const char *report, uint64_t *out)
{
    unsigned id[3];
    const char *at = strstr(report, "workgroup (");
    if (!at || sscanf(at, "workgroup (%u,%u,%u)", &id[0], &id[1], &id[2]) != 3)
        return false;
    *out = id[0] + launch->grid[0] * (id[1] + launch->grid[1] * (uint64_t)id[2]);
    return true;
}

/* ---- Writing what is kept -------------------------------------------------------------------- */

/* Copies what is kept to |out|, whose arrays have room for all of |launch|. Pieces keep their
 * numbers in the recording; 0: dropped. */
static void select_kept(const struct shrink *shrink, struct record_launch *out, uint32_t *numbers)
{
    const struct record_launch *launch = shrink->launch;
    uint64_t next = 0;
    out->allocation_count = out->pointer_count = 0;
    out->piece_count = 0;
    for (uint32_t i = 0; i < launch->allocation_count; i++) {
        const struct record_allocation *a = &launch->allocations[i];
        bool has_pieces = false;
        for (uint32_t k = 0; k < a->pieces; k++)
            has_pieces |= shrink->has_piece[next + k];
        if (shrink->has_allocation[i]) {
            numbers[i] = out->allocation_count;
            struct record_allocation *kept = &out->allocations[out->allocation_count++];
            *kept = *a;
            kept->pieces = has_pieces ? a->pieces : 0;
            for (uint32_t k = 0; k < kept->pieces; k++)
                out->pieces[out->piece_count++] =
                    shrink->has_piece[next + k] ? launch->pieces[next + k] : 0;
        }
        next += a->pieces;
    }
    for (uint32_t i = 0; i < launch->pointer_count; i++) {
        struct record_pointer p = launch->pointers[i];
        bool has_holder = p.holder == RECORD_ARGUMENTS || shrink->has_allocation[p.holder];
        if (!has_holder || !shrink->has_allocation[p.allocation])
            continue;
        p.holder = p.holder == RECORD_ARGUMENTS ? RECORD_ARGUMENTS : numbers[p.holder];
        p.allocation = numbers[p.allocation];
        out->pointers[out->pointer_count++] = p;
    }
}

/* Copies a code object or a piece to |writer|, and returns its new number; 0: it failed. */
static uint64_t copy_section(const struct shrink *shrink, struct record_writer *writer,
                             uint32_t kind, uint64_t number)
{
    const struct record_section *section = record_find(&shrink->recording->record, kind, number);
    uint8_t *bytes;
    if (!section || record_unpack(section, &bytes, NULL) != CODEOBJ_OK)
        return 0;
    struct span raw = {bytes, (size_t)section->raw_size};
    uint64_t copy =
        kind == RECORD_CODE ? record_put_code(writer, raw) : record_put_piece(writer, raw);
    free(bytes);
    return copy;
}

static bool put_kept(const struct shrink *shrink, struct record_writer *writer,
                     struct record_launch *kept)
{
    struct record_device device = {"", "libhipemu"};
    snprintf(device.target, sizeof device.target, "%s", shrink->request.device);
    kept->code = copy_section(shrink, writer, RECORD_CODE, shrink->launch->code);
    bool is_good = kept->code && record_put_device(writer, kept->device, &device);
    for (uint64_t i = 0; is_good && i < kept->piece_count; i++) {
        if (kept->pieces[i])
            is_good =
                (kept->pieces[i] = copy_section(shrink, writer, RECORD_DATA, kept->pieces[i])) != 0;
    }
    return is_good && record_put_launch(writer, kept) &&
           (!shrink->count || record_put_part(writer, kept, shrink->first, shrink->count));
}

/* Writes what is kept to the new file |path|. */
static enum status write_kept(const struct shrink *shrink, const char *path)
{
    const struct record_launch *launch = shrink->launch;
    struct record_settings settings = {path, UINT64_MAX, 0, false};
    struct codeobj_error error;
    OWNED uint32_t *numbers = mem_alloc((launch->allocation_count + 1) * sizeof *numbers);
    OWNED struct record_allocation *allocations =
        mem_alloc((launch->allocation_count + 1) * sizeof *allocations);
    OWNED struct record_pointer *pointers =
        mem_alloc((launch->pointer_count + 1) * sizeof *pointers);
    OWNED uint64_t *pieces = mem_alloc((size_t)(launch->piece_count + 1) * sizeof *pieces);
    struct record_launch kept = *launch;
    kept.allocations = allocations;
    kept.pointers = pointers;
    kept.pieces = pieces;
    select_kept(shrink, &kept, numbers);
    struct record_writer *writer = record_create(&settings, &error);
    if (!writer)
        return status_fail(STATUS_ENVIRONMENT, "replay: %s", error.message);
    bool is_good = put_kept(shrink, writer, &kept) && !record_is_broken(writer);
    record_finish(writer, launch->number, 0);
    return is_good ? STATUS_OK
                   : status_fail(STATUS_ENVIRONMENT, "replay: %s cannot be written", path);
}

/* ---- Trying ---------------------------------------------------------------------------------- */

/* Runs what is kept. |*out| tells whether the first report is still the same. */
static enum status try(struct shrink *shrink, bool *out)
{
    struct replay_outcome outcome;
    *out = false;
    if (shrink->runs++ >= RUNS_MAX)
        return STATUS_OK;
    FORWARD_IF_ERROR(write_kept(shrink, shrink->request.file));
    enum status status = replay_launch(&shrink->request, &outcome);
    unlink(shrink->request.file);
    if (status == STATUS_OK) {
        OWNED char *report = first_report(outcome.message.data);
        *out = report && strcmp(report, shrink->report) == 0;
    }
    buf_free(&outcome.message);
    return status == STATUS_ENVIRONMENT ? status : STATUS_OK;
}

/* Keeps the workgroup of the report, or as few before it as are needed. */
static enum status drop_workgroups(struct shrink *shrink)
{
    uint64_t last, low = 0, high;
    bool is_same;
    if (!read_workgroup(shrink->launch, shrink->report, &last))
        return STATUS_OK;
    for (uint64_t before = 0; before <= last; before = before * 2 + 1) {
        shrink->first = last - before;
        shrink->count = before + 1;
        FORWARD_IF_ERROR(try(shrink, &is_same));
        if (is_same && before == 0)
            return STATUS_OK;
        if (is_same)
            break;
        shrink->count = 0;
    }
    /* the fault needs a workgroup from |low| on, and not all before |high| */
    for (low = shrink->first, high = last; shrink->count && low + 1 < high;) {
        uint64_t middle = low + (high - low) / 2;
        shrink->first = middle;
        shrink->count = last - middle + 1;
        FORWARD_IF_ERROR(try(shrink, &is_same));
        if (is_same)
            low = middle;
        else
            high = middle;
    }
    if (shrink->count) {
        shrink->first = low;
        shrink->count = last - low + 1;
    }
    return STATUS_OK;
}

/* Lists the kept pieces in |out|. Returns how many there are. */
static uint64_t list_pieces(const struct shrink *shrink, uint64_t *out)
{
    uint64_t count = 0;
    for (uint64_t i = 0; i < shrink->launch->piece_count; i++)
        if (shrink->has_piece[i])
            out[count++] = i;
    return count;
}

static void set_pieces(struct shrink *shrink, const uint64_t *pieces, uint64_t count, bool value)
{
    for (uint64_t i = 0; i < count; i++)
        shrink->has_piece[pieces[i]] = value;
}

/* Drops contents: all of them, or else parts that become smaller and smaller. */
static enum status drop_pieces(struct shrink *shrink)
{
    OWNED uint64_t *pieces = mem_alloc((size_t)(shrink->launch->piece_count + 1) * sizeof *pieces);
    uint64_t count = list_pieces(shrink, pieces);
    for (uint64_t size = count; size > 0; size /= 2) {
        for (uint64_t at = 0; at < count; at += size) {
            uint64_t part = count - at < size ? count - at : size;
            bool is_same;
            set_pieces(shrink, pieces + at, part, false);
            FORWARD_IF_ERROR(try(shrink, &is_same));
            if (!is_same)
                set_pieces(shrink, pieces + at, part, true);
        }
        count = list_pieces(shrink, pieces);
    }
    return STATUS_OK;
}

static enum status drop_allocations(struct shrink *shrink)
{
    for (uint32_t i = 0; i < shrink->launch->allocation_count; i++) {
        bool is_same;
        shrink->has_allocation[i] = false;
        FORWARD_IF_ERROR(try(shrink, &is_same));
        shrink->has_allocation[i] = !is_same;
    }
    return STATUS_OK;
}

/* ---- The public function --------------------------------------------------------------------- */

static uint64_t count_true(const bool *values, uint64_t count)
{
    uint64_t sum = 0;
    for (uint64_t i = 0; i < count; i++)
        sum += values[i];
    return sum;
}

static void print_kept(const struct shrink *shrink)
{
    const struct record_launch *launch = shrink->launch;
    uint64_t all = (uint64_t)launch->grid[0] * launch->grid[1] * launch->grid[2];
    printf("  kept: %" PRIu64 " of %" PRIu64 " workgroups, %" PRIu64 " of %" PRIu32
           " allocations and variables, %" PRIu64 " of %" PRIu64 " pieces of memory, in %u runs\n",
           shrink->count ? shrink->count : all, all,
           count_true(shrink->has_allocation, launch->allocation_count), launch->allocation_count,
           count_true(shrink->has_piece, launch->piece_count), launch->piece_count, shrink->runs);
    if (shrink->runs > RUNS_MAX)
        printf("  it may become smaller: %d runs are the most\n", RUNS_MAX);
}

/* Finds the first report of the whole launch. */
static enum status find_report(struct shrink *shrink)
{
    struct replay_outcome outcome;
    struct replay_request whole = shrink->request;
    whole.file = shrink->recording->path;
    enum status status = replay_launch(&whole, &outcome);
    shrink->report = status == STATUS_OK ? first_report(outcome.message.data) : NULL;
    if (status == STATUS_OK && !shrink->report)
        status = status_fail(STATUS_INPUT,
                             "replay: --shrink: launch %" PRIu64 " of %s gives no report to keep",
                             shrink->launch->number, shrink->recording->path);
    buf_free(&outcome.message);
    return status;
}

enum status shrink_launch(const struct recording *recording, const struct record_launch *launch,
                          const struct replay_request *request, const char *output)
{
    OWNED bool *allocations = mem_alloc(launch->allocation_count + 1u);
    OWNED bool *pieces = mem_alloc((size_t)launch->piece_count + 1);
    struct shrink shrink = {.recording = recording,
                            .launch = launch,
                            .request = *request,
                            .has_allocation = allocations,
                            .has_piece = pieces};
    memset(allocations, true, launch->allocation_count);
    for (uint64_t i = 0; i < launch->piece_count; i++)
        pieces[i] = launch->pieces[i] != 0;
    struct codeobj_error error;
    if (record_read_part(&recording->record, launch, &shrink.first, &shrink.count, &error) !=
        CODEOBJ_OK)
        return status_fail(STATUS_INPUT, "replay: %s: %s", recording->path, error.message);
    enum status status = find_report(&shrink);
    if (status == STATUS_OK && !(launch->flags & RECORD_COOPERATIVE))
        status = drop_workgroups(&shrink);
    if (status == STATUS_OK)
        status = drop_pieces(&shrink);
    if (status == STATUS_OK)
        status = drop_allocations(&shrink);
    if (status == STATUS_OK)
        status = write_kept(&shrink, output);
    if (status == STATUS_OK)
        print_kept(&shrink);
    free(shrink.report);
    return status;
}
