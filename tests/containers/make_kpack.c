/* Writes what other tests need of AMD's kpack:
 *   make_kpack FILE none|zstd (NAME TARGET CODE-OBJECT)...   an archive
 *   make_kpack FILE library NAME PATH...                     an object with a reference, and what
 *                                                            rocm-kpack leaves of .hip_fatbin */
#include "made_kpack.h"

#include "kpack.h"
#include "mapped_file.h"

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { IMAGES_MAX = 16 };

static void make_archive(struct made *made, bool is_compressed, char **words, size_t count)
{
    struct made_kpack_image images[IMAGES_MAX] = {{NULL, NULL, {NULL, 0}}};
    struct mapped_file files[IMAGES_MAX];
    size_t images_count = count / 3;
    if (images_count > IMAGES_MAX)
        abort();
    for (size_t i = 0; i < images_count; i++) {
        if (mapped_file_open(words[3 * i + 2], &files[i], NULL) != CODEOBJ_OK)
            abort();
        images[i] = (struct made_kpack_image){words[3 * i], words[3 * i + 1], files[i].bytes};
    }
    made_kpack(made, is_compressed, images, images_count);
    for (size_t i = 0; i < images_count; i++)
        mapped_file_close(&files[i]);
}

static void make_library(struct made *made, char **words, size_t count)
{
    struct made reference = {0};
    made_kpack_reference(&reference, words[0], (const char *const *)words + 1, count - 1);
    const struct made_section sections[] = {
        {".hip_fatbin", SHT_NOBITS, SHF_ALLOC, {(const uint8_t *)"", 0}},
        {KPACK_SECTION, SHT_PROGBITS, SHF_ALLOC, made_span(&reference)},
    };
    made_elf(made, ELFCLASS64, ELFDATA2LSB, sections, 2);
    made_free(&reference);
}

int main(int argc, char **argv)
{
    struct made made = {0};
    if (argc < 5)
        return 2;
    if (strcmp(argv[2], "library") == 0)
        make_library(&made, argv + 3, (size_t)argc - 3);
    else
        make_archive(&made, strcmp(argv[2], "zstd") == 0, argv + 3, (size_t)argc - 3);
    FILE *out = fopen(argv[1], "wb");
    if (!out || fwrite(made.data, 1, made.size, out) != made.size || fclose(out) != 0)
        abort();
    made_free(&made);
    return 0;
}
