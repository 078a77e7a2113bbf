/* DLPack: tensors that libraries hand to each other without copies. The structs are those of
 * dlpack.h, version 1.0; the protocol is in the Python array API standard, "Data interchange".
 *
 * A capsule "dltensor" holds a DLManagedTensor, "dltensor_versioned" a DLManagedTensorVersioned.
 * Who takes the tensor renames the capsule to "used_..." and later calls the deleter.
 *
 * Memory of the emulator is the processor's: its arrays are of kDLCPU, so that NumPy can read them.
 */
#include "binding.h"

#include <dlfcn.h>
#include <string.h>

enum { DL_CPU = 1, DL_CUDA = 2, DL_CUDA_HOST = 3, DL_ROCM = 10, DL_ROCM_HOST = 11 };
enum { DL_READ_ONLY = 1 };

struct dl_tensor {
    void *data;
    struct {
        int32_t type, index;
    } device;
    int32_t rank;
    struct {
        uint8_t code, bits;
        uint16_t lanes;
    } dtype;
    int64_t *dims, *strides; /* in elements; strides may be NULL: dense */
    uint64_t byte_offset;
};
struct dl_managed {
    struct dl_tensor tensor;
    void *context;
    void (*deleter)(struct dl_managed *self);
};
struct dl_versioned {
    struct {
        uint32_t major, minor;
    } version;
    void *context;
    void (*deleter)(struct dl_versioned *self);
    uint64_t flags;
    struct dl_tensor tensor;
};

/* What an exported array consists of, in one block. */
struct exported {
    union {
        struct dl_managed managed;
        struct dl_versioned versioned;
    } as;
    struct array_object *array;
    int64_t dims[KRT_MAX_RANK], strides[KRT_MAX_RANK];
};

static bool device_pair(const struct stream_object *stream, int32_t *type, int32_t *index)
{
    struct krt_device_info info = {.struct_size = sizeof info};
    if (!check(krt_device_describe(stream->device->device, &info)))
        return false;
    *type = info.driver == KRT_DRIVER_CUDA  ? DL_CUDA
            : info.driver == KRT_DRIVER_HIP ? DL_ROCM
                                            : DL_CPU;
    *index = *type == DL_CPU ? 0 : info.index;
    return true;
}

PyObject *dlpack_device(PyObject *self, PyObject *unused)
{
    (void)unused;
    struct array_object *array = array_of(self);
    int32_t type, index;
    if (!array || !device_pair(array_root(array)->stream, &type, &index))
        return NULL;
    return Py_BuildValue("(ii)", type, index);
}

/* ---- Export ---------------------------------------------------------------------------------- */

/* Consumers may call it from any thread, also without the interpreter's lock. */
static void exported_delete(struct exported *exported)
{
    if (!Py_IsInitialized())
        return; /* a library that ends after Python */
    PyGILState_STATE state = PyGILState_Ensure();
    array_root(exported->array)->uses--;
    drop(exported->array);
    PyMem_Free(exported);
    PyGILState_Release(state);
}

static void delete_managed(struct dl_managed *self)
{
    exported_delete(self->context);
}

static void delete_versioned(struct dl_versioned *self)
{
    exported_delete(self->context);
}

static void delete_capsule(PyObject *capsule)
{
    if (PyCapsule_IsValid(capsule, "dltensor") || PyCapsule_IsValid(capsule, "dltensor_versioned"))
        exported_delete(PyCapsule_GetContext(capsule));
}

static struct exported *new_exported(struct array_object *array, bool is_versioned)
{
    struct exported *exported = PyMem_Calloc(1, sizeof *exported);
    if (!exported)
        return (struct exported *)PyErr_NoMemory();
    struct dl_tensor *tensor =
        is_versioned ? &exported->as.versioned.tensor : &exported->as.managed.tensor;
    if (!device_pair(array_root(array)->stream, &tensor->device.type, &tensor->device.index)) {
        PyMem_Free(exported);
        return NULL;
    }
    tensor->data = array->tensor.data;
    tensor->rank = (int32_t)array->tensor.rank;
    tensor->dtype.code = dtypes[array->tensor.dtype].dlpack_code;
    tensor->dtype.bits = dtypes[array->tensor.dtype].dlpack_bits;
    tensor->dtype.lanes = 1;
    tensor->dims = exported->dims;
    tensor->strides = exported->strides;
    for (uint32_t i = 0; i < array->tensor.rank; i++) {
        exported->dims[i] = (int64_t)array->tensor.dims[i];
        exported->strides[i] = (int64_t)array->tensor.strides[i];
    }
    if (is_versioned) {
        exported->as.versioned.version.major = 1;
        exported->as.versioned.context = exported;
        exported->as.versioned.deleter = delete_versioned;
        exported->as.versioned.flags = array_root(array)->is_read_only ? DL_READ_ONLY : 0;
    } else {
        exported->as.managed.context = exported;
        exported->as.managed.deleter = delete_managed;
    }
    exported->array = hold(array);
    array_root(array)->uses++;
    return exported;
}

PyObject *dlpack_export(PyObject *self, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"stream", "max_version", "dl_device", "copy", NULL};
    PyObject *stream = Py_None, *version = Py_None, *device = Py_None, *copy = Py_None;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "|$OOOO", names, &stream, &version, &device,
                                     &copy))
        return NULL;
    struct array_object *array = array_of(self);
    if (!array)
        return NULL;
    long major = 0;
    if (version != Py_None) {
        PyObject *first = PySequence_GetItem(version, 0);
        major = first ? PyLong_AsLong(first) : -1;
        drop(first);
        if (PyErr_Occurred())
            return NULL;
    }
    int32_t own[2], wanted[2];
    if (device != Py_None && !PyTuple_Check(device))
        return PyErr_Format(PyExc_TypeError, "dl_device is a tuple of two numbers, not %R", device);
    if (device != Py_None && (!PyArg_ParseTuple(device, "ii", &wanted[0], &wanted[1]) ||
                              !device_pair(array_root(array)->stream, &own[0], &own[1])))
        return NULL;
    if (device != Py_None && memcmp(own, wanted, sizeof own) != 0)
        return PyErr_Format(PyExc_BufferError,
                            "the array is on DLPack's device (%d, %d), not (%d, %d); to_host() "
                            "gives a copy in host memory",
                            own[0], own[1], wanted[0], wanted[1]);
    if (copy == Py_True)
        return PyErr_Format(PyExc_BufferError, "copies are not made here; see Array.to_host()");
    if (!major && array_root(array)->is_read_only)
        return PyErr_Format(PyExc_BufferError,
                            "the array is read-only, and the consumer's DLPack has no such flag");
    /* -1: the consumer takes care of the order itself. */
    if (!PyLong_Check(stream) || PyLong_AsLong(stream) != -1) {
        PyErr_Clear();
        krt_status status;
        BLOCKING(status, krt_stream_synchronize(array_root(array)->stream->stream));
        if (!check(status) || !array_of(self))
            return NULL;
    }
    struct exported *exported = new_exported(array, major > 0);
    if (!exported)
        return NULL;
    PyObject *capsule =
        PyCapsule_New(exported, major > 0 ? "dltensor_versioned" : "dltensor", delete_capsule);
    if (!capsule || PyCapsule_SetContext(capsule, exported) != 0) {
        exported_delete(exported);
        return NULL;
    }
    return capsule;
}

/* ---- Import ---------------------------------------------------------------------------------- */

static void release_managed(void *foreign)
{
    struct dl_managed *managed = foreign;
    if (managed->deleter)
        managed->deleter(managed);
}

static void release_versioned(void *foreign)
{
    struct dl_versioned *managed = foreign;
    if (managed->deleter)
        managed->deleter(managed);
}

static uint32_t dtype_of_dlpack(const struct dl_tensor *tensor)
{
    uint32_t i = 0;
    while (i < DTYPE_COUNT &&
           (tensor->dtype.lanes != 1 || dtypes[i].dlpack_code != tensor->dtype.code ||
            dtypes[i].dlpack_bits != tensor->dtype.bits))
        i++;
    if (i == DTYPE_COUNT)
        PyErr_Format(PyExc_BufferError, "DLPack's type code %d of %d bits has no dtype",
                     tensor->dtype.code, tensor->dtype.bits);
    return i;
}

/* Whether DLPack's device is that of |stream|. */
static bool check_device(const struct stream_object *stream, long type, long index)
{
    int32_t own_type, own_index;
    if (!device_pair(stream, &own_type, &own_index))
        return false;
    if (type == own_type && index == own_index)
        return true;
    const bool is_host = type == DL_CPU || type == DL_CUDA_HOST || type == DL_ROCM_HOST;
    PyErr_Format(PyExc_BufferError,
                 "the tensor is %s, DLPack's device (%ld, %ld), and the stream is on device (%d, "
                 "%d); copy it: %s",
                 is_host ? "in host memory" : "elsewhere", type, index, own_type, own_index,
                 is_host ? "stream.array(tensor)" : "to that device, or to host memory");
    return false;
}

/* The byte behind the last element. */
static const char *end_of(const struct krt_tensor *tensor)
{
    uint64_t last = 0;
    for (uint32_t i = 0; i < tensor->rank; i++) {
        if (!tensor->dims[i])
            return tensor->data;
        last += (tensor->dims[i] - 1) * tensor->strides[i];
    }
    return (const char *)tensor->data + (last + 1) * dtypes[tensor->dtype].size;
}

/* The emulator's memory is the processor's, but not each memory of the processor is the emulator's:
 * kernels reach only what was allocated for their device. libhipemu knows. */
static bool check_emulated(const struct array_object *array)
{
    enum { DEVICE_ORDINAL = 9, RANGE_START = 11 }; /* of HIP's hipPointer_attribute */
    struct krt_device_info info = {.struct_size = sizeof info};
    if (!check(krt_device_describe(array->stream->device->device, &info)))
        return false;
    const char *first = array->tensor.data, *end = end_of(&array->tensor);
    if (info.driver != KRT_DRIVER_EMULATOR || first == end)
        return true;
    void *library = dlopen(info.library, RTLD_NOW | RTLD_NOLOAD);
    int (*ask)(void *, int, const void *) =
        library ? dlsym(library, "hipPointerGetAttribute") : NULL;
    int ordinal = -1;
    const void *starts[2] = {NULL, NULL};
    const bool is_known = ask && ask(&ordinal, DEVICE_ORDINAL, first) == 0 &&
                          ordinal == info.index && ask(&starts[0], RANGE_START, first) == 0 &&
                          ask(&starts[1], RANGE_START, end - 1) == 0 && starts[0] == starts[1];
    if (library)
        dlclose(library);
    if (!is_known)
        PyErr_Format(PyExc_BufferError,
                     "the tensor is not in memory of the device emu:%d; copy it: "
                     "stream.array(tensor) from host memory, Array.copy_from(array) from another "
                     "device",
                     info.index);
    return is_known;
}

/* An array over |tensor|, which it does not own yet. */
static struct array_object *wrap(struct stream_object *stream, const struct dl_tensor *tensor)
{
    if (tensor->rank < 0 || tensor->rank > KRT_MAX_RANK)
        return (struct array_object *)PyErr_Format(PyExc_BufferError,
                                                   "the tensor has %d dimensions; an array has at "
                                                   "most %d",
                                                   tensor->rank, KRT_MAX_RANK);
    const uint32_t dtype = dtype_of_dlpack(tensor);
    if (dtype == DTYPE_COUNT)
        return NULL;
    uint64_t dims[KRT_MAX_RANK];
    for (int32_t i = 0; i < tensor->rank; i++) {
        dims[i] = (uint64_t)tensor->dims[i];
        if (tensor->dims[i] < 0 || (tensor->strides && tensor->strides[i] < 0))
            return (struct array_object *)PyErr_Format(
                PyExc_BufferError, "the tensor has a negative dimension or stride");
    }
    struct array_object *array = array_new(stream, dtype, (uint32_t)tensor->rank, dims);
    if (!array)
        return NULL;
    array->tensor.data = tensor->data ? (char *)tensor->data + tensor->byte_offset : NULL;
    for (int32_t i = 0; tensor->strides && i < tensor->rank; i++)
        array->tensor.strides[i] = (uint64_t)tensor->strides[i];
    if (check_device(stream, tensor->device.type, tensor->device.index) && check_emulated(array))
        return array;
    drop(array);
    return NULL;
}

static PyObject *take(struct stream_object *stream, PyObject *capsule)
{
    struct array_object *array;
    if (PyCapsule_IsValid(capsule, "dltensor_versioned")) {
        struct dl_versioned *managed = PyCapsule_GetPointer(capsule, "dltensor_versioned");
        if (managed->version.major > 1)
            return PyErr_Format(PyExc_BufferError, "the tensor is of DLPack %u; 1 is known",
                                managed->version.major);
        array = wrap(stream, &managed->tensor);
        if (!array || PyCapsule_SetName(capsule, "used_dltensor_versioned") != 0) {
            drop(array);
            return NULL;
        }
        array->foreign = managed;
        array->release = release_versioned;
        array->is_read_only = managed->flags & DL_READ_ONLY;
        return (PyObject *)array;
    }
    struct dl_managed *managed = PyCapsule_GetPointer(capsule, "dltensor");
    array = managed ? wrap(stream, &managed->tensor) : NULL;
    if (!array || PyCapsule_SetName(capsule, "used_dltensor") != 0) {
        drop(array);
        return NULL;
    }
    array->foreign = managed;
    array->release = release_managed;
    return (PyObject *)array;
}

/* What the producer orders its work before: the driver's stream as a number, and None on a
 * processor. CUDA has 1 for the default stream, ROCm 0. */
static PyObject *stream_number(struct stream_object *stream)
{
    struct krt_device_info info = {.struct_size = sizeof info};
    if (!check(krt_device_describe(stream->device->device, &info)))
        return NULL;
    if (info.driver == KRT_DRIVER_EMULATOR)
        return hold(Py_None);
    void *native = krt_stream_native(stream->stream);
    return native ? PyLong_FromVoidPtr(native)
                  : PyLong_FromLong(info.driver == KRT_DRIVER_CUDA ? 1 : 0);
}

/* Asks the tensor first: a producer's own refusal of our stream would name no remedy. */
static bool is_on_device(struct stream_object *stream, PyObject *tensor)
{
    PyObject *pair = PyObject_CallMethod(tensor, "__dlpack_device__", NULL);
    if (!pair)
        return false;
    PyObject *type = PySequence_GetItem(pair, 0), *index = PySequence_GetItem(pair, 1);
    /* The type may be an enum. */
    const long numbers[] = {type ? PyLong_AsLong(type) : 0, index ? PyLong_AsLong(index) : 0};
    drop(type);
    drop(index);
    drop(pair);
    return !PyErr_Occurred() && check_device(stream, numbers[0], numbers[1]);
}

PyObject *dlpack_import(PyObject *module, PyObject *args, PyObject *keywords)
{
    (void)module;
    static char *names[] = {"tensor", "stream", NULL};
    PyObject *tensor, *stream_object;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "OO", names, &tensor, &stream_object))
        return NULL;
    struct stream_object *stream = stream_of(stream_object);
    PyObject *number = stream && is_on_device(stream, tensor) ? stream_number(stream) : NULL;
    PyObject *method = number ? PyObject_GetAttrString(tensor, "__dlpack__") : NULL;
    PyObject *capsule = NULL;
    if (method) {
        PyObject *none = PyTuple_New(0);
        PyObject *words = Py_BuildValue("{s:O, s:(ii)}", "stream", number, "max_version", 1, 0);
        capsule = none && words ? PyObject_Call(method, none, words) : NULL;
        if (!capsule && words && PyErr_ExceptionMatches(PyExc_TypeError)) {
            PyErr_Clear(); /* a producer of before max_version */
            PyDict_DelItemString(words, "max_version");
            capsule = PyObject_Call(method, none, words);
        }
        drop(none);
        drop(words);
    }
    PyObject *array = capsule ? take(stream, capsule) : NULL;
    drop(capsule);
    drop(method);
    drop(number);
    return array;
}
