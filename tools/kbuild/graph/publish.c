#include "graph/publish.h"

#include "util/checksum.h"
#include "util/file.h"
#include "util/process.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static const char journal_begun[] = PUBLISHING_JOURNAL, journal_done[] = ".kbuild-published";

/* The change to one file of the output directory. */
struct change {
    char kind;  /* a line of the journal begins with it */
    char *name; /* in the output directory */
    char *made; /* the new file in the build directory, or NULL */
    uint64_t sum;
    struct file_place place;
};
enum { CHANGE_ADD = '+', CHANGE_REPLACE = '=', CHANGE_REMOVE = '-' };

struct transaction {
    const struct publish_request *request;
    struct checksums made;   /* the records of the steps */
    struct checksums before; /* the files published from this build directory */
    char *record;            /* the path of that list, or NULL */
    char *prefix;            /* the output directory as the list calls it, and a slash */
    struct change *changes;
    size_t count;
};

static char *with_suffix(const struct file_place *place, const char *suffix)
{
    return mem_format("%s.kbuild-%s", place->path, suffix);
}

static enum status cannot(const char *path, const char *what)
{
    int error = errno;
    return status_fail(STATUS_ENVIRONMENT, "%s: cannot %s: %s", path, what, strerror(error));
}

static bool is_there(const char *path)
{
    struct stat info;
    return lstat(path, &info) == 0;
}

/* unlink() of a file that may be gone. */
static enum status remove_file(const char *path)
{
    return unlink(path) == 0 || errno == ENOENT ? STATUS_OK : cannot(path, "remove");
}

static bool has_sum(const char *path, uint64_t sum)
{
    struct buf data = {0};
    bool has = path_is_file(path) && file_read(path, &data) == STATUS_OK &&
               checksum_of(data.data, data.size) == sum;
    buf_free(&data);
    return has;
}

/* ---- Recovery ------------------------------------------------------------------------------- */

/* Undoes a change that was begun. */
static enum status undo_change(const struct change *change)
{
    char *old = with_suffix(&change->place, "old"), *new = with_suffix(&change->place, "new");
    enum status status = STATUS_OK;
    if (is_there(old) && rename(old, change->place.path) != 0)
        status = cannot(change->place.path, "put it back");
    else if (change->kind == CHANGE_ADD && has_sum(change->place.path, change->sum))
        status = remove_file(change->place.path);
    if (status == STATUS_OK)
        status = remove_file(new);
    free(new);
    free(old);
    return status;
}

/* Removes the old file of a completed change. */
static enum status end_change(const struct change *change)
{
    char *old = with_suffix(&change->place, "old");
    enum status status = remove_file(old);
    free(old);
    return status;
}

static enum status recover_line(const char *output, char *line,
                                enum status (*step)(const struct change *change))
{
    struct change change = {.kind = line[0]};
    char *end;
    if (!line[0] || !strchr("+=-", line[0]) || line[1] != ' ')
        return STATUS_OK;
    change.sum = strtoull(line + 2, &end, 16);
    if (*end != ' ' || strchr(end + 1, '/'))
        return STATUS_OK;
    char *path = path_join(output, end + 1);
    enum status status = file_place_find(path, &change.place);
    if (status == STATUS_OK)
        status = step(&change);
    file_place_free(&change.place);
    free(path);
    return status;
}

/* Follows the journal called |name|, if it exists, and removes it last. */
static enum status recover_by(const char *output, const char *name,
                              enum status (*step)(const struct change *change))
{
    char *path = path_join(output, name);
    struct buf text = {0};
    enum status status = STATUS_OK;
    if (path_exists(path)) {
        status = file_read(path, &text);
        for (char *save = NULL,
                  *line = status == STATUS_OK ? strtok_r(text.data, "\n", &save) : NULL;
             line; line = strtok_r(NULL, "\n", &save)) {
            enum status one = recover_line(output, line, step);
            status = status == STATUS_OK ? one : status;
        }
        if (status == STATUS_OK)
            status = path_sync_directory(output);
        if (status == STATUS_OK)
            status = remove_file(path);
    }
    buf_free(&text);
    free(path);
    return status;
}

static enum status recover(const char *output)
{
    char *half = mem_format("%s/%s.tmp", output, journal_begun);
    enum status status = remove_file(half);
    free(half);
    if (status == STATUS_OK)
        status = recover_by(output, journal_done, end_change);
    if (status == STATUS_OK)
        status = recover_by(output, journal_begun, undo_change);
    return status;
}

/* ---- Planning --------------------------------------------------------------------- */

static struct change *add_change(struct transaction *transaction, char kind, const char *name)
{
    transaction->changes =
        mem_grow(transaction->changes, transaction->count, sizeof *transaction->changes);
    struct change *change = &transaction->changes[transaction->count++];
    *change = (struct change){.kind = kind, .name = mem_dup(name)};
    return change;
}

/* Reads |made|, a path of the request, and checks that it is unchanged. */
static enum status read_made(const struct transaction *transaction, const char *file,
                             const char *made, struct buf *out)
{
    FORWARD_IF_ERROR(file_read(made, out));
    const struct checksum *recorded = checksums_find(&transaction->made, file);
    if (!recorded || recorded->sum == checksum_of(out->data, out->size))
        return STATUS_OK;
    unlink(made);
    return status_fail(STATUS_ENVIRONMENT,
                       "%s has changed since it was made, and is removed; build again", made);
}

static enum status compare_file(struct transaction *transaction, const char *file)
{
    const struct publish_request *request = transaction->request;
    const char *name = path_name(file);
    char *made = request->build ? path_join(request->build, file) : mem_dup(file);
    char *path = path_join(request->output, name);
    struct file_place place = {.descriptor = -1};
    struct buf data = {0};
    enum status status = read_made(transaction, file, made, &data);
    if (status == STATUS_OK)
        status = file_place_find(path, &place);
    if (status == STATUS_OK && place.direct) {
        status = file_write(path, data.data, data.size);
    } else if (status == STATUS_OK && path_is_directory(place.path)) {
        errno = EISDIR;
        status = cannot(path, "write");
    } else if (status == STATUS_OK && !file_holds(place.path, data.data, data.size)) {
        char kind = is_there(place.path) ? CHANGE_REPLACE : CHANGE_ADD;
        struct change *change = add_change(transaction, kind, name);
        change->made = mem_dup(made);
        change->sum = checksum_of(data.data, data.size);
    }
    buf_free(&data);
    file_place_free(&place);
    free(path);
    free(made);
    return status;
}

static bool is_in_package(const struct strings *files, const char *name)
{
    for (size_t i = 0; i < files->count; i++)
        if (strcmp(path_name(files->items[i]), name) == 0)
            return true;
    return false;
}

/* Files that were published before and are not part of the package now; also under several names in
 * the list. */
static enum status find_stale(struct transaction *transaction)
{
    size_t length = strlen(transaction->prefix);
    const struct checksums *before = &transaction->before;
    for (size_t i = 0; i < before->count; i++) {
        const char *path = before->items[i].path, *name = path + length;
        if (strncmp(path, transaction->prefix, length) != 0 || strchr(name, '/') ||
            is_in_package(transaction->request->files, name) ||
            (i > 0 && strcmp(path, before->items[i - 1].path) == 0))
            continue;
        char *place = path_join(transaction->request->output, name);
        struct stat info;
        struct buf data = {0};
        enum status status = STATUS_OK;
        if (lstat(place, &info) == 0 && S_ISREG(info.st_mode)) {
            status = file_read(place, &data);
            if (status == STATUS_OK &&
                checksums_have(before, path, checksum_of(data.data, data.size)))
                add_change(transaction, CHANGE_REMOVE, name);
        }
        buf_free(&data);
        free(place);
        FORWARD_IF_ERROR(status);
    }
    return STATUS_OK;
}

static enum status find_changes(struct transaction *transaction)
{
    const struct publish_request *request = transaction->request;
    for (size_t i = 0; i < request->files->count; i++)
        FORWARD_IF_ERROR(compare_file(transaction, request->files->items[i]));
    if (transaction->record)
        FORWARD_IF_ERROR(find_stale(transaction));
    for (size_t i = 0; i < transaction->count; i++) {
        char *path = path_join(request->output, transaction->changes[i].name);
        enum status status = file_place_find(path, &transaction->changes[i].place);
        free(path);
        FORWARD_IF_ERROR(status);
    }
    return STATUS_OK;
}

/* Like file_write(), with a fixed temporary name: after a kill, the next call removes that file. */
static enum status replace_synced(const char *path, const void *data, size_t size)
{
    char *half = mem_format("%s.tmp", path);
    enum status status = remove_file(half);
    if (status == STATUS_OK)
        status = file_make_synced(half, path, data, size);
    if (status == STATUS_OK && rename(half, path) != 0) {
        status = cannot(path, "write");
        unlink(half);
    }
    free(half);
    return status;
}

/* ---- The list of published files --------------------------------------------------------- */

static enum status read_lists(struct transaction *transaction)
{
    const struct publish_request *request = transaction->request;
    if (!request->build)
        return STATUS_OK;
    char *build = path_absolute(request->build), *output = path_absolute(request->output);
    char *relative = path_relative(output, build), *made = path_join(build, "checksums");
    transaction->prefix = mem_format("%s/", relative);
    transaction->record = path_join(build, "published");
    enum status status = checksums_read(made, &transaction->made);
    if (status == STATUS_OK)
        status = checksums_read(transaction->record, &transaction->before);
    free(made);
    free(relative);
    free(output);
    free(build);
    return status;
}

/* With |is_done| the list has the current files; else, in case of a kill, also the former ones. */
static enum status write_record(const struct transaction *transaction, bool is_done)
{
    const struct publish_request *request = transaction->request;
    struct buf text = {0};
    if (!transaction->record)
        return STATUS_OK;
    for (size_t i = 0; i < transaction->before.count; i++) {
        const struct checksum *item = &transaction->before.items[i];
        bool is_elsewhere =
            strncmp(item->path, transaction->prefix, strlen(transaction->prefix)) != 0;
        if (!is_done || is_elsewhere)
            checksum_print(&text, item->path, item->sum);
    }
    enum status status = STATUS_OK;
    for (size_t i = 0; status == STATUS_OK && i < request->files->count; i++) {
        struct buf data = {0};
        char *made = path_join(request->build, request->files->items[i]);
        char *path = mem_format("%s%s", transaction->prefix, path_name(made));
        status = read_made(transaction, request->files->items[i], made, &data);
        if (status == STATUS_OK)
            checksum_print(&text, path, checksum_of(data.data, data.size));
        free(path);
        free(made);
        buf_free(&data);
    }
    if (status == STATUS_OK && !file_holds(transaction->record, text.data, text.size))
        status = replace_synced(transaction->record, text.data, text.size);
    buf_free(&text);
    return status;
}

/* ---- Doing it ------------------------------------------------------------------------------- */

static enum status write_journal(const struct transaction *transaction)
{
    const char *output = transaction->request->output;
    struct buf text = {0};
    for (size_t i = 0; i < transaction->count; i++) {
        const struct change *change = &transaction->changes[i];
        buf_printf(&text, "%c %016" PRIx64 " %s\n", change->kind, change->sum, change->name);
    }
    char *journal = path_join(output, journal_begun);
    enum status status = replace_synced(journal, text.data, text.size);
    if (status == STATUS_OK)
        status = path_sync_directory(output);
    free(journal);
    buf_free(&text);
    return status;
}

static enum status write_new(const struct change *change)
{
    struct buf data = {0};
    if (!change->made)
        return STATUS_OK;
    FORWARD_IF_ERROR(file_read(change->made, &data));
    char *new = with_suffix(&change->place, "new");
    enum status status =
        checksum_of(data.data, data.size) == change->sum
            ? file_make_synced(new, change->place.path, data.data, data.size)
            : status_fail(STATUS_ENVIRONMENT, "%s changes while it is copied; build again",
                          change->made);
    free(new);
    buf_free(&data);
    return status;
}

static enum status make_change(const struct change *change)
{
    const char *place = change->place.path;
    char *old = with_suffix(&change->place, "old"), *new = with_suffix(&change->place, "new");
    enum status status = remove_file(old);
    bool done = true;
    if (status == STATUS_OK && change->kind == CHANGE_REMOVE)
        done = rename(place, old) == 0;
    else if (status == STATUS_OK && change->kind == CHANGE_REPLACE)
        /* rename() is for file systems without links. */
        done = link(place, old) == 0 || rename(place, old) == 0;
    if (status == STATUS_OK && done && change->made)
        done = rename(new, place) == 0;
    if (!done)
        status = cannot(place, change->made ? "write" : "remove");
    free(new);
    free(old);
    return status;
}

/* Also the directories that links lead to. */
static enum status sync_directories(const struct transaction *transaction)
{
    enum status status = path_sync_directory(transaction->request->output);
    for (size_t i = 0; status == STATUS_OK && i < transaction->count; i++) {
        char *path = path_join(transaction->request->output, transaction->changes[i].name);
        if (strcmp(path, transaction->changes[i].place.path) != 0) {
            char *directory = path_directory(transaction->changes[i].place.path);
            status = path_sync_directory(directory);
            free(directory);
        }
        free(path);
    }
    return status;
}

static enum status make_changes(const struct transaction *transaction)
{
    const char *output = transaction->request->output;
    FORWARD_IF_ERROR(write_record(transaction, false));
    FORWARD_IF_ERROR(write_journal(transaction));
    for (size_t i = 0; i < transaction->count; i++)
        FORWARD_IF_ERROR(write_new(&transaction->changes[i]));
    for (size_t i = 0; i < transaction->count; i++)
        FORWARD_IF_ERROR(make_change(&transaction->changes[i]));
    FORWARD_IF_ERROR(sync_directories(transaction));
    char *begun = path_join(output, journal_begun), *done = path_join(output, journal_done);
    enum status status = rename(begun, done) == 0 ? STATUS_OK : cannot(done, "write");
    free(done);
    free(begun);
    return status;
}

/* When the journal has been renamed, the package is the new one, even if later steps fail. */
static void clean_up(const struct transaction *transaction)
{
    enum status status = recover(transaction->request->output);
    if (status == STATUS_OK)
        status = write_record(transaction, true);
    if (status != STATUS_OK)
        status_warn("%s: the package is new and whole; the next build removes what is left",
                    transaction->request->output);
}

static enum status publish_locked(struct transaction *transaction, struct published *out)
{
    const char *output = transaction->request->output;
    FORWARD_IF_ERROR(recover(output));
    FORWARD_IF_ERROR(read_lists(transaction));
    FORWARD_IF_ERROR(find_changes(transaction));
    if (!transaction->count)
        return write_record(transaction, true);
    enum status status = make_changes(transaction);
    if (status != STATUS_OK) {
        recover(output);
        return status;
    }
    clean_up(transaction);
    for (size_t i = 0; i < transaction->count; i++)
        strings_add(transaction->changes[i].made ? &out->written : &out->removed,
                    transaction->changes[i].name);
    return STATUS_OK;
}

/* Where directories cannot be locked, as on some network file systems, it goes on without. */
static int lock_output(const char *output)
{
    int lock = open(output, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    while (lock >= 0 && flock(lock, LOCK_EX) != 0 && errno == EINTR)
        ;
    return lock;
}

enum status publish_recover(const char *output)
{
    process_hold_signals(true);
    int lock = lock_output(output);
    enum status status = recover(output);
    if (lock >= 0)
        close(lock);
    process_hold_signals(false);
    return status;
}

enum status publish(const struct publish_request *request, struct published *out)
{
    struct transaction transaction = {.request = request};
    *out = (struct published){0};
    process_hold_signals(true);
    int lock = lock_output(request->output);
    enum status status = publish_locked(&transaction, out);
    if (lock >= 0)
        close(lock);
    process_hold_signals(false);
    for (size_t i = 0; i < transaction.count; i++) {
        free(transaction.changes[i].name);
        free(transaction.changes[i].made);
        file_place_free(&transaction.changes[i].place);
    }
    free(transaction.changes);
    free(transaction.record);
    free(transaction.prefix);
    checksums_free(&transaction.made);
    checksums_free(&transaction.before);
    return status;
}

void published_free(struct published *published)
{
    strings_free(&published->written);
    strings_free(&published->removed);
}
