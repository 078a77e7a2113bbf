/* Which kernel of which code object a handle, or a host address of a program of hipcc, means. */
#include "parts.h"

#include "hash.h"
#include "image_span.h"
#include "mapped_file.h"

#include <fnmatch.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

#define UNPACKED_MAX (4ull << 30)

enum {
    DEVICES_MAX = 32,
    WRAPPER_MAGIC = 0x48495046, /* the magic of a wrapper, the letters "HIPF" */
};

/* The structure that clang calls __CudaFatBinaryWrapper. */
struct wrapper {
    uint32_t magic, version;
    const void *image;
};

/* The device code of a library of hipcc. Code objects are chosen when a kernel is launched. */
struct fat_binary {
    const void *image;
    struct code *codes[DEVICES_MAX];
    struct variables *variables[DEVICES_MAX]; /* for each device, once they are known */
    const void **symbols;                     /* the host addresses of variables, and their names */
    char **names;
    size_t symbol_count;
};

/* What an address of the program or a handle of the runtime means. */
struct meaning {
    const void *key;
    /* the function; its |kernel| is NULL if nobody has asked for it yet */
    struct function function;
    struct code *module;         /* the code object of a module */
    struct variables *variables; /* the variables of a module */
    struct fat_binary *binary;   /* the device code, for its handle and for a kernel of it */
    char *name;                  /* the name of a kernel of a library */
    int device;                  /* the device for which |function| was found */
};

static void *entries; /* a tree of all struct meaning, sorted by |key| */
static struct code *codes;
static const char *wanted_kernels;

void modules_start(const char *wanted)
{
    wanted_kernels = wanted;
}

void modules_begin_file(void)
{
    for (struct code *code = codes; code; code = code->next)
        code->number = 0;
}

static int compare_entries(const void *a, const void *b)
{
    uintptr_t left = (uintptr_t)((const struct meaning *)a)->key;
    uintptr_t right = (uintptr_t)((const struct meaning *)b)->key;
    return (left > right) - (left < right);
}

static struct meaning *find_entry(const void *key)
{
    struct meaning wanted = {.key = key}, **found = tfind(&wanted, &entries, compare_entries);
    return found ? *found : NULL;
}

/* Returns an empty entry for |key|, in place of an older one. NULL: no memory. */
static struct meaning *renew_entry(const void *key)
{
    struct meaning *entry = find_entry(key);
    if (entry) {
        free(entry->name);
    } else {
        entry = calloc(1, sizeof *entry);
        if (entry)
            entry->key = key;
        if (!entry || !tsearch(entry, &entries, compare_entries)) {
            free(entry);
            return NULL;
        }
    }
    *entry = (struct meaning){.key = key};
    return entry;
}

static void remove_entry(const void *key)
{
    struct meaning *entry = find_entry(key);
    if (!entry)
        return;
    tdelete(entry, &entries, compare_entries);
    free(entry->name);
    free(entry);
}

/* ---- Code objects ---------------------------------------------------------------------------- */

static struct code *find_code(struct span bytes)
{
    for (struct code *code = codes; code; code = code->next)
        if (code->file.size == bytes.size && memcmp(code->bytes, bytes.data, bytes.size) == 0)
            return code;
    return NULL;
}

/* Returns the code object with these bytes, of which it makes a copy. NULL when they are not a code
 * object: then the runtime will refuse them, too. */
static struct code *take_code(struct span bytes)
{
    struct code *code = find_code(bytes);
    if (code)
        return code;
    code = calloc(1, sizeof *code);
    if (code)
        code->bytes = malloc(bytes.size + 1);
    if (!code || !code->bytes) {
        free(code);
        return NULL;
    }
    memcpy(code->bytes, bytes.data, bytes.size);
    code->file = (struct span){code->bytes, bytes.size};
    if (code_object_open(code->file, &code->object, NULL) != CODEOBJ_OK) {
        free(code->bytes);
        free(code);
        return NULL;
    }
    code->next = codes;
    codes = code;
    return code;
}

static bool find_target(int device, struct target_id *out)
{
    struct record_device described;
    return runtime_describe_device(device, &described) &&
           target_id_parse(described.target, out, NULL) == CODEOBJ_OK;
}

static struct code *take_bundle(struct span bytes, int device)
{
    struct bundle bundle;
    struct target_id target;
    struct span object;
    char sentence[TARGET_SENTENCE_MAX];
    struct code *code = NULL;
    uint64_t size;
    if (!find_target(device, &target) || bundle_size(bytes, &size, NULL) != CODEOBJ_OK ||
        bundle_open((struct span){bytes.data, (size_t)size}, &bundle, NULL) != CODEOBJ_OK)
        return NULL;
    if (bundle_choose(&bundle, &target, &object, sentence) == CODEOBJ_OK)
        code = take_code(object);
    bundle_close(&bundle);
    return code;
}

/* Takes the code object for |device| from an image; other bytes may follow the image. */
static struct code *take_image(struct span image, int device)
{
    struct compressed_bundle compressed;
    uint8_t *unpacked;
    uint64_t size;
    if (code_object_recognise(image))
        return code_object_size(image, &size, NULL) == CODEOBJ_OK
                   ? take_code((struct span){image.data, (size_t)size})
                   : NULL;
    if (bundle_recognise(image))
        return take_bundle(image, device);
    if (!compressed_bundle_recognise(image) ||
        compressed_bundle_open(image, UNPACKED_MAX, &compressed, NULL) != CODEOBJ_OK ||
        compressed_bundle_unpack(&compressed, UNPACKED_MAX, &unpacked, NULL) != CODEOBJ_OK)
        return NULL;
    struct code *code =
        take_bundle((struct span){unpacked, (size_t)compressed.unpacked_size}, device);
    free(unpacked);
    return code;
}

/* ---- Which kernels are wanted ---------------------------------------------------------------- */

/* Writes the name of the function of a mangled name: the last one of "_ZN5space4nameEv", or that of
 * "_Z4namev". Other names stay as they are. */
static void name_function(const char *mangled, char *out, size_t size)
{
    const char *at = mangled;
    const char *name = mangled;
    size_t length = strlen(mangled);
    if (strncmp(at, "_Z", 2) == 0) {
        at += 2 + strspn(at + 2, "NL");
        while (*at >= '1' && *at <= '9') {
            char *end;
            unsigned long count = strtoul(at, &end, 10);
            if (count > strlen(end))
                break;
            name = end;
            length = count;
            at = end + count;
        }
    }
    if (length >= size)
        length = size - 1;
    memcpy(out, name, length);
    out[length] = '\0';
}

static bool is_wanted(const char *kernel)
{
    char function[256], pattern[256];
    const char *at = wanted_kernels;
    if (!at || !*at)
        return true;
    name_function(kernel, function, sizeof function);
    while (*at) {
        size_t length = strcspn(at, "\n");
        if (length < sizeof pattern) {
            memcpy(pattern, at, length);
            pattern[length] = '\0';
            if (fnmatch(pattern, kernel, 0) == 0 || fnmatch(pattern, function, 0) == 0)
                return true;
        }
        at += length + (at[length] == '\n');
    }
    return false;
}

static void set_function(struct function *out, struct code *code, const char *name,
                         const struct variables *variables)
{
    const struct kernel *kernel = code ? code_object_find(&code->object, name) : NULL;
    *out = (struct function){kernel, code, kernel && is_wanted(name), variables};
}

/* ---- The public functions -------------------------------------------------------------------- */

/* Sets what a module means. Libraries (hipLibraryLoadData) are not loaded yet, so their variables
 * are not known. */
static void set_module(struct meaning *entry, struct span image, bool is_library)
{
    entry->module = take_image(image, runtime_device());
    if (entry->module && !is_library)
        entry->variables = variables_of_module((void *)(uintptr_t)entry->key, entry->module);
}

void modules_load(void *module, const void *image, bool is_library)
{
    struct meaning *entry = image ? renew_entry(module) : NULL;
    if (entry)
        set_module(entry, image_span(image), is_library);
}

void modules_load_file(void *module, const char *path, bool is_library)
{
    struct mapped_file file;
    struct meaning *entry = path ? renew_entry(module) : NULL;
    if (!entry || mapped_file_open(path, &file, NULL) != CODEOBJ_OK)
        return;
    set_module(entry, file.bytes, is_library);
    mapped_file_close(&file);
}

void modules_function(void *function, void *module, const char *name)
{
    const struct meaning *of = find_entry(module);
    struct code *code = of ? of->module : NULL;
    const struct variables *variables = of ? of->variables : NULL;
    struct meaning *entry = name ? renew_entry(function) : NULL;
    if (entry)
        set_function(&entry->function, code, name, variables);
}

void modules_alias(void *alias, const void *function)
{
    const struct function *found = modules_find(function);
    if (!found || alias == function)
        return;
    struct function copy = *found;
    struct meaning *entry = renew_entry(alias);
    if (entry)
        entry->function = copy;
}

void modules_forget(void *module)
{
    remove_entry(module);
}

void modules_fat_binary(void *handle, const void *data)
{
    const struct wrapper *wrapper = data;
    if (!handle || !wrapper || wrapper->magic != WRAPPER_MAGIC)
        return;
    struct meaning *entry = renew_entry(handle);
    if (entry)
        entry->binary = calloc(1, sizeof *entry->binary);
    if (entry && entry->binary)
        entry->binary->image = wrapper->image;
}

void modules_symbol(void *handle, const void *symbol, const char *name)
{
    const struct meaning *of = find_entry(handle);
    struct fat_binary *binary = of ? of->binary : NULL;
    struct meaning *entry = binary && name ? renew_entry(symbol) : NULL;
    if (!entry)
        return;
    entry->binary = binary;
    entry->name = strdup(name);
}

struct find_name {
    const char *name;
    const void *found;
};

static void find_name(const void *node, VISIT visit, void *context)
{
    struct find_name *find = context;
    const struct meaning *entry = *(struct meaning *const *)node;
    if ((visit == postorder || visit == leaf) && entry->name &&
        strcmp(entry->name, find->name) == 0)
        find->found = entry->key;
}

const struct function *modules_find_kernel(const void *key)
{
    const struct function *function = modules_find(key);
    struct find_name find = {.name = function || !key ? NULL : runtime_kernel_name(key)};
    if (find.name)
        twalk_r(entries, find_name, &find);
    if (find.found)
        modules_alias((void *)(uintptr_t)key, find.found);
    return find.found ? modules_find(key) : function;
}

struct forget {
    const struct fat_binary *binary;
    const void *found[64];
    unsigned count;
};

static void collect(const void *node, VISIT visit, void *context)
{
    struct forget *forget = context;
    const struct meaning *entry = *(struct meaning *const *)node;
    if ((visit == postorder || visit == leaf) && entry->binary == forget->binary &&
        forget->count < sizeof forget->found / sizeof forget->found[0])
        forget->found[forget->count++] = entry->key;
}

void modules_forget_fat_binary(void *handle)
{
    const struct meaning *entry = find_entry(handle);
    struct forget forget = {.binary = entry ? entry->binary : NULL};
    struct fat_binary *binary = entry ? entry->binary : NULL;
    if (!binary)
        return;
    do {
        forget.count = 0;
        twalk_r(entries, collect, &forget);
        for (unsigned i = 0; i < forget.count; i++)
            remove_entry(forget.found[i]);
    } while (forget.count > 0);
    for (size_t i = 0; i < binary->symbol_count; i++)
        free(binary->names[i]);
    free(binary->names);
    free(binary->symbols);
    free(binary);
}

void modules_variable(void *handle, const void *symbol, const char *name)
{
    const struct meaning *of = find_entry(handle);
    struct fat_binary *binary = of ? of->binary : NULL;
    if (!binary || !name)
        return;
    size_t count = binary->symbol_count;
    const void **symbols = realloc(binary->symbols, (count + 1) * sizeof *symbols);
    if (symbols)
        binary->symbols = symbols;
    char **names = realloc(binary->names, (count + 1) * sizeof *names);
    if (names)
        binary->names = names;
    if (!symbols || !names || !(names[count] = strdup(name)))
        return; /* the variable is missing in recordings */
    symbols[count] = symbol;
    binary->symbol_count++;
}

static const struct variables *variables_of_binary(struct fat_binary *binary, int device)
{
    if (!binary->variables[device])
        binary->variables[device] =
            variables_of_symbols(binary->symbols, binary->names, binary->symbol_count);
    return binary->variables[device];
}

const struct function *modules_find(const void *key)
{
    struct meaning *entry = key ? find_entry(key) : NULL;
    int device = entry && entry->name ? runtime_device() : 0;
    if (!entry || device < 0 || device >= DEVICES_MAX)
        return NULL;
    if (entry->name && (!entry->function.kernel || entry->device != device)) {
        struct code **code = &entry->binary->codes[device];
        if (!*code && entry->binary->image)
            *code = take_image(image_span(entry->binary->image), device);
        set_function(&entry->function, *code, entry->name, NULL);
        entry->device = device;
    }
    if (entry->name && entry->function.is_wanted && !entry->function.variables)
        entry->function.variables = variables_of_binary(entry->binary, device);
    return entry->function.kernel ? &entry->function : NULL;
}
