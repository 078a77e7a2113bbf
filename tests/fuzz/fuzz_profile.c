/* Profiles: any bytes are read or refused, and what was read is shown and compared. */
#include "guarded.h"
#include "inspect/profile.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static void show(const struct profile *profile)
{
    OWNED_BY(buf_free) struct buf out = {0};
    const struct chip *all[16];
    struct screen screen = {.width = 80};
    struct diff_side side = {0};
    for (size_t i = 0; i < chip_count(); i++)
        all[i] = &chips[i];
    profile_print_text(profile, all, chip_count(), &screen, &out);
    profile_print_json(profile, all, chip_count(), &out);
    profile_collect(&side, profile);
    diff_side_free(&side);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[64];
    const struct diff_filter everything = {0};
    struct profile profile;
    int file = memfd_create("profile", 0);
    if (file < 0 || write(file, data, size) != (ssize_t)size)
        abort();
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    if (profile_read(path, &everything, &profile) == STATUS_OK)
        show(&profile);
    profile_free(&profile);
    close(file);
    return 0;
}
