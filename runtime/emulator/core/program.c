/* Loading a code object: segments, relocations, variables, and slots for its instructions.
 *
 * code_object_open() has held the file against its specification; what is read here besides goes
 * through span_sub() all the same. See "ELF Code Object" in LLVM's AMDGPU usage guide, and its
 * "Relocation Records".
 */
#include "program.h"

#include "check.h"
#include "device.h"
#include "dispatch.h"
#include "wave.h"

#include <elf.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum {
    RELOCATION_ABS32_LOW = 1,
    RELOCATION_ABS32_HIGH = 2,
    RELOCATION_ABS64 = 3,
    RELOCATION_ABS32 = 6,
    RELOCATION_RELATIVE64 = 13
};

static enum codeobj_status fail(struct codeobj_error *error, enum codeobj_status status,
                                const char *message)
{
    if (error) {
        *error = (struct codeobj_error){.status = status};
        snprintf(error->message, sizeof error->message, "%s", message);
    }
    return status;
}

/* The |index|-th record of |size| bytes in the table at |offset| of the file. */
static bool read_record(struct span file, uint64_t offset, uint64_t index, void *out, size_t size)
{
    struct span record;
    if (index > UINT32_MAX || !span_sub(file, offset, file.size - offset, &record) ||
        !span_sub(record, index * size, size, &record))
        return false;
    memcpy(out, record.data, size);
    return true;
}

static bool read_section(const struct program *program, unsigned index, Elf64_Shdr *out)
{
    Elf64_Ehdr header;
    return read_record(program->file, 0, 0, &header, sizeof header) && index < header.e_shnum &&
           read_record(program->file, header.e_shoff, index, out, sizeof *out);
}

/* Calls |visit| for every loaded segment. */
static bool each_segment(struct program *program,
                         bool (*visit)(struct program *program, const Elf64_Phdr *segment))
{
    Elf64_Ehdr header;
    Elf64_Phdr segment;
    if (!read_record(program->file, 0, 0, &header, sizeof header))
        return false;
    for (unsigned i = 0; i < header.e_phnum; i++) {
        if (!read_record(program->file, header.e_phoff, i, &segment, sizeof segment))
            return false;
        if (segment.p_type == PT_LOAD && !visit(program, &segment))
            return false;
    }
    return true;
}

enum { IMAGE_MAX = 1 << 30 }; /* bytes */

static bool measure_segment(struct program *program, const Elf64_Phdr *segment)
{
    uint64_t end = segment->p_vaddr + segment->p_memsz;
    if (segment->p_vaddr > IMAGE_MAX || segment->p_memsz > IMAGE_MAX || end > IMAGE_MAX ||
        segment->p_filesz > segment->p_memsz)
        return false;
    if (end > program->image_size)
        program->image_size = end;
    if (segment->p_flags & PF_X) {
        program->code_address = segment->p_vaddr & ~3ull;
        program->code_size = segment->p_filesz; /* zeros behind it are no instructions */
    }
    return true;
}

static bool copy_segment(struct program *program, const Elf64_Phdr *segment)
{
    struct span bytes;
    if (!span_sub(program->file, segment->p_offset, segment->p_filesz, &bytes))
        return false;
    if (bytes.size)
        memcpy(program->image + segment->p_vaddr, bytes.data, bytes.size);
    return true;
}

/* ---- Symbols and relocations ---------------------------------------------------------------- */

static bool read_symbol(const struct program *program, const Elf64_Shdr *table, uint64_t index,
                        Elf64_Sym *out)
{
    return table->sh_entsize == sizeof *out && index < table->sh_size / sizeof *out &&
           read_record(program->file, table->sh_offset, index, out, sizeof *out);
}

static char *symbol_name(const struct program *program, const Elf64_Shdr *table, uint32_t offset)
{
    Elf64_Shdr strings;
    struct span text;
    if (!read_section(program, table->sh_link, &strings) ||
        !span_sub(program->file, strings.sh_offset, strings.sh_size, &text) ||
        !span_sub(text, offset, text.size - offset, &text))
        return NULL;
    return memchr(text.data, 0, text.size) ? strdup((const char *)text.data) : NULL;
}

static int compare_symbols(const void *a, const void *b)
{
    const struct program_symbol *left = a, *right = b;
    return strcmp(left->name, right->name);
}

/* The variables among the dynamic symbols: kernels' descriptors are objects too, and are of use to
 * nobody. */
static bool read_symbols(struct program *program, const Elf64_Shdr *table)
{
    Elf64_Sym symbol;
    size_t count = table->sh_size / sizeof symbol;
    program->symbols = calloc(count + 1, sizeof program->symbols[0]);
    for (size_t i = 1; program->symbols && i < count; i++) {
        if (!read_symbol(program, table, i, &symbol))
            return false;
        char *name = symbol_name(program, table, symbol.st_name);
        size_t size = name ? strlen(name) : 0;
        bool is_descriptor = size > 3 && strcmp(name + size - 3, ".kd") == 0;
        if (!name || ELF64_ST_TYPE(symbol.st_info) != STT_OBJECT || is_descriptor ||
            symbol.st_shndx == SHN_UNDEF || symbol.st_value > program->image_size ||
            symbol.st_size > program->image_size - symbol.st_value) {
            free(name);
            continue;
        }
        program->symbols[program->symbol_count++] =
            (struct program_symbol){name, program->image + symbol.st_value, (size_t)symbol.st_size};
    }
    if (program->symbols)
        qsort(program->symbols, program->symbol_count, sizeof program->symbols[0], compare_symbols);
    return program->symbols != NULL;
}

static bool relocate(struct program *program, const Elf64_Shdr *symbols, const Elf64_Rela *record)
{
    Elf64_Sym symbol = {0};
    uint64_t index = ELF64_R_SYM(record->r_info), base = (uint64_t)(uintptr_t)program->image;
    unsigned type = ELF64_R_TYPE(record->r_info);
    if (index && (!read_symbol(program, symbols, index, &symbol) || symbol.st_shndx == SHN_UNDEF))
        return false;
    uint64_t value = base + (index ? symbol.st_value : 0) + (uint64_t)record->r_addend;
    size_t size = type == RELOCATION_ABS64 || type == RELOCATION_RELATIVE64 ? 8 : 4;
    if (record->r_offset > program->image_size || size > program->image_size - record->r_offset)
        return false;
    switch (type) {
    case RELOCATION_ABS64:
    case RELOCATION_RELATIVE64:
    case RELOCATION_ABS32:
    case RELOCATION_ABS32_LOW: break;
    case RELOCATION_ABS32_HIGH: value >>= 32; break;
    default: return false;
    }
    memcpy(program->image + record->r_offset, &value, size);
    return true;
}

static enum codeobj_status link_program(struct program *program, struct codeobj_error *error)
{
    Elf64_Shdr section, symbols = {0};
    Elf64_Rela record;
    for (unsigned i = 0; read_section(program, i, &section); i++) {
        if (section.sh_type == SHT_DYNSYM)
            symbols = section;
    }
    if (!read_symbols(program, &symbols))
        return fail(error, CODEOBJ_CORRUPT, "the dynamic symbols of the code object are damaged");
    for (unsigned i = 0; read_section(program, i, &section); i++) {
        if (section.sh_type != SHT_RELA || !(section.sh_flags & SHF_ALLOC))
            continue;
        for (uint64_t j = 0; j < section.sh_size / sizeof record; j++) {
            if (!read_record(program->file, section.sh_offset, j, &record, sizeof record) ||
                !relocate(program, &symbols, &record))
                return fail(error, CODEOBJ_UNSUPPORTED,
                            "the code object uses a symbol that it does not define; "
                            "link it with what does");
        }
    }
    return CODEOBJ_OK;
}

/* ---- Loading -------------------------------------------------------------------------------- */

static enum codeobj_status load(struct program *program, struct span bytes,
                                struct codeobj_error *error)
{
    uint8_t *copy = malloc(bytes.size ? bytes.size : 1);
    if (!copy)
        return fail(error, CODEOBJ_NO_MEMORY, "out of memory");
    memcpy(copy, bytes.data, bytes.size);
    program->file = (struct span){copy, bytes.size};
    if (program->object.version > CODE_OBJECT_VERSION_MAX)
        return fail(error, CODEOBJ_UNSUPPORTED,
                    "the version of the code object is unknown to this libhipemu");
    if (!each_segment(program, measure_segment))
        return fail(error, CODEOBJ_CORRUPT, "the segments of the code object are damaged");
    if (program->code_address + program->code_size > program->image_size)
        return fail(error, CODEOBJ_CORRUPT, "the code of the code object is damaged");
    program->image = space_allocate(program->device, MEMORY_CODE, program->image_size + 64, 4096, 0,
                                    "hipModuleLoad", false);
    if (!program->image)
        return fail(error, CODEOBJ_NO_MEMORY, "out of memory");
    if (!each_segment(program, copy_segment))
        return fail(error, CODEOBJ_TRUNCATED, "the segments of the code object are cut off");
    return link_program(program, error);
}

/* Of a processor that runs here: the limits of others are not known. */
static enum codeobj_status check_kernels(const struct program *program, struct codeobj_error *error)
{
    const struct code_object *object = &program->object;
    enum codeobj_status status = CODEOBJ_OK;
    for (size_t i = 0; i < object->kernel_count && !status; i++)
        status = kernel_check_limits(program, &object->kernels[i], error);
    return status;
}

enum codeobj_status program_load(struct span bytes, struct device *device, struct program **out,
                                 struct codeobj_error *error)
{
    struct program *program = calloc(1, sizeof *program);
    if (!program)
        return fail(error, CODEOBJ_NO_MEMORY, "out of memory");
    enum codeobj_status status = code_object_open(bytes, &program->object, error);
    if (!status) {
        program->device = device;
        program->target = program->object.target.info;
        program->generation = generation_of(program->target);
        pthread_mutex_init(&program->lock, NULL);
        status = load(program, bytes, error);
        if (!status && target_id_match(&program->object.target, &device->target).mismatch == 0)
            status = check_kernels(program, error);
        if (status)
            program_unload(program);
        else
            *out = program;
        return status;
    }
    free(program);
    return status;
}

static size_t slots(const struct program *program)
{
    return program->code_size / 4 + 1;
}

static void free_ops(struct program *program, struct program_ops *ops)
{
    if (!ops)
        return;
    for (size_t i = 0; i < slots(program); i++)
        free((void *)(uintptr_t)ops->all[i].dual);
    munmap(ops->all, slots(program) * sizeof(struct op));
    free(ops);
}

void program_unload(struct program *program)
{
    if (!program)
        return;
    free_ops(program, program->ops[0]);
    free_ops(program, program->ops[1]);
    for (size_t i = 0; i < program->symbol_count; i++)
        free(program->symbols[i].name);
    free(program->symbols);
    if (program->image)
        space_free(program->image);
    free((void *)(uintptr_t)program->file.data);
    code_object_close(&program->object);
    pthread_mutex_destroy(&program->lock);
    free(program);
}

const struct program_symbol *program_find_symbol(const struct program *program, const char *name)
{
    struct program_symbol key = {.name = (char *)(uintptr_t)name};
    return bsearch(&key, program->symbols, program->symbol_count, sizeof key, compare_symbols);
}

/* ---- Instructions --------------------------------------------------------------------------- */

/* LLVM's destructors run in exit(), maybe while a kernel is at work: from then on nothing is
 * decoded any more. Decoding holds the lock as a reader; the process's end takes it as a writer,
 * which waits for an instruction at most. */
static struct {
    pthread_rwlock_t lock;
    bool is_leaving, is_registered;
} llvm = {.lock = PTHREAD_RWLOCK_INITIALIZER};

static void leave_llvm(void)
{
    pthread_rwlock_wrlock(&llvm.lock);
    llvm.is_leaving = true;
    pthread_rwlock_unlock(&llvm.lock);
}

static struct decoder *get_decoder(const struct target_info *target, unsigned lanes,
                                   struct codeobj_error *error)
{
    struct decoder *decoder = NULL;
    pthread_rwlock_wrlock(&llvm.lock);
    if (llvm.is_leaving)
        fail(error, CODEOBJ_UNSUPPORTED, "the process is ending");
    else
        decoder = decoder_get(target, lanes, error);
    if (decoder && !llvm.is_registered) /* after LLVM's own, so that it comes before them */
        llvm.is_registered = atexit(leave_llvm) == 0;
    pthread_rwlock_unlock(&llvm.lock);
    return decoder;
}

/* Slots for every dword of the code: most are never touched, and cost nothing. */
static struct program_ops *make_ops(struct program *program, unsigned lanes,
                                    struct codeobj_error *error)
{
    struct program_ops *ops = calloc(1, sizeof *ops);
    if (!ops) {
        fail(error, CODEOBJ_NO_MEMORY, "out of memory");
        return NULL;
    }
    ops->program = program;
    ops->decoder = get_decoder(program->target, lanes, error);
    ops->all = mmap(NULL, slots(program) * sizeof(struct op), PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (!ops->decoder || ops->all == MAP_FAILED) {
        if (ops->all != MAP_FAILED)
            munmap(ops->all, slots(program) * sizeof(struct op));
        else
            fail(error, CODEOBJ_NO_MEMORY, "out of memory");
        free(ops);
        return NULL;
    }
    return ops;
}

const struct program_ops *program_ops(struct program *program, unsigned lanes,
                                      struct codeobj_error *error)
{
    struct program_ops **ops = &program->ops[lanes == 64];
    pthread_mutex_lock(&program->lock);
    if (!*ops)
        *ops = make_ops(program, lanes, error);
    pthread_mutex_unlock(&program->lock);
    return *ops;
}

/* The process ends, and takes the kernel along: nobody is told. */
_Noreturn static void give_up(struct wave *wave)
{
    *wave->group->fault = (struct fault){.kind = FAULT_TRAP};
    longjmp(wave->group->escape, 1);
}

void program_decode(const struct program_ops *ops, uint32_t dword, struct wave *wave)
{
    struct program *program = (struct program *)(uintptr_t)ops->program;
    struct op *slot = &ops->all[dword], op;
    char message[256];
    bool is_known = true;
    pthread_mutex_lock(&program->lock); /* before LLVM's lock, always */
    pthread_rwlock_rdlock(&llvm.lock);
    bool is_leaving = llvm.is_leaving;
    if (!is_leaving && !slot->run) {
        is_known = decoder_decode(ops->decoder, program, dword, &op, message, sizeof message);
        if (is_known) {
            op_run *run = op.dual ? op.dual_run : op.instruction->run;
            check_prepare(&op, wave->lanes);
            /* |run| is first, and others look at it meanwhile */
            memcpy(&slot->instruction, &op.instruction,
                   sizeof op - offsetof(struct op, instruction));
            __atomic_store_n(&slot->run, run, __ATOMIC_RELEASE);
        }
    }
    pthread_rwlock_unlock(&llvm.lock);
    pthread_mutex_unlock(&program->lock);
    if (is_leaving)
        give_up(wave);
    if (!is_known)
        wave_fault(wave, FAULT_ILLEGAL_INSTRUCTION, "%s", message);
}
