/* Runs programs on libhipemu, in place of a GPU. */
#ifndef KBUILD_COMMANDS_EMULATOR_H
#define KBUILD_COMMANDS_EMULATOR_H

#include "util/buf.h"

/* What follows "--" on a command line. */
struct emulated {
    bool runs;    /* there is a "--": a program and its arguments follow */
    size_t words; /* how many words follow "--" */
};

/* Finds "--" in |argv|, and returns |argc|. For adapt() of struct command. */
int emulated_find(struct emulated *out, int argc, char **argv);

/* Returns the directory of libhipemu's libamdhip64.so.*, in the installation or the build that this
 * program belongs to, as a fresh string. NULL when it is not there. */
char *emulator_find(void);

/* Appends environment variables by which a program that uses HIP or libkrt finds libhipemu in
 * |directory|, and runs on |devices|, a list with commas. If |devices| is NULL, the program runs on
 * the devices that its environment names, or on libhipemu's default. */
void emulator_environment(const char *directory, const char *devices, struct strings *out);

#endif
