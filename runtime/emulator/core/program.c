/* Loading a code object: segments, relocations, variables, and slots for its instructions.
 * code_object_open() has checked the file; further reads in this file go through elf_image.h. See
 * "ELF Code Object" in LLVM's AMDGPU usage guide, and its "Relocation Records". */
#include "core/program.h"

#include "core/device.h"
#include "core/watch.h"
#include "elf_image.h"

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

/* Calls |visit| for every loaded segment. */
static bool each_segment(struct program *program, const struct elf_image *image,
                         bool (*visit)(struct program *program, const Elf64_Phdr *segment))
{
    for (size_t i = 0; i < image->header.e_phnum; i++) {
        Elf64_Phdr segment = elf_image_segment(image, i);
        if (segment.p_type == PT_LOAD && !visit(program, &segment))
            return false;
    }
    return true;
}

/* IMAGE_MAX is the most bytes of a program's image, and NAME_MAX_SIZE those of a symbol's name */
enum { IMAGE_MAX = 1 << 30, NAME_MAX_SIZE = UINT16_MAX };

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
        program->code_size = segment->p_filesz; /* only the bytes from the file are instructions;
                                                 * memory after them is zeros */
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

/* The range of addresses from the first to the last segment that is writable: the variables. */
struct variables {
    uint64_t start, end;
};

static void add_variables(struct variables *all, const Elf64_Phdr *segment)
{
    uint64_t end = segment->p_vaddr + segment->p_memsz;
    if (segment->p_type != PT_LOAD || !(segment->p_flags & PF_W) || segment->p_memsz == 0)
        return;
    if (all->end == 0 || segment->p_vaddr < all->start)
        all->start = segment->p_vaddr;
    if (end > all->end)
        all->end = end;
}

/* Whether |segment| is outside of the variables' range, or consists of variables. Code and
 * constants must not be in that range, and linkers never put them there. */
static bool is_apart(const struct variables *all, const Elf64_Phdr *segment)
{
    return segment->p_type != PT_LOAD || segment->p_flags == (PF_R | PF_W) ||
           segment->p_memsz == 0 || segment->p_vaddr >= all->end ||
           segment->p_vaddr + segment->p_memsz <= all->start;
}

/* Lets kernels write the variables. False when code or constants are among them. */
static bool open_variables(struct program *program, const struct elf_image *image)
{
    struct variables all = {0, 0};
    bool is_good = true;
    for (size_t i = 0; i < image->header.e_phnum; i++) {
        Elf64_Phdr segment = elf_image_segment(image, i);
        add_variables(&all, &segment);
    }
    for (size_t i = 0; i < image->header.e_phnum; i++) {
        Elf64_Phdr segment = elf_image_segment(image, i);
        is_good &= is_apart(&all, &segment);
    }
    if (is_good && all.end)
        space_let_write(program->image, program->image + all.start, all.end - all.start);
    return is_good;
}

/* ---- Symbols and relocations ---------------------------------------------------------------- */

static int compare_symbols(const void *a, const void *b)
{
    const struct program_symbol *left = a, *right = b;
    return strcmp(left->name, right->name);
}

static bool is_descriptor(struct span name)
{
    return name.size > 3 && memcmp(name.data + name.size - 3, ".kd", 3) == 0;
}

/* Reads the variables among the dynamic symbols. It skips kernel descriptors, which are objects,
 * too, but which programs do not ask for. */
static enum codeobj_status read_symbols(struct program *program, const struct elf_symbols *table,
                                        struct codeobj_error *error)
{
    program->symbols = calloc(table->count + 1, sizeof program->symbols[0]);
    if (!program->symbols)
        return codeobj_fail(error, CODEOBJ_NO_MEMORY, "out of memory");
    for (size_t i = 1; i < table->count; i++) {
        const Elf64_Sym symbol = elf_symbols_entry(table, i);
        struct span text;
        if (ELF64_ST_TYPE(symbol.st_info) != STT_OBJECT || symbol.st_shndx == SHN_UNDEF ||
            symbol.st_value > program->image_size ||
            symbol.st_size > program->image_size - symbol.st_value ||
            elf_symbols_name(table, i, NAME_MAX_SIZE, &text, NULL) || is_descriptor(text))
            continue;
        char *name = span_to_string(text);
        if (!name)
            return codeobj_fail(error, CODEOBJ_NO_MEMORY, "out of memory");
        program->symbols[program->symbol_count++] =
            (struct program_symbol){name, program->image + symbol.st_value, (size_t)symbol.st_size};
    }
    qsort(program->symbols, program->symbol_count, sizeof program->symbols[0], compare_symbols);
    return CODEOBJ_OK;
}

static enum codeobj_status fail_undefined(const struct elf_symbols *symbols, uint64_t index,
                                          struct codeobj_error *error)
{
    struct span name;
    if (elf_symbols_name(symbols, (size_t)index, NAME_MAX_SIZE, &name, NULL))
        name = (struct span){0};
    return codeobj_fail(error, CODEOBJ_UNSUPPORTED,
                        "the code object uses the symbol '%.*s' and does not define it; "
                        "link it with a file that does",
                        (int)name.size, name.data ? (const char *)name.data : "");
}

static enum codeobj_status relocate(struct program *program, const struct elf_symbols *symbols,
                                    const Elf64_Rela *record, struct codeobj_error *error)
{
    Elf64_Sym symbol = {0};
    uint64_t index = ELF64_R_SYM(record->r_info), base = (uint64_t)(uintptr_t)program->image;
    unsigned type = ELF64_R_TYPE(record->r_info);
    if (index) {
        symbol = elf_symbols_entry(symbols, (size_t)index);
        if (symbol.st_shndx == SHN_UNDEF)
            return fail_undefined(symbols, index, error);
    }
    uint64_t value = base + symbol.st_value + (uint64_t)record->r_addend;
    size_t size = type == RELOCATION_ABS64 || type == RELOCATION_RELATIVE64 ? 8 : 4;
    if (record->r_offset > program->image_size || size > program->image_size - record->r_offset)
        return codeobj_fail(error, CODEOBJ_CORRUPT, "a relocation is outside of the code object");
    switch (type) {
    case RELOCATION_ABS64:
    case RELOCATION_RELATIVE64:
    case RELOCATION_ABS32:
    case RELOCATION_ABS32_LOW: break;
    case RELOCATION_ABS32_HIGH: value >>= 32; break;
    default:
        return codeobj_fail(error, CODEOBJ_UNSUPPORTED, "relocations of type %u are not supported",
                            type);
    }
    memcpy(program->image + record->r_offset, &value, size);
    return CODEOBJ_OK;
}

/* Applies the relocation records of |section|. */
static enum codeobj_status relocate_all(struct program *program, const struct elf_symbols *symbols,
                                        struct span section, struct codeobj_error *error)
{
    enum codeobj_status status = CODEOBJ_OK;
    Elf64_Rela record;
    struct span bytes;
    for (size_t i = 0; !status && span_sub(section, i, sizeof record, &bytes); i += sizeof record) {
        memcpy(&record, bytes.data, sizeof record);
        status = relocate(program, symbols, &record, error);
    }
    return status;
}

static enum codeobj_status link_program(struct program *program, const struct elf_image *image,
                                        struct codeobj_error *error)
{
    struct elf_symbols symbols = {0};
    size_t table;
    enum codeobj_status status = elf_image_find(image, SHT_DYNSYM, &table, error);
    if (!status && table)
        status = elf_symbols_open(image, table, &symbols, error);
    if (!status)
        status = read_symbols(program, &symbols, error);
    for (size_t i = 1; i < image->header.e_shnum && !status; i++) {
        const Elf64_Shdr section = elf_image_section(image, i);
        if (section.sh_type == SHT_RELA && (section.sh_flags & SHF_ALLOC))
            status = relocate_all(program, &symbols, elf_image_content(image, &section), error);
    }
    return status;
}

/* ---- Loading programs ------------------------------------------------------------------------ */

static enum codeobj_status load(struct program *program, struct span bytes,
                                struct codeobj_error *error)
{
    struct elf_image image;
    uint8_t *copy = malloc(bytes.size ? bytes.size : 1);
    if (!copy)
        return codeobj_fail(error, CODEOBJ_NO_MEMORY, "out of memory");
    memcpy(copy, bytes.data, bytes.size);
    program->file = (struct span){copy, bytes.size};
    enum codeobj_status status = elf_image_open(program->file, &image, error);
    if (status)
        return status;
    if (program->object.version > CODE_OBJECT_VERSION_MAX)
        return codeobj_fail(error, CODEOBJ_UNSUPPORTED,
                            "the version of the code object is unknown to this libhipemu");
    if (!each_segment(program, &image, measure_segment))
        return codeobj_fail(error, CODEOBJ_CORRUPT, "the segments of the code object are damaged");
    if (program->code_address + program->code_size > program->image_size)
        return codeobj_fail(error, CODEOBJ_CORRUPT, "the code of the code object is damaged");
    program->image = space_allocate(program->device, MEMORY_CODE, program->image_size + 64, 4096, 0,
                                    "hipModuleLoad", false);
    if (!program->image)
        return codeobj_fail(error, CODEOBJ_NO_MEMORY, "out of memory");
    if (!each_segment(program, &image, copy_segment))
        return codeobj_fail(error, CODEOBJ_TRUNCATED,
                            "the segments of the code object are cut off");
    if (!open_variables(program, &image))
        return codeobj_fail(error, CODEOBJ_UNSUPPORTED,
                            "the code object has variables among its code or constants");
    return link_program(program, &image, error);
}

/* Checks all kernels of |program|. Called only if the device can run them: for processors that
 * libhipemu does not emulate, the limits are not known. */
static enum codeobj_status check_kernels(const struct program *program, struct codeobj_error *error)
{
    const struct code_object *object = &program->object;
    enum codeobj_status status = CODEOBJ_OK;
    for (size_t i = 0; i < object->kernel_count && !status; i++)
        status = kernel_check_start(program, &object->kernels[i], error);
    return status;
}

enum codeobj_status program_load(struct span bytes, struct device *device,
                                 const struct decoder_functions *decoding, struct program **out,
                                 struct codeobj_error *error)
{
    struct program *program = calloc(1, sizeof *program);
    if (!program)
        return codeobj_fail(error, CODEOBJ_NO_MEMORY, "out of memory");
    enum codeobj_status status = code_object_open(bytes, &program->object, error);
    if (!status) {
        program->users = 1;
        program->device = device;
        program->decoding = decoding;
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
    if (ops->blocks)
        program->decoding->blocks->free(ops->blocks);
    for (size_t i = 0; i < ops->dual_count; i++)
        free((void *)(uintptr_t)ops->duals[i]);
    free(ops->duals);
    munmap(ops->all, slots(program) * sizeof(struct op));
    free(ops);
}

void program_use(struct program *program)
{
    __atomic_add_fetch(&program->users, 1, __ATOMIC_RELAXED);
}

void program_unload(struct program *program)
{
    if (!program || __atomic_sub_fetch(&program->users, 1, __ATOMIC_ACQ_REL) > 0)
        return;
    if (program->watchers)
        program->watchers->forget(program);
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

/* ---- Decoding instructions ------------------------------------------------------------------- */

/* LLVM's destructors run in exit(), maybe while a kernel is running. From then on nothing may be
 * decoded. Each use of LLVM holds this lock as a reader. leave_llvm(), which runs in exit() before
 * LLVM's destructors, takes the lock as a writer, so it waits for one instruction at most. */
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

bool program_is_over(void)
{
    pthread_rwlock_rdlock(&llvm.lock);
    bool is_leaving = llvm.is_leaving;
    pthread_rwlock_unlock(&llvm.lock);
    return is_leaving;
}

static struct decoder *get_decoder(const struct program *program, unsigned lanes,
                                   struct codeobj_error *error)
{
    struct decoder *decoder = NULL;
    pthread_rwlock_wrlock(&llvm.lock);
    if (llvm.is_leaving)
        codeobj_fail(error, CODEOBJ_UNSUPPORTED, "the process is ending");
    else
        decoder = program->decoding->get(program->target, lanes, error);
    if (decoder && !llvm.is_registered) /* leave_llvm() is registered after LLVM's destructors,
                                         * because exit() calls the last one registered first */
        llvm.is_registered = atexit(leave_llvm) == 0;
    pthread_rwlock_unlock(&llvm.lock);
    return decoder;
}

/* Makes ops with a slot for each dword of the code. Most slots are never used, and an unused slot
 * takes no memory. */
static struct program_ops *make_ops(struct program *program, unsigned lanes,
                                    struct codeobj_error *error)
{
    struct program_ops *ops = calloc(1, sizeof *ops);
    if (!ops) {
        codeobj_fail(error, CODEOBJ_NO_MEMORY, "out of memory");
        return NULL;
    }
    ops->program = program;
    ops->lanes = lanes;
    ops->decoder = get_decoder(program, lanes, error);
    ops->all = mmap(NULL, slots(program) * sizeof(struct op), PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (!ops->decoder || ops->all == MAP_FAILED) {
        if (ops->all != MAP_FAILED)
            munmap(ops->all, slots(program) * sizeof(struct op));
        else
            codeobj_fail(error, CODEOBJ_NO_MEMORY, "out of memory");
        free(ops);
        return NULL;
    }
    if (program->decoding->blocks)
        ops->blocks = program->decoding->blocks->new (ops, lanes, &ops->enter);
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

/* Adds |dual| to the list of second instructions of VOPD pairs. When there is no memory, frees
 * |dual| and returns false. */
static bool keep_dual(struct program_ops *ops, const struct op *dual)
{
    if (ops->dual_count == ops->dual_room) {
        size_t room = ops->dual_room ? 2 * ops->dual_room : 64;
        const struct op **more = realloc(ops->duals, room * sizeof more[0]);
        if (!more) {
            free((void *)(uintptr_t)dual);
            return false;
        }
        ops->duals = more;
        ops->dual_room = room;
    }
    ops->duals[ops->dual_count++] = dual;
    return true;
}

/* Decodes the instruction at |dword| into |op|. On failure, |op| owns nothing that must be
 * freed. */
static bool decode(const struct program_ops *ops, uint32_t dword, struct op *op, char *message,
                   size_t size)
{
    const struct program *program = ops->program;
    if (!program->decoding->decode(ops->decoder, program, dword, op, message, size))
        return false;
    if (op->dual && !keep_dual((struct program_ops *)(uintptr_t)ops, op->dual)) {
        snprintf(message, size, "out of memory");
        return false;
    }
    op_prepare(op, ops->lanes);
    return true;
}

bool program_decode(const struct program_ops *ops, uint32_t dword, char *message, size_t size)
{
    struct program *program = (struct program *)(uintptr_t)ops->program;
    struct op *slot = &ops->all[dword], op;
    pthread_mutex_lock(&program->lock); /* order of locks: |program->lock|, then LLVM's lock */
    pthread_rwlock_rdlock(&llvm.lock);
    bool is_leaving = llvm.is_leaving, is_decoded = !is_leaving && slot->run;
    *message = '\0';
    if (!is_leaving && !is_decoded && decode(ops, dword, &op, message, size)) {
        op_run *run = op.dual ? op.dual_run : op.instruction->run;
        /* other threads may be reading |run|, the first member, now: it is set last, when the rest
         * of the op is complete */
        memcpy(&slot->instruction, &op.instruction, sizeof op - offsetof(struct op, instruction));
        __atomic_store_n(&slot->run, run, __ATOMIC_RELEASE);
        is_decoded = true;
    }
    pthread_rwlock_unlock(&llvm.lock);
    pthread_mutex_unlock(&program->lock);
    return is_decoded;
}

const void *program_make_block(const struct program_ops *ops, uint32_t dword, enum active active)
{
    /* how many times waves come to a block before its code is made: few, because most code runs
     * again, and making code costs little */
    enum { OFTEN = 2 };
    struct program *program = (struct program *)(uintptr_t)ops->program;
    struct op *op = &ops->all[dword];
    const void *code = NULL;
    if (__atomic_add_fetch(&op->arrivals[active], 1, __ATOMIC_RELAXED) != OFTEN)
        return NULL;
    pthread_mutex_lock(&program->lock);
    code = program->decoding->blocks->make(ops->blocks, dword, active);
    __atomic_store_n(&op->code[active], code, __ATOMIC_RELEASE);
    pthread_mutex_unlock(&program->lock);
    return code;
}
