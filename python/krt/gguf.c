/* GGUF files, see krt/gguf.h.
 *
 *     file = krt.Gguf("model.gguf")
 *     length = file.get("llama.context_length")
 *     weights = file.load(stream, select=lambda name, shape, kind: name.startswith("blk.0."))
 */
#include "binding.h"

#include <krt/gguf.h>

#include <string.h>

static PyTypeObject *gguf_type;

struct gguf_object {
    PyObject ob_base;
    struct krt_gguf *file;
};

static PyObject *gguf_open(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"path", NULL};
    PyObject *path;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "O&", names, PyUnicode_FSConverter, &path))
        return NULL;
    const char *text = PyBytes_AsString(path); /* now: without the lock nothing of Python runs */
    struct gguf_object *self = new_object(type);
    krt_status status = KRT_OK;
    if (self)
        BLOCKING(status, krt_gguf_open(text, &self->file));
    drop(path);
    if (self && !check(status))
        self = drop(self);
    return (PyObject *)self;
}

static void gguf_delete(PyObject *object)
{
    struct gguf_object *self = (struct gguf_object *)object;
    krt_gguf_close(self->file);
    delete_object(self);
}

/* ---- Metadata -------------------------------------------------------------------------------- */

static PyObject *value_new(struct krt_gguf_value *value);

/* Returns a string of Python, or bytes if the text is not UTF-8. */
static PyObject *string_new(const struct krt_gguf_value *value)
{
    PyObject *text = PyUnicode_DecodeUTF8(value->as.string, (Py_ssize_t)value->count, "strict");
    if (text || !PyErr_ExceptionMatches(PyExc_UnicodeDecodeError))
        return text;
    PyErr_Clear();
    return PyBytes_FromStringAndSize(value->as.string, (Py_ssize_t)value->count);
}

static PyObject *list_new(struct krt_gguf_value *array)
{
    struct krt_gguf_value element;
    PyObject *list = PyList_New(0);
    while (list && krt_gguf_next(array, &element)) {
        PyObject *item = value_new(&element);
        if (!item || PyList_Append(list, item))
            list = drop(list);
        drop(item);
    }
    return list;
}

static PyObject *value_new(struct krt_gguf_value *value)
{
    switch (value->type) {
    case KRT_GGUF_U8:
    case KRT_GGUF_U16:
    case KRT_GGUF_U32:
    case KRT_GGUF_U64: return PyLong_FromUnsignedLongLong(value->as.u64);
    case KRT_GGUF_F32: return PyFloat_FromDouble((double)value->as.f32);
    case KRT_GGUF_F64: return PyFloat_FromDouble(value->as.f64);
    case KRT_GGUF_BOOL: return PyBool_FromLong(value->as.is_true);
    case KRT_GGUF_STRING: return string_new(value);
    case KRT_GGUF_ARRAY: return list_new(value);
    default: return PyLong_FromLongLong(value->as.i64);
    }
}

/* NULL with an exception unless |name| is a str without a NUL, at which C's text would end. */
static const char *name_of(PyObject *name)
{
    Py_ssize_t size = 0;
    const char *text = PyUnicode_AsUTF8AndSize(name, &size);
    if (!text || strlen(text) == (size_t)size)
        return text;
    PyErr_Format(PyExc_ValueError, "%R has a NUL", name);
    return NULL;
}

static PyObject *gguf_get(PyObject *self, PyObject *key)
{
    const char *text = name_of(key);
    struct krt_gguf_value value;
    if (!text || !check(krt_gguf_get(((struct gguf_object *)self)->file, text, &value)))
        return NULL;
    return value_new(&value);
}

static PyObject *gguf_keys(PyObject *self, void *unused)
{
    (void)unused;
    const struct krt_gguf *file = ((struct gguf_object *)self)->file;
    const uint64_t count = krt_gguf_entry_count(file);
    PyObject *keys = PyTuple_New((Py_ssize_t)count);
    for (uint64_t i = 0; keys && i < count; i++) {
        PyObject *key = PyUnicode_FromString(krt_gguf_entry_at(file, i)->key);
        if (!key)
            return drop(keys);
        PyTuple_SetItem(keys, (Py_ssize_t)i, key);
    }
    return keys;
}

/* ---- Tensors --------------------------------------------------------------------------------- */

/* (name, shape, "F32") */
static PyObject *description(const struct krt_gguf_tensor *tensor)
{
    return Py_BuildValue("(sNs)", tensor->name, shape_tuple(tensor->rank, tensor->dims),
                         krt_gguf_type_name(tensor->type));
}

static PyObject *gguf_tensors(PyObject *self, void *unused)
{
    (void)unused;
    const struct krt_gguf *file = ((struct gguf_object *)self)->file;
    const uint64_t count = krt_gguf_tensor_count(file);
    PyObject *tensors = PyTuple_New((Py_ssize_t)count);
    for (uint64_t i = 0; tensors && i < count; i++) {
        PyObject *tensor = description(krt_gguf_tensor_at(file, i));
        if (!tensor)
            return drop(tensors);
        PyTuple_SetItem(tensors, (Py_ssize_t)i, tensor);
    }
    return tensors;
}

static PyObject *gguf_read(PyObject *self, PyObject *name)
{
    const struct krt_gguf *file = ((struct gguf_object *)self)->file;
    const char *text = name_of(name);
    const struct krt_gguf_tensor *tensor;
    if (!text || !check(krt_gguf_tensor_find(file, text, &tensor)))
        return NULL;
    PyObject *bytes = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)tensor->bytes);
    char *memory = bytes ? PyBytes_AsString(bytes) : NULL;
    krt_status status = KRT_OK;
    if (bytes)
        BLOCKING(status, krt_gguf_copy(file, tensor, 0, memory, tensor->bytes));
    return !bytes || check(status) ? bytes : drop(bytes);
}

/* ---- Loading --------------------------------------------------------------------------------- */

/* What the callbacks call; and the exception that one of them raised, which ends the load. */
struct load {
    PyObject *select, *progress;
    PyObject *kind, *value, *trace;
};

/* Calls |function| with |arguments|, which the call owns. Whether it returned something true. */
static bool call(struct load *load, PyObject *function, PyObject *arguments)
{
    PyObject *result = arguments ? PyObject_CallObject(function, arguments) : NULL;
    const int truth = result ? PyObject_IsTrue(result) : -1;
    drop(result);
    drop(arguments);
    if (truth < 0)
        PyErr_Fetch(&load->kind, &load->value, &load->trace);
    return truth > 0;
}

static bool on_select(void *context, const struct krt_gguf_tensor *tensor)
{
    struct load *load = context;
    if (load->kind)
        return false;
    const PyGILState_STATE state = PyGILState_Ensure();
    const bool is_selected = call(load, load->select, description(tensor));
    PyGILState_Release(state);
    return is_selected;
}

static bool on_progress(void *context, uint64_t done, uint64_t total, const char *name)
{
    struct load *load = context;
    if (load->kind)
        return false;
    const PyGILState_STATE state = PyGILState_Ensure();
    PyObject *arguments =
        Py_BuildValue("(KKs)", (unsigned long long)done, (unsigned long long)total, name);
    const bool goes_on = call(load, load->progress, arguments);
    PyGILState_Release(state);
    return goes_on;
}

static void unload(PyObject *capsule)
{
    struct krt_gguf_weights *weights = PyCapsule_GetPointer(capsule, NULL);
    PyThreadState *thread = PyEval_SaveThread();
    krt_gguf_unload(weights);
    PyEval_RestoreThread(thread);
    drop(PyCapsule_GetContext(capsule));
}

static void release(void *capsule)
{
    drop(capsule);
}

/* An array of memory that |capsule| owns. */
static struct array_object *borrow(struct stream_object *stream, PyObject *capsule, uint32_t dtype,
                                   uint32_t rank, const uint64_t *dims, void *data)
{
    struct array_object *array = array_new(stream, dtype, rank, dims);
    if (!array)
        return NULL;
    array->tensor.data = data;
    array->foreign = hold(capsule);
    array->release = release;
    array->is_read_only = true;
    return array;
}

/* krt.ops.Quantized of an array of bytes. */
static PyObject *quantized_new(struct stream_object *stream, PyObject *capsule,
                               const struct krt_quantized *of)
{
    const uint64_t elements = (uint64_t)of->rows * of->columns * (of->experts ? of->experts : 1);
    const uint64_t bytes =
        elements / krt_block_format_elements(of->format) * krt_block_format_bytes(of->format);
    struct array_object *data = borrow(stream, capsule, KRT_U8, 1, &bytes, (void *)of->data);
    PyObject *module = data ? PyImport_ImportModule("krt.ops") : NULL;
    PyObject *type = module ? PyObject_GetAttrString(module, "Quantized") : NULL;
    PyObject *made = type ? PyObject_CallFunction(type, "OsIII", (PyObject *)data,
                                                  krt_block_format_name(of->format), of->rows,
                                                  of->columns, of->experts ? of->experts : 1)
                          : NULL;
    drop(type);
    drop(module);
    drop(data);
    return made;
}

static PyObject *weight_new(struct stream_object *stream, PyObject *capsule,
                            const struct krt_gguf_weight *weight)
{
    if (weight->is_quantized)
        return quantized_new(stream, capsule, &weight->quantized);
    const struct krt_tensor *tensor = &weight->tensor;
    return (PyObject *)borrow(stream, capsule, tensor->dtype, tensor->rank, tensor->dims,
                              tensor->data);
}

/* A dict of all weights, by name. */
static PyObject *weights_new(struct stream_object *stream, struct krt_gguf_weights *weights)
{
    PyObject *capsule = PyCapsule_New(weights, NULL, unload);
    if (!capsule) {
        krt_gguf_unload(weights);
        return NULL;
    }
    PyCapsule_SetContext(capsule, hold(stream));
    const uint64_t count = krt_gguf_weight_count(weights);
    PyObject *all = PyDict_New();
    for (uint64_t i = 0; all && i < count; i++) {
        const struct krt_gguf_weight *weight = krt_gguf_weight_at(weights, i);
        PyObject *item = weight_new(stream, capsule, weight);
        if (!item || PyDict_SetItemString(all, weight->name, item))
            all = drop(all);
        drop(item);
    }
    drop(capsule);
    return all;
}

static PyObject *gguf_load(PyObject *self, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"stream", "select", "progress", NULL};
    PyObject *object;
    struct load load = {Py_None, Py_None, NULL, NULL, NULL};
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "O|$OO", names, &object, &load.select,
                                     &load.progress))
        return NULL;
    struct stream_object *stream = stream_of(object);
    if (!stream)
        return NULL;
    const struct krt_gguf_load_options options = {
        .struct_size = sizeof options,
        .context = &load,
        .select = load.select == Py_None ? NULL : on_select,
        .progress = load.progress == Py_None ? NULL : on_progress,
    };
    struct krt_gguf_weights *weights = NULL;
    krt_status status;
    BLOCKING(status,
             krt_gguf_load(((struct gguf_object *)self)->file, stream->stream, &options, &weights));
    if (!load.kind)
        return check(status) ? weights_new(stream, weights) : NULL;
    if (status == KRT_OK)
        krt_gguf_unload(weights);
    PyErr_Restore(load.kind, load.value, load.trace);
    return NULL;
}

static PyMethodDef gguf_methods[] = {
    {"get", gguf_get, METH_O,
     "The value of a key: a number, a text (bytes if it is not UTF-8), a list."},
    {"read", gguf_read, METH_O, "The bytes of a tensor."},
    {"load", (PyCFunction)(void (*)(void))gguf_load, METH_VARARGS | METH_KEYWORDS,
     "load(stream, *, select=None, progress=None): a dict of arrays and krt.ops.Quantized, in "
     "device "
     "memory. select(name, shape, type) says whether to load a tensor; progress(done, total, name) "
     "whether to go on."},
    {0},
};
static PyGetSetDef gguf_members[] = {
    {"keys", gguf_keys, NULL, "The keys of the metadata.", NULL},
    {"tensors", gguf_tensors, NULL, "A tuple (name, shape, type) for each tensor.", NULL},
    {0},
};
static PyType_Slot gguf_slots[] = {
    {Py_tp_doc, "Gguf(path)\n\nA GGUF file: metadata and tensors of a model."},
    {Py_tp_new, gguf_open},
    {Py_tp_dealloc, gguf_delete},
    {Py_tp_methods, gguf_methods},
    {Py_tp_getset, gguf_members},
    {0, NULL},
};
static PyType_Spec gguf_spec = {"krt.Gguf", sizeof(struct gguf_object), 0, Py_TPFLAGS_DEFAULT,
                                gguf_slots};

bool gguf_init(PyObject *module)
{
    gguf_type = add_type(module, &gguf_spec);
    return gguf_type != NULL;
}
