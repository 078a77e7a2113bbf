/* Writes the table of slots that word.c finds words by: kbuild_word_index FILE */
#include "word_hash.h"

#include <stdio.h>
#include <string.h>

static const char *const words[] = {
#define WORD(spelling) #spelling,
#include "word.def"
};

int main(int argc, char **argv)
{
    static unsigned char slots[WORD_SLOTS];
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        uint32_t at = word_hash(words[i], strlen(words[i]));
        while (slots[at])
            at = (at + 1) % WORD_SLOTS;
        slots[at] = (unsigned char)(i + 1);
    }
    FILE *file = argc == 2 ? fopen(argv[1], "w") : NULL;
    if (!file) {
        perror(argc == 2 ? argv[1] : "kbuild_word_index");
        return 1;
    }
    for (size_t i = 0; i < WORD_SLOTS; i++)
        fprintf(file, "%d,%c", slots[i], i % 16 == 15 ? '\n' : ' ');
    return fclose(file) == 0 ? 0 : 1;
}
