/* The commands that read files which others made: any bytes are shown, taken apart or refused, from
 * the command line on. Each input is given to all commands, or to those that $FUZZ_COMMANDS names.
 * $FUZZ_DATA has a bundle, with which it is compared.
 */
#include "commands/commands.h"
#include "guarded.h"
#include "util/file.h"

#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

enum { WORDS_MAX = 8 };

/* Command lines; "@" is the directory of their files. After each, "out" there is removed. "cat"
 * prints the input in the place of llvm-objdump: what disasm reads is of any bytes, too. */
static const char *const lines[][WORDS_MAX] = {
    {"inspect", "--args", "--full", "@input"},
    {"inspect", "--json", "@input"},
    {"inspect", "--json",
     "@input.json"}, /* a link to it: what inspect wrote is known by its name */
    {"inspect", "--device", "gfx1100", "--summary", "@input"},
    {"extract", "--all", "-o", "@out", "@input"},
    {"report", "-o", "@out/report.html", "@input"},
    {"diff", "--all", "@input", FUZZ_DATA "/three.hipfb"},
    {"diff", "--json", FUZZ_DATA "/three.hipfb", "@input"},
    {"split", "-o", "@out", "@input"},
    {"replay", "--list", "@input"},
    {"disasm", "--bytes", "--objdump", "@cat", "*", "@input"},
    {"bundle", "-o", "@out/bundle", "@input"},
    {"pack", "--package", "p", "-o", "@out", "@input"},
    {"embed", "--embed", "incbin", "-o", "@out/header.h", "@input"},
    {"embed", "--compress", "zstd", "-o", "@out/header.h", "@input"},
    {"verify", "@input", "@input.json"}, /* fuzz_cases.c and fuzz_results.c go further */
};

static char place[64];

static char *place_of(const char *name)
{
    return mem_format("%s/%s", place, name);
}

static void write_place(const char *name, const void *data, size_t size, mode_t mode)
{
    OWNED char *path = place_of(name);
    if (file_write(path, data, size) != STATUS_OK || chmod(path, mode) != 0)
        abort();
}

static void leave(void)
{
    path_remove_tree(place);
}

static void start(void)
{
    OWNED char *cat = NULL, *json = NULL;
    /* In memory, for speed. */
    snprintf(place, sizeof place, "%s/fuzz.XXXXXX", path_exists("/dev/shm") ? "/dev/shm" : "/tmp");
    if (!mkdtemp(place) || atexit(leave) != 0)
        abort();
    json = place_of("input.json");
    if (symlink("input", json) != 0)
        abort();
    cat = mem_format("#!/bin/sh\nexec cat %s/input\n", place);
    write_place("cat", cat, strlen(cat), 0700);
}

static void run_line(const char *const *line)
{
    char *words[WORDS_MAX + 1] = {0}, *owned[WORDS_MAX];
    int count = 0;
    for (; count < WORDS_MAX && line[count]; count++)
        words[count] = *line[count] == '@' ? place_of(line[count] + 1) : mem_dup(line[count]);
    memcpy(owned, words, sizeof owned); /* a command may change the order of its words */
    command_run(command_find(words[0]), count, words);
    for (int i = 0; i < count; i++)
        free(owned[i]);
    OWNED char *out = place_of("out");
    path_remove_tree(out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static FILE *nowhere;
    const char *wanted = getenv("FUZZ_COMMANDS");
    if (!nowhere) {
        start();
        nowhere = fopen("/dev/null", "w");
    }
    FILE *output = stdout, *messages = stderr;
    stdout = stderr = nowhere; /* of C alone: sanitizers have a way of their own */
    if (!nowhere)
        abort();
    write_place("input", data, size, 0600);
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        if (!wanted || strstr(wanted, lines[i][0]))
            run_line(lines[i]);
    }
    stdout = output;
    stderr = messages;
    return 0;
}
