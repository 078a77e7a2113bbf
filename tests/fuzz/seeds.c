#include "seeds.h"

#include <stdlib.h>

/* Decodes in place; returns the size. */
static size_t decode(char *line, size_t length)
{
    size_t size = 0;
    for (size_t i = 0; i < length; i++) {
        char c = line[i], digits[3] = "";
        if (c == '\\' && i + 1 < length) {
            c = line[++i];
            if (c == 'x' && i + 2 < length) {
                digits[0] = line[i + 1];
                digits[1] = line[i + 2];
                c = (char)strtoul(digits, NULL, 16);
                i += 2;
            } else if (c == 'n') {
                c = '\n';
            }
        }
        line[size++] = c;
    }
    return size;
}

size_t seeds_read(FILE *file, void (*visit)(size_t number, const uint8_t *data, size_t size))
{
    char *line = NULL;
    size_t room = 0, count = 0;
    ssize_t length;
    while ((length = getline(&line, &room, file)) > 0) {
        if (line[length - 1] == '\n')
            length--;
        if (length == 0 || line[0] != '#')
            visit(count++, (const uint8_t *)line, decode(line, (size_t)length));
    }
    free(line);
    return count;
}

void seeds_print(const uint8_t *data, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        if (data[i] == '\n')
            printf("\\n");
        else if (data[i] == '\\')
            printf("\\\\");
        else if (data[i] >= ' ' && data[i] < 0x7f && (i > 0 || data[i] != '#'))
            putchar(data[i]);
        else
            printf("\\x%02x", data[i]);
    }
    putchar('\n');
}
