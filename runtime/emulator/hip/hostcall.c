/* Hostcall: packets that waves put on a stack and wait for.
 *
 * The buffer: headers | payloads | doorbell signal | free stack | ready stack | index mask, 8 bytes
 * each. A packet has a header (next, activemask, service, control) and 8 words for each of 64
 * lanes. A wave takes a packet from the free stack, fills it, sets bit 0 of |control|, pushes it on
 * the ready stack, rings the doorbell and spins until the bit is clear. A link consists of a
 * packet's index, under |index mask|, and above it of a count that makes every link differ from the
 * one before. If the signal has a mailbox, the wave sends MSG_INTERRUPT: then the thread that runs
 * the wave serves the packets, so that a kernel's output is written before the kernel ends. For the
 * side of the wave, see ROCm's device libraries, ockl/src/hostcall_impl.cl.
 */
#include "hostcall.h"

#include "core/space.h"
#include "memory.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Messages of printf() ------------------------------------------------------------------- */

/* Device-side printf(): puts messages together from pieces, and prints the messages. A piece has up
 * to 7 words; bits of the first word say whether the piece begins or ends a message.
 *
 * The first word: bit 0 is set if the piece begins a message, bit 1 if it ends one; bits 5 to 7
 * count the words that follow. From bit 8 on, the word has the number of the message, which the
 * host assigns when the message begins and the device sends back. The message: a word for the
 * stream (bit 0: stderr), the format, then the arguments, 8 bytes each; strings are in place, with
 * their NUL, padded to 8 bytes. See ROCm's device libraries, ockl/src/services.cl.
 */

enum {
    BEGIN = 1,
    END = 2,
    COUNT_SHIFT = 5,
    COUNT_MASK = 7,
    NUMBER_SHIFT = 8,
    MESSAGES_MAX = 1 << 20,
    WORDS_MAX = 1 << 17, /* the most words of a message (1 MiB); further words are dropped */
    /* the most digits of a field's width or precision; the C library itself has no limit */
    WIDTH_DIGITS = 4,
    WIDTH_MAX = 9999,
};

struct message {
    uint64_t *words;
    size_t count, room;
    bool is_open;
};

struct printf_messages {
    struct message *all;
    /* |count|: how many entries |all| has; those with numbers below |first_free| are all in use */
    size_t count, first_free;
};

/* ---- Formatting printf()'s messages ---------------------------------------------------------- */

/* The part of a message that is still to be read. */
struct reader {
    const uint64_t *words;
    size_t count;
};

static uint64_t read_word(struct reader *reader)
{
    if (reader->count == 0)
        return 0;
    reader->count--;
    return *reader->words++;
}

/* Reads a string of the message, whose NUL may be missing. */
static const char *read_string(struct reader *reader, size_t *out_size)
{
    const char *text = (const char *)reader->words;
    size_t size = strnlen(text, reader->count * 8), words = size / 8 + 1;
    *out_size = size;
    words = words < reader->count ? words : reader->count;
    reader->words += words;
    reader->count -= words;
    return size ? text : "";
}

/* Prints one conversion, such as "%-8.3f", with the C library. |spec| has the flags, width and
 * precision, with every '*' replaced by its number. Returns the number of characters printed. */
static int print_conversion(FILE *out, char *spec, size_t size, char conversion,
                            struct reader *reader)
{
    size_t length;
    switch (conversion) {
    case 'd':
    case 'i':
        snprintf(spec + size, 8, "%s", PRId64);
        return fprintf(out, spec, (int64_t)read_word(reader));
    case 'u':
    case 'o':
    case 'x':
    case 'X':
        spec[size] = 'l';
        spec[size + 1] = conversion;
        spec[size + 2] = 0;
        return fprintf(out, spec, (unsigned long)read_word(reader));
    case 'c':
    case 'p':
        spec[size] = conversion;
        spec[size + 1] = 0;
        return conversion == 'c' ? fprintf(out, spec, (int)read_word(reader))
                                 : fprintf(out, spec, (void *)(uintptr_t)read_word(reader));
    case 's': {
        const char *text = read_string(reader, &length);
        char *copy = strndup(text, length); /* the NUL of a message's last string may be missing */
        spec[size] = 's';
        spec[size + 1] = 0;
        int printed = fprintf(out, spec, copy ? copy : "");
        free(copy);
        return printed;
    }
    case 'n': read_word(reader); return 0;
    default: {
        uint64_t bits = read_word(reader);
        double value;
        memcpy(&value, &bits, sizeof value);
        spec[size] = conversion;
        spec[size + 1] = 0;
        return fprintf(out, spec, value);
    }
    }
}

/* Returns the value that an integer has with the length modifier |length|. An argument comes as 64
 * bits, extended with the sign of its own type. */
static uint64_t narrow(uint64_t value, const char *length, size_t size, char conversion)
{
    bool is_signed = conversion == 'd' || conversion == 'i';
    unsigned bits = size == 0 ? 32 : length[0] != 'h' ? 64 : size == 1 ? 16 : 8;
    if (bits == 64 || !strchr("diuoxX", conversion))
        return value;
    uint64_t low = value & ((1ull << bits) - 1);
    return is_signed && low >> (bits - 1) ? low | ~0ull << bits : low;
}

static int read_width(struct reader *reader)
{
    int width = (int)read_word(reader);
    return width > WIDTH_MAX ? WIDTH_MAX : width < -WIDTH_MAX ? -WIDTH_MAX : width;
}

/* Prints the conversion whose '%' is just before |*format|, and moves |*format| past it. Returns
 * the number of characters. */
static int print_one(FILE *out, const char **format, struct reader *reader)
{
    char spec[64] = "%";
    size_t size = 1;
    const char *at = *format;
    for (unsigned digits = 0; *at && strchr("-+ #0123456789.*", *at); at++) {
        digits = *at >= '0' && *at <= '9' ? digits + 1 : 0;
        if (*at == '*')
            size += (size_t)snprintf(spec + size, 16, "%d", read_width(reader));
        else if (digits <= WIDTH_DIGITS)
            spec[size++] = *at;
        if (size > sizeof spec - 24)
            size = sizeof spec - 24;
    }
    const char *length = at;
    at += strspn(at, "hlLqjzt");
    char conversion = *at;
    if (!conversion || !strchr("diuoxXcspnfFeEgGaA", conversion)) {
        *format = conversion ? at + 1 : at;
        return fprintf(out, "%%%c", conversion ? conversion : ' ');
    }
    *format = at + 1;
    if (reader->count > 0 && strchr("diuoxX", conversion)) {
        uint64_t word = narrow(read_word(reader), length, (size_t)(at - length), conversion);
        struct reader one = {&word, 1};
        return print_conversion(out, spec, size, conversion, &one);
    }
    return print_conversion(out, spec, size, conversion, reader);
}

/* Prints a message. Returns the number of characters printed, like printf(). */
static int print_message(const uint64_t *words, size_t count)
{
    struct reader reader = {words, count};
    FILE *out = read_word(&reader) & 1 ? stderr : stdout;
    size_t size;
    int printed = 0;
    const char *format = read_string(&reader, &size), *end = format + size;
    flockfile(out); /* locks the stream, so that messages of two threads do not mix */
    while (format < end && *format) {
        if (*format != '%') {
            putc_unlocked(*format++, out);
            printed++;
        } else if (format[1] == '%') {
            putc_unlocked('%', out);
            format += 2;
            printed++;
        } else {
            format++;
            printed += print_one(out, &format, &reader);
        }
    }
    funlockfile(out);
    return printed;
}

void hostcall_print(const uint64_t *words, size_t count)
{
    print_message(words, count);
}

/* ---- Joining messages that come in pieces ---------------------------------------------------- */

static struct message *open_message(struct printf_messages *messages, size_t *out_number)
{
    size_t number = messages->first_free;
    while (number < messages->count && messages->all[number].is_open)
        number++;
    if (number == messages->count) {
        size_t count = messages->count ? messages->count * 2 : 64;
        struct message *all =
            count <= MESSAGES_MAX ? realloc(messages->all, count * sizeof messages->all[0]) : NULL;
        if (!all)
            return NULL;
        memset(all + messages->count, 0, (count - messages->count) * sizeof all[0]);
        messages->all = all;
        messages->count = count;
    }
    messages->first_free = number + 1;
    messages->all[number].is_open = true;
    messages->all[number].count = 0;
    *out_number = number;
    return &messages->all[number];
}

static void append(struct message *message, const uint64_t *words, size_t count)
{
    if (count > WORDS_MAX - message->count)
        return;
    if (message->count + count > message->room) {
        size_t room = (message->count + count) * 2;
        uint64_t *grown = realloc(message->words, room * sizeof grown[0]);
        if (!grown)
            return;
        message->words = grown;
        message->room = room;
    }
    memcpy(message->words + message->count, words, count * sizeof words[0]);
    message->count += count;
}

/* Serves a piece of a printf() message: |words| are the 8 words of one lane in a packet (format:
 * above). Writes the answer into the first two words: the descriptor that the lane sends with its
 * next piece, or, after the last piece, the result of printf(). |*all|, the messages that have
 * begun, is NULL at first. Not thread-safe. */
static void printf_serve(struct printf_messages **all, uint64_t words[8])
{
    uint64_t descriptor = words[0];
    size_t number = (size_t)(descriptor >> NUMBER_SHIFT);
    struct message *message = NULL;
    if (!*all)
        *all = calloc(1, sizeof **all);
    if (*all && descriptor & BEGIN)
        message = open_message(*all, &number);
    else if (*all && number < (*all)->count && (*all)->all[number].is_open)
        message = &(*all)->all[number];
    if (!message) {
        words[0] = words[1] = 0;
        return;
    }
    append(message, words + 1, descriptor >> COUNT_SHIFT & COUNT_MASK);
    words[0] = (uint64_t)number << NUMBER_SHIFT |
               (descriptor & 0xfc & ~(uint64_t)(COUNT_MASK << COUNT_SHIFT));
    words[1] = 0;
    if (!(descriptor & END))
        return;
    words[0] = (uint64_t)(int64_t)print_message(message->words, message->count);
    message->is_open = false;
    if (number < (*all)->first_free)
        (*all)->first_free = number;
}

/* ---- Packets -------------------------------------------------------------------------------- */

/* The number of packets is the number of waves that can be in a call at the same time, because a
 * wave that finds no free packet would take the first one. */
enum { PACKET_BITS = 15, PACKETS = 1 << PACKET_BITS, LANES = 64, WORDS = 8 };

enum service { SERVICE_FUNCTION = 1, SERVICE_PRINTF = 2, SERVICE_MEMORY = 3 };

struct header {
    uint64_t next, active;
    uint32_t service, control;
};

struct payload {
    uint64_t words[LANES][WORDS];
};

struct signal { /* laid out as the start of ROCr's amd_signal_t */
    int64_t kind;
    int64_t value;
    uint64_t mailbox;
    uint32_t id, reserved1;
    uint64_t start, end, queue;
    uint32_t reserved2[2];
};

/* The buffer as kernels see it. Kernels may write anything there. So the host reads only numbers
 * from the buffer, each only once, and no pointers. */
struct buffer {
    struct header *headers;
    struct payload *payloads;
    struct signal *doorbell;
    uint64_t free_stack, ready_stack, index_mask;
    struct signal signal;
    uint64_t mailbox;
};

/* The state of hostcall for a device, in memory of the host, which kernels cannot reach. */
struct hostcall {
    struct buffer *buffer;
    struct header *headers;
    struct payload *payloads;
    void *heap;
    pthread_mutex_t serving; /* the lock that is held while |ready| is used */
    uint32_t ready[PACKETS]; /* packets that were taken from |ready_stack| and are to be served */
};

enum { HEAP_BYTES = 128 << 10 };

bool hostcall_is_needed(const struct kernel *kernel)
{
    for (size_t i = 0; i < kernel->argument_count; i++) {
        const char *kind = kernel->arguments[i].value_kind;
        if (strcmp(kind, "hidden_hostcall_buffer") == 0 || strcmp(kind, "hidden_heap_v1") == 0)
            return true;
    }
    return false;
}

/* ---- Serving the packets of kernels ---------------------------------------------------------- */

static const char heap_name[] = "malloc() in a kernel";

/* Frees memory that a kernel has allocated with malloc(). Refuses any other memory. */
static void free_memory(uint64_t address)
{
    const struct allocation *a = space_find((const void *)(uintptr_t)address);
    if (!a || a->made_by != heap_name || !memory_release((void *)(uintptr_t)address))
        say("a kernel frees 0x%llx, which malloc() in a kernel did not return, or which is freed "
            "already",
            (unsigned long long)address);
}

/* Serves device-side malloc() and free(): one of |address| and |size| is 0. The memory is filled
 * with 0, because the device library relies on that. */
static uint64_t serve_memory(struct gpu *gpu, uint64_t address, uint64_t size)
{
    if (address) {
        free_memory(address);
        return 0;
    }
    void *memory = memory_allocate(gpu, MEMORY_DEVICE, size, 0, heap_name);
    const struct allocation *a = memory ? space_find(memory) : NULL;
    if (a && a->written) {
        memset(memory, 0, size);
        space_mark_written(a, (uintptr_t)memory, size);
    }
    return (uint64_t)(uintptr_t)memory;
}

static void serve_lane(struct gpu *gpu, uint32_t service, uint64_t words[WORDS])
{
    switch (service) {
    case SERVICE_PRINTF: printf_serve(&gpu->messages, words); break;
    case SERVICE_MEMORY: words[0] = serve_memory(gpu, words[0], words[1]); break;
    default:
        if (service == SERVICE_FUNCTION)
            say("a kernel calls a function of the host, which is not emulated");
        else
            say("a kernel asks for hostcall service %u, which is not known", service);
        words[0] = words[1] = 0;
    }
}

/* Serves a packet. Copies its words before it uses them, because other waves may write the packet
 * meanwhile. */
static void serve_packet(struct gpu *gpu, uint32_t index)
{
    struct header *header = &gpu->hostcall->headers[index];
    struct payload *payload = &gpu->hostcall->payloads[index];
    uint32_t service = __atomic_load_n(&header->service, __ATOMIC_RELAXED);
    for (uint64_t rest = __atomic_load_n(&header->active, __ATOMIC_RELAXED); rest;
         rest &= rest - 1) {
        uint64_t *at = payload->words[__builtin_ctzll(rest)], words[WORDS];
        for (unsigned i = 0; i < WORDS; i++)
            words[i] = __atomic_load_n(&at[i], __ATOMIC_RELAXED);
        serve_lane(gpu, service, words);
        for (unsigned i = 0; i < 2; i++) /* Writes the two words of the answer. */
            __atomic_store_n(&at[i], words[i], __ATOMIC_RELAXED);
    }
    __atomic_and_fetch(&header->control, ~1u, __ATOMIC_RELEASE);
}

static void serve(struct device *device)
{
    struct gpu *gpu = gpu_of(device);
    struct hostcall *hostcall = gpu ? __atomic_load_n(&gpu->hostcall, __ATOMIC_ACQUIRE) : NULL;
    if (!hostcall)
        return;
    pthread_mutex_lock(&hostcall->serving);
    uint64_t link = __atomic_exchange_n(&hostcall->buffer->ready_stack, 0, __ATOMIC_ACQUIRE);
    size_t count = 0; /* the stack has the last packet first; its links cannot be trusted, because
                       * kernels may have written them */
    while (link && count < PACKETS) {
        uint32_t index = (uint32_t)link & (PACKETS - 1);
        hostcall->ready[count++] = index;
        link = __atomic_load_n(&hostcall->headers[index].next, __ATOMIC_RELAXED);
    }
    while (count > 0)
        serve_packet(gpu, hostcall->ready[--count]);
    pthread_mutex_unlock(&hostcall->serving);
}

void hostcall_flush(struct gpu *gpu)
{
    struct hostcall *hostcall = __atomic_load_n(&gpu->hostcall, __ATOMIC_ACQUIRE);
    if (!hostcall)
        return;
    serve(gpu->device);
    fflush(stdout);
}

/* ---- The buffer of packets ------------------------------------------------------------------- */

static void *take(struct gpu *gpu, size_t size)
{
    return space_allocate(gpu->device, MEMORY_INTERNAL, size, 4096, 0, "the hostcall buffer",
                          false);
}

static void fill_buffer(const struct hostcall *hostcall)
{
    struct buffer *buffer = hostcall->buffer;
    /* the count in each link starts from 1, so that no link is 0 */
    for (uint64_t i = 0; i < PACKETS; i++)
        hostcall->headers[i].next = i + 1 < PACKETS ? PACKETS + i + 1 : 0;
    buffer->headers = hostcall->headers;
    buffer->payloads = hostcall->payloads;
    buffer->doorbell = &buffer->signal;
    buffer->signal.mailbox = (uint64_t)(uintptr_t)&buffer->mailbox;
    buffer->signal.id = 1;
    buffer->free_stack = PACKETS;
    buffer->index_mask = PACKETS - 1;
}

static void give(void *memory)
{
    if (memory)
        space_free(memory);
}

static struct hostcall *make(struct gpu *gpu)
{
    struct hostcall *hostcall = malloc(sizeof *hostcall);
    if (!hostcall)
        return NULL;
    hostcall->buffer = take(gpu, sizeof *hostcall->buffer);
    hostcall->headers = take(gpu, PACKETS * sizeof *hostcall->headers);
    hostcall->payloads = take(gpu, PACKETS * sizeof *hostcall->payloads);
    hostcall->heap = take(gpu, HEAP_BYTES);
    if (hostcall->buffer && hostcall->headers && hostcall->payloads && hostcall->heap) {
        fill_buffer(hostcall);
        pthread_mutex_init(&hostcall->serving, NULL);
        return hostcall;
    }
    give(hostcall->buffer);
    give(hostcall->headers);
    give(hostcall->payloads);
    give(hostcall->heap);
    free(hostcall);
    return NULL;
}

static struct hostcall *get(struct gpu *gpu)
{
    runtime_lock();
    if (!gpu->hostcall) {
        struct hostcall *made = make(gpu);
        gpu->device->on_interrupt = serve;
        __atomic_store_n(&gpu->hostcall, made, __ATOMIC_RELEASE);
    }
    struct hostcall *hostcall = gpu->hostcall;
    runtime_unlock();
    return hostcall;
}

void *hostcall_buffer(struct gpu *gpu)
{
    struct hostcall *hostcall = get(gpu);
    return hostcall ? hostcall->buffer : NULL;
}

void *hostcall_heap(struct gpu *gpu)
{
    struct hostcall *hostcall = get(gpu);
    return hostcall ? hostcall->heap : NULL;
}
