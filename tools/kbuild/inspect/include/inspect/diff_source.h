/* The operands for a package: files, directories, or the JSON that inspect wrote of them. */
#ifndef KBUILD_INSPECT_DIFF_SOURCE_H
#define KBUILD_INSPECT_DIFF_SOURCE_H

#include "inspect/package.h"

/* Reads |paths|, recognised by their contents: one file of JSON, or files and directories. The
 * caller frees |out| in every case; its problems have not been reported. |code_hashes|: with those
 * of the kernels, which a JSON may lack. */
enum status source_read(const struct strings *paths, bool code_hashes, struct package *out);

#endif
