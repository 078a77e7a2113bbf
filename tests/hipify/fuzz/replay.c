/* Holds the properties against each FILE: what the fuzzer once found interesting. */
#include "properties.h"

#include <stdio.h>
#include <stdlib.h>

static char *file_read(const char *path, size_t *out_size)
{
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END) != 0)
        return NULL;
    long size = ftell(file);
    rewind(file);
    char *text = size < 0 ? NULL : malloc(size > 0 ? (size_t)size : 1);
    *out_size = text ? fread(text, 1, (size_t)size, file) : 0;
    fclose(file);
    return text;
}

int main(int argc, char **argv)
{
    int broken = 0;
    for (int i = 1; i < argc; i++) {
        size_t size;
        char *text = file_read(argv[i], &size);
        const char *problem = text ? text_broken(text, size) : "cannot be read";
        if (problem)
            fprintf(stderr, "%s: %s\n", argv[i], problem);
        broken += problem != NULL;
        free(text);
    }
    if (argc < 2)
        fputs("usage: replay FILE...\n", stderr);
    return broken > 0 || argc < 2;
}
