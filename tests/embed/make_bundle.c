/* make_bundle OUT [ID=KIND:SIZE]...: an offload bundle whose images are an ELF header of an AMD GPU
 * code object and then SIZE - 64 bytes of a kind of tests/embed/bytes.h, each aligned to 16. A KIND
 * called "none" is an image of SIZE bytes without the header. */
#include "bytes.h"
#include "util/buf.h"
#include "util/file.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

enum { HEADER = 4096, ALIGN = 16 };

static void put_u64(struct buf *out, uint64_t value)
{
    for (int i = 0; i < 8; i++)
        buf_putc(out, (char)(value >> (8 * i)));
}

static void put_zeros(struct buf *out, size_t size)
{
    while (out->size < size)
        buf_putc(out, '\0');
}

static void put_image(struct buf *out, const char *kind, size_t size, unsigned seed)
{
    Elf64_Ehdr header = {
        .e_ident = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64, ELFDATA2LSB, EV_CURRENT, 64, 2},
        .e_type = ET_DYN,
        .e_machine = 224, /* EM_AMDGPU */
        .e_version = EV_CURRENT,
        .e_ehsize = sizeof header,
    };
    uint8_t *bytes = mem_alloc(size);
    for (int i = 0; i < BYTES_KINDS; i++)
        if (strcmp(bytes_names[i], kind) == 0) {
            bytes_fill((enum bytes_kind)i, seed, bytes, size);
            memcpy(bytes, &header, size < sizeof header ? size : sizeof header);
        }
    buf_append(out, bytes, size);
    free(bytes);
}

int main(int argc, char **argv)
{
    if (argc < 2)
        return 2;
    struct buf out = {0}, images = {0};
    buf_puts(&out, "__CLANG_OFFLOAD_BUNDLE__");
    put_u64(&out, (uint64_t)argc - 2);
    put_zeros(&images, HEADER);
    for (int i = 2; i < argc; i++) {
        char *kind = strrchr(argv[i], '='), *size = strrchr(argv[i], ':');
        if (!kind || !size)
            return 2;
        *kind++ = *size++ = '\0';
        put_zeros(&images, (images.size + ALIGN - 1) / ALIGN * ALIGN);
        size_t bytes = strtoul(size, NULL, 10);
        put_u64(&out, images.size);
        put_u64(&out, bytes);
        put_u64(&out, strlen(argv[i]));
        buf_puts(&out, argv[i]);
        put_image(&images, kind, bytes, (unsigned)i);
    }
    memcpy(images.data, out.data, out.size);
    enum status status = file_write(argv[1], images.data, images.size);
    buf_free(&out);
    buf_free(&images);
    return (int)status;
}
