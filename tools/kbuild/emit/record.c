/* Records that kernels take by value: checks which of them C lays out as the device does, and names
 * them.
 *
 * A C compiler places a member at the next multiple of its alignment, and rounds the size up to the
 * largest alignment. If the device aligns a member more than its type needs, the header has
 * KRT_ALIGNAS for the member. A record with another layout (members in the tail padding of a base,
 * empty members that share an address) becomes an array of bytes. The generated header asserts the
 * layout, member by member. */
#include "emit/index.h"
#include "parts.h"

#include <inttypes.h>

/* A record whose records are nested deeper becomes an array of bytes. In a damaged file a record
 * may contain itself. */
enum { NESTING_MAX = 64 };

static uint32_t round_up(uint32_t value, uint32_t align)
{
    return (value + align - 1) & ~(align - 1);
}

/* ---- The layout in C ---- */

static uint32_t element_size(const struct index_member *member)
{
    if (member->record)
        return member->record->size;
    return member->type.kind == CTYPE_POINTER ? 8
                                              : (uint32_t)ctype_scalar_size(member->type.scalar);
}

static uint32_t element_align(const struct index_member *member)
{
    return member->record ? member->record->align : element_size(member);
}

uint32_t index_member_size(const struct index_member *member)
{
    uint64_t size = element_size(member);
    for (uint32_t i = 0; i < member->rank; i++)
        size = size > UINT32_MAX / member->extents[i] ? UINT32_MAX : size * member->extents[i];
    return (uint32_t)size;
}

/* Whether C places |member|, which follows the member that ends at byte |end|, at the member's
 * offset. Sets the alignment that the header must give to |member|. */
static bool place(const struct index_record *record, struct index_member *member, uint32_t end,
                  uint32_t *widest)
{
    uint32_t align = record->is_packed ? 1 : element_align(member);
    if (record->is_packed && member->record)
        return false; /* Rust refuses a record inside a packed record */
    while (align < record->align && round_up(end, align) != member->offset)
        align *= 2;
    member->align = record->is_packed || align == element_align(member) ? 0 : align;
    *widest = align > *widest ? align : *widest;
    return align <= record->align && round_up(end, align) == member->offset;
}

static bool fits(struct index_record *record, bool is_packed)
{
    uint32_t end = 0, widest = 1;
    record->is_packed = is_packed;
    for (size_t i = 0; i < record->member_count; i++) {
        struct index_member *member = &record->members[i];
        const uint32_t size = index_member_size(member);
        if (!place(record, member, end, &widest) || size > record->size ||
            member->offset > record->size - size)
            return false;
        end = member->offset + size;
    }
    if (record->member_count && widest < record->align)
        record->members[0].align = record->align;
    return record->member_count && round_up(end, record->align) == record->size;
}

static void drop_members(struct index_record *record)
{
    for (size_t i = 0; i < record->member_count; i++)
        ctype_free(&record->members[i].type);
    free(record->members);
    record->members = NULL;
    record->member_count = 0;
    record->is_packed = false;
}

/* Removes the members of a record that C would lay out in another way. */
static void fit(struct index_record *record)
{
    if (!fits(record, false) && !(record->align == 1 && fits(record, true)))
        drop_members(record);
}

/* ---- HIP's vectors ---- */

/* Reads |record| as one of HIP's vectors, if it is one. */
static bool read_vector(const struct index_record *record, struct index_vector *out)
{
    return index_vector_of_template(record->canonical, out) &&
           out->count * ctype_scalar_size(out->scalar) == record->size;
}

static void take_vector_members(struct index_record *record)
{
    static const char *const names[] = {"x", "y", "z", "w"};
    struct index_vector vector;
    if (!read_vector(record, &vector))
        return;
    drop_members(record);
    record->members = mem_alloc(vector.count * sizeof *record->members);
    record->member_count = vector.count;
    for (size_t i = 0; i < vector.count; i++)
        record->members[i] =
            (struct index_member){.name = names[i],
                                  .offset = (uint32_t)(i * ctype_scalar_size(vector.scalar)),
                                  .type = {.kind = CTYPE_SCALAR, .scalar = vector.scalar}};
}

/* ---- Members that are records ---- */

static struct index_record *find_record(const struct index_module *module, const char *name)
{
    for (size_t i = 0; i < module->record_count; i++)
        if (strcmp(module->records[i].canonical, name) == 0)
            return &module->records[i];
    return NULL;
}

static bool link_member(const struct index_module *module, struct index_member *member)
{
    struct ctype *type = &member->type;
    if (!type->record)
        return true;
    member->record = find_record(module, type->record);
    if (type->kind == CTYPE_SCALAR) {
        if (!member->record || member->record->size == ctype_scalar_size(type->scalar)) {
            /* The type of the member is a class that is a number, such as __half. */
            member->record = NULL;
            return true;
        }
        /* The type is a class of the user that only has the name of a number class, such as
         * __half. */
        type->kind = CTYPE_RECORD;
    }
    return member->record != NULL;
}

/* Whether records are nested at most NESTING_MAX deep. This recursion is fast: a record with two
 * members is at least twice as large as the smaller one, so only chains of records with a single
 * member are long. */
static bool is_shallow(const struct index_record *record, int depth)
{
    bool is_within = depth < NESTING_MAX;
    for (size_t i = 0; is_within && i < record->member_count; i++)
        is_within = !record->members[i].record || is_shallow(record->members[i].record, depth + 1);
    return is_within;
}

bool records_link(struct index_module *module)
{
    for (size_t i = 0; i < module->record_count; i++)
        for (size_t j = 0; j < module->records[i].member_count; j++)
            if (!link_member(module, &module->records[i].members[j]))
                return false;
    for (size_t i = 0; i < module->record_count; i++) {
        struct index_record *record = &module->records[i];
        take_vector_members(record);
        fit(record);
    }
    for (size_t i = 0; i < module->record_count; i++)
        if (!is_shallow(&module->records[i], 0))
            drop_members(&module->records[i]);
    return true;
}

/* ---- Records in arrays ----------------------------------------------------------------------- */

static bool add_fields(const struct index_record *record, uint32_t base, uint32_t *end,
                       struct strings *out);

static bool add_field(enum ctype_scalar scalar, uint64_t count, uint32_t offset, uint32_t *end,
                      struct strings *out)
{
    const uint64_t size = count * ctype_scalar_size(scalar);
    if (offset != *end || size > UINT32_MAX - offset || out->count == INDEX_FIELDS_MAX)
        return false;
    *end = offset + (uint32_t)size;
    if (count == 1)
        strings_add(out, ctype_scalar_name(scalar));
    else
        strings_addf(out, "%s * %" PRIu64, ctype_scalar_name(scalar), count);
    return true;
}

static bool add_member(const struct index_member *member, uint32_t base, uint32_t *end,
                       struct strings *out)
{
    const uint32_t size = element_size(member), offset = base + member->offset;
    const uint64_t count = index_member_size(member) / (size ? size : 1);
    struct index_vector vector;
    if (!member->record)
        return member->type.kind != CTYPE_POINTER &&
               add_field(member->type.scalar, count, offset, end, out);
    if (index_vector_find(member->record->canonical, &vector))
        return add_field(vector.scalar, count * vector.count, offset, end, out);
    bool fits = true;
    for (uint64_t i = 0; i < count && fits; i++)
        fits = add_fields(member->record, offset + (uint32_t)i * size, end, out);
    return fits;
}

/* Adds the fields of a record that begins at byte |base|. Returns false if it has gaps, pointers or
 * too many fields. */
static bool add_fields(const struct index_record *record, uint32_t base, uint32_t *end,
                       struct strings *out)
{
    for (size_t i = 0; i < record->member_count; i++)
        if (!add_member(&record->members[i], base, end, out))
            return false;
    return record->member_count && *end == base + record->size;
}

bool index_record_fields(const struct index_record *record, struct strings *out)
{
    uint32_t end = 0;
    return add_fields(record, 0, &end, out);
}

/* ---- Naming records -------------------------------------------------------------------------- */

static bool is_same(const struct index_record *a, const struct index_record *b);

static bool is_same_type(const struct ctype *a, const struct ctype *b)
{
    if (a->kind != b->kind)
        return false;
    switch (a->kind) {
    case CTYPE_SCALAR:
    case CTYPE_ENUM: return a->scalar == b->scalar;
    case CTYPE_POINTER: return a->to_const == b->to_const && is_same_type(a->pointee, b->pointee);
    case CTYPE_VOID:
    case CTYPE_RECORD:
    case CTYPE_OTHER: break;
    }
    return true;
}

static bool is_same_member(const struct index_member *a, const struct index_member *b)
{
    return strcmp(a->name, b->name) == 0 && a->offset == b->offset && a->rank == b->rank &&
           memcmp(a->extents, b->extents, sizeof a->extents) == 0 &&
           is_same_type(&a->type, &b->type) && !a->record == !b->record &&
           (!a->record || is_same(a->record, b->record));
}

/* Whether two records, which may come from different modules, are equal in all parts. Different
 * records may have the same name. */
static bool is_same(const struct index_record *a, const struct index_record *b)
{
    bool same = strcmp(a->canonical, b->canonical) == 0 && a->size == b->size &&
                a->align == b->align && a->member_count == b->member_count;
    for (size_t i = 0; same && i < a->member_count; i++)
        same = is_same_member(&a->members[i], &b->members[i]);
    return same;
}

/* Names the members of a record, the last one first. A member of a base comes before a member of
 * the same name that hides it, and the hiding member keeps the name. */
static void name_members(struct kernel_package *package, struct index_record *record)
{
    OWNED_BY(identifier_set_free) struct identifier_set names = {0};
    for (size_t i = record->member_count; i-- > 0;) {
        struct index_member *member = &record->members[i];
        member->c_name =
            strings_keep(&package->texts,
                         identifier_member(member->name, (unsigned)i + 1, package->prefix, &names));
        if (!member->record)
            member->c_type = strings_keep(&package->texts, ctype_spell(&member->type, NULL));
    }
}

/* Returns the record of the package that is the same as |record|, or adds |record| and gives it a
 * tag. */
static struct index_record *name_record(struct kernel_package *package, struct index_record *record,
                                        struct identifier_set *tags)
{
    for (size_t i = 0; i < package->record_count; i++)
        if (package->records[i] == record || is_same(package->records[i], record))
            return package->records[i];
    OWNED char *name = identifier_from_qualified(record->canonical);
    OWNED char *tag =
        mem_format("%s_%s", package->prefix, strcmp(name, "_") == 0 ? "record" : name);
    record->tag = strings_keep(&package->texts, identifier_unique(tag, tags));
    name_members(package, record);
    package->records = mem_grow(package->records, package->record_count, sizeof *package->records);
    package->records[package->record_count++] = record;
    return record;
}

/* Returns a record of which only name and size are known. Two such records that differ only in a
 * guessed alignment are the same. */
static struct index_record *opaque_record(struct kernel_package *package, const char *canonical,
                                          const struct index_parameter *parameter, bool is_guess)
{
    for (size_t i = 0; i < package->record_count; i++) {
        struct index_record *record = package->records[i];
        struct index_vector vector;
        const bool is_known = record->member_count && !read_vector(record, &vector);
        if (!is_known && strcmp(record->canonical, canonical) == 0 &&
            record->size == parameter->size && (record->align == parameter->align || is_guess))
            return record;
    }
    struct index_record *record = mem_alloc(sizeof *record);
    *record = (struct index_record){
        .canonical = canonical, .size = parameter->size, .align = parameter->align};
    package->opaque = mem_grow(package->opaque, package->opaque_count, sizeof *package->opaque);
    package->opaque[package->opaque_count++] = record;
    take_vector_members(record);
    fit(record);
    return record;
}

const struct index_record *records_name(struct kernel_package *package,
                                        const struct index_kernel *kernel,
                                        const struct index_parameter *parameter,
                                        struct identifier_set *tags)
{
    const char *canonical = index_record_name(parameter);
    const bool is_guess = kernel->template_name != NULL;
    struct index_record *record = find_record(&package->modules[kernel->module], canonical);
    if (!record || record->size != parameter->size ||
        (record->align != parameter->align && !is_guess))
        record = opaque_record(package, canonical, parameter, is_guess);
    return name_record(package, record, tags);
}

/* Appends |record| to |out|, after the records that are types of its members. */
static void sort_record(struct index_record *record, struct index_record **out, size_t *count)
{
    for (size_t i = 0; i < *count; i++)
        if (out[i] == record)
            return;
    for (size_t i = 0; i < record->member_count; i++)
        if (record->members[i].record)
            sort_record(record->members[i].record, out, count);
    out[(*count)++] = record;
}

void records_finish(struct kernel_package *package, struct identifier_set *tags)
{
    /* The loop also reaches the records that it adds to the list. */
    for (size_t i = 0; i < package->record_count; i++)
        for (size_t j = 0; j < package->records[i]->member_count; j++) {
            struct index_member *member = &package->records[i]->members[j];
            if (!member->record)
                continue;
            member->record = name_record(package, member->record, tags);
            member->c_type =
                strings_keep(&package->texts, mem_format("struct %s", member->record->tag));
        }
    struct index_record **sorted = mem_alloc((package->record_count + 1) * sizeof *sorted);
    size_t count = 0;
    for (size_t i = 0; i < package->record_count; i++)
        sort_record(package->records[i], sorted, &count);
    free(package->records);
    package->records = sorted;
}
