/* A first draft of a cases file, for people to complete. */
#ifndef KBUILD_VERIFY_DRAFT_H
#define KBUILD_VERIFY_DRAFT_H

#include "verify/signature.h"

/* Appends cases for all kernels that one of |kernels| matches (empty: all). Kernels with the same
 * parameters share a case. The draft can be read as it is; comments say what was guessed. Returns
 * false if no kernel matches. */
bool draft_print(const struct interface *interface, const struct strings *kernels, struct buf *out);

#endif
