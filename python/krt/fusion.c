/* Fusions: expressions that become one kernel, see krt/fused.h.
 *
 *     gate = krt.Fusion("out = silu(a) * b + residual")
 *     gate(stream, a=a, b=b, residual=r, out=out)
 */
#include "binding.h"

#include <string.h>

static PyTypeObject *fusion_type;

struct fusion_object {
    PyObject ob_base;
    struct krt_fusion *fusion;
    struct krt_fusion_info info;
    uint32_t row;      /* dimensions of a row, a mask */
    PyObject *devices; /* a set: they stay open as long as the kernels that are kept for them */
    PyObject *package;
};

static PyObject *fusion_new(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"text", "row", "package", NULL};
    const char *text;
    PyObject *row = Py_None, *package = Py_None;
    uint64_t dims[KRT_MAX_RANK];
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "s|$OO", names, &text, &row, &package))
        return NULL;
    const int count = row == Py_None ? 0 : shape_of(row, dims);
    struct fusion_object *self = count < 0 ? NULL : new_object(type);
    if (!self)
        return NULL;
    for (int i = 0; i < count; i++) {
        if (dims[i] >= KRT_MAX_RANK)
            PyErr_Format(PyExc_ValueError, "row: there is no dimension %llu of %d",
                         (unsigned long long)dims[i], KRT_MAX_RANK);
        self->row |= 1u << (dims[i] % KRT_MAX_RANK);
    }
    self->info.struct_size = sizeof self->info;
    self->devices = PySet_New(NULL);
    self->package = hold(package);
    const struct krt_package *tables = package == Py_None ? NULL : package_of(package);
    if (!self->devices || PyErr_Occurred() || !check(krt_fusion_parse(text, &self->fusion)) ||
        !check(krt_fusion_describe(self->fusion, &self->info)) ||
        (tables && !check(krt_fusion_set_package(self->fusion, tables))))
        self = drop(self);
    return (PyObject *)self;
}

static void fusion_delete(PyObject *object)
{
    struct fusion_object *self = (struct fusion_object *)object;
    PyThreadState *thread = PyEval_SaveThread();
    krt_fusion_destroy(self->fusion);
    PyEval_RestoreThread(thread);
    drop(self->devices);
    drop(self->package);
    delete_object(self);
}

/* The operands of a launch. */
struct operands {
    struct krt_tensor inputs[KRT_FUSION_INPUTS], outputs[KRT_FUSION_OUTPUTS];
    double scalars[KRT_FUSION_SCALARS];
    struct array_object *arrays[KRT_FUSION_INPUTS + KRT_FUSION_OUTPUTS]; /* borrowed */
    uint32_t count;
};

/* The operand |name|, borrowed; NULL with an exception. */
static PyObject *operand(PyObject *keywords, const char *name)
{
    PyObject *object = keywords ? PyDict_GetItemString(keywords, name) : NULL;
    if (!object)
        PyErr_Format(PyExc_TypeError, "the operand '%s' is missing", name);
    return object;
}

static bool read_tensors(PyObject *keywords, struct krt_device *device, const char *const *names,
                         uint32_t count, struct krt_tensor *tensors, struct operands *operands)
{
    for (uint32_t i = 0; i < count; i++) {
        PyObject *object = operand(keywords, names[i]);
        if (!object || !tensor_of(object, device, names[i], &tensors[i]))
            return false;
        operands->arrays[operands->count++] = (struct array_object *)object;
    }
    return true;
}

static bool read_operands(const struct fusion_object *self, PyObject *keywords,
                          struct krt_device *device, struct operands *out)
{
    const struct krt_fusion_info *info = &self->info;
    out->count = 0;
    for (uint32_t i = 0; i < info->scalar_count; i++) {
        PyObject *object = operand(keywords, info->scalars[i]);
        if (!object || !dtype_pack(KRT_F64, object, &out->scalars[i], "fusion", info->scalars[i]))
            return false;
    }
    /* Behind the scalars, whose conversion may run Python code. */
    if (!read_tensors(keywords, device, info->inputs, info->input_count, out->inputs, out) ||
        !read_tensors(keywords, device, info->outputs, info->output_count, out->outputs, out))
        return false;
    for (uint32_t i = 0; i < info->output_count; i++)
        if (array_root(out->arrays[info->input_count + i])->is_read_only) {
            PyErr_Format(PyExc_BufferError, "the output '%s' is read-only", info->outputs[i]);
            return false;
        }
    const Py_ssize_t known =
        (Py_ssize_t)info->input_count + info->output_count + info->scalar_count;
    if (PyDict_Size(keywords) <= known)
        return true;
    PyErr_Format(PyExc_TypeError, "the fusion has %zd operands; %zd were given", known,
                 PyDict_Size(keywords));
    return false;
}

static PyObject *fusion_call(PyObject *object, PyObject *args, PyObject *keywords)
{
    struct fusion_object *self = (struct fusion_object *)object;
    PyObject *stream_object;
    struct krt_stream *stream;
    struct krt_device *device;
    struct operands operands;
    if (!PyArg_ParseTuple(args, "O", &stream_object) ||
        !stream_for_launch(stream_object, &stream, &device) ||
        !keep_device(self->devices, stream_object) ||
        !read_operands(self, keywords, device, &operands))
        return NULL;
    const struct krt_fusion_arguments arguments = {.struct_size = sizeof arguments,
                                                   .inputs = operands.inputs,
                                                   .outputs = operands.outputs,
                                                   .scalars = operands.scalars,
                                                   .input_count = self->info.input_count,
                                                   .output_count = self->info.output_count,
                                                   .scalar_count = self->info.scalar_count,
                                                   .row = self->row};
    krt_status status;
    arrays_begin(operands.arrays, operands.count);
    BLOCKING(status, krt_fusion_launch(self->fusion, stream, &arguments)); /* it may compile */
    return arrays_end(operands.arrays, operands.count, status,
                      stream ? stream : krt_device_stream(device), object)
               ? hold(Py_None)
               : NULL;
}

static PyObject *names_tuple(const char *const *names, uint32_t count)
{
    PyObject *tuple = PyTuple_New(count);
    for (uint32_t i = 0; tuple && i < count; i++)
        PyTuple_SetItem(tuple, i, PyUnicode_FromString(names[i]));
    return tuple;
}

static PyObject *fusion_inputs(PyObject *self, void *unused)
{
    (void)unused;
    const struct krt_fusion_info *info = &((struct fusion_object *)self)->info;
    return names_tuple(info->inputs, info->input_count);
}

static PyObject *fusion_scalars(PyObject *self, void *unused)
{
    (void)unused;
    const struct krt_fusion_info *info = &((struct fusion_object *)self)->info;
    return names_tuple(info->scalars, info->scalar_count);
}

static PyObject *fusion_outputs(PyObject *self, void *unused)
{
    (void)unused;
    const struct krt_fusion_info *info = &((struct fusion_object *)self)->info;
    return names_tuple(info->outputs, info->output_count);
}

static PyGetSetDef fusion_members[] = {
    {"inputs", fusion_inputs, NULL, "The names of the inputs.", NULL},
    {"scalars", fusion_scalars, NULL, "The names of the scalars.", NULL},
    {"outputs", fusion_outputs, NULL, "The names of the outputs.", NULL},
    {0},
};
static PyType_Slot fusion_slots[] = {
    {Py_tp_doc,
     "Fusion(text, *, row=None, package=None)\n\n"
     "Expressions that become one kernel. fusion(stream, name=operand, ...) launches it."},
    {Py_tp_new, fusion_new},
    {Py_tp_call, fusion_call},
    {Py_tp_dealloc, fusion_delete},
    {Py_tp_getset, fusion_members},
    {0, NULL},
};
static PyType_Spec fusion_spec = {"krt.Fusion", sizeof(struct fusion_object), 0, Py_TPFLAGS_DEFAULT,
                                  fusion_slots};

bool fusion_init(PyObject *module)
{
    fusion_type = add_type(module, &fusion_spec);
    return fusion_type != NULL;
}
