/* What a step of the graph needs, in the process that ninja starts. */
#ifndef KBUILD_GRAPH_STEP_H
#define KBUILD_GRAPH_STEP_H

#include "util/buf.h"
#include "util/status.h"

#include <sys/types.h>

/* ---- The process: each is called once, before all else ------------------- */

/* Ends the step, and its children, when ninja has ended in whatever way. */
void run_follow_ninja(void);

/* Ends this process and its group, with SIGTERM, when the process |parent|, which runs it, has
 * ended in whatever way. If both are in one group, ends this process alone. */
void run_end_with(pid_t parent);

/* Waits for a token, if the environment names a jobserver. The token is returned when the process
 * exits, or when SIGINT, SIGTERM, SIGHUP or SIGPIPE ends it. */
void jobserver_join(void);

/* Closes the lock for programs that the step starts. A compiler cache leaves a server behind, which
 * would hold the lock for ever. */
void run_keep_lock(void);

/* ---- Its command --------------------------------------------------------- */

/* The beginning of the names of temporary directories in a build directory. */
#define DIRECTORY_SCRATCH "kbuild-tmp-"

/* Reports that |label| begins, if progress is shown, and closes the pipe for programs that the step
 * starts. */
void progress_begin(const char *label);

/* Ends processes that its program has left running. */
void run_end_rest_of_job(void);

/* Replaces each name in |path|, which a compiler has written, by the result of |rename|, a fresh
 * string. A name that ninja would misread is removed if it is below the working directory, else
 * replaced by that of a link in it. */
enum status depfile_settle(const char *path, char *(*rename)(void *context, const char *name),
                           void *context);

/* If |messages| of a linker or ptxas name an undefined symbol: a sentence that says who defines it,
 * and what to do. Owned by the caller; else NULL. */
char *undefined_explain(const char *messages);

/* ---- Names of a fixed length for the directories that a compiler searches ---- */

/* A compiler keeps the names of the files that it opens in its memory. Where the pass of a compiler
 * works in an order of addresses, a longer name gives other machine code. So a step makes a
 * directory of links, and its compiler sees no other name of a directory outside the build
 * directory. Readers of the compiler's output get the original names back.
 */
struct aliases {
    char *directory;                 /* of the links 00, 01, ... */
    struct strings links, originals; /* each link, and its directory as the command named it */
};

/* Finds or makes a link in |directory| for each directory that is outside the working directory,
 * that -I or -idirafter of |arguments| names, and that -ffile-prefix-map gives a name in outputs;
 * puts the links into |arguments| in place of the directories. Takes |directory|. |out| is to be
 * freed in every case; the links stay. */
enum status aliases_make(char *directory, struct strings *arguments, struct aliases *out);

/* |message| with the original names of the directories, and without the name of the working
 * directory before names in it. Owned by the caller. */
char *aliases_undo(const struct aliases *aliases, const char *message);

void aliases_free(struct aliases *aliases);

/* ---- Precompiled headers ------------------------------------------------- */

/* Puts the precompiled header |path| into |arguments| in the place of the prelude. False if it is
 * empty or missing, or they do not include the prelude. */
bool precompiled_use(const char *path, struct strings *arguments);

/* Removes the directories from |arguments|, which make a precompiled header, that cannot matter. */
void precompiled_leave_out(struct strings *arguments);

/* The directory of the links in which the precompiled header |path| names files; a fresh string. */
char *precompiled_links(const char *path);

/* Whether none of the files in |depfile|, which a compiler wrote that saw |aliases|, is one of the
 * project: then the precompiled header is right for all of its modules with the same flags. */
bool precompiled_is_apart(const char *depfile, const struct aliases *aliases);

/* Writes down which files the precompiled header |path| read, as |depfile| lists them after
 * depfile_settle(). */
enum status precompiled_record(const char *path, const char *depfile);

#endif
