/* The ways to try a place, each remembered for doctor and for the cache. */
#ifndef KBUILD_TOOLCHAIN_CANDIDATES_H
#define KBUILD_TOOLCHAIN_CANDIDATES_H

#include "toolchain/discover.h"

enum kind { PROGRAM, PLAIN_FILE, DIRECTORY };

/* The value of a variable of the environment, or NULL when it is not set or empty. Borrows. */
const char *environment(const char *name);

/* Each returns a fresh absolute path when something of |kind| is there, else NULL. */

/* Takes |path|. */
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

/* A launcher that poses as the compiler: ccache puts links called clang++ into PATH. */
bool is_masquerade(const char *path);

/* Every program |name| of Debian's /usr/lib/llvm-N, newest version first. */
void list_llvm(struct discovery *discovery, const char *name, struct strings *out);
/* Every directory /usr/lib/<machine>-linux-gnu. */
void list_multiarch(struct discovery *discovery, struct strings *out);

#endif
