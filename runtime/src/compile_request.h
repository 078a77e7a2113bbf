/* A request to krt_compile(). All is borrowed from the caller. */
#ifndef KRT_COMPILE_REQUEST_H
#define KRT_COMPILE_REQUEST_H

#include "disk_cache.h"

struct compile_request {
    const char *target; /* "gfx90a:sramecc+:xnack-", "sm_90" */
    const char *source;
    struct krt_compile_options options; /* complete: |name| is never NULL */
    const char **headers;               /* owned: names and texts, where libkrt adds one */
};

/* Checks the arguments of krt_compile(). Adds kir/device.cuh to the headers if a text includes it
 * and the caller does not bring one. request_free() follows where this succeeds. */
krt_status request_make(struct compile_request *out, const struct krt_device *device,
                        const char *source, const struct krt_compile_options *options);

void request_free(struct compile_request *request);

/* Whether its arguments let the compiler read files, whose texts are not part of the key. */
bool request_reads_files(const struct compile_request *request);

/* A digest of every text that the code depends on; |compiler| identifies the compiler. False when
 * there is no memory. */
bool request_key(const struct compile_request *request, const char *compiler,
                 struct cache_key *out);

/* |text| behind a #line with its name, because compilers use names of their own. The caller frees
 * it; NULL when there is no memory. */
char *text_named(const char *name, const char *text);

#endif
