/* The calling thread's message, and the names of the statuses. */
#include "error.h"

#include "driver.h"
#include "krt/extend.h"
#include "recording.h"
#include "span.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A message that does not fit in |message|, such as a compiler's log, is on the heap until the
 * thread's next failure or the thread's end. */
static _Thread_local char message[2560];
static _Thread_local char *long_message;
static pthread_key_t long_key;
static pthread_once_t long_once = PTHREAD_ONCE_INIT;
static bool has_long_key;

static void make_key(void)
{
    has_long_key = pthread_key_create(&long_key, free) == 0;
}

static void set_long(char *text)
{
    if (!text && !long_message)
        return;
    pthread_once(&long_once, make_key);
    free(long_message);
    long_message = NULL;
    if (has_long_key && pthread_setspecific(long_key, text) == 0)
        long_message = text;
    else
        free(text);
}

static void set_message(const char *format, va_list arguments)
{
    /* the message is made here first, because |message| may be one of the arguments */
    char text[sizeof message];
    vsnprintf(text, sizeof text, format, arguments);
    /* Replaces control characters: programs print the message, and file names in it may have any
     * bytes. */
    text_clean(text, "\n\t");
    memcpy(message, text, strlen(text) + 1);
    set_long(NULL);
}

krt_status fail(krt_status status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    set_message(format, arguments);
    va_end(arguments);
    return status;
}

krt_status krt_fail(krt_status status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    set_message(format, arguments);
    va_end(arguments);
    return status;
}

krt_status fail_long(krt_status status, const char *text)
{
    /* Sets |message| to as much as fits: it remains if there is no memory for the whole text. */
    fail(status, "%s", text);
    char *copy = strlen(text) >= sizeof message ? strdup(text) : NULL;
    if (copy) {
        text_clean(copy, "\n\t");
        set_long(copy);
    }
    return status;
}

krt_status give_struct(const char *function, void *out, const void *all, size_t size)
{
    size_t known;
    memcpy(&known, out, sizeof known);
    if (known < sizeof known || known > 1 << 16)
        return fail(KRT_ERROR_INVALID_ARGUMENT,
                    "%s: struct_size is %zu: set it to the struct's sizeof", function, known);
    memcpy(out, all, known < size ? known : size);
    memcpy(out, &known, sizeof known);
    return KRT_OK;
}

const char *krt_error_message(void)
{
    return long_message ? long_message : message;
}

/* Whether a launch has failed so that a CUDA context is unusable afterwards. HIP either ends the
 * process or goes on. */
static bool is_lost(int code)
{
    static const int lost[] = {700, 702, 709, 710, 714, 715, 716, 717, 718, 719};
    for (size_t i = 0; i < sizeof lost / sizeof lost[0]; i++) {
        if (lost[i] == code)
            return true;
    }
    return false;
}

/* Returns the status of a driver's error. HIP and CUDA number these errors alike. */
static krt_status status_of(const struct driver *driver, int code, krt_status otherwise)
{
    static const struct {
        int code;
        krt_status status;
    } table[] = {
        {2, KRT_ERROR_OUT_OF_MEMORY}, {100, KRT_ERROR_NO_DEVICE},   {101, KRT_ERROR_NO_DEVICE},
        {200, KRT_ERROR_BAD_IMAGE},   {209, KRT_ERROR_NO_IMAGE},    {218, KRT_ERROR_BAD_IMAGE},
        {500, KRT_ERROR_NOT_FOUND},   {801, KRT_ERROR_UNSUPPORTED}, {46, KRT_ERROR_DEVICE_LOST},
        {214, KRT_ERROR_DEVICE_LOST}, {226, KRT_ERROR_DEVICE_LOST},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        if (table[i].code == code)
            return table[i].status;
    }
    return driver->kind == KRT_DRIVER_CUDA && is_lost(code) ? KRT_ERROR_DEVICE_LOST : otherwise;
}

krt_status fail_driver(const struct driver *driver, int code, krt_status otherwise,
                       const char *format, ...)
{
    char what[1024], why[256], recording[640] = "";
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    driver_error_text(driver, code, why, sizeof why);
    if (is_lost(code))
        recording_describe(recording, sizeof recording);
    return fail(status_of(driver, code, otherwise), "%s: %s%s", what, why, recording);
}

const char *krt_status_name(krt_status status)
{
    static const char *const names[] = {
        [KRT_OK] = "KRT_OK",
        [KRT_ERROR_INVALID_ARGUMENT] = "KRT_ERROR_INVALID_ARGUMENT",
        [KRT_ERROR_NO_DEVICE] = "KRT_ERROR_NO_DEVICE",
        [KRT_ERROR_NO_IMAGE] = "KRT_ERROR_NO_IMAGE",
        [KRT_ERROR_BAD_IMAGE] = "KRT_ERROR_BAD_IMAGE",
        [KRT_ERROR_NOT_FOUND] = "KRT_ERROR_NOT_FOUND",
        [KRT_ERROR_OUT_OF_MEMORY] = "KRT_ERROR_OUT_OF_MEMORY",
        [KRT_ERROR_LAUNCH] = "KRT_ERROR_LAUNCH",
        [KRT_ERROR_DRIVER] = "KRT_ERROR_DRIVER",
        [KRT_ERROR_UNSUPPORTED] = "KRT_ERROR_UNSUPPORTED",
        [KRT_ERROR_DEVICE_LOST] = "KRT_ERROR_DEVICE_LOST",
        [KRT_ERROR_COMPILE] = "KRT_ERROR_COMPILE",
        [KRT_NOT_READY] = "KRT_NOT_READY",
        [KRT_ERROR_IO] = "KRT_ERROR_IO",
        [KRT_ERROR_CANCELLED] = "KRT_ERROR_CANCELLED",
    };
    size_t number = (size_t)status;
    return number < sizeof names / sizeof names[0] ? names[number] : "unknown krt_status";
}

uint32_t krt_version(void)
{
    return KRT_VERSION_MAJOR << 16 | KRT_VERSION_MINOR;
}
