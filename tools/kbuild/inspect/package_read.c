/* Reads a package: maps and walks every file, and opens the code objects that are found.
 *
 * Threads open code objects in batches: after a batch of files was walked, those whose bytes are in
 * the files themselves. Code objects that had to be unpacked are opened at once. So are all code
 * objects when the caller needs the images in order. The result is the same in all cases. */
#include "inspect/metric.h"

#include "parts.h"

#include "util/file.h"
#include "util/threads.h"

#include <stdatomic.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

enum {
    BATCH_FILES = 256,   /* how many files a batch has, which are mapped at the same time */
    BATCH_IMAGES = 8192, /* the most code objects that wait to be opened */
};

/* A code object that a thread will open, or has opened. */
struct job {
    size_t image; /* index into the package's images */
    struct span bytes;
    size_t map; /* index into the reader's |maps| of the file with |bytes|; or PACKAGE_NONE */
    struct codeobj_error error;
    bool is_done;
};

struct problems {
    struct package_problem *items;
    size_t count;
};

struct reader {
    const struct package_options *options;
    struct package *package;
    enum status status; /* the status that the caller's function |image| returned */
    /* number of images that are not empty, also of those that filters exclude */
    size_t images_seen;
    /* the problems of walking files, and those of opening images; both sorted by file */
    struct problems walk, images;

    /* The current batch. Its images begin at the package's image |first_image|. */
    size_t first_image;
    struct job *jobs;
    size_t job_count;
    atomic_size_t next_job, next_thread;
    struct mapped_file maps[BATCH_FILES];
    size_t map_count;

    /* The file that is being walked. */
    size_t file;
    struct span bytes;
    size_t first_container;
    struct beside beside;
};

/* ---- Problems -------------------------------------------------------------------------------- */

static const char *remedy(enum codeobj_status status)
{
    static const char *const remedies[] = {
        [CODEOBJ_UNRECOGNISED] = "; name a code object, a bundle, or what has one embedded",
        [CODEOBJ_TRUNCATED] = "; a part of the file is missing: copy or build it again",
        [CODEOBJ_CORRUPT] = "; the file is damaged, or not what it claims to be: build it again",
        [CODEOBJ_UNSUPPORTED] = "; a newer kbuild may read it",
        [CODEOBJ_LIMIT] = "; it was left packed",
    };
    const char *text =
        (size_t)status < sizeof remedies / sizeof *remedies ? remedies[status] : NULL;
    return text ? text : "";
}

/* Returns |before| and the message of |error|. Adds a remedy if the message has none. */
static char *error_text(const char *before, const struct codeobj_error *error)
{
    const char *what_to_do = strchr(error->message, ';') ? "" : remedy(error->status);
    return mem_format("%s%s%s", before, error->message, what_to_do);
}

static void add_problem(struct problems *problems, size_t file, const char *where, uint64_t offset,
                        char *message)
{
    problems->items = mem_grow(problems->items, problems->count, sizeof *problems->items);
    problems->items[problems->count++] = (struct package_problem){
        .file = file, .where = mem_dup(where), .offset = offset, .message = message};
}

/* Merges the two lists of problems, file by file: first the problems of walking a file, then the
 * problems of opening its images. */
static void merge_problems(struct reader *reader)
{
    struct package *package = reader->package;
    size_t count = reader->walk.count + reader->images.count;
    package->problems = mem_alloc((count + 1) * sizeof *package->problems);
    for (size_t i = 0, j = 0; i + j < count;) {
        bool walk =
            j == reader->images.count ||
            (i < reader->walk.count && reader->walk.items[i].file <= reader->images.items[j].file);
        package->problems[package->problem_count++] =
            walk ? reader->walk.items[i++] : reader->images.items[j++];
    }
    free(reader->walk.items);
    free(reader->images.items);
}

/* ---- Opening images -------------------------------------------------------------------------- */

/* Removes the kernels that |options| do not select. */
static void filter_kernels(const struct package_options *options, struct code_object *object)
{
    size_t kept = 0;
    for (size_t i = 0; i < object->kernel_count; i++)
        if (options->kernels.count == 0 ||
            kernel_matches(object->kernels[i].name, &options->kernels))
            object->kernels[kept++] = object->kernels[i];
    object->kernel_count = kept;
}

static uint64_t *hash_code(const struct code_object *object, struct span bytes)
{
    uint64_t *hashes = mem_alloc(object->kernel_count * sizeof *hashes);
    for (size_t i = 0; i < object->kernel_count; i++) {
        const struct kernel *kernel = &object->kernels[i];
        struct span code;
        if (kernel->code_size &&
            span_sub(bytes, kernel->descriptor.code_offset, kernel->code_size, &code))
            hashes[i] = XXH64(code.data, code.size, 0);
    }
    return hashes;
}

/* Replaces the kernels of an image by rows, because kernels take several times as much memory. */
static void keep_rows(struct package_image *image, struct metadata_pool *pool, uint32_t workgroup)
{
    struct code_object rest = image->object;
    image->rows = rows_store(image, pool, workgroup);
    code_object_close(&image->object);
    rest.kernels = NULL;
    rest.printf_formats = NULL;
    rest.printf_format_count = 0;
    rest.memory = NULL;
    image->object = rest;
}

static void open_image(const struct reader *reader, size_t thread, struct job *job)
{
    const struct package *package = reader->package;
    struct package_image *image = &package->images[job->image];
    if (code_object_open_pooled(job->bytes, package->pools[thread], &image->object, &job->error) !=
        CODEOBJ_OK)
        return;
    image->is_read = true;
    char target[TARGET_ID_MAX];
    struct target_id named;
    if (target_id_parse(image->target, &named, NULL) == CODEOBJ_OK)
        code_object_is_for(&image->object, &named);
    free(image->target);
    image->target = mem_dup(target_id_print(&image->object.target, target));
    filter_kernels(reader->options, &image->object);
    if (reader->options->code_hashes)
        image->code_hashes = hash_code(&image->object, job->bytes);
    if (reader->options->rows)
        keep_rows(image, package->row_pools[thread], reader->options->workgroup);
}

/* Replaces a thread's pool of texts by an empty one, when no kernel uses its texts any more. Other
 * bundles have other names, so keeping the texts would not save memory. */
static void renew_pool(struct package *package, size_t thread)
{
    metadata_pool_free(package->pools[thread]);
    package->pools[thread] = metadata_pool_new();
    if (!package->pools[thread])
        mem_exhausted();
}

/* Opens the code object of |job|. May run in several threads: each thread changes only its own job,
 * the job's image, and its own pools. */
static void job_run(const struct reader *reader, size_t thread, struct job *job)
{
    if (job->is_done)
        return;
    job->is_done = true;
    open_image(reader, thread, job);
    if (job->map != PACKAGE_NONE)
        mapped_file_rest(&reader->maps[job->map], job->bytes);
}

static void report_job(struct reader *reader, const struct job *job)
{
    const struct package_image *image = &reader->package->images[job->image];
    if (image->is_read || !target_is_wanted(image->target, &reader->options->targets))
        return;
    const struct package_container *container = &reader->package->containers[image->container];
    char before[TARGET_ID_MAX + 32] = "";
    if (*image->target)
        snprintf(before, sizeof before, "image for %.*s: ", TARGET_ID_MAX, image->target);
    add_problem(&reader->images, container->file, container->where,
                image->offset + job->error.offset, error_text(before, &job->error));
}

/* Returns the end of the jobs, from |first| on, that one thread takes at once. Images of one
 * container have the same kernels, which then share metadata. At most a sixteenth of a thread's
 * share of all jobs is taken, so that all threads have work until the end. */
static size_t end_of_turn(const struct reader *reader, size_t first)
{
    const struct package *package = reader->package;
    const size_t most = 1 + reader->job_count / (16 * package->pool_count);
    size_t end = first + 1;
    while (end < reader->job_count && end - first < most &&
           package->images[reader->jobs[end].image].container ==
               package->images[reader->jobs[first].image].container)
        end++;
    return end;
}

static void *run_jobs(void *context)
{
    struct reader *reader = context;
    const size_t thread = atomic_fetch_add(&reader->next_thread, 1);
    size_t i = atomic_load(&reader->next_job);
    while (i < reader->job_count) {
        const size_t end = end_of_turn(reader, i);
        if (!atomic_compare_exchange_weak(&reader->next_job, &i, end))
            continue;
        while (i < end)
            job_run(reader, thread, &reader->jobs[i++]);
        if (reader->options->rows)
            renew_pool(reader->package, thread);
        i = atomic_load(&reader->next_job);
    }
    return NULL;
}

/* Opens the waiting code objects, and drops images for targets that |options| do not select. */
static void reader_flush(struct reader *reader)
{
    struct package *package = reader->package;
    reader->next_job = reader->next_thread = 0;
    threads_run(package->pool_count, reader->job_count, run_jobs, reader);
    for (size_t i = 0; i < reader->job_count; i++)
        report_job(reader, &reader->jobs[i]);
    reader->job_count = 0;
    size_t kept = reader->first_image;
    for (size_t i = kept; i < package->image_count; i++) {
        struct package_image *image = &package->images[i];
        if (target_is_wanted(image->target, &reader->options->targets)) {
            package->images[kept++] = *image;
            continue;
        }
        package_image_free(image);
    }
    reader->first_image = package->image_count = kept;
}

/* ---- Walking through the files of a package -------------------------------------------------- */

/* Returns the text that container_print() writes for the container; the caller frees it. */
static char *where_of(const struct container *container)
{
    char text[512];
    container_print(container, text, sizeof text);
    return mem_dup(text + (text[0] == ' '));
}

static void on_container(void *context, const struct container *container)
{
    struct reader *reader = context;
    struct package *package = reader->package;
    if (reader->options->rows)
        renew_pool(package, 0);
    package->containers =
        mem_grow(package->containers, package->container_count, sizeof *package->containers);
    package->containers[package->container_count++] = (struct package_container){
        .file = reader->file,
        .parent =
            container->parent ? reader->first_container + container->parent->number : PACKAGE_NONE,
        .kind = container->kind,
        .name = mem_dup(container->name ? container->name : ""),
        .where = where_of(container),
        .offset = container->offset,
        .stored_size = container->stored_size,
        .size = container->bytes.size,
        .codec = container->codec,
        .version = container->version,
    };
}

/* Whether |bytes| are part of the mapped file, so that they stay valid until it is unmapped. */
static bool is_mapped(const struct reader *reader, struct span bytes)
{
    uintptr_t start = (uintptr_t)reader->bytes.data, at = (uintptr_t)bytes.data;
    return at >= start && at - start < reader->bytes.size;
}

static void on_image(void *context, const struct container_image *found)
{
    struct reader *reader = context;
    struct package *package = reader->package;
    const struct package_options *options = reader->options;
    reader->images_seen += found->kind != IMAGE_EMPTY;
    if (reader->status != STATUS_OK ||
        (*found->target && !target_is_wanted(found->target, &options->targets)))
        return;
    package->images = mem_grow(package->images, package->image_count, sizeof *package->images);
    package->images[package->image_count] = (struct package_image){
        .container = reader->first_container + found->container->number,
        .entry = mem_dup(found->entry),
        .target = mem_dup(found->target),
        .kind = found->kind,
        .offset = found->offset,
        .size = found->bytes.size,
    };
    size_t index = package->image_count++;
    if (found->kind == IMAGE_CODE_OBJECT && !options->headers_only) {
        reader->jobs = mem_grow(reader->jobs, reader->job_count, sizeof *reader->jobs);
        const bool waits = !options->image && is_mapped(reader, found->bytes);
        reader->jobs[reader->job_count++] =
            (struct job){.image = index,
                         .bytes = found->bytes,
                         .map = waits ? reader->map_count - 1 : PACKAGE_NONE};
        if (!waits)
            job_run(reader, 0, &reader->jobs[reader->job_count - 1]);
    }
    if (!options->image)
        return;
    reader_flush(reader);
    if (package->image_count > index)
        reader->status =
            options->image(options->context, package, &package->images[index], found->bytes);
}

static void on_problem(void *context, const struct container *where,
                       const struct codeobj_error *error)
{
    struct reader *reader = context;
    OWNED char *text = where ? where_of(where) : mem_dup("");
    add_problem(&reader->walk, reader->file, text, error->offset, error_text("", error));
}

static bool on_beside(void *context, const char *name, struct span *out)
{
    struct reader *reader = context;
    return beside_open(&reader->beside, name, out);
}

static bool on_archive(void *context, const char *path, size_t index, const char **name,
                       struct span *out)
{
    struct reader *reader = context;
    return beside_archive(&reader->beside, path, index, name, out);
}

static size_t add_file(struct package *package, const char *path)
{
    package->files = mem_grow(package->files, package->file_count, sizeof *package->files);
    package->files[package->file_count] = (struct package_file){.path = mem_dup(path)};
    return package->file_count++;
}

/* Adds the file |path|, whose images are those of the file |copied|. Takes ownership of |copied|.
 */
static void add_copy(struct package *package, const char *path, char *copied)
{
    struct stat info;
    size_t index = add_file(package, path);
    struct package_file *file = &package->files[index];
    file->same_as = copied;
    file->size = stat(path, &info) == 0 ? (uint64_t)info.st_size : 0;
}

static void walk_bytes(struct reader *reader, struct codeobj_error *error)
{
    static const struct container_visitor callbacks = {
        .container = on_container,
        .image = on_image,
        .problem = on_problem,
        .beside = on_beside,
        .archive = on_archive,
    };
    struct container_visitor visitor = callbacks;
    visitor.context = reader;
    reader->beside.path = reader->package->files[reader->file].path;
    error->status = container_walk(reader->bytes, NULL, &visitor, error);
    beside_close(&reader->beside);
}

/* Undoes the walk of a file that has only empty images or none: removes the file's containers, and
 * its images, which begin at |image|. */
static void forget_walk(struct reader *reader, size_t image)
{
    struct package *package = reader->package;
    while (package->image_count > image)
        package_image_free(&package->images[--package->image_count]);
    if (reader->first_image > image)
        reader->first_image = image;
    while (package->container_count > reader->first_container) {
        free(package->containers[--package->container_count].name);
        free(package->containers[package->container_count].where);
    }
}

static void read_file(struct reader *reader, const char *path, bool named)
{
    struct package *package = reader->package;
    struct codeobj_error error = {0};
    struct mapped_file map;
    size_t problems = reader->walk.count, first_image = package->image_count;
    reader->file = add_file(package, path);
    reader->first_container = package->container_count;
    if ((named ? mapped_file_open_stream : mapped_file_open)(path, &map, &error) != CODEOBJ_OK) {
        add_problem(&reader->walk, reader->file, "", PACKAGE_NO_OFFSET, error_text("", &error));
        return;
    }
    reader->bytes = map.bytes;
    package->files[reader->file].size = map.bytes.size;
    reader->maps[reader->map_count++] = map;
    walk_bytes(reader, &error);
    if (error.status == CODEOBJ_UNRECOGNISED) {
        forget_walk(reader, first_image);
        if (named)
            add_problem(&reader->walk, reader->file, "", PACKAGE_NO_OFFSET, error_text("", &error));
        else if (reader->walk.count == problems)
            free(package->files[--package->file_count].path);
    } else if (error.status != CODEOBJ_OK && reader->walk.count == problems) {
        add_problem(&reader->walk, reader->file, "", error.offset, error_text("", &error));
    }
}

static void reader_release(struct reader *reader)
{
    reader_flush(reader);
    for (size_t i = 0; i < reader->map_count; i++)
        mapped_file_close(&reader->maps[i]);
    reader->map_count = 0;
}

static void read_all(struct reader *reader, const struct package_paths *paths)
{
    for (size_t i = 0; i < paths->bad.count; i++)
        add_problem(&reader->walk, add_file(reader->package, paths->bad.items[i]), "",
                    PACKAGE_NO_OFFSET, mem_dup(paths->faults.items[i]));
    OWNED_BY(strings_free) struct strings sorted = {0};
    strings_add_all(&sorted, &paths->paths);
    strings_sort(&sorted);
    for (size_t i = 0; i < paths->paths.count && reader->status == STATUS_OK; i++) {
        const char *path = paths->paths.items[i];
        char *copied = package_copied_file(path, &sorted);
        if (copied)
            add_copy(reader->package, path, copied);
        else
            read_file(reader, path, paths->named[i]);
        if (reader->map_count == BATCH_FILES || reader->job_count >= BATCH_IMAGES)
            reader_release(reader);
    }
    reader_release(reader);
    free(reader->jobs);
    merge_problems(reader);
}

static void add_pools(struct package *package)
{
    package->pool_count = threads_most();
    package->pools = mem_alloc(package->pool_count * sizeof *package->pools);
    package->row_pools = mem_alloc(package->pool_count * sizeof *package->row_pools);
    for (size_t i = 0; i < package->pool_count; i++) {
        package->pools[i] = metadata_pool_new();
        package->row_pools[i] = metadata_pool_new();
        if (!package->pools[i] || !package->row_pools[i])
            mem_exhausted();
    }
}

enum status package_read(const struct strings *paths, const struct package_options *options,
                         struct package *out)
{
    static const struct package_options defaults;
    OWNED struct reader *reader = mem_alloc(sizeof *reader);
    OWNED_BY(package_paths_free) struct package_paths found = {0};
    *out = (struct package){0};
    reader->options = options ? options : &defaults;
    reader->package = out;
    add_pools(out);
    package_paths_find(paths, &found);
    read_all(reader, &found);
    enum status status = reader->status;
    if (status == STATUS_OK && reader->images_seen == 0) {
        status = package_report_problems(out);
        if (status == STATUS_OK)
            status = status_fail(STATUS_INPUT, "%s: no file in it holds code for a GPU",
                                 paths->count ? paths->items[0] : ".");
    }
    return status;
}
