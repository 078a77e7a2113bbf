/* replay FOLDER: gives the entry of a fuzzer every file of a corpus, without the fuzzer. */
#include "guarded.h"

#include <fts.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

/* In memory of exactly its size, so that a sanitizer sees what is read past its end. */
static void replay(const char *path, size_t size)
{
    FILE *file = fopen(path, "rb");
    uint8_t *data = malloc(size ? size : 1);
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
    FTS *walk = argc == 2 ? fts_open(argv + 1, FTS_PHYSICAL, NULL) : NULL;
    if (!walk) {
        fputs("usage: replay FOLDER\n", stderr);
        return 2;
    }
    for (FTSENT *entry; (entry = fts_read(walk));) {
        if (entry->fts_info != FTS_F)
            continue;
        replay(entry->fts_accpath, (size_t)entry->fts_statp->st_size);
        count++;
    }
    fts_close(walk);
    printf("%zu inputs\n", count);
    return count ? 0 : 1;
}
