/* replay CORPUS: gives the entry of a fuzzer every input of a corpus, and each with some bytes
 * changed: the same ones in every run.
 * replay CORPUS FOLDER: writes the inputs as files, as a fuzzer wants them.
 * replay --pack FILE...: prints files as lines of a corpus.
 */
#include "seeds.h"

#include <stdlib.h>
#include <string.h>

enum { CHANGED = 32 }; /* inputs that are made of each */

static const char *folder;

static uint64_t next_random(void)
{
    static uint64_t state = 88172645463325252u; /* xorshift64 */
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}

/* In memory of exactly its size, so that a sanitizer sees what is read past its end. */
static void give(const uint8_t *data, size_t size, unsigned changes)
{
    uint8_t *exact = malloc(size ? size : 1);
    if (!exact)
        exit(1);
    memcpy(exact, data, size);
    for (unsigned i = 0; i < changes && size; i++)
        exact[next_random() % size] = (uint8_t)next_random();
    LLVMFuzzerTestOneInput(exact, size);
    free(exact);
}

static void replay(size_t number, const uint8_t *data, size_t size)
{
    (void)number;
    for (unsigned i = 0; i < CHANGED; i++)
        give(data, size, i % 4);
}

static void write_file(size_t number, const uint8_t *data, size_t size)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/seed-%zu", folder, number);
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(data, 1, size, file) != size || fclose(file) != 0) {
        perror(path);
        exit(1);
    }
}

static void pack(const char *path)
{
    static uint8_t data[1 << 16];
    FILE *file = fopen(path, "rb");
    if (!file) {
        perror(path);
        exit(1);
    }
    seeds_print(data, fread(data, 1, sizeof data, file));
    fclose(file);
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "--pack") == 0) {
        for (int i = 2; i < argc; i++)
            pack(argv[i]);
        return 0;
    }
    FILE *corpus = argc > 1 ? fopen(argv[1], "r") : NULL;
    if (!corpus)
        return 2;
    folder = argv[2];
    size_t count = seeds_read(corpus, folder ? write_file : replay);
    fclose(corpus);
    printf("%zu inputs\n", count);
    return count ? 0 : 1;
}
