/* replay FILE-OR-FOLDER...: gives what a fuzzer has kept to its entry, without the fuzzer. */
#include <fts.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void replay(const char *path, size_t size)
{
    FILE *file = fopen(path, "rb");
    uint8_t *data = malloc(size + 1);
    if (!file || !data || fread(data, 1, size, file) != size) {
        perror(path);
        exit(1);
    }
    LLVMFuzzerTestOneInput(data, size);
    free(data);
    fclose(file);
}

int main(int argc, char **argv)
{
    size_t count = 0;
    FTS *walk = argc > 1 ? fts_open(argv + 1, FTS_PHYSICAL, NULL) : NULL;
    if (!walk)
        return 2;
    for (FTSENT *entry; (entry = fts_read(walk)); count += entry->fts_info == FTS_F) {
        if (entry->fts_info == FTS_F)
            replay(entry->fts_accpath, (size_t)entry->fts_statp->st_size);
    }
    fts_close(walk);
    printf("%zu inputs\n", count);
    return count ? 0 : 1;
}
