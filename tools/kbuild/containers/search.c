/* Searches bytes of an unknown format for units (bundles, code objects and others; see walk.h),
 * which are recognised by their first bytes.
 *
 * Programs have code objects as arrays in their data (AMD's HSA runtime, Mojo, TensorFlow, GCC's
 * offloading), and so do formats that kbuild does not know. So bytes without a known structure are
 * searched, at any offset, for the six starts that units have. A start alone is not enough,
 * because compilers and tools like this one have the same bytes as constants: the headers behind
 * the start must be plausible. A found unit is walked like any other unit, and the search goes on
 * behind it, so nothing is found twice. A unit that ends behind the end of the data, by its
 * headers, is reported.
 *
 * The search does not look for zstd frames, which may have any contents. PTX is text among other
 * text, in Rust's programs without a NUL behind it. It ends where no directive follows, and counts
 * only if all of it can be read.
 *
 * Checking a start takes time in proportion to the tables that its headers claim, even if there is
 * no unit. Each searched byte pays for some of that time. When the time is spent, the search ends
 * and reports a problem. */
#include "walk.h"

#include <elf.h>
#include <inttypes.h>
#include <string.h>

enum {
    MACHINE_AMDGPU = 224,
    START_SIZE = 4, /* how many bytes are compared to recognise the start of a unit */
    BLOCK = 64,     /* how many bytes are tested together for the start of a unit */
    PAID = 16,      /* how many bytes of units' tables may be read for each searched byte */
    PAID_AT_FIRST = 1 << 20,
    /* entries of a bundle or offload binary; compilers write one for each target */
    ENTRIES_MAX = 1 << 16,
};

/* What is at a start: no unit, a unit, or a unit whose end is missing. */
enum verdict { IS_NOTHING, IS_UNIT, IS_CUT };

struct candidate {
    struct span bytes; /* the bytes from the start to the end of the data */
    uint64_t cost;     /* how many bytes of tables are read to judge the start */
    /* how many bytes certainly belong to the unit, for IS_CUT */
    uint64_t size;
    /* what is missing, for IS_CUT; if its status is OK, walking the unit reports it */
    struct codeobj_error error;
};

/* ---- Judging whether an image starts here, by its header ------------------------------------- */

static bool has_elf_sizes(const Elf64_Ehdr *header)
{
    return header->e_ident[EI_VERSION] == EV_CURRENT && header->e_ehsize == sizeof *header &&
           (header->e_phnum == 0 || header->e_phentsize == sizeof(Elf64_Phdr)) &&
           (header->e_shnum == 0 || header->e_shentsize == sizeof(Elf64_Shdr)) &&
           (header->e_phnum > 0 || header->e_shnum > 0) && header->e_type >= ET_REL &&
           header->e_type <= ET_DYN;
}

/* Judges an ELF file. A cubin whose end is missing counts as nothing, because too few fields of its
 * header have fixed values. */
static enum verdict judge_elf(struct candidate *candidate)
{
    Elf64_Ehdr header;
    uint64_t size;
    if (candidate->bytes.size < sizeof header || !code_object_recognise_any(candidate->bytes))
        return IS_NOTHING;
    memcpy(&header, candidate->bytes.data, sizeof header);
    if (!has_elf_sizes(&header))
        return IS_NOTHING;
    candidate->cost = header.e_phnum * sizeof(Elf64_Phdr) + header.e_shnum * sizeof(Elf64_Shdr);
    if (code_object_size_any(candidate->bytes, &size, &candidate->error) == CODEOBJ_OK)
        return IS_UNIT;
    candidate->size = sizeof header;
    return header.e_machine == MACHINE_AMDGPU && header.e_version == EV_CURRENT ? IS_CUT
                                                                                : IS_NOTHING;
}

/* Whether |bytes| begin with a bundle's first entry, whose id is like
 * "host-x86_64-unknown-linux-gnu". */
static bool has_first_entry(struct span bytes)
{
    enum { COUNT_AT = 24, ID_SIZE_AT = 48, ID_AT = 56, ID_MAX = 256 };
    struct span fields, id;
    if (!span_sub(bytes, 0, ID_AT, &fields))
        return false;
    uint64_t count = load_le(fields.data + COUNT_AT, 8),
             id_size = load_le(fields.data + ID_SIZE_AT, 8);
    if (count == 0 || count > ENTRIES_MAX || id_size > ID_MAX ||
        !span_sub(bytes, ID_AT, id_size, &id) || !utf8_is_text(id))
        return false;
    const uint8_t *dash = memchr(id.data, '-', id.size);
    return dash && dash > id.data && memchr(dash + 1, '-', (size_t)(id.data + id.size - dash - 1));
}

/* Returns the end of the last complete image of |bundle|; without one, the end of the bundle's
 * header. */
static uint64_t whole_part(const struct bundle *bundle)
{
    uint64_t end = 24;
    for (size_t i = 0; i < bundle->count; i++) {
        const struct bundle_entry *entry = &bundle->entries[i];
        if (!entry->is_cut && entry->image.size > 0 && entry->offset + entry->image.size > end)
            end = entry->offset + entry->image.size;
    }
    return end;
}

static enum verdict judge_bundle(struct candidate *candidate)
{
    enum { COUNT_AT = 24, ENTRY_MIN = 24 };
    struct bundle bundle;
    uint64_t size;
    if (!bundle_recognise(candidate->bytes) || !has_first_entry(candidate->bytes))
        return IS_NOTHING;
    candidate->cost = load_le(candidate->bytes.data + COUNT_AT, 8) * ENTRY_MIN;
    if (bundle_size(candidate->bytes, &size, NULL) != CODEOBJ_TRUNCATED)
        return IS_UNIT;
    candidate->size = COUNT_AT;
    if (bundle_open_cut(candidate->bytes, &bundle, NULL) == CODEOBJ_OK) {
        candidate->size = whole_part(&bundle);
        bundle_close(&bundle);
    }
    return IS_CUT;
}

static enum verdict judge_compressed(struct candidate *candidate)
{
    enum { VERSION_AT = 4, METHOD_AT = 6, HEADERS_MAX = 3, ZSTD = 1 };
    static const uint8_t header_sizes[HEADERS_MAX + 1] = {[1] = 20, [2] = 24, [3] = 32};
    static const uint8_t zstd_magic[] = {0x28, 0xb5, 0x2f, 0xfd};
    struct span fields, stream;
    if (!span_sub(candidate->bytes, 0, METHOD_AT + 2, &fields))
        return IS_NOTHING;
    uint64_t version = load_le(fields.data + VERSION_AT, 2),
             method = load_le(fields.data + METHOD_AT, 2);
    if (version == 0 || version > HEADERS_MAX || method > ZSTD ||
        !span_sub(candidate->bytes, header_sizes[version], sizeof zstd_magic, &stream))
        return IS_NOTHING;
    /* By RFC 1950, the method in a zlib header is 8, and its two bytes are a multiple of 31. */
    bool is_stream = method == ZSTD ? memcmp(stream.data, zstd_magic, sizeof zstd_magic) == 0
                                    : stream.data[0] % 16 == 8 &&
                                          (stream.data[0] * 256 + stream.data[1]) % 31 == 0;
    if (!is_stream)
        return IS_NOTHING;
    /* Version 1 does not state the end of the stream, so that a walk must unpack the whole
     * stream. */
    if (version == 1)
        candidate->cost = candidate->bytes.size;
    return IS_UNIT;
}

/* Judges an offload binary. LLVM's own code has the magic and a version as a constant, so a unit
 * must also have its entries at the offsets where LLVM writes them. */
static enum verdict judge_offload_binary(struct candidate *candidate)
{
    enum { HEADER_SIZE = 32, HEADER_3_SIZE = 40, ENTRY_SIZE = 40 };
    struct span header;
    if (!span_sub(candidate->bytes, 0, HEADER_3_SIZE, &header))
        return IS_NOTHING;
    uint64_t version = load_le(header.data + 4, 4), size = load_le(header.data + 8, 8),
             entries = load_le(header.data + 16, 8), last = load_le(header.data + 24, 8);
    bool has_entries = version == 1   ? last == ENTRY_SIZE
                       : version <= 3 ? version > 0 && last > 0 && last <= ENTRIES_MAX
                                      : false;
    const uint64_t header_size = version == 3 ? HEADER_3_SIZE : HEADER_SIZE,
                   unpacked = version == 3 ? load_le(header.data + HEADER_SIZE, 8) : 0,
                   count = version == 1 ? 1 : last;
    return has_entries && entries == header_size && size >= header_size &&
                   (unpacked ? unpacked : size) >= header_size + count * ENTRY_SIZE
               ? IS_UNIT
               : IS_NOTHING;
}

/* Judges a fat binary. Its first entry must have a kind that nvcc writes, and end inside the fat
 * binary. */
static enum verdict judge_fatbin(struct candidate *candidate)
{
    enum { HEADER_SIZE = 16, ENTRY_SIZE = 64, KINDS_MAX = 255 };
    struct span header;
    if (!span_sub(candidate->bytes, 0, HEADER_SIZE + ENTRY_SIZE, &header) ||
        !fatbin_recognise(candidate->bytes))
        return IS_NOTHING;
    const uint8_t *entry = header.data + HEADER_SIZE;
    const uint64_t size = load_le(header.data + 8, 8), kind = load_le(entry, 2),
                   entry_size = load_le(entry + 4, 4);
    return load_le(header.data + 6, 2) == HEADER_SIZE && kind > 0 && kind <= KINDS_MAX &&
                   entry_size >= ENTRY_SIZE && entry_size <= size &&
                   load_le(entry + 8, 8) <= size - entry_size
               ? IS_UNIT
               : IS_NOTHING;
}

static enum verdict judge_ptx(struct candidate *candidate)
{
    struct code_object object;
    if (!ptx_recognise(candidate->bytes))
        return IS_NOTHING;
    candidate->bytes.size = ptx_measure(candidate->bytes, &candidate->cost);
    if (code_object_open_any(candidate->bytes, &object, NULL) != CODEOBJ_OK)
        return IS_NOTHING;
    const bool has_kernels = object.kernel_count > 0;
    code_object_close(&object);
    return has_kernels ? IS_UNIT : IS_NOTHING;
}

static const struct start {
    char bytes[START_SIZE + 1];
    enum verdict (*judge)(struct candidate *candidate);
} starts[] = {
    {"\x7f\x45LF", judge_elf},          {"__CL", judge_bundle},
    {"CCOB", judge_compressed},         {"\x10\xff\x10\xad", judge_offload_binary},
    {"\x50\xed\x55\xba", judge_fatbin}, {".ver", judge_ptx},
};

enum { STARTS = sizeof starts / sizeof starts[0] };

/* ---- Searching a file for images ------------------------------------------------------------- */

/* Whether a start may begin in the BLOCK bytes at |block|. Compares only the first and the last
 * byte of each start, without branches, so that compilers can make the loop compare many bytes at
 * once. Also reads the START_SIZE - 1 bytes behind the block. */
static bool may_hold_start(const uint8_t *block)
{
    uint8_t any = 0;
    for (size_t i = 0; i < BLOCK; i++) {
        uint8_t first = block[i], last = block[i + START_SIZE - 1];
        any |= (uint8_t)((first == 0x7f) & (last == 'F'));
        any |= (uint8_t)((first == '_') & (last == 'L'));
        any |= (uint8_t)((first == 'C') & (last == 'B'));
        any |= (uint8_t)((first == 0x10) & (last == 0xad));
        any |= (uint8_t)((first == 0x50) & (last == 0xba));
        any |= (uint8_t)((first == '.') & (last == 'r'));
    }
    return any != 0;
}

static const struct start *start_at(const uint8_t *bytes)
{
    for (size_t i = 0; i < STARTS; i++) {
        if (memcmp(bytes, starts[i].bytes, START_SIZE) == 0)
            return &starts[i];
    }
    return NULL;
}

/* Returns the next start from |*at| on, and moves |*at| to it; NULL if there is none. */
static const struct start *next_start(struct span bytes, uint64_t *at)
{
    uint64_t i = *at;
    while (i + START_SIZE <= bytes.size) {
        uint64_t end = i + BLOCK;
        if (end + START_SIZE - 1 <= bytes.size) {
            if (!may_hold_start(bytes.data + i)) {
                i = end;
                continue;
            }
        } else {
            end = bytes.size - START_SIZE + 1;
        }
        for (; i < end; i++) {
            const struct start *start = start_at(bytes.data + i);
            if (start) {
                *at = i;
                return start;
            }
        }
    }
    return NULL;
}

struct search {
    struct walk *walk;
    const struct container *data;
    struct unit_indices *indices;
    uint64_t paid;
};

/* Walks the unit at |at|, if |start| begins one there. Returns the number of bytes that the search
 * may skip. */
static uint64_t take(struct search *search, const struct start *start, uint64_t at)
{
    struct candidate candidate = {.size = START_SIZE};
    struct unit unit = {.parent = search->data, .offset = at};
    uint64_t size;
    span_sub(search->data->bytes, at, search->data->bytes.size - at, &candidate.bytes);
    enum verdict verdict = start->judge(&candidate);
    unit.bytes = candidate.bytes;
    if (verdict == IS_UNIT && unit_walk(search->walk, &unit, search->indices, &size))
        return size;
    if (verdict == IS_CUT && candidate.error.status) {
        candidate.error.offset += at;
        walk_problem(search->walk, search->data, &candidate.error);
    } else if (verdict == IS_CUT) {
        unit_walk(search->walk, &unit, search->indices, &size);
    }
    search->paid -= candidate.cost < search->paid ? candidate.cost : search->paid;
    return candidate.size;
}

void search_rest(struct walk *walk, const struct container *container, uint64_t from,
                 struct unit_indices *indices)
{
    struct search search = {
        .walk = walk,
        .data = container,
        .indices = indices,
        .paid = PAID_AT_FIRST + (uint64_t)PAID * container->bytes.size,
    };
    const struct start *start;
    for (uint64_t at = from; (start = next_start(container->bytes, &at));) {
        at += take(&search, start, at);
        if (search.paid > 0)
            continue;
        walk_problem_at(
            walk, container, CODEOBJ_LIMIT, at,
            "too much of it looks like code objects and is not, so that it was searched "
            "up to here only");
        return;
    }
}

bool search_walk(struct walk *walk, struct container *data)
{
    struct unit_indices indices = {{0}};
    data->kind = CONTAINER_SEARCHED;
    walk_container_later(walk, data);
    search_rest(walk, data, 0, &indices);
    return walk_container_end(walk, data);
}

void search_file(struct walk *walk, const struct container *file)
{
    struct container data = {
        .parent = file, .name = "", .stored_size = file->bytes.size, .bytes = file->bytes};
    search_walk(walk, &data);
}
