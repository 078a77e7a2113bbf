/* Finds the kernels that the host's part of a module launches, and that its code objects lack.
 *
 * clang compiles a launch as a call of a stub, whose symbol is the kernel's with "__device_stub__"
 * before the name: _Z20__device_stub__scaleILi3EEvPf launches _Z5scaleILi3EEvPf. In the object, the
 * latter is the symbol of a pointer to the stub, by which programs name the kernel. Code objects
 * have the same symbol, with a suffix if the kernel is static. */
#include "graph/step.h"

#include "emit/index.h"

#include <bundle.h>
#include <ctype.h>
#include <elf_image.h>
#include <mapped_file.h>

enum { SYMBOL_MAX = 1 << 16, NAMED_MAX = 3 };

static const char stub[] = "__device_stub__";

/* Returns the names of the symbols that the object |bytes| defines, sorted. Of a file that is not
 * an object of ELF64, such as that of -flto, there are none. */
static void read_symbols(struct span bytes, struct strings *out)
{
    struct codeobj_error error;
    struct elf_image image;
    struct elf_symbols symbols;
    size_t section;
    if (bytes.size < sizeof(Elf64_Ehdr) ||
        elf_image_open_for(bytes,
                           (unsigned)load_le(bytes.data + offsetof(Elf64_Ehdr, e_machine), 2),
                           &image, &error) != CODEOBJ_OK ||
        elf_image_find(&image, SHT_SYMTAB, &section, &error) != CODEOBJ_OK || section == 0 ||
        elf_symbols_open(&image, section, &symbols, &error) != CODEOBJ_OK)
        return;
    for (size_t i = 0; i < symbols.count; i++) {
        struct span name;
        if (elf_symbols_entry(&symbols, i).st_shndx != SHN_UNDEF &&
            elf_symbols_name(&symbols, i, SYMBOL_MAX, &name, &error) == CODEOBJ_OK && name.size > 0)
            strings_take(out, mem_dup_n((const char *)name.data, name.size));
    }
    strings_sort(out);
}

/* Returns the symbol of the kernel that the stub |symbol| launches; NULL if |symbol| is not a stub,
 * or |defined| has no such kernel. The length before the name may follow a digit of another name,
 * as in _ZN3ns219__device_stub__fillEv, so each number that ends there is tried. */
static char *kernel_of_stub(const char *symbol, const struct strings *defined)
{
    const char *at = strstr(symbol, stub);
    if (!at)
        return NULL;
    const char *rest = at + sizeof stub - 1, *digits = at;
    if (at == symbol)
        return mem_dup(rest); /* The kernel is extern "C", so that its symbol is its name. */
    while (digits > symbol && isdigit((unsigned char)digits[-1]))
        digits--;
    for (; digits < at; digits++) {
        unsigned long length = strtoul(digits, NULL, 10);
        if (length <= sizeof stub - 1)
            continue;
        char *kernel = mem_format("%.*s%lu%s", (int)(digits - symbol), symbol,
                                  length - (sizeof stub - 1), rest);
        if (strings_find(defined, kernel) < defined->count)
            return kernel;
        free(kernel);
    }
    return NULL;
}

static bool has_kernel(const struct code_object *object, const char *symbol)
{
    static const char *const suffixes[] = {".", "__static__", "__intern__"};
    const size_t length = strlen(symbol);
    if (code_object_find(object, symbol))
        return true;
    for (size_t i = 0; i < object->kernel_count; i++)
        for (size_t j = 0; j < sizeof suffixes / sizeof *suffixes; j++)
            if (text_begins(object->kernels[i].name, symbol) &&
                text_begins(object->kernels[i].name + length, suffixes[j]))
                return true;
    return false;
}

/* Appends the target of each code object of |bundle| that lacks a kernel to the list of the
 * kernel's number in |lacking|. */
static void find_lacking(const struct bundle *bundle, const struct strings *kernels,
                         struct strings *lacking)
{
    for (size_t i = 0; i < bundle->count; i++) {
        struct codeobj_error error;
        struct code_object object;
        if (code_object_open(bundle->entries[i].image, &object, &error) != CODEOBJ_OK)
            continue; /* the entry of the host */
        for (size_t j = 0; j < kernels->count; j++)
            if (!has_kernel(&object, kernels->items[j]))
                strings_add(&lacking[j], bundle->entries[i].target);
        code_object_close(&object);
    }
}

static void warn(const char *label, const struct strings *kernels, const struct strings *lacking)
{
    size_t count = 0;
    for (size_t i = 0; i < kernels->count; i++) {
        if (!lacking[i].count || ++count > NAMED_MAX)
            continue;
        OWNED char *name = index_instance_label(kernels->items[i]),
                   *targets = strings_join(&lacking[i], ", ");
        status_warn("%s: the code for %s lacks the kernel %s: a launch will fail "
                    "(hipErrorInvalidDeviceFunction); the kernel, or template arguments of a "
                    "launch, depend on __CUDA_ARCH__",
                    label, targets, name);
    }
    if (count > NAMED_MAX)
        status_warn("%s: %zu more kernels are lacking", label, count - NAMED_MAX);
}

void launches_check(const char *label, const char *object, const char *bundle_path)
{
    OWNED_BY(strings_free) struct strings defined = {0}, kernels = {0};
    OWNED_BY(mapped_file_close) struct mapped_file file = {0}, images = {0};
    struct codeobj_error error;
    struct bundle bundle;
    if (mapped_file_open(object, &file, &error) != CODEOBJ_OK ||
        mapped_file_open(bundle_path, &images, &error) != CODEOBJ_OK ||
        bundle_open(images.bytes, &bundle, &error) != CODEOBJ_OK)
        return;
    read_symbols(file.bytes, &defined);
    for (size_t i = 0; i < defined.count; i++) {
        char *kernel = kernel_of_stub(defined.items[i], &defined);
        if (kernel)
            strings_take(&kernels, kernel);
    }
    struct strings *lacking = mem_alloc((kernels.count + 1) * sizeof *lacking);
    memset(lacking, 0, (kernels.count + 1) * sizeof *lacking);
    find_lacking(&bundle, &kernels, lacking);
    warn(label, &kernels, lacking);
    for (size_t i = 0; i < kernels.count; i++)
        strings_free(&lacking[i]);
    free(lacking);
    bundle_close(&bundle);
}
