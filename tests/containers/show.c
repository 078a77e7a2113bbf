/* Prints what container_walk() finds, for tests: a line "<file><container>|<entry>|<target>|<offset
 * in the file, or - where it was unpacked>|<size>" for each image, "problem: ..." for each problem.
 * With "-x FOLDER" first, the images that are not empty are written to FOLDER/0, FOLDER/1, ...
 * Exits with the status of the last file. */
#include "container.h"
#include "mapped_file.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct shown {
    const char *path, *folder;
    unsigned images;
    struct mapped_file beside[16];
    size_t beside_count;
};

static void print_image(void *context, const struct container_image *image)
{
    struct shown *shown = context;
    char name[1024], offset[24] = "-";
    uint64_t at = image->offset;
    const struct container *in = image->container;
    for (; in->parent && in->codec == BUNDLE_CODEC_NONE && in->kind != CONTAINER_HEADER;
         in = in->parent)
        at += in->offset;
    if (!in->parent)
        snprintf(offset, sizeof offset, "%" PRIu64, at);
    printf("%s%s|%s|%s|%s|%zu\n", shown->path, container_print(image->container, name, sizeof name),
           image->entry, image->target, offset, image->bytes.size);
    if (!shown->folder || image->kind == IMAGE_EMPTY)
        return;
    snprintf(name, sizeof name, "%s/%u", shown->folder, shown->images++);
    FILE *out = fopen(name, "wb");
    if (!out || fwrite(image->bytes.data, 1, image->bytes.size, out) != image->bytes.size ||
        fclose(out) != 0)
        abort();
}

static void print_problem(void *context, const struct container *where,
                          const struct codeobj_error *error)
{
    struct shown *shown = context;
    char name[1024];
    printf("problem: %s%s at %" PRIu64 ": %s\n", shown->path,
           container_print(where, name, sizeof name), error->offset, error->message);
}

static bool open_beside(void *context, const char *name, struct span *out)
{
    struct shown *shown = context;
    char path[2048];
    const char *slash = strrchr(shown->path, '/');
    int folder = slash ? (int)(slash - shown->path + 1) : 0;
    snprintf(path, sizeof path, "%.*s%s", folder, shown->path, name);
    if (shown->beside_count == 16 ||
        mapped_file_open(path, &shown->beside[shown->beside_count], NULL))
        return false;
    *out = shown->beside[shown->beside_count++].bytes;
    return true;
}

int main(int argc, char **argv)
{
    struct shown shown = {0};
    enum codeobj_status status = CODEOBJ_OK;
    int first = 1;
    if (argc > 2 && strcmp(argv[1], "-x") == 0) {
        shown.folder = argv[2];
        first = 3;
    }
    for (int i = first; i < argc; i++) {
        const struct container_visitor visitor = {.context = &shown,
                                                  .image = print_image,
                                                  .problem = print_problem,
                                                  .beside = open_beside};
        struct codeobj_error error;
        struct mapped_file file = {0};
        shown.path = argv[i];
        status = mapped_file_open(argv[i], &file, &error);
        if (!status)
            status = container_walk(file.bytes, NULL, &visitor, &error);
        if (status)
            printf("%s: %s\n", argv[i], error.message);
        mapped_file_close(&file);
        while (shown.beside_count > 0)
            mapped_file_close(&shown.beside[--shown.beside_count]);
    }
    return (int)status;
}
