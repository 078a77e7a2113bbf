/* See properties.h. */
#include "properties.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_MAX = 26, PRINTED = 256 };

/* Small, so that a bomb is soon refused. */
static const struct container_limits limits = {.unpacked = 1 << 22, .unpacked_all = 1 << 24};

struct span properties_beside;

#define PROMISED(condition)                                                                        \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: not as promised: %s\n", __FILE__, __LINE__, #condition);       \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

static bool is_text(const char *text)
{
    for (; *text; text++) {
        if ((unsigned char)*text < ' ' || *text == 0x7f)
            return false;
    }
    return true;
}

/* Touches all of |bytes|, so that a sanitizer or a guard page can object. */
static unsigned read_all(struct span bytes)
{
    unsigned sum = 0;
    for (size_t i = 0; i < bytes.size; i++)
        sum += bytes.data[i];
    return sum;
}

static bool is_inside(struct span inner, struct span outer, uint64_t offset)
{
    return offset <= outer.size && inner.size <= outer.size - offset &&
           (inner.size == 0 || inner.data == outer.data + offset);
}

static void check_container(void *context, const struct container *container)
{
    struct tally *tally = context;
    char text[PRINTED];
    unsigned depth = 0;
    tally->containers++;
    PROMISED(is_text(container_print(container, text, sizeof text)));
    PROMISED((container->kind == CONTAINER_FILE) == !container->parent);
    PROMISED(container->name && is_text(container->name));
    volatile unsigned sum = read_all(container->bytes);
    (void)sum;
    for (const struct container *at = container; at; at = at->parent)
        depth++;
    PROMISED(depth <= DEPTH_MAX);
    if (!container->parent)
        return;
    struct span stored;
    PROMISED(
        span_sub(container->parent->bytes, container->offset, container->stored_size, &stored));
    if (container->codec == BUNDLE_CODEC_NONE && container->kind != CONTAINER_HEADER &&
        container->kind != CONTAINER_KPACK)
        PROMISED(is_inside(container->bytes, container->parent->bytes, container->offset));
}

static void check_image(void *context, const struct container_image *image)
{
    struct tally *tally = context;
    tally->images += image->kind != IMAGE_EMPTY;
    tally->code_objects += image->kind == IMAGE_CODE_OBJECT;
    tally->bytes += image->bytes.size;
    PROMISED(image->container && image->entry && image->target);
    PROMISED(is_text(image->entry) && is_text(image->target));
    PROMISED(is_inside(image->bytes, image->container->bytes, image->offset));
    PROMISED((image->bytes.size == 0) == (image->kind == IMAGE_EMPTY));
}

static void check_problem(void *context, const struct container *where,
                          const struct codeobj_error *error)
{
    struct tally *tally = context;
    if (tally->problems++ == 0)
        tally->error = *error;
    PROMISED(where && error->status != CODEOBJ_OK);
    PROMISED(error->message[0] && is_text(error->message));
    PROMISED(error->offset <= where->bytes.size);
}

static bool give_beside(void *context, const char *name, struct span *out)
{
    (void)context;
    PROMISED(name[0] && !strchr(name, '/'));
    *out = properties_beside;
    return properties_beside.data;
}

/* Two archives at each path. */
static bool give_archive(void *context, const char *path, size_t index, const char **name,
                         struct span *out)
{
    (void)context;
    PROMISED(path[0]);
    *name = "found.kpack";
    *out = properties_beside;
    return properties_beside.data && index < 2;
}

struct tally properties_check(struct span bytes)
{
    struct tally tally = {0};
    struct codeobj_error error = {.status = CODEOBJ_OK};
    const struct container_visitor visitor = {.context = &tally,
                                              .container = check_container,
                                              .image = check_image,
                                              .problem = check_problem,
                                              .beside = give_beside,
                                              .archive = give_archive};
    tally.status = container_walk(bytes, &limits, &visitor, &error);
    PROMISED(tally.containers > 0);
    PROMISED(error.status == tally.status);
    if (tally.problems > 0) {
        PROMISED(tally.status == tally.error.status);
        PROMISED(tally.status != CODEOBJ_UNRECOGNISED);
        PROMISED(strcmp(error.message, tally.error.message) == 0);
    } else {
        PROMISED(tally.status == (tally.images ? CODEOBJ_OK : CODEOBJ_UNRECOGNISED));
        tally.error = error;
    }
    PROMISED(tally.status == CODEOBJ_OK || (error.message[0] && is_text(error.message)));

    /* Without anybody to tell, the same. */
    const struct container_visitor nobody = {.beside = give_beside, .archive = give_archive};
    PROMISED(container_walk(bytes, &limits, &nobody, NULL) == tally.status);
    return tally;
}
