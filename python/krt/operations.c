/* The operations of krt/ops.h: a method for each function that takes a struct krt_ops and a stream.
 * operations.py reads the header and writes the methods, operations.inc; here are the conversions
 * of their arguments.
 */
#include "binding.h"

#include <string.h>

static PyTypeObject *ops_type;

struct ops_object {
    PyObject ob_base;
    struct krt_ops *ops;
    PyObject *devices; /* a set: they stay open as long as the kernels that are kept for them */
};

enum { MOST_ARGUMENTS = 12 };

/* The arguments of a call, and what was made of them. */
struct call {
    struct ops_object *self;
    const char *name;
    struct krt_stream *stream;
    struct krt_device *device;
    PyObject *objects[MOST_ARGUMENTS];
    uint32_t count;
};

bool tensor_of(PyObject *object, struct krt_device *device, const char *name,
               struct krt_tensor *out)
{
    struct array_object *array = array_of(object);
    if (!array)
        return false;
    if (array_root(array)->stream->device->device != device)
        PyErr_Format(PyExc_ValueError, "'%s' is of another device than the stream", name);
    else if (array->tensor.dtype >= KRT_DTYPE_COUNT)
        PyErr_Format(PyExc_TypeError, "'%s' has the dtype %s, which operations do not have", name,
                     dtypes[array->tensor.dtype].name);
    else
        *out = array->tensor;
    return !PyErr_Occurred();
}

bool keep_device(PyObject *devices, PyObject *stream)
{
    return stream == Py_None ||
           PySet_Add(devices, (PyObject *)((struct stream_object *)stream)->device) == 0;
}

/* ---- Arguments ------------------------------------------------------------------------------- */

static bool wrong(const struct call *call, uint32_t i, const char *name, const char *wanted)
{
    PyErr_Format(PyExc_TypeError, "%s(): argument '%s' is %s, not %R", call->name, name, wanted,
                 call->objects[i]);
    return false;
}

/* The array that |object| is, or that is number |i| of a tuple; NULL when there is none. */
static struct array_object *array_in(PyObject *object, Py_ssize_t i)
{
    if (PyTuple_Check(object))
        object = i < PyTuple_Size(object) ? PyTuple_GetItem(object, i) : NULL;
    else if (i)
        object = NULL;
    return object && Py_TYPE(object) == array_type ? (struct array_object *)object : NULL;
}

enum { MOST_MEMBERS = 7 }; /* of a tuple */

/* |change| is 1 before the use and -1 after it. */
static void count_uses(const struct call *call, int change)
{
    for (uint32_t i = 1; i < call->count; i++)
        for (int j = 0; j < MOST_MEMBERS; j++) {
            struct array_object *array = array_in(call->objects[i], j);
            if (array)
                array_root(array)->uses += (unsigned)change;
        }
}

static bool begin(PyObject *self, struct call *call, const char *name, uint32_t count)
{
    call->self = (struct ops_object *)self;
    call->name = name;
    call->count = count;
    if (!stream_for_launch(call->objects[0], &call->stream, &call->device) ||
        !keep_device(call->self->devices, call->objects[0]))
        return false;
    count_uses(call, 1); /* until finish() no array can be freed */
    return true;
}

/* How an operation uses an array. */
enum use { READS, WRITES };

static bool allows(PyObject *array, enum use use, const char *name)
{
    if (use == READS || !array_root((struct array_object *)array)->is_read_only)
        return true;
    PyErr_Format(PyExc_BufferError, "'%s' is written, and the array is read-only", name);
    return false;
}

static bool read_tensor(const struct call *call, uint32_t i, const char *name, enum use use,
                        struct krt_tensor *out)
{
    return tensor_of(call->objects[i], call->device, name, out) &&
           allows(call->objects[i], use, name);
}

/* Fills in |out| unless the argument is None; then |pointer| is NULL. */
static bool read_optional_tensor(const struct call *call, uint32_t i, const char *name,
                                 enum use use, struct krt_tensor *out,
                                 const struct krt_tensor **pointer)
{
    *pointer = call->objects[i] == Py_None ? NULL : out;
    return !*pointer || read_tensor(call, i, name, use, out);
}

static bool read_memory(const struct call *call, PyObject *object, const char *name, enum use use,
                        void **out)
{
    if (object == Py_None) {
        *out = NULL;
        return true;
    }
    struct array_object *array = array_of(object);
    if (array && array_root(array)->stream->device->device == call->device) {
        *out = array->tensor.data;
        return allows(object, use, name);
    }
    if (array)
        PyErr_Format(PyExc_ValueError, "'%s' is of another device than the stream", name);
    return false;
}

/* Whether argument |i|, an array or None, has |bytes| in one piece. */
static bool has_bytes(const struct call *call, PyObject *object, const char *name, uint64_t bytes)
{
    if (object == Py_None)
        return true;
    const struct array_object *array = (struct array_object *)object;
    if (array_is_dense(array) && array_bytes(array) >= bytes)
        return true;
    PyErr_Format(PyExc_ValueError, "%s(): argument '%s' %s %llu bytes", call->name, name,
                 array_is_dense(array) ? "has fewer than" : "is not contiguous; it must have",
                 (unsigned long long)bytes);
    return false;
}

/* A text is the number of one of |names|, which are |count|. */
static bool name_number(PyObject *object, const char *name, const char *const *names,
                        uint32_t count, uint32_t *out)
{
    const char *text = PyUnicode_Check(object) ? PyUnicode_AsUTF8AndSize(object, NULL) : "";
    for (uint32_t i = 0; text && i < count; i++)
        if (strcmp(text, names[i]) == 0) {
            *out = i;
            return true;
        }
    PyObject *list = PyUnicode_FromString(names[0]);
    for (uint32_t i = 1; list && i < count; i++) {
        PyObject *longer = PyUnicode_FromFormat("%U, %s", list, names[i]);
        drop(list);
        list = longer;
    }
    if (list)
        PyErr_Format(PyExc_ValueError, "'%s' cannot be %R; it is one of %U", name, object, list);
    drop(list);
    return false;
}

static bool read_number(const struct call *call, uint32_t i, const char *name, uint32_t dtype,
                        void *out)
{
    uint64_t value; /* dtype_pack() writes 8 bytes */
    if (!dtype_pack(dtype, call->objects[i], &value, call->name, name))
        return false;
    memcpy(out, &value, dtypes[dtype].size);
    return true;
}

static bool read_scalar(const struct call *call, uint32_t i, const char *name,
                        struct krt_scalar *out)
{
    PyObject *object = call->objects[i];
    *out = PyFloat_Check(object)
               ? krt_scalar_f64(PyFloat_AsDouble(object))
               : krt_scalar_i64(PyLong_Check(object) ? PyLong_AsLongLong(object) : 0);
    return (PyLong_Check(object) || PyFloat_Check(object) || wrong(call, i, name, "a number")) &&
           !PyErr_Occurred();
}

/* Up to |most| numbers, which are |dtype|s; a single number counts as a sequence of one. */
static bool read_list(PyObject *object, const char *owner, const char *name, uint32_t dtype,
                      uint32_t most, void *out)
{
    PyObject *items =
        PyIndex_Check(object) ? Py_BuildValue("(O)", object) : PySequence_Tuple(object);
    const Py_ssize_t count = items ? PyTuple_Size(items) : 0;
    if (count > (Py_ssize_t)most)
        PyErr_Format(PyExc_ValueError, "%s(): argument '%s' has at most %u numbers", owner, name,
                     most);
    for (Py_ssize_t i = 0; i < count && !PyErr_Occurred(); i++) {
        uint64_t value;
        if (dtype_pack(dtype, PyTuple_GetItem(items, i), &value, owner, name))
            memcpy((char *)out + (size_t)i * dtypes[dtype].size, &value, dtypes[dtype].size);
    }
    drop(items);
    return !PyErr_Occurred();
}

/* Height and width, or one number for both. */
static bool read_pair(PyObject *object, const char *owner, const char *name, uint32_t out[2])
{
    if (!read_list(object, owner, name, KRT_U32, 2, out))
        return false;
    if (PyIndex_Check(object))
        out[1] = out[0];
    return true;
}

/* Dimensions as a mask of bits. */
static bool read_dims(const struct call *call, uint32_t i, const char *name, uint32_t *out)
{
    uint64_t dims[KRT_MAX_RANK];
    const int count = shape_of(call->objects[i], dims);
    *out = 0;
    for (int j = 0; j < count; j++) {
        if (dims[j] >= KRT_MAX_RANK) {
            PyErr_Format(PyExc_ValueError, "%s(): argument '%s': there is no dimension %llu of %d",
                         call->name, name, (unsigned long long)dims[j], KRT_MAX_RANK);
            return false;
        }
        *out |= 1u << dims[j];
    }
    return count >= 0;
}

/* ---- Structs: the tuples of krt/ops.py ------------------------------------------------------- */

static const char *const padding_names[KRT_PADDING_COUNT] = {"constant", "reflect", "replicate",
                                                             "circular"};
static const char *const precision_names[] = {"full", "tf32", "f16_accumulate"};

static bool read_format(PyObject *object, uint32_t *out)
{
    const char *names[KRT_BLOCK_FORMAT_COUNT];
    for (uint32_t i = 0; i < KRT_BLOCK_FORMAT_COUNT; i++)
        names[i] = krt_block_format_name(i);
    return name_number(object, "format", names, KRT_BLOCK_FORMAT_COUNT, out);
}

/* Whether the argument is a tuple of |count|. */
static bool is_tuple(const struct call *call, uint32_t i, const char *name, const char *type,
                     Py_ssize_t count)
{
    PyObject *object = call->objects[i];
    return (PyTuple_Check(object) && PyTuple_Size(object) == count) || wrong(call, i, name, type);
}

/* Bytes of so many elements, which are whole blocks. */
static uint64_t block_bytes(uint32_t format, uint64_t elements)
{
    return elements / krt_block_format_elements(format) * krt_block_format_bytes(format);
}

static bool read_quantized(const struct call *call, uint32_t i, const char *name,
                           struct krt_quantized *out)
{
    PyObject *data, *format;
    void *memory;
    *out = (struct krt_quantized){0};
    if (!is_tuple(call, i, name, "a krt.ops.Quantized", 5) ||
        !PyArg_ParseTuple(call->objects[i], "OOO&O&O&", &data, &format, number_32, &out->rows,
                          number_32, &out->columns, number_32, &out->experts) ||
        !read_format(format, &out->format) || !read_memory(call, data, name, READS, &memory))
        return false;
    out->data = memory;
    const uint64_t row = block_bytes(out->format, out->columns);
    uint64_t bytes;
    if (data == Py_None)
        return wrong(call, i, name, "a krt.ops.Quantized with an array");
    if (__builtin_mul_overflow(row, out->rows, &bytes) ||
        __builtin_mul_overflow(bytes, out->experts ? out->experts : 1, &bytes))
        bytes = UINT64_MAX;
    return has_bytes(call, data, name, bytes);
}

static bool read_convolution(const struct call *call, uint32_t i, const char *name,
                             struct krt_convolution *out)
{
    PyObject *strides, *paddings, *dilations, *output_paddings, *padding;
    int is_transposed;
    *out = (struct krt_convolution){0};
    if (!is_tuple(call, i, name, "a krt.ops.Convolution", 7) ||
        !PyArg_ParseTuple(call->objects[i], "OOOOO&Op", &strides, &paddings, &dilations,
                          &output_paddings, number_32, &out->groups, &padding, &is_transposed) ||
        !name_number(padding, "padding", padding_names, KRT_PADDING_COUNT, &out->padding))
        return false;
    out->is_transposed = is_transposed;
    return read_pair(strides, call->name, "strides", out->strides) &&
           read_pair(paddings, call->name, "paddings", out->paddings) &&
           read_pair(dilations, call->name, "dilations", out->dilations) &&
           read_pair(output_paddings, call->name, "output_paddings", out->output_paddings);
}

static const char *const unary_names[KRT_UNARY_COUNT];

static bool read_options(const struct call *call, uint32_t i, const char *name,
                         struct krt_product_options *out, struct krt_tensor *bias,
                         const struct krt_product_options **pointer)
{
    PyObject *object, *activation, *precision;
    *pointer = call->objects[i] == Py_None ? NULL : out;
    if (!*pointer)
        return true;
    *out = (struct krt_product_options){.struct_size = sizeof *out};
    if (!is_tuple(call, i, name, "a krt.ops.ProductOptions", 5) ||
        !PyArg_ParseTuple(call->objects[i], "ddOOO", &out->alpha, &out->beta, &object, &activation,
                          &precision) ||
        !name_number(activation, "activation", unary_names, KRT_UNARY_COUNT, &out->activation) ||
        !name_number(precision, "precision", precision_names, 3, &out->precision))
        return false;
    out->bias = object == Py_None ? NULL : bias;
    return !out->bias || tensor_of(object, call->device, "bias", bias);
}

/* A krt.ops.Random: its attributes are read, and the offset is written after the call. */
static bool read_random(const struct call *call, uint32_t i, const char *name,
                        struct krt_random *out)
{
    static const char *const names[] = {"seed", "sequence", "offset"};
    uint64_t *const values[] = {&out->seed, &out->sequence, &out->offset};
    for (int j = 0; j < 3; j++) {
        PyObject *value = PyObject_GetAttrString(call->objects[i], names[j]);
        const bool is_read = value && dtype_pack(DTYPE_U64, value, values[j], call->name, names[j]);
        drop(value);
        if (!is_read)
            return PyErr_ExceptionMatches(PyExc_AttributeError)
                       ? wrong(call, i, name, "a krt.ops.Random")
                       : false;
    }
    return true;
}

static bool write_random(const struct call *call, uint32_t i, const struct krt_random *state)
{
    PyObject *offset = PyLong_FromUnsignedLongLong(state->offset);
    const bool is_written =
        offset && PyObject_SetAttrString(call->objects[i], "offset", offset) == 0;
    drop(offset);
    return is_written;
}

/* ---- Sizes of plain memory, which the C functions are not told: SIZES of operations.py ---------
 */

static uint64_t elements_of(const struct krt_tensor *tensor)
{
    uint64_t count = 1;
    for (uint32_t i = 0; i < tensor->rank; i++)
        count *= tensor->dims[i];
    return count;
}

/* Rows of |columns| elements at a pitch; the last one needs no pitch. */
static uint64_t pitched_bytes(uint32_t dtype, uint32_t rows, uint32_t columns, uint32_t pitch)
{
    const uint64_t elements = rows ? ((uint64_t)rows - 1) * pitch + columns : 0;
    uint64_t bytes;
    return __builtin_mul_overflow(elements, dtypes[dtype].size, &bytes) ? UINT64_MAX : bytes;
}

/* ---- The call: it may compile, so others run meanwhile --------------------------------------- */

static PyObject *finish(const struct call *call, bool is_read, krt_status status)
{
    count_uses(call, -1);
    struct krt_stream *stream = call->stream ? call->stream : krt_device_stream(call->device);
    if (!is_read || !check(status) || !graph_keep(stream, (PyObject *)call->self))
        return NULL;
    for (uint32_t i = 1; i < call->count; i++)
        for (int j = 0; j < MOST_MEMBERS; j++) {
            struct array_object *array = array_in(call->objects[i], j);
            if (array && !array_used(array, stream))
                return NULL;
        }
    Py_RETURN_NONE;
}

#include "operations.inc"

/* ---- Sizes ----------------------------------------------------------------------------------- */

PyObject *block_format(PyObject *module, PyObject *format)
{
    (void)module;
    uint32_t number;
    if (!read_format(format, &number))
        return NULL;
    return Py_BuildValue("(II)", krt_block_format_elements(number), krt_block_format_bytes(number));
}

PyObject *quantized_workspace(PyObject *module, PyObject *args, PyObject *keywords)
{
    (void)module;
    static char *names[] = {"x", "out", "options", NULL};
    struct call call = {.name = "quantized_workspace", .objects[2] = Py_None};
    struct krt_tensor x, out, bias;
    struct krt_product_options memory;
    const struct krt_product_options *options;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "OO|O", names, &call.objects[0],
                                     &call.objects[1], &call.objects[2]))
        return NULL;
    struct array_object *array = array_of(call.objects[0]);
    if (!array)
        return NULL;
    call.device = array_root(array)->stream->device->device;
    if (!read_tensor(&call, 0, "x", READS, &x) || !read_tensor(&call, 1, "out", READS, &out) ||
        !read_options(&call, 2, "options", &memory, &bias, &options))
        return NULL;
    return PyLong_FromUnsignedLongLong(krt_quantized_workspace_with(options, &x, &out));
}

/* ---- The type -------------------------------------------------------------------------------- */

static PyObject *ops_new(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"package", NULL};
    PyObject *object;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "O", names, &object))
        return NULL;
    const struct krt_package *package = package_of(object);
    struct ops_object *self = package ? new_object(type) : NULL;
    if (!self)
        return NULL;
    self->devices = PySet_New(NULL);
    if (!self->devices || !check(krt_ops_create(package, &self->ops)))
        self = drop(self);
    return (PyObject *)self;
}

static void ops_delete(PyObject *object)
{
    struct ops_object *self = (struct ops_object *)object;
    PyThreadState *thread = PyEval_SaveThread();
    krt_ops_destroy(self->ops);
    PyEval_RestoreThread(thread);
    drop(self->devices);
    delete_object(self);
}

static PyType_Slot ops_slots[] = {
    {Py_tp_doc, "Ops(package)\n\nThe operations of krt/ops.h, by the kernels of a package."},
    {Py_tp_new, ops_new},
    {Py_tp_dealloc, ops_delete},
    {Py_tp_methods, ops_methods},
    {0, NULL},
};
static PyType_Spec ops_spec = {"krt.Ops", sizeof(struct ops_object), 0, Py_TPFLAGS_DEFAULT,
                               ops_slots};

bool operations_init(PyObject *module)
{
    ops_type = add_type(module, &ops_spec);
    return ops_type != NULL;
}
