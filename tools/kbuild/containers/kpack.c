/* AMD's kpack archives, and the libraries whose code objects are in such archives. codeobj reads
 * the formats (kpack.h). In an archive, the images of each library are one container. The walk of a
 * library includes the library's images in the archives that it names, as far as the archives
 * exist. */
#include "kpack.h"

#include "walk.h"

#include <inttypes.h>
#include <string.h>

/* the most paths of archives that a walked file may name; rocm-kpack writes one */
enum { PATHS_MAX = 64 };

/* ---- Walking through an archive -------------------------------------------------------------- */

static void show_frame(struct walk *walk, const struct container *frame)
{
    const struct container_image image = {
        .container = frame,
        .entry = "",
        .target = frame->name,
        .kind = image_kind_of(frame->bytes),
        .bytes = frame->bytes,
    };
    walk_image(walk, &image);
}

static void show_image(struct walk *walk, const struct kpack_archive *archive,
                       const struct container *parent, const struct kpack_image *image,
                       unsigned index)
{
    struct container frame = {
        .parent = parent,
        .name = image->target,
        .index = index,
        .offset = image->offset - parent->offset,
        .stored_size = image->size,
    };
    struct container_image stored = {
        .container = parent, .entry = "", .target = image->target, .offset = frame.offset};
    if (archive->codec != BUNDLE_CODEC_NONE) {
        frame_walk(walk, &frame, image->raw_size, show_frame);
        return;
    }
    span_sub(parent->bytes, frame.offset, frame.stored_size, &stored.bytes);
    stored.kind = image_kind_of(stored.bytes);
    walk_image(walk, &stored);
}

/* Makes the container |name| of the bytes from the first to the last of its images. */
static void place_name(struct container *name, const struct kpack_image *images, size_t count)
{
    uint64_t end = 0;
    name->offset = images[0].offset;
    for (size_t i = 0; i < count; i++) {
        if (images[i].offset < name->offset)
            name->offset = images[i].offset;
        if (images[i].offset + images[i].size > end)
            end = images[i].offset + images[i].size;
    }
    name->stored_size = end - name->offset;
    span_sub(name->parent->bytes, name->offset, name->stored_size, &name->bytes);
}

/* Returns the number of images, from |first| on, whose name is that of |first|. */
static size_t count_name(const struct kpack_archive *archive, size_t first)
{
    size_t end = first + 1;
    while (end < archive->count && archive->images[end].name == archive->images[first].name)
        end++;
    return end - first;
}

/* Shows the images of |container|. If |library| is not NULL, shows only the images of that library.
 */
static void show_archive(struct walk *walk, const struct container *container, const char *library)
{
    struct kpack_archive archive;
    struct codeobj_error error;
    uint64_t shown = 0;
    unsigned names = 0;
    if (kpack_open(container->bytes, &archive, &error)) {
        if (error.status == CODEOBJ_UNRECOGNISED)
            error.status = CODEOBJ_CORRUPT;
        walk_problem(walk, container, &error);
        return;
    }
    for (size_t i = 0, count; i < archive.count; i += count) {
        const struct kpack_image *images = &archive.images[i];
        count = count_name(&archive, i);
        if (library && !kpack_image_is_of_any(images, library))
            continue;
        struct container name = {
            .parent = container, .kind = CONTAINER_MODULE, .name = images->name, .index = names++};
        place_name(&name, images, count);
        walk_container(walk, &name);
        for (size_t j = 0; j < count; j++) {
            shown += images[j].size;
            /* Stops here, because without this limit overlapping images could take any amount of
             * time. */
            if (shown > container->bytes.size) {
                walk_problem_at(walk, container, CODEOBJ_CORRUPT, images[j].offset,
                                "images of a kpack archive overlap");
                kpack_close(&archive);
                return;
            }
            show_image(walk, &archive, &name, &images[j], (unsigned)j);
        }
    }
    kpack_close(&archive);
}

void kpack_walk(struct walk *walk, const struct container *container)
{
    show_archive(walk, container, NULL);
}

/* ---- Libraries that refer to archives -------------------------------------------------------- */

/* Whether to look for the archives that a library names. If the library is a member of another
 * file, its archives are members, too, and are walked there. */
static bool is_looked_for(const struct walk *walk, const struct container *section)
{
    return walk->visitor->archive && section->parent->kind == CONTAINER_FILE;
}

/* Shows the archives that match |path|, and returns their number. If no archive matches, shows a
 * container without bytes. */
static unsigned show_path(struct walk *walk, const struct container *section, const char *path,
                          const char *library, unsigned index)
{
    const struct container_visitor *visitor = walk->visitor;
    unsigned there = 0;
    struct container archive = {.parent = section, .kind = CONTAINER_KPACK, .name = path};
    while (is_looked_for(walk, section) &&
           visitor->archive(visitor->context, path, there, &archive.name, &archive.bytes)) {
        archive.index = index + there++;
        walk_container(walk, &archive);
        walk_allow(walk, archive.bytes.size);
        show_archive(walk, &archive, library);
        archive.name = path;
    }
    if (there == 0) {
        archive.index = index;
        archive.bytes = (struct span){section->bytes.data, 0};
        walk_container(walk, &archive);
    }
    return there;
}

void kpack_reference_walk(struct walk *walk, const struct container *section)
{
    struct kpack_reference reference;
    struct codeobj_error error;
    uint64_t before = walk->images;
    unsigned archives = 0;
    if (kpack_reference_open(section->bytes, &reference, &error)) {
        walk_problem(walk, section, &error);
        return;
    }
    size_t room = PATHS_MAX - walk->kpack_paths;
    size_t count = reference.path_count < room ? reference.path_count : room;
    walk->kpack_paths += (unsigned)count;
    for (size_t i = 0; i < count; i++)
        archives += show_path(walk, section, reference.paths[i], reference.name, archives);
    bool is_member = section->parent->kind != CONTAINER_FILE;
    walk->has_kpacked_members = walk->has_kpacked_members || is_member;
    if (archives == 0 && count > 0 && !is_member)
        walk_problem_at(walk, section, CODEOBJ_IO, 0,
                        "the code objects are in kpack archives, and none of these is there: "
                        "%.60s; install those for your GPUs",
                        reference.paths[0]);
    else if (archives > 0 && walk->images == before && !walk->first.status)
        walk_problem_at(walk, section, CODEOBJ_IO, 0,
                        "the kpack archives that are there have nothing for '%.60s'; install those "
                        "of the same build",
                        reference.name);
    if (count < reference.path_count)
        walk_problem_at(walk, section, CODEOBJ_LIMIT, 0,
                        "more than %d paths of kpack archives; the others were ignored", PATHS_MAX);
    kpack_reference_close(&reference);
}
