/* ninja's logs: .ninja_log has the command that made each output, .ninja_deps the headers that the
 * command read. ninja believes every entry that it can read. A damaged entry can hide a change of a
 * header, so a build uses the logs only if they begin as the last ninja left them.
 *
 * The file "logs" in the build directory has a line for each log: 16 hexadecimal digits (XXH3, 64
 * bits, of its first bytes), the number of these bytes, the name. ninja appends to its logs.
 * Entries that it appended in a build that was killed come after these bytes; they are used too.
 */
#include "parts.h"

#include "util/checksum.h"
#include "util/file.h"

static const char *const logs[] = {".ninja_log", ".ninja_deps"};
enum { LOG_COUNT = sizeof logs / sizeof *logs };

/* Writes the lines that describe the logs as they are now. */
static void describe(const char *build, struct buf *out)
{
    for (size_t i = 0; i < LOG_COUNT; i++) {
        OWNED_BY(buf_free) struct buf text = {0};
        OWNED char *path = path_join(build, logs[i]);
        file_try_read(path, &text);
        buf_printf(out, "%016" PRIx64 " %zu %s\n", checksum_of(text.data, text.size), text.size,
                   logs[i]);
    }
}

/* Whether the log |name| in |build| begins with the bytes that |line| of the file "logs" describes.
 */
static bool is_whole(const char *build, const char *line, const char *name)
{
    OWNED_BY(buf_free) struct buf text = {0};
    OWNED char *path = path_join(build, name);
    uint64_t sum;
    size_t size;
    int end = 0;
    if (sscanf(line, "%16" SCNx64 " %zu %n", &sum, &size, &end) != 2 || !end ||
        strcmp(line + end, name) != 0)
        return false;
    file_try_read(path, &text);
    return size <= text.size && checksum_of(text.data, size) == sum;
}

static bool are_whole(const char *build, const char *list)
{
    OWNED_BY(buf_free) struct buf text = {0};
    char *line = NULL, *rest = file_try_read(list, &text) ? text.data : NULL;
    for (size_t i = 0; i < LOG_COUNT; i++)
        if (!rest || !(line = strtok_r(rest, "\n", &rest)) || !is_whole(build, line, logs[i]))
            return false;
    return true;
}

enum status logs_record(const char *build)
{
    OWNED_BY(buf_free) struct buf text = {0};
    OWNED char *list = path_join(build, "logs");
    describe(build, &text);
    return file_update(list, text.data, text.size);
}

enum status logs_verify(const char *build)
{
    OWNED char *list = path_join(build, "logs");
    bool has_any = false;
    if (are_whole(build, list))
        return STATUS_OK;
    for (size_t i = 0; i < LOG_COUNT; i++) {
        OWNED char *path = path_join(build, logs[i]);
        has_any |= path_is_there(path);
        path_remove_tree(path);
    }
    if (has_any)
        status_warn("%s: ninja's log has changed since it was written; everything is made again",
                    build);
    return logs_record(build);
}
