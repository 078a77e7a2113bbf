/* Operations with kernels of the program's own, see krt/custom.h.
 *
 *     step = krt.Operation("step", 1, 1, 1)
 *     step.add(("f32", "f32"), "(x; by) -> y: y = x + by")
 *     step(stream, (x,), (y,), (2.0,))
 */
#include "binding.h"

#include <krt/custom.h>

static PyTypeObject *operation_type;

struct operation_object {
    PyObject ob_base;
    struct krt_operation *operation;
    uint32_t input_count, output_count, scalar_count;
    unsigned uses;     /* launches that run without the interpreter's lock */
    PyObject *devices; /* a set: they stay open as long as the kernels that are kept for them */
};

static PyObject *operation_new(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"name", "inputs", "outputs", "scalars", NULL};
    const char *name;
    uint32_t inputs, outputs, scalars = 0;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "sO&O&|O&", names, &name, number_32, &inputs,
                                     number_32, &outputs, number_32, &scalars))
        return NULL;
    struct operation_object *self = new_object(type);
    if (!self)
        return NULL;
    self->input_count = inputs;
    self->output_count = outputs;
    self->scalar_count = scalars;
    self->devices = PySet_New(NULL);
    if (!self->devices ||
        !check(krt_operation_create(name, inputs, outputs, scalars, &self->operation)))
        self = drop(self);
    return (PyObject *)self;
}

static void operation_delete(PyObject *object)
{
    struct operation_object *self = (struct operation_object *)object;
    PyThreadState *thread = PyEval_SaveThread();
    krt_operation_destroy(self->operation);
    PyEval_RestoreThread(thread);
    drop(self->devices);
    delete_object(self);
}

/* ---- Kernels --------------------------------------------------------------------------------- */

/* Reads as many dtypes as the operation has inputs and outputs. */
static bool read_dtypes(const struct operation_object *self, PyObject *object, uint32_t *out)
{
    const Py_ssize_t wanted = (Py_ssize_t)self->input_count + self->output_count;
    PyObject *list = PySequence_Tuple(object);
    if (list && PyTuple_Size(list) != wanted)
        PyErr_Format(PyExc_ValueError, "the operation has %zd operands, not %zd", wanted,
                     PyTuple_Size(list));
    for (Py_ssize_t i = 0; i < wanted && !PyErr_Occurred(); i++) {
        out[i] = dtype_of_object(PyTuple_GetItem(list, i));
        if (out[i] >= KRT_DTYPE_COUNT && !PyErr_Occurred())
            PyErr_Format(PyExc_ValueError, "operations do not have the dtype %R",
                         PyTuple_GetItem(list, i));
    }
    drop(list);
    return !PyErr_Occurred();
}

static PyObject *operation_add(PyObject *object, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"dtypes", "expression",          "kir", "source", "package", "function",
                            "config", "elements_per_thread", NULL};
    struct operation_object *self = (struct operation_object *)object;
    struct krt_operation_kernel kernel = {.struct_size = sizeof kernel};
    PyObject *list, *package = Py_None, *config = Py_None;
    uint32_t dtypes_read[KRT_FUSION_INPUTS + KRT_FUSION_OUTPUTS];
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "O|z$zzOzOO&", names, &list,
                                     &kernel.expression, &kernel.kir, &kernel.source, &package,
                                     &kernel.function, &config, number_32,
                                     &kernel.elements_per_thread) ||
        (list != Py_None && !read_dtypes(self, list, dtypes_read)))
        return NULL;
    kernel.dtypes = list == Py_None ? NULL : dtypes_read;
    kernel.package = package == Py_None ? NULL : package_of(package);
    const struct krt_launch_config *size = config == Py_None ? NULL : config_of("add", config);
    if (PyErr_Occurred())
        return NULL;
    if (size)
        kernel.config = *size;
    if (self->uses)
        return fail(KRT_ERROR_INVALID_ARGUMENT, "add(): another thread launches the operation");
    return check(krt_operation_add(self->operation, &kernel)) ? hold(Py_None) : NULL;
}

/* ---- Launches -------------------------------------------------------------------------------- */

struct operands {
    struct krt_tensor tensors[KRT_FUSION_INPUTS + KRT_FUSION_OUTPUTS];
    double scalars[KRT_FUSION_SCALARS];
    struct array_object *arrays[KRT_FUSION_INPUTS + KRT_FUSION_OUTPUTS];
    uint32_t count;
    PyObject *lists[3]; /* tuples, which hold the arrays */
};

/* Makes a tuple of |object|, which has |count| items. */
static bool read_list(PyObject *object, const char *what, uint32_t count, PyObject **out)
{
    if (count == 0 && (!object || object == Py_None))
        object = NULL;
    *out = object ? PySequence_Tuple(object) : PyTuple_New(0);
    if (*out && PyTuple_Size(*out) != count)
        PyErr_Format(PyExc_TypeError, "the operation has %u %s, not %zd", count, what,
                     PyTuple_Size(*out));
    return !PyErr_Occurred();
}

static bool read_arrays(PyObject *list, const char *what, struct krt_device *device,
                        struct operands *out)
{
    for (Py_ssize_t i = 0; i < PyTuple_Size(list); i++) {
        PyObject *object = PyTuple_GetItem(list, i);
        if (!tensor_of(object, device, what, &out->tensors[out->count]))
            return false;
        out->arrays[out->count++] = (struct array_object *)object;
    }
    return true;
}

static bool read_operands(const struct operation_object *self, PyObject *const objects[3],
                          struct krt_device *device, struct operands *out)
{
    if (!read_list(objects[0], "inputs", self->input_count, &out->lists[0]) ||
        !read_list(objects[1], "outputs", self->output_count, &out->lists[1]) ||
        !read_list(objects[2], "scalars", self->scalar_count, &out->lists[2]))
        return false;
    for (uint32_t i = 0; i < self->scalar_count; i++)
        if (!dtype_pack(KRT_F64, PyTuple_GetItem(out->lists[2], i), &out->scalars[i], "operation",
                        "scalars"))
            return false;
    /* Behind the scalars, whose conversion may run Python code. */
    if (!read_arrays(out->lists[0], "inputs", device, out) ||
        !read_arrays(out->lists[1], "outputs", device, out))
        return false;
    for (uint32_t i = self->input_count; i < out->count; i++)
        if (array_root(out->arrays[i])->is_read_only) {
            PyErr_SetString(PyExc_BufferError, "an output is read-only");
            return false;
        }
    return true;
}

static bool launch(struct operation_object *self, struct krt_stream *stream,
                   struct krt_device *device, const struct operands *operands)
{
    const struct krt_fusion_arguments arguments = {.struct_size = sizeof arguments,
                                                   .inputs = operands->tensors,
                                                   .outputs = operands->tensors + self->input_count,
                                                   .scalars = operands->scalars,
                                                   .input_count = self->input_count,
                                                   .output_count = self->output_count,
                                                   .scalar_count = self->scalar_count};
    krt_status status;
    arrays_begin(operands->arrays, operands->count);
    self->uses++;
    BLOCKING(status, krt_operation_launch(self->operation, stream, &arguments)); /* may compile */
    self->uses--;
    return arrays_end(operands->arrays, operands->count, status,
                      stream ? stream : krt_device_stream(device), (PyObject *)self);
}

static PyObject *operation_call(PyObject *object, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"stream", "inputs", "outputs", "scalars", NULL};
    struct operation_object *self = (struct operation_object *)object;
    PyObject *stream_object, *objects[3] = {NULL};
    struct krt_stream *stream;
    struct krt_device *device;
    struct operands operands = {.count = 0};
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "OOO|O", names, &stream_object, &objects[0],
                                     &objects[1], &objects[2]) ||
        !stream_for_launch(stream_object, &stream, &device) ||
        !keep_device(self->devices, stream_object))
        return NULL;
    const bool is_launched =
        read_operands(self, objects, device, &operands) && launch(self, stream, device, &operands);
    for (int i = 0; i < 3; i++)
        drop(operands.lists[i]);
    return is_launched ? hold(Py_None) : NULL;
}

static PyMethodDef operation_methods[] = {
    {"add", (PyCFunction)(void (*)(void))operation_add, METH_VARARGS | METH_KEYWORDS,
     "add(dtypes, expression=None, *, kir=None, source=None, package=None, function=None, "
     "config=None, elements_per_thread=0): adds a kernel for these dtypes of inputs and outputs; "
     "None, for an expression: any. config=LaunchConfig(0, 128): blocks of 128 threads, a thread "
     "for every elements_per_thread elements."},
    {0},
};
static PyType_Slot operation_slots[] = {
    {Py_tp_doc, "Operation(name, inputs, outputs, scalars=0)\n\n"
                "Kernels of the program's own. operation(stream, inputs, outputs, scalars=()) "
                "launches the one for the dtypes."},
    {Py_tp_new, operation_new},
    {Py_tp_call, operation_call},
    {Py_tp_dealloc, operation_delete},
    {Py_tp_methods, operation_methods},
    {0, NULL},
};
static PyType_Spec operation_spec = {"krt.Operation", sizeof(struct operation_object), 0,
                                     Py_TPFLAGS_DEFAULT, operation_slots};

bool operation_init(PyObject *module)
{
    operation_type = add_type(module, &operation_spec);
    return operation_type != NULL;
}
