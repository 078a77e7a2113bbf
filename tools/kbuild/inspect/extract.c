/* Writing images out.
 *
 * The names of the first images depend on what stands behind them (is there a second bundle?), and
 * a file can be a pipe, or unpack to more than memory holds: so images are written while the files
 * are read, under names of the moment, and get their own at the end. Until then nothing that was
 * there is touched.
 */
#include "inspect/extract.h"

#include "util/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct extraction {
    const struct extract_request *request;
    size_t *images; /* chosen: indices into the package's */
    size_t count, capacity;
    struct strings written; /* a file in the making for each; empty when none is written */
    struct buf single;      /* the image for standard output */
};

static bool to_stdout(const struct extract_request *request)
{
    return !request->list && strcmp(request->directory, "-") == 0;
}

static bool is_chosen(const struct extract_request *request, const struct package_image *image)
{
    if (request->kernels->count)
        return image->is_read && image->object.kernel_count > 0;
    return image->kind == IMAGE_CODE_OBJECT || (request->all && image->kind == IMAGE_OTHER);
}

static enum status write_image(struct extraction *extraction, struct span bytes)
{
    const char *directory = extraction->request->directory;
    if (!extraction->written.count)
        FORWARD_IF_ERROR(path_make_directories(directory));
    char *place = mem_format("%s/.image-%zu", directory, extraction->count);
    char *temporary = file_temporary_name(place);
    strings_take(&extraction->written, temporary);
    free(place);
    return file_write(temporary, bytes.data, bytes.size);
}

static enum status on_image(void *context, const struct package *package,
                            const struct package_image *image, struct span bytes)
{
    struct extraction *extraction = context;
    const struct extract_request *request = extraction->request;
    if (!is_chosen(request, image))
        return STATUS_OK;
    if (extraction->count == extraction->capacity) {
        extraction->capacity = extraction->capacity ? 2 * extraction->capacity : 64;
        extraction->images = mem_resize(extraction->images, extraction->capacity, sizeof(size_t));
    }
    extraction->images[extraction->count++] = (size_t)(image - package->images);
    if (request->list)
        return STATUS_OK;
    if (!to_stdout(request))
        return write_image(extraction, bytes);
    if (extraction->count == 1)
        buf_append(&extraction->single, bytes.data, bytes.size);
    return STATUS_OK;
}

static enum status print_single(const struct extraction *extraction, const struct package *package)
{
    if (extraction->count > 1) {
        char *present = targets_present(package);
        status_fail(STATUS_INPUT,
                    "extract: standard output takes one image, and there are %zu (%s); choose with "
                    "--target or --kernel, or give a directory",
                    extraction->count, present);
        free(present);
        return STATUS_INPUT;
    }
    if (fwrite(extraction->single.data, 1, extraction->single.size, stdout) !=
        extraction->single.size)
        return status_fail(STATUS_ENVIRONMENT, "cannot write to standard output");
    return STATUS_OK;
}

/* Gives what was written its names, and says them. */
static enum status settle(const struct extraction *extraction, const struct package *package)
{
    const struct extract_request *request = extraction->request;
    enum status status = STATUS_OK;
    struct strings names = {0};
    extract_names(package, extraction->images, extraction->count, &names);
    for (size_t i = 0; i < names.count && status == STATUS_OK; i++) {
        char *path =
            request->list ? mem_dup(names.items[i]) : path_join(request->directory, names.items[i]);
        if (!request->list)
            status = file_settle(extraction->written.items[i], path);
        if (status == STATUS_OK && !request->quiet)
            puts(path);
        free(path);
    }
    strings_free(&names);
    return status;
}

static enum status finish(const struct extraction *extraction, const struct package *package)
{
    const struct extract_request *request = extraction->request;
    enum status damaged = package_report_problems(package);
    if (extraction->count == 0)
        return damaged
                   ? damaged
                   : extract_nothing("extract", request->paths, request->targets, request->kernels);
    FORWARD_IF_ERROR(to_stdout(request) ? print_single(extraction, package)
                                        : settle(extraction, package));
    return damaged;
}

enum status extract_run(const struct extract_request *request)
{
    struct extraction extraction = {.request = request};
    struct package package;
    struct package_options options = {
        .targets = *request->targets,
        .kernels = *request->kernels,
        .image = on_image,
        .context = &extraction,
    };
    enum status status = package_read(request->paths, &options, &package);
    if (status == STATUS_OK)
        status = finish(&extraction, &package);
    for (size_t i = 0; i < extraction.written.count; i++)
        unlink(extraction.written.items[i]); /* those that did not get their name */
    strings_free(&extraction.written);
    buf_free(&extraction.single);
    free(extraction.images);
    package_free(&package);
    return status;
}
