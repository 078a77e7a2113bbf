/* The table at the end of a build: the costs of each module on each target. */
#ifndef KBUILD_EMIT_SUMMARY_H
#define KBUILD_EMIT_SUMMARY_H

#include "util/status.h"

#include <stdio.h>

/* Prints to |out| a table, made from an images.json (docs/formats.md): a row for each module with
 * its number of kernels, and for each target the size of the code object and the most VGPRs and
 * scratch (bytes of one work-item) that one of its kernels takes. Targets that do not fit into 100
 * columns go into a further table. STATUS_INPUT when the file cannot be read. */
enum status summary_print(FILE *out, const char *images_json_path);

#endif
