/* The recorder of launches in libkrt. */
#include "recording.h"

#include "recorder.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LIMIT (UINT64_C(1) << 30) /* bytes of the file */

/* The library whose launches are recorded: the first one that libkrt opens. */
static void *recorded;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *find(const char *name)
{
    return dlsym(recorded, name);
}

/* Starts to record the launches of |library|, if the user wants that and no library is recorded.
 * Returns whether its launches are recorded. */
static bool start(void *library)
{
    static struct recorder_settings settings = {
        .limit = LIMIT, .last = 1, .has_contents = true, .replaces = true, .is_quiet = true};
    pthread_mutex_lock(&lock);
    settings.path = secure_getenv("KRT_RECORD");
    if (!recorded && settings.path && *settings.path) {
        recorded = library;
        recorder_start(&settings, find);
    }
    bool is_recorded = recorded == library;
    pthread_mutex_unlock(&lock);
    return is_recorded;
}

void *recording_replace(void *library, const char *name)
{
    void *address = NULL;
    recorder_function *function = start(library) ? recorder_replace(name) : NULL;
    memcpy(&address, &function, sizeof address);
    return address;
}

void recording_describe(char *out, unsigned size)
{
    char text[512];
    out[0] = '\0';
    recorder_describe(text, sizeof text);
    if (text[0])
        snprintf(out, size, "; %s (kbuild replay --check)", text);
}

__attribute__((destructor)) static void finish(void)
{
    recorder_stop();
}
