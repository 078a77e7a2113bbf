/* Symbols of a code object, and the kernel descriptors that they lead to.
 *
 * See LLVM's AMDGPU usage guide, "Symbols" and "Kernel Descriptor"; for version 2,
 * "amd_kernel_code_t" in its older editions, and AMDKernelCodeT.h. codeobj reads the dynamic symbol
 * table, because loaders use it. codeobj reads the full symbol table only if the dynamic table is
 * missing, and for the sizes of local functions, such as the kernels of GCC's offloading. The work
 * is linear in the size of the file, except for the comparison of names, which is bounded by
 * KERNEL_NAME_MAX bytes for each name.
 */
#include "internal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    DESCRIPTOR_SIZE = 64,   /* how many bytes a descriptor of version 3 and later has */
    KERNEL_CODE_SIZE = 256, /* how many bytes an amd_kernel_code_t has, which is before the code */
    SEGMENT_FIRST_V1 = 0x60000000, /* the type of segment PT_AMDGPU_HSA_LOAD_GLOBAL_PROGRAM */
    SEGMENT_LAST_V1 = 0x60000003,  /* the type of segment PT_AMDGPU_HSA_LOAD_CODE_AGENT */
    /* the type STT_AMDGPU_HSA_KERNEL of a symbol: that of an amd_kernel_code_t and its code */
    SYMBOL_KERNEL_V2 = 10,
    SEGMENTS_MAX = 64, /* the most loaded segments that are accepted; real files have 3 or 4 */

    /* Fields of compute_pgm_rsrc1 and 3: see "compute_pgm_rsrc3 for GFX12" in the usage guide. */
    WGP_MODE = 1 << 29,
    NAMED_BARRIERS_SHIFT = 14,
    NAMED_BARRIERS = 7, /* the mask of the field NAMED_BAR_CNT */
    NAMED_BARRIERS_UNIT = 4,
};

/* The size of a descriptor and the offsets of its fields, in bytes, for both kinds of
 * descriptors. */
struct layout {
    /* the size of this kind of descriptor, and the offsets of its fields; 0 for a field that it
     * lacks */
    size_t size, entry, rsrc1, rsrc2, rsrc3, properties, preload;
};
static const struct layout layout_v2 = {
    .size = KERNEL_CODE_SIZE, .entry = 16, .rsrc1 = 48, .rsrc2 = 52, .properties = 56};
static const struct layout layout_v3 = {.size = DESCRIPTOR_SIZE,
                                        .entry = 16,
                                        .rsrc3 = 44,
                                        .rsrc1 = 48,
                                        .rsrc2 = 52,
                                        .properties = 56,
                                        .preload = 58};

/* What the symbols say about a kernel. */
struct kernel_symbols {
    /* where the descriptor begins in the file; 0 if no descriptor was found */
    uint64_t descriptor_offset;
    uint64_t function_address, function_offset; /* where the code is, if |has_function| */
    bool has_function;
    bool is_loaded; /* whether the first instruction is in a loaded segment */
};

struct reading {
    const struct elf_image *image;
    struct code_object *object;
    const struct layout *layout;
    struct kernel_symbols *symbols; /* what the symbols say about each kernel */
    Elf64_Phdr segments[SEGMENTS_MAX];
    size_t segment_count;
    struct codeobj_error *error;
};

struct symbol {
    Elf64_Sym entry;
    const char *name;
    size_t name_size;
    uint64_t offset; /* where the symbol's entry is in the file */
};

static bool is_loaded(const struct reading *reading, const Elf64_Phdr *segment)
{
    if (reading->object->version == 1)
        return segment->p_type >= SEGMENT_FIRST_V1 && segment->p_type <= SEGMENT_LAST_V1;
    return segment->p_type == PT_LOAD;
}

static enum codeobj_status find_segments(struct reading *reading)
{
    for (size_t i = 0; i < reading->image->header.e_phnum; i++) {
        Elf64_Phdr segment = elf_image_segment(reading->image, i);
        if (!is_loaded(reading, &segment))
            continue;
        if (reading->segment_count == SEGMENTS_MAX)
            return codeobj_fail_at(reading->error, CODEOBJ_UNSUPPORTED,
                                   reading->image->header.e_phoff + i * sizeof segment,
                                   "code object has more than %d segments to load", SEGMENTS_MAX);
        reading->segments[reading->segment_count++] = segment;
    }
    return CODEOBJ_OK;
}

/* Finds the offset in the file of the byte that is loaded at |address|. */
static bool find_address(const struct reading *reading, uint64_t address, uint64_t *out)
{
    for (size_t i = 0; i < reading->segment_count; i++) {
        const Elf64_Phdr *segment = &reading->segments[i];
        if (address >= segment->p_vaddr && address - segment->p_vaddr < segment->p_filesz) {
            *out = segment->p_offset + (address - segment->p_vaddr);
            return true;
        }
    }
    return false;
}

/* Finds the first |size| bytes of the object that a symbol names. The bytes must be inside the
 * symbol's section, and the section inside the file. */
static bool symbol_content(const struct reading *reading, const Elf64_Sym *symbol, uint64_t size,
                           struct span *out)
{
    if (symbol->st_shndx >= reading->image->header.e_shnum)
        return false;
    Elf64_Shdr section = elf_image_section(reading->image, symbol->st_shndx);
    struct span content = elf_image_content(reading->image, &section);
    return symbol->st_value >= section.sh_addr &&
           span_sub(content, symbol->st_value - section.sh_addr, size, out);
}

static uint64_t read_le(struct span bytes, size_t offset, size_t size)
{
    uint64_t number = 0;
    struct span field;
    if (offset > 0 && span_sub(bytes, offset, size, &field))
        memcpy(&number, field.data, size);
    return number;
}

/* Sets the kernel's modes from its descriptor: WGP mode and named barriers, if the processor has
 * them. */
static void apply_modes(struct kernel *kernel, const struct target_info *target)
{
    const struct kernel_descriptor *descriptor = &kernel->descriptor;
    if (target_is_known(target))
        kernel->is_wgp_mode = target->has_wgp_mode && descriptor->rsrc1 & WGP_MODE;
    if (target->has_named_barriers)
        kernel->named_barriers =
            NAMED_BARRIERS_UNIT * (descriptor->rsrc3 >> NAMED_BARRIERS_SHIFT & NAMED_BARRIERS);
}

static struct kernel_symbols *symbols_of(const struct reading *reading, const struct kernel *kernel)
{
    return &reading->symbols[kernel - reading->object->kernels];
}

static void read_descriptor(struct reading *reading, struct span bytes, uint64_t address,
                            struct kernel *kernel)
{
    struct kernel_symbols *symbols = symbols_of(reading, kernel);
    const struct layout *layout = reading->layout;
    struct kernel_descriptor *descriptor = &kernel->descriptor;
    *descriptor = (struct kernel_descriptor){
        .rsrc1 = (uint32_t)read_le(bytes, layout->rsrc1, 4),
        .rsrc2 = (uint32_t)read_le(bytes, layout->rsrc2, 4),
        .rsrc3 = (uint32_t)read_le(bytes, layout->rsrc3, 4),
        .properties = (uint16_t)read_le(bytes, layout->properties, 2),
        .kernarg_preload = (uint16_t)read_le(bytes, layout->preload, 2),
        .address = address,
        /* The sum may wrap around, because the field is signed. */
        .entry_address = address + read_le(bytes, layout->entry, 8),
    };
    symbols->descriptor_offset = elf_image_offset(reading->image, bytes);
    symbols->is_loaded = find_address(reading, descriptor->entry_address, &descriptor->code_offset);
    apply_modes(kernel, reading->object->target.info);
}

static bool is_repeated(const struct code_object *object, const struct kernel *kernel)
{
    return kernel + 1 < object->kernels + object->kernel_count &&
           strcmp(kernel[0].name, kernel[1].name) == 0;
}

/* Whether the sizes in a descriptor of version 3 or later are the sizes of the kernel: LDS,
 * scratch, and arguments (for which older compilers write 0). */
static bool sizes_agree(const struct kernel *kernel, struct span descriptor)
{
    uint32_t sizes[3];
    memcpy(sizes, descriptor.data, sizeof sizes);
    return sizes[0] == kernel->group_segment && sizes[1] == kernel->private_segment &&
           (sizes[2] == kernel->kernarg_size || sizes[2] == 0);
}

/* Chooses the metadata record of a kernel that several object files define, such as an instance of
 * a template. Each file leaves a record in the metadata, but the linker keeps one definition. The
 * function makes |first| the last record whose sizes are the descriptor's. If no record has these
 * sizes, it takes the last record, as AMD's runtime always does: createKernelMetadataMap() in
 * rocclr's devprogram.cpp. */
static void choose_record(const struct reading *reading, struct kernel *first,
                          struct span descriptor)
{
    struct kernel *last = first, *chosen;
    /* The kernel already has a symbol of its descriptor. */
    if (symbols_of(reading, first)->descriptor_offset)
        return;
    while (is_repeated(reading->object, last))
        last++;
    for (chosen = last; chosen > first && !sizes_agree(chosen, descriptor);)
        chosen--;
    if (!sizes_agree(chosen, descriptor))
        chosen = last;
    chosen->code_size = first->code_size;
    *first = *chosen;
}

static void keep_function(struct reading *reading, const struct kernel *kernel, uint64_t address,
                          struct span code)
{
    struct kernel_symbols *symbols = symbols_of(reading, kernel);
    symbols->has_function = true;
    symbols->function_address = address;
    symbols->function_offset = elf_image_offset(reading->image, code);
}

/* Reads the symbol of a kernel's function, whose size is that of the code. */
static enum codeobj_status read_function(struct reading *reading, const struct symbol *symbol)
{
    struct kernel *kernel = kernel_find(reading->object, symbol->name, symbol->name_size);
    struct span content;
    if (!kernel)
        return CODEOBJ_OK;
    if (!symbol_content(reading, &symbol->entry, symbol->entry.st_size, &content))
        return codeobj_fail_at(reading->error, CODEOBJ_CORRUPT, symbol->offset,
                               "code of kernel '%.100s' is in no section", kernel->name);
    kernel->code_size = symbol->entry.st_size;
    keep_function(reading, kernel, symbol->entry.st_value, content);
    return CODEOBJ_OK;
}

/* Reads the symbol of a descriptor, "<kernel>.kd". */
static enum codeobj_status read_object(struct reading *reading, const struct symbol *symbol)
{
    struct span content;
    if (symbol->name_size < 3 || memcmp(symbol->name + symbol->name_size - 3, ".kd", 3) != 0)
        return CODEOBJ_OK;
    struct kernel *kernel = kernel_find(reading->object, symbol->name, symbol->name_size - 3);
    if (!kernel)
        return codeobj_fail_at(reading->error, CODEOBJ_CORRUPT, symbol->offset,
                               "kernel descriptor '%.100s' has no kernel in the metadata",
                               symbol->name);
    if (symbol->entry.st_size != DESCRIPTOR_SIZE)
        return codeobj_fail_at(reading->error, CODEOBJ_CORRUPT, symbol->offset,
                               "descriptor of kernel '%.60s' is %" PRIu64 " bytes, not %d",
                               kernel->name, symbol->entry.st_size, DESCRIPTOR_SIZE);
    if (!symbol_content(reading, &symbol->entry, DESCRIPTOR_SIZE, &content))
        return codeobj_fail_at(reading->error, CODEOBJ_CORRUPT, symbol->offset,
                               "descriptor of kernel '%.100s' is in no section", kernel->name);
    if (elf_image_offset(reading->image, content) < sizeof reading->image->header)
        return codeobj_fail_at(reading->error, CODEOBJ_CORRUPT, symbol->offset,
                               "descriptor of kernel '%.100s' is in the ELF header", kernel->name);
    choose_record(reading, kernel, content);
    read_descriptor(reading, content, symbol->entry.st_value, kernel);
    return CODEOBJ_OK;
}

/* Reads the symbol of a kernel of version 2: the amd_kernel_code_t, and the code after it. */
static enum codeobj_status read_kernel_v2(struct reading *reading, const struct symbol *symbol)
{
    struct kernel *kernel = kernel_find(reading->object, symbol->name, symbol->name_size);
    uint64_t size = symbol->entry.st_size;
    struct span content;
    if (!kernel)
        return codeobj_fail_at(reading->error, CODEOBJ_CORRUPT, symbol->offset,
                               "kernel '%.100s' is not in the metadata", symbol->name);
    if (size < KERNEL_CODE_SIZE || !symbol_content(reading, &symbol->entry, size, &content))
        return codeobj_fail_at(reading->error, CODEOBJ_CORRUPT, symbol->offset,
                               "kernel '%.100s' is in no section, or shorter than its descriptor",
                               kernel->name);
    kernel->code_size = size - KERNEL_CODE_SIZE;
    read_descriptor(reading, content, symbol->entry.st_value, kernel);
    span_sub(content, KERNEL_CODE_SIZE, kernel->code_size, &content);
    keep_function(reading, kernel, symbol->entry.st_value + KERNEL_CODE_SIZE, content);
    return CODEOBJ_OK;
}

static enum codeobj_status read_symbol(struct reading *reading, const struct symbol *symbol)
{
    const bool is_v2 = reading->object->version <= 2;
    switch (ELF64_ST_TYPE(symbol->entry.st_info)) {
    case STT_FUNC: return is_v2 ? CODEOBJ_OK : read_function(reading, symbol);
    case STT_OBJECT: return is_v2 ? CODEOBJ_OK : read_object(reading, symbol);
    case SYMBOL_KERNEL_V2: return is_v2 ? read_kernel_v2(reading, symbol) : CODEOBJ_OK;
    default: return CODEOBJ_OK;
    }
}

/* Returns the address from which a symbol's value is counted. In version 1 this is the start of the
 * symbol's section. */
static uint64_t section_address(const struct reading *reading, size_t index)
{
    return index < reading->image->header.e_shnum ? elf_image_section(reading->image, index).sh_addr
                                                  : 0;
}

static enum codeobj_status read_table(struct reading *reading, const struct elf_symbols *table,
                                      enum codeobj_status (*read)(struct reading *,
                                                                  const struct symbol *))
{
    enum codeobj_status status = CODEOBJ_OK;
    for (size_t i = 0; i < table->count && !status; i++) {
        struct symbol symbol = {.entry = elf_symbols_entry(table, i)};
        struct span name;
        if (symbol.entry.st_shndx == SHN_UNDEF)
            continue;
        status = elf_symbols_name(table, i, KERNEL_NAME_MAX + 3, &name, reading->error);
        if (status)
            break;
        symbol.offset = elf_symbols_offset(table, i);
        if (reading->object->version == 1)
            symbol.entry.st_value += section_address(reading, symbol.entry.st_shndx);
        symbol.name = (const char *)name.data;
        symbol.name_size = name.size;
        status = read(reading, &symbol);
    }
    return status;
}

static bool lacks_function(const struct reading *reading)
{
    for (size_t i = 0; i < reading->object->kernel_count; i++)
        if (reading->symbols[i].descriptor_offset && !reading->symbols[i].has_function)
            return true;
    return false;
}

static enum codeobj_status read_local_function(struct reading *reading, const struct symbol *symbol)
{
    if (ELF64_ST_TYPE(symbol->entry.st_info) != STT_FUNC || symbol->entry.st_size == 0)
        return CODEOBJ_OK;
    const struct kernel *kernel = kernel_find(reading->object, symbol->name, symbol->name_size);
    if (!kernel || symbols_of(reading, kernel)->has_function ||
        kernel->descriptor.entry_address != symbol->entry.st_value)
        return CODEOBJ_OK;
    return read_function(reading, symbol);
}

/* Reads local functions from the full symbol table. Loaders do not read this table, so damage in it
 * is not an error. */
static void read_local_functions(struct reading *reading, size_t index)
{
    struct elf_symbols table;
    struct reading lenient = *reading;
    lenient.error = NULL;
    if (elf_symbols_open(reading->image, index, &table, NULL) == CODEOBJ_OK)
        (void)read_table(&lenient, &table, read_local_function);
}

static enum codeobj_status read_tables(struct reading *reading)
{
    struct elf_symbols table;
    size_t dynamic, other;
    enum codeobj_status status =
        elf_image_find(reading->image, SHT_DYNSYM, &dynamic, reading->error);
    if (!status)
        status = elf_image_find(reading->image, SHT_SYMTAB, &other, reading->error);
    if (status || (!dynamic && !other))
        return status;
    status = elf_symbols_open(reading->image, dynamic ? dynamic : other, &table, reading->error);
    if (!status)
        status = read_table(reading, &table, read_symbol);
    if (!status && dynamic && other && reading->object->version > 2 && lacks_function(reading))
        read_local_functions(reading, other);
    return status;
}

/* ---- Checks after all symbols are read ----------------------------------------------------- */

/* Removes repeated records. Of several records with the same name, the first one is the
 * kernel's. */
static void drop_repeated(struct reading *reading)
{
    struct code_object *object = reading->object;
    size_t kept = 0;
    for (size_t i = 0; i < object->kernel_count; i++) {
        if (kept && strcmp(object->kernels[kept - 1].name, object->kernels[i].name) == 0)
            continue;
        reading->symbols[kept] = reading->symbols[i];
        object->kernels[kept++] = object->kernels[i];
    }
    object->kernel_count = kept;
}

static int compare_addresses(const void *a, const void *b)
{
    const uint64_t *left = a, *right = b;
    return (*left > *right) - (*left < *right);
}

/* The addresses where the code of kernels starts, sorted. Kernels whose size is 0 are left out. */
struct starts {
    uint64_t *addresses;
    size_t count;
};

static bool starts_have(const struct starts *starts, uint64_t address)
{
    return starts->count &&
           bsearch(&address, starts->addresses, starts->count, sizeof address, compare_addresses);
}

/* Whether the kernel has no code. A code size of 0 means "no code" at the end of all code, and
 * where another kernel starts. Elsewhere a size of 0 means "unknown", because assembly may lack
 * ".size". */
static bool is_empty(const struct reading *reading, const struct kernel *kernel,
                     const struct starts *starts)
{
    const struct kernel_symbols *symbols = symbols_of(reading, kernel);
    return symbols->has_function && kernel->code_size == 0 &&
           symbols->function_address == kernel->descriptor.entry_address &&
           (!symbols->is_loaded || starts_have(starts, symbols->function_address));
}

static enum codeobj_status check_kernel(const struct reading *reading, struct kernel *kernel,
                                        const struct starts *starts)
{
    const struct kernel_symbols *symbols = symbols_of(reading, kernel);
    struct span code;
    if (!symbols->descriptor_offset)
        return codeobj_fail(reading->error, CODEOBJ_CORRUPT, "kernel '%.100s' has no descriptor",
                            kernel->name);
    kernel->is_empty = is_empty(reading, kernel, starts);
    if (kernel->is_empty)
        kernel->descriptor.code_offset = symbols->function_offset;
    else if (!symbols->is_loaded)
        return codeobj_fail_at(reading->error, CODEOBJ_CORRUPT,
                               symbols->descriptor_offset + reading->layout->entry,
                               "code of kernel '%.80s' starts in no segment", kernel->name);
    if (!span_sub(reading->image->bytes, kernel->descriptor.code_offset, kernel->code_size, &code))
        return codeobj_fail_at(reading->error, CODEOBJ_CORRUPT, kernel->descriptor.code_offset,
                               "code of kernel '%.80s' ends past the end of the code object",
                               kernel->name);
    return CODEOBJ_OK;
}

static enum codeobj_status check_kernels(struct reading *reading)
{
    struct code_object *object = reading->object;
    struct memory_block *scratch = NULL;
    struct starts starts = {memory_take(&scratch, object->kernel_count, sizeof(uint64_t)), 0};
    enum codeobj_status status = CODEOBJ_OK;
    if (!starts.addresses)
        return codeobj_fail(reading->error, CODEOBJ_NO_MEMORY, "out of memory");
    for (size_t i = 0; i < object->kernel_count; i++) {
        if (object->kernels[i].code_size)
            starts.addresses[starts.count++] = reading->symbols[i].function_address;
    }
    qsort(starts.addresses, starts.count, sizeof(uint64_t), compare_addresses);
    for (size_t i = 0; i < object->kernel_count && !status; i++)
        status = check_kernel(reading, &object->kernels[i], &starts);
    memory_free(&scratch);
    return status;
}

enum codeobj_status symbols_read(const struct elf_image *image, struct code_object *object,
                                 struct codeobj_error *error)
{
    struct memory_block *scratch = NULL;
    struct reading reading = {
        .image = image,
        .object = object,
        .layout = object->version <= 2 ? &layout_v2 : &layout_v3,
        .symbols = memory_take(&scratch, object->kernel_count + 1, sizeof(struct kernel_symbols)),
        .error = error,
    };
    if (!reading.symbols)
        return codeobj_fail(error, CODEOBJ_NO_MEMORY, "out of memory");
    enum codeobj_status status = find_segments(&reading);
    if (!status)
        status = read_tables(&reading);
    if (!status) {
        drop_repeated(&reading);
        status = check_kernels(&reading);
    }
    memory_free(&scratch);
    return status;
}
