/* Warns of kernels that no module reaches, below a directory whose sources are the modules. Such a
 * kernel is in a header that no source includes, or in a file that is not *.cu or *.hip.
 */
#include "parts.h"

#include "hipify/hipify.h"
#include "util/file.h"

static bool is_reached(const struct shadow *shadow, const char *path)
{
    for (size_t i = 0; i < shadow->count; i++)
        if (strcmp(shadow->files[i].original, path) == 0)
            return true;
    return false;
}

void missed_report(const struct project *project, const struct shadow *shadow)
{
    for (size_t i = 0; i < project->others.count; i++) {
        const char *below = project->others.items[i];
        OWNED char *joined = path_join(project->root, below), *real = realpath(joined, NULL);
        OWNED_BY(buf_free) struct buf text = {0};
        if (is_reached(shadow, joined) || (real && is_reached(shadow, real)) ||
            !file_try_read(joined, &text))
            continue;
        int line = hipify_first_kernel(text.data, text.size);
        OWNED char *shown = path_join(project->shown, below);
        if (line)
            status_warn("%s:%d: not compiled: no source includes this file; include it in a *.cu, "
                        "name it in a manifest, or leave it out with --exclude",
                        shown, line);
    }
}
