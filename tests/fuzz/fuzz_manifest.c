/* The manifest: any bytes are read or refused, and what was read is checked. */
#include "graph/project.h"
#include "guarded.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[64];
    struct project project;
    int file = memfd_create("manifest", 0);
    if (file < 0 || write(file, data, size) != (ssize_t)size)
        abort();
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    if (manifest_read(path, &project) == STATUS_OK) {
        if (project.module_count == 0)
            abort();
        project_check(&project);
        project_free(&project);
    }
    close(file);
    return 0;
}
