/* Packages: the tables of the module that `kbuild build --emit python` writes, as the structs of
 * krt/krt.h. The code objects are mapped from <module>.hsaco. A package is never freed: devices use
 * its tables until they are closed. What an import that fails has read stays, too.
 */
#include "binding.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

PyTypeObject *package_type;

/* What a package consists of; |package| points to the rest. */
struct tables {
    struct krt_package package;
    struct krt_package_state *state;
    struct krt_module *modules;
    struct krt_kernel *kernels;
    struct krt_variable *variables;
    uint8_t *elements; /* dtypes of the variables */
    uint32_t variable_count;
    struct records records;
    struct parameter **parameters; /* by kernel */
};

struct package_object {
    PyObject ob_base;
    const struct krt_package *package;
    struct tables *tables; /* NULL: of a library */
};

const struct krt_package *package_of(PyObject *object)
{
    if (Py_TYPE(object) == package_type)
        return ((struct package_object *)object)->package;
    PyErr_Format(PyExc_TypeError, "%R is not a krt.Package", object);
    return NULL;
}

/* ---- From the tables of Python --------------------------------------------------------------- */

/* Memory of a package, zeroed. */
static void *table(Py_ssize_t count, size_t size)
{
    void *memory = count < 0 ? NULL : PyMem_Calloc((size_t)count + 1, size);
    if (!memory && !PyErr_Occurred())
        PyErr_NoMemory();
    return memory;
}

static const char *keep_text(const char *text)
{
    const size_t bytes = strlen(text) + 1;
    char *copy = PyMem_Malloc(bytes);
    if (!copy)
        return (const char *)PyErr_NoMemory();
    return memcpy(copy, text, bytes);
}

static bool map_file(const char *directory, struct krt_module *module)
{
    PyObject *path = PyUnicode_FromFormat("%s/%s.hsaco", directory, module->name);
    PyObject *bytes = path ? PyUnicode_EncodeFSDefault(path) : NULL;
    struct stat about;
    void *memory = MAP_FAILED;
    const int file = bytes ? open(PyBytes_AsString(bytes), O_RDONLY | O_CLOEXEC) : -1;
    if (bytes && (file < 0 || fstat(file, &about) != 0)) {
        PyErr_SetFromErrnoWithFilenameObject(PyExc_OSError, path);
    } else if (bytes && (uint64_t)about.st_size != module->size) {
        PyErr_Format(PyExc_ValueError,
                     "%U has %lld bytes, not %zu: it is of another build, or cut off; build the "
                     "package again",
                     path, (long long)about.st_size, module->size);
    } else if (bytes) {
        memory = mmap(NULL, module->size ? module->size : 1, PROT_READ, MAP_PRIVATE, file, 0);
        if (memory == MAP_FAILED)
            PyErr_SetFromErrnoWithFilenameObject(PyExc_OSError, path);
    }
    if (file >= 0)
        close(file);
    drop(bytes);
    drop(path);
    module->data = memory;
    return memory != MAP_FAILED;
}

static bool read_images(PyObject *list, struct krt_module *module)
{
    const Py_ssize_t count = PyTuple_Size(list);
    struct krt_image *images = table(count, sizeof *images);
    if (!images)
        return false;
    module->images = images;
    module->image_count = (uint32_t)count;
    for (Py_ssize_t i = 0; i < count; i++) {
        const char *target;
        uint64_t offset, size;
        uint32_t checksum;
        if (!PyArg_ParseTuple(PyTuple_GetItem(list, i), "sO&O&O&", &target, number_64, &offset,
                              number_64, &size, number_32, &checksum))
            return false;
        if (offset > module->size || size > module->size - offset) {
            PyErr_Format(PyExc_ValueError, "module %s: an image is outside of the file",
                         module->name);
            return false;
        }
        images[i] =
            (struct krt_image){keep_text(target), offset, size, size, KRT_CODEC_NONE, checksum};
        if (!images[i].target)
            return false;
    }
    return true;
}

static bool read_modules(PyObject *list, const char *directory, struct tables *tables)
{
    const Py_ssize_t count = PyTuple_Size(list);
    tables->modules = table(count, sizeof *tables->modules);
    for (Py_ssize_t i = 0; tables->modules && i < count; i++) {
        struct krt_module *module = &tables->modules[i];
        const char *name;
        uint64_t size;
        PyObject *images;
        if (!PyArg_ParseTuple(PyTuple_GetItem(list, i), "sO&O!", &name, number_64, &size,
                              &PyTuple_Type, &images) ||
            !(module->name = keep_text(name)))
            return false;
        module->size = (size_t)size;
        if (!read_images(images, module) || !map_file(directory, module))
            return false;
    }
    tables->package.modules = tables->modules;
    tables->package.module_count = (uint32_t)count;
    return tables->modules != NULL;
}

static bool read_parameters(PyObject *list, const struct records *records,
                            struct krt_kernel *kernel, struct parameter **out)
{
    const Py_ssize_t count = PyTuple_Size(list);
    struct krt_parameter *places = table(count, sizeof *places);
    struct parameter *parameters = places ? table(count, sizeof *parameters) : NULL;
    if (!parameters)
        return false;
    *out = parameters;
    kernel->parameters = places;
    kernel->parameter_count = (uint32_t)count;
    for (Py_ssize_t i = 0; i < count; i++) {
        const char *name;
        PyObject *type;
        if (!PyArg_ParseTuple(PyTuple_GetItem(list, i), "sOO&O&", &name, &type, number_32,
                              &places[i].offset, number_32, &places[i].size) ||
            !(parameters[i].name = keep_text(name)) ||
            !parameter_read(type, places[i].size, records, &parameters[i]))
            return false;
        if (parameters[i].size != places[i].size) {
            PyErr_Format(PyExc_ValueError, "kernel %s: parameter %s has another size than its type",
                         kernel->name, name);
            return false;
        }
    }
    return true;
}

static bool read_kernels(PyObject *list, struct tables *tables)
{
    const Py_ssize_t count = PyTuple_Size(list);
    tables->kernels = table(count, sizeof *tables->kernels);
    tables->parameters = tables->kernels ? table(count, sizeof *tables->parameters) : NULL;
    for (Py_ssize_t i = 0; tables->parameters && i < count; i++) {
        struct krt_kernel *kernel = &tables->kernels[i];
        const char *name, *symbol;
        PyObject *parameters;
        if (!PyArg_ParseTuple(PyTuple_GetItem(list, i), "ssO&O!", &name, &symbol, number_32,
                              &kernel->module, &PyTuple_Type, &parameters) ||
            !(kernel->name = keep_text(name)) || !(kernel->symbol = keep_text(symbol)) ||
            !read_parameters(parameters, &tables->records, kernel, &tables->parameters[i]))
            return false;
        if (kernel->module >= tables->package.module_count) {
            PyErr_Format(PyExc_ValueError, "kernel %s is of no module", name);
            return false;
        }
    }
    tables->package.kernels = tables->kernels;
    tables->package.kernel_count = (uint32_t)count;
    return tables->parameters != NULL;
}

static bool read_variables(PyObject *list, struct tables *tables)
{
    const Py_ssize_t count = PyTuple_Size(list);
    tables->variables = table(count, sizeof *tables->variables);
    tables->elements = tables->variables ? table(count, 1) : NULL;
    tables->variable_count = (uint32_t)count;
    for (Py_ssize_t i = 0; tables->elements && i < count; i++) {
        struct krt_variable *variable = &tables->variables[i];
        const char *name, *symbol, *element;
        Py_ssize_t length;
        int is_managed;
        if (!PyArg_ParseTuple(PyTuple_GetItem(list, i), "ssO&pO&s#", &name, &symbol, number_32,
                              &variable->module, &is_managed, number_64, &variable->size, &element,
                              &length) ||
            !(variable->name = keep_text(name)) || !(variable->symbol = keep_text(symbol)))
            return false;
        if (variable->module >= tables->package.module_count) {
            PyErr_Format(PyExc_ValueError, "variable %s is of no module", name);
            return false;
        }
        variable->space = is_managed ? KRT_VARIABLE_MANAGED : KRT_VARIABLE_DEVICE;
        const uint32_t dtype = dtype_find(element, (size_t)length);
        tables->elements[i] = (uint8_t)(dtype < DTYPE_COUNT ? dtype : KRT_U8);
    }
    return tables->elements != NULL;
}

static PyObject *package_new(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"name",      "directory", "modules", "kernels", "variables",
                            "interface", "build",     "records", NULL};
    const char *name, *directory;
    PyObject *modules, *kernels, *variables, *records = NULL;
    uint64_t interface, build;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "ssO!O!O!O&O&|O!", names, &name, &directory,
                                     &PyTuple_Type, &modules, &PyTuple_Type, &kernels,
                                     &PyTuple_Type, &variables, number_64, &interface, number_64,
                                     &build, &PyTuple_Type, &records))
        return NULL;
    struct tables *tables = table(1, sizeof *tables);
    if (!tables)
        return NULL;
    tables->package = (struct krt_package){.struct_size = sizeof(struct krt_package),
                                           .name = keep_text(name),
                                           .state = &tables->state,
                                           .interface = interface,
                                           .build = build};
    if (!tables->package.name || !read_modules(modules, directory, tables) ||
        (records && !records_read(records, &tables->records)) || !read_kernels(kernels, tables) ||
        !read_variables(variables, tables))
        return NULL;
    struct package_object *self = new_object(type);
    if (self) {
        self->tables = tables;
        self->package = &tables->package;
    }
    return (PyObject *)self;
}

/* ---- From a library -------------------------------------------------------------------------- */

static PyObject *package_open(PyObject *type, PyObject *args)
{
    const char *library, *name;
    if (!PyArg_ParseTuple(args, "ss", &library, &name))
        return NULL;
    void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    if (!handle)
        return PyErr_Format(PyExc_OSError, "%s", dlerror());
    PyObject *symbol = PyUnicode_FromFormat("%s_package", name);
    const char *text = symbol ? PyUnicode_AsUTF8AndSize(symbol, NULL) : NULL;
    const struct krt_package *package = text ? dlsym(handle, text) : NULL;
    if (text && !package)
        PyErr_Format(PyExc_OSError, "%s has no %U", library, symbol);
    drop(symbol);
    struct package_object *self = package ? new_object((PyTypeObject *)type) : NULL;
    if (self)
        self->package = package;
    return (PyObject *)self;
}

/* ---- Use ------------------------------------------------------------------------------------- */

static PyObject *package_kernel(PyObject *object, PyObject *args)
{
    struct package_object *self = (struct package_object *)object;
    PyObject *which;
    PyObject *types = NULL;
    uint32_t ordinal, count;
    if (!PyArg_ParseTuple(args, "O|O", &which, &types))
        return NULL;
    if (PyUnicode_Check(which)) {
        const char *name = PyUnicode_AsUTF8AndSize(which, NULL);
        if (!name || !check(krt_ordinal_find(self->package, name, &ordinal)))
            return NULL;
    } else {
        if (!number_32(which, &ordinal))
            return NULL;
        if (ordinal >= self->package->kernel_count)
            return PyErr_Format(PyExc_IndexError, "the package has %u kernels",
                                self->package->kernel_count);
    }
    const struct krt_kernel *kernel = &self->package->kernels[ordinal];
    const struct parameter *parameters = self->tables ? self->tables->parameters[ordinal] : NULL;
    if (!self->tables) {
        if (!types)
            return PyErr_Format(PyExc_TypeError, "the package of a library has no types: "
                                                 "kernel(name, ['u32', 'f32*'])");
        parameters = parameters_read(types, &count);
        if (!parameters)
            return NULL;
        if (count != kernel->parameter_count)
            return PyErr_Format(PyExc_ValueError, "kernel %s has %u parameters, not %u",
                                kernel->name, kernel->parameter_count, count);
        for (uint32_t i = 0; i < kernel->parameter_count; i++)
            if (parameters[i].size != kernel->parameters[i].size)
                return PyErr_Format(PyExc_ValueError, "parameter %u of %s has %u bytes", i + 1,
                                    kernel->name, kernel->parameters[i].size);
    }
    return kernel_new(self->package, ordinal, NULL, NULL, NULL, kernel->name, parameters,
                      kernel->parameter_count);
}

static PyObject *package_kernels(PyObject *self, void *unused)
{
    (void)unused;
    const struct krt_package *package = ((struct package_object *)self)->package;
    PyObject *names = PyTuple_New(package->kernel_count);
    for (uint32_t i = 0; names && i < package->kernel_count; i++)
        PyTuple_SetItem(names, i, PyUnicode_FromString(package->kernels[i].name));
    return names;
}

static PyObject *package_variable(PyObject *object, PyObject *args)
{
    const struct tables *tables = ((struct package_object *)object)->tables;
    uint32_t number;
    PyObject *device_object;
    if (!PyArg_ParseTuple(args, "O&O", number_32, &number, &device_object))
        return NULL;
    struct device_object *device = device_of(device_object);
    if (!device)
        return NULL;
    if (!tables || number >= tables->variable_count)
        return PyErr_Format(PyExc_IndexError, "the package has no variable %u", number);
    void *address;
    uint64_t bytes;
    krt_status status;
    BLOCKING(status, krt_variable_get(&tables->package, &tables->variables[number], device->device,
                                      &address, &bytes));
    if (!check(status))
        return NULL;
    const uint32_t dtype = tables->elements[number];
    const uint64_t count = bytes / dtypes[dtype].size;
    PyObject *stream = PyObject_GetAttrString(device_object, "stream");
    struct array_object *array =
        stream ? array_new((struct stream_object *)stream, dtype, 1, &count) : NULL;
    if (array)
        array->tensor.data = address;
    drop(stream);
    return (PyObject *)array;
}

static PyObject *package_preload(PyObject *self, PyObject *args)
{
    PyObject *object;
    const char *module = NULL;
    if (!PyArg_ParseTuple(args, "O|z", &object, &module))
        return NULL;
    struct device_object *device = device_of(object);
    if (!device)
        return NULL;
    krt_status status;
    BLOCKING(status, krt_preload(((struct package_object *)self)->package, device->device, module));
    return check(status) ? hold(Py_None) : NULL;
}

static PyMethodDef package_methods[] = {
    {"open", package_open, METH_CLASS | METH_VARARGS,
     "open(library, name): the package <name>_package of a shared library."},
    {"kernel", package_kernel, METH_VARARGS,
     "kernel(name, types=None): a kernel by its name in the source, or by its number."},
    {"variable", package_variable, METH_VARARGS,
     "variable(number, device): a variable of a device as an array."},
    {"preload", package_preload, METH_VARARGS,
     "preload(device, module=None): loads one module, or all, now."},
    {0},
};
static PyGetSetDef package_members[] = {
    {"kernels", package_kernels, NULL, "The names of the kernels.", NULL},
    {0},
};
static PyType_Slot package_slots[] = {
    {Py_tp_doc, "The tables of a package: `kbuild build --emit python` writes them."},
    {Py_tp_new, package_new},
    {Py_tp_dealloc, delete_object},
    {Py_tp_methods, package_methods},
    {Py_tp_getset, package_members},
    {0, NULL},
};
static PyType_Spec package_spec = {"krt.Package", sizeof(struct package_object), 0,
                                   Py_TPFLAGS_DEFAULT, package_slots};

bool package_init(PyObject *module)
{
    package_type = add_type(module, &package_spec);
    return package_type != NULL;
}
