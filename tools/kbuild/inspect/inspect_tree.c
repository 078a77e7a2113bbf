/* Prints the contents of the files as a tree: containers with their stored and unpacked sizes, and
 * the images in them.
 *
 * A library has a bundle for each of its sources. Neighbouring bundles with images for the same
 * targets are shown as one line with the sums of their sizes. So are neighbouring code objects for
 * one target that are not in a bundle. */
#include "inspect/inspect.h"

#include "util/file.h"

#include <inttypes.h>

enum {
    FOLD_MIN = 4,   /* how many neighbours, at least, are folded into one line */
    LABEL_MAX = 60, /* the most columns of a label that widen the column of labels */
    LABEL_MIN = 20, /* to how many columns a label may be cut if its line is too long */
    NOTE_MIN = 24,  /* the fewest columns for the notes, which are wrapped */
};

struct line {
    struct buf label; /* the label of the line, with its indentation */
    struct buf size;
    struct buf note;
    enum style style;
};

struct tree {
    const struct inspect_view *view;
    size_t *images;      /* indices of all images, sorted by container */
    size_t *first_image; /* for each container, by index, where its images begin in |images| */
    size_t *image_count;
    struct line *lines;
    size_t line_count;
};

/* ---- The images of a container --------------------------------------------------------------- */

/* Sorts the images by container. They are not sorted yet, because a container may have images both
 * before and after a container inside it. */
static void index_images(struct tree *tree)
{
    const struct package *package = tree->view->package;
    tree->images = mem_alloc((package->image_count + 1) * sizeof(size_t));
    tree->first_image = mem_alloc((package->container_count + 1) * sizeof(size_t));
    tree->image_count = mem_alloc((package->container_count + 1) * sizeof(size_t));
    for (size_t i = 0; i < package->image_count; i++)
        tree->first_image[package->images[i].container + 1]++;
    for (size_t i = 0; i < package->container_count; i++)
        tree->first_image[i + 1] += tree->first_image[i];
    for (size_t i = 0; i < package->image_count; i++) {
        size_t container = package->images[i].container;
        tree->images[tree->first_image[container] + tree->image_count[container]++] = i;
    }
}

static const struct package_image *image_at(const struct tree *tree, size_t container, size_t i)
{
    return &tree->view->package->images[tree->images[tree->first_image[container] + i]];
}

static bool same_images(const struct tree *tree, size_t a, size_t b)
{
    if (tree->image_count[a] != tree->image_count[b])
        return false;
    for (size_t i = 0; i < tree->image_count[a]; i++) {
        const struct package_image *x = image_at(tree, a, i), *y = image_at(tree, b, i);
        if (x->kind != y->kind || strcmp(x->target, y->target) != 0 ||
            strcmp(x->entry, y->entry) != 0 || x->object.version != y->object.version)
            return false;
    }
    return true;
}

/* Returns how many containers, from |container| on, are shown as one: 2 for a compressed bundle and
 * its unpacked bundle, otherwise 1. */
static size_t stride_of(const struct package *package, size_t container)
{
    const struct package_container *one = &package->containers[container], *next = one + 1;
    return one->kind == CONTAINER_COMPRESSED_BUNDLE && container + 1 < package->container_count &&
                   next->parent == container && next->kind == CONTAINER_BUNDLE &&
                   strcmp(next->where, one->where) == 0
               ? 2
               : 1;
}

/* Returns how many neighbours, from |first| on, can be shown as one line. Each neighbour is
 * |stride| containers. All have the same kind, and images for the same targets. */
static size_t run_length(const struct tree *tree, size_t first, size_t stride)
{
    const struct package *package = tree->view->package;
    const struct package_container *one = &package->containers[first];
    size_t inner = stride - 1, end = first + stride;
    if (tree->view->full || tree->image_count[first + inner] == 0 || *one->name ||
        one->parent == PACKAGE_NONE)
        return 1;
    while (end + inner < package->container_count &&
           package->containers[end].parent == one->parent &&
           package->containers[end].kind == one->kind &&
           package->containers[end].codec == one->codec && stride_of(package, end) == stride &&
           same_images(tree, first + inner, end + inner))
        end += stride;
    size_t count = (end - first) / stride;
    return count >= FOLD_MIN ? count : 1;
}

/* ---- Lines of the tree ----------------------------------------------------------------------- */

static struct line *line_add(struct tree *tree, size_t depth, enum style style)
{
    tree->lines = mem_grow(tree->lines, tree->line_count, sizeof *tree->lines);
    struct line *line = &tree->lines[tree->line_count++];
    *line = (struct line){.style = style};
    put_spaces(&line->label, depth * 2);
    buf_puts(&line->note, "");
    return line;
}

static void put_lines(struct tree *tree, struct buf *out)
{
    const struct screen *screen = &tree->view->screen;
    size_t label = 0, size = 0;
    for (size_t i = 0; i < tree->line_count; i++) {
        size_t width = text_width(tree->lines[i].label.data);
        if (width > label && width <= LABEL_MAX)
            label = width;
        if (tree->lines[i].size.size > size)
            size = tree->lines[i].size.size;
    }
    for (size_t i = 0; i < tree->line_count; i++) {
        struct line *line = &tree->lines[i];
        size_t width = text_width(line->label.data), rest = 2 + size + 2 + NOTE_MIN;
        size_t room = screen->width > rest + LABEL_MIN ? screen->width - rest : LABEL_MIN;
        put_shortened(out, screen, line->style, line->label.data, screen->width ? room : 0);
        width = screen->width && width > room ? room : width;
        put_spaces(out, (width < label ? label - width : 0) + 2 + size - line->size.size);
        buf_puts(out, line->size.data);
        if (line->note.size) {
            size_t column = (width < label ? label : width) + 2 + size + 2;
            put_spaces(out, 2);
            put_wrapped(out, screen, STYLE_DIM, line->note.data, column, column);
        }
        buf_putc(out, '\n');
        buf_free(&line->label);
        buf_free(&line->size);
        buf_free(&line->note);
    }
    buf_putc(out, '\n');
}

static void put_note(struct line *line, const char *text)
{
    if (line->note.size)
        buf_puts(&line->note, ", ");
    buf_puts(&line->note, text);
}

static void put_counted(struct line *line, size_t count, const char *what)
{
    put_note(line, "");
    put_count(&line->note, count, what);
}

/* Neighbours that are shown as one line: |count| of them, each with |stride| containers. */
struct run {
    size_t first, stride, count;
};

static void put_form(struct line *line, const struct package_image *image)
{
    if (target_is_nvidia(&image->object.target))
        put_note(line, target_is_ptx(&image->object.target) ? "PTX" : "cubin");
    else
        buf_printf(&line->note, ", code object v%u", image->object.version);
}

/* Returns how many images of a container, from number |i| on, are shown as one line. Such images
 * are code objects of one version for one target that are not in a bundle. */
static size_t loose_images(const struct tree *tree, const struct run *run, size_t i)
{
    const size_t container = run->first + run->stride - 1;
    const struct package_image *image = image_at(tree, container, i);
    size_t end = i + 1;
    if (tree->view->full || run->count > 1 || *image->entry || image->kind != IMAGE_CODE_OBJECT)
        return 1;
    for (; end < tree->image_count[container]; end++) {
        const struct package_image *one = image_at(tree, container, end);
        if (one->kind != image->kind || *one->entry || strcmp(one->target, image->target) != 0 ||
            one->object.version != image->object.version)
            break;
    }
    return end - i >= FOLD_MIN ? end - i : 1;
}

/* Appends the offsets of |loose| images of |container|, from number |i| on, if the container was
 * searched for code objects. */
static void put_place(const struct tree *tree, struct line *line, size_t container, size_t i,
                      size_t loose)
{
    const struct package *package = tree->view->package;
    const struct package_image *image = image_at(tree, container, i),
                               *last = image_at(tree, container, i + loose - 1);
    uint64_t at = package_file_offset(package, image);
    if (package->containers[container].kind != CONTAINER_SEARCHED || at == PACKAGE_NO_OFFSET)
        return;
    buf_printf(&line->note, "at %" PRIu64, at);
    if (loose > 1)
        buf_printf(&line->note, " to %" PRIu64, package_file_offset(package, last));
}

/* Adds one line for images: for number |i| in each neighbour of |run|, or for |loose| images from
 * number |i| on. */
static void add_image(struct tree *tree, size_t depth, const struct run *run, size_t i,
                      size_t loose)
{
    const size_t container = run->first + run->stride - 1,
                 count = run->count > loose ? run->count : loose;
    const struct package_image *image = image_at(tree, container, i);
    uint64_t size = 0;
    size_t kernels = 0, debug = 0, unread = 0;
    for (size_t j = 0; j < count; j++) {
        const struct package_image *one = loose > 1
                                              ? image_at(tree, container, i + j)
                                              : image_at(tree, container + j * run->stride, i);
        size += one->size;
        kernels += one->object.kernel_count;
        debug += one->object.has_debug_lines;
        unread += one->kind == IMAGE_CODE_OBJECT && !one->is_read;
    }
    if (image->kind == IMAGE_EMPTY && !tree->view->full)
        return;
    struct line *line =
        line_add(tree, depth, image->kind == IMAGE_CODE_OBJECT ? STYLE_PLAIN : STYLE_DIM);
    bool named = image->kind != IMAGE_CODE_OBJECT && *image->entry;
    buf_puts(&line->label, named ? image->entry : *image->target ? image->target : "image");
    put_size(&line->size, size);
    put_place(tree, line, container, i, loose);
    if (loose > 1)
        put_counted(line, loose, "code object");
    if (image->kind == IMAGE_CODE_OBJECT && unread < count) {
        put_counted(line, kernels, "kernel");
        put_form(line, image);
    }
    if (image->kind == IMAGE_OTHER)
        put_note(line, "no code object");
    if (unread && !tree->view->list)
        put_note(line, "not read");
    if (debug)
        put_note(line, "with source lines");
}

static void put_packing(struct line *line, uint64_t stored, uint64_t unpacked, const char *codec)
{
    put_note(line, codec);
    buf_puts(&line->note, ", unpacked ");
    put_size(&line->note, unpacked);
    if (stored)
        buf_printf(&line->note, ", %.2fx", (double)unpacked / (double)stored);
}

static const char *codec_name(enum bundle_codec codec)
{
    static const char *const names[] = {
        [BUNDLE_CODEC_NONE] = "",     [BUNDLE_CODEC_ZLIB] = "zlib",
        [BUNDLE_CODEC_ZSTD] = "zstd", [BUNDLE_CODEC_DEFLATE] = "deflate",
        [BUNDLE_CODEC_GZIP] = "gzip", [BUNDLE_CODEC_LZ4] = "LZ4",
        [BUNDLE_CODEC_XZ] = "xz",
    };
    return names[codec];
}

/* Returns the place of a container in its parent: ".hip_fatbin", "bundle 2". */
static const char *own_place(const struct package *package, size_t container)
{
    const struct package_container *one = &package->containers[container];
    const char *parent = package->containers[one->parent].where;
    size_t length = strlen(parent);
    if (strncmp(one->where, parent, length) != 0)
        return one->where;
    return one->where + length + (one->where[length] == ' ');
}

static void put_label(struct line *line, const struct package *package, const struct run *run)
{
    const char *own = own_place(package, run->first);
    buf_puts(&line->label, *own ? own : "unpacked");
    if (run->count > 1) {
        const char *last = own_place(package, run->first + (run->count - 1) * run->stride),
                   *number = strrchr(last, ' ');
        buf_printf(&line->label, " to %s", number ? number + 1 : last);
    }
}

/* Appends the note of a file that is a single code object: "gfx90a, 7 kernels". */
static void put_only_image(const struct tree *tree, struct line *line,
                           const struct package_image *image)
{
    if (tree->view->list) {
        buf_puts(&line->note, "code object");
        return;
    }
    buf_printf(&line->note, "%s, ", *image->target ? image->target : "not read");
    put_count(&line->note, image->object.kernel_count, "kernel");
    if (image->is_read)
        put_form(line, image);
}

/* Appends whether a kpack archive that a library names exists, and whether it has images of the
 * library. */
static void put_archive(const struct tree *tree, struct line *line, size_t index)
{
    const struct package *package = tree->view->package;
    const struct package_container *archive = &package->containers[index];
    bool is_used = index + 1 < package->container_count && archive[1].parent == index;
    size_t library = package->containers[archive->parent].parent;
    bool is_member = package->containers[library].parent != PACKAGE_NONE;
    put_note(line, is_member            ? "kpack archive of a library in this file, not looked for"
                   : archive->size == 0 ? "kpack archive, not there"
                   : is_used            ? "kpack archive"
                                        : "kpack archive, without images of this library");
}

static void add_run(struct tree *tree, size_t depth, const struct run *run)
{
    const struct package *package = tree->view->package;
    const struct package_container *container = &package->containers[run->first];
    size_t inner = run->first + run->stride - 1;
    uint64_t stored = 0, unpacked = 0;
    for (size_t i = 0; i < run->count; i++) {
        stored += container[i * run->stride].stored_size;
        unpacked += container[i * run->stride].size;
    }
    bool is_file = container->parent == PACKAGE_NONE, is_kpack = container->kind == CONTAINER_KPACK;
    struct line *line = line_add(tree, depth, is_file ? STYLE_BOLD : STYLE_PLAIN);
    if (is_file)
        buf_puts(&line->label, package->files[container->file].path);
    else
        put_label(line, package, run);
    put_size(&line->size, is_kpack ? unpacked : stored);
    if (is_file && tree->image_count[inner] == 1 &&
        image_at(tree, inner, 0)->kind == IMAGE_CODE_OBJECT) {
        put_only_image(tree, line, image_at(tree, inner, 0));
        return;
    }
    if (run->count > 1)
        put_note(line, "all for the same targets");
    else if (is_kpack)
        put_archive(tree, line, run->first);
    else if (!is_file)
        buf_printf(&line->note, "at %" PRIu64, container->offset);
    if (container->kind == CONTAINER_COMPRESSED_BUNDLE)
        buf_printf(&line->note, ", CCOB v%u", container->version);
    if (container->codec != BUNDLE_CODEC_NONE)
        put_packing(line, stored, unpacked, codec_name(container->codec));
    for (size_t i = 0, loose; i < tree->image_count[inner]; i += loose) {
        loose = loose_images(tree, run, i);
        add_image(tree, depth + 1, run, i, loose);
    }
}

static size_t depth_of(const struct package *package, size_t container)
{
    size_t depth = 0;
    while ((container = package->containers[container].parent) != PACKAGE_NONE)
        depth++;
    return depth;
}

/* Adds a line for a file with the same images as another file. */
static void add_copy(struct tree *tree, const struct package_file *copy)
{
    const struct package *package = tree->view->package;
    size_t count = 0;
    for (size_t i = 0; i < package->image_count; i++) {
        const struct package_image *image = &package->images[i];
        size_t file = package->containers[image->container].file;
        count +=
            image->kind != IMAGE_EMPTY && strcmp(package->files[file].path, copy->same_as) == 0;
    }
    struct line *line = line_add(tree, 0, STYLE_BOLD);
    buf_puts(&line->label, copy->path);
    put_size(&line->size, copy->size);
    buf_puts(&line->note, "the same ");
    put_count(&line->note, count, "image");
    buf_printf(&line->note, " as %s", path_name(copy->same_as));
}

/* Adds lines for the files from |first| up to |end| that have the same images as others. */
static void add_copies(struct tree *tree, size_t first, size_t end)
{
    for (; first < end; first++)
        if (tree->view->package->files[first].same_as)
            add_copy(tree, &tree->view->package->files[first]);
}

void inspect_tree(const struct inspect_view *view, struct buf *out)
{
    const struct package *package = view->package;
    struct tree tree = {.view = view};
    index_images(&tree);
    size_t file = 0;
    for (size_t i = 0; i < package->container_count;) {
        struct run run = {.first = i, .stride = stride_of(package, i)};
        add_copies(&tree, file, package->containers[i].file);
        file = package->containers[i].file;
        run.count = run_length(&tree, i, run.stride);
        add_run(&tree, depth_of(package, i), &run);
        i += run.count * run.stride;
    }
    add_copies(&tree, file, package->file_count);
    if (tree.line_count)
        put_lines(&tree, out);
    free(tree.lines);
    free(tree.images);
    free(tree.first_image);
    free(tree.image_count);
}
