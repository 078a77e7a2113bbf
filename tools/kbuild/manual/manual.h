/* Man pages and shell completions, from the tables that --help prints from.
 *
 * kbuild-manual is run when kbuild is built. What the tables cannot say, files, environment and
 * background, comes from docs/man.
 */
#ifndef KBUILD_MANUAL_H
#define KBUILD_MANUAL_H

#include "cmd.h"
#include "util/buf.h"

/* kbuild(1), and kbuild-NAME(1) for |command|. |prose|: sections in mdoc that stand behind the
 * description, or NULL. */
void man_tool(const char *prose, struct buf *out);
void man_command(const struct command *command, const char *prose, struct buf *out);

/* One script for all commands each. */
void complete_bash(struct buf *out);
void complete_zsh(struct buf *out);
void complete_fish(struct buf *out);

/* ---- What the scripts share (complete.c) ------------------------------------------------------
 */

enum value_kind {
    VALUE_NONE, /* a flag */
    VALUE_ANY,  /* nothing can be proposed */
    VALUE_CHOICE,
    VALUE_FILE,
    VALUE_DIRECTORY,
    VALUE_PROGRAM,
    VALUE_GPUS, /* target IDs, separated by commas */
};

/* What |option| takes, by its choices, its name and what its value is called. */
enum value_kind option_value_kind(const struct option *option);

/* The same of the operands of |command|: VALUE_GPUS or VALUE_FILE, or VALUE_NONE where there are
 * none. */
enum value_kind command_operand_kind(const struct command *command);

/* The processors that kbuild knows, and "native", separated by blanks. */
void put_gpus(struct buf *out);

bool option_may_repeat(const struct option *option);

/* Runs |put| for each option of |command|, and for -h, --help, which each has. */
void each_option(const struct command *command, struct buf *out,
                 void (*put)(const struct command *command, const struct option *option,
                             struct buf *out));

#endif
