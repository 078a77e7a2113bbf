/* Disassembling kernels: choosing them, finding their code, and disassembling each image in as few
 * runs as its size allows. */
#include "inspect/disasm.h"

#include "inspect/extract.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Code disassembled at a time, so that a large library does not become text all at once. */
enum { RUN_MAX = 4 << 20 };

struct disassembly {
    const struct disasm_request *request;
    struct strings wanted; /* the glob, and the name */
    struct objdumps objdumps;
    struct sources sources;
    size_t shown;
    enum status status; /* the first failure; the other images are shown nonetheless */
};

/* A kernel that was asked for, and the place of its code. */
struct region {
    const struct kernel *kernel;
    struct address_range range;
    bool has_size;
};

static int compare_regions(const void *a, const void *b)
{
    const struct region *left = a, *right = b;
    return (left->range.start > right->range.start) - (left->range.start < right->range.start);
}

/* Where the first kernel behind |start| begins: code without a symbol reaches no further. */
static uint64_t next_entry(const struct code_object *object, uint64_t start)
{
    uint64_t next = UINT64_MAX;
    for (size_t i = 0; i < object->kernel_count; i++) {
        const struct kernel *kernel = &object->kernels[i];
        /* In version 2 the descriptor is in front of the code. */
        uint64_t begin =
            object->version == 2 ? kernel->descriptor.address : kernel->descriptor.entry_address;
        if (begin > start && begin < next)
            next = begin;
    }
    return next;
}

static struct region region_of(const struct code_object *object, const struct kernel *kernel)
{
    uint64_t entry = kernel->descriptor.entry_address;
    uint64_t end = kernel->code_size ? entry + kernel->code_size : next_entry(object, entry);
    return (struct region){kernel, {entry, end}, kernel->code_size != 0};
}

static bool is_wanted(const struct disassembly *disassembly, const struct kernel *kernel)
{
    return strcmp(kernel->name, disassembly->wanted.items[0]) == 0 ||
           kernel_matches(kernel->name, &disassembly->wanted);
}

static size_t find_regions(const struct disassembly *disassembly, const struct code_object *object,
                           struct region **out)
{
    size_t count = 0;
    struct region *regions = mem_alloc((object->kernel_count + 1) * sizeof *regions);
    for (size_t i = 0; i < object->kernel_count; i++)
        if (is_wanted(disassembly, &object->kernels[i]))
            regions[count++] = region_of(object, &object->kernels[i]);
    qsort(regions, count, sizeof *regions, compare_regions);
    *out = regions;
    return count;
}

static bool wants_source(const struct disasm_request *request, const struct code_object *object)
{
    return !request->no_source && !request->stats && (request->source || object->has_debug_lines);
}

static void show(struct disassembly *disassembly, const struct code_object *object,
                 const struct region *region, const struct listing *listing, const char *where)
{
    const struct disasm_request *request = disassembly->request;
    struct disasm_kernel kernel = {
        .object = object,
        .kernel = region->kernel,
        .where = where,
        .code = listing_range(listing, region->range),
        .has_size = region->has_size,
    };
    if (!region->has_size)
        kernel.code = listing_without_padding(kernel.code);
    bool is_first = disassembly->shown++ == 0;
    if (request->stats) {
        if (is_first)
            disasm_print_stats_header();
        disasm_print_stats(&kernel);
        return;
    }
    if (!is_first)
        putchar('\n');
    struct disasm_style style = {
        .source = wants_source(request, object),
        .bytes = request->bytes,
    };
    disasm_print(&kernel, &style, &disassembly->sources);
}

/* Disassembles |regions|, neighbours together. */
static enum status show_regions(struct disassembly *disassembly, const struct code_object *object,
                                const struct shared_image *image, const struct region *regions,
                                size_t count, const char *where)
{
    const struct objdump *objdump;
    FORWARD_IF_ERROR(
        objdumps_choose(&disassembly->objdumps, object->target.info->processor, &objdump));
    bool lines = object->has_debug_lines && wants_source(disassembly->request, object);
    for (size_t first = 0, next; first < count; first = next) {
        struct address_range range = regions[first].range;
        for (next = first + 1; next < count && regions[next].range.end - range.start <= RUN_MAX;
             next++)
            if (regions[next].range.end > range.end)
                range.end = regions[next].range.end;
        struct buf text = {0};
        struct listing listing = {0};
        enum status status = objdump_run(objdump, image, range, lines, &text);
        if (status == STATUS_OK && text.data)
            listing_parse(text.data, &listing);
        for (size_t i = first; i < next && status == STATUS_OK; i++)
            show(disassembly, object, &regions[i], &listing, where);
        listing_free(&listing);
        buf_free(&text);
        FORWARD_IF_ERROR(status);
    }
    return STATUS_OK;
}

static enum status on_image(void *context, const struct package *package,
                            const struct package_image *image, struct span bytes)
{
    struct disassembly *disassembly = context;
    if (!image->is_read)
        return STATUS_OK;
    struct region *regions;
    size_t count = find_regions(disassembly, &image->object, &regions);
    if (count) {
        const struct package_container *container = &package->containers[image->container];
        char *where = package_place(package, container);
        struct shared_image shared;
        enum status status = shared_image_open(bytes, &shared);
        if (status == STATUS_OK) {
            status = show_regions(disassembly, &image->object, &shared, regions, count, where);
            shared_image_close(&shared);
        }
        if (disassembly->status == STATUS_OK)
            disassembly->status = status;
        free(where);
    }
    free(regions);
    return STATUS_OK;
}

enum status disasm_run(const struct disasm_request *request, const char *kernel,
                       const struct strings *paths)
{
    struct disassembly disassembly = {.request = request};
    strings_add(&disassembly.wanted, kernel);
    struct package package = {0};
    struct package_options reading = {
        .targets = request->targets, .image = on_image, .context = &disassembly};
    enum status status = objdumps_find(request->objdump, &disassembly.objdumps);
    if (status == STATUS_OK)
        status = package_read(paths, &reading, &package);
    if (status == STATUS_OK)
        status = package_report_problems(&package);
    if (disassembly.status != STATUS_OK)
        status = disassembly.status;
    if (status == STATUS_OK && disassembly.shown == 0)
        status = extract_nothing("disasm", paths, &request->targets, &disassembly.wanted);
    package_free(&package);
    sources_free(&disassembly.sources);
    objdumps_free(&disassembly.objdumps);
    strings_free(&disassembly.wanted);
    return status;
}
