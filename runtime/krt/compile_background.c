/* Compilations in the background: each calls krt_compile() on a thread of its own. At most as many
 * threads run at a time as there are processors.
 */
#include "compiler.h"
#include "device.h"
#include "error.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct krt_compilation {
    struct krt_device *device;
    char *source;
    struct krt_compile_options options; /* the options, with copies of the caller's texts */
    pthread_t thread;
    pthread_mutex_t lock; /* held while the members below are read or changed */
    pthread_cond_t ended;
    bool has_ended, is_taken;
    krt_status status;
    /* the message of the error; NULL if there was no error, or no memory for the message */
    char *message;
    struct krt_raw_module *module;
};

/* ---- How many run at a time ----------------------------------------------------------------- */

static pthread_mutex_t running_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t running_less = PTHREAD_COND_INITIALIZER;
static long running;

static void running_begin(void)
{
    long most = sysconf(_SC_NPROCESSORS_ONLN);
    pthread_mutex_lock(&running_lock);
    while (running >= (most > 1 ? most : 1))
        pthread_cond_wait(&running_less, &running_lock);
    running++;
    pthread_mutex_unlock(&running_lock);
}

static void running_end(void)
{
    pthread_mutex_lock(&running_lock);
    running--;
    pthread_cond_signal(&running_less);
    pthread_mutex_unlock(&running_lock);
}

/* ---- Copies of the texts -------------------------------------------------------------------- */

static void texts_free(const char *const *texts, uint32_t count)
{
    for (uint32_t i = 0; texts && i < count; i++)
        free((char *)texts[i]);
    free((void *)texts);
}

/* Copies |count| texts. Returns NULL when there is no memory. */
static const char **texts_copy(const char *const *texts, uint32_t count)
{
    const char **copies = calloc((size_t)count + 1, sizeof *copies);
    for (uint32_t i = 0; copies && i < count; i++) {
        copies[i] = strdup(texts[i]);
        if (!copies[i]) {
            texts_free(copies, count);
            return NULL;
        }
    }
    return copies;
}

static void compilation_free(struct krt_compilation *compilation)
{
    struct krt_compile_options *options = &compilation->options;
    texts_free(options->arguments, options->argument_count);
    texts_free(options->header_names, options->header_count);
    texts_free(options->header_texts, options->header_count);
    free((char *)options->name);
    free(compilation->source);
    free(compilation->message);
    pthread_cond_destroy(&compilation->ended);
    pthread_mutex_destroy(&compilation->lock);
    free(compilation);
}

static struct krt_compilation *compilation_make(const struct compile_request *request)
{
    const struct krt_compile_options *from = &request->options;
    struct krt_compilation *compilation = calloc(1, sizeof *compilation);
    if (!compilation)
        return NULL;
    struct krt_compile_options *to = &compilation->options;
    pthread_mutex_init(&compilation->lock, NULL);
    pthread_cond_init(&compilation->ended, NULL);
    *to = *from;
    to->struct_size = sizeof *to;
    compilation->source = strdup(request->source);
    to->name = strdup(from->name);
    to->arguments = texts_copy(from->arguments, from->argument_count);
    to->header_names = texts_copy(from->header_names, from->header_count);
    to->header_texts = texts_copy(from->header_texts, from->header_count);
    if (compilation->source && to->name && to->arguments && to->header_names && to->header_texts)
        return compilation;
    compilation_free(compilation);
    return NULL;
}

/* ---- The thread that compiles ---------------------------------------------------------------- */

static void *compile(void *argument)
{
    struct krt_compilation *compilation = argument;
    struct krt_raw_module *module = NULL;
    running_begin();
    krt_status status =
        krt_compile(compilation->device, compilation->source, &compilation->options, &module);
    char *message = status ? strdup(krt_error_message()) : NULL;
    running_end();
    pthread_mutex_lock(&compilation->lock);
    compilation->status = status;
    compilation->message = message;
    compilation->module = module;
    compilation->has_ended = true;
    pthread_cond_broadcast(&compilation->ended);
    pthread_mutex_unlock(&compilation->lock);
    return NULL;
}

krt_status krt_compile_start(struct krt_device *device, const char *source,
                             const struct krt_compile_options *options,
                             struct krt_compilation **out)
{
    struct compile_request request;
    if (!out)
        return fail(KRT_ERROR_INVALID_ARGUMENT, "krt_compile_start: |out| is NULL");
    krt_status status = request_make(&request, device, source, options);
    if (status)
        return status;
    struct krt_compilation *compilation = compilation_make(&request);
    request_free(&request);
    if (!compilation)
        return fail(KRT_ERROR_OUT_OF_MEMORY, "krt_compile_start: no memory left");
    compilation->device = device;
    krt_device_keep(device);
    int error = pthread_create(&compilation->thread, NULL, compile, compilation);
    if (error) {
        krt_device_leave(device);
        compilation_free(compilation);
        return fail(KRT_ERROR_OUT_OF_MEMORY, "krt_compile_start: no thread: %s", strerror(error));
    }
    *out = compilation;
    return KRT_OK;
}

/* ---- The result of the compilation ----------------------------------------------------------- */

static krt_status result_of(const struct krt_compilation *compilation)
{
    return compilation->status
               ? fail_long(compilation->status,
                           compilation->message ? compilation->message : "no memory left")
               : KRT_OK;
}

krt_status krt_compilation_query(struct krt_compilation *compilation)
{
    if (!compilation)
        return fail(KRT_ERROR_INVALID_ARGUMENT, "krt_compilation_query: |compilation| is NULL");
    pthread_mutex_lock(&compilation->lock);
    krt_status status = compilation->has_ended ? result_of(compilation) : KRT_NOT_READY;
    pthread_mutex_unlock(&compilation->lock);
    return status;
}

krt_status krt_compilation_take(struct krt_compilation *compilation, struct krt_raw_module **out)
{
    if (!compilation || !out)
        return fail(KRT_ERROR_INVALID_ARGUMENT, "krt_compilation_take: |%s| is NULL",
                    compilation ? "out" : "compilation");
    pthread_mutex_lock(&compilation->lock);
    while (!compilation->has_ended)
        pthread_cond_wait(&compilation->ended, &compilation->lock);
    krt_status status = result_of(compilation);
    if (!status && compilation->is_taken)
        status =
            fail(KRT_ERROR_INVALID_ARGUMENT, "krt_compilation_take: the module was taken before");
    if (!status) {
        *out = compilation->module;
        compilation->is_taken = true;
    }
    pthread_mutex_unlock(&compilation->lock);
    return status;
}

void krt_compilation_destroy(struct krt_compilation *compilation)
{
    if (!compilation)
        return;
    pthread_join(compilation->thread, NULL);
    if (!compilation->is_taken)
        krt_module_unload(compilation->module);
    krt_device_leave(compilation->device);
    compilation_free(compilation);
}
