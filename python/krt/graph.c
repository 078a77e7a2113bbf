/* Work that is captured once and launched many times, see krt/graph.h.
 *
 *     graph = krt.Graph(stream, lambda: kernel(stream, config, x, y))
 *     for _ in range(100):
 *         graph.launch(stream)
 *
 * A graph keeps the arrays and the kernels that its work used: no memory of a launch is another
 * array's. Arrays that are made on the captured stream are memory of the graph, and are not kept.
 */
#include "binding.h"

#include <krt/extend.h>
#include <krt/graph.h>

static PyTypeObject *graph_type;

struct graph_object {
    PyObject ob_base;
    struct stream_object *stream; /* the captured one */
    struct krt_graph *graph;
    struct krt_graph_exec *exec; /* NULL until the first launch */
    PyObject *kept;              /* see add() */
    PyObject *launched;          /* likewise the streams of launches */
    uint64_t count;
};

/* ---- What captured work uses ----------------------------------------------------------------- */

/* The captures that go on, the latest first. Any of them may have what is put on a stream now: a
 * stream that waits for an event of a capture is captured too. */
struct capture {
    PyObject *kept;
    PyObject *freed_later; /* a list, see graph_free_later() */
    uint64_t number;       /* those of later captures are higher */
    struct capture *next;
};
static struct capture *captures;
static uint64_t last_number;

/* Adds |value| to |objects|, a dict, once for each |key|: an address that |value| keeps. */
static bool add(PyObject *objects, const void *key, PyObject *value)
{
    PyObject *number = PyLong_FromVoidPtr((void *)key);
    const bool is_added = number && PyDict_SetItem(objects, number, value) == 0;
    drop(number);
    return is_added;
}

bool graph_number(struct krt_stream *stream, uint64_t *out)
{
    bool is_capturing = false;
    *out = 0;
    if (captures && !check(krt_stream_is_capturing(stream, &is_capturing)))
        return false;
    *out = is_capturing ? last_number : 0;
    return true;
}

/* graph_keep() for the captures that are later than number |made|. */
static bool keep(struct krt_stream *stream, PyObject *object, uint64_t made)
{
    uint64_t number;
    if (!graph_number(stream, &number))
        return false;
    bool is_kept = true;
    for (struct capture *capture = captures; number && is_kept && capture; capture = capture->next)
        is_kept = capture->number <= made || add(capture->kept, object, object);
    return is_kept;
}

bool graph_keep(struct krt_stream *stream, PyObject *object)
{
    return keep(stream, object, 0);
}

bool graph_keep_arrays(struct krt_stream *stream, PyObject *objects)
{
    if (!captures)
        return true;
    if (Py_TYPE(objects) == array_type) {
        struct array_object *root = array_root((struct array_object *)objects);
        return keep(stream, (PyObject *)root, root->capture);
    }
    const Py_ssize_t count = PyTuple_Check(objects) ? PyTuple_Size(objects) : 0;
    bool is_kept = true;
    for (Py_ssize_t i = 0; is_kept && i < count; i++)
        is_kept = graph_keep_arrays(stream, PyTuple_GetItem(objects, i));
    return is_kept;
}

bool graph_free_later(PyObject *array)
{
    return captures && PyList_Append(captures->freed_later, array) == 0;
}

/* ---- Captures -------------------------------------------------------------------------------- */

/* Calls |work| during a capture of |self|'s stream. Whatever it does, the capture ends. */
static bool capture(struct graph_object *self, PyObject *work)
{
    struct krt_stream *stream = self->stream->stream;
    PyObject *freed_later = PyList_New(0);
    if (!freed_later || !check(krt_capture_begin(stream))) {
        drop(freed_later);
        return false;
    }
    struct capture capture = {self->kept, freed_later, ++last_number, captures};
    captures = &capture;
    PyObject *result = PyObject_CallNoArgs(work);
    /* Another thread's capture may have begun later. */
    struct capture **place = &captures;
    while (*place != &capture)
        place = &(*place)->next;
    *place = capture.next;
    krt_status status;
    BLOCKING(status, krt_capture_end(stream, &self->graph));
    const bool is_done = result && check(status);
    drop(result);
    drop(freed_later);
    return is_done && check(krt_graph_count(self->graph, &self->count));
}

static PyObject *graph_new(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"stream", "work", NULL};
    PyObject *stream, *work;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "OO", names, &stream, &work) ||
        !stream_of(stream))
        return NULL;
    struct graph_object *self = new_object(type);
    if (!self)
        return NULL;
    self->stream = hold(stream);
    self->kept = PyDict_New();
    self->launched = PyDict_New();
    if (!self->kept || !self->launched || !capture(self, work))
        self = drop(self);
    return (PyObject *)self;
}

/* Launches must have ended before an executable is destroyed, and before its memory is freed. */
static void wait_for_launches(struct graph_object *self)
{
    PyObject *streams = self->launched ? PyDict_Values(self->launched) : NULL;
    const Py_ssize_t count = streams ? PyList_Size(streams) : 0;
    for (Py_ssize_t i = 0; i < count; i++) {
        krt_status status;
        struct stream_object *stream = (struct stream_object *)PyList_GetItem(streams, i);
        BLOCKING(status, krt_stream_synchronize(stream->stream));
        (void)status; /* who waits for the stream next gets its error */
    }
    drop(streams);
}

/* Whether a stream of a launch is captured: waiting for it would end that capture. */
static bool is_captured(struct graph_object *self)
{
    PyObject *stream;
    uint64_t number = 0;
    Py_ssize_t at = 0;
    while (!number && self->launched && PyDict_Next(self->launched, &at, NULL, &stream))
        if (!graph_number(((struct stream_object *)stream)->stream, &number))
            PyErr_Clear();
    return number != 0;
}

/* Makes a graph of what |self| has, and leaves it to the captures. */
static void leave_to_captures(struct graph_object *self)
{
    struct graph_object *heir = new_object(graph_type);
    if (heir && graph_free_later((PyObject *)heir)) {
        heir->stream = self->stream;
        heir->graph = self->graph;
        heir->exec = self->exec;
        heir->kept = self->kept;
        heir->launched = self->launched;
        self->stream = NULL;
        self->graph = NULL;
        self->exec = NULL;
        self->kept = self->launched = NULL;
    }
    drop(heir);
}

static void graph_delete(PyObject *object)
{
    struct graph_object *self = (struct graph_object *)object;
    PyObject *kind, *value, *trace; /* an exception that goes on meanwhile */
    PyErr_Fetch(&kind, &value, &trace);
    if (is_captured(self))
        leave_to_captures(self);
    wait_for_launches(self);
    krt_graph_exec_destroy(self->exec);
    krt_graph_destroy(self->graph);
    PyErr_Restore(kind, value, trace);
    drop(self->launched);
    drop(self->kept);
    drop(self->stream);
    delete_object(self);
}

/* ---- Launches -------------------------------------------------------------------------------- */

/* Raises krt.Error if memory that the work uses was freed. */
static bool check_kept(const struct graph_object *self)
{
    Py_ssize_t at = 0;
    for (PyObject *object; PyDict_Next(self->kept, &at, NULL, &object);)
        if (Py_TYPE(object) == array_type && !array_of(object))
            return false;
    return device_of((PyObject *)self->stream->device) != NULL;
}

static PyObject *graph_launch(PyObject *object, PyObject *stream_object)
{
    struct graph_object *self = (struct graph_object *)object;
    struct stream_object *stream = stream_of(stream_object);
    if (!stream || !check_kept(self) || !add(self->launched, stream->stream, stream_object) ||
        (!self->exec && !check(krt_graph_instantiate(self->graph, &self->exec))) ||
        !check(krt_graph_launch(self->exec, stream->stream)) || !graph_keep(stream->stream, object))
        return NULL;
    Py_ssize_t at = 0;
    for (PyObject *kept; PyDict_Next(self->kept, &at, NULL, &kept);)
        if (Py_TYPE(kept) == array_type && !array_used((struct array_object *)kept, stream->stream))
            return NULL;
    Py_RETURN_NONE;
}

static PyObject *graph_count(PyObject *self, void *unused)
{
    (void)unused;
    return PyLong_FromUnsignedLongLong(((struct graph_object *)self)->count);
}

static PyMethodDef graph_methods[] = {
    {"launch", graph_launch, METH_O, "Puts all nodes on a stream."},
    {0},
};
static PyGetSetDef graph_members[] = {
    {"node_count", graph_count, NULL, "The number of nodes.", NULL},
    {0},
};
static PyType_Slot graph_slots[] = {
    {Py_tp_doc, "Graph(stream, work)\n\n"
                "What work(), called without arguments, puts on the stream, to be launched often. "
                "It is not done now. The graph keeps the arrays and kernels that it uses."},
    {Py_tp_new, graph_new},
    {Py_tp_dealloc, graph_delete},
    {Py_tp_methods, graph_methods},
    {Py_tp_getset, graph_members},
    {0, NULL},
};
static PyType_Spec graph_spec = {"krt.Graph", sizeof(struct graph_object), 0, Py_TPFLAGS_DEFAULT,
                                 graph_slots};

bool graph_init(PyObject *module)
{
    graph_type = add_type(module, &graph_spec);
    return graph_type != NULL;
}
