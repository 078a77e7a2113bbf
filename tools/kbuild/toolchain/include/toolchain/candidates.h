/* Functions that try a path for a part of the toolchain. They record each path for doctor and for
 * the cache. */
#ifndef KBUILD_TOOLCHAIN_CANDIDATES_H
#define KBUILD_TOOLCHAIN_CANDIDATES_H

#include "toolchain/discover.h"

enum kind { PROGRAM, PLAIN_FILE, DIRECTORY };

/* The value of an environment variable, or NULL if it is not set or empty. Borrows. */
const char *environment(const char *name);

/* Each returns a new absolute path if something of |kind| is there, or NULL. */

/* Tries |path|. Takes ownership of it. */
char *consider(struct discovery *discovery, enum part part, enum kind kind, char *path);
/* |name| below the directory that the environment variable |variable| holds. */
char *consider_variable(struct discovery *discovery, enum part part, enum kind kind,
                        const char *variable, const char *name);
/* |path| below the root. */
char *consider_fixed(struct discovery *discovery, enum part part, enum kind kind, const char *path);
/* The first |program| in PATH. */
char *consider_in_path(struct discovery *discovery, enum part part, const char *program);
/* A program as a user names it: a path, or a name to look up in PATH. */
char *consider_named(struct discovery *discovery, enum part part, const char *name);

/* Is |path| a launcher with a compiler's name? ccache puts such links, "clang++", into PATH. */
bool is_masquerade(const char *path);

/* Every program |name| of Debian's /usr/lib/llvm-N, newest version first. */
void list_llvm(struct discovery *discovery, const char *name, struct strings *out);
/* Every directory /usr/lib/<machine>-linux-gnu. */
void list_multiarch(struct discovery *discovery, struct strings *out);

#endif
