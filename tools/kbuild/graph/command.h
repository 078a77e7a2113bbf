/* The commands that turn sources into code objects: those that the graph names, and those that
 * `kbuild compile` runs. Paths are seen from the build directory.
 */
#ifndef KBUILD_GRAPH_COMMAND_H
#define KBUILD_GRAPH_COMMAND_H

#include "graph/plan.h"
#include "graph/shadow.h"

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

/* Appends the command that lists the kernels of |input|, the file of |module|, in |output|. */
void command_reflect(const struct plan *plan, const struct shadow *shadow,
                     const struct module *module, const char *target, const char *input,
                     const char *output, struct strings *out);

/* Appends the command that compiles |input|, the file of |module|, for |target|. |label| is its
 * name in messages. */
void command_compile(const struct plan *plan, const struct shadow *shadow,
                     const struct module *module, const char *target, const char *input,
                     const char *output, const char *depfile, const char *label,
                     struct strings *out);

#endif
