/* What is asked of krt_compile(). All is borrowed from the caller. */
#ifndef KRT_COMPILE_REQUEST_H
#define KRT_COMPILE_REQUEST_H

#include "disk_cache.h"

struct compile_request {
    const char *target; /* "gfx90a:sramecc+:xnack-", "sm_90" */
    const char *source;
    struct krt_compile_options options; /* complete: |name| is never NULL */
};

/* Checks what krt_compile() is given. */
krt_status request_make(struct compile_request *out, const struct krt_device *device,
                        const char *source, const struct krt_compile_options *options);

/* Do its arguments let the compiler read files, whose texts are in no key? */
bool request_reads_files(const struct compile_request *request);

/* A digest of every text that the code depends on; |compiler| says which it is. False without
 * memory. */
bool request_key(const struct compile_request *request, const char *compiler,
                 struct cache_key *out);

#endif
