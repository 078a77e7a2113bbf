/* Cubins: machine code for NVIDIA GPUs.
 *
 * An ELF64 file of machine 190 (EM_CUDA). e_flags has the compute capability: in bits 8 to 15 if
 * the ABI version is 8 (CUDA 13), before that in bits 0 to 7. The number is the same for "sm_90"
 * and "sm_90a". A kernel NAME has a function in the symbol table, with STO_CUDA_ENTRY in st_other,
 * and these sections:
 *   .text.NAME       its code
 *   .nv.info.NAME    attributes: format (u8), number (u8), and then in format 4 a size (u16) and
 *                    that many bytes, else 2 bytes
 *   .nv.shared.NAME  as large as the kernel's shared memory
 * In the last two, sh_info is the index of .text.NAME. The section .nv.info has attributes of all
 * kernels, which start with the index of a kernel's symbol. NVIDIA documents the names ("CUDA
 * Binary Utilities", and what cuobjdump -elf prints); numbers and layouts here are those of files
 * that nvcc 13.0 wrote.
 */
#include "code_object_reader.h"
#include "walk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    ABI_CUDA_13 = 8,
    STO_CUDA_MANAGED = 0x04,
    STO_CUDA_ENTRY = 0x10,
    NAME_MAX_SIZE = 65535,
    GROUP_MAX = 1024, /* the most threads of a block, unless the kernel states fewer */

    FORMAT_SIZED = 4,
    INFO_MAX_THREADS = 0x05,
    INFO_REQUIRED_THREADS = 0x10,
    INFO_FRAME_SIZE = 0x11,
    INFO_PARAMETER =
        /* the tag of a parameter: u32 0, u16 number, u16 offset, u32 whose bits from 18 on are its
         * size */
    0x17,
    INFO_PARAMETERS_SIZE = 0x19,
    INFO_REGISTERS = 0x2f,
    /* the tag of a parameter as in INFO_PARAMETER, but with its size as the last u32 */
    INFO_PARAMETER_2 = 0x45,
};

/* The state of reading a cubin. */
struct cubin {
    struct elf_image image;
    struct elf_symbols symbols;
    struct code_object *object;
    /* for each section, by index, the number (from 1) of the kernel whose code it has, or 0 */
    uint32_t *entries;
    uint32_t *kernels; /* for each symbol, by index, the number (from 1) of its kernel, or 0 */
    struct codeobj_error *error;
};

struct attribute {
    uint8_t format, number;
    struct span value;
};

bool cubin_recognise(struct span bytes)
{
    return elf_image_recognise(bytes, EM_CUDA);
}

enum codeobj_status cubin_size(struct span bytes, uint64_t *out, struct codeobj_error *error)
{
    struct elf_image image;
    enum codeobj_status status = elf_image_open_for(bytes, EM_CUDA, &image, error);
    if (!status)
        *out = image.size;
    return status;
}

static enum codeobj_status fail(const struct cubin *cubin, enum codeobj_status status,
                                struct span where, const char *what)
{
    uint64_t offset = where.data ? elf_image_offset(&cubin->image, where) : 0;
    return codeobj_fail_at(cubin->error, status, offset, "%s", what);
}

static enum codeobj_status read_target(struct cubin *cubin)
{
    const Elf64_Ehdr *header = &cubin->image.header;
    char text[TARGET_ID_MAX];
    unsigned shift = header->e_ident[EI_ABIVERSION] >= ABI_CUDA_13 ? 8 : 0;
    snprintf(text, sizeof text, "sm_%u", header->e_flags >> shift & 0xff);
    if (target_id_parse(text, &cubin->object->target, NULL) == CODEOBJ_OK)
        return CODEOBJ_OK;
    return codeobj_fail_at(cubin->error, CODEOBJ_UNSUPPORTED, offsetof(Elf64_Ehdr, e_flags),
                           "cubin for an unknown compute capability, %s", text);
}

/* ---- Attributes of a kernel ------------------------------------------------------------------ */

/* Takes the first attribute from |rest|. |*has_one| becomes false when |rest| has no attribute. */
static enum codeobj_status next_attribute(const struct cubin *cubin, struct span *rest,
                                          struct attribute *out, bool *has_one)
{
    const struct span all = *rest;
    uint64_t size = 2, start = 2;
    *has_one = all.size > 0;
    if (!*has_one)
        return CODEOBJ_OK;
    if (all.size < 4)
        return fail(cubin, CODEOBJ_CORRUPT, all, "attributes of the cubin end inside of one");
    *out = (struct attribute){.format = all.data[0], .number = all.data[1]};
    if (out->format == FORMAT_SIZED) {
        size = load_le(all.data + 2, 2);
        start = 4;
    }
    if (!span_sub(all, start, size, &out->value) ||
        !span_sub(all, start + size, all.size - start - size, rest))
        return fail(cubin, CODEOBJ_CORRUPT, all, "an attribute ends past its section");
    return CODEOBJ_OK;
}

static uint32_t number_at(const struct attribute *attribute, size_t at)
{
    struct span field;
    return span_sub(attribute->value, at, 4, &field) ? (uint32_t)load_le(field.data, 4) : 0;
}

static bool is_parameter(const struct attribute *attribute)
{
    return attribute->format == FORMAT_SIZED && attribute->value.size == 12 &&
           (attribute->number == INFO_PARAMETER || attribute->number == INFO_PARAMETER_2);
}

/* Reads a parameter of |kernel|. Each parameter has a different number, which is less than the
 * number of parameters. */
static enum codeobj_status read_parameter(const struct cubin *cubin,
                                          const struct attribute *attribute, struct kernel *kernel)
{
    const uint8_t *value = attribute->value.data;
    uint32_t number = (uint32_t)load_le(value + 4, 2), last = (uint32_t)load_le(value + 8, 4);
    if (number >= kernel->argument_count || kernel->arguments[number].value_kind)
        return fail(cubin, CODEOBJ_CORRUPT, attribute->value,
                    "parameters of a kernel are not numbered from 0 on");
    struct kernel_argument *argument = &kernel->arguments[number];
    if (!argument_of_unknown_kind(cubin->object, argument))
        return codeobj_fail(cubin->error, CODEOBJ_NO_MEMORY, "out of memory");
    argument->offset = (uint32_t)load_le(value + 6, 2);
    argument->size = attribute->number == INFO_PARAMETER ? last >> 18 : last;
    return CODEOBJ_OK;
}

static uint32_t product(const struct attribute *attribute)
{
    uint64_t threads = 1;
    for (size_t i = 0; i < 3; i++)
        /* The product of three 16-bit numbers cannot overflow. */
        threads *= number_at(attribute, i * 4) & 0xffff;
    return threads > GROUP_MAX ? GROUP_MAX : (uint32_t)threads;
}

static enum codeobj_status read_attribute(const struct cubin *cubin,
                                          const struct attribute *attribute, struct kernel *kernel)
{
    if (is_parameter(attribute))
        return read_parameter(cubin, attribute, kernel);
    if (attribute->number == INFO_PARAMETERS_SIZE && attribute->value.size == 2)
        kernel->kernarg_size = (uint32_t)load_le(attribute->value.data, 2);
    if (attribute->number == INFO_MAX_THREADS && attribute->value.size == 12)
        kernel->max_workgroup = product(attribute);
    if (attribute->number == INFO_REQUIRED_THREADS && attribute->value.size == 12) {
        kernel->max_workgroup = product(attribute);
        for (size_t i = 0; i < 3; i++)
            kernel->required_workgroup[i] = number_at(attribute, i * 4);
    }
    return CODEOBJ_OK;
}

static enum codeobj_status read_attributes(const struct cubin *cubin, struct span section,
                                           struct kernel *kernel)
{
    struct attribute attribute;
    struct span rest = section;
    bool has_one;
    enum codeobj_status status;
    if (kernel->arguments)
        return fail(cubin, CODEOBJ_CORRUPT, section, "a kernel has two sections of attributes");
    while (!(status = next_attribute(cubin, &rest, &attribute, &has_one)) && has_one)
        kernel->argument_count += is_parameter(&attribute);
    if (status)
        return status;
    kernel->arguments =
        memory_take(&cubin->object->memory, kernel->argument_count + 1, sizeof *kernel->arguments);
    if (!kernel->arguments)
        return codeobj_fail(cubin->error, CODEOBJ_NO_MEMORY, "out of memory");
    rest = section;
    while (!(status = next_attribute(cubin, &rest, &attribute, &has_one)) && has_one) {
        status = read_attribute(cubin, &attribute, kernel);
        if (status)
            return status;
    }
    return status
               ? status
               : kernel_check(kernel, "", elf_image_offset(&cubin->image, section), cubin->error);
}

/* Reads the section .nv.info, which has the registers and the stack of each kernel, identified by
 * its symbol. */
static enum codeobj_status read_common(const struct cubin *cubin, struct span section)
{
    struct attribute attribute;
    bool has_one;
    enum codeobj_status status;
    while (!(status = next_attribute(cubin, &section, &attribute, &has_one)) && has_one) {
        uint32_t symbol = number_at(&attribute, 0), value = number_at(&attribute, 4);
        uint32_t number = symbol < cubin->symbols.count ? cubin->kernels[symbol] : 0;
        if (number && attribute.number == INFO_REGISTERS)
            cubin->object->kernels[number - 1].vgprs = value;
        if (number && attribute.number == INFO_FRAME_SIZE)
            cubin->object->kernels[number - 1].private_segment = value;
    }
    return status;
}

/* ---- Reading the kernels of a cubin ---------------------------------------------------------- */

static bool is_entry(const Elf64_Sym *symbol, const struct elf_image *image)
{
    return ELF64_ST_TYPE(symbol->st_info) == STT_FUNC && (symbol->st_other & STO_CUDA_ENTRY) &&
           symbol->st_shndx != SHN_UNDEF && symbol->st_shndx < image->header.e_shnum;
}

static enum codeobj_status read_kernel(struct cubin *cubin, size_t index, struct kernel *out)
{
    const Elf64_Sym symbol = elf_symbols_entry(&cubin->symbols, index);
    const Elf64_Shdr text = elf_image_section(&cubin->image, symbol.st_shndx);
    struct span name, code, content = elf_image_content(&cubin->image, &text);
    enum codeobj_status status =
        elf_symbols_name(&cubin->symbols, index, NAME_MAX_SIZE, &name, cubin->error);
    if (status)
        return status;
    if (!span_sub(content, symbol.st_value, symbol.st_size, &code) || !code.data)
        return codeobj_fail_at(cubin->error, CODEOBJ_CORRUPT,
                               elf_symbols_offset(&cubin->symbols, index),
                               "code of kernel '%.*s' is outside of its section",
                               name.size < 60 ? (int)name.size : 60, (const char *)name.data);
    out->name = memory_take(&cubin->object->memory, name.size + 1, 1);
    if (!out->name)
        return codeobj_fail(cubin->error, CODEOBJ_NO_MEMORY, "out of memory");
    memcpy(out->name, name.data, name.size);
    out->symbol = out->name;
    out->wave_size = 32;
    out->kernarg_align = 8;
    out->max_workgroup = GROUP_MAX;
    out->code_size = symbol.st_size;
    out->descriptor.code_offset = elf_image_offset(&cubin->image, code);
    return CODEOBJ_OK;
}

/* Reads all kernels. A code section has at most one kernel, because the other sections of a kernel
 * refer to its code section. */
static enum codeobj_status read_kernels(struct cubin *cubin)
{
    struct code_object *object = cubin->object;
    size_t count = 0;
    for (size_t i = 0; i < cubin->symbols.count; i++) {
        const Elf64_Sym symbol = elf_symbols_entry(&cubin->symbols, i);
        count += is_entry(&symbol, &cubin->image);
    }
    if (count > cubin->image.header.e_shnum)
        return codeobj_fail(cubin->error, CODEOBJ_CORRUPT, "cubin has two kernels in one section");
    object->kernels = memory_take(&object->memory, count + 1, sizeof *object->kernels);
    if (!object->kernels)
        return codeobj_fail(cubin->error, CODEOBJ_NO_MEMORY, "out of memory");
    for (size_t i = 0; i < cubin->symbols.count; i++) {
        const Elf64_Sym symbol = elf_symbols_entry(&cubin->symbols, i);
        if (!is_entry(&symbol, &cubin->image))
            continue;
        enum codeobj_status status = read_kernel(cubin, i, &object->kernels[object->kernel_count]);
        if (status)
            return status;
        cubin->kernels[i] = cubin->entries[symbol.st_shndx] = (uint32_t)++object->kernel_count;
    }
    return CODEOBJ_OK;
}

static bool starts(struct span name, const char *text)
{
    return name.size >= strlen(text) && memcmp(name.data, text, strlen(text)) == 0;
}

static enum codeobj_status read_sections(struct cubin *cubin)
{
    const size_t count = cubin->image.header.e_shnum;
    enum codeobj_status status = CODEOBJ_OK;
    for (size_t i = 1; i < count && !status; i++) {
        const Elf64_Shdr section = elf_image_section(&cubin->image, i);
        const struct span name = elf_image_section_name(&cubin->image, &section);
        const struct span content = elf_image_content(&cubin->image, &section);
        uint32_t number = section.sh_info < count ? cubin->entries[section.sh_info] : 0;
        struct kernel *kernel = number ? &cubin->object->kernels[number - 1] : NULL;
        if (name.size == strlen(".nv.info") && starts(name, ".nv.info"))
            status = read_common(cubin, content);
        else if (kernel && starts(name, ".nv.info."))
            status = read_attributes(cubin, content, kernel);
        else if (kernel && starts(name, ".nv.shared."))
            kernel->group_segment = (uint32_t)section.sh_size;
        else if (starts(name, ".debug_line"))
            cubin->object->has_debug_lines = true;
    }
    return status;
}

/* Reads the target, the kernels and the sections. A cubin without kernels may lack a symbol table.
 */
static enum codeobj_status read_all(struct cubin *cubin)
{
    size_t table = 0;
    enum codeobj_status status = read_target(cubin);
    if (!status)
        status = elf_image_find(&cubin->image, SHT_SYMTAB, &table, cubin->error);
    if (!status && table)
        status = elf_symbols_open(&cubin->image, table, &cubin->symbols, cubin->error);
    if (status)
        return status;
    cubin->entries = calloc((size_t)cubin->image.header.e_shnum + 1, sizeof *cubin->entries);
    cubin->kernels = calloc(cubin->symbols.count + 1, sizeof *cubin->kernels);
    if (!cubin->entries || !cubin->kernels)
        return codeobj_fail(cubin->error, CODEOBJ_NO_MEMORY, "out of memory");
    status = read_kernels(cubin);
    if (!status)
        status = read_sections(cubin);
    return status ? status : kernels_sort(cubin->object, 0, cubin->error);
}

enum codeobj_status cubin_open(struct span bytes, struct metadata_pool *pool,
                               struct code_object *out, struct codeobj_error *error)
{
    (void)pool;
    struct code_object object = {0};
    struct cubin cubin = {.object = &object, .error = error};
    enum codeobj_status status = elf_image_open_for(bytes, EM_CUDA, &cubin.image, error);
    if (status)
        return status;
    if (cubin.image.header.e_type != ET_EXEC)
        return codeobj_fail_at(error, CODEOBJ_UNSUPPORTED, offsetof(Elf64_Ehdr, e_type),
                               "cubin is not linked: it was compiled with -rdc=true; link it with "
                               "nvlink, or compile it without");
    object.elf_flags = cubin.image.header.e_flags;
    object.size = cubin.image.size;
    status = read_all(&cubin);
    free(cubin.entries);
    free(cubin.kernels);
    if (status)
        code_object_close(&object);
    else
        *out = object;
    return status;
}

/* ---- Reading the variables of a cubin -------------------------------------------------------- */

void cubin_variables(struct span bytes, void *context, variable_visitor *visit)
{
    struct elf_image image;
    struct elf_symbols symbols;
    size_t table = 0;
    if (elf_image_open_for(bytes, EM_CUDA, &image, NULL) != CODEOBJ_OK ||
        elf_image_find(&image, SHT_SYMTAB, &table, NULL) != CODEOBJ_OK || !table ||
        elf_symbols_open(&image, table, &symbols, NULL) != CODEOBJ_OK)
        return;
    for (size_t i = 0; i < symbols.count; i++) {
        const Elf64_Sym symbol = elf_symbols_entry(&symbols, i);
        struct span name;
        if (ELF64_ST_TYPE(symbol.st_info) == STT_OBJECT && symbol.st_shndx != SHN_UNDEF &&
            elf_symbols_name(&symbols, i, NAME_MAX_SIZE, &name, NULL) == CODEOBJ_OK)
            visit(context, name, symbol.st_size, symbol.st_other & STO_CUDA_MANAGED);
    }
}
