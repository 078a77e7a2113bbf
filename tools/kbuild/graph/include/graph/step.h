/* Functions for a step of the graph, in the process that ninja starts. */
#ifndef KBUILD_GRAPH_STEP_H
#define KBUILD_GRAPH_STEP_H

#include "util/buf.h"
#include "util/status.h"

#include <sys/types.h>

/* ---- The process: each function is called once, before all others ------------------------ */

/* Makes this step and its children end when ninja has ended, in whatever way. */
void run_follow_ninja(void);

/* Makes this process and its process group end, with SIGTERM, when |parent|, which runs it, has
 * ended in whatever way. If both are in one process group, only this process ends. */
void run_end_with(pid_t parent);

/* Waits for a token, if the environment names a jobserver. The token is returned when the process
 * exits, or when SIGINT, SIGTERM, SIGHUP or SIGPIPE ends it. */
void jobserver_join(void);

/* Keeps the lock's file descriptor out of programs that the step starts. Otherwise the server that
 * a compiler cache leaves running would hold the lock for ever. */
void run_keep_lock(void);

/* ---- The command of the step ------------------------------------------------------------- */

/* Names of temporary directories in a build directory begin with this. */
#define DIRECTORY_SCRATCH "kbuild-tmp-"

/* Reports that the step |label| begins, if progress is shown. Keeps the pipe for progress out of
 * programs that the step starts. */
void progress_begin(const char *label);

/* Ends processes that the step's program has left running. */
void run_end_rest_of_job(void);

/* Replaces each name in the depfile |path|, which a compiler has written, by the result of
 * |rename|, a new string. Removes a name that ninja would misread if it is below the working
 * directory; otherwise replaces it by a link in the working directory. */
enum status depfile_settle(const char *path, char *(*rename)(void *context, const char *name),
                           void *context);

/* Explains an undefined symbol, if |messages| of a linker or ptxas name one: returns a sentence
 * that says which file defines it, and what to do; else NULL. Owned by the caller. */
char *undefined_explain(const char *messages);

/* ---- Names of a fixed length for the directories that a compiler searches ---- */

/* A compiler keeps the names of files that it opens in its memory. A pass that works in the order
 * of addresses may make other machine code if a name is longer. So a step makes a directory of
 * links, and its compiler sees no other name of a directory outside the build directory. The
 * original names are put back into the compiler's messages and depfiles.
 */
struct aliases {
    char *directory; /* path of the directory with the links 00, 01, ... */
    /* each link, and the directory for it as the command names it */
    struct strings links, originals;
};

/* Finds or makes a link in |directory| for each directory outside the working directory that
 * |arguments| name with -I or -idirafter, and to which -ffile-prefix-map gives a name in outputs.
 * Replaces these directories in |arguments| by the links. Takes ownership of |directory|. The
 * caller frees |out| in every case; the links stay. */
enum status aliases_make(char *directory, struct strings *arguments, struct aliases *out);

/* Returns |message| with the original names of directories, and without the working directory in
 * names below it. Owned by the caller. */
char *aliases_undo(const struct aliases *aliases, const char *message);

void aliases_free(struct aliases *aliases);

/* ---- Precompiled headers ------------------------------------------------- */

/* Replaces the prelude in |arguments| by the precompiled header |path|. Returns false if the header
 * is empty or missing, or |arguments| do not include the prelude. */
bool precompiled_use(const char *path, struct strings *arguments);

/* Removes from |arguments|, which make a precompiled header, the directories that cannot matter for
 * it. */
void precompiled_leave_out(struct strings *arguments);

/* Returns the directory with the links by which the precompiled header |path| names files; a new
 * string. */
char *precompiled_links(const char *path);

/* Whether none of the files in |depfile|, which was written by a compiler with |aliases|, belongs
 * to the project. Then the precompiled header is right for all of its modules. */
bool precompiled_is_apart(const char *depfile, const struct aliases *aliases);

/* Records which files the precompiled header |path| read, as |depfile| lists them after
 * depfile_settle(). */
enum status precompiled_record(const char *path, const char *depfile);

#endif
