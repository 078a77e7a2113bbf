/* The subcommands. Each has a file of its name. */
#ifndef KBUILD_COMMANDS_H
#define KBUILD_COMMANDS_H

#include "util/options.h"

extern const struct command cmd_build;
extern const struct command cmd_bundle;
extern const struct command cmd_check;
extern const struct command cmd_compile;
extern const struct command cmd_diff;
extern const struct command cmd_disasm;
extern const struct command cmd_doctor;
extern const struct command cmd_embed;
extern const struct command cmd_extract;
extern const struct command cmd_flags;
extern const struct command cmd_hipify;
extern const struct command cmd_index;
extern const struct command cmd_inspect;
extern const struct command cmd_pack;
extern const struct command cmd_plan;
extern const struct command cmd_profile;
extern const struct command cmd_publish;
extern const struct command cmd_reflect;
extern const struct command cmd_report;
extern const struct command cmd_run;
extern const struct command cmd_split;
extern const struct command cmd_step;
extern const struct command cmd_targets;

/* Values of --embed and --compress of a build. */
extern const char *const command_embed_forms[], *const command_codecs[];

/* "<cache>/kbuild/|name|": the user's cache, for |command|, which |use| ("libraries may be kept").
 * A fresh string; NULL, with a message, when the environment does not name the cache. */
char *command_cache(const char *command, const char *use, const char *name);

/* "RX 7900 XTX, RX 7900 XT": what has this processor; "" if that is unknown. */
const char *products_of(const char *processor);
/* Adds the processors of products that are called |name|, or have these words in their names. */
void products_find(const char *name, struct strings *out_processors);

/* Writes files into |directory|, and adds their paths to |files|. */
typedef enum status command_make_fn(void *context, const char *directory, struct strings *files);
/* Has |make| write files into a directory of its own, and moves all of them to |output|, which is
 * made if it is missing, or none. */
enum status command_publish(const char *output, command_make_fn *make, void *context);

/* Prints what may follow |words|, which come behind "kbuild" on a command line; see complete.c. */
void command_complete(int count, char **words);

/* All of them, in the order of the help text; ends with NULL. */
extern const struct command *const commands[];
/* The one of this name, or NULL. */
const struct command *command_find(const char *name);

#endif
