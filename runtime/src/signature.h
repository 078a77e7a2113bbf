/* Signatures of files, in minisign's format. */
#ifndef KRT_SIGNATURE_H
#define KRT_SIGNATURE_H

#include "krt/krt.h"
#include "span.h"

/* Whether <path>.minisig is a signature of |bytes|, the contents of |path|, by the owner of
 * |public_key|: the line of base64 that `minisign -G` prints. KRT_ERROR_BAD_IMAGE if it is not,
 * KRT_ERROR_INVALID_ARGUMENT if the key is not one, KRT_ERROR_UNSUPPORTED without libsodium. */
krt_status signature_verify(const char *path, struct span bytes, const char *public_key);

#endif
