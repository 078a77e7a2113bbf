/* Code objects of version 1, which HSAIL's finalizer wrote up to 2016. AMD's runtime still has some
 * for gfx7 to gfx9, in the program itself.
 *
 * They have no metadata: a kernel's numbers are in an amd_kernel_code_t before its code, and
 * nothing describes its arguments. See AMDKernelCodeT.h of LLVM, and the enumerations in
 * amd_hsa_elf.h of ROCr, whose loader reads these code objects. */
#include "walk.h"

#include "code_object_reader.h"

#include <inttypes.h>
#include <string.h>

enum {
    /* symbol type STT_AMDGPU_HSA_KERNEL: an amd_kernel_code_t and the code behind it */
    SYMBOL_KERNEL = 10,
    KERNEL_CODE_SIZE = 256,
    NAME_MAX_BYTES = 65535,
    LOG2_MAX = 31, /* the largest logarithm to base 2 of an alignment or wave size */

    /* Offsets in an amd_kernel_code_t, in bytes. */
    AT_PRIVATE = 60,
    AT_GROUP = 64,
    AT_KERNARG = 72,
    AT_SGPRS = 84,
    AT_VGPRS = 86,
    /* the offset of the arguments' alignment, which is a logarithm to base 2, as the number at
     * AT_WAVE_SIZE is */
    AT_KERNARG_ALIGN = 100,
    AT_WAVE_SIZE = 103,
};

struct reading {
    const struct elf_image *image;
    struct code_object *object;
    struct elf_symbols symbols;
    char *strings; /* a copy of the table of symbol names, with a NUL at its end */
    struct codeobj_error *error;
};

static uint64_t number_at(struct span bytes, size_t offset, size_t size)
{
    uint64_t number = 0;
    memcpy(&number, bytes.data + offset, size);
    return number;
}

/* Finds the amd_kernel_code_t of |symbol|. The symbol's value is the offset in its section. */
static bool kernel_code(const struct elf_image *image, const Elf64_Sym *symbol, struct span *out)
{
    if (symbol->st_shndx >= image->header.e_shnum)
        return false;
    const Elf64_Shdr section = elf_image_section(image, symbol->st_shndx);
    return span_sub(elf_image_content(image, &section), symbol->st_value, KERNEL_CODE_SIZE, out);
}

static enum codeobj_status read_numbers(struct reading *reading, struct span code,
                                        struct kernel *kernel)
{
    const uint64_t offset = elf_image_offset(reading->image, code);
    const uint64_t kernarg = number_at(code, AT_KERNARG, 8);
    const uint8_t align = code.data[AT_KERNARG_ALIGN], wave = code.data[AT_WAVE_SIZE];
    if (kernarg > UINT32_MAX || align > LOG2_MAX || wave > LOG2_MAX)
        return codeobj_fail_at(reading->error, CODEOBJ_CORRUPT, offset,
                               "amd_kernel_code_t of kernel '%.80s' has impossible sizes",
                               kernel->name);
    kernel->private_segment = (uint32_t)number_at(code, AT_PRIVATE, 4);
    kernel->group_segment = (uint32_t)number_at(code, AT_GROUP, 4);
    kernel->kernarg_size = (uint32_t)kernarg;
    kernel->sgprs = (uint32_t)number_at(code, AT_SGPRS, 2);
    kernel->vgprs = (uint32_t)number_at(code, AT_VGPRS, 2);
    kernel->kernarg_align = UINT32_C(1) << align;
    kernel->wave_size = UINT32_C(1) << wave;
    return kernel_check(kernel, "", offset, reading->error);
}

static enum codeobj_status read_kernel(struct reading *reading, size_t index)
{
    struct code_object *object = reading->object;
    struct kernel *kernel = &object->kernels[object->kernel_count];
    const Elf64_Sym symbol = elf_symbols_entry(&reading->symbols, index);
    const uint64_t offset = elf_symbols_offset(&reading->symbols, index);
    struct span name, code;
    enum codeobj_status status =
        elf_symbols_name(&reading->symbols, index, NAME_MAX_BYTES, &name, reading->error);
    if (status)
        return status;
    if (!utf8_is_text(name))
        return codeobj_fail_at(reading->error, CODEOBJ_CORRUPT, offset,
                               "name of a kernel is not text");
    kernel->name = kernel->symbol = reading->strings + (name.data - reading->symbols.strings.data);
    if (!kernel_code(reading->image, &symbol, &code))
        return codeobj_fail_at(reading->error, CODEOBJ_CORRUPT, offset,
                               "kernel '%.100s' is in no section", kernel->name);
    object->kernel_count++;
    return read_numbers(reading, code, kernel);
}

static bool is_kernel(const struct elf_symbols *table, size_t index)
{
    const Elf64_Sym symbol = elf_symbols_entry(table, index);
    return symbol.st_shndx != SHN_UNDEF && ELF64_ST_TYPE(symbol.st_info) == SYMBOL_KERNEL;
}

/* Allocates |kernels| kernels. Copies the whole table of names once, because many symbols may share
 * a long name. */
static bool take_memory(struct reading *reading, size_t kernels)
{
    struct memory_block **memory = &reading->object->memory;
    const struct span strings = reading->symbols.strings;
    reading->object->kernels = memory_take(memory, kernels + 1, sizeof(struct kernel));
    reading->strings = memory_take(memory, strings.size + 1, 1);
    if (!reading->object->kernels || !reading->strings)
        return false;
    if (strings.size)
        memcpy(reading->strings, strings.data, strings.size);
    return true;
}

static enum codeobj_status read_kernels(struct reading *reading)
{
    const struct elf_symbols *symbols = &reading->symbols;
    enum codeobj_status status = CODEOBJ_OK;
    size_t count = 0;
    for (size_t i = 0; i < symbols->count; i++)
        count += is_kernel(symbols, i);
    if (count == 0)
        return CODEOBJ_OK;
    if (!take_memory(reading, count))
        return codeobj_fail(reading->error, CODEOBJ_NO_MEMORY, "out of memory");
    for (size_t i = 0; i < symbols->count && !status; i++) {
        if (is_kernel(symbols, i))
            status = read_kernel(reading, i);
    }
    return status ? status
                  : kernels_sort(reading->object, elf_symbols_offset(symbols, 0), reading->error);
}

enum codeobj_status version_1_read(const struct elf_image *image, struct code_object *object,
                                   struct codeobj_error *error)
{
    struct reading reading = {.image = image, .object = object, .error = error};
    size_t table;
    enum codeobj_status status = elf_image_find(image, SHT_SYMTAB, &table, error);
    if (status || !table)
        return status;
    status = elf_symbols_open(image, table, &reading.symbols, error);
    return status ? status : read_kernels(&reading);
}
