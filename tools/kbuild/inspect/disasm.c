/* Disassembling kernels: choosing them, finding their code, and disassembling each image in as few
 * runs as its size allows. */
#include "inspect/disasm.h"

#include "inspect/extract.h"
#include "toolchain/toolchain.h"
#include "util/file.h"
#include "util/process.h"

#include <errno.h>
#include <sys/mman.h>
#include <unistd.h>

/* ---- llvm-objdump: finding it, asking which processors it knows, running it ------------------ */

/* Debian's; 12, 13 and Ubuntu 24.04 have it. */
static const char newest_package[] = "llvm-19";

/* A program llvm-objdump, and the processors that it knows (empty: unknown). */
struct objdump {
    char *path;
    struct strings processors;
    bool was_asked;
};

struct objdumps {
    struct objdump *items;
    size_t count;
};

/* A code object where another program can read it by name, without a file on a disk. */
struct shared_image {
    int fd;
    char path[32]; /* good in a child process too */
};

/* Takes |path|, which may be NULL. */
static void add(struct objdumps *objdumps, char *path)
{
    if (!path)
        return;
    objdumps->items = mem_grow(objdumps->items, objdumps->count, sizeof *objdumps->items);
    objdumps->items[objdumps->count++] = (struct objdump){.path = path};
}

static void find_all(struct objdumps *out)
{
    const char *root = getenv("KBUILD_SYSROOT"), *rocm = getenv("ROCM_PATH");
    OWNED_BY(strings_free) struct strings debian = {0};
    toolchain_list_llvm("bin/llvm-objdump", &debian);
    for (size_t i = 0; i < debian.count; i++)
        add(out, mem_dup(debian.items[i]));
    OWNED char *path = rocm && *rocm
                           ? path_join(rocm, "llvm/bin/llvm-objdump")
                           : mem_format("%s/opt/rocm/llvm/bin/llvm-objdump", root ? root : "");
    add(out, process_find(path));
    add(out, process_find("llvm-objdump"));
}

/* |wanted| (a program, a path; from --objdump) or, when it is NULL, those of LLVM's
 * directories in /usr/lib and /usr/lib64, newest first, of ROCm, and the one in PATH.
 * STATUS_ENVIRONMENT when there is none. The caller frees it in every case. */
static enum status objdumps_find(const char *wanted, struct objdumps *out)
{
    *out = (struct objdumps){0};
    if (wanted)
        add(out, process_find(wanted));
    else
        find_all(out);
    if (out->count)
        return STATUS_OK;
    if (wanted)
        return status_fail(STATUS_ENVIRONMENT, "disasm: %s: no such program", wanted);
    return status_fail(
        STATUS_ENVIRONMENT,
        "disasm: llvm-objdump was not found: looked in LLVM's directories in "
        "/usr/lib and /usr/lib64, /opt/rocm/llvm/bin and PATH. On Debian: apt-get install %s",
        newest_package);
}

static void objdumps_free(struct objdumps *objdumps)
{
    for (size_t i = 0; i < objdumps->count; i++) {
        free(objdumps->items[i].path);
        strings_free(&objdumps->items[i].processors);
    }
    free(objdumps->items);
    *objdumps = (struct objdumps){0};
}

/* llvm-objdump cannot be asked (before LLVM 19 it crashes), so llvm-mc of the same directory is.
 * Its list has lines "  gfx90a - Select the gfx90a processor.". */
static void ask(struct objdump *objdump)
{
    objdump->was_asked = true;
    OWNED char *real = realpath(objdump->path, NULL);
    OWNED char *directory = path_directory(real ? real : objdump->path);
    OWNED char *assembler = path_join(directory, "llvm-mc");
    char *const argv[] = {assembler, "-triple=amdgcn-amd-amdhsa", "-mcpu=help", NULL};
    OWNED_BY(process_result_free) struct process_result result = {0};
    process_run(argv, NULL, PROCESS_QUIET_IN | PROCESS_CAPTURE_OUT | PROCESS_CAPTURE_ERR, &result);
    char *save = NULL;
    for (char *line = strtok_r(result.err.data, "\n", &save); line;
         line = strtok_r(NULL, "\n", &save)) {
        line += strspn(line, " ");
        size_t length = strcspn(line, " ");
        if (strncmp(line, "gfx", 3) == 0 && strstr(line, "processor"))
            strings_take(&objdump->processors, mem_dup_n(line, length));
    }
}

/* The first that knows |processor|. STATUS_ENVIRONMENT, naming the package to install, when none
 * does. Borrows. */
static enum status objdumps_choose(struct objdumps *objdumps, const char *processor,
                                   const struct objdump **out)
{
    for (size_t i = 0; i < objdumps->count; i++) {
        struct objdump *objdump = &objdumps->items[i];
        if (!objdump->was_asked)
            ask(objdump);
        if (!objdump->processors.count || strings_contain(&objdump->processors, processor)) {
            *out = objdump;
            return STATUS_OK;
        }
    }
    return status_fail(STATUS_ENVIRONMENT,
                       "disasm: %s does not know %s%s; a newer LLVM may: --objdump PROGRAM, or on "
                       "Debian apt-get install %s",
                       objdumps->items[0].path, processor,
                       objdumps->count > 1 ? ", nor does an older one" : "", newest_package);
}

/* ---- Running --------------------------------------------------------------------------------- */

static enum status shared_image_open(struct span bytes, struct shared_image *out)
{
    int fd = memfd_create("code object", 0); /* not closed on exec: the child reads it */
    if (fd < 0 || !file_write_all(fd, bytes.data, bytes.size)) {
        int error = errno;
        if (fd >= 0)
            close(fd);
        return status_fail(STATUS_ENVIRONMENT, "disasm: cannot hold a code object in memory: %s",
                           strerror(error));
    }
    out->fd = fd;
    snprintf(out->path, sizeof out->path, "/proc/self/fd/%d", fd);
    return STATUS_OK;
}

static void shared_image_close(struct shared_image *image)
{
    close(image->fd);
}

/* Appends the output of |objdump| for |range|; with |lines|, with lines of the source between. */
static enum status objdump_run(const struct objdump *objdump, const struct shared_image *image,
                               struct address_range range, bool lines, struct buf *out)
{
    char first[48], last[48];
    snprintf(first, sizeof first, "--start-address=0x%" PRIx64, range.start);
    snprintf(last, sizeof last, "--stop-address=0x%" PRIx64, range.end);
    char *const argv[] = {objdump->path,
                          "--disassemble",
                          first,
                          last,
                          (char *)image->path,
                          lines ? "--line-numbers"
                                : NULL, /* costs time even where there are none */
                          NULL};
    OWNED_BY(process_result_free) struct process_result result = {0};
    bool done = process_run(argv, NULL,
                            PROCESS_QUIET_IN | PROCESS_CAPTURE_OUT | PROCESS_CAPTURE_ERR, &result);
    enum status status = STATUS_OK;
    if (done)
        buf_append(out, result.out.data, result.out.size);
    else if (result.error)
        status = status_fail(STATUS_ENVIRONMENT, "disasm: cannot run %s: %s", objdump->path,
                             strerror(result.error));
    else if (result.signal)
        status = status_fail(STATUS_ENVIRONMENT,
                             "disasm: %s crashed (signal %d); another LLVM may do better: "
                             "--objdump PROGRAM",
                             objdump->path, result.signal);
    else
        status = status_fail(STATUS_INPUT, "disasm: %s fails: %.*s", objdump->path,
                             (int)strcspn(result.err.data, "\n"), result.err.data);
    return status;
}

/* ---- Kernels -------------------------------------------------------------------------------- */

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
        /* Up to version 2 the descriptor is in front of the code. */
        uint64_t begin =
            object->version <= 2 ? kernel->descriptor.address : kernel->descriptor.entry_address;
        if (begin > start && begin < next)
            next = begin;
    }
    return next;
}

static struct region region_of(const struct code_object *object, const struct kernel *kernel)
{
    uint64_t entry = kernel->descriptor.entry_address;
    const bool has_size = kernel->code_size != 0 || kernel->is_empty;
    uint64_t end = has_size ? entry + kernel->code_size : next_entry(object, entry);
    return (struct region){kernel, {entry, end}, has_size};
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
    return !request->no_source && (request->source || object->has_debug_lines);
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
    if (disassembly->shown++)
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
    const struct objdump *objdump = NULL;
    FORWARD_IF_ERROR(
        objdumps_choose(&disassembly->objdumps, object->target.info->processor, &objdump));
    bool lines = object->has_debug_lines && wants_source(disassembly->request, object);
    for (size_t first = 0, next; first < count; first = next) {
        struct address_range range = regions[first].range;
        for (next = first + 1; next < count && regions[next].range.end - range.start <= RUN_MAX;
             next++)
            if (regions[next].range.end > range.end)
                range.end = regions[next].range.end;
        OWNED_BY(buf_free) struct buf text = {0};
        OWNED_BY(listing_free) struct listing listing = {0};
        enum status status = STATUS_OK;
        if (range.end > range.start) /* not empty kernels alone */
            status = objdump_run(objdump, image, range, lines, &text);
        if (status == STATUS_OK && text.data)
            listing_parse(text.data, &listing);
        for (size_t i = first; i < next && status == STATUS_OK; i++)
            show(disassembly, object, &regions[i], &listing, where);
        FORWARD_IF_ERROR(status);
    }
    return STATUS_OK;
}

/* LLVM does not disassemble NVIDIA's code, which matters if somebody asks for it. */
static enum status refuse(struct disassembly *disassembly, const struct package_image *image)
{
    if (disassembly->request->targets.count && disassembly->status == STATUS_OK)
        disassembly->status = status_fail(
            STATUS_INPUT,
            "disasm: code for %s is not disassembled; take it out with kbuild extract, and give it "
            "to nvdisasm",
            image->target);
    return STATUS_OK;
}

static enum status on_image(void *context, const struct package *package,
                            const struct package_image *image, struct span bytes)
{
    struct disassembly *disassembly = context;
    if (!image->is_read)
        return STATUS_OK;
    if (target_is_nvidia(&image->object.target))
        return refuse(disassembly, image);
    OWNED struct region *regions = NULL;
    size_t count = find_regions(disassembly, &image->object, &regions);
    if (count) {
        const struct package_container *container = &package->containers[image->container];
        OWNED char *where = package_place(package, container);
        struct shared_image shared;
        enum status status = shared_image_open(bytes, &shared);
        if (status == STATUS_OK) {
            status = show_regions(disassembly, &image->object, &shared, regions, count, where);
            shared_image_close(&shared);
        }
        if (disassembly->status == STATUS_OK)
            disassembly->status = status;
    }
    return STATUS_OK;
}

enum status disasm_run(const struct disasm_request *request, const char *kernel,
                       const struct strings *paths)
{
    struct disassembly disassembly = {.request = request};
    strings_add(&disassembly.wanted, kernel);
    OWNED_BY(package_free) struct package package = {0};
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
    sources_free(&disassembly.sources);
    objdumps_free(&disassembly.objdumps);
    strings_free(&disassembly.wanted);
    return status;
}
