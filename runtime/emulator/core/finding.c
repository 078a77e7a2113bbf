/* Reports of findings. The hash of each reported finding is kept, so that a finding is reported
 * only once. */
#include "core/finding.h"

#include "core/dispatch.h"
#include "core/place.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum mode { MODE_OFF, MODE_ON, MODE_FATAL };

enum { SAID_MAX = 1 << 12 };

static struct {
    pthread_once_t once;
    enum mode mode;
    pthread_mutex_t lock;
    /* a hash table of the reports that were printed; 0 marks a free slot */
    uint64_t said[SAID_MAX];
    unsigned count;
} findings = {.once = PTHREAD_ONCE_INIT, .lock = PTHREAD_MUTEX_INITIALIZER};

static void read_mode(void)
{
    const char *value = secure_getenv("HIPEMU_CHECK");
    if (!value || !*value || strcmp(value, "0") == 0)
        findings.mode = MODE_OFF;
    else
        findings.mode = strcmp(value, "fatal") == 0 ? MODE_FATAL : MODE_ON;
}

bool check_is_on(void)
{
    pthread_once(&findings.once, read_mode);
    return findings.mode != MODE_OFF;
}

unsigned finding_count(void)
{
    pthread_mutex_lock(&findings.lock);
    unsigned count = findings.count;
    pthread_mutex_unlock(&findings.lock);
    return count;
}

/* Returns the hash (FNV-1a) of a finding: of the kernel's name, the instruction's address, the code
 * object's size and generation, and the kind of finding. */
static uint64_t finding_key(const struct wave *wave, const struct op *op, enum finding kind)
{
    uint64_t key = 14695981039346656037u;
    const uint64_t numbers[] = {op->pc, (uint64_t)kind, wave->ops->program->file.size,
                                (uint64_t)wave->ops->program->generation};
    for (const char *at = wave->group->dispatch->kernel->name; *at; at++)
        key = (key ^ (uint8_t)*at) * 1099511628211u;
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        key = (key ^ numbers[i]) * 1099511628211u;
    return key ? key : 1;
}

/* Returns the slot that holds |key|, or the free slot where |key| is to be entered. */
static unsigned find_slot(uint64_t key)
{
    unsigned slot = key % SAID_MAX;
    while (findings.said[slot] && findings.said[slot] != key)
        slot = (slot + 1) % SAID_MAX;
    return slot;
}

bool finding_is_known(const struct wave *wave, const struct op *op, enum finding kind)
{
    uint64_t key = finding_key(wave, op, kind);
    pthread_mutex_lock(&findings.lock);
    bool is_known = findings.said[find_slot(key)] == key;
    pthread_mutex_unlock(&findings.lock);
    return is_known && findings.mode != MODE_FATAL;
}

/* Enters |key| into the table. True when it is new; always false when the table is full. */
static bool remember(uint64_t key)
{
    bool is_new = false;
    pthread_mutex_lock(&findings.lock);
    unsigned slot = find_slot(key);
    if (!findings.said[slot] && findings.count < SAID_MAX - 1) {
        findings.said[slot] = key;
        findings.count++;
        is_new = true;
    }
    pthread_mutex_unlock(&findings.lock);
    return is_new;
}

/* Whether HIPEMU_QUIET suppresses reports. If HIPEMU_CHECK asks for reports, HIPEMU_QUIET has no
 * effect. */
static bool is_quiet(void)
{
    const char *quiet = secure_getenv("HIPEMU_QUIET");
    return !check_is_on() && quiet && *quiet && *quiet != '0';
}

static void report(struct wave *wave, const struct op *op, enum finding kind, int lane,
                   const char *format, va_list arguments)
{
    const struct workgroup *group = wave->group;
    char what[640], place[448], who[24] = "";
    if (!remember(finding_key(wave, op, kind)) && findings.mode != MODE_FATAL)
        return;
    vsnprintf(what, sizeof what, format, arguments);
    if (lane >= 0)
        snprintf(who, sizeof who, "lane %d ", lane);
    if (findings.mode == MODE_FATAL)
        wave_fault(wave, FAULT_TRAP, "%s%s", who, what);
    if (is_quiet())
        return;
    /* the report; it contains names from the code object, which may have any bytes */
    char text[2048];
    snprintf(text, sizeof text, "hipemu: kernel '%.500s', workgroup (%u,%u,%u), wave %u: %s%s; %s",
             group->dispatch->kernel->name, group->id[0], group->id[1], group->id[2], wave->index,
             who, what, place_of_op(wave, op, place, sizeof place));
    text_clean(text, "\t");
    fprintf(stderr, "%s\n", text);
}

void finding_report(struct wave *wave, const struct op *op, enum finding kind, int lane,
                    const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    report(wave, op, kind, lane, format, arguments);
    va_end(arguments);
}

void finding_note(struct wave *wave, const struct op *op, const char *format, ...)
{
    va_list arguments;
    if (!check_is_on())
        return;
    va_start(arguments, format);
    report(wave, op, FINDING_OTHER, -1, format, arguments);
    va_end(arguments);
}
