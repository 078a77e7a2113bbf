/* Makes man pages and shell completions from the tables that --help prints.
 *
 * The build of kbuild runs kbuild-manual. docs/man has the text that is not in the tables: files,
 * environment and background.
 */
#ifndef KBUILD_MANUAL_H
#define KBUILD_MANUAL_H

#include "commands/commands.h"
#include "util/buf.h"

/* kbuild(1), and kbuild-NAME(1) for |command|. |prose| is mdoc sections that follow the
 * description, or NULL. */
void man_tool(const char *prose, struct buf *out);
void man_command(const struct command *command, const char *prose, struct buf *out);

/* Each writes one script for all commands. */
void complete_bash(struct buf *out);
void complete_zsh(struct buf *out);
void complete_fish(struct buf *out);

/* ---- Shared by the scripts (complete.c) ----------------------------------------------------- */

enum value_kind {
    VALUE_NONE, /* a flag */
    VALUE_ANY,  /* nothing can be proposed */
    VALUE_CHOICE,
    VALUE_FILE,
    VALUE_DIRECTORY,
    VALUE_PROGRAM,
    VALUE_GPUS, /* target IDs, separated by commas */
};

/* The kind of |option|'s value. Depends on its choices, its name and the name of the value. */
enum value_kind option_value_kind(const struct option *option);

/* The kind of |command|'s operands: VALUE_GPUS or VALUE_FILE; VALUE_NONE if it takes none. */
enum value_kind command_operand_kind(const struct command *command);

/* Writes the processors that kbuild knows, and "native", separated by blanks. */
void put_gpus(struct buf *out);

bool option_may_repeat(const struct option *option);

/* Runs |put| for each option of |command| and for -h, --help, which every command has. */
void each_option(const struct command *command, struct buf *out,
                 void (*put)(const struct command *command, const struct option *option,
                             struct buf *out));

#endif
