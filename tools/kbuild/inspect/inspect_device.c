/* The image that a device would load, set by set: the images of a bundle or of a header are a set,
 * of which the runtime takes one; so are loose code objects in one folder, and the images of a
 * library in all of its kpack archives. Among data that was searched, nobody says which belong
 * together: a set are those with the same kernels.
 */
#include "inspect/inspect.h"

#include "util/file.h"

#include <inttypes.h>
#include <xxhash.h>

enum {
    RECENT = 8,         /* sets among which an image's own is, where images of a set are together */
    RECENT_LOOSE = 4096 /* where they lie loose in data */
};

struct set {
    char *key;        /* the place of images in several files, owned, or NULL */
    size_t container; /* of the first image */
    uint64_t kernels; /* of loose ones in data: a hash of their names; else 0 */
    size_t *images;
    size_t count;
};

struct sets {
    struct set *items;
    size_t count;
};

/* The container whose images are a set: that of a frame or of a header's part is the header. */
static size_t set_container(const struct package *package, size_t container)
{
    while (package->containers[container].kind == CONTAINER_FRAME &&
           package->containers[container].parent != PACKAGE_NONE)
        container = package->containers[container].parent;
    return container;
}

static struct set *set_find(struct sets *sets, const char *key, size_t container, uint64_t kernels)
{
    /* Searches from the newest: images of a set are together, except for loose ones. */
    for (size_t i = sets->count; i-- > 0;) {
        struct set *set = &sets->items[i];
        if (key ? set->key && strcmp(set->key, key) == 0
                : !set->key && set->container == container && set->kernels == kernels)
            return set;
        if (!key && sets->count - i > (kernels ? RECENT_LOOSE : RECENT))
            break;
    }
    sets->items = mem_grow(sets->items, sets->count, sizeof *sets->items);
    struct set *set = &sets->items[sets->count++];
    *set =
        (struct set){.container = container, .kernels = kernels, .key = key ? mem_dup(key) : NULL};
    return set;
}

/* Never 0. */
static uint64_t hash_names(const struct code_object *object)
{
    uint64_t hash = 1;
    for (size_t i = 0; i < object->kernel_count; i++)
        hash = XXH64(object->kernels[i].name, strlen(object->kernels[i].name) + 1, hash);
    return hash ? hash : 1;
}

/* The folder of loose code objects, or the library and its part whose images are in kpack archives;
 * else NULL. The caller frees it. */
static char *set_key(const struct package *package, const struct package_container *container)
{
    if (container->kind == CONTAINER_FILE) {
        OWNED char *folder = path_directory(package->files[container->file].path);
        return mem_format("%s/", folder);
    }
    if (container->kind == CONTAINER_MODULE &&
        package->containers[container->parent].kind == CONTAINER_KPACK)
        return mem_format("%s %s", package->files[container->file].path, container->name);
    return NULL;
}

static void set_add(struct set *set, size_t image)
{
    set->images = mem_grow(set->images, set->count, sizeof *set->images);
    set->images[set->count++] = image;
}

static void collect_sets(const struct package *package, struct sets *out)
{
    for (size_t i = 0; i < package->image_count; i++) {
        if (!package->images[i].is_read)
            continue;
        size_t container = set_container(package, package->images[i].container);
        OWNED char *key = set_key(package, &package->containers[container]);
        bool is_loose = package->containers[container].kind == CONTAINER_SEARCHED;
        uint64_t kernels = is_loose ? hash_names(&package->images[i].object) : 0;
        set_add(set_find(out, key, container, kernels), i);
    }
}

/* Whether it is named by its key: a loose code object has a name of its own. */
static bool is_of_key(const struct package *package, const struct set *set)
{
    return set->key &&
           (set->count > 1 || package->containers[set->container].kind != CONTAINER_FILE);
}

/* "libfoo.so .hip_fatbin bundle 2", owned by the caller. */
static char *name_of(const struct package *package, const struct set *set)
{
    const struct package_container *container = &package->containers[set->container];
    if (is_of_key(package, set))
        return mem_dup(set->key);
    return package_place(package, container);
}

/* The result for a device and a set: text for people, and whether it is an image. */
struct answer {
    char *text;
    bool is_image;
};

/* ", for revision B0": a target ID does not tell the revisions of gfx1250 apart, which differ in
 * instructions. Each once. */
static void put_revisions(const struct code_object *object, struct buf *out)
{
    OWNED_BY(strings_free) struct strings revisions = {0};
    for (size_t i = 0; i < object->kernel_count; i++)
        if (object->kernels[i].revision &&
            !strings_contain(&revisions, object->kernels[i].revision))
            strings_add(&revisions, object->kernels[i].revision);
    for (size_t i = 0; i < revisions.count; i++)
        buf_printf(out, "%s%s", i ? ", " : ", for revision ", revisions.items[i]);
}

/* Which of the set's files it is in. */
static void put_file(struct buf *out, const struct package *package,
                     const struct package_container *container)
{
    size_t at = container->parent;
    while (at != PACKAGE_NONE && package->containers[at].kind != CONTAINER_KPACK)
        at = package->containers[at].parent;
    buf_printf(out, " in %s",
               path_name(at == PACKAGE_NONE ? package->files[container->file].path
                                            : package->containers[at].name));
}

static struct answer choose(const struct package *package, const struct set *set,
                            const struct target_id *device)
{
    OWNED struct target_id *targets = mem_alloc(set->count * sizeof *targets);
    for (size_t i = 0; i < set->count; i++)
        targets[i] = package->images[set->images[i]].object.target;
    int chosen = target_id_choose(targets, set->count, device);
    struct buf text = {0};
    if (chosen < 0) {
        char sentence[TARGET_SENTENCE_MAX];
        buf_puts(&text, target_id_explain(targets, set->count, device, sentence));
    } else {
        const struct package_image *image = &package->images[set->images[chosen]];
        const struct package_container *container = &package->containers[image->container];
        buf_puts(&text, image->target);
        if (is_of_key(package, set))
            put_file(&text, package, container);
        else if (*image->entry)
            buf_printf(&text, " (%s)", image->entry);
        else if (set->kernels && package_file_offset(package, image) != PACKAGE_NO_OFFSET)
            buf_printf(&text, " at %" PRIu64, package_file_offset(package, image));
        buf_puts(&text, ", ");
        put_size(&text, image->size);
        buf_puts(&text, ", ");
        put_count(&text, image->object.kernel_count, "kernel");
        put_revisions(&image->object, &text);
    }
    return (struct answer){buf_take(&text), chosen >= 0};
}

/* |more| sets behind the one that was printed last had the same answer; |name| is the last one's.
 */
static void put_repeated(const struct screen *screen, size_t more, const char *name,
                         struct buf *out)
{
    OWNED_BY(buf_free) struct buf text = {0};
    if (more == 0)
        return;
    buf_printf(&text, "the same for %zu more, up to %s", more, name);
    put_styled(out, screen, STYLE_DIM, text.data);
    buf_putc(out, '\n');
}

bool inspect_device(const struct inspect_view *view, const struct target_id *device,
                    struct buf *out)
{
    struct sets sets = {0};
    bool all = true;
    char *before = NULL, *last = NULL; /* the answer before, and the set that had it last */
    size_t more = 0;
    collect_sets(view->package, &sets);
    for (size_t i = 0; i < sets.count; i++) {
        char *name = name_of(view->package, &sets.items[i]);
        struct answer answer = choose(view->package, &sets.items[i], device);
        all = all && answer.is_image;
        if (!view->full && before && strcmp(before, answer.text) == 0) {
            more++;
        } else {
            put_repeated(&view->screen, more, last, out);
            more = 0;
            const char *kind = answer.is_image ? ": " : ": none: ";
            put_styled(out, &view->screen, STYLE_PLAIN, name);
            put_styled(out, &view->screen, answer.is_image ? STYLE_PLAIN : STYLE_BAD, kind);
            put_wrapped(out, &view->screen, STYLE_PLAIN, answer.text,
                        text_width(name) + strlen(kind), 4);
            buf_putc(out, '\n');
        }
        free(before);
        free(last);
        before = answer.text;
        last = name;
        free(sets.items[i].images);
        free(sets.items[i].key);
    }
    put_repeated(&view->screen, more, last, out);
    free(before);
    free(last);
    free(sets.items);
    return all;
}
