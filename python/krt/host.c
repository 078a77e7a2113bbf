/* Arrays in host memory: what Array.to_host() gives. NumPy, memoryview and others read and write
 * them through the buffer protocol, without a copy. */
#include "binding.h"

#include <string.h>

static PyTypeObject *host_type;

struct host_object {
    PyObject ob_base;
    void *data;
    uint32_t dtype, rank;
    Py_ssize_t dims[KRT_MAX_RANK], strides[KRT_MAX_RANK]; /* strides in bytes */
    Py_ssize_t bytes;
};

PyObject *host_new(uint32_t dtype, uint32_t rank, const uint64_t *dims, void **out_data)
{
    struct host_object *self = new_object(host_type);
    if (!self)
        return NULL;
    self->dtype = dtype;
    self->rank = rank;
    self->bytes = dtypes[dtype].size;
    for (uint32_t i = rank; i-- > 0; self->bytes *= self->dims[i]) {
        self->dims[i] = (Py_ssize_t)dims[i];
        self->strides[i] = self->bytes;
    }
    *out_data = self->data = PyMem_Malloc(self->bytes ? (size_t)self->bytes : 1);
    if (!self->data) {
        drop(self);
        return PyErr_NoMemory();
    }
    return (PyObject *)self;
}

static void host_delete(PyObject *object)
{
    PyMem_Free(((struct host_object *)object)->data);
    delete_object(object);
}

static int host_get_buffer(PyObject *object, Py_buffer *view, int flags)
{
    struct host_object *self = (struct host_object *)object;
    *view = (Py_buffer){.buf = self->data,
                        .obj = hold(object),
                        .len = self->bytes,
                        .itemsize = dtypes[self->dtype].size,
                        .ndim = (int)self->rank,
                        .format = flags & PyBUF_FORMAT ? (char *)dtypes[self->dtype].format : NULL,
                        .shape = flags & PyBUF_ND ? self->dims : NULL,
                        .strides = (flags & PyBUF_STRIDES) == PyBUF_STRIDES ? self->strides : NULL};
    return 0;
}

static PyObject *host_tolist(PyObject *self, PyObject *unused)
{
    (void)unused;
    PyObject *view = PyMemoryView_FromObject(self);
    PyObject *list = view ? PyObject_CallMethod(view, "tolist", NULL) : NULL;
    drop(view);
    return list;
}

static PyObject *host_shape(PyObject *object, void *unused)
{
    (void)unused;
    const struct host_object *self = (struct host_object *)object;
    uint64_t dims[KRT_MAX_RANK];
    for (uint32_t i = 0; i < self->rank; i++)
        dims[i] = (uint64_t)self->dims[i];
    return shape_tuple(self->rank, dims);
}

static PyObject *host_dtype(PyObject *object, void *unused)
{
    (void)unused;
    return PyUnicode_FromString(dtypes[((struct host_object *)object)->dtype].name);
}

static PyMethodDef host_methods[] = {
    {"tolist", host_tolist, METH_NOARGS,
     "The elements as nested lists; those of bf16 and f8 as integers of their bits."},
    {0},
};
static PyGetSetDef host_members[] = {
    {"shape", host_shape, NULL, NULL, NULL},
    {"dtype", host_dtype, NULL, NULL, NULL},
    {0},
};
static PyType_Slot host_slots[] = {
    {Py_tp_doc, "An array in host memory, with the buffer protocol: see Array.to_host()."},
    {Py_tp_dealloc, host_delete},
    {Py_tp_methods, host_methods},
    {Py_tp_getset, host_members},
    {Py_nb_bool, array_truth},
    {Py_nb_int, array_no_number},
    {Py_nb_float, array_no_number},
    {Py_tp_richcompare, array_compare},
    {Py_tp_hash, array_hash},
    {Py_bf_getbuffer, host_get_buffer},
    {0, NULL},
};
static PyType_Spec host_spec = {"krt.HostArray", sizeof(struct host_object), 0,
                                Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, host_slots};

bool host_init(PyObject *module)
{
    host_type = add_type(module, &host_spec);
    return host_type != NULL;
}
