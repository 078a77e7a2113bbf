/* Finds the image that a device would load from each set of images.
 *
 * The images of a bundle or of a header are a set, of which the runtime takes one image. Two other
 * sets have a common name: the images of a library in all of its kpack archives; and files with one
 * code object each whose paths differ only in the target, "k_gfx90a.co" and "k_gfx1100.co". Where
 * no name says which images belong together, in loose code objects of one folder and in data that
 * was searched, images with the same kernels are a set. */
#include "inspect/inspect.h"

#include "util/file.h"

#include <ctype.h>
#include <inttypes.h>
#include <xxhash.h>

struct set {
    uint64_t hash;    /* hash of |key|, or of |container| without a key, and of |kernels| */
    char *key;        /* the key of a set that is in several files, owned; NULL for other sets */
    size_t container; /* index of the container of the set's first image */
    uint64_t kernels; /* the hash of the kernels' names, if equal kernels make the set; else 0 */
    size_t *images;
    size_t count;
};

struct sets {
    struct set *items;
    size_t count;
    size_t *slots;     /* a hash table; an element is 1 + the index of a set, or 0 */
    size_t slot_count; /* the number of |slots|: a power of two, more than twice |count| */
};

/* Returns the container whose images are a set: |container| itself, but for a frame of compressed
 * data the container around it. */
static size_t set_container(const struct package *package, size_t container)
{
    while (package->containers[container].kind == CONTAINER_FRAME &&
           package->containers[container].parent != PACKAGE_NONE)
        container = package->containers[container].parent;
    return container;
}

static bool is_set(const struct set *set, const struct set *wanted)
{
    if (set->hash != wanted->hash || set->kernels != wanted->kernels || !set->key != !wanted->key)
        return false;
    return wanted->key ? strcmp(set->key, wanted->key) == 0 : set->container == wanted->container;
}

/* Returns the slot of the set |wanted|, or the empty slot where the set belongs. */
static size_t *find_slot(const struct sets *sets, const struct set *wanted)
{
    size_t i = (size_t)wanted->hash;
    while (sets->slots[i & (sets->slot_count - 1)] &&
           !is_set(&sets->items[sets->slots[i & (sets->slot_count - 1)] - 1], wanted))
        i++;
    return &sets->slots[i & (sets->slot_count - 1)];
}

static void grow_slots(struct sets *sets)
{
    if (sets->slot_count > 2 * (sets->count + 1))
        return;
    free(sets->slots);
    sets->slot_count = sets->slot_count ? 2 * sets->slot_count : 64;
    sets->slots = mem_alloc(sets->slot_count * sizeof *sets->slots);
    for (size_t i = 0; i < sets->count; i++)
        *find_slot(sets, &sets->items[i]) = i + 1;
}

static struct set *set_find(struct sets *sets, char *key, size_t container, uint64_t kernels)
{
    struct set wanted = {.key = key, .container = container, .kernels = kernels};
    wanted.hash =
        key ? XXH64(key, strlen(key), kernels) : XXH64(&container, sizeof container, kernels);
    grow_slots(sets);
    size_t *slot = find_slot(sets, &wanted);
    if (!*slot) {
        sets->items = mem_grow(sets->items, sets->count, sizeof *sets->items);
        sets->items[sets->count++] = wanted;
        sets->items[sets->count - 1].key = key ? mem_dup(key) : NULL;
        *slot = sets->count;
    }
    return &sets->items[*slot - 1];
}

/* Returns a hash of the kernels' names, which is never 0. */
static uint64_t hash_names(const struct code_object *object)
{
    uint64_t hash = 1;
    for (size_t i = 0; i < object->kernel_count; i++)
        hash = XXH64(object->kernels[i].name, strlen(object->kernels[i].name) + 1, hash);
    return hash ? hash : 1;
}

/* Returns the size of the features at |text|, as names of files spell them: ":xnack-",
 * "-sramecc+-xnack-". */
static size_t features_length(const char *text)
{
    static const char *const names[] = {"sramecc", "xnack"};
    size_t length = 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *at = text + length;
        size_t name = strlen(names[i]);
        if (*at && strchr(":-_", *at) && strncmp(at + 1, names[i], name) == 0 && at[name + 1] &&
            strchr("+-", at[name + 1]))
            length += name + 2;
    }
    return length;
}

/* Returns |path| with "*" in each place where it has the target ID |target|. NULL if |path| does
 * not have the target's processor. The caller frees the text. */
static char *path_of_any_target(const char *path, const char *target)
{
    size_t processor = strcspn(target, ":");
    OWNED_BY(buf_free) struct buf out = {0};
    bool is_there = false;
    for (const char *at = path; *at;) {
        bool is_word = (at == path || !isalnum((unsigned char)at[-1])) &&
                       strncmp(at, target, processor) == 0 &&
                       !isalnum((unsigned char)at[processor]);
        buf_putc(&out, is_word ? '*' : *at);
        at += is_word ? processor + features_length(at + processor) : 1;
        is_there = is_there || is_word;
    }
    return is_there ? buf_take(&out) : NULL;
}

/* Returns the text that names the set of |image|, if the set may be in several files; else NULL.
 * The caller frees the text. |file_images| has the number of images of each file. */
static char *set_key(const struct package *package, const struct package_image *image,
                     const size_t *file_images)
{
    const struct package_container *container =
        &package->containers[set_container(package, image->container)];
    const char *path = package->files[container->file].path;
    if (container->kind == CONTAINER_MODULE &&
        package->containers[container->parent].kind == CONTAINER_KPACK)
        return mem_format("%s %s", path, container->name);
    char *key = file_images[container->file] == 1 ? path_of_any_target(path, image->target) : NULL;
    if (!key && container->kind == CONTAINER_FILE) {
        OWNED char *folder = path_directory(path);
        key = mem_format("%s/", folder);
    }
    return key;
}

static void set_add(struct set *set, size_t image)
{
    set->images = mem_grow(set->images, set->count, sizeof *set->images);
    set->images[set->count++] = image;
}

/* Whether neither |key| nor a bundle says which images belong together in |container|, so that
 * their kernels decide. */
static bool is_loose(const struct package *package, size_t container, const char *key)
{
    enum container_kind kind = package->containers[container].kind;
    return kind == CONTAINER_SEARCHED || (kind == CONTAINER_FILE && !strchr(key, '*'));
}

static void collect_sets(const struct package *package, struct sets *out)
{
    OWNED size_t *file_images = mem_alloc(package->file_count * sizeof *file_images);
    for (size_t i = 0; i < package->image_count; i++)
        file_images[package->containers[package->images[i].container].file] +=
            package->images[i].is_read;
    for (size_t i = 0; i < package->image_count; i++) {
        const struct package_image *image = &package->images[i];
        if (!image->is_read)
            continue;
        size_t container = set_container(package, image->container);
        OWNED char *key = set_key(package, image, file_images);
        bool by_kernels = is_loose(package, container, key);
        set_add(set_find(out, key, container, by_kernels ? hash_names(&image->object) : 0), i);
    }
}

/* Whether messages name |set| by its key. A set in one file is named by its place in that file. */
static bool is_of_key(const struct package *package, const struct set *set)
{
    return set->key &&
           (set->count > 1 || package->containers[set->container].kind == CONTAINER_MODULE);
}

/* Returns the name of |set|, as "libfoo.so .hip_fatbin bundle 2", which the caller frees. */
static char *name_of(const struct package *package, const struct set *set)
{
    const struct package_container *container = &package->containers[set->container];
    if (is_of_key(package, set))
        return mem_dup(set->key);
    return package_place(package, container);
}

/* Which image a device loads from a set: text for people, and whether there is one. */
struct answer {
    char *text;
    bool is_image;
};

/* Appends the revisions of gfx1250 that the images need, without duplicates: ", for revision B0".
 * The revisions differ in instructions, and the target ID does not tell them apart. */
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

/* Appends the path of the file or kpack archive that has |container|. */
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

/* Prints that for |more| sets after the printed one the device would take the same image, or none
 * for the same reason. |name| is the last of these sets. */
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

/* Prints how many sets have an image for the device. Prints nothing if there is a single set. */
static void put_summary(const struct screen *screen, const struct target_id *device, size_t found,
                        size_t count, struct buf *out)
{
    char target[TARGET_ID_MAX];
    OWNED_BY(buf_free) struct buf text = {0};
    if (count < 2)
        return;
    buf_printf(&text, "%s: %zu of %zu sets have an image", target_id_print(device, target), found,
               count);
    put_styled(out, screen, STYLE_DIM, text.data);
    buf_putc(out, '\n');
}

bool inspect_device(const struct inspect_view *view, const struct target_id *device,
                    struct buf *out)
{
    struct sets sets = {0};
    size_t found = 0;
    /* the answer for the former set, and the last set with that answer */
    char *before = NULL, *last = NULL;
    size_t more = 0;
    collect_sets(view->package, &sets);
    for (size_t i = 0; i < sets.count; i++) {
        char *name = name_of(view->package, &sets.items[i]);
        struct answer answer = choose(view->package, &sets.items[i], device);
        found += answer.is_image;
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
    put_summary(&view->screen, device, found, sets.count, out);
    free(before);
    free(last);
    free(sets.items);
    free(sets.slots);
    return found == sets.count;
}
