/* Takes the code for GPUs out of an executable or a shared library of any compiler. */
#ifndef KBUILD_EMIT_SPLIT_H
#define KBUILD_EMIT_SPLIT_H

#include "util/buf.h"
#include "util/status.h"

/* Writes into |directory|, which exists: the binary at |path| without the bundles in .hip_fatbin,
 * under its own name; the library that it then needs beside it, <name>.attach.so, a copy of
 * |library|; and archives, as pack_items() does, whose package is called as the file up to the
 * first
 * '.'. Adds the paths to |written|. STATUS_INPUT for what is not an ELF file of x86-64 with bundles
 * that can be cut out. */
enum status split_write(const char *path, const char *library, const char *directory,
                        struct strings *written);

#endif
