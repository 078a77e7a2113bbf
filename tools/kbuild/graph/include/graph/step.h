/* Functions for a step of the graph, in the process that ninja starts. */
#ifndef KBUILD_GRAPH_STEP_H
#define KBUILD_GRAPH_STEP_H

#include "util/buf.h"
#include "util/status.h"

#include <sys/types.h>

/* ---- The process of the step. Each function is called once, before those of the next section. */

/* Makes this step and its children end when ninja has ended, even if ninja was killed. */
void run_follow_ninja(void);

/* Makes this process and its process group end, with SIGTERM, when |parent|, which runs this
 * process, has ended, even if |parent| was killed. If |parent| is in the same process group, only
 * this process ends. */
void run_end_with(pid_t parent);

/* Waits for a token, if the environment names a jobserver. The token is returned when the process
 * exits, or when SIGINT, SIGTERM, SIGHUP or SIGPIPE ends it. */
void jobserver_join(void);

/* Keeps the file descriptor of the build directory's lock out of programs that the step starts.
 * Otherwise a server that a compiler cache leaves running would hold the lock for ever. */
void run_keep_lock(void);

/* ---- The command of the step ------------------------------------------------------------- */

/* the beginning of the names of temporary directories in a build directory */
#define DIRECTORY_SCRATCH "kbuild-tmp-"

/* Reports that the step |label| begins, if kbuild shows progress. Keeps the progress pipe out of
 * programs that the step starts. */
void progress_begin(const char *label);

/* Ends processes that the step's program has left running. */
void run_end_rest_of_job(void);

/* Replaces each name in the depfile |path|, which a compiler has written, by the result of
 * |rename|, a new string. A name that ninja would misread is removed if the file is below the
 * working directory; otherwise it is replaced by a link in the working directory. */
enum status depfile_settle(const char *path, char *(*rename)(void *context, const char *name),
                           void *context);

/* Explains the undefined symbol that |messages|, the output of a linker or ptxas, name. Returns a
 * sentence that says which file defines the symbol, and what to do; NULL if |messages| name none.
 * Owned by the caller. */
char *undefined_explain(const char *messages);

/* Warns of each kernel that the host's part of a module, the object file |object|, launches and
 * that a code object of the bundle |bundle| lacks. |label| begins the messages. Of files that it
 * cannot read it says nothing. */
void launches_check(const char *label, const char *object, const char *bundle);

/* ---- Names of a fixed length for the directories that a compiler searches ---- */

/* A compiler keeps the names of files that it opens in its memory. Some passes work in the order of
 * addresses, so a longer name may change the machine code. So a step makes a directory of links,
 * and its compiler sees every directory outside the build directory by the name of a link. The
 * original names are put back into the compiler's messages and depfiles. */
struct aliases {
    char *directory; /* path of the directory with the links 00, 01, ... */
    /* the path of each link, and the directory that it replaces as the command names it */
    struct strings links, originals;
};

/* Finds or makes links in |directory|, and replaces directories in |arguments| by these links.
 * Replaces each directory outside the working directory that -I or -idirafter names and to which
 * -ffile-prefix-map gives a name in outputs. Takes ownership of |directory|. The caller frees |out|
 * in every case; the links stay. */
enum status aliases_make(char *directory, struct strings *arguments, struct aliases *out);

/* Returns |message| with the original names of directories instead of links, and without the
 * working directory before names below it. Owned by the caller. */
char *aliases_undo(const struct aliases *aliases, const char *message);

void aliases_free(struct aliases *aliases);

/* ---- Precompiled headers ------------------------------------------------- */

/* Replaces the prelude in |arguments| by the precompiled header |path|. Returns false if the header
 * is empty or missing, or |arguments| do not include the prelude. */
bool precompiled_use(const char *path, struct strings *arguments);

/* Removes from |arguments|, which make a precompiled header, the directories that cannot change the
 * header. */
void precompiled_leave_out(struct strings *arguments);

/* Returns the directory of the links by which the precompiled header |path| names files; a new
 * string. */
char *precompiled_links(const char *path);

/* Whether no file in |depfile| belongs to the project. Then the precompiled header that was made
 * from these files is right for all of its modules. |aliases| are those of the compiler that wrote
 * |depfile|. */
bool precompiled_is_apart(const char *depfile, const struct aliases *aliases);

/* Records which files the precompiled header |path| was made from, as |depfile| lists them after
 * depfile_settle(). */
enum status precompiled_record(const char *path, const char *depfile);

#endif
