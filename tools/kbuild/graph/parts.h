/* What the files of this room share. */
#ifndef KBUILD_GRAPH_PARTS_H
#define KBUILD_GRAPH_PARTS_H

#include "graph/plan.h"
#include "graph/shadow.h"
#include "util/buf.h"
#include "util/status.h"

/* ---- command.c ---- */

/* The commands that turn sources into code objects: those that the graph names, and those that
 * `kbuild compile` runs. Paths are seen from the build directory.
 */

/* The command for |launcher|, owned by the caller. distcc and icecc silently skip HIP; a program
 * beside this one, which passes HIP through them, replaces them. */
char *command_launcher(const struct plan *plan, const char *launcher);

/* Appends the command that translates |file| into the shadow tree. */
void command_hipify(const struct plan *plan, const struct shadow_file *file, bool warns,
                    struct strings *out);

/* The compiler's input for the project's module |index|: its one source, or a file, written
 * now, that includes all of them. The path lives as long as |texts| and |shadow|. */
enum status command_input(const struct plan *plan, const struct shadow *shadow, size_t index,
                          struct strings *texts, const char **out);

/* Appends the arguments that make device code for |target| out of |module|, but for the source, its
 * directory and the output. */
void command_flags(const struct plan *plan, const struct shadow *shadow,
                   const struct module *module, const char *target, struct strings *out);

/* Appends the command that lists the kernels of |input|, the file of |module|, in |output|.
 * |precompiled|: a header by command_precompile(), or NULL. */
void command_reflect(const struct plan *plan, const struct shadow *shadow,
                     const struct module *module, const char *target, const char *input,
                     const char *output, const char *precompiled, struct strings *out);

/* Appends what makes clang write |depfile|. */
void command_clang_depfile(const struct plan *plan, const char *depfile, struct strings *out);

/* Appends the command that compiles |input|, the file of |module|, for |target|. |label| is its
 * name in messages. |precompiled| as above. */
void command_compile(const struct plan *plan, const struct shadow *shadow,
                     const struct module *module, const char *target, const char *input,
                     const char *output, const char *depfile, const char *label,
                     const char *precompiled, struct strings *out);

/* ---- precompile.c ---- */

/* A precompiled header, and who reads it. */
struct precompiled {
    char *path;         /* from the build directory; its name is a digest of the flags */
    const char *target; /* borrowed */
    size_t *modules;    /* numbers of the modules that have its flags */
    size_t module_count;
    size_t readers; /* compiles, and lists of kernels */
};

struct precompiled_list {
    struct precompiled *items;
    size_t count;
};

/* Where the build directory has them, and what is precompiled: all comes from the command line. */
#define PRECOMPILED        "precompiled"
#define PRECOMPILED_SOURCE PRECOMPILED "/empty.hip"

/* Adds the precompiled headers that the modules of |plan| could read. */
void precompiled_collect(const struct plan *plan, const struct shadow *shadow,
                         struct precompiled_list *out);
void precompiled_free(struct precompiled_list *list);

/* Appends those of command_flags() for module |index| that a precompiled header depends on. */
void precompiled_flags(const struct plan *plan, const struct shadow *shadow, size_t index,
                       const char *target, struct strings *out);

/* Whether the sources of module |index| begin with the prelude, and the flags do not forbid that it
 * is precompiled. */
bool precompiled_is_possible(const struct plan *plan, const struct shadow *shadow, size_t index);

/* Whether to make it takes less time than its readers save. */
bool precompiled_pays(const struct precompiled *item);

/* Removes those of earlier plans below |build|, which are large, and those that read files that
 * have changed since. */
void precompiled_prune(const struct precompiled_list *list, const char *build);

/* The one that module |index| reads for |target|, if it pays; else NULL. */
const char *precompiled_for(const struct plan *plan, const struct shadow *shadow, size_t index,
                            const char *target, const struct precompiled_list *list);

/* A digest of the names in |module|'s directories of -I that a header of the prelude could have. */
uintmax_t command_names_digest(const struct plan *plan, const struct module *module);

/* Appends the command that makes |header|. */
void command_precompile(const struct plan *plan, const struct shadow *shadow,
                        const struct precompiled *header, const char *depfile, const char *label,
                        struct strings *out);

/* ---- command_cuda.c ---- */

/* The commands that compile for NVIDIA GPUs. The compiler sees the user's files, not translations.
 */

/* The compiler's input for the project's module |index|: as command_input() gives it. STATUS_INPUT
 * if it is HIP's text. */
enum status command_cuda_input(const struct plan *plan, const struct shadow *shadow, size_t index,
                               struct strings *texts, const char **out);

/* Appends the command that compiles |input|, as command_compile() does. It changes with |contents|,
 * a digest of all that |module| reaches. */
void command_cuda(const struct plan *plan, const struct module *module, const char *target,
                  const char *input, const char *output, const char *depfile, const char *label,
                  uintmax_t contents, struct strings *out);

/* Of the contents of all files that module |index| reaches. */
uintmax_t shadow_contents(const struct shadow *shadow, size_t index);

/* ---- missed.c ---- */

/* Warns of the kernels in |project|'s other files that no module reaches. */
void missed_report(const struct project *project, const struct shadow *shadow);

/* ---- names.c ---- */

/* Depfiles in the form that ninja can read.
 *
 * clang writes names as make reads them; ninja (1.11) splits a name at characters such as quotes
 * and ampersands. A depfile has the name of a link to such a file, unless a step of the same graph
 * makes the file: then the plan makes it a plain input of its jobs.
 */

bool depfile_can_name(const char *path);

/* Where the build directory has these links. */
#define DEPFILE_LINKS "watched"

/* |out|: a link to |file| in |directory|, which is made; a fresh string, also on failure. */
enum status depfile_link(const char *file, const char *directory, char **out);

/* Appends a rule: |target| depends on |names|. */
void depfile_print(struct buf *out, const char *target, const struct strings *names);

/* Writes |path|: |target| depends on |files|, some of them by links in |links|. */
enum status depfile_write(const char *path, const char *target, const struct strings *files,
                          const char *links);

/* Appends the prerequisites in |path|, as file names. */
enum status depfile_read(const char *path, struct strings *out);

/* What compilers call the target. */
#define DEPFILE_TARGET "object"

/* ---- edge.c ---- */

/* The steps of the graph, written for ninja or for CMake: names come out as ninja and /bin/sh, or
 * CMake, must read them. See "Lexical syntax" in ninja's manual, and cmake-language(7).
 *
 * For CMake each step is an add_custom_command(), so that the steps are jobs of the outer build.
 * Steps do not touch outputs that would stay the same. ninja supports that, but for make such a
 * step stays out of date. So each command touches its first output when it is done, and steps
 * depend on first outputs alone.
 */

struct edge {
    const char *rule, *description; /* borrowed; the rule is ninja's */
    const char *depfile;            /* borrowed; NULL for none */
    struct strings outputs, inputs, implicit, order_only, command;
};

void edge_free(struct edge *edge); /* its lists, and zeroes it */

/* STATUS_INPUT when |path|, of the project, has a character that ninja cannot write: '|' or the end
 * of a line; or a backslash, which clang writes as a slash in depfiles. The message begins with
 * |place| ("kernels.yaml:3: "). */
enum status ninja_check_path(const char *place, const char *path);
/* The same for all that |edge| holds, but for backslashes. */
enum status ninja_check_edge(const struct edge *edge);
void ninja_write_edge(struct buf *out, const struct edge *edge);

/* The outputs written so far, except for the first of each step, as the edges name them. */
struct cmake_graph {
    struct strings secondary;
};

/* Appends |argument| so that CMake reads it as one argument of these bytes. */
void cmake_argument(struct buf *out, const char *argument);
/* Appends the step; its paths are seen from |build| (absolute), where it runs. */
void cmake_write_edge(struct cmake_graph *graph, struct buf *out, const char *build,
                      const struct edge *edge);
/* Appends set(|variable| ...) of paths, made absolute. */
void cmake_write_paths(struct buf *out, const char *variable, const char *build,
                       const struct strings *paths);
void cmake_graph_free(struct cmake_graph *graph);

/* ---- run.c, directory.c, jobserver.c, progress.c ----
 *
 * The process that plans and runs ninja: its build directory, the jobserver that it takes part in,
 * and ninja's output. graph/step.h has the other side, in the steps.
 */

/* Appends variables for the environment of |plan|'s launcher. */
void run_launcher_environment(const struct plan *plan, struct strings *out);

/* Waits until no other kbuild works in |build|, and keeps others out until this process, its ninja
 * and their steps have ended: when this process is killed, they end soon after. */
enum status run_lock(const char *build, int *out_lock);

/* ---- The build directory --------------------------------------------------- */

/* kbuild removes and replaces files in it as it likes, so it must not be one where a user keeps
 * files. */

/* STATUS_USAGE when |path| is a directory that is neither empty nor kbuild's. */
enum status directory_check(const char *path);

/* Takes |path|, whose |lock| is held: closes it to other users, marks it as kbuild's and hides it
 * from git. Its files name programs and count as compiled, so it is emptied unless it was made here
 * and has been closed since. An existing .gitignore stays as it is. STATUS_ENVIRONMENT when it
 * belongs to another user or cannot be closed. */
enum status directory_claim(const char *path, int lock);

/* Removes temporary files of killed builds, and what is not a file, a directory or a link. No build
 * may be running there. */
void directory_tidy(const char *path);

/* ---- ninja's logs ---------------------------------------------------------- */

/* Removes the logs in |build| unless they begin as logs_record() found them. */
enum status logs_verify(const char *build);
/* Records the logs, when ninja has ended. */
enum status logs_record(const char *build);

/* ---- GNU make's jobserver ------------------------------------------------ */

/* As many compilers at a time as `make -jN` allows, over all that it runs. A job may run for each
 * token that was read from a pipe or fifo, and for the one that make gives with the command it
 * starts. ninja before 1.13 does not support this. So ninja starts its steps as usual, and each
 * step takes a token before it begins and returns it when it ends. The token that kbuild was
 * started with waits in a fifo of its own in the build directory, for the steps alone. See "Sharing
 * Job Slots with GNU make" in make's manual.
 */
struct jobserver {
    char *outer;          /* "3,4" or "fifo:/path", as make names it; NULL when there is none */
    char *own;            /* path of the fifo with our own token */
    int own_fd;           /* keeps it alive */
    int jobs;             /* N of -jN, also without a jobserver (-j1); 0 when unknown */
    bool is_out_of_reach; /* make has one, but did not pass it to this process */
};

/* Looks for a jobserver in |makeflags| (make's, or cargo's; may be NULL) and, when there is one,
 * puts our token into a fifo in |build|. STATUS_ENVIRONMENT when that cannot be made. */
enum status jobserver_open(const char *makeflags, const char *build, struct jobserver *out);
void jobserver_close(struct jobserver *jobserver);

/* Appends the variables with which steps find the tokens. */
void jobserver_environment(const struct jobserver *jobserver, struct strings *out);

/* ---- ninja's output, made readable for the user -------------------------- */

/* Progress goes to one stream, messages to standard error. ninja writes into a pipe. NINJA_STATUS
 * marks its lines of progress; the rest is the output of steps, and the lines that ninja adds when
 * one fails: a line "FAILED: <outputs>" and the command, which are for --verbose. On a terminal a
 * line of progress overwrites the one before it. ninja, which writes to a pipe, reports a step when
 * it has ended; so compile steps write into the pipe when they begin.
 */
struct progress {
    int read_end, write_end; /* the pipe: ours, which never waits, and that of ninja */
    FILE *stream;            /* where progress goes */
    char *command;           /* the beginning of every command of the graph */
    bool quiet, verbose, is_terminal;
    bool is_line_open;  /* the terminal shows a line of progress */
    struct buf line;    /* read so far */
    struct buf failed;  /* "FAILED: ...", held back until the next line is known */
    struct buf counter; /* "[3/7] ", of the last line of progress */
};

/* |self| is the program of every step. */
enum status progress_open(struct progress *out, FILE *stream, const char *self, bool quiet,
                          bool verbose);
/* Appends variables for the environment of ninja and its steps. */
void progress_environment(const struct progress *progress, struct strings *out);
/* Prints the available output; false at its end. */
bool progress_read(struct progress *progress);
/* Prints the rest and ends |progress|. */
void progress_close(struct progress *progress);

/* ---- arch.c ---- */

/* Chooses the __CUDA_ARCH__ of the modules of |shadow|, if |project| names none. */
enum status arch_choose(const struct project *project, struct shadow *shadow);

/* The value of a module. */
int arch_of_module(const struct project *project, const struct shadow_reach *reach);

/* Prints a note for each module that has a lower value than the project. */
void arch_report(const struct shadow *shadow);

#endif
