/* Open devices, and what belongs to them. */
#ifndef KRT_DEVICE_H
#define KRT_DEVICE_H

#include "krt/extend.h"

#include "driver.h"
#include "target.h"

#include <pthread.h>
#include <stdatomic.h>

enum { DEVICES_MAX = 64 }; /* open at a time */

struct krt_stream {
    struct krt_device *device;
    void *native;
    bool is_owned;                                /* made by krt_stream_create() */
    _Atomic(struct krt_attachment *) attachments; /* of libraries above this one: extend.c */
};

struct krt_event {
    struct krt_device *device;
    void *native;
};

struct krt_device {
    const struct driver *driver;
    void *context;   /* CUDA's primary context */
    int index;       /* the driver's number */
    unsigned slot;   /* 0 to DEVICES_MAX-1, of its own while it is open */
    unsigned opened; /* by krt_device_open() and not closed; both under the lock of device.c */
    unsigned kept;   /* by what was made on it: krt_device_keep() */
    bool has_checks;
    char *override_dir; /* or NULL */
    struct krt_device_info info;
    struct target_id target;
    struct krt_stream stream;        /* the default stream */
    struct loaded_package *packages; /* package.c: what is loaded here */
    pthread_mutex_t packages_lock;
    _Atomic uint64_t peers;    /* a bit for each device that this one was asked to reach */
    void *pool;                /* the driver's default pool; NULL: there is none, see pool.c */
    struct staging *staging;   /* staging.c */
    struct compiled *compiled; /* compile.c: what is in memory */
};

/* |stream|, or for NULL the default stream of the default device. */
krt_status stream_resolve(struct krt_stream *stream, struct krt_stream **out);

/* Makes the device current in the calling thread, as most of a driver's functions want it. Leaves
 * the message of a failure. */
krt_status device_enter(struct krt_device *device);

/* Both: |stream| resolved, and its device made current. */
krt_status stream_enter(struct krt_stream *stream, struct krt_stream **out);

/* The stream is destroyed, or its device closed. */
void attachments_destroy(struct krt_stream *stream);

/* For the tests and messages: "hip:0". Returns |out|. */
char *device_label(const struct krt_device *device, char out[24]);

#endif
