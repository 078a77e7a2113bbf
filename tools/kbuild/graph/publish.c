#include "graph/publish.h"

#include "util/checksum.h"
#include "util/file.h"
#include "util/process.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static const char journal_begun[] = PUBLISHING_JOURNAL, journal_done[] = ".kbuild-published";

/* A file of the output directory, and what publish() does with the file. */
struct change {
    /* the kind of change, which is the first character of its line in the journal; CHANGE_KEEP has
     * no line there */
    char kind;
    uint64_t sum;
    const char *name; /* the file's name in the output directory */
    /* the path of the new file in the build directory; NULL if the file is removed */
    const char *made;
    const char *path; /* path of the file in the output directory */
    struct file_place place;
    const char *old, *new; /* Names for the old and the new file, beside |place|. */
};
enum { CHANGE_KEEP = 0, CHANGE_ADD = '+', CHANGE_REPLACE = '=', CHANGE_REMOVE = '-' };

struct transaction {
    const struct publish_request *request;
    struct checksums made;   /* checksums of files that the steps made: the file "checksums" */
    struct checksums before; /* checksums of files that were published from this build directory:
                                the file "published" */
    const char *record;      /* the path of the file "published", or NULL */
    /* the output directory as the file "published" names it, with a slash at the end */
    const char *prefix;
    struct change *changes; /* all files of the package, and the files to be removed */
    size_t count;
    struct strings texts;
};

static void change_free(struct change *change)
{
    file_place_free(&change->place);
}

/* Prepares a change of the file |name|. |texts| owns the strings. The caller frees |out| in every
 * case. */
static enum status change_make(const char *output, const char *name, struct strings *texts,
                               struct change *out)
{
    *out = (struct change){.name = name, .path = strings_keep(texts, path_join(output, name))};
    enum status status = file_place_find(out->path, &out->place);
    out->old = strings_keep(texts, mem_format("%s.kbuild-old", out->place.path));
    out->new = strings_keep(texts, mem_format("%s.kbuild-new", out->place.path));
    return status;
}

static enum status cannot(const char *path, const char *what)
{
    int error = errno;
    return status_fail(STATUS_ENVIRONMENT, "%s: cannot %s: %s", path, what, strerror(error));
}

/* Removes the file |path|. It is not an error if the file is gone already. */
static enum status remove_file(const char *path)
{
    return unlink(path) == 0 || errno == ENOENT ? STATUS_OK : cannot(path, "remove");
}

/* Whether |path| is a pipe. Writing to a pipe would wait for a reader, while signals are held
 * back. */
static bool is_pipe(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISFIFO(info.st_mode);
}

static bool has_sum(const char *path, uint64_t sum)
{
    OWNED_BY(buf_free) struct buf data = {0};
    return file_try_read(path, &data) && checksum_of(data.data, data.size) == sum;
}

/* ---- Recovery from an interrupted publication ------------------------------------------------ */

/* Undoes a change that was begun: puts the old file back, or removes the added one. */
static enum status undo_change(const struct change *change)
{
    const char *place = change->place.path;
    if (path_is_there(change->old) && rename(change->old, place) != 0)
        return cannot(place, "put it back");
    if (change->kind == CHANGE_ADD && has_sum(place, change->sum))
        FORWARD_IF_ERROR(remove_file(place));
    return remove_file(change->new);
}

/* Removes the old file of a change that is complete. */
static enum status end_change(const struct change *change)
{
    return remove_file(change->old);
}

static enum status recover_line(const char *output, char *line,
                                enum status (*step)(const struct change *change))
{
    char *end;
    if (!line[0] || !strchr("+=-", line[0]) || line[1] != ' ')
        return STATUS_OK;
    uint64_t sum = strtoull(line + 2, &end, 16);
    if (*end != ' ' || strchr(end + 1, '/'))
        return STATUS_OK;
    OWNED_BY(strings_free) struct strings texts = {0};
    OWNED_BY(change_free) struct change change = {0};
    FORWARD_IF_ERROR(change_make(output, end + 1, &texts, &change));
    change.kind = line[0];
    change.sum = sum;
    return step(&change);
}

/* Calls |step| for each change that the journal |name| lists, then removes the journal. Does
 * nothing if there is no such journal. */
static enum status recover_by(const char *output, const char *name,
                              enum status (*step)(const struct change *change))
{
    OWNED char *path = path_join(output, name);
    OWNED_BY(buf_free) struct buf text = {0};
    enum status status = STATUS_OK;
    if (!path_exists(path))
        return STATUS_OK;
    FORWARD_IF_ERROR(file_read_plain(path, &text));
    for (char *line, *rest = text.data; (line = strtok_r(rest, "\n", &rest));) {
        enum status one = recover_line(output, line, step);
        status = status == STATUS_OK ? one : status;
    }
    FORWARD_IF_ERROR(status);
    FORWARD_IF_ERROR(path_sync_directory(output));
    return remove_file(path);
}

static enum status recover(const char *output)
{
    OWNED char *half = mem_format("%s/%s.tmp", output, journal_begun);
    FORWARD_IF_ERROR(remove_file(half));
    FORWARD_IF_ERROR(recover_by(output, journal_done, end_change));
    return recover_by(output, journal_begun, undo_change);
}

/* ---- Planning the changes of files ----------------------------------------------------------- */

static enum status add_change(struct transaction *transaction, const char *name,
                              struct change **out)
{
    transaction->changes =
        mem_grow(transaction->changes, transaction->count, sizeof *transaction->changes);
    *out = &transaction->changes[transaction->count++];
    return change_make(transaction->request->output, name, &transaction->texts, *out);
}

/* Compares |data|, the contents of |change->made|, with the published file, and sets
 * |change->kind|. */
static enum status choose_change(const struct transaction *transaction, struct change *change,
                                 const char *file, const struct buf *data)
{
    const struct checksum *recorded = checksums_find(&transaction->made, file);
    const char *place = change->place.path;
    change->sum = checksum_of(data->data, data->size);
    if (recorded && recorded->sum != change->sum) {
        unlink(change->made);
        return status_fail(STATUS_ENVIRONMENT,
                           "%s has changed since it was made, and is removed; build again",
                           change->made);
    }
    if (is_pipe(place))
        return status_fail(STATUS_ENVIRONMENT, "%s: a pipe is in the place of this file; remove it",
                           place);
    if (change->place.direct)
        return file_write(place, data->data, data->size);
    if (path_is_directory(place)) {
        errno = EISDIR;
        return cannot(place, "write");
    }
    if (!file_holds(place, data->data, data->size))
        change->kind = path_is_there(place) ? CHANGE_REPLACE : CHANGE_ADD;
    return STATUS_OK;
}

static enum status compare_file(struct transaction *transaction, const char *file)
{
    const char *build = transaction->request->build;
    struct change *change;
    FORWARD_IF_ERROR(add_change(transaction, path_name(file), &change));
    change->made = build ? strings_keep(&transaction->texts, path_join(build, file)) : file;
    OWNED_BY(buf_free) struct buf data = {0};
    FORWARD_IF_ERROR(file_read_plain(change->made, &data));
    return choose_change(transaction, change, file, &data);
}

static bool is_in_package(const struct strings *files, const char *name)
{
    for (size_t i = 0; i < files->count; i++)
        if (strcmp(path_name(files->items[i]), name) == 0)
            return true;
    return false;
}

/* Marks the file |name| in the output directory for removal, unless it was changed since it was
 * published as |path|. */
static enum status remove_stale(struct transaction *transaction, const char *path, const char *name)
{
    struct change *change;
    FORWARD_IF_ERROR(add_change(transaction, name, &change));
    struct stat info;
    OWNED_BY(buf_free) struct buf data = {0};
    if (lstat(change->place.path, &info) != 0 || !S_ISREG(info.st_mode))
        return STATUS_OK;
    FORWARD_IF_ERROR(file_read_plain(change->place.path, &data));
    if (checksums_have(&transaction->before, path, checksum_of(data.data, data.size)))
        change->kind = CHANGE_REMOVE;
    return STATUS_OK;
}

/* Finds files that an earlier build published and that the package no longer has. The list
 * "published" may have several checksums of one file, of which any may match. */
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
        FORWARD_IF_ERROR(remove_stale(transaction, path, name));
    }
    return STATUS_OK;
}

static enum status find_changes(struct transaction *transaction)
{
    const struct publish_request *request = transaction->request;
    for (size_t i = 0; i < request->files->count; i++)
        FORWARD_IF_ERROR(compare_file(transaction, request->files->items[i]));
    return transaction->record ? find_stale(transaction) : STATUS_OK;
}

/* Writes a file like file_write(), but by way of a temporary file with a fixed name. If the process
 * is killed, the next call removes the temporary file. */
static enum status replace_synced(const char *path, const void *data, size_t size)
{
    OWNED char *half = mem_format("%s.tmp", path);
    FORWARD_IF_ERROR(remove_file(half));
    FORWARD_IF_ERROR(file_make_synced(half, path, data, size));
    if (rename(half, path) == 0)
        return STATUS_OK;
    enum status status = cannot(path, "write");
    unlink(half);
    return status;
}

/* ---- The list of published files --------------------------------------------------------- */

static enum status read_lists(struct transaction *transaction)
{
    const struct publish_request *request = transaction->request;
    if (!request->build)
        return STATUS_OK;
    struct strings *texts = &transaction->texts;
    const char *build = strings_keep(texts, path_absolute(request->build));
    const char *output = strings_keep(texts, path_absolute(request->output));
    const char *relative = strings_keep(texts, path_relative(output, build));
    transaction->prefix = strings_keep(texts, mem_format("%s/", relative));
    transaction->record = strings_keep(texts, path_join(build, "published"));
    FORWARD_IF_ERROR(
        checksums_read(strings_keep(texts, path_join(build, "checksums")), &transaction->made));
    return checksums_read(transaction->record, &transaction->before);
}

/* Writes the list of published files. Before the files are replaced (|is_done| is false) the list
 * has the former and the current files, in case the process is killed in between; afterwards only
 * the current ones. */
static enum status write_record(const struct transaction *transaction, bool is_done)
{
    OWNED_BY(buf_free) struct buf text = {0};
    if (!transaction->record)
        return STATUS_OK;
    for (size_t i = 0; i < transaction->before.count; i++) {
        const struct checksum *item = &transaction->before.items[i];
        bool is_elsewhere = !text_begins(item->path, transaction->prefix);
        if (!is_done || is_elsewhere)
            checksum_print(&text, item->path, item->sum);
    }
    for (size_t i = 0; i < transaction->count; i++) {
        const struct change *change = &transaction->changes[i];
        OWNED char *path = mem_format("%s%s", transaction->prefix, change->name);
        if (change->made)
            checksum_print(&text, path, change->sum);
    }
    return file_holds(transaction->record, text.data, text.size)
               ? STATUS_OK
               : replace_synced(transaction->record, text.data, text.size);
}

/* ---- Changing the files of the output directory ---------------------------------------------- */

static enum status write_journal(const struct transaction *transaction)
{
    const char *output = transaction->request->output;
    OWNED_BY(buf_free) struct buf text = {0};
    for (size_t i = 0; i < transaction->count; i++) {
        const struct change *change = &transaction->changes[i];
        if (change->kind != CHANGE_KEEP)
            buf_printf(&text, "%c %016" PRIx64 " %s\n", change->kind, change->sum, change->name);
    }
    OWNED char *journal = path_join(output, journal_begun);
    FORWARD_IF_ERROR(replace_synced(journal, text.data, text.size));
    return path_sync_directory(output);
}

static enum status write_new(const struct change *change)
{
    OWNED_BY(buf_free) struct buf data = {0};
    if (change->kind == CHANGE_KEEP || change->kind == CHANGE_REMOVE)
        return STATUS_OK;
    FORWARD_IF_ERROR(file_read_plain(change->made, &data));
    return checksum_of(data.data, data.size) == change->sum
               ? file_make_synced(change->new, change->place.path, data.data, data.size)
               : status_fail(STATUS_ENVIRONMENT, "%s changes while it is copied; build again",
                             change->made);
}

static enum status make_change(const struct change *change)
{
    const char *place = change->place.path;
    if (change->kind == CHANGE_KEEP)
        return STATUS_OK;
    FORWARD_IF_ERROR(remove_file(change->old));
    if (change->kind == CHANGE_REMOVE)
        return rename(place, change->old) == 0 ? STATUS_OK : cannot(place, "remove");
    /* The old file gets a second name by link(), so the place is never empty. rename() is for file
     * systems without links. */
    if (change->kind == CHANGE_REPLACE && link(place, change->old) != 0 &&
        rename(place, change->old) != 0)
        return cannot(place, "write");
    return rename(change->new, place) == 0 ? STATUS_OK : cannot(place, "write");
}

/* Syncs the output directory and the directories to which links in it lead. */
static enum status sync_directories(const struct transaction *transaction)
{
    FORWARD_IF_ERROR(path_sync_directory(transaction->request->output));
    for (size_t i = 0; i < transaction->count; i++) {
        const struct change *change = &transaction->changes[i];
        OWNED char *directory = path_directory(change->place.path);
        if (change->kind != CHANGE_KEEP && strcmp(change->path, change->place.path) != 0)
            FORWARD_IF_ERROR(path_sync_directory(directory));
    }
    return STATUS_OK;
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
    OWNED char *begun = path_join(output, journal_begun), *done = path_join(output, journal_done);
    return rename(begun, done) == 0 ? STATUS_OK : cannot(done, "write");
}

/* Ends a publication whose journal has been renamed. From then on the package is the new one, so a
 * failure in this function is only a warning. */
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
    bool is_same = true;
    for (size_t i = 0; i < transaction->count; i++) {
        const struct change *change = &transaction->changes[i];
        is_same = is_same && change->kind == CHANGE_KEEP;
        if (change->made)
            checksum_print(&out->sums, change->name, change->sum);
        if (change->kind != CHANGE_KEEP)
            strings_add(change->made ? &out->written : &out->removed, change->name);
    }
    if (is_same)
        return write_record(transaction, true);
    enum status status = make_changes(transaction);
    if (status == STATUS_OK)
        clean_up(transaction);
    else
        recover(output);
    return status;
}

/* Locks the output directory. Continues without a lock where directories cannot be locked, as on
 * some network file systems. */
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
    file_close(&lock);
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
    file_close(&lock);
    process_hold_signals(false);
    for (size_t i = 0; i < transaction.count; i++)
        change_free(&transaction.changes[i]);
    free(transaction.changes);
    strings_free(&transaction.texts);
    checksums_free(&transaction.made);
    checksums_free(&transaction.before);
    return status;
}

void published_free(struct published *published)
{
    strings_free(&published->written);
    strings_free(&published->removed);
    buf_free(&published->sums);
}
