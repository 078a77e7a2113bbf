/* What the files of this extension share.
 *
 * The extension is C over the stable ABI of Python 3.11, so that one binary serves all later
 * Pythons. It is not ctypes or cffi: those convert each argument by a call of Python code, which
 * takes longer than the launch itself.
 *
 * An object keeps what it needs: an array its stream, a stream its device. So a device is closed
 * when the last of its objects is gone, whatever the order. Packages are never unloaded, as in C.
 * The interpreter's lock is held, unless a call may wait: see BLOCKING.
 */
#ifndef KRT_BINDING_H
#define KRT_BINDING_H

#define Py_LIMITED_API 0x030b0000
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <krt/fused.h>
#include <krt/ops.h>
#include <krt/storage.h>

/* Runs |call|, which may wait, without the interpreter's lock. |status| is what it returns. */
#define BLOCKING(status, call)                                                                     \
    do {                                                                                           \
        PyThreadState *thread_ = PyEval_SaveThread();                                              \
        (status) = (call);                                                                         \
        PyEval_RestoreThread(thread_);                                                             \
    } while (0)

/* Raises krt.Error with this thread's message if |status| is an error. True if it is KRT_OK. */
bool check(krt_status status);
/* Raises krt.Error of libkrt's kind. Returns NULL. */
PyObject *fail(krt_status status, const char *format, ...);

/* A new reference to |object|, and the end of one; NULL is ignored. Python's own macros want a
 * PyObject. */
static inline void *hold(void *object)
{
    Py_IncRef(object);
    return object;
}
static inline void *drop(void *object)
{
    Py_DecRef(object);
    return NULL;
}

/* A heap type of |spec| as |name| of |module|; NULL with an exception. */
PyTypeObject *add_type(PyObject *module, PyType_Spec *spec);
/* The memory of a new object, zeroed; NULL with an exception. */
void *new_object(PyTypeObject *type);
void delete_object(void *object); /* frees the object and drops its type */

/* ---- Numbers: dtype.c ------------------------------------------------------------------------ */

/* Those of krt/ops.h, and others that kernels have. */
enum dtype {
    DTYPE_BOOL = KRT_DTYPE_COUNT,
    DTYPE_I8,
    DTYPE_U16,
    DTYPE_U64,
    DTYPE_F8E5M2,
    DTYPE_COUNT,
};
struct dtype_info {
    const char *name;
    uint32_t size;                    /* bytes */
    const char *format;               /* of the buffer protocol */
    uint8_t dlpack_code, dlpack_bits; /* of DLPack */
};
extern const struct dtype_info dtypes[DTYPE_COUNT];

/* DTYPE_COUNT if there is none; no exception. */
uint32_t dtype_find(const char *name, size_t length);
/* Also raises ValueError. */
uint32_t dtype_of_object(PyObject *name);
/* Of a buffer's format and item size; raises BufferError. */
uint32_t dtype_of_format(const char *format, Py_ssize_t size);
/* Whether the items of |view| are |dtype|s, and not bits of other numbers: they are of its format;
 * or plain bytes; or, of floats of 8 and 16 bits, which few libraries have, unsigned integers.
 * Raises BufferError. */
bool dtype_check_buffer(uint32_t dtype, const Py_buffer *view);
/* For "O&" of PyArg_ParseTuple(), whose "I" and "K" cut numbers off: a uint32_t, a uint64_t. Raise
 * OverflowError. */
int number_32(PyObject *object, void *out);
int number_64(PyObject *object, void *out);
/* Writes |value| as a |dtype| to |out|, of 8 bytes. Raises TypeError or OverflowError, which name
 * |owner| and |name|. */
bool dtype_pack(uint32_t dtype, PyObject *value, void *out, const char *owner, const char *name);

/* ---- Devices, streams, events: device.c ------------------------------------------------------ */

struct device_object {
    PyObject ob_base;
    struct krt_device *device;
    bool is_closed;
};
struct stream_object {
    PyObject ob_base;
    struct device_object *device;
    struct krt_stream *stream;
    bool is_owned; /* not the default stream */
};
extern PyTypeObject *device_type, *stream_type, *event_type;
bool device_init(PyObject *module);

/* The object if it is an open device, else NULL with an exception. */
struct device_object *device_of(PyObject *object);
/* Likewise a stream of an open device. */
struct stream_object *stream_of(PyObject *object);
/* Fills in the stream of a launch, of which None means the default one. False with an exception. */
bool stream_for_launch(PyObject *object, struct krt_stream **stream, struct krt_device **device);

/* ---- Arrays: array.c, dlpack.c, host.c ------------------------------------------------------- */

struct array_object {
    PyObject ob_base;
    struct krt_tensor tensor;     /* its dtype may be one of enum dtype */
    struct array_object *root;    /* whose memory it is; NULL: its own */
    struct stream_object *stream; /* its own; of a root */
    struct krt_buffer *buffer;    /* NULL: of another library, or of a package */
    void *foreign;                /* what |release| frees; NULL: nothing */
    void (*release)(void *foreign);
    unsigned uses; /* calls that run without the interpreter's lock */
    bool is_freed;
    bool is_read_only;
    uint64_t capture; /* memory of a graph: graph_number() then; else 0 */
};
extern PyTypeObject *array_type;
bool array_init(PyObject *module);
bool host_init(PyObject *module);

static inline struct array_object *array_root(struct array_object *array)
{
    return array->root ? array->root : array;
}
/* An array of |stream|, without memory; NULL with an exception. */
struct array_object *array_new(struct stream_object *stream, uint32_t dtype, uint32_t rank,
                               const uint64_t *dims);
/* NULL with an exception unless |object| is an array whose memory is there. */
struct array_object *array_of(PyObject *object);
bool array_is_dense(const struct array_object *array);
uint64_t array_bytes(const struct array_object *array);
/* After work on |stream| that uses the array: its memory is kept for it. */
bool array_used(struct array_object *array, struct krt_stream *stream);
/* Around a launch, which gives up the interpreter's lock: nobody frees the arrays meanwhile. If
 * |status| is KRT_OK, arrays_end() keeps the arrays, and |launched| if |stream| is captured, for
 * the launch; otherwise it returns false with an exception. */
void arrays_begin(struct array_object *const *arrays, uint32_t count);
bool arrays_end(struct array_object *const *arrays, uint32_t count, krt_status status,
                struct krt_stream *stream, PyObject *launched);
/* Reads a shape: an integer or a sequence of them. The rank, or -1 with an exception. */
int shape_of(PyObject *object, uint64_t dims[KRT_MAX_RANK]);
PyObject *shape_tuple(uint32_t rank, const uint64_t *numbers);

/* Slots of both kinds of arrays: errors in place of Python's defaults, by which an array is true
 * and equal to itself alone, and float() reads the bytes of a buffer as text; and a hash by
 * identity. */
int array_truth(PyObject *self);
PyObject *array_no_number(PyObject *self);
PyObject *array_compare(PyObject *self, PyObject *other, int operation);
Py_hash_t array_hash(PyObject *self);

/* A new array in host memory, of which |out_data| is the memory. */
PyObject *host_new(uint32_t dtype, uint32_t rank, const uint64_t *dims, void **out_data);

PyObject *dlpack_export(PyObject *self, PyObject *args, PyObject *keywords);
PyObject *dlpack_device(PyObject *self, PyObject *unused);
PyObject *dlpack_import(PyObject *module, PyObject *args, PyObject *keywords);

/* ---- Packages, kernels, modules: package.c, kernel.c ----------------------------------------- */

struct parameter {
    const char *name;
    uint32_t size; /* bytes */
    uint8_t dtype; /* of a number or of a pointer's target; DTYPE_COUNT: of any */
    bool is_pointer, is_const, is_bytes;
    const struct record *record; /* of bytes that have names; or NULL */
};
extern PyTypeObject *package_type, *kernel_type, *config_type, *module_type;
/* The configuration of a krt.LaunchConfig; NULL with an exception for |function| if |object| is
 * something else. */
const struct krt_launch_config *config_of(const char *function, PyObject *object);
bool package_init(PyObject *module);
bool kernel_init(PyObject *module);
bool module_init(PyObject *module);

const struct krt_package *package_of(PyObject *object); /* NULL with an exception */
/* A kernel of a package, or |function| of |owner|. |parameters| is taken over; never freed. */
PyObject *kernel_new(const struct krt_package *package, uint32_t ordinal,
                     struct krt_function *function, struct device_object *device, PyObject *owner,
                     const char *name, const struct parameter *parameters, uint32_t count);
/* Reads one type: "f32", "const f32*", "void*", "bytes". |size| is that of "bytes". */
bool parameter_parse(const char *type, size_t length, uint32_t size, struct parameter *out);
/* Reads a sequence of such types, without names; a number is a record of so many bytes. Never
 * freed. NULL with an exception. */
struct parameter *parameters_read(PyObject *list, uint32_t *count);

/* ---- Records: record.c ---------------------------------------------------------------------- */

struct records {
    struct record *items;
    uint32_t count;
};
/* Reads the records of a package. Never freed. */
bool records_read(PyObject *list, struct records *out);
/* parameter_parse() for a text; a number is that of a record. */
bool parameter_read(PyObject *type, uint32_t size, const struct records *records,
                    struct parameter *out);

bool record_is(const struct record *record, PyObject *object); /* a tuple of its class */
/* Raises TypeError if |parameter| is of a record, and |object| neither that nor bytes. */
bool record_check(const struct parameter *parameter, PyObject *object, const char *kernel);
/* The bytes of |object|, which is of |record|; pointers are 0. NULL with an exception. */
PyObject *record_pack(const struct record *record, PyObject *object, const char *kernel);
/* Then its pointers, by a function that runs no Python code. */
typedef bool record_pointer_fn(void *context, const struct parameter *parameter, PyObject *object,
                               void **out);
bool record_pack_pointers(const struct record *record, PyObject *object, const char *kernel,
                          record_pointer_fn *pointer, void *context, void *out);

/* ---- Operations and fusions: operations.c, fusion.c, operation.c ----------------------------- */
bool operations_init(PyObject *module);
PyObject *block_format(PyObject *module, PyObject *format);
PyObject *quantized_workspace(PyObject *module, PyObject *args, PyObject *keywords);
bool fusion_init(PyObject *module);
bool operation_init(PyObject *module);
/* Fills in the tensor of an array for krt/ops.h, on |device|. */
bool tensor_of(PyObject *object, struct krt_device *device, const char *name,
               struct krt_tensor *out);
/* The device of |stream| stays open as long as |devices|, a set. */
bool keep_device(PyObject *devices, PyObject *stream);

/* ---- GGUF files: gguf.c, gguf_writer.c ------------------------------------------------------- */
bool gguf_init(PyObject *module);
bool gguf_writer_init(PyObject *module);

/* ---- Kernels as data: kir.c -------------------------------------------------------------------
 */
bool kir_init(PyObject *module);

/* ---- Graphs: graph.c ------------------------------------------------------------------------- */
bool graph_init(PyObject *module);
/* The number of the latest capture if |stream| is captured now, else 0. */
bool graph_number(struct krt_stream *stream, uint64_t *out);
/* If |stream|, of a launch, is captured, the graph keeps |object|: who owns the launch's kernels.
 */
bool graph_keep(struct krt_stream *stream, PyObject *object);
/* Likewise the arrays among |objects|: an array, or a tuple; others are ignored. */
bool graph_keep_arrays(struct krt_stream *stream, PyObject *objects);
/* Keeps |array| until the latest capture has ended, because its memory cannot be freed before.
 * False if there is no capture. */
bool graph_free_later(PyObject *array);

#endif
