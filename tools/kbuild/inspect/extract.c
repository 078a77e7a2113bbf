/* Writing images out.
 *
 * The names of the first images depend on later ones (is there a second bundle?), and a file can be
 * a pipe, or unpack to more than memory holds. So images are written under temporary names while
 * the files are read, and get their own names at the end. Until then no existing file is touched.
 */
#include "inspect/extract.h"

#include "util/file.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct extraction {
    const struct extract_request *request;
    const struct strings *paths;
    size_t *images; /* chosen: indices into the package's */
    size_t count;
    struct strings written; /* a temporary file for each; empty when none is written */
    struct strings names;   /* the lines about them, printed when they are in their places */
    struct buf single;      /* the image for standard output */
    sigset_t held;          /* signals that are held back while there are temporary files */
};

static bool to_stdout(const struct extract_request *request)
{
    return !request->list && strcmp(request->directory, "-") == 0;
}

static bool is_chosen(const struct extract_request *request, const struct package_image *image)
{
    if (request->kernels.count)
        return image->is_read && image->object.kernel_count > 0;
    return image->kind == IMAGE_CODE_OBJECT || (request->all && image->kind == IMAGE_OTHER);
}

/* Holds back signals that would end this process, from the first temporary file on, also SIGPIPE
 * from writing to standard error. */
static void hold_signals(struct extraction *extraction)
{
    static const int ending[] = {SIGHUP, SIGINT, SIGPIPE, SIGTERM};
    sigset_t before;
    sigprocmask(SIG_BLOCK, NULL, &before);
    for (size_t i = 0; i < sizeof ending / sizeof *ending; i++) {
        struct sigaction action;
        bool ends = sigaction(ending[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN;
        if (ends && sigismember(&before, ending[i]) == 0)
            sigaddset(&extraction->held, ending[i]);
    }
    sigprocmask(SIG_BLOCK, &extraction->held, NULL);
}

static bool has_held_signal(const struct extraction *extraction)
{
    sigset_t waiting;
    sigpending(&waiting);
    sigandset(&waiting, &waiting, &extraction->held);
    return !sigisemptyset(&waiting);
}

static enum status write_image(struct extraction *extraction, struct span bytes)
{
    const char *directory = extraction->request->directory;
    if (!extraction->written.count) {
        FORWARD_IF_ERROR(path_make_directories(directory));
        hold_signals(extraction);
    }
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
    if (has_held_signal(extraction))
        return STATUS_ENVIRONMENT; /* it ends this process when it is unblocked */
    if (!is_chosen(request, image))
        return STATUS_OK;
    extraction->images = mem_grow(extraction->images, extraction->count, sizeof(size_t));
    extraction->images[extraction->count++] = (size_t)(image - package->images);
    if (request->list)
        return STATUS_OK;
    if (!to_stdout(request))
        return write_image(extraction, bytes);
    if (extraction->count == 1)
        buf_append(&extraction->single, bytes.data, bytes.size);
    return STATUS_OK;
}

static enum status check_single(struct extraction *extraction, const struct package *package)
{
    if (extraction->count <= 1)
        return STATUS_OK;
    char *present = targets_present(package);
    status_fail(STATUS_INPUT,
                "extract: standard output takes one image, and there are %zu (%s); choose with "
                "--target or --kernel, or give a directory",
                extraction->count, present);
    free(present);
    buf_free(&extraction->single);
    return STATUS_INPUT;
}

/* Gives the written files their names. */
static enum status settle(struct extraction *extraction, const struct package *package)
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
        if (status == STATUS_OK)
            strings_add(&extraction->names, path);
        free(path);
    }
    strings_free(&names);
    return status;
}

static enum status finish(struct extraction *extraction, const struct package *package)
{
    const struct extract_request *request = extraction->request;
    enum status damaged = package_report_problems(package);
    if (extraction->count == 0)
        return damaged ? damaged
                       : extract_nothing("extract", extraction->paths, &request->targets,
                                         &request->kernels);
    FORWARD_IF_ERROR(to_stdout(request) ? check_single(extraction, package)
                                        : settle(extraction, package));
    return damaged;
}

static enum status extract_files(struct extraction *extraction)
{
    const struct extract_request *request = extraction->request;
    struct package package;
    struct package_options options = {
        .targets = request->targets,
        .kernels = request->kernels,
        .image = on_image,
        .context = extraction,
    };
    enum status status = package_read(extraction->paths, &options, &package);
    if (status == STATUS_OK)
        status = finish(extraction, &package);
    for (size_t i = 0; i < extraction->written.count; i++)
        unlink(extraction->written.items[i]); /* those that did not get their name */
    package_free(&package);
    return status;
}

/* The reader may be gone, so this comes last. */
static void print(const struct extraction *extraction)
{
    fwrite(extraction->single.data, 1, extraction->single.size, stdout); /* main() checks it */
    for (size_t i = 0; i < extraction->names.count && !extraction->request->quiet; i++)
        puts(extraction->names.items[i]);
}

enum status extract_run(const struct extract_request *request, const struct strings *paths)
{
    struct extraction extraction = {.request = request, .paths = paths};
    sigemptyset(&extraction.held);
    enum status status = extract_files(&extraction);
    sigprocmask(SIG_UNBLOCK, &extraction.held, NULL);
    print(&extraction);
    strings_free(&extraction.written);
    strings_free(&extraction.names);
    buf_free(&extraction.single);
    free(extraction.images);
    return status;
}
