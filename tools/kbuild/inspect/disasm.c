/* Disassembles kernels: selects the kernels, finds their code, and disassembles each image in few
 * runs, each of limited size. */
#include "inspect/disasm.h"

#include "disassembler.h"
#include "inspect/extract.h"
#include "toolchain/toolchain.h"
#include "util/file.h"
#include "util/process.h"

#include <errno.h>
#include <sys/mman.h>
#include <unistd.h>

/* ---- llvm-objdump: finding it, asking which processors it knows, running it ------------------ */

/* A program llvm-objdump, and the processors that it knows. The list is empty if they are not
 * known. */
struct objdump {
    char *path;
    struct strings processors;
    bool was_asked;
};

struct objdumps {
    struct objdump *items;
    size_t count;
    bool was_searched;
};

/* A code object in memory that another program can read by a path. */
struct shared_image {
    int fd;
    char path[32]; /* a path that is also valid in a child process */
};

/* Adds the program |path| to |objdumps|, and takes ownership of |path|. Does nothing if |path| is
 * NULL. */
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

/* Finds llvm-objdump. |wanted| is a name or a path from --objdump. When |wanted| is NULL, finds
 * every llvm-objdump in LLVM's directories in /usr/lib and /usr/lib64 (newest first), in ROCm's
 * directory, and in PATH. */
static void objdumps_find(const char *wanted, struct objdumps *out)
{
    *out = (struct objdumps){.was_searched = true};
    if (wanted)
        add(out, process_find(wanted));
    else
        find_all(out);
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

/* Asks which processors the LLVM of |objdump| knows. llvm-objdump has no option for that, and
 * crashes on an unknown processor before LLVM 19. So llvm-mc of the same directory is run. Its list
 * has lines "  gfx90a - Select the gfx90a processor.". */
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

/* Returns the first program that knows |processor|, or NULL. Borrows. */
static const struct objdump *objdumps_choose(struct objdumps *objdumps, const char *processor)
{
    for (size_t i = 0; i < objdumps->count; i++) {
        struct objdump *objdump = &objdumps->items[i];
        if (!objdump->was_asked)
            ask(objdump);
        if (!objdump->processors.count || strings_contain(&objdump->processors, processor))
            return objdump;
    }
    return NULL;
}

/* Reports that no llvm-objdump knows |processor|. |why| is the reason why no library of LLVM was
 * used either; NULL when the user did not want the library. */
static enum status refuse_processor(const struct objdumps *objdumps, const char *processor,
                                    const char *why)
{
    char first[48];
    disassembler_first(processor, first);
    if (!objdumps->count)
        return status_fail(STATUS_ENVIRONMENT,
                           "disasm: %s; nor is there an llvm-objdump in LLVM's directories in "
                           "/usr/lib and /usr/lib64, /opt/rocm/llvm/bin or PATH",
                           why);
    return status_fail(STATUS_ENVIRONMENT, "disasm: %s does not know %s%s; %s does%s%s",
                       objdumps->items[0].path, processor,
                       objdumps->count > 1 ? ", nor does an older one" : "", first,
                       why ? ". Its library: " : "", why ? why : "");
}

/* ---- Running objdump ------------------------------------------------------------------------- */

static enum status shared_image_open(struct span bytes, struct shared_image *out)
{
    /* MFD_CLOEXEC is not given, because a child process reads the file. */
    int fd = memfd_create("code object", 0);
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

/* Appends to |out| what |objdump| prints for |range| of the code object. With |lines|, the output
 * also has source lines. */
static enum status objdump_run(const struct objdump *objdump, const struct shared_image *image,
                               struct address_range range, bool lines, struct buf *out)
{
    char first[48], last[48];
    snprintf(first, sizeof first, "--start-address=0x%" PRIx64, range.start);
    snprintf(last, sizeof last, "--stop-address=0x%" PRIx64, range.end);
    char *const argv[] = {objdump->path, "--disassemble", first, last, (char *)image->path,
                          /* This option is given only on request, because it takes time even if
                           * there is no debug information. */
                          lines ? "--line-numbers" : NULL, NULL};
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

/* ---- Showing kernels ------------------------------------------------------------------------- */

/* The bytes of code that are disassembled in one run. The limit keeps the text of a large library
 * from being in memory all at once. */
enum { RUN_MAX = 4 << 20 };

struct disassembly {
    const struct disasm_request *request;
    struct strings wanted; /* the names or globs of the kernels that the user wants */
    struct objdumps objdumps;
    struct sources sources;
    /* paths of source files; the instructions of listings borrow these strings */
    struct strings files;
    bool missed_lines;
    size_t shown;
    enum status status; /* the first failure; later images are still disassembled */
};

static int compare_regions(const void *a, const void *b)
{
    const struct disasm_region *left = a, *right = b;
    return (left->range.start > right->range.start) - (left->range.start < right->range.start);
}

static int compare_addresses(const void *a, const void *b)
{
    const uint64_t *left = a, *right = b;
    return (*left > *right) - (*left < *right);
}

/* Returns the addresses where kernels begin, sorted; the caller frees them. */
static uint64_t *find_beginnings(const struct code_object *object)
{
    uint64_t *out = mem_alloc((object->kernel_count + 1) * sizeof *out);
    for (size_t i = 0; i < object->kernel_count; i++) {
        const struct kernel_descriptor *descriptor = &object->kernels[i].descriptor;
        /* In code objects of versions 1 and 2 a kernel's descriptor is just before its code. */
        out[i] = object->version <= 2 ? descriptor->address : descriptor->entry_address;
    }
    qsort(out, object->kernel_count, sizeof *out, compare_addresses);
    return out;
}

/* Returns the first of |count| sorted beginnings of kernels after |start|. The code of a kernel
 * without a size ends there. */
static uint64_t next_beginning(const uint64_t *beginnings, size_t count, uint64_t start)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (beginnings[middle] > start)
            high = middle;
        else
            low = middle + 1;
    }
    return low < count ? beginnings[low] : UINT64_MAX;
}

static bool is_wanted(const struct disassembly *disassembly, const struct kernel *kernel)
{
    return strcmp(kernel->name, disassembly->wanted.items[0]) == 0 ||
           kernel_matches(kernel->name, &disassembly->wanted);
}

static size_t find_regions(const struct disassembly *disassembly, const struct code_object *object,
                           struct disasm_region **out)
{
    size_t count = 0;
    struct disasm_region *regions = mem_alloc((object->kernel_count + 1) * sizeof *regions);
    OWNED uint64_t *beginnings = find_beginnings(object);
    for (size_t i = 0; i < object->kernel_count; i++) {
        const struct kernel *kernel = &object->kernels[i];
        const uint64_t entry = kernel->descriptor.entry_address;
        const bool has_size = kernel->code_size != 0 || kernel->is_empty;
        if (is_wanted(disassembly, kernel))
            regions[count++] = (struct disasm_region){
                kernel,
                {entry, has_size ? entry + kernel->code_size
                                 : next_beginning(beginnings, object->kernel_count, entry)},
                has_size};
    }
    qsort(regions, count, sizeof *regions, compare_regions);
    *out = regions;
    return count;
}

static bool wants_source(const struct disasm_request *request, const struct code_object *object)
{
    return !request->no_source && (request->source || object->has_debug_lines);
}

/* Disassembled code, from the library of LLVM or from llvm-objdump. */
struct reading {
    struct buf text;
    struct listing listing; /* the parsed |text| */
    char *reader;           /* what disassembled the code: "LLVM 19", or the path of llvm-objdump */
    bool is_proven;         /* whether |reader| is known to know the processor's instructions */
};

static void reading_free(struct reading *reading)
{
    listing_free(&reading->listing);
    buf_free(&reading->text);
    free(reading->reader);
}

static enum status report_unknown(const struct disasm_kernel *kernel, const struct reading *reading)
{
    return status_fail(reading->is_proven ? STATUS_INPUT : STATUS_ENVIRONMENT,
                       "disasm: %s, %s: %zu unknown to %s%s", kernel->kernel->name, kernel->where,
                       kernel->unknown, kernel->reader,
                       reading->is_proven ? ": not code, or newer than it"
                                          : ", which may be too old: --llvm LIBRARY, or --objdump "
                                            "PROGRAM");
}

static size_t count_unknown(const struct listing *code)
{
    size_t count = 0;
    for (size_t i = 0; i < code->count; i++)
        count += code->items[i].is_unknown;
    return count;
}

static enum status show(struct disassembly *disassembly, const struct code_object *object,
                        const struct disasm_region *region, const struct reading *reading,
                        const char *where)
{
    const struct disasm_request *request = disassembly->request;
    struct disasm_kernel kernel = {
        .object = object,
        .kernel = region->kernel,
        .where = where,
        .code = listing_range(&reading->listing, region->range),
        .reader = reading->reader,
        .has_size = region->has_size,
    };
    if (!region->has_size)
        kernel.code = listing_without_padding(kernel.code);
    kernel.unknown = count_unknown(&kernel.code);
    if (disassembly->shown++)
        putchar('\n');
    struct disasm_style style = {
        .source = wants_source(request, object),
        .bytes = request->bytes,
    };
    disasm_print(&kernel, &style, &disassembly->sources);
    return kernel.unknown ? report_unknown(&kernel, reading) : STATUS_OK;
}

/* A part of an image: kernels that are disassembled together. */
struct part {
    const struct code_object *object;
    const struct shared_image *image;
    struct span bytes;
    const struct disasm_region *regions;
    size_t count;
    struct address_range range;
};

static const struct objdump *find_objdump(struct disassembly *disassembly,
                                          const struct code_object *object)
{
    if (!disassembly->objdumps.was_searched)
        objdumps_find(NULL, &disassembly->objdumps);
    return objdumps_choose(&disassembly->objdumps, object->target.info->processor);
}

/* Disassembles by llvm-objdump. |why| is the reason why the library of LLVM was not used, or NULL.
 */
static enum status read_by_program(struct disassembly *disassembly, const struct part *part,
                                   const char *why, struct reading *out)
{
    const struct objdump *objdump = find_objdump(disassembly, part->object);
    if (!objdump)
        return refuse_processor(&disassembly->objdumps, part->object->target.info->processor, why);
    bool lines = part->object->has_debug_lines && wants_source(disassembly->request, part->object);
    enum status status = STATUS_OK;
    /* The condition is false if all kernels of |part| are empty. */
    if (part->range.end > part->range.start)
        status = objdump_run(objdump, part->image, part->range, lines, &out->text);
    if (status == STATUS_OK && out->text.data)
        listing_parse(out->text.data, &out->listing);
    out->reader = mem_dup(objdump->path);
    return status;
}

/* Returns the string in |names| that equals |name|, and adds a copy if there is none. NULL for
 * NULL. Searches from the end, because |name| often is one of the last strings. */
static const char *keep_name(struct strings *names, const char *name)
{
    if (!name)
        return NULL;
    for (size_t i = names->count; i > 0; i--)
        if (strcmp(names->items[i - 1], name) == 0)
            return names->items[i - 1];
    strings_add(names, name);
    return names->items[names->count - 1];
}

/* Adds source lines to |listing|. Only llvm-objdump reads debug information, so it disassembles the
 * code once more. */
static enum status add_places(struct disassembly *disassembly, const struct part *part,
                              struct listing *listing)
{
    OWNED_BY(reading_free) struct reading places = {0};
    if (!part->object->has_debug_lines || !wants_source(disassembly->request, part->object))
        return STATUS_OK;
    if (!find_objdump(disassembly, part->object)) {
        if (!disassembly->missed_lines)
            status_warn("disasm: no lines of the source: no llvm-objdump knows %s",
                        part->object->target.info->processor);
        disassembly->missed_lines = true;
        return STATUS_OK;
    }
    FORWARD_IF_ERROR(read_by_program(disassembly, part, NULL, &places));
    listing_take_places(listing, &places.listing);
    /* |disassembly| keeps copies of the paths, which must outlive |places|. */
    for (size_t i = 0; i < listing->count; i++)
        listing->items[i].file = keep_name(&disassembly->files, listing->items[i].file);
    return STATUS_OK;
}

static enum status read_part(struct disassembly *disassembly, const struct part *part,
                             struct reading *out)
{
    const struct disasm_request *request = disassembly->request;
    OWNED char *why = NULL;
    if (!request->objdump) {
        struct disasm_decoding decoding = {.library = request->llvm,
                                           .processor = part->object->target.info->processor,
                                           .bytes = part->bytes,
                                           .regions = part->regions,
                                           .count = part->count};
        enum status status = disasm_decode(&decoding, &out->text, &why);
        if (status == STATUS_OK) {
            listing_parse(out->text.data ? out->text.data : (char[]){""}, &out->listing);
            out->reader = mem_dup(why);
            out->is_proven = true;
            return add_places(disassembly, part, &out->listing);
        }
        if (!why)
            return status;
        if (request->llvm)
            return status_fail(status, "disasm: %s", why);
        buf_free(&out->text);
    }
    return read_by_program(disassembly, part, why, out);
}

/* Disassembles the regions of |image|, neighbouring ones together, and shows them. */
static enum status show_regions(struct disassembly *disassembly, const struct part *image,
                                const char *where)
{
    const struct disasm_region *regions = image->regions;
    enum status first_failure = STATUS_OK;
    for (size_t first = 0, next; first < image->count; first = next) {
        struct part part = *image;
        part.range = regions[first].range;
        for (next = first + 1;
             next < image->count && regions[next].range.end - part.range.start <= RUN_MAX; next++)
            if (regions[next].range.end > part.range.end)
                part.range.end = regions[next].range.end;
        part.regions = regions + first;
        part.count = next - first;
        OWNED_BY(reading_free) struct reading reading = {0};
        FORWARD_IF_ERROR(read_part(disassembly, &part, &reading));
        for (size_t i = first; i < next; i++) {
            enum status status = show(disassembly, image->object, &regions[i], &reading, where);
            first_failure = first_failure == STATUS_OK ? status : first_failure;
        }
    }
    return first_failure;
}

/* Refuses an image for NVIDIA's GPUs, which LLVM does not disassemble. Fails only if the user has
 * asked for targets. */
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
    OWNED struct disasm_region *regions = NULL;
    size_t count = find_regions(disassembly, &image->object, &regions);
    if (count) {
        const struct package_container *container = &package->containers[image->container];
        OWNED char *where = package_place(package, container);
        struct shared_image shared;
        enum status status = shared_image_open(bytes, &shared);
        if (status == STATUS_OK) {
            struct part part = {.object = &image->object,
                                .image = &shared,
                                .bytes = bytes,
                                .regions = regions,
                                .count = count};
            status = show_regions(disassembly, &part, where);
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
    enum status status = STATUS_OK;
    if (request->objdump) {
        objdumps_find(request->objdump, &disassembly.objdumps);
        if (!disassembly.objdumps.count)
            status =
                status_fail(STATUS_ENVIRONMENT, "disasm: %s: no such program", request->objdump);
    }
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
    strings_free(&disassembly.files);
    strings_free(&disassembly.wanted);
    return status;
}
