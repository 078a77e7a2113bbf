/* Declarations that the files of graph/ share. */
#ifndef KBUILD_GRAPH_PARTS_H
#define KBUILD_GRAPH_PARTS_H

#include "graph/plan.h"
#include "graph/shadow.h"
#include "util/buf.h"
#include "util/status.h"

/* ---- command.c ---- */

/* The commands that turn sources into code objects, for the graph and for `kbuild compile`. Paths
 * in them begin at the build directory.
 */

/* Returns the command for |launcher|; the caller frees it. distcc and icecc do not distribute HIP,
 * and say nothing. So a program beside this one, which passes HIP through them, replaces them. */
char *command_launcher(const struct plan *plan, const char *launcher);

/* Appends the command that translates |file| into the shadow tree. */
void command_hipify(const struct plan *plan, const struct shadow_file *file, bool warns,
                    struct strings *out);

/* Sets |*out| to the compiler's input for the project's module |index|: its only source, or a file
 * that includes all sources, which the function writes. The path lives as long as |texts| and
 * |shadow|. */
enum status command_input(const struct plan *plan, const struct shadow *shadow, size_t index,
                          struct strings *texts, const char **out);

/* Appends the arguments for making device code of |module| for |target|, except for the source, its
 * directory and the output. */
void command_flags(const struct plan *plan, const struct shadow *shadow,
                   const struct module *module, const char *target, struct strings *out);

/* Appends the command that lists the kernels of |input|, the file of |module|, in |output|.
 * |precompiled| is a header that command_precompile() makes, or NULL. */
void command_reflect(const struct plan *plan, const struct shadow *shadow,
                     const struct module *module, const char *target, const char *input,
                     const char *output, const char *precompiled, struct strings *out);

/* Appends the arguments with which clang writes |depfile|. */
void command_clang_depfile(const struct plan *plan, const char *depfile, struct strings *out);

/* Appends the command that compiles |input|, the file of |module|, for |target|. |label| names the
 * step in messages. |precompiled| is as for command_reflect(). */
void command_compile(const struct plan *plan, const struct shadow *shadow,
                     const struct module *module, const char *target, const char *input,
                     const char *output, const char *depfile, const char *label,
                     const char *precompiled, struct strings *out);

/* ---- precompile.c ---- */

/* A precompiled header, and the modules that read it. */
struct precompiled {
    char *path; /* from the build directory; the name of the file is a digest of the flags */
    const char *target; /* borrowed */
    size_t *modules;    /* numbers of the modules that are compiled with these flags */
    size_t module_count;
    size_t readers; /* how many steps read it: compilations, and lists of kernels */
};

struct precompiled_list {
    struct precompiled *items;
    size_t count;
};

/* PRECOMPILED is the directory of precompiled headers in the build directory. The source that is
 * precompiled is empty: all text comes from the command line. */
#define PRECOMPILED        "precompiled"
#define PRECOMPILED_SOURCE PRECOMPILED "/empty.hip"

/* Lists the precompiled headers that the modules of |plan| could read. */
void precompiled_collect(const struct plan *plan, const struct shadow *shadow,
                         struct precompiled_list *out);
void precompiled_free(struct precompiled_list *list);

/* Appends those flags of command_flags() for module |index| on which a precompiled header
 * depends. */
void precompiled_flags(const struct plan *plan, const struct shadow *shadow, size_t index,
                       const char *target, struct strings *out);

/* Whether the sources of module |index| begin with the prelude, and the flags allow a precompiled
 * prelude. */
bool precompiled_is_possible(const struct plan *plan, const struct shadow *shadow, size_t index);

/* Whether making |item| takes less time than its readers save. */
bool precompiled_pays(const struct precompiled *item);

/* Removes precompiled headers below |build| that are only of earlier plans, because they are large,
 * and those that read files which have changed since. */
void precompiled_prune(const struct precompiled_list *list, const char *build);

/* Returns the precompiled header that module |index| reads for |target|, if it pays; else NULL. */
const char *precompiled_for(const struct plan *plan, const struct shadow *shadow, size_t index,
                            const char *target, const struct precompiled_list *list);

/* Returns a digest of names in |module|'s -I directories: those that a header which the prelude
 * includes could have. */
uintmax_t command_names_digest(const struct plan *plan, const struct module *module);

/* Appends the command that makes |header|. */
void command_precompile(const struct plan *plan, const struct shadow *shadow,
                        const struct precompiled *header, const char *depfile, const char *label,
                        struct strings *out);

/* ---- command_cuda.c ---- */

/* The commands that compile for NVIDIA GPUs. The compiler reads the user's files, not translations.
 */

/* Sets |*out| to the compiler's input for the project's module |index|, as command_input() does.
 * STATUS_INPUT if the module is HIP. */
enum status command_cuda_input(const struct plan *plan, const struct shadow *shadow, size_t index,
                               struct strings *texts, const char **out);

/* Appends the command that compiles |input|, as command_compile() does. The command contains
 * |contents|, a digest of all files that |module| reaches, and so changes with them. */
void command_cuda(const struct plan *plan, const struct module *module, const char *target,
                  const char *input, const char *output, const char *depfile, const char *label,
                  uintmax_t contents, struct strings *out);

/* Returns a digest of the contents of all files that module |index| reaches. */
uintmax_t shadow_contents(const struct shadow *shadow, size_t index);

/* ---- missed.c ---- */

/* Warns of kernels in |project|'s other files, which no module reaches. */
void missed_report(const struct project *project, const struct shadow *shadow);

/* ---- names.c ---- */

/* Depfiles in the form that ninja can read.
 *
 * clang writes names as make reads them; ninja (1.11) splits a name at characters such as quotes
 * and ampersands. So a depfile names a link to such a file instead. If a step of the same graph
 * makes the file, the depfile leaves it out, and the plan makes it an input of the steps that read
 * it.
 */

bool depfile_can_name(const char *path);

/* the directory of these links in the build directory */
#define DEPFILE_LINKS "watched"

/* Makes a link to |file| in |directory|, which it makes too. |*out| is the link's path, a new
 * string, also after a failure. */
enum status depfile_link(const char *file, const char *directory, char **out);

/* Appends a rule that says that |target| depends on |names|. */
void depfile_print(struct buf *out, const char *target, const struct strings *names);

/* Writes the depfile |path|, which says that |target| depends on |files|. Files that ninja cannot
 * name get links in |links|. */
enum status depfile_write(const char *path, const char *target, const struct strings *files,
                          const char *links);

/* Reads the prerequisites in the depfile |path|, and appends them to |out| as names of files. */
enum status depfile_read(const char *path, struct strings *out);

/* the target in depfiles that compilers write */
#define DEPFILE_TARGET "object"

/* ---- edge.c ---- */

/* Writing the steps of the graph for ninja or for CMake. Names are written as ninja and /bin/sh, or
 * CMake, must read them. See "Lexical syntax" in ninja's manual, and cmake-language(7).
 *
 * For CMake each step is an add_custom_command(), so that the steps are jobs of the outer build. A
 * step does not touch outputs that stay the same. ninja supports that, but for make such a step
 * stays out of date. So in CMake's graph each command touches its first output when it is done, and
 * steps depend only on first outputs.
 */

struct edge {
    const char *rule, *description; /* borrowed; |rule| is the name of a rule of ninja's */
    const char *depfile;            /* borrowed; NULL: the step has no depfile */
    struct strings outputs, inputs, implicit, order_only, command;
};

void edge_free(struct edge *edge); /* frees the lists, and zeroes |edge| */

/* Returns STATUS_INPUT when |path|, a file of the project, has a character that ninja cannot read:
 * '|', the end of a line, or a backslash, which clang writes as a slash in depfiles. The message
 * begins with |place| ("kernels.yaml:3: "). */
enum status ninja_check_path(const char *place, const char *path);
/* Like ninja_check_path() for all texts of |edge|, but accepts backslashes. */
enum status ninja_check_edge(const struct edge *edge);
void ninja_write_edge(struct buf *out, const struct edge *edge);

/* The outputs that were written so far, by their names in the edges, except for the first output of
 * each step. */
struct cmake_graph {
    struct strings secondary;
};

/* Appends |argument| in a form that CMake reads as one argument of exactly these bytes. */
void cmake_argument(struct buf *out, const char *argument);
/* Appends the step. The paths in |edge| begin at |build| (absolute), where the step runs. */
void cmake_write_edge(struct cmake_graph *graph, struct buf *out, const char *build,
                      const struct edge *edge);
/* Appends set(|variable| ...) with |paths|, which it makes absolute. */
void cmake_write_paths(struct buf *out, const char *variable, const char *build,
                       const struct strings *paths);
void cmake_graph_free(struct cmake_graph *graph);

/* ---- run.c, directory.c, jobserver.c, progress.c ----
 *
 * The process that plans and runs ninja: its build directory, the jobserver that it takes part in,
 * and ninja's output. graph/step.h has the other side, in the steps.
 */

/* Appends the environment variables for |plan|'s launcher. */
void run_launcher_environment(const struct plan *plan, struct strings *out);

/* Waits until no other kbuild works in |build|, and locks |build| until this process, its ninja and
 * their steps have ended. When this process is killed, ninja and the steps end soon after. */
enum status run_lock(const char *build, int *out_lock);

/* ---- The build directory --------------------------------------------------- */

/* The directory where ninja runs. kbuild removes and replaces files there, so it must not be a
 * directory where a user keeps files. */

/* Returns STATUS_USAGE when |path| is a directory that is neither empty nor kbuild's. */
enum status directory_check(const char *path);

/* Claims the directory |path|, whose |lock| is held: closes it to other users, marks it as kbuild's
 * and hides it from git. Files in it name programs to run and count as compiled. So the directory
 * is emptied unless it was made here and has been closed to other users since. An existing
 * .gitignore stays as it is. STATUS_ENVIRONMENT when it belongs to another user or cannot be
 * closed. */
enum status directory_claim(const char *path, int lock);

/* Removes temporary files of killed builds, and everything that is not a file, a directory or a
 * link. No build may be running there. */
void directory_tidy(const char *path);

/* ---- ninja's logs ---------------------------------------------------------- */

/* Removes the logs in |build| unless they begin as logs_record() recorded them. */
enum status logs_verify(const char *build);
/* Records the state of the logs after ninja has ended. */
enum status logs_record(const char *build);

/* ---- GNU make's jobserver ------------------------------------------------ */

/* The jobserver limits how many compilers run at a time, over everything that `make -jN` runs. A
 * process may run one job for each token that it reads from a pipe or fifo, and one more job, for
 * the token that came with its start. ninja before 1.13 does not support this. So ninja starts its
 * steps as usual; each step takes a token before it begins and returns it when it ends. kbuild's
 * own token, which came with its start, is in a fifo in the build directory, for the steps alone.
 * See "Sharing Job Slots with GNU make" in make's manual.
 */
struct jobserver {
    char *outer; /* "3,4" or "fifo:/path", as make names it; NULL when there is no jobserver */
    char *own;   /* path of the fifo with kbuild's own token */
    int own_fd;  /* keeps the fifo open */
    int jobs;    /* the N of -jN, also without a jobserver (-j1); 0 when unknown */
    bool is_out_of_reach; /* make has a jobserver, but did not pass it to this process */
};

/* Looks for a jobserver in |makeflags|, which are make's or cargo's and may be NULL. If there is
 * one, puts kbuild's own token into a fifo in |build|. STATUS_ENVIRONMENT when the fifo cannot be
 * made. */
enum status jobserver_open(const char *makeflags, const char *build, struct jobserver *out);
void jobserver_close(struct jobserver *jobserver);

/* Appends the environment variables that tell steps where the tokens are. */
void jobserver_environment(const struct jobserver *jobserver, struct strings *out);

/* ---- ninja's output, made readable for the user -------------------------- */

/* Progress goes to one stream, messages to standard error. ninja writes to a pipe. NINJA_STATUS
 * marks its lines of progress. Other lines are the output of steps, or lines that ninja adds when a
 * step fails: "FAILED: <outputs>" and the command, which are printed only with --verbose. On a
 * terminal, a line of progress overwrites the one before it. Because its output is a pipe, ninja
 * reports a step only when the step has ended; so compile steps write to the pipe themselves when
 * they begin.
 */
struct progress {
    /* the pipe: the end that kbuild reads, which never waits, and ninja's end */
    int read_end, write_end;
    FILE *stream;  /* where progress goes */
    char *command; /* the text with which every command of the graph begins */
    bool quiet, verbose, is_terminal;
    bool is_line_open;  /* the terminal shows a line of progress, which the next line overwrites */
    struct buf line;    /* the part of a line that was read so far */
    struct buf failed;  /* a line "FAILED: ...", kept until the next line is known */
    struct buf counter; /* "[3/7] " from the last line of progress */
};

/* Opens the pipe. |self| is the program that every step runs. */
enum status progress_open(struct progress *out, FILE *stream, const char *self, bool quiet,
                          bool verbose);
/* Appends the environment variables for ninja and its steps. */
void progress_environment(const struct progress *progress, struct strings *out);
/* Prints the output that is available. Returns false at its end. */
bool progress_read(struct progress *progress);
/* Prints the remaining output and closes |progress|. */
void progress_close(struct progress *progress);

/* ---- arch.c ---- */

/* Chooses the __CUDA_ARCH__ of the modules of |shadow|, if |project| names none. */
enum status arch_choose(const struct project *project, struct shadow *shadow);

/* Returns the __CUDA_ARCH__ of a module. */
int arch_of_module(const struct project *project, const struct shadow_reach *reach);

/* Prints a note for each module whose __CUDA_ARCH__ is lower than the project's. */
void arch_report(const struct shadow *shadow);

#endif
