/* Files that help an editor to understand the user's own files, which are not translated for it:
 *
 *   compile_commands.json   a command for each source, with include directories of the originals
 *   editor/names.h          CUDA's names as macros for HIP's, which the commands include
 *   editor/cub/cub.cuh ...  each header of CUDA that the project includes and that has another name
 * in HIP options.rsp             for CMake, whose options are known later than the commands
 *
 * Each command works as it is written, and checks the file for the module's first target.
 */
#ifndef KBUILD_GRAPH_EDITOR_H
#define KBUILD_GRAPH_EDITOR_H

#include "graph/plan.h"
#include "graph/shadow.h"

/* Writes all of it into the build directory, if it changes. */
enum status editor_write(const struct plan *plan, const struct shadow *shadow);

/* Writes options.rsp into |build| for |flags|, in the syntax of the compiler's response files. */
enum status editor_write_options(const char *build, const struct flags *flags);

#endif
