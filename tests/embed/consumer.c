/* A program that embeds: consumer DATA: do size, bytes, alignment and images agree with the file?
 * Prints the images. PREFIX and UPPER are the names; header.h includes the header. C11 and C++17.
 */
#include "header.h"

#include <stdio.h>
#include <string.h>

#define JOIN_(a, b) a##b
#define JOIN(a, b)  JOIN_(a, b)
#define DATA        JOIN(PREFIX, _hsaco)
#define IMAGES      JOIN(PREFIX, _hsaco_images)
#define SIZE        JOIN(UPPER, _HSACO_SIZE)
#define COUNT       JOIN(UPPER, _HSACO_IMAGE_COUNT)

#ifdef __cplusplus
extern "C" {
#endif
const unsigned char *other_data(void); /* of other.c, which includes the header and nothing else */
#ifdef __cplusplus
}
#endif

static unsigned char bytes[1 << 20];

int main(int argc, char **argv)
{
    FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    size_t size = file ? fread(bytes, 1, sizeof bytes, file) : 0;
    if (size == 0 || size != SIZE)
        return printf("size is %u, not %u\n", (unsigned)SIZE, (unsigned)size), 1;
    if (memcmp(DATA, bytes, size) != 0 || memcmp(other_data(), bytes, size) != 0)
        return puts("bytes differ"), 1;
    if ((uintptr_t)DATA % 4096 != 0 || (uintptr_t)other_data() % 4096 != 0)
        return puts("not aligned to 4096"), 1;
    if (sizeof IMAGES / sizeof *IMAGES != COUNT)
        return puts("count of images differs"), 1;
    for (size_t i = 0; i < COUNT; i++) {
        const struct krt_image *image = &IMAGES[i];
        if (i && strcmp(IMAGES[i - 1].target, image->target) >= 0)
            return puts("images are not sorted"), 1;
        if (image->offset + image->size > size)
            return puts("image lies outside the data"), 1;
        printf("%s %u %u %u %u\n", image->target, (unsigned)image->offset, (unsigned)image->size,
               (unsigned)image->raw_size, (unsigned)image->codec);
    }
    return 0;
}
