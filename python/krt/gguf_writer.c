/* Writing GGUF files, see krt/gguf.h.
 *
 *     writer = krt.GgufWriter()
 *     writer.set("general.name", "small")
 *     writer.set("context_length", 4096, "u32")
 *     writer.add("output.weight", values, (rows, columns), "f32")
 *     writer.write("model.gguf")
 */
#include "binding.h"

#include <krt/gguf.h>
#include <string.h>

static PyTypeObject *writer_type;

/* The data of a tensor, until the writer is gone. */
struct data {
    Py_buffer view;
    struct data *next;
};
struct writer_object {
    PyObject ob_base;
    struct krt_gguf_writer *writer;
    struct data *data;
};

static PyObject *writer_new(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    static char *names[] = {NULL};
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "", names))
        return NULL;
    struct writer_object *self = new_object(type);
    if (self && !check(krt_gguf_writer_create(&self->writer)))
        self = drop(self);
    return (PyObject *)self;
}

static void writer_delete(PyObject *object)
{
    struct writer_object *self = (struct writer_object *)object;
    krt_gguf_writer_destroy(self->writer);
    for (struct data *data = self->data, *next; data; data = next) {
        next = data->next;
        PyBuffer_Release(&data->view);
        PyMem_Free(data);
    }
    delete_object(self);
}

/* ---- Entries --------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    uint32_t dtype;
} types[KRT_GGUF_TYPE_COUNT] = {
    [KRT_GGUF_U8] = {"u8", KRT_U8},           [KRT_GGUF_I8] = {"i8", DTYPE_I8},
    [KRT_GGUF_U16] = {"u16", DTYPE_U16},      [KRT_GGUF_I16] = {"i16", KRT_I16},
    [KRT_GGUF_U32] = {"u32", KRT_U32},        [KRT_GGUF_I32] = {"i32", KRT_I32},
    [KRT_GGUF_F32] = {"f32", KRT_F32},        [KRT_GGUF_BOOL] = {"bool", DTYPE_BOOL},
    [KRT_GGUF_STRING] = {"str", DTYPE_COUNT}, [KRT_GGUF_ARRAY] = {NULL, DTYPE_COUNT},
    [KRT_GGUF_U64] = {"u64", DTYPE_U64},      [KRT_GGUF_I64] = {"i64", KRT_I64},
    [KRT_GGUF_F64] = {"f64", KRT_F64},
};

/* The type |name|; without a name that of |value|. KRT_GGUF_TYPE_COUNT with an exception. */
static uint32_t type_of(const char *name, PyObject *value)
{
    if (!name)
        name = PyBool_Check(value)      ? "bool"
               : PyLong_Check(value)    ? "i64"
               : PyFloat_Check(value)   ? "f64"
               : PyUnicode_Check(value) ? "str"
                                        : "";
    for (uint32_t i = 0; i < KRT_GGUF_TYPE_COUNT; i++)
        if (types[i].name && strcmp(types[i].name, name) == 0)
            return i;
    PyErr_Format(PyExc_TypeError, "%R cannot be a value of GGUF, or '%s' is not a type", value,
                 name);
    return KRT_GGUF_TYPE_COUNT;
}

/* Reads a number of |type|. krt_gguf_set() takes integers of any type as 64 bits. */
static bool read_number(uint32_t type, PyObject *object, const char *key,
                        struct krt_gguf_value *out)
{
    char narrow[8];
    const uint32_t dtype = types[type].dtype;
    if (!dtype_pack(dtype, object, narrow, "set", key))
        return false;
    const bool is_unsigned = type == KRT_GGUF_U8 || type == KRT_GGUF_U16 || type == KRT_GGUF_U32;
    const bool is_signed = type == KRT_GGUF_I8 || type == KRT_GGUF_I16 || type == KRT_GGUF_I32;
    const uint32_t wide = is_unsigned ? (uint32_t)DTYPE_U64 : is_signed ? (uint32_t)KRT_I64 : dtype;
    return dtype_pack(wide, object, &out->as, "set", key);
}

static bool read_string(PyObject *object, struct krt_gguf_value *out)
{
    Py_ssize_t size = 0;
    out->as.string = PyUnicode_AsUTF8AndSize(object, &size);
    out->count = (uint64_t)size;
    return out->as.string != NULL;
}

/* Sets an array of strings, none of which may have a NUL. */
static bool set_strings(struct writer_object *self, const char *key, PyObject *list)
{
    const Py_ssize_t count = PyTuple_Size(list);
    const char **texts = PyMem_Calloc((size_t)count + 1, sizeof *texts);
    if (!texts)
        PyErr_NoMemory();
    for (Py_ssize_t i = 0; texts && i < count && !PyErr_Occurred(); i++) {
        Py_ssize_t size = 0;
        texts[i] = PyUnicode_AsUTF8AndSize(PyTuple_GetItem(list, i), &size);
        if (texts[i] && strlen(texts[i]) != (size_t)size)
            PyErr_SetString(PyExc_ValueError, "a string of an array has a NUL");
    }
    const bool is_set =
        !PyErr_Occurred() && check(krt_gguf_set_strings(self->writer, key, texts, (uint64_t)count));
    PyMem_Free(texts);
    return is_set;
}

static bool set_array(struct writer_object *self, const char *key, const char *type_name,
                      PyObject *list)
{
    const Py_ssize_t count = PyTuple_Size(list);
    const uint32_t type = count ? type_of(type_name, PyTuple_GetItem(list, 0))
                                : type_of(type_name ? type_name : "u32", list);
    if (type == KRT_GGUF_TYPE_COUNT)
        return false;
    if (type == KRT_GGUF_STRING)
        return set_strings(self, key, list);
    const size_t size = dtypes[types[type].dtype].size;
    char *bytes = PyMem_Calloc((size_t)count + 1, size);
    if (!bytes)
        PyErr_NoMemory();
    for (Py_ssize_t i = 0; bytes && i < count && !PyErr_Occurred(); i++)
        dtype_pack(types[type].dtype, PyTuple_GetItem(list, i), bytes + (size_t)i * size, "set",
                   key);
    const struct krt_gguf_value value = {.type = KRT_GGUF_ARRAY,
                                         .element_type = type,
                                         .count = (uint64_t)count,
                                         .bytes = (uint64_t)count * size,
                                         .as.array = bytes};
    const bool is_set = !PyErr_Occurred() && check(krt_gguf_set(self->writer, key, &value));
    PyMem_Free(bytes);
    return is_set;
}

static bool set_one(struct writer_object *self, const char *key, const char *type_name,
                    PyObject *object)
{
    struct krt_gguf_value value = {.type = type_of(type_name, object)};
    return value.type != KRT_GGUF_TYPE_COUNT &&
           (value.type == KRT_GGUF_STRING ? read_string(object, &value)
                                          : read_number(value.type, object, key, &value)) &&
           check(krt_gguf_set(self->writer, key, &value));
}

static PyObject *writer_set(PyObject *object, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"key", "value", "type", NULL};
    struct writer_object *self = (struct writer_object *)object;
    const char *key, *type = NULL;
    PyObject *value;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "sO|z", names, &key, &value, &type))
        return NULL;
    if (!PyList_Check(value) && !PyTuple_Check(value))
        return set_one(self, key, type, value) ? hold(Py_None) : NULL;
    PyObject *list = PySequence_Tuple(value);
    const bool is_set = list && set_array(self, key, type, list);
    drop(list);
    return is_set ? hold(Py_None) : NULL;
}

/* ---- Tensors --------------------------------------------------------------------------------- */

/* Describes a tensor of |kind|, the name of a dtype or of a block format. */
static bool describe(const char *kind, uint32_t rank, const uint64_t *dims,
                     struct krt_gguf_tensor *out)
{
    const uint32_t dtype = dtype_find(kind, strlen(kind));
    uint32_t format = 0;
    if (dtype < KRT_DTYPE_COUNT) {
        *out = krt_gguf_dense(NULL, dtype, rank, dims, NULL);
        return true;
    }
    while (format < KRT_BLOCK_FORMAT_COUNT && strcmp(krt_block_format_name(format), kind) != 0)
        format++;
    if (format == KRT_BLOCK_FORMAT_COUNT)
        PyErr_Format(PyExc_ValueError, "'%s' is neither a dtype nor a block format", kind);
    *out = krt_gguf_blocks(NULL, format, rank, dims, NULL);
    return format < KRT_BLOCK_FORMAT_COUNT;
}

static PyObject *writer_add(PyObject *object, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"name", "data", "shape", "kind", NULL};
    struct writer_object *self = (struct writer_object *)object;
    const char *name, *kind;
    PyObject *buffer, *shape;
    uint64_t dims[KRT_MAX_RANK];
    struct krt_gguf_tensor tensor;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "sOOs", names, &name, &buffer, &shape, &kind))
        return NULL;
    const int rank = shape_of(shape, dims);
    if (rank < 0 || !describe(kind, (uint32_t)rank, dims, &tensor))
        return NULL;
    struct data *data = PyMem_Calloc(1, sizeof *data);
    if (!data)
        return PyErr_NoMemory();
    tensor.name = name;
    if (PyObject_GetBuffer(buffer, &data->view, PyBUF_C_CONTIGUOUS) == 0) {
        tensor.data = data->view.buf;
        if (check(krt_gguf_add_data(self->writer, &tensor, (uint64_t)data->view.len))) {
            data->next = self->data;
            self->data = data;
            Py_RETURN_NONE;
        }
        PyBuffer_Release(&data->view);
    }
    PyMem_Free(data);
    return NULL;
}

static PyObject *writer_write(PyObject *self, PyObject *object)
{
    PyObject *path;
    if (!PyUnicode_FSConverter(object, &path))
        return NULL;
    /* With the lock held: one thread at a time uses a writer. */
    const bool is_written =
        check(krt_gguf_write(((struct writer_object *)self)->writer, PyBytes_AsString(path)));
    drop(path);
    return is_written ? hold(Py_None) : NULL;
}

static PyMethodDef writer_methods[] = {
    {"set", (PyCFunction)(void (*)(void))writer_set, METH_VARARGS | METH_KEYWORDS,
     "set(key, value, type=None): adds an entry: a bool, a number, a str, or a list of one kind of "
     "them. type is 'u8' to 'f64'; without it, integers are i64 and floats f64."},
    {"add", (PyCFunction)(void (*)(void))writer_add, METH_VARARGS | METH_KEYWORDS,
     "add(name, data, shape, kind): adds a tensor, of a buffer with the elements of a dtype, or "
     "the "
     "blocks of a format, 'q4_K'. The writer keeps the buffer."},
    {"write", writer_write, METH_O, "Writes the file, whole or not at all."},
    {0},
};
static PyType_Slot writer_slots[] = {
    {Py_tp_doc, "GgufWriter()\n\nWhat a GGUF file will hold."},
    {Py_tp_new, writer_new},
    {Py_tp_dealloc, writer_delete},
    {Py_tp_methods, writer_methods},
    {0, NULL},
};
static PyType_Spec writer_spec = {"krt.GgufWriter", sizeof(struct writer_object), 0,
                                  Py_TPFLAGS_DEFAULT, writer_slots};

bool gguf_writer_init(PyObject *module)
{
    writer_type = add_type(module, &writer_spec);
    return writer_type != NULL;
}
