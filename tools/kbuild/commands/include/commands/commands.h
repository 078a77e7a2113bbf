/* The commands of kbuild. Each command is in a file of its name. */
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
extern const struct command cmd_record;
extern const struct command cmd_reflect;
extern const struct command cmd_replay;
extern const struct command cmd_report;
extern const struct command cmd_run;
extern const struct command cmd_split;
extern const struct command cmd_step;
extern const struct command cmd_targets;
extern const struct command cmd_verify;

/* The values that --embed and --compress accept. */
extern const char *const command_embed_forms[], *const command_codecs[];

/* Returns the path "<cache>/kbuild/|name|" in the user's cache, as a fresh string. If the
 * environment does not say where the cache is, returns NULL, with a message of |command| that ends
 * with |use| ("libraries may be kept"). */
char *command_cache(const char *command, const char *use, const char *name);

/* Returns the products with this processor, "RX 7900 XTX, RX 7900 XT", or "" if no product is
 * known. */
const char *products_of(const char *processor);
/* Appends the processors of products whose name is |name| or has the words of |name|. */
void products_find(const char *name, struct strings *out_processors);

/* Writes files into |directory|, and appends their paths to |files|. */
typedef enum status command_make_fn(void *context, const char *directory, struct strings *files);
/* Calls |make| with a temporary directory. Then publishes the files that |make| has written in the
 * directory |output|: all of them, or none after a failure. Makes |output| if it is missing. */
enum status command_publish(const char *output, command_make_fn *make, void *context);

/* Prints how the command line "kbuild" and |words| may go on; see complete.c. */
void command_complete(int count, char **words);

/* All commands, in the order of the help text. NULL is at the end. */
extern const struct command *const commands[];
/* Returns the command with this name, or NULL. */
const struct command *command_find(const char *name);

#endif
