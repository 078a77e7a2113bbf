/* Declarations that the files of graph/ share. */
#ifndef KBUILD_GRAPH_PARTS_H
#define KBUILD_GRAPH_PARTS_H

#include "graph/plan.h"
#include "graph/shadow.h"
#include "util/buf.h"
#include "util/status.h"

/* ---- command.c ---- */

/* The commands that turn sources into code objects, for the graph and for `kbuild compile`. Paths
 * in these commands begin at the build directory. */

/* Returns the command for |launcher|; the caller frees it. distcc and icecc do not distribute HIP,
 * and do not report that. So kbuild-distcc, beside this program, is run in their place and passes
 * HIP through them. */
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

/* Appends the command that compiles |input|, the file of |module|, for the host, with the code
 * objects in |bundle|. |label| names the step in messages. */
void command_host(const struct plan *plan, const struct shadow *shadow, const struct module *module,
                  const char *input, const char *bundle, const char *output, const char *depfile,
                  const char *label, struct strings *out);

/* Appends the command that compiles |input|, the file of |module|, for |target|. |label| names the
 * step in messages. |precompiled| is as for command_reflect(). */
void command_compile(const struct plan *plan, const struct shadow *shadow,
                     const struct module *module, const char *target, const char *input,
                     const char *output, const char *depfile, const char *label,
                     const char *precompiled, struct strings *out);

/* ---- setting.c ---- */

/* Applies |setting|, the value of --file of |command|, to the modules whose sources it names.
 * STATUS_USAGE if it is wrong or names no source. */
enum status setting_apply(struct project *project, const char *command, const char *setting);

/* ---- precompile.c ---- */

/* A precompiled header, and the modules that read it. */
struct precompiled {
    char *path; /* path from the build directory; the file's name is a digest of the flags */
    const char *target; /* the target of the compilations, borrowed */
    size_t *modules;    /* indexes of the modules that are compiled with the flags of this header */
    size_t module_count;
    size_t readers; /* how many steps read the header: compilations, and lists of kernels */
};

struct precompiled_list {
    struct precompiled *items;
    size_t count;
};

/* PRECOMPILED is the directory of precompiled headers in the build directory. PRECOMPILED_SOURCE is
 * an empty source: clang precompiles what the command line includes before it. */
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

/* Whether module |index| can read a precompiled prelude: its sources begin with the prelude, and
 * none of its flags forbids one. */
bool precompiled_is_possible(const struct plan *plan, const struct shadow *shadow, size_t index);

/* Whether making the header |item| takes less time than the steps that read it save. */
bool precompiled_pays(const struct precompiled *item);

/* Removes precompiled headers below |build| that |list| does not have, because they are large, and
 * headers made from files that have changed since. */
void precompiled_prune(const struct precompiled_list *list, const char *build);

/* Returns the path of the precompiled header that module |index| reads for |target|; NULL if there
 * is none, or if making it takes more time than it saves. */
const char *precompiled_for(const struct plan *plan, const struct shadow *shadow, size_t index,
                            const char *target, const struct precompiled_list *list);

/* Returns a digest of those names in |module|'s -I directories that the prelude's #includes could
 * find. */
uintmax_t command_names_digest(const struct plan *plan, const struct module *module);

/* Appends the command that makes |header|. */
void command_precompile(const struct plan *plan, const struct shadow *shadow,
                        const struct precompiled *header, const char *depfile, const char *label,
                        struct strings *out);

/* ---- command_cuda.c ---- */

/* The commands that compile for NVIDIA GPUs. nvcc or clang reads the user's files, not
 * translations. */

/* Sets |*out| to the compiler's input for the project's module |index|, as command_input() does.
 * STATUS_INPUT if the module is HIP. */
enum status command_cuda_input(const struct plan *plan, const struct shadow *shadow, size_t index,
                               struct strings *texts, const char **out);

/* Appends the command that compiles |input|, as command_compile() does. The command has |contents|,
 * a digest of all files that |module| reaches, so that it changes when any of these files changes.
 */
void command_cuda(const struct plan *plan, const struct module *module, const char *target,
                  const char *input, const char *output, const char *depfile, const char *label,
                  uintmax_t contents, struct strings *out);

/* Returns a digest of the contents of all files that module |index| reaches. */
uintmax_t shadow_contents(const struct shadow *shadow, size_t index);

/* ---- missed.c ---- */

/* Warns of each file in |project->others| that has a kernel and that no module reaches. */
void missed_report(const struct project *project, const struct shadow *shadow);

/* ---- names.c ---- */

/* Depfiles that ninja can read.
 *
 * clang writes names as make reads them; ninja (1.11) splits a name at characters such as quotes
 * and ampersands. So a depfile has the name of a link instead of such a name. If another step makes
 * the file, the depfile leaves the file out, and the plan makes it an input of the steps that read
 * it. */

bool depfile_can_name(const char *path);

/* the directory, in the build directory, of links to files whose names ninja cannot read */
#define DEPFILE_LINKS "watched"

/* Makes a link to |file| in |directory|, and the directory if it is missing. |*out| becomes the
 * link's path, a new string, also after a failure. */
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

/* Writing the steps of the graph for ninja or for CMake. Names are quoted as ninja and /bin/sh, or
 * CMake, read them. See "Lexical syntax" in ninja's manual, and cmake-language(7).
 *
 * For CMake each step is an add_custom_command(), so that the steps are jobs of the outer build. A
 * step does not touch an output whose contents stay the same. ninja supports that, but make would
 * run the step again at every build. So in CMake's graph each command touches its first output at
 * its end, and steps depend only on first outputs. */

struct edge {
    /* the name of ninja's rule, and the text that is shown while the step runs; borrowed */
    const char *rule, *description;
    const char *depfile; /* the depfile, borrowed; NULL if the step has none */
    struct strings outputs, inputs, implicit, order_only, command;
};

void edge_free(struct edge *edge); /* Frees the lists of |edge|, and zeroes it. */

/* Returns STATUS_INPUT when |path|, a file of the project, has a character that ninja cannot read:
 * '|', the end of a line, or a backslash, which clang writes as a slash in depfiles. The message
 * begins with |place| ("kernels.yaml:3: "). */
enum status ninja_check_path(const char *place, const char *path);
/* Does what ninja_check_path() does for all texts of |edge|, but accepts backslashes. */
enum status ninja_check_edge(const struct edge *edge);
void ninja_write_edge(struct buf *out, const struct edge *edge);

/* The outputs that were written so far, by their names in the edges, without the first output of
 * each step. No CMake step may depend on these outputs. */
struct cmake_graph {
    struct strings secondary;
};

/* Appends |argument| in a form that CMake reads as one argument of exactly these bytes. */
void cmake_argument(struct buf *out, const char *argument);
/* Appends the step |edge|, which runs in |build| (an absolute path). Paths in |edge| begin there.
 */
void cmake_write_edge(struct cmake_graph *graph, struct buf *out, const char *build,
                      const struct edge *edge);
/* Appends set(|variable| ...) for CMake with |paths|, which become absolute paths below |build|. */
void cmake_write_paths(struct buf *out, const char *variable, const char *build,
                       const struct strings *paths);
void cmake_graph_free(struct cmake_graph *graph);

/* ---- run.c, directory.c, jobserver.c, progress.c ----
 *
 * The process that plans the build and runs ninja: its build directory, its part in make's
 * jobserver, and ninja's output. graph/step.h has the functions for the processes that ninja
 * starts. */

/* Appends the environment variables for |plan|'s launcher. */
void run_launcher_environment(const struct plan *plan, struct strings *out);

/* Waits until no other kbuild works in |build|, and locks |build| until this process, its ninja and
 * ninja's steps have ended. When this process is killed, ninja and the steps end soon after. */
enum status run_lock(const char *build, int *out_lock);

/* ---- The build directory --------------------------------------------------- */

/* The directory where ninja runs. kbuild removes and replaces files there, so it must not be a
 * directory where a user keeps files. */

/* Returns STATUS_USAGE when |path| is a directory that has files and is not a build directory of
 * kbuild. */
enum status directory_check(const char *path);

/* Claims the directory |path| for this user and kbuild. The caller holds |lock|, the directory's
 * lock. Closes the directory to other users, marks it as kbuild's, and hides it from git by
 * .gitignore, unless it has one. Files in the directory name programs that kbuild will run. So the
 * directory is emptied, unless it was made here and has been closed to other users since.
 * STATUS_ENVIRONMENT when it belongs to another user or cannot be closed. */
enum status directory_claim(const char *path, int lock);

/* Removes temporary files of killed builds, and everything that is not a file, a directory or a
 * link. Call it only while no build runs in |path|. */
void directory_tidy(const char *path);

/* ---- ninja's logs ---------------------------------------------------------- */

/* Removes ninja's logs in |build|, unless they begin as logs_record() recorded them. */
enum status logs_verify(const char *build);
/* Records how ninja's logs begin, so that logs_verify() recognises them. Call it after ninja has
 * ended. */
enum status logs_record(const char *build);

/* ---- GNU make's jobserver ------------------------------------------------ */

/* The jobserver limits how many compilers run at a time, over everything that `make -jN` runs. A
 * process may run one job for each token that it reads from a pipe or fifo, and one more job, for
 * the token that came with its start. ninja before 1.13 does not support jobservers. So ninja
 * starts its steps as usual; each step takes a token before it begins and returns the token when it
 * ends. The token that came with kbuild's own start is in a fifo in the build directory, where only
 * kbuild's steps take it. See "Sharing Job Slots with GNU make" in make's manual. */
struct jobserver {
    /* make's pipe or fifo, as make names it: "3,4" or "fifo:/path"; NULL without a jobserver */
    char *outer;
    char *own; /* path of the fifo with the token that came with kbuild's start */
    /* kbuild keeps its fifo open by this descriptor, because the fifo loses its token otherwise */
    int own_fd;
    int jobs; /* the N of -jN, also if make does not run a jobserver (-j1); 0 if it is not known */
    /* whether make has a jobserver, but this process cannot use its pipe or fifo */
    bool is_out_of_reach;
};

/* Looks for a jobserver in |makeflags|, the flags of make or cargo, which may be NULL. If there is
 * a jobserver, puts the token that came with kbuild's start into a fifo in |build|.
 * STATUS_ENVIRONMENT when the fifo cannot be made. */
enum status jobserver_open(const char *makeflags, const char *build, struct jobserver *out);
void jobserver_close(struct jobserver *jobserver);

/* Appends the environment variables that tell steps where the tokens are. */
void jobserver_environment(const struct jobserver *jobserver, struct strings *out);

/* ---- ninja's output, made readable for the user -------------------------- */

/* ninja writes to a pipe that kbuild reads. kbuild prints progress to one stream, messages to
 * standard error. NINJA_STATUS marks ninja's lines of progress. All other lines are the output of
 * steps, or what ninja adds when a step fails: "FAILED: <outputs>" and the command, which kbuild
 * prints only with --verbose. On a terminal, a line of progress overwrites the former one. ninja
 * with a pipe as its output reports a step only when the step has ended; so compile steps
 * themselves write to the pipe when they begin. */
struct progress {
    /* the two ends of the pipe: the one that kbuild reads, where a read never waits, and ninja's */
    int read_end, write_end;
    FILE *stream;  /* the stream to which progress is printed */
    char *command; /* the program with which every command of the graph begins */
    bool quiet, verbose, is_terminal;
    /* whether the terminal shows a line of progress, which the next line overwrites */
    bool is_line_open;
    struct buf line;    /* the beginning of a line of ninja's output whose end is not read yet */
    struct buf failed;  /* ninja's line "FAILED: ...", kept until the line after it is read */
    struct buf counter; /* "[3/7] ", the count of steps in ninja's last line of progress */
};

/* Opens the pipe. |self| is the program that every step runs. */
enum status progress_open(struct progress *out, FILE *stream, const char *self, bool quiet,
                          bool verbose);
/* Appends the environment variables for ninja and its steps. */
void progress_environment(const struct progress *progress, struct strings *out);
/* Prints the output of ninja that is available. Returns false when ninja's output has ended. */
bool progress_read(struct progress *progress);
/* Prints the remaining output and closes |progress|. */
void progress_close(struct progress *progress);

/* ---- arch.c ---- */

/* Chooses the __CUDA_ARCH__ of the modules of |shadow|, if |project| names none. */
enum status arch_choose(const struct project *project, struct shadow *shadow);

/* Returns the __CUDA_ARCH__ of a module: its own, or the project's. */
int arch_of_module(const struct project *project, const struct shadow_reach *reach);

/* Prints a note for each module whose __CUDA_ARCH__ is lower than the project's. */
void arch_report(const struct shadow *shadow);

#endif
