/* How a function of the runtime fails: a status, and the sentence that krt_error_message() returns.
 */
#ifndef KRT_ERROR_H
#define KRT_ERROR_H

#include "krt/krt.h"

struct driver;

/* Sets the calling thread's message and returns |status|. */
krt_status fail(krt_status status, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Fails as fail() does, for error |code| of a driver's function: "hipMalloc(4096 bytes) on hip:0:
 * out of memory (hipErrorOutOfMemory)". |format| describes the call. |otherwise| is the status if
 * |code| has no status of its own. */
krt_status fail_driver(const struct driver *driver, int code, krt_status otherwise,
                       const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Copies |all|, a struct of libkrt with |size| bytes, to |out|, a caller's struct that begins with
 * its size. Writes no more bytes than the caller's struct has, and does not change that size. */
krt_status give_struct(const char *function, void *out, const void *all, size_t size);

/* Sets a message of any length, such as a compiler's log, which fail() would cut. */
krt_status fail_long(krt_status status, const char *text);

#endif
