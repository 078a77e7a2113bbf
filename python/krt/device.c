/* Devices, streams and events. */
#include "binding.h"

#include <string.h>

PyTypeObject *device_type, *stream_type, *event_type;

struct event_object {
    PyObject ob_base;
    struct device_object *device;
    struct krt_event *event;
};

struct device_object *device_of(PyObject *object)
{
    if (Py_TYPE(object) != device_type)
        return (struct device_object *)PyErr_Format(PyExc_TypeError, "%R is not a krt.Device",
                                                    object);
    struct device_object *device = (struct device_object *)object;
    if (device->is_closed)
        return (struct device_object *)fail(KRT_ERROR_INVALID_ARGUMENT, "the device is closed");
    return device;
}

struct stream_object *stream_of(PyObject *object)
{
    if (Py_TYPE(object) != stream_type)
        return (struct stream_object *)PyErr_Format(PyExc_TypeError, "%R is not a krt.Stream",
                                                    object);
    struct stream_object *stream = (struct stream_object *)object;
    return device_of((PyObject *)stream->device) ? stream : NULL;
}

bool stream_for_launch(PyObject *object, struct krt_stream **stream, struct krt_device **device)
{
    if (object == Py_None) {
        static struct krt_device *opened; /* never closed */
        krt_status status = KRT_OK;
        if (!opened)
            BLOCKING(status, krt_device_default(&opened));
        *stream = NULL;
        *device = opened;
        return check(status);
    }
    const struct stream_object *given = stream_of(object);
    if (!given)
        return false;
    *stream = given->stream;
    *device = given->device->device;
    return true;
}

/* ---- Devices --------------------------------------------------------------------------------- */

static PyObject *device_open(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"device", "library", "override_dir", "checks", NULL};
    struct krt_device_options options = {.struct_size = sizeof options};
    PyObject *checks = Py_None;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "|z$zzO", names, &options.device,
                                     &options.library, &options.override_dir, &checks))
        return NULL;
    if (checks != Py_None)
        options.checks = PyObject_IsTrue(checks) ? KRT_CHECKS_ON : KRT_CHECKS_OFF;
    struct device_object *self = new_object(type);
    if (!self)
        return NULL;
    krt_status status;
    BLOCKING(status, krt_device_open(&options, &self->device));
    if (!check(status)) {
        drop(self);
        return NULL;
    }
    return (PyObject *)self;
}

static void device_delete(PyObject *object)
{
    struct device_object *self = (struct device_object *)object;
    PyThreadState *thread = PyEval_SaveThread();
    krt_device_close(self->device);
    PyEval_RestoreThread(thread);
    delete_object(self);
}

static PyObject *device_close(PyObject *self, PyObject *unused)
{
    (void)unused;
    ((struct device_object *)self)->is_closed = true;
    Py_RETURN_NONE;
}

static PyObject *device_enter(PyObject *self, PyObject *unused)
{
    (void)unused;
    return device_of(self) ? hold(self) : NULL;
}

static PyObject *device_synchronize(PyObject *self, PyObject *unused)
{
    (void)unused;
    struct device_object *device = device_of(self);
    if (!device)
        return NULL;
    krt_status status;
    BLOCKING(status, krt_device_synchronize(device->device));
    return check(status) ? hold(Py_None) : NULL;
}

static PyObject *new_stream(struct device_object *device, struct krt_stream *stream, bool is_owned)
{
    struct stream_object *self = new_object(stream_type);
    if (!self)
        return NULL;
    self->device = hold(device);
    self->stream = stream;
    self->is_owned = is_owned;
    return (PyObject *)self;
}

static PyObject *device_stream(PyObject *self, void *unused)
{
    (void)unused;
    struct device_object *device = device_of(self);
    return device ? new_stream(device, krt_device_stream(device->device), false) : NULL;
}

static PyObject *device_info(PyObject *self, void *unused)
{
    (void)unused;
    struct device_object *device = device_of(self);
    struct krt_device_info info = {.struct_size = sizeof info};
    if (!device || !check(krt_device_describe(device->device, &info)))
        return NULL;
    static const char *const drivers[] = {"", "hip", "emu", "cuda"};
    return Py_BuildValue(
        "{s:s, s:i, s:s, s:s, s:s, s:i, s:I, s:I, s:I, s:(III), s:(III), s:K, s:K}", "driver",
        info.driver <= KRT_DRIVER_CUDA ? drivers[info.driver] : "", "index", info.index, "name",
        info.name, "target", info.target, "library", info.library, "driver_version",
        info.driver_version, "warp_size", info.warp_size, "multiprocessors", info.multiprocessors,
        "max_threads_per_block", info.max_threads_per_block, "max_block", info.max_block[0],
        info.max_block[1], info.max_block[2], "max_grid", info.max_grid[0], info.max_grid[1],
        info.max_grid[2], "shared_bytes", (unsigned long long)info.shared_bytes, "memory_bytes",
        (unsigned long long)info.memory_bytes);
}

static PyObject *device_memory(PyObject *self, PyObject *unused)
{
    (void)unused;
    struct device_object *device = device_of(self);
    uint64_t free_bytes, bytes;
    if (!device || !check(krt_device_memory(device->device, &free_bytes, &bytes)))
        return NULL;
    return Py_BuildValue("(KK)", (unsigned long long)free_bytes, (unsigned long long)bytes);
}

static PyMethodDef device_methods[] = {
    {"close", device_close, METH_NOARGS,
     "Ends the use of the device. It is closed when the last object on it is gone."},
    {"synchronize", device_synchronize, METH_NOARGS, "Waits for all work of the device."},
    {"memory", device_memory, METH_NOARGS, "Free bytes and all bytes of the device's memory."},
    {"__enter__", device_enter, METH_NOARGS, NULL},
    {"__exit__", device_close, METH_VARARGS, NULL},
    {0},
};
static PyGetSetDef device_members[] = {
    {"stream", device_stream, NULL, "The default stream.", NULL},
    {"info", device_info, NULL, "What the driver tells of the device.", NULL},
    {0},
};
static PyType_Slot device_slots[] = {
    {Py_tp_doc, "Device(device=None, *, library=None, override_dir=None, checks=None)\n\n"
                "A device: 'hip:0', 'cuda:1', 'emu:gfx1030'. Without a name KRT_DEVICE decides."},
    {Py_tp_new, device_open},
    {Py_tp_dealloc, device_delete},
    {Py_tp_methods, device_methods},
    {Py_tp_getset, device_members},
    {0, NULL},
};
static PyType_Spec device_spec = {"krt.Device", sizeof(struct device_object), 0, Py_TPFLAGS_DEFAULT,
                                  device_slots};

/* ---- Streams --------------------------------------------------------------------------------- */

static PyObject *stream_create(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    (void)type;
    static char *names[] = {"device", "native", NULL};
    PyObject *object;
    uint64_t native = 0;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "O|O&", names, &object, number_64, &native))
        return NULL;
    struct device_object *device = device_of(object);
    struct krt_stream *stream;
    if (!device)
        return NULL;
    krt_status status = native ? krt_stream_wrap(device->device, (void *)(uintptr_t)native, &stream)
                               : krt_stream_create(device->device, &stream);
    return check(status) ? new_stream(device, stream, true) : NULL;
}

static void stream_delete(PyObject *object)
{
    struct stream_object *self = (struct stream_object *)object;
    if (self->is_owned) {
        PyThreadState *thread = PyEval_SaveThread();
        krt_stream_destroy(self->stream);
        PyEval_RestoreThread(thread);
    }
    drop(self->device);
    delete_object(self);
}

static PyObject *stream_synchronize(PyObject *self, PyObject *unused)
{
    (void)unused;
    struct stream_object *stream = stream_of(self);
    if (!stream)
        return NULL;
    krt_status status;
    BLOCKING(status, krt_stream_synchronize(stream->stream));
    return check(status) ? hold(Py_None) : NULL;
}

static PyObject *answer(krt_status status)
{
    if (status == KRT_NOT_READY)
        Py_RETURN_FALSE;
    return check(status) ? hold(Py_True) : NULL;
}

static PyObject *stream_is_idle(PyObject *self, PyObject *unused)
{
    (void)unused;
    struct stream_object *stream = stream_of(self);
    return stream ? answer(krt_stream_query(stream->stream)) : NULL;
}

static PyObject *stream_record(PyObject *self, PyObject *unused)
{
    (void)unused;
    struct stream_object *stream = stream_of(self);
    struct event_object *event = stream ? new_object(event_type) : NULL;
    if (!event)
        return NULL;
    event->device = hold(stream->device);
    if (!check(krt_event_create(stream->device->device, 0, &event->event)) ||
        !check(krt_event_record(event->event, stream->stream))) {
        drop(event);
        return NULL;
    }
    return (PyObject *)event;
}

static struct event_object *event_of(PyObject *object)
{
    if (Py_TYPE(object) == event_type)
        return (struct event_object *)object;
    return (struct event_object *)PyErr_Format(PyExc_TypeError, "%R is not a krt.Event", object);
}

static PyObject *stream_wait(PyObject *self, PyObject *object)
{
    struct stream_object *stream = stream_of(self);
    struct event_object *event = stream ? event_of(object) : NULL;
    if (!event || !check(krt_stream_wait(stream->stream, event->event)))
        return NULL;
    Py_RETURN_NONE;
}

static PyObject *stream_device(PyObject *self, void *unused)
{
    (void)unused;
    return hold(((struct stream_object *)self)->device);
}

static PyObject *stream_native(PyObject *self, void *unused)
{
    (void)unused;
    struct stream_object *stream = stream_of(self);
    return stream ? PyLong_FromVoidPtr(krt_stream_native(stream->stream)) : NULL;
}

/* ---- Arrays of a stream ---------------------------------------------------------------------- */

static PyObject *stream_empty(PyObject *self, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"shape", "dtype", NULL};
    PyObject *shape, *dtype = NULL;
    uint64_t dims[KRT_MAX_RANK];
    struct stream_object *stream = stream_of(self);
    if (!stream || !PyArg_ParseTupleAndKeywords(args, keywords, "O|O", names, &shape, &dtype))
        return NULL;
    const int rank = shape_of(shape, dims);
    const uint32_t kind = dtype ? dtype_of_object(dtype) : KRT_F32;
    if (rank < 0 || kind == DTYPE_COUNT)
        return NULL;
    struct array_object *array = array_new(stream, kind, (uint32_t)rank, dims);
    if (!array)
        return NULL;
    if (!graph_number(stream->stream, &array->capture))
        return drop(array);
    krt_status status;
    const uint64_t bytes = array_bytes(array);
    BLOCKING(status, krt_buffer_create(stream->stream, bytes, &array->buffer));
    if (!check(status)) {
        drop(array);
        return NULL;
    }
    array->tensor.data = array->buffer->data;
    return (PyObject *)array;
}

static PyObject *stream_zeros(PyObject *self, PyObject *args, PyObject *keywords)
{
    PyObject *array = stream_empty(self, args, keywords);
    if (!array)
        return NULL;
    const struct array_object *made = (struct array_object *)array;
    if (!check(krt_set(made->stream->stream, made->tensor.data, 0, 1, array_bytes(made)))) {
        drop(array);
        return NULL;
    }
    return array;
}

/* The shape of |view| as elements of |dtype|; plain bytes may be of any. */
static PyObject *buffer_shape(const Py_buffer *view, uint32_t dtype)
{
    const Py_ssize_t size = (Py_ssize_t)dtypes[dtype].size;
    if (view->itemsize == 1 && view->ndim == 1 && view->len % size == 0)
        return Py_BuildValue("(n)", view->len / size);
    if (view->itemsize != size)
        return PyErr_Format(PyExc_BufferError, "the buffer's items have %zd bytes, those of %s %zd",
                            view->itemsize, dtypes[dtype].name, size);
    PyObject *shape = PyTuple_New(view->ndim);
    for (int i = 0; shape && i < view->ndim; i++)
        PyTuple_SetItem(shape, i, PyLong_FromSsize_t(view->shape[i]));
    return shape;
}

static PyObject *stream_array(PyObject *self, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"data", "dtype", NULL};
    PyObject *data, *dtype = NULL, *array = NULL;
    Py_buffer view;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "O|O", names, &data, &dtype) ||
        PyObject_GetBuffer(data, &view, PyBUF_FORMAT | PyBUF_ND | PyBUF_STRIDES) != 0)
        return NULL;
    const uint32_t kind =
        dtype ? dtype_of_object(dtype) : dtype_of_format(view.format, view.itemsize);
    if (kind < DTYPE_COUNT) {
        PyObject *shape = buffer_shape(&view, kind);
        if (shape && !dtype_check_buffer(kind, &view))
            shape = drop(shape);
        PyObject *arguments = shape ? Py_BuildValue("(Ns)", shape, dtypes[kind].name) : NULL;
        array = arguments ? stream_empty(self, arguments, NULL) : NULL;
        drop(arguments);
    }
    PyBuffer_Release(&view);
    PyObject *result = array ? PyObject_CallMethod(array, "copy_from", "O", data) : NULL;
    if (!result)
        array = drop(array);
    drop(result);
    return array;
}

static PyMethodDef stream_methods[] = {
    {"synchronize", stream_synchronize, METH_NOARGS, "Waits for all work of the stream."},
    {"is_idle", stream_is_idle, METH_NOARGS, "Whether all work of the stream is done."},
    {"record", stream_record, METH_NOARGS, "An event that is reached after the work so far."},
    {"wait", stream_wait, METH_O, "Later work waits for an event; the host does not."},
    {"empty", (PyCFunction)(void (*)(void))stream_empty, METH_VARARGS | METH_KEYWORDS,
     "empty(shape, dtype='f32'): an array whose elements are not set."},
    {"zeros", (PyCFunction)(void (*)(void))stream_zeros, METH_VARARGS | METH_KEYWORDS,
     "zeros(shape, dtype='f32'): an array of zeros."},
    {"array", (PyCFunction)(void (*)(void))stream_array, METH_VARARGS | METH_KEYWORDS,
     "array(data, dtype=None): a copy of a buffer in host memory."},
    {0},
};
static PyGetSetDef stream_members[] = {
    {"device", stream_device, NULL, NULL, NULL},
    {"native", stream_native, NULL, "The driver's stream as a number; 0 for a default stream.",
     NULL},
    {0},
};
static PyType_Slot stream_slots[] = {
    {Py_tp_doc, "Stream(device, native=0)\n\nA new stream, or a wrapper of a driver's stream."},
    {Py_tp_new, stream_create},
    {Py_tp_dealloc, stream_delete},
    {Py_tp_methods, stream_methods},
    {Py_tp_getset, stream_members},
    {0, NULL},
};
static PyType_Spec stream_spec = {"krt.Stream", sizeof(struct stream_object), 0, Py_TPFLAGS_DEFAULT,
                                  stream_slots};

/* ---- Events ---------------------------------------------------------------------------------- */

static void event_delete(PyObject *object)
{
    struct event_object *self = (struct event_object *)object;
    krt_event_destroy(self->event);
    drop(self->device);
    delete_object(self);
}

static PyObject *event_synchronize(PyObject *self, PyObject *unused)
{
    (void)unused;
    krt_status status;
    BLOCKING(status, krt_event_synchronize(((struct event_object *)self)->event));
    return check(status) ? hold(Py_None) : NULL;
}

static PyObject *event_is_reached(PyObject *self, PyObject *unused)
{
    (void)unused;
    return answer(krt_event_query(((struct event_object *)self)->event));
}

static PyObject *event_elapsed_since(PyObject *self, PyObject *object)
{
    struct event_object *earlier = event_of(object);
    float milliseconds;
    if (!earlier || !check(krt_event_elapsed(earlier->event, ((struct event_object *)self)->event,
                                             &milliseconds)))
        return NULL;
    return PyFloat_FromDouble((double)milliseconds);
}

static PyMethodDef event_methods[] = {
    {"synchronize", event_synchronize, METH_NOARGS, "Waits until the event is reached."},
    {"is_reached", event_is_reached, METH_NOARGS, NULL},
    {"elapsed_since", event_elapsed_since, METH_O, "Milliseconds from an earlier event."},
    {0},
};
static PyType_Slot event_slots[] = {
    {Py_tp_doc, "A place in the work of a stream: see Stream.record()."},
    {Py_tp_dealloc, event_delete},
    {Py_tp_methods, event_methods},
    {0, NULL},
};
static PyType_Spec event_spec = {"krt.Event", sizeof(struct event_object), 0,
                                 Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
                                 event_slots};

bool device_init(PyObject *module)
{
    device_type = add_type(module, &device_spec);
    stream_type = device_type ? add_type(module, &stream_spec) : NULL;
    event_type = stream_type ? add_type(module, &event_spec) : NULL;
    return event_type != NULL;
}
