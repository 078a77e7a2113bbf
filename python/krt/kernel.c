/* Kernels: callables that check their arguments against the types of the index, and launch.
 *
 *     kernel(stream, config, argument...)
 *
 * A launch does not wait, so it keeps the interpreter's lock: to give it up costs more than a
 * launch, if other threads want it. Only the first launch on a device, which loads the code, gives
 * it up.
 */
#include "binding.h"

#include <string.h>

PyTypeObject *kernel_type, *config_type;

/* ---- LaunchConfig ---------------------------------------------------------------------------- */

struct config_object {
    PyObject ob_base;
    struct krt_launch_config config;
};

static bool read_dims(PyObject *object, uint32_t out[3])
{
    uint64_t dims[KRT_MAX_RANK] = {0};
    const int rank = shape_of(object, dims);
    if (rank < 0)
        return false;
    if (rank > 3)
        PyErr_SetString(PyExc_ValueError, "a grid and a block have at most 3 dimensions");
    for (int i = 0; i < 3 && rank <= 3; i++) {
        if (dims[i] > UINT32_MAX)
            PyErr_SetString(PyExc_OverflowError, "a dimension of a launch has 32 bits");
        out[i] = i < rank ? (uint32_t)dims[i] : 1;
    }
    return !PyErr_Occurred();
}

static PyObject *config_new(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"grid", "block", "shared_bytes", NULL};
    PyObject *grid, *block;
    uint32_t shared = 0;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "OO|O&", names, &grid, &block, number_32,
                                     &shared))
        return NULL;
    struct config_object *self = new_object(type);
    if (!self)
        return NULL;
    self->config.shared_bytes = shared;
    if (read_dims(grid, self->config.grid) && read_dims(block, self->config.block))
        return (PyObject *)self;
    drop(self);
    return NULL;
}

const struct krt_launch_config *config_of(const char *function, PyObject *object)
{
    if (Py_TYPE(object) == config_type)
        return &((struct config_object *)object)->config;
    PyErr_Format(PyExc_TypeError, "%s(): the configuration is a krt.LaunchConfig, not %R", function,
                 (PyObject *)Py_TYPE(object));
    return NULL;
}

static PyObject *config_for_elements(PyObject *type, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"count", "block", NULL};
    uint64_t count;
    uint32_t block = 256;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "O&|O&", names, number_64, &count, number_32,
                                     &block))
        return NULL;
    if (!block)
        return PyErr_Format(PyExc_ValueError, "a block has no threads");
    const unsigned long long grid = count / block + (count % block != 0);
    return PyObject_CallFunction(type, "KI", grid, block);
}

static PyObject *dims_tuple(const uint32_t dims[3])
{
    return Py_BuildValue("(III)", dims[0], dims[1], dims[2]);
}

static PyObject *config_grid(PyObject *self, void *unused)
{
    (void)unused;
    return dims_tuple(((struct config_object *)self)->config.grid);
}

static PyObject *config_block(PyObject *self, void *unused)
{
    (void)unused;
    return dims_tuple(((struct config_object *)self)->config.block);
}

static PyObject *config_shared(PyObject *self, void *unused)
{
    (void)unused;
    return PyLong_FromUnsignedLong(((struct config_object *)self)->config.shared_bytes);
}

static PyMethodDef config_methods[] = {
    {"for_elements", (PyCFunction)(void (*)(void))config_for_elements,
     METH_CLASS | METH_VARARGS | METH_KEYWORDS,
     "for_elements(count, block=256): a thread for each of so many elements."},
    {0},
};
static PyGetSetDef config_members[] = {
    {"grid", config_grid, NULL, NULL, NULL},
    {"block", config_block, NULL, NULL, NULL},
    {"shared_bytes", config_shared, NULL, NULL, NULL},
    {0},
};
static PyType_Slot config_slots[] = {
    {Py_tp_doc, "LaunchConfig(grid, block, shared_bytes=0)\n\n"
                "The size of a launch: workgroups, and work-items of each. Numbers, or tuples of "
                "up to three."},
    {Py_tp_new, config_new},
    {Py_tp_dealloc, delete_object},
    {Py_tp_methods, config_methods},
    {Py_tp_getset, config_members},
    {0, NULL},
};
static PyType_Spec config_spec = {"krt.LaunchConfig", sizeof(struct config_object), 0,
                                  Py_TPFLAGS_DEFAULT, config_slots};

/* ---- Types of parameters --------------------------------------------------------------------- */

bool parameter_parse(const char *type, size_t length, uint32_t size, struct parameter *out)
{
    const char *text = type;
    *out = (struct parameter){.name = out->name, .size = size, .dtype = DTYPE_COUNT};
    if (length == 5 && memcmp(text, "bytes", 5) == 0) {
        out->is_bytes = true;
        return true;
    }
    if (length > 6 && memcmp(text, "const ", 6) == 0) {
        out->is_const = true;
        text += 6;
        length -= 6;
    }
    if (length && text[length - 1] == '*') {
        out->is_pointer = true;
        length--;
        while (length && text[length - 1] == ' ')
            length--;
    }
    out->dtype = (uint8_t)dtype_find(text, length);
    const bool is_any = (length == 4 && memcmp(text, "void", 4) == 0) ||
                        (length == 7 && memcmp(text, "pointer", 7) == 0);
    const uint32_t expected = out->is_pointer            ? sizeof(void *)
                              : out->dtype < DTYPE_COUNT ? dtypes[out->dtype].size
                                                         : 0;
    out->size = expected;
    if (out->dtype < DTYPE_COUNT ? out->is_pointer || !out->is_const : out->is_pointer && is_any)
        return true;
    PyErr_Format(PyExc_ValueError,
                 "'%s' is not the type of a parameter; 'f32', 'const f32*' and 'void*' are", type);
    return false;
}

struct parameter *parameters_read(PyObject *list, uint32_t *count)
{
    PyObject *tuple = PySequence_Tuple(list);
    if (!tuple)
        return NULL;
    *count = (uint32_t)PyTuple_Size(tuple);
    struct parameter *parameters = PyMem_Calloc(*count + 1u, sizeof *parameters);
    for (uint32_t i = 0; parameters && i < *count; i++) {
        Py_ssize_t length = 0;
        PyObject *item = PyTuple_GetItem(tuple, i);
        const char *type = NULL;
        uint32_t size = 0;
        if (PyLong_Check(item)) { /* a record of so many bytes */
            type = number_32(item, &size) ? "bytes" : NULL;
            length = 5;
        } else if (PyUnicode_Check(item)) {
            type = PyUnicode_AsUTF8AndSize(item, &length);
        } else {
            PyErr_Format(PyExc_TypeError, "%R is not the type of a parameter", item);
        }
        parameters[i].name = "?";
        if (!type || PyErr_Occurred() ||
            !parameter_parse(type, (size_t)length, size, &parameters[i])) {
            PyMem_Free(parameters);
            parameters = NULL;
        }
    }
    drop(tuple);
    return parameters;
}

/* ---- Kernels --------------------------------------------------------------------------------- */

struct kernel_object {
    PyObject ob_base;
    const struct krt_package *package; /* or a function of a module: */
    struct krt_function *function;
    struct device_object *device; /* of the function */
    PyObject *owner;              /* the module */
    uint32_t ordinal, count;
    const char *name;
    const struct parameter *parameters;
    struct krt_device *loaded; /* where it was launched before */
};

PyObject *kernel_new(const struct krt_package *package, uint32_t ordinal,
                     struct krt_function *function, struct device_object *device, PyObject *owner,
                     const char *name, const struct parameter *parameters, uint32_t count)
{
    struct kernel_object *self = new_object(kernel_type);
    if (!self)
        return NULL;
    self->package = package;
    self->ordinal = ordinal;
    self->function = function;
    self->device = hold(device);
    self->owner = hold(owner);
    self->name = name;
    self->parameters = parameters;
    self->count = count;
    self->loaded = device ? device->device : NULL;
    return (PyObject *)self;
}

static void kernel_delete(PyObject *object)
{
    struct kernel_object *self = (struct kernel_object *)object;
    drop(self->owner);
    drop(self->device);
    delete_object(self);
}

/* A parameter's value, or where it is. */
union value {
    uint64_t bits;
    void *pointer;
    unsigned char bytes[8];
};

enum { ON_STACK = 32 };
struct call {
    union value on_stack[ON_STACK], *values;
    void *pointers_on_stack[ON_STACK], **pointers;
    Py_buffer *views; /* of records; NULL: none yet */
    struct krt_stream *stream;
    struct krt_device *device;
    bool has_foreign; /* an array of another stream */
};

static bool wrong(const struct kernel_object *self, const struct parameter *parameter,
                  PyObject *value)
{
    const char *dtype =
        parameter->dtype < DTYPE_COUNT ? dtypes[parameter->dtype].name : "any dtype";
    PyErr_Format(PyExc_TypeError,
                 "%s(): argument '%s' is a krt.Array of %s, None or an address, not %R", self->name,
                 parameter->name, dtype, (PyObject *)Py_TYPE(value));
    return false;
}

static bool pack_pointer(const struct kernel_object *self, const struct parameter *parameter,
                         PyObject *object, struct call *call, union value *value)
{
    if (object == Py_None) {
        value->pointer = NULL;
        return true;
    }
    if (Py_TYPE(object) != array_type) {
        if (!PyLong_Check(object) || PyBool_Check(object))
            return wrong(self, parameter, object);
        return number_64(object, &value->bits); /* PyLong_AsVoidPtr() takes negative ones */
    }
    struct array_object *array = array_of(object);
    if (!array)
        return false;
    const struct array_object *root = array_root(array);
    if (parameter->dtype < DTYPE_COUNT && parameter->dtype != array->tensor.dtype) {
        PyErr_Format(PyExc_TypeError, "%s(): argument '%s' points to %s, the array has %s",
                     self->name, parameter->name, dtypes[parameter->dtype].name,
                     dtypes[array->tensor.dtype].name);
        return false;
    }
    if (root->is_read_only && !parameter->is_const) {
        PyErr_Format(PyExc_BufferError,
                     "%s(): argument '%s' is written, and the array is read-only", self->name,
                     parameter->name);
        return false;
    }
    if (root->stream->device->device != call->device) {
        PyErr_Format(PyExc_ValueError, "%s(): argument '%s' is of another device than the stream",
                     self->name, parameter->name);
        return false;
    }
    if (!array_is_dense(array)) {
        PyErr_Format(PyExc_ValueError,
                     "%s(): argument '%s' is not contiguous; if the kernel knows strides, pass the "
                     "array's address",
                     self->name, parameter->name);
        return false;
    }
    call->has_foreign |= root->buffer && root->buffer->stream != call->stream;
    value->pointer = array->tensor.data;
    return true;
}

/* A record: |view| keeps its bytes until the launch. */
static bool pack_bytes(const struct kernel_object *self, const struct parameter *parameter,
                       PyObject *object, Py_buffer *view, void **out)
{
    const struct record *record = parameter->record;
    if (!record_check(parameter, object, self->name))
        return false;
    PyObject *bytes = record && record_is(record, object) ? record_pack(record, object, self->name)
                                                          : hold(object);
    const bool has_view = bytes && PyObject_GetBuffer(bytes, view, PyBUF_SIMPLE) == 0;
    drop(bytes); /* the view holds it */
    if (!has_view)
        return false;
    *out = view->buf;
    if (view->len == (Py_ssize_t)parameter->size)
        return true;
    PyErr_Format(PyExc_ValueError, "%s(): argument '%s' has %u bytes, not %zd", self->name,
                 parameter->name, parameter->size, view->len);
    return false;
}

/* For pack_pointer(), through a record. */
struct of_record {
    const struct kernel_object *self;
    struct call *call;
};

static bool pack_member(void *context, const struct parameter *parameter, PyObject *object,
                        void **out)
{
    const struct of_record *of = context;
    union value value = {0};
    const bool is_packed = pack_pointer(of->self, parameter, object, of->call, &value);
    *out = value.pointer;
    return is_packed;
}

/* Pointers that are arguments, or in records. */
static bool pack_pointers(const struct kernel_object *self, uint32_t i, PyObject *object,
                          struct call *call)
{
    const struct parameter *parameter = &self->parameters[i];
    struct of_record of = {self, call};
    if (parameter->is_pointer)
        return pack_pointer(self, parameter, object, call, &call->values[i]);
    return !parameter->record || !record_is(parameter->record, object) ||
           record_pack_pointers(parameter->record, object, self->name, pack_member, &of,
                                call->pointers[i]);
}

/* Numbers and records first: their conversion may run Python code, which may free an array. */
static bool pack(const struct kernel_object *self, PyObject *args, struct call *call)
{
    for (uint32_t i = 0; i < self->count; i++) {
        const struct parameter *parameter = &self->parameters[i];
        PyObject *object = PyTuple_GetItem(args, (Py_ssize_t)i + 2);
        call->pointers[i] = &call->values[i];
        if (parameter->is_pointer)
            continue;
        if (!parameter->is_bytes) {
            if (!dtype_pack(parameter->dtype, object, &call->values[i], self->name,
                            parameter->name))
                return false;
            continue;
        }
        if (!call->views && !(call->views = PyMem_Calloc(self->count, sizeof *call->views)))
            return false;
        if (!pack_bytes(self, parameter, object, &call->views[i], &call->pointers[i]))
            return false;
    }
    for (uint32_t i = 0; i < self->count; i++)
        if (!pack_pointers(self, i, PyTuple_GetItem(args, (Py_ssize_t)i + 2), call))
            return false;
    return true;
}

/* After a launch: the memory of arrays of other streams is kept for it, also of those in records.
 */
static bool mark_used(PyObject *object, struct krt_stream *stream)
{
    if (Py_TYPE(object) == array_type)
        return array_used((struct array_object *)object, stream);
    const Py_ssize_t count = PyTuple_Check(object) ? PyTuple_Size(object) : 0;
    bool is_marked = true;
    for (Py_ssize_t i = 0; is_marked && i < count; i++)
        is_marked = mark_used(PyTuple_GetItem(object, i), stream);
    return is_marked;
}

static bool load(struct kernel_object *self, struct krt_device *device)
{
    krt_status status;
    struct krt_function *function;
    if (self->function) {
        PyErr_Format(PyExc_ValueError, "%s(): the stream is of another device than the module",
                     self->name);
        return false;
    }
    BLOCKING(status, krt_function_get(self->package, self->ordinal, device, &function));
    if (check(status))
        self->loaded = device;
    return status == KRT_OK;
}

static bool launch(struct kernel_object *self, PyObject *args, struct call *call)
{
    struct krt_stream *stream;
    struct krt_device *device;
    if (!stream_for_launch(PyTuple_GetItem(args, 0), &stream, &device))
        return false;
    const struct krt_launch_config *size = config_of(self->name, PyTuple_GetItem(args, 1));
    if (!size)
        return false;
    /* Of a NULL stream, the memory is compared with the stream that it means. */
    call->stream = stream ? stream : krt_device_stream(device);
    call->device = device;
    if ((device != self->loaded && !load(self, device)) || !pack(self, args, call))
        return false;
    void *const *pointers = self->count ? call->pointers : NULL;
    return check(self->function
                     ? krt_function_launch(self->function, stream, size, pointers, self->count)
                     : krt_launch(self->package, self->ordinal, stream, size, pointers)) &&
           (!call->has_foreign || mark_used(args, call->stream)) &&
           graph_keep(call->stream, (PyObject *)self) && graph_keep_arrays(call->stream, args);
}

static PyObject *kernel_call(PyObject *object, PyObject *args, PyObject *keywords)
{
    struct kernel_object *self = (struct kernel_object *)object;
    const Py_ssize_t given = PyTuple_Size(args);
    if (keywords && PyDict_Size(keywords))
        return PyErr_Format(PyExc_TypeError, "%s() takes no keyword arguments", self->name);
    if (given != (Py_ssize_t)self->count + 2)
        return PyErr_Format(PyExc_TypeError,
                            "%s() takes a stream, a configuration and %u arguments; %zd were given",
                            self->name, self->count, given);
    struct call call;
    call.values = call.on_stack;
    call.pointers = call.pointers_on_stack;
    call.views = NULL;
    call.has_foreign = false;
    if (self->count > ON_STACK) {
        call.values = PyMem_Calloc(self->count, sizeof *call.values);
        call.pointers = PyMem_Calloc(self->count, sizeof *call.pointers);
    }
    const bool is_launched = call.values && call.pointers && launch(self, args, &call);
    for (uint32_t i = 0; call.views && i < self->count; i++)
        PyBuffer_Release(&call.views[i]);
    PyMem_Free(call.views);
    if (self->count > ON_STACK) {
        PyMem_Free(call.values);
        PyMem_Free(call.pointers);
    }
    if (!is_launched)
        return PyErr_Occurred() ? NULL : PyErr_NoMemory();
    Py_RETURN_NONE;
}

/* ---- Facts ----------------------------------------------------------------------------------- */

static struct krt_function *function_on(struct kernel_object *self, PyObject *object)
{
    struct device_object *device = device_of(object);
    if (!device || (self->loaded != device->device && !load(self, device->device)))
        return NULL;
    struct krt_function *function = self->function;
    return function ||
                   check(krt_function_get(self->package, self->ordinal, device->device, &function))
               ? function
               : NULL;
}

static PyObject *kernel_describe(PyObject *self, PyObject *device)
{
    struct krt_function *function = function_on((struct kernel_object *)self, device);
    struct krt_function_info info = {.struct_size = sizeof info};
    if (!function || !check(krt_function_describe(function, &info)))
        return NULL;
    return Py_BuildValue("{s:s, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I}", "name", info.name,
                         "registers", info.registers, "scalar_registers", info.scalar_registers,
                         "shared_bytes", info.shared_bytes, "local_bytes", info.local_bytes,
                         "max_threads_per_block", info.max_threads_per_block, "wave_size",
                         info.wave_size, "parameter_count", info.parameter_count, "parameter_bytes",
                         info.parameter_bytes);
}

static PyObject *kernel_occupancy(PyObject *self, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"device", "threads", "shared_bytes", NULL};
    PyObject *device;
    uint32_t threads, shared = 0, blocks;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "OO&|O&", names, &device, number_32, &threads,
                                     number_32, &shared))
        return NULL;
    struct krt_function *function = function_on((struct kernel_object *)self, device);
    if (!function || !check(krt_function_occupancy(function, threads, shared, &blocks)))
        return NULL;
    return PyLong_FromUnsignedLong(blocks);
}

static PyObject *kernel_name(PyObject *self, void *unused)
{
    (void)unused;
    return PyUnicode_FromString(((struct kernel_object *)self)->name);
}

static PyObject *kernel_repr(PyObject *self)
{
    return PyUnicode_FromFormat("krt.Kernel('%s')", ((struct kernel_object *)self)->name);
}

static PyMethodDef kernel_methods[] = {
    {"describe", kernel_describe, METH_O, "Registers, LDS and others of the kernel on a device."},
    {"occupancy", (PyCFunction)(void (*)(void))kernel_occupancy, METH_VARARGS | METH_KEYWORDS,
     "occupancy(device, threads, shared_bytes=0): how many such blocks a multiprocessor holds."},
    {0},
};
static PyGetSetDef kernel_members[] = {
    {"name", kernel_name, NULL, "As in the source.", NULL},
    {"__name__", kernel_name, NULL, NULL, NULL},
    {0},
};
static PyType_Slot kernel_slots[] = {
    {Py_tp_doc, "A kernel. kernel(stream, config, argument...) launches it and does not wait."},
    {Py_tp_call, kernel_call},
    {Py_tp_dealloc, kernel_delete},
    {Py_tp_repr, kernel_repr},
    {Py_tp_methods, kernel_methods},
    {Py_tp_getset, kernel_members},
    {0, NULL},
};
static PyType_Spec kernel_spec = {"krt.Kernel", sizeof(struct kernel_object), 0,
                                  Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
                                  kernel_slots};

bool kernel_init(PyObject *module)
{
    kernel_type = add_type(module, &kernel_spec);
    config_type = kernel_type ? add_type(module, &config_spec) : NULL;
    return config_type != NULL;
}
