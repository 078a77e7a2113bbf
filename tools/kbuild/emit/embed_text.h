/* The text of many bytes into a file, fast. */
#ifndef KBUILD_EMIT_EMBED_TEXT_H
#define KBUILD_EMIT_EMBED_TEXT_H

#include "embed_output.h"
#include "literal.h"

/* Appends the text of |bytes|, at least one, to |output|. Large inputs are shared between
 * |threads| threads, of which the caller is one; the text is the same for any number. */
enum status embed_text_append(struct embed_output *output, enum literal_kind kind,
                              struct span bytes, unsigned threads);

/* The number of threads that is worth it: one makes text while another writes. */
unsigned embed_text_threads(void);

#endif
