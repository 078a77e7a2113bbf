/* The buffer of printf(), for code that was compiled with -mprintf-kind=buffered. The output of a
 * kernel appears when the kernel has ended.
 *
 * The buffer: u32 bytes in use, u32 bytes that may be in use | records. A record: a control word
 * (bit 0: stderr; bit 1: the format is constant; from bit 2 on: the record's bytes); then the
 * format, or, if the format is constant, its u64 hash, which the code object's table maps to the
 * format; then the arguments. Format and arguments are as in the messages of hostcall. See LLVM's
 * AMDGPUEmitPrintf.cpp, and __printf_alloc() in ROCm's device libraries.
 *
 * Kernels can write anything into the buffer, so all values from it are checked.
 */
#include "printf_buffer.h"

#include "core/space.h"
#include "hostcall.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HEAD_BYTES = 8, CONTROL_BYTES = 4, HASH_BYTES = 8, TO_STDERR = 1, IS_CONSTANT = 2 };

bool printf_buffer_is_needed(const struct kernel *kernel)
{
    for (size_t i = 0; i < kernel->argument_count; i++) {
        if (strcmp(kernel->arguments[i].value_kind, "hidden_printf_buffer") == 0)
            return true;
    }
    return false;
}

/* Returns the number of bytes for records in the buffer. */
static size_t capacity(const struct gpu *gpu)
{
    size_t bytes = gpu->limits[hipLimitPrintfFifoSize];
    return bytes < UINT32_MAX - HEAD_BYTES ? bytes : UINT32_MAX - HEAD_BYTES;
}

void *printf_buffer_make(struct gpu *gpu)
{
    uint32_t size = (uint32_t)capacity(gpu);
    uint32_t *buffer = space_allocate(gpu->device, MEMORY_INTERNAL, size + HEAD_BYTES, 4096, 0,
                                      "the buffer of printf()", false);
    if (buffer)
        buffer[1] = size;
    return buffer;
}

/* Returns the format that follows "0:0:HASH," in the code object's table, or NULL. */
static const char *find_format(const struct code_object *object, uint64_t hash)
{
    for (size_t i = 0; i < object->printf_format_count; i++) {
        const char *text = object->printf_formats[i];
        char *end;
        if (strncmp(text, "0:0:", 4) == 0 && strtoull(text + 4, &end, 16) == hash && *end == ',')
            return end + 1;
    }
    return NULL;
}

/* Prints a message in the layout of hostcall's messages: a word for the stream, |format| if it is
 * not NULL, then |rest|. False when there is no memory. */
static bool print(uint32_t control, const char *format, const uint8_t *rest, size_t size)
{
    size_t length = format ? strlen(format) / 8 + 1 : 0, count = 1 + length + (size + 7) / 8;
    uint64_t *words = calloc(count, sizeof *words);
    if (!words)
        return false;
    words[0] = control & TO_STDERR;
    if (format)
        memcpy(words + 1, format, strlen(format));
    memcpy(words + 1 + length, rest, size);
    hostcall_print(words, count);
    free(words);
    return true;
}

/* Prints the record at the start of |bytes|. Returns the record's size; 0 if the bytes are not a
 * record. */
static size_t print_record(const struct code_object *object, const char *kernel,
                           const uint8_t *bytes, size_t left)
{
    uint32_t control;
    uint64_t hash = 0;
    if (left < CONTROL_BYTES)
        return 0;
    memcpy(&control, bytes, sizeof control);
    size_t size = control >> 2, head = CONTROL_BYTES;
    if (control & IS_CONSTANT)
        head += HASH_BYTES;
    if (size < head || size > left)
        return 0;
    if (control & IS_CONSTANT)
        memcpy(&hash, bytes + CONTROL_BYTES, sizeof hash);
    const char *format = control & IS_CONSTANT ? find_format(object, hash) : NULL;
    if (control & IS_CONSTANT && !format)
        say("kernel '%s': printf() with format 0x%" PRIx64 ", which its code object lacks", kernel,
            hash);
    else if (!print(control, format, bytes + head, size - head))
        say("kernel '%s': no memory for the output of printf()", kernel);
    return size;
}

void printf_buffer_print(const struct code_object *object, const char *kernel, void *buffer)
{
    const struct allocation *a = space_find(buffer);
    const size_t room = a->size - HEAD_BYTES;
    size_t used = ((uint32_t *)buffer)[0], at = 0, size = 1;
    used = used < room ? used : room;
    /* The output is copied first, because another kernel may write the buffer meanwhile. */
    uint8_t *bytes = malloc(used ? used : 1);
    if (bytes)
        memcpy(bytes, (uint8_t *)buffer + HEAD_BYTES, used);
    else
        say("kernel '%s': no memory for the output of printf()", kernel);
    for (; bytes && at < used && size; at += size)
        size = print_record(object, kernel, bytes + at, used - at);
    if (size == 0)
        say("kernel '%s': the buffer of printf() is damaged, or not in the form of HIP; %zu bytes "
            "of it are not printed",
            kernel, used - at);
    if (used)
        fflush(stdout);
    free(bytes);
    space_free(buffer);
}
