/* kbuild_hipify_index MAPPING WORDS: writes the slots of ../hash.h for mapping.c and word.c, as
 * designated initialisers. Run while kbuild is built. */
#include "../hash.h"

#include <stdio.h>
#include <string.h>

#define RENAME(cuda, hip, what, since)  #cuda,
#define KEEP(name, what)                #name,
#define KEEP_OR(name, hip, what, since) #name,
#define OURS(cuda, ours, what)          #cuda,
#define SAME_SINCE(name, what, since)   #name,
#define UNSUPPORTED(name, what, reason) #name,
#define GUARD(name)                     #name,
#define NAMESPACE(cuda, hip)            #cuda,
static const char *const identifiers[] = {
#include "../mapping/all.def"
};
enum { COUNT = sizeof identifiers / sizeof *identifiers };
_Static_assert(COUNT <= MAPPING_SLOTS / 2, "MAPPING_SLOTS is too small");

static const char *const words[] = {
#define WORD(spelling) #spelling,
#include "../word.def"
};

/* Writes 1 + the index of each name to its slot. */
static int write_slots(const char *path, const char *const *names, unsigned count, unsigned size)
{
    static unsigned slots[MAPPING_SLOTS];
    FILE *out = fopen(path, "w");
    if (!out) {
        perror(path);
        return 1;
    }
    memset(slots, 0, sizeof slots);
    for (unsigned i = 0; i < count; i++) {
        unsigned at = name_hash(names[i], strlen(names[i])) % size;
        for (; slots[at]; at = (at + 1) % size)
            if (strcmp(names[slots[at] - 1], names[i]) == 0) {
                fprintf(stderr, "%s: %s is in it twice\n", path, names[i]);
                return 1;
            }
        slots[at] = i + 1;
        fprintf(out, "[%u]=%u,\n", at, slots[at]);
    }
    return fclose(out) == 0 ? 0 : 1;
}

int main(int argc, char **argv)
{
    if (argc != 3)
        return 2;
    return write_slots(argv[1], identifiers, COUNT, MAPPING_SLOTS) |
           write_slots(argv[2], words, sizeof words / sizeof *words, WORD_SLOTS);
}
