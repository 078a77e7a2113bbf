/* Writes the slots of ../mapping_hash.h: designated initialisers of 1 + the index of each
 * identifier, for mapping.c, to the file that is named. Run while kbuild is built. */
#include "../mapping_hash.h"

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

int main(int argc, char **argv)
{
    static unsigned slots[MAPPING_SLOTS];
    FILE *out = argc == 2 ? fopen(argv[1], "w") : stdout;
    if (!out) {
        perror(argv[1]);
        return 1;
    }
    for (unsigned i = 0; i < COUNT; i++) {
        unsigned at = mapping_hash(identifiers[i], strlen(identifiers[i]));
        for (; slots[at]; at = (at + 1) % MAPPING_SLOTS)
            if (strcmp(identifiers[slots[at] - 1], identifiers[i]) == 0) {
                fprintf(stderr, "mapping: %s is in it twice\n", identifiers[i]);
                return 1;
            }
        slots[at] = i + 1;
    }
    for (unsigned at = 0; at < MAPPING_SLOTS; at++)
        if (slots[at])
            fprintf(out, "[%u]=%u,\n", at, slots[at]);
    return fclose(out) == 0 ? 0 : 1;
}
