/* make_cases SOURCE.h BYTES.bin: every kind of hard bytes at sizes around the line and page, as C
 * text, and the same bytes behind one another in a file. */
#include "bytes.h"
#include "emit/parts.h"
#include "util/buf.h"
#include "util/file.h"

#include <stdlib.h>

static const size_t sizes[] = {1, 2, 12, 13, 127, 128, 129, 384, 385, 4095, 4096, 4097, 131072};

int main(int argc, char **argv)
{
    if (argc != 3)
        return 2;
    struct escapes *escapes = escapes_make();
    struct buf source = {0}, table = {0}, all = {0};
    buf_puts(&source, "#include <stddef.h>\n");
    unsigned count = 0;
    for (int kind = 0; kind < BYTES_KINDS; kind++)
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++, count++) {
            uint8_t *bytes = malloc(sizes[i]);
            bytes_fill((enum bytes_kind)kind, count, bytes, sizes[i]);
            buf_append(&all, bytes, sizes[i]);
            struct span span = {bytes, sizes[i]};
            buf_printf(&source, "static const unsigned char string_%u[] =\n", count);
            literal_put_string(&source, escapes, span);
            buf_puts(&source, ";\n");
            buf_printf(&table, "    {\"%s\", string_%u, sizeof string_%u - 1, %zu},\n",
                       bytes_names[kind], count, count, sizes[i]);
            free(bytes);
        }
    buf_puts(&source, "static const struct { const char *kind; const unsigned char *data; size_t "
                      "size, expected; } cases[] = {\n");
    buf_puts(&source, table.data);
    buf_puts(&source, "};\n");
    enum status status = file_write(argv[1], source.data, source.size);
    if (status == STATUS_OK)
        status = file_write(argv[2], all.data, all.size);
    escapes_free(escapes);
    buf_free(&source);
    buf_free(&table);
    buf_free(&all);
    return (int)status;
}
