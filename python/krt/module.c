/* The extension: exceptions, and modules of code objects that no package has. */
#include "binding.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

PyTypeObject *module_type;
static PyObject *error_type;

/* ---- Errors ---------------------------------------------------------------------------------- */

static void raise(krt_status status, const char *message)
{
    const char *name = krt_status_name(status);
    PyObject *error =
        PyObject_CallFunction(error_type, "N", PyUnicode_FromFormat("%s: %s", name, message));
    PyObject *text = error ? PyUnicode_FromString(name) : NULL;
    if (text && PyObject_SetAttrString(error, "status", text) == 0)
        PyErr_SetObject(error_type, error);
    drop(text);
    drop(error);
}

bool check(krt_status status)
{
    if (status != KRT_OK)
        raise(status, krt_error_message());
    return status == KRT_OK;
}

PyObject *fail(krt_status status, const char *format, ...)
{
    char message[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    raise(status, message);
    return NULL;
}

/* ---- Objects --------------------------------------------------------------------------------- */

PyTypeObject *add_type(PyObject *module, PyType_Spec *spec)
{
    PyObject *type = PyType_FromSpec(spec);
    if (!type || PyModule_AddObjectRef(module, strchr(spec->name, '.') + 1, type) != 0)
        type = drop(type);
    return (PyTypeObject *)type;
}

void *new_object(PyTypeObject *type)
{
    return PyType_GenericAlloc(type, 0);
}

void delete_object(void *object)
{
    PyTypeObject *type = Py_TYPE(object);
    PyObject_Free(object);
    drop(type);
}

/* ---- Code objects of any origin -------------------------------------------------------------- */

struct module_object {
    PyObject ob_base;
    struct device_object *device;
    struct krt_raw_module *module;
};

static void module_delete(PyObject *object)
{
    struct module_object *self = (struct module_object *)object;
    PyThreadState *thread = PyEval_SaveThread();
    krt_module_unload(self->module);
    PyEval_RestoreThread(thread);
    drop(self->device);
    delete_object(self);
}

static PyObject *module_load(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"device", "code", NULL};
    PyObject *object;
    Py_buffer code;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "Oy*", names, &object, &code))
        return NULL;
    struct device_object *device = device_of(object);
    struct module_object *self = device ? new_object(type) : NULL;
    if (self) {
        krt_status status;
        self->device = hold(device);
        BLOCKING(status,
                 krt_module_load_raw(device->device, code.buf, (uint64_t)code.len, &self->module));
        if (!check(status))
            self = drop(self);
    }
    PyBuffer_Release(&code);
    return (PyObject *)self;
}

static PyObject *module_compile(PyObject *type, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"device", "source", "arguments", NULL};
    enum { MOST = 64 };
    const char *words[MOST], *source;
    struct krt_compile_options options = {.struct_size = sizeof options, .arguments = words};
    PyObject *object, *list = NULL;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "Os|O", names, &object, &source, &list))
        return NULL;
    struct device_object *device = device_of(object);
    PyObject *tuple = device ? (list ? PySequence_Tuple(list) : PyTuple_New(0)) : NULL;
    if (!tuple)
        return NULL;
    const Py_ssize_t count = PyTuple_Size(tuple);
    if (count > MOST)
        PyErr_Format(PyExc_ValueError, "at most %d arguments for the compiler", MOST);
    for (Py_ssize_t i = 0; i < count && !PyErr_Occurred(); i++)
        words[i] = PyUnicode_AsUTF8AndSize(PyTuple_GetItem(tuple, i), NULL);
    options.argument_count = (uint32_t)count;
    struct module_object *self = PyErr_Occurred() ? NULL : new_object((PyTypeObject *)type);
    if (self) {
        krt_status status;
        self->device = hold(device);
        BLOCKING(status, krt_compile(device->device, source, &options, &self->module));
        if (!check(status))
            self = drop(self);
    }
    drop(tuple);
    return (PyObject *)self;
}

/* Whether the code object's kernel has these parameters: a launch reads as many bytes of each as
 * the kernel has. What the driver does not tell is not checked. */
static bool check_parameters(struct krt_function *function, const char *name,
                             const struct parameter *parameters, uint32_t count)
{
    for (uint32_t i = 0; i <= count; i++) {
        struct krt_parameter place;
        const krt_status status = krt_function_parameter(function, i, &place);
        if (status == KRT_ERROR_UNSUPPORTED)
            return true;
        if (status == KRT_ERROR_NOT_FOUND && i == count)
            return true;
        if (status == KRT_ERROR_NOT_FOUND || (status == KRT_OK && i == count))
            PyErr_Format(PyExc_ValueError, "kernel %s has %s than %u parameters", name,
                         status ? "fewer" : "more", count);
        else if (status == KRT_OK && place.size != parameters[i].size)
            PyErr_Format(PyExc_ValueError, "parameter %u of kernel %s has %u bytes, its type %u",
                         i + 1, name, place.size, parameters[i].size);
        else if (check(status))
            continue;
        return false;
    }
    return true;
}

static PyObject *module_kernel(PyObject *object, PyObject *args)
{
    struct module_object *self = (struct module_object *)object;
    const char *name;
    PyObject *types;
    struct krt_function *function;
    struct krt_function_info info = {.struct_size = sizeof info};
    uint32_t count;
    if (!PyArg_ParseTuple(args, "sO", &name, &types) || !device_of((PyObject *)self->device) ||
        !check(krt_module_function(self->module, name, &function)) ||
        !check(krt_function_describe(function, &info)))
        return NULL;
    struct parameter *parameters = parameters_read(types, &count);
    if (!parameters)
        return NULL;
    if (!check_parameters(function, name, parameters, count)) {
        PyMem_Free(parameters);
        return NULL;
    }
    return kernel_new(NULL, 0, function, self->device, object, info.name, parameters, count);
}

static PyMethodDef module_methods[] = {
    {"compile", (PyCFunction)(void (*)(void))module_compile,
     METH_CLASS | METH_VARARGS | METH_KEYWORDS,
     "compile(device, source, arguments=()): HIP or CUDA C++ for this device."},
    {"kernel", module_kernel, METH_VARARGS,
     "kernel(name, types): a kernel, with the types of its parameters: ['u32', 'const f32*']. A "
     "number stands for a record of so many bytes."},
    {0},
};
static PyType_Slot module_slots[] = {
    {Py_tp_doc, "Module(device, code)\n\n"
                "A code object or an offload bundle from memory; on CUDA a cubin, fatbin or PTX."},
    {Py_tp_new, module_load},
    {Py_tp_dealloc, module_delete},
    {Py_tp_methods, module_methods},
    {0, NULL},
};
static PyType_Spec module_spec = {"krt.Module", sizeof(struct module_object), 0, Py_TPFLAGS_DEFAULT,
                                  module_slots};

bool module_init(PyObject *module)
{
    module_type = add_type(module, &module_spec);
    return module_type != NULL;
}

/* ---- The extension --------------------------------------------------------------------------- */

static PyMethodDef functions[] = {
    {"from_dlpack", (PyCFunction)(void (*)(void))dlpack_import, METH_VARARGS | METH_KEYWORDS,
     "from_dlpack(tensor, stream): an array over the memory of another library's tensor."},
    {"block_format", block_format, METH_O,
     "block_format(format): elements and bytes of a block of quantized weights."},
    {"quantized_workspace", (PyCFunction)(void (*)(void))quantized_workspace,
     METH_VARARGS | METH_KEYWORDS,
     "quantized_workspace(x, out, options=None): bytes of the workspace of a product of quantized "
     "weights."},
    {0},
};
static PyModuleDef definition = {PyModuleDef_HEAD_INIT, .m_name = "krt._krt", .m_size = -1,
                                 .m_methods = functions};

PyMODINIT_FUNC PyInit__krt(void);
PyMODINIT_FUNC PyInit__krt(void)
{
    PyObject *module = PyModule_Create(&definition);
    if (!module)
        return NULL;
    error_type = PyErr_NewExceptionWithDoc(
        "krt.Error", "A status of libkrt with its message; status has its name.",
        PyExc_RuntimeError, NULL);
    if (error_type && PyModule_AddObjectRef(module, "Error", error_type) == 0 &&
        device_init(module) && array_init(module) && host_init(module) && package_init(module) &&
        kernel_init(module) && module_init(module) && operations_init(module) &&
        fusion_init(module) && operation_init(module) && graph_init(module) && gguf_init(module) &&
        kir_init(module) && gguf_writer_init(module))
        return module;
    drop(module);
    return NULL;
}
