#include "targets.h"

#include "disassembler.h"

#include <stdio.h>
#include <stdbool.h>
#include <string.h>

/* NEWEST is the newest LLVM that was released when this table was made. The table's versions are
 * the first ones whose "llvm-mc -mcpu=help" lists the processor and that pass proof.c: LLVM 17
 * lists gfx1150. LLVM older than OLDEST is not used: version 14 wrongly decodes scalar loads from
 * compilers for gfx9 that are newer. */
enum { NEWEST = 23, OLDEST = 15 };

/* Processors that some of these versions of LLVM do not know. In an older LLVM, a stand-in decodes
 * the processor's code: another processor that has all its instructions, such as a member of the
 * same generic target. */
static const struct {
    const char *processor;
    unsigned since;
    const char *stand_in;
} newcomers[] = {
    {"gfx9-generic", 19, "gfx900"},
    {"gfx9-4-generic", 20, "gfx942"},
    {"gfx10-1-generic", 19, "gfx1010"},
    {"gfx10-3-generic", 19, "gfx1030"},
    {"gfx11-generic", 19, "gfx1100"},
    {"gfx11-7-generic", 23, NULL},
    {"gfx12-generic", 19, "gfx1200"},
    {"gfx12-5-generic", 23, "gfx1250"},
    {"gfx13-generic", 23, NULL},
    {"gfx940", 15, NULL},
    {"gfx941", 17, "gfx940"},
    {"gfx942", 17, NULL},
    {"gfx950", 20, NULL},
    {"gfx1036", 15, "gfx1030"},
    {"gfx1100", 15, NULL},
    {"gfx1101", 15, NULL},
    {"gfx1102", 15, NULL},
    {"gfx1103", 15, NULL},
    {"gfx1150", 18, NULL},
    {"gfx1151", 18, NULL},
    {"gfx1152", 19, "gfx1151"},
    {"gfx1153", 20, "gfx1151"},
    {"gfx1154", 23, "gfx1151"},
    {"gfx1170", 23, NULL},
    {"gfx1171", 23, NULL},
    {"gfx1172", 23, NULL},
    {"gfx1200", 18, NULL},
    {"gfx1201", 18, NULL},
    {"gfx1250", 21, NULL},
    {"gfx1251", 22, NULL},
    {"gfx1310", 23, NULL},
};
enum { NEWCOMERS = sizeof newcomers / sizeof newcomers[0] };

/* Processors that every version of LLVM from OLDEST on knows. */
static const char *const elders[] = {
    "gfx600",  "gfx601",  "gfx602",  "gfx700",  "gfx701",  "gfx702",  "gfx703",  "gfx704",
    "gfx705",  "gfx801",  "gfx802",  "gfx803",  "gfx805",  "gfx810",  "gfx900",  "gfx902",
    "gfx904",  "gfx906",  "gfx908",  "gfx909",  "gfx90a",  "gfx90c",  "gfx1010", "gfx1011",
    "gfx1012", "gfx1013", "gfx1030", "gfx1031", "gfx1032", "gfx1033", "gfx1034", "gfx1035",
};
enum { ELDERS = sizeof elders / sizeof elders[0] };

static int find_newcomer(const char *processor)
{
    for (int i = 0; i < NEWCOMERS; i++) {
        if (strcmp(processor, newcomers[i].processor) == 0)
            return i;
    }
    return -1;
}

static bool is_elder(const char *processor)
{
    for (size_t i = 0; i < ELDERS; i++) {
        if (strcmp(processor, elders[i]) == 0)
            return true;
    }
    return false;
}

const char *target_name(const char *processor, unsigned major)
{
    int i = find_newcomer(processor);
    if (i >= 0 && major < newcomers[i].since)
        return newcomers[i].stand_in ? target_name(newcomers[i].stand_in, major) : NULL;
    return (i >= 0 || is_elder(processor)) && major >= OLDEST ? processor : NULL;
}

unsigned target_since(const char *processor)
{
    for (unsigned major = OLDEST; major <= NEWEST; major++) {
        if (target_name(processor, major))
            return major;
    }
    return 0;
}

const char *disassembler_first(const char *processor, char out[48])
{
    unsigned since = target_since(processor);
    if (since)
        snprintf(out, 48, "LLVM %u", since);
    else
        snprintf(out, 48, "no LLVM up to %d", NEWEST);
    return out;
}
