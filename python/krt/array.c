/* Arrays: views of device memory, as struct krt_tensor has them.
 *
 * The array that Stream.empty() or from_dlpack() made is the root of its views, and has the memory.
 * free() takes the memory from all of them; then each use is an error.
 */
#include "binding.h"

#include <string.h>

PyTypeObject *array_type;

/* ---- For the other files --------------------------------------------------------------------- */

struct array_object *array_new(struct stream_object *stream, uint32_t dtype, uint32_t rank,
                               const uint64_t *dims)
{
    struct array_object *array = new_object(array_type);
    if (!array)
        return NULL;
    uint64_t count = dtypes[dtype].size;
    bool is_too_large = false;
    for (uint32_t i = 0; i < rank; i++)
        is_too_large |= __builtin_mul_overflow(count, dims[i] ? dims[i] : 1, &count);
    if (is_too_large || count > INT64_MAX) {
        drop(array);
        return (struct array_object *)PyErr_Format(PyExc_OverflowError,
                                                   "the shape has too many elements");
    }
    array->tensor = krt_tensor_dense(dtype, NULL, rank, dims);
    array->stream = hold(stream);
    return array;
}

struct array_object *array_of(PyObject *object)
{
    if (Py_TYPE(object) != array_type)
        return (struct array_object *)PyErr_Format(PyExc_TypeError, "%R is not a krt.Array",
                                                   object);
    struct array_object *array = (struct array_object *)object;
    const struct array_object *root = array_root(array);
    if (root->is_freed)
        return (struct array_object *)fail(KRT_ERROR_INVALID_ARGUMENT, "the array is freed");
    return device_of((PyObject *)root->stream->device) ? array : NULL;
}

static uint64_t count_of(const struct krt_tensor *tensor)
{
    uint64_t count = 1;
    for (uint32_t i = 0; i < tensor->rank; i++)
        count *= tensor->dims[i];
    return count;
}

uint64_t array_bytes(const struct array_object *array)
{
    return count_of(&array->tensor) * dtypes[array->tensor.dtype].size;
}

bool array_is_dense(const struct array_object *array)
{
    const struct krt_tensor *tensor = &array->tensor;
    uint64_t stride = 1;
    if (!tensor->rank || (tensor->rank == 1 && tensor->strides[0] == 1))
        return true; /* at once: every launch asks */
    for (uint32_t i = tensor->rank; i-- > 0; stride *= tensor->dims[i])
        if (tensor->dims[i] > 1 && tensor->strides[i] != stride && count_of(tensor))
            return false;
    return true;
}

bool array_used(struct array_object *array, struct krt_stream *stream)
{
    struct array_object *root = array_root(array);
    return graph_keep_arrays(stream, (PyObject *)root) &&
           (!root->buffer || root->buffer->stream == stream ||
            check(krt_buffer_use(root->buffer, stream)));
}

void arrays_begin(struct array_object *const *arrays, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        array_root(arrays[i])->uses++;
}

bool arrays_end(struct array_object *const *arrays, uint32_t count, krt_status status,
                struct krt_stream *stream, PyObject *launched)
{
    for (uint32_t i = 0; i < count; i++)
        array_root(arrays[i])->uses--;
    bool is_kept = check(status) && graph_keep(stream, launched);
    for (uint32_t i = 0; is_kept && i < count; i++)
        is_kept = array_used(arrays[i], stream);
    return is_kept;
}

int shape_of(PyObject *object, uint64_t dims[KRT_MAX_RANK])
{
    PyObject *items =
        PyIndex_Check(object) ? Py_BuildValue("(O)", object) : PySequence_Tuple(object);
    const Py_ssize_t rank = items ? PyTuple_Size(items) : -1;
    if (rank > KRT_MAX_RANK)
        PyErr_Format(PyExc_ValueError, "a shape has at most %d dimensions", KRT_MAX_RANK);
    for (Py_ssize_t i = 0; i < rank && !PyErr_Occurred(); i++) {
        const Py_ssize_t length =
            PyNumber_AsSsize_t(PyTuple_GetItem(items, i), PyExc_OverflowError);
        if (length < 0 && !PyErr_Occurred())
            PyErr_Format(PyExc_ValueError, "a dimension is negative: %zd", length);
        dims[i < KRT_MAX_RANK ? i : 0] = (uint64_t)length;
    }
    drop(items);
    return PyErr_Occurred() ? -1 : (int)rank;
}

PyObject *shape_tuple(uint32_t rank, const uint64_t *numbers)
{
    PyObject *tuple = PyTuple_New(rank);
    for (uint32_t i = 0; tuple && i < rank; i++)
        PyTuple_SetItem(tuple, i, PyLong_FromUnsignedLongLong(numbers[i]));
    return tuple;
}

/* ---- The end --------------------------------------------------------------------------------- */

/* Frees a root's memory, in the order of its stream. */
static krt_status let_go(struct array_object *root)
{
    krt_status status = KRT_OK;
    if (root->buffer) {
        BLOCKING(status, krt_buffer_release(root->buffer));
        root->buffer = status == KRT_OK ? NULL : root->buffer;
    } else if (root->foreign) {
        /* Another library's memory: it knows nothing of the work on our stream. */
        BLOCKING(status, krt_stream_synchronize(root->stream->stream));
        root->release(root->foreign);
        root->foreign = NULL;
    }
    return status;
}

/* Makes an array of the memory of |root|, which a capture of the memory's stream does not let free,
 * and leaves it to the captures. */
static void leave_to_captures(struct array_object *root)
{
    PyObject *kind, *value, *trace; /* an exception that goes on meanwhile */
    PyErr_Fetch(&kind, &value, &trace);
    struct array_object *heir = array_new(root->stream, root->tensor.dtype, 0, NULL);
    if (heir && graph_free_later((PyObject *)heir))
        heir->buffer = root->buffer;
    drop(heir);
    PyErr_Restore(kind, value, trace);
}

static void array_delete(PyObject *object)
{
    struct array_object *self = (struct array_object *)object;
    if (self->root) {
        drop(self->root);
    } else if (self->stream) {
        if (let_go(self) && self->buffer) /* there is nobody to tell */
            leave_to_captures(self);
        drop(self->stream);
    }
    delete_object(self);
}

static PyObject *array_free(PyObject *self, PyObject *unused)
{
    (void)unused;
    struct array_object *root = array_root((struct array_object *)self);
    if (root->uses)
        return fail(KRT_ERROR_INVALID_ARGUMENT, "the array is in use by another thread or library");
    if (root->is_freed)
        Py_RETURN_NONE;
    root->is_freed = true; /* at once: others run while the memory is freed */
    root->is_freed = check(let_go(root));
    return root->is_freed ? hold(Py_None) : NULL;
}

/* ---- Copies ---------------------------------------------------------------------------------- */

/* Gets the bytes of |data| for a copy with |self|, an array; they must be as many as the array's.
 * |data| may be of Python code, which may free the array. */
static bool get_buffer(PyObject *self, PyObject *data, int flags, Py_buffer *view)
{
    const struct array_object *array = (struct array_object *)self;
    if (PyObject_GetBuffer(data, view, flags | PyBUF_FORMAT | PyBUF_ND | PyBUF_STRIDES) != 0) {
        if (flags & PyBUF_WRITABLE && !PyErr_ExceptionMatches(PyExc_TypeError)) {
            PyErr_Clear();
            PyErr_SetString(PyExc_BufferError, "the buffer is read-only");
        }
        return false;
    }
    if (!PyBuffer_IsContiguous(view, 'C'))
        PyErr_SetString(PyExc_BufferError, "the buffer is not contiguous; copy it first");
    else if ((uint64_t)view->len != array_bytes(array))
        PyErr_Format(PyExc_ValueError, "the buffer has %zd bytes, the array %llu", view->len,
                     (unsigned long long)array_bytes(array));
    else if (dtype_check_buffer(array->tensor.dtype, view) && array_of(self))
        return true;
    PyBuffer_Release(view);
    return false;
}

static bool check_dense(const struct array_object *array)
{
    if (!array_is_dense(array))
        PyErr_SetString(PyExc_BufferError,
                        "the array is not contiguous; krt.ops.Ops.copy() makes a dense one");
    return array_is_dense(array);
}

static bool check_writable(const struct array_object *array)
{
    const bool is_read_only = array_root((struct array_object *)array)->is_read_only;
    if (is_read_only)
        PyErr_SetString(PyExc_BufferError, "the array is read-only");
    return !is_read_only;
}

static PyObject *copy_from_array(struct array_object *to, PyObject *object)
{
    struct array_object *from = array_of(object);
    if (!from || !check_dense(from))
        return NULL;
    if (from->tensor.dtype != to->tensor.dtype || array_bytes(from) != array_bytes(to))
        return PyErr_Format(PyExc_ValueError, "the arrays differ in dtype or size");
    krt_status status;
    struct array_object *const roots[] = {array_root(to), array_root(from)};
    roots[0]->uses++;
    roots[1]->uses++;
    BLOCKING(status,
             krt_copy_between(roots[0]->stream->stream, to->tensor.data, roots[1]->stream->stream,
                              from->tensor.data, array_bytes(to)));
    roots[0]->uses--;
    roots[1]->uses--;
    bool is_copied = check(status);
    for (int i = 0; is_copied && i < 4; i++) /* either stream may be captured */
        is_copied = graph_keep_arrays(roots[i / 2]->stream->stream, (PyObject *)roots[i % 2]);
    return is_copied ? hold(Py_None) : NULL;
}

static PyObject *array_copy_from(PyObject *self, PyObject *data)
{
    struct array_object *array = array_of(self);
    Py_buffer view;
    if (!array || !check_dense(array) || !check_writable(array))
        return NULL;
    if (Py_TYPE(data) == array_type)
        return copy_from_array(array, data);
    if (!get_buffer(self, data, 0, &view))
        return NULL;
    krt_status status;
    struct array_object *root = array_root(array);
    root->uses++;
    BLOCKING(status, krt_copy_to_device(root->stream->stream, array->tensor.data, view.buf,
                                        (uint64_t)view.len));
    root->uses--;
    PyBuffer_Release(&view);
    return check(status) ? hold(Py_None) : NULL;
}

static bool copy_to(struct array_object *array, void *memory)
{
    krt_status status;
    struct array_object *root = array_root(array);
    root->uses++;
    BLOCKING(status, krt_copy_to_host(root->stream->stream, memory, array->tensor.data,
                                      array_bytes(array)));
    root->uses--;
    return check(status);
}

static PyObject *array_copy_to(PyObject *self, PyObject *data)
{
    struct array_object *array = array_of(self);
    Py_buffer view;
    if (!array || !check_dense(array) || !get_buffer(self, data, PyBUF_WRITABLE, &view))
        return NULL;
    const bool is_copied = copy_to(array, view.buf);
    PyBuffer_Release(&view);
    return is_copied ? hold(Py_None) : NULL;
}

static PyObject *array_to_host(PyObject *self, PyObject *unused)
{
    (void)unused;
    struct array_object *array = array_of(self);
    if (!array || !check_dense(array))
        return NULL;
    void *memory;
    PyObject *host = host_new(array->tensor.dtype, array->tensor.rank, array->tensor.dims, &memory);
    if (host && !copy_to(array, memory))
        host = drop(host);
    return host;
}

static PyObject *array_tolist(PyObject *self, PyObject *unused)
{
    PyObject *host = array_to_host(self, unused);
    PyObject *list = host ? PyObject_CallMethod(host, "tolist", NULL) : NULL;
    drop(host);
    return list;
}

/* ---- Views ----------------------------------------------------------------------------------- */

static PyObject *new_view(struct array_object *array, const struct krt_tensor *tensor)
{
    struct array_object *view = new_object(array_type);
    if (!view)
        return NULL;
    view->tensor = *tensor;
    view->tensor.dtype = array->tensor.dtype;
    view->root = hold(array_root(array));
    return (PyObject *)view;
}

/* The tensor with a dtype that krt/storage.h knows; only its size counts. */
static struct krt_tensor known(const struct array_object *array)
{
    static const uint8_t by_size[] = {0, KRT_U8, KRT_I16, 0, KRT_I32, 0, 0, 0, KRT_I64};
    struct krt_tensor tensor = array->tensor;
    tensor.dtype = by_size[dtypes[tensor.dtype].size];
    return tensor;
}

static PyObject *array_reshape(PyObject *self, PyObject *shape)
{
    struct array_object *array = array_of(self);
    uint64_t dims[KRT_MAX_RANK];
    const int rank = array ? shape_of(shape, dims) : -1;
    if (rank < 0)
        return NULL;
    struct krt_tensor tensor = known(array);
    if (!check(krt_tensor_reshape(&tensor, (uint32_t)rank, dims, &tensor)))
        return NULL;
    return new_view(array, &tensor);
}

static PyObject *array_broadcast_to(PyObject *self, PyObject *shape)
{
    struct array_object *array = array_of(self);
    uint64_t dims[KRT_MAX_RANK];
    const int rank = array ? shape_of(shape, dims) : -1;
    if (rank < 0)
        return NULL;
    const struct krt_tensor tensor = known(array);
    struct krt_tensor out;
    if (!check(krt_tensor_broadcast(&tensor, (uint32_t)rank, dims, &out)))
        return NULL;
    return new_view(array, &out);
}

static PyObject *array_permute(PyObject *self, PyObject *order)
{
    struct array_object *array = array_of(self);
    uint64_t numbers[KRT_MAX_RANK];
    uint32_t dims[KRT_MAX_RANK] = {0};
    const int rank = array ? shape_of(order, numbers) : -1;
    if (rank < 0)
        return NULL;
    if ((uint32_t)rank != array->tensor.rank)
        return PyErr_Format(PyExc_ValueError, "the order has %d dimensions, the array %u", rank,
                            array->tensor.rank);
    for (int i = 0; i < rank; i++)
        dims[i] = numbers[i] < UINT32_MAX ? (uint32_t)numbers[i] : UINT32_MAX;
    struct krt_tensor tensor = known(array);
    if (!check(krt_tensor_permute(&tensor, dims, &tensor)))
        return NULL;
    return new_view(array, &tensor);
}

/* One index of a[i, 1:3]; |dim| is where it applies, and then the next one. */
static bool apply_index(struct krt_tensor *tensor, PyObject *index, uint32_t *dim)
{
    if (*dim >= tensor->rank) {
        PyErr_SetString(PyExc_IndexError, "there are more indices than dimensions");
        return false;
    }
    const Py_ssize_t length = (Py_ssize_t)tensor->dims[*dim];
    if (PySlice_Check(index)) {
        Py_ssize_t start, stop, step;
        if (PySlice_Unpack(index, &start, &stop, &step) != 0)
            return false;
        const Py_ssize_t count = PySlice_AdjustIndices(length, &start, &stop, step);
        if (step < 1) {
            PyErr_SetString(PyExc_ValueError, "the step of a slice is at least 1");
            return false;
        }
        const uint32_t at = (*dim)++;
        if (!count)
            return check(krt_tensor_narrow(tensor, at, 0, 0, tensor));
        return check(
            krt_tensor_slice(tensor, at, (uint64_t)start, (uint64_t)stop, (uint64_t)step, tensor));
    }
    Py_ssize_t at = PyNumber_AsSsize_t(index, PyExc_IndexError);
    if (at == -1 && PyErr_Occurred())
        return false;
    at += at < 0 ? length : 0;
    if (at < 0 || at >= length) {
        PyErr_Format(PyExc_IndexError, "index %zd of a dimension of %zd", at, length);
        return false;
    }
    return check(krt_tensor_select(tensor, *dim, (uint64_t)at, tensor));
}

static PyObject *array_index(PyObject *self, PyObject *index)
{
    struct array_object *array = array_of(self);
    if (!array)
        return NULL;
    struct krt_tensor tensor = known(array);
    PyObject *indices = PyTuple_Check(index) ? hold(index) : Py_BuildValue("(O)", index);
    uint32_t dim = 0;
    bool is_good = indices != NULL;
    for (Py_ssize_t i = 0; is_good && i < PyTuple_Size(indices); i++)
        is_good = apply_index(&tensor, PyTuple_GetItem(indices, i), &dim);
    drop(indices);
    return is_good ? new_view(array, &tensor) : NULL;
}

/* ---- Facts ----------------------------------------------------------------------------------- */

static PyObject *array_shape(PyObject *self, void *unused)
{
    (void)unused;
    const struct krt_tensor *tensor = &((struct array_object *)self)->tensor;
    return shape_tuple(tensor->rank, tensor->dims);
}

static PyObject *array_strides(PyObject *self, void *unused)
{
    (void)unused;
    const struct krt_tensor *tensor = &((struct array_object *)self)->tensor;
    return shape_tuple(tensor->rank, tensor->strides);
}

static PyObject *array_dtype(PyObject *self, void *unused)
{
    (void)unused;
    return PyUnicode_FromString(dtypes[((struct array_object *)self)->tensor.dtype].name);
}

static PyObject *array_nbytes(PyObject *self, void *unused)
{
    (void)unused;
    return PyLong_FromUnsignedLongLong(array_bytes((struct array_object *)self));
}

static PyObject *array_address(PyObject *self, void *unused)
{
    (void)unused;
    struct array_object *array = array_of(self);
    return array ? PyLong_FromVoidPtr(array->tensor.data) : NULL;
}

static PyObject *array_stream(PyObject *self, void *unused)
{
    (void)unused;
    return hold(array_root((struct array_object *)self)->stream);
}

static PyObject *array_is_freed(PyObject *self, void *unused)
{
    (void)unused;
    return PyBool_FromLong(array_root((struct array_object *)self)->is_freed);
}

static PyObject *array_repr(PyObject *self)
{
    PyObject *shape = array_shape(self, NULL);
    const struct array_object *array = (struct array_object *)self;
    PyObject *text =
        shape ? PyUnicode_FromFormat("krt.Array(%R, '%s')", shape, dtypes[array->tensor.dtype].name)
              : NULL;
    drop(shape);
    return text;
}

static Py_ssize_t array_length(PyObject *self)
{
    const struct krt_tensor *tensor = &((struct array_object *)self)->tensor;
    if (!tensor->rank)
        PyErr_SetString(PyExc_TypeError, "an array of rank 0 has no length");
    return tensor->rank ? (Py_ssize_t)tensor->dims[0] : -1;
}

/* ---- Errors in place of Python's defaults: what other arrays do and this one does not ------- */

int array_truth(PyObject *self)
{
    PyErr_Format(PyExc_ValueError,
                 "%R has no truth value: ask for len() or `is not None`, or for its elements by "
                 "tolist()",
                 self);
    return -1;
}

PyObject *array_compare(PyObject *self, PyObject *other, int operation)
{
    (void)other;
    if (operation == Py_EQ || operation == Py_NE)
        return PyErr_Format(PyExc_TypeError,
                            "%R is not compared by elements: use `is`, or compare tolist()", self);
    return hold(Py_NotImplemented);
}

PyObject *array_no_number(PyObject *self)
{
    return PyErr_Format(PyExc_TypeError, "%R is not a number: tolist() gives its elements", self);
}

Py_hash_t array_hash(PyObject *self)
{
    return (Py_hash_t)((uintptr_t)self >> 4);
}

/* NumPy's __array__(), __array_ufunc__() and __array_function__(). Without the last one,
 * numpy.array_equal() takes any error for "no". */
static PyObject *array_no_numpy(PyObject *self, PyObject *args, PyObject *keywords)
{
    (void)args;
    (void)keywords;
    return PyErr_Format(PyExc_TypeError,
                        "%R is in a device's memory, which NumPy does not read: give it to_host(), "
                        "a copy",
                        self);
}

static PyMethodDef array_methods[] = {
    {"free", array_free, METH_NOARGS,
     "Frees the memory, in the order of the stream's work. Its views are freed, too."},
    {"copy_from", array_copy_from, METH_O, "Copies from a buffer or an array of the same size."},
    {"copy_to", array_copy_to, METH_O, "Waits, and copies to a writable buffer."},
    {"to_host", array_to_host, METH_NOARGS, "Waits, and gives a copy as a krt.HostArray."},
    {"tolist", array_tolist, METH_NOARGS, "Waits, and gives the elements as nested lists."},
    {"reshape", array_reshape, METH_O, "The same elements in another shape."},
    {"permute", array_permute, METH_O, "The dimensions in another order."},
    {"broadcast_to", array_broadcast_to, METH_O, "Repeats dimensions of one element."},
    {"__array__", (PyCFunction)(void (*)(void))array_no_numpy, METH_VARARGS | METH_KEYWORDS, NULL},
    {"__array_ufunc__", (PyCFunction)(void (*)(void))array_no_numpy, METH_VARARGS | METH_KEYWORDS,
     NULL},
    {"__array_function__", (PyCFunction)(void (*)(void))array_no_numpy,
     METH_VARARGS | METH_KEYWORDS, NULL},
    {"__dlpack__", (PyCFunction)(void (*)(void))dlpack_export, METH_VARARGS | METH_KEYWORDS, NULL},
    {"__dlpack_device__", dlpack_device, METH_NOARGS, NULL},
    {0},
};
static PyGetSetDef array_members[] = {
    {"shape", array_shape, NULL, NULL, NULL},
    {"strides", array_strides, NULL, "In elements.", NULL},
    {"dtype", array_dtype, NULL, NULL, NULL},
    {"nbytes", array_nbytes, NULL, NULL, NULL},
    {"address", array_address, NULL, "The address of the first element, a number.", NULL},
    {"stream", array_stream, NULL, "The stream in whose order the memory is freed.", NULL},
    {"is_freed", array_is_freed, NULL, NULL, NULL},
    {0},
};
static PyType_Slot array_slots[] = {
    {Py_tp_doc, "Elements in the memory of a device: see Stream.empty() and from_dlpack()."},
    {Py_tp_dealloc, array_delete},
    {Py_tp_repr, array_repr},
    {Py_tp_methods, array_methods},
    {Py_tp_getset, array_members},
    {Py_nb_bool, array_truth},
    {Py_nb_int, array_no_number},
    {Py_nb_float, array_no_number},
    {Py_tp_richcompare, array_compare},
    {Py_tp_hash, array_hash},
    {Py_mp_subscript, array_index},
    {Py_mp_length, array_length},
    {0, NULL},
};
static PyType_Spec array_spec = {"krt.Array", sizeof(struct array_object), 0,
                                 Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
                                 array_slots};

bool array_init(PyObject *module)
{
    array_type = add_type(module, &array_spec);
    return array_type != NULL;
}
