/* Open devices, and what belongs to them. */
#ifndef KRT_DEVICE_H
#define KRT_DEVICE_H

#include "krt/extend.h"

#include "driver.h"
#include "target.h"

#include <pthread.h>
#include <stdatomic.h>

enum { DEVICES_MAX = 64 }; /* the most devices that are open at a time */

struct krt_stream {
    struct krt_device *device;
    void *native;
    bool is_owned; /* made by krt_stream_create(), so destroyed with its wrapper */
    /* objects of libraries above libkrt: see extend.c */
    _Atomic(struct krt_attachment *) attachments;
};

struct krt_event {
    struct krt_device *device;
    void *native;
};

struct krt_device {
    const struct driver *driver;
    void *context;   /* CUDA's primary context */
    int index;       /* the driver's number for this device */
    unsigned slot;   /* 0 to DEVICES_MAX - 1; no other open device has it */
    unsigned opened; /* how many krt_device_open() were not closed yet; |opened| and |kept| are
                        under the lock of device.c */
    unsigned kept;   /* how many objects that were made on the device keep it: krt_device_keep() */
    bool has_checks;
    char *override_dir; /* directory of replacements; NULL: none */
    struct krt_device_info info;
    struct target_id target;
    struct krt_stream stream;        /* the device's default stream */
    struct loaded_package *packages; /* see package.c: the packages that are loaded here */
    pthread_mutex_t packages_lock;
    _Atomic uint64_t peers;  /* a bit for each device whose memory this one was asked to reach */
    void *pool;              /* the driver's default pool; NULL: the driver has none, see pool.c */
    struct staging *staging; /* see staging.c */
    struct compiled *compiled; /* see compile.c: the code in memory */
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

/* Writes a name such as "hip:0" for messages and tests. Returns |out|. */
char *device_label(const struct krt_device *device, char out[24]);

#endif
