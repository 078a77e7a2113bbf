/* How a function of the runtime fails: a status, and the sentence that krt_error_message() returns.
 */
#ifndef KRT_ERROR_H
#define KRT_ERROR_H

#include "krt/krt.h"

struct driver;

/* Sets the calling thread's message and returns |status|. */
krt_status fail(krt_status status, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The same, for error |code| of a driver's function: "hipMalloc(4096 bytes) on hip:0: out of memory
 * (hipErrorOutOfMemory)". |format| describes the call. |otherwise| is the status for codes without
 * a status of their own. */
krt_status fail_driver(const struct driver *driver, int code, krt_status otherwise,
                       const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Fills |out|, a caller's struct that begins with its size, from |all|, the library's own of |size|
 * bytes: no more bytes than the caller has. Its size stays as it was. */
krt_status give_struct(const char *function, void *out, const void *all, size_t size);

/* Sets a message of any length, a compiler's log, that fail() would cut. */
krt_status fail_long(krt_status status, const char *text);

#endif
