/* Kernels as data, see kir/kir.h.
 *
 *     kernel = krt.Kir("kernel twice(global f32 x) { ... }")
 *     kernel.execute((array.array("f", [1, 2]),), block=2)
 *     module = krt.Module.compile(device, kernel.source)
 */
#include "binding.h"

#include <kir/kir.h>
#include <stdlib.h>

static PyTypeObject *kir_type_object;

struct kir_object {
    PyObject ob_base;
    struct kir_kernel *kernel; /* verified */
};

/* Raises krt.Error with the place and the message of |error|. Returns NULL. */
static PyObject *refuse(const struct kir_error *error)
{
    if (error->line)
        return fail(KRT_ERROR_INVALID_ARGUMENT, "line %d, column %d: %s", error->line,
                    error->column, error->message);
    if (error->instruction != KIR_NO_VALUE)
        return fail(KRT_ERROR_INVALID_ARGUMENT, "instruction %u: %s", error->instruction,
                    error->message);
    return fail(KRT_ERROR_INVALID_ARGUMENT, "%s", error->message);
}

static PyObject *kir_new(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"text", NULL};
    const char *text;
    Py_ssize_t size;
    struct kir_error error;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "s#", names, &text, &size))
        return NULL;
    struct kir_object *self = new_object(type);
    if (!self)
        return NULL;
    self->kernel = kir_parse(text, (size_t)size, &error);
    if (!self->kernel || !kir_verify(self->kernel, &error)) {
        refuse(&error);
        self = drop(self);
    }
    return (PyObject *)self;
}

static void kir_delete(PyObject *object)
{
    struct kir_object *self = (struct kir_object *)object;
    kir_kernel_free(self->kernel);
    delete_object(self);
}

/* A text of malloc(), which the call owns. */
static PyObject *take(char *text)
{
    PyObject *copy = text ? PyUnicode_FromString(text) : PyErr_NoMemory();
    free(text);
    return copy;
}

static PyObject *kir_text(PyObject *self, void *unused)
{
    (void)unused;
    return take(kir_print(((struct kir_object *)self)->kernel));
}

static PyObject *kir_source(PyObject *self, void *unused)
{
    (void)unused;
    const struct kir_kernel *kernel = ((struct kir_object *)self)->kernel;
    return take(kir_emit(&kernel, 1));
}

static PyObject *kir_name(PyObject *self, void *unused)
{
    (void)unused;
    return PyUnicode_FromString(((struct kir_object *)self)->kernel->name);
}

/* ---- Executing ------------------------------------------------------------------------------- */

struct arguments {
    struct kir_argument values[KIR_PARAMETERS];
    Py_buffer views[KIR_PARAMETERS];
    uint32_t view_count;
};

/* kir's types of memory have the order of libkrt's dtypes. */
static uint32_t dtype_of_type(uint8_t type)
{
    return type - (uint32_t)KIR_U8;
}

static bool read_memory(struct arguments *out, uint32_t i, uint32_t dtype, PyObject *object)
{
    Py_buffer *view = &out->views[out->view_count];
    if (PyObject_GetBuffer(object, view, PyBUF_WRITABLE | PyBUF_C_CONTIGUOUS | PyBUF_FORMAT))
        return false;
    out->view_count++;
    if (!dtype_check_buffer(dtype, view))
        return false;
    if ((uintptr_t)view->buf % dtypes[dtype].size) {
        PyErr_SetString(PyExc_BufferError, "the buffer is not aligned to its elements");
        return false;
    }
    out->values[i].data = view->buf;
    out->values[i].count = (uint64_t)view->len / dtypes[dtype].size;
    return true;
}

static bool read_argument(struct arguments *out, uint32_t i, const struct kir_kernel *kernel,
                          PyObject *object)
{
    const struct kir_instruction *parameter = &kernel->instructions[i];
    const char *name = kernel->names + parameter->name;
    out->values[i] = (struct kir_argument){.data = NULL};
    if (parameter->op == KIR_GLOBAL)
        return read_memory(out, i, dtype_of_type(parameter->type), object);
    if (parameter->type >= KIR_F8E4M3)
        return dtype_pack(KRT_F64, object, &out->values[i].number, kernel->name, name);
    return dtype_pack(KRT_I64, object, &out->values[i].integer, kernel->name, name);
}

static uint32_t parameter_count(const struct kir_kernel *kernel)
{
    uint32_t count = 0;
    while (count < kernel->count && kernel->instructions[count].op <= KIR_SCALAR)
        count++;
    return count;
}

static bool read_arguments(struct arguments *out, const struct kir_kernel *kernel, PyObject *list)
{
    const uint32_t count = parameter_count(kernel);
    if (PyTuple_Size(list) != (Py_ssize_t)count)
        PyErr_Format(PyExc_TypeError, "%s() takes %u arguments; %zd were given", kernel->name,
                     count, PyTuple_Size(list));
    for (uint32_t i = 0; i < count && !PyErr_Occurred(); i++)
        if (!read_argument(out, i, kernel, PyTuple_GetItem(list, i)))
            return false;
    return !PyErr_Occurred();
}

/* Reads a number, or up to three. */
static bool read_size(PyObject *object, uint32_t out[3])
{
    uint64_t dims[KRT_MAX_RANK];
    const int rank = object ? shape_of(object, dims) : 0;
    if (rank > 3)
        PyErr_SetString(PyExc_ValueError, "a grid or a block has at most three dimensions");
    for (int i = 0; i < rank && i < 3 && !PyErr_Occurred(); i++) {
        if (dims[i] > UINT32_MAX)
            PyErr_SetString(PyExc_OverflowError, "a dimension is beyond 32 bits");
        out[i] = (uint32_t)dims[i];
    }
    return !PyErr_Occurred();
}

static PyObject *kir_run(PyObject *self, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"arguments", "grid", "block", "steps", NULL};
    const struct kir_kernel *kernel = ((struct kir_object *)self)->kernel;
    PyObject *object, *grid = NULL, *block = NULL;
    struct kir_launch launch = {.steps = 0};
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "O|OO$O&", names, &object, &grid, &block,
                                     number_64, &launch.steps) ||
        !read_size(grid, launch.grid) || !read_size(block, launch.block))
        return NULL;
    PyObject *list = PySequence_Tuple(object), *result = NULL;
    struct arguments arguments = {.view_count = 0};
    struct kir_counts counts;
    struct kir_error error;
    if (list && read_arguments(&arguments, kernel, list))
        result = kir_execute(kernel, &launch, arguments.values, &counts, &error)
                     ? Py_BuildValue("{s:K, s:K, s:K}", "operations",
                                     (unsigned long long)counts.operations, "loaded",
                                     (unsigned long long)counts.loaded, "stored",
                                     (unsigned long long)counts.stored)
                     : refuse(&error);
    for (uint32_t i = 0; i < arguments.view_count; i++)
        PyBuffer_Release(&arguments.views[i]);
    drop(list);
    return result;
}

static PyMethodDef kir_methods[] = {
    {"execute", (PyCFunction)(void (*)(void))kir_run, METH_VARARGS | METH_KEYWORDS,
     "execute(arguments, grid=1, block=1, *, steps=0): executes the kernel on the host, with "
     "writable buffers for memory. Returns a dict of what it counted: operations, loaded, stored."},
    {0},
};
static PyGetSetDef kir_members[] = {
    {"name", kir_name, NULL, "The name.", NULL},
    {"text", kir_text, NULL, "The text form.", NULL},
    {"source", kir_source, NULL, "HIP and CUDA C++, whose entry is kir_NAME.", NULL},
    {0},
};
static PyType_Slot kir_slots[] = {
    {Py_tp_doc, "Kir(text)\n\nA kernel in the text form of kir, checked."},
    {Py_tp_new, kir_new},
    {Py_tp_dealloc, kir_delete},
    {Py_tp_methods, kir_methods},
    {Py_tp_getset, kir_members},
    {0, NULL},
};
static PyType_Spec kir_spec = {"krt.Kir", sizeof(struct kir_object), 0, Py_TPFLAGS_DEFAULT,
                               kir_slots};

bool kir_init(PyObject *module)
{
    kir_type_object = add_type(module, &kir_spec);
    return kir_type_object != NULL;
}
