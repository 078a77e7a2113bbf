/* Open devices, and what belongs to them. */
#ifndef KRT_DEVICE_H
#define KRT_DEVICE_H

#include "krt/extend.h"

#include "driver.h"
#include "target.h"

#include <pthread.h>
#include <stdatomic.h>

enum { DEVICES_MAX = 64 }; /* the most devices that a process can have open */

struct krt_stream {
    struct krt_device *device;
    void *native;
    /* whether krt_stream_create() made |native|, which is destroyed with this struct */
    bool is_owned;
    /* Objects that libraries above libkrt attached: see extend.c. */
    _Atomic(struct krt_attachment *) attachments;
};

struct krt_event {
    struct krt_device *device;
    void *native;
};

struct krt_device {
    const struct driver *driver;
    void *context;   /* the primary context of CUDA */
    int index;       /* the driver's number for this device */
    unsigned slot;   /* the device's slot, below DEVICES_MAX; no other open device has it */
    unsigned opened; /* how many calls of krt_device_open() have had no krt_device_close() yet;
                        device.c's lock guards |opened| and |kept| */
    unsigned kept;   /* how many objects keep the device open: krt_device_keep() */
    bool has_checks;
    char *override_dir; /* a directory of files that replace images, or NULL */
    struct krt_device_info info;
    struct target_id target;
    struct krt_stream stream;        /* the device's default stream */
    struct loaded_package *packages; /* the packages that are loaded on the device: see package.c */
    pthread_mutex_t packages_lock;
    /* bit n is set if the driver was asked to let this device reach the memory of the device with
     * |index| n */
    _Atomic uint64_t peers;
    void *pool;                /* the driver's default pool; NULL if it has none: see pool.c */
    struct staging *staging;   /* the device's chunks of pinned memory: see staging.c */
    struct compiled *compiled; /* compiled code that is kept in memory: see compile.c */
};

/* Returns |stream|, or for NULL the default stream of the default device. */
krt_status stream_resolve(struct krt_stream *stream, struct krt_stream **out);

/* Makes the device current in the calling thread, as most of a driver's functions require. Sets the
 * thread's message if it fails. */
krt_status device_enter(struct krt_device *device);

/* Resolves |stream| with stream_resolve() and enters its device with device_enter(). */
krt_status stream_enter(struct krt_stream *stream, struct krt_stream **out);

/* Destroys all attachments of |stream|, which is being destroyed or whose device is being
 * closed. */
void attachments_destroy(struct krt_stream *stream);

/* Writes the device's name, such as "hip:0", for messages and tests. Returns |out|. */
char *device_label(const struct krt_device *device, char out[24]);

#endif
