/* Records that kernels take by value: named tuples of the module that `kbuild build --emit python`
 * writes, and their layout, from which the bytes are made.
 *
 *     (class, bytes, ((name, type, offset, bytes of an element, extents), ...))
 *
 * A type is as in parameter_parse(), or the number of an earlier record. An array is a tuple.
 */
#include "binding.h"

#include <string.h>

enum { RANK_MAX = 8 };

struct member {
    struct parameter element;
    uint32_t offset, rank, extents[RANK_MAX];
};

struct record {
    PyTypeObject *type;
    const char *name;
    uint32_t size, member_count;
    struct member *members;
};

/* ---- From the tables of Python --------------------------------------------------------------- */

bool parameter_read(PyObject *type, uint32_t size, const struct records *records,
                    struct parameter *out)
{
    Py_ssize_t length;
    if (PyUnicode_Check(type)) {
        const char *text = PyUnicode_AsUTF8AndSize(type, &length);
        return text && parameter_parse(text, (size_t)length, size, out);
    }
    uint32_t number;
    if (!number_32(type, &number))
        return false;
    if (number >= records->count) {
        PyErr_Format(PyExc_ValueError, "there is no record %u", number);
        return false;
    }
    const struct record *record = &records->items[number];
    *out = (struct parameter){.name = out->name,
                              .size = record->size,
                              .dtype = DTYPE_COUNT,
                              .is_bytes = true,
                              .record = record};
    return true;
}

static const char *full_name(const char *record, const char *member)
{
    const size_t room = strlen(record) + strlen(member) + 2;
    char *name = PyMem_Malloc(room);
    if (!name)
        return (const char *)PyErr_NoMemory();
    PyOS_snprintf(name, room, "%s.%s", record, member);
    return name;
}

static bool read_member(PyObject *tuple, const struct record *record, const struct records *records,
                        struct member *out)
{
    const char *name;
    PyObject *type, *extents;
    uint32_t size;
    if (!PyArg_ParseTuple(tuple, "sOO&O&O!", &name, &type, number_32, &out->offset, number_32,
                          &size, &PyTuple_Type, &extents) ||
        !(out->element.name = full_name(record->name, name)) ||
        !parameter_read(type, size, records, &out->element))
        return false;
    uint64_t bytes = out->element.size;
    const Py_ssize_t rank = PyTuple_Size(extents);
    for (Py_ssize_t i = 0; i < rank && i < RANK_MAX; i++) {
        if (!number_32(PyTuple_GetItem(extents, i), &out->extents[i]))
            return false;
        bytes = bytes > record->size ? bytes : bytes * out->extents[i];
    }
    out->rank = (uint32_t)rank;
    if (out->element.size == size && rank <= RANK_MAX && bytes <= record->size &&
        out->offset <= record->size - bytes)
        return true;
    PyErr_Format(PyExc_ValueError, "%s is outside of its record", out->element.name);
    return false;
}

static bool read_record(PyObject *tuple, struct records *records)
{
    struct record *record = &records->items[records->count];
    PyObject *type, *members;
    if (!PyArg_ParseTuple(tuple, "O!O&O!", &PyType_Type, &type, number_32, &record->size,
                          &PyTuple_Type, &members))
        return false;
    PyObject *name = PyObject_GetAttrString(type, "__name__");
    record->name = name ? PyUnicode_AsUTF8AndSize(name, NULL) : NULL;
    record->type = hold(type); /* keeps its name, too: tables are never freed */
    record->member_count = (uint32_t)PyTuple_Size(members);
    record->members = PyMem_Calloc(record->member_count + 1u, sizeof *record->members);
    if (!record->name || !record->members)
        return false;
    for (uint32_t i = 0; i < record->member_count; i++)
        if (!read_member(PyTuple_GetItem(members, i), record, records, &record->members[i]))
            return false;
    records->count++;
    return true;
}

bool records_read(PyObject *list, struct records *out)
{
    const Py_ssize_t count = PyTuple_Size(list);
    out->items = PyMem_Calloc((size_t)count + 1, sizeof *out->items);
    if (!out->items)
        return PyErr_NoMemory() != NULL;
    for (Py_ssize_t i = 0; i < count; i++)
        if (!read_record(PyTuple_GetItem(list, i), out))
            return false;
    return true;
}

/* ---- Bytes ----------------------------------------------------------------------------------- */

/* A pass over a record: of all that is not a pointer, or by |pointer| of those. */
struct pass {
    const char *kernel;
    record_pointer_fn *pointer;
    void *context;
};

static bool pack_record(const struct pass *pass, const struct record *record, PyObject *object,
                        unsigned char *out);

bool record_is(const struct record *record, PyObject *object)
{
    return PyTuple_Check(object) && PyObject_TypeCheck(object, record->type);
}

bool record_check(const struct parameter *parameter, PyObject *object, const char *kernel)
{
    const struct record *record = parameter->record;
    if (!record || record_is(record, object) || PyObject_CheckBuffer(object))
        return true;
    PyErr_Format(PyExc_TypeError, "%s(): argument '%s' is %s, or its %u bytes, not %R", kernel,
                 parameter->name, record->name, record->size, (PyObject *)Py_TYPE(object));
    return false;
}

static bool pack_buffer(const struct pass *pass, const struct parameter *element, PyObject *object,
                        unsigned char *out)
{
    Py_buffer view;
    if (!record_check(element, object, pass->kernel) ||
        PyObject_GetBuffer(object, &view, PyBUF_SIMPLE) != 0)
        return false;
    const bool fits = view.len == (Py_ssize_t)element->size;
    if (fits)
        memcpy(out, view.buf, element->size);
    else
        PyErr_Format(PyExc_ValueError, "%s(): argument '%s' has %u bytes, not %zd", pass->kernel,
                     element->name, element->size, view.len);
    PyBuffer_Release(&view);
    return fits;
}

static bool pack_element(const struct pass *pass, const struct parameter *element, PyObject *object,
                         unsigned char *out)
{
    union {
        uint64_t bits;
        void *pointer;
    } value = {0};
    bool is_packed;
    if (element->record && record_is(element->record, object))
        return pack_record(pass, element->record, object, out);
    if (element->is_pointer != (pass->pointer != NULL))
        return true; /* of the other pass */
    if (element->is_bytes)
        return pack_buffer(pass, element, object, out);
    if (element->is_pointer)
        is_packed = pass->pointer(pass->context, element, object, &value.pointer);
    else
        is_packed = dtype_pack(element->dtype, object, &value, pass->kernel, element->name);
    if (is_packed)
        memcpy(out, &value, element->size);
    return is_packed;
}

/* |at|: the dimension of the array that |object| is. */
static bool pack_array(const struct pass *pass, const struct member *member, uint32_t at,
                       PyObject *object, unsigned char *out)
{
    size_t step = member->element.size;
    if (at == member->rank)
        return pack_element(pass, &member->element, object, out);
    if (!PyTuple_Check(object) || PyTuple_Size(object) != (Py_ssize_t)member->extents[at]) {
        PyErr_Format(PyExc_TypeError, "%s(): argument '%s' is a tuple of %u, not %R", pass->kernel,
                     member->element.name, member->extents[at], (PyObject *)Py_TYPE(object));
        return false;
    }
    for (uint32_t i = at + 1; i < member->rank; i++)
        step *= member->extents[i];
    for (uint32_t i = 0; i < member->extents[at]; i++)
        if (!pack_array(pass, member, at + 1, PyTuple_GetItem(object, i), out + i * step))
            return false;
    return true;
}

static bool pack_record(const struct pass *pass, const struct record *record, PyObject *object,
                        unsigned char *out)
{
    if (PyTuple_Size(object) != (Py_ssize_t)record->member_count) {
        PyErr_Format(PyExc_TypeError, "%s(): %s has %u members, not %zd", pass->kernel,
                     record->name, record->member_count, PyTuple_Size(object));
        return false;
    }
    for (uint32_t i = 0; i < record->member_count; i++)
        if (!pack_array(pass, &record->members[i], 0, PyTuple_GetItem(object, i),
                        out + record->members[i].offset))
            return false;
    return true;
}

PyObject *record_pack(const struct record *record, PyObject *object, const char *kernel)
{
    const struct pass numbers = {kernel, NULL, NULL};
    PyObject *bytes = PyBytes_FromStringAndSize(NULL, record->size);
    if (!bytes)
        return NULL;
    unsigned char *out = (unsigned char *)PyBytes_AsString(bytes);
    memset(out, 0, record->size);
    return pack_record(&numbers, record, object, out) ? bytes : drop(bytes);
}

bool record_pack_pointers(const struct record *record, PyObject *object, const char *kernel,
                          record_pointer_fn *pointer, void *context, void *out)
{
    const struct pass pointers = {kernel, pointer, context};
    return pack_record(&pointers, record, object, out);
}
