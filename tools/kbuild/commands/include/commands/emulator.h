/* Programs that commands run on libhipemu, in the place of a GPU. */
#ifndef KBUILD_COMMANDS_EMULATOR_H
#define KBUILD_COMMANDS_EMULATOR_H

#include "util/buf.h"

/* Of a command line: what comes behind "--". */
struct emulated {
    bool runs;    /* the operands are a program and its arguments, */
    size_t words; /* so many */
};

/* For struct command's adapt(). */
int emulated_find(struct emulated *out, int argc, char **argv);

/* The directory of libhipemu's libamdhip64.so.*, beside this program: of an installation, or of the
 * build. NULL when it is not there. A fresh string. */
char *emulator_find(void);

/* Appends variables, with which a program finds libhipemu in |directory|: one that uses HIP, and
 * one that uses libkrt, which runs on |devices|, a list with commas. NULL: those that the variables
 * name already, or libhipemu's. */
void emulator_environment(const char *directory, const char *devices, struct strings *out);

#endif
