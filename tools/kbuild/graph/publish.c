#include "publish.h"

#include "util/file.h"
#include "util/process.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Whether |place| is a file of the bytes of |made|. */
static bool is_published(const char *made, const char *place)
{
    struct stat there, here;
    if (stat(made, &here) != 0 || stat(place, &there) != 0 || !S_ISREG(there.st_mode) ||
        here.st_size != there.st_size || access(place, R_OK) != 0)
        return false;
    struct buf left = {0}, right = {0};
    bool same = file_read(made, &left) == STATUS_OK && file_read(place, &right) == STATUS_OK &&
                left.size == right.size && memcmp(left.data, right.data, left.size) == 0;
    buf_free(&left);
    buf_free(&right);
    return same;
}

enum status publish(const struct strings *files, const char *build, const char *output,
                    struct strings *out_copied)
{
    struct strings stale = {0};
    for (size_t i = 0; i < files->count; i++) {
        const char *name = path_name(files->items[i]);
        char *made = path_join(build, files->items[i]), *place = path_join(output, name);
        if (!is_published(made, place)) {
            strings_add(&stale, made);
            strings_add(out_copied, name);
        }
        free(place);
        free(made);
    }
    process_hold_signals(true);
    enum status status = stale.count ? file_publish(&stale, output) : STATUS_OK;
    process_hold_signals(false);
    strings_free(&stale);
    return status;
}
