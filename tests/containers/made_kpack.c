/* See made_kpack.h, and kpack.c of codeobj for the format. */
#include "made_kpack.h"

#include <string.h>

enum { TABLE_AT = 8, HEADER_SIZE = 16, ALIGNMENT = 64, PLACES = 64 };

static void put_big(struct made *made, uint8_t lead, uint64_t value, unsigned size)
{
    made_number(made, lead, 1);
    while (size-- > 0)
        made_number(made, value >> 8 * size & 0xff, 1);
}

void made_map(struct made *made, size_t count)
{
    if (count < 16)
        made_number(made, 0x80 | count, 1);
    else
        put_big(made, 0xde, count, 2);
}

void made_array(struct made *made, size_t count)
{
    if (count < 16)
        made_number(made, 0x90 | count, 1);
    else
        put_big(made, 0xdc, count, 2);
}

void made_string(struct made *made, const char *text)
{
    put_big(made, 0xd9, strlen(text), 1);
    made_text(made, text);
}

void made_unsigned(struct made *made, uint64_t value)
{
    put_big(made, 0xcf, value, 8);
}

static void put_unknown(struct made *made)
{
    made_string(made, "later");
    made_array(made, 2);
    made_map(made, 1);
    made_unsigned(made, 3);
    made_string(made, "x");
    put_big(made, 0xc0, 0, 0); /* nil */
}

struct places {
    uint64_t offset[PLACES], size[PLACES];
};

static void put_images(struct made *made, bool is_compressed, const struct made_kpack_image *images,
                       size_t count, struct places *places)
{
    if (is_compressed)
        made_number(made, count, 4);
    for (size_t i = 0; i < count; i++) {
        struct made frame = {0};
        if (is_compressed) {
            made_packed(&frame, 1, images[i].image);
            made_number(made, frame.size, 4);
        } else {
            made_bytes(&frame, images[i].image.data, images[i].image.size);
        }
        places->offset[i] = made->size;
        places->size[i] = frame.size;
        made_bytes(made, frame.data, frame.size);
        made_free(&frame);
    }
}

static size_t count_alike(const struct made_kpack_image *images, size_t count)
{
    size_t same = 1;
    while (same < count && strcmp(images[same].name, images[0].name) == 0)
        same++;
    return same;
}

static void put_toc(struct made *made, const struct made_kpack_image *images, size_t count)
{
    size_t names = 0;
    for (size_t i = 0; i < count; i += count_alike(&images[i], count - i))
        names++;
    made_string(made, "toc");
    made_map(made, names);
    for (size_t i = 0, same; i < count; i += same) {
        same = count_alike(&images[i], count - i);
        made_string(made, images[i].name);
        made_map(made, same);
        for (size_t j = i; j < i + same; j++) {
            made_string(made, images[j].target);
            made_map(made, 4);
            made_string(made, "type");
            made_string(made, "hsaco");
            made_string(made, "ordinal");
            made_unsigned(made, j);
            put_unknown(made);
            made_string(made, "original_size");
            made_unsigned(made, images[j].image.size);
        }
    }
}

void made_kpack(struct made *made, bool is_compressed, const struct made_kpack_image *images,
                size_t count)
{
    struct places places;
    made_text(made, "KPAK");
    made_number(made, 1, 4);
    made_number(made, 0, 8);
    made_zeros(made, ALIGNMENT - HEADER_SIZE);
    put_images(made, is_compressed, images, count, &places);
    uint64_t end = made->size;
    made_put(made, TABLE_AT, end, 8);
    made_map(made, is_compressed ? 5 : 4);
    put_unknown(made);
    put_toc(made, images, count);
    made_string(made, "compression_scheme");
    made_string(made, is_compressed ? "zstd-per-kernel" : "none");
    if (is_compressed) {
        made_string(made, "zstd_offset");
        made_unsigned(made, ALIGNMENT);
        made_string(made, "zstd_size");
        made_unsigned(made, end - ALIGNMENT);
        return;
    }
    made_string(made, "blobs");
    made_array(made, count);
    for (size_t i = 0; i < count; i++) {
        made_map(made, 3);
        made_string(made, "offset");
        made_unsigned(made, places.offset[i]);
        put_unknown(made);
        made_string(made, "size");
        made_unsigned(made, places.size[i]);
    }
}

void made_kpack_reference(struct made *made, const char *name, const char *const *paths,
                          size_t count)
{
    made_map(made, 3);
    made_string(made, "kpack_search_paths");
    made_array(made, count);
    for (size_t i = 0; i < count; i++)
        made_string(made, paths[i]);
    put_unknown(made);
    made_string(made, "kernel_name");
    made_string(made, name);
}
