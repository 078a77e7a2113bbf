/* Runs programs on libhipemu instead of a GPU. */
#ifndef KBUILD_COMMANDS_EMULATOR_H
#define KBUILD_COMMANDS_EMULATOR_H

#include "util/buf.h"

/* The words after "--" on a command line: a program and its arguments. */
struct emulated {
    bool runs;    /* whether the command line has "--" */
    size_t words; /* number of words after "--" */
};

/* Finds "--" in |argv|, and returns |argc|. It can be the member adapt() of a struct command. */
int emulated_find(struct emulated *out, int argc, char **argv);

/* Returns the directory with libhipemu's libamdhip64.so.*, in the installation or build to which
 * this program belongs, as a fresh string. NULL when these libraries are missing. */
char *emulator_find(void);

/* Appends environment variables with which a program that uses HIP or libkrt finds libhipemu in
 * |directory|, and runs on |devices|, a list with commas. If |devices| is NULL, the program runs on
 * the devices that its environment names; without such names, on libhipemu's default. */
void emulator_environment(const char *directory, const char *devices, struct strings *out);

#endif
