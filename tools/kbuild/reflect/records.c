/* Describes the records that kernels take by value: size, alignment, and the offset of each member
 * in clang's layout. The reader of the document decides whether C has the same layout.
 *
 * Records to which their parameters point are described if all parts are known.
 *
 * A record is described without its members if it is a union, or if libclang does not show all
 * parts: virtual functions, virtual or private bases, several bases. The members of a single base
 * come before the record's own members. (libclang shows no bases of an implicit instance of a class
 * template. Then the first member is not at offset 0, or the members do not fill the record.) */
#include "parts.h"

struct layout {
    const struct unit *unit;
    const char *record; /* the record's name */
    CXType base;        /* the type of the base, if |base_count| is 1 */
    int base_count;
    /* offset in the record, in bits, of the base or member whose members are visited */
    long long origin;
    /* whether libclang shows all parts of the record, so that its members can be described */
    bool is_open;
    json_t *members;
    /* where the last member begins and ends, in bytes, if it is made of bit-fields; else |bits_end|
     * is 0 */
    long long bits_from;
    long long bits_end;
};

static void add_record(const struct unit *unit, CXType type, const char *name);

static bool is_reference(CXType type)
{
    return type.kind == CXType_LValueReference || type.kind == CXType_RValueReference;
}

/* Adds the member {"name", "offset", "array", "type"}. |offset| is in bits. |array| is a list of
 * extents or NULL, and the function takes ownership of it. */
static void add_member(struct layout *layout, const char *name, long long offset, json_t *array,
                       json_t *type)
{
    json_array_append_new(layout->members,
                          json_pack("{s:s, s:I, s:o*, s:o}", "name", name, "offset",
                                    (json_int_t)(offset / 8), "array", array, "type", type));
}

/* Returns the name of the type of the member |field|; the caller frees the name. clang names an
 * unnamed type by its place in the source, so here it is named after the member. */
static char *member_type_name(const struct layout *layout, CXType type, const char *field)
{
    char *name = type_name(layout->unit, type);
    if (!strstr(name, " at "))
        return name;
    free(name);
    if (*field)
        return mem_format("%s::%s", layout->record, field);
    return mem_format("%s::member_%zu", layout->record, json_array_size(layout->members) + 1);
}

/* Describes a member's type that is a record, or another type of which C knows only size and
 * alignment. */
static json_t *describe_record(const struct layout *layout, CXType type, const char *field)
{
    OWNED char *name = member_type_name(layout, type, field);
    add_record(layout->unit, type, name);
    return json_pack("{s:s, s:s}", "kind", "record", "record", name);
}

static json_t *describe_value(const struct layout *layout, CXType type, const char *field)
{
    const struct unit *unit = layout->unit;
    if (is_reference(type)) {
        CXType object = unit->libclang->getPointeeType(type);
        return json_pack("{s:s, s:b, s:o}", "kind", "pointer", "const",
                         (int)unit->libclang->isConstQualifiedType(object), "pointee",
                         type_describe(unit, object));
    }
    json_t *json = type_describe(unit, type);
    const char *kind = json_string_value(json_object_get(json, "kind"));
    if (strcmp(kind, "record") != 0 && strcmp(kind, "other") != 0)
        return json;
    json_decref(json);
    return describe_record(layout, type, field);
}

/* Adds a bit-field. Neighbouring bit-fields become one member: an array of the bytes in which they
 * are. */
static void add_bits(struct layout *layout, long long offset, int width)
{
    const long long from = offset / 8, end = (offset + width + 7) / 8;
    size_t count = json_array_size(layout->members);
    if (width == 0)
        return;
    if (layout->bits_end && from <= layout->bits_end) {
        json_array_remove(layout->members, --count);
    } else {
        layout->bits_from = from;
        layout->bits_end = 0;
    }
    if (end > layout->bits_end)
        layout->bits_end = end;
    OWNED char *name = mem_format("bits_%zu", count + 1);
    add_member(layout, name, layout->bits_from * 8,
               json_pack("[I]", (json_int_t)(layout->bits_end - layout->bits_from)),
               json_pack("{s:s, s:s}", "kind", "scalar", "scalar", "u8"));
}

/* Returns the name of a member, "" for an unnamed one; the caller frees the name. libclang 16 and
 * later give an unnamed member a name after its type, "(anonymous union at ...)". */
static char *field_name(const struct libclang *clang, CXCursor field)
{
    char *name = libclang_text(clang, clang->getCursorSpelling(field));
    if (strchr(name, '('))
        *name = '\0';
    return name;
}

static void add_part(struct layout *layout, CXType type, long long origin);

static bool is_union(const struct libclang *clang, CXType type)
{
    return clang->getCursorKind(clang->getTypeDeclaration(type)) == CXCursor_UnionDecl;
}

static void add_field(struct layout *layout, CXCursor field, long long offset)
{
    const struct libclang *clang = layout->unit->libclang;
    CXType type = clang->getCanonicalType(clang->getCursorType(field));
    OWNED char *name = field_name(clang, field);
    if (type.kind == CXType_Record && !*name && !is_union(clang, type)) {
        add_part(layout, type, offset); /* Members of an unnamed struct belong to the record. */
        return;
    }
    json_t *array = NULL;
    while (type.kind == CXType_ConstantArray) {
        const long long extent = clang->getArraySize(type);
        layout->is_open = layout->is_open && extent > 0;
        array = array ? array : json_array();
        json_array_append_new(array, json_integer((json_int_t)extent));
        type = clang->getCanonicalType(clang->getArrayElementType(type));
    }
    /* A flexible array does not have a size, so the record's size says nothing about it. */
    if (!is_reference(type) && clang->Type_getSizeOf(type) <= 0)
        layout->is_open = false;
    add_member(layout, name, offset, array, describe_value(layout, type, name));
}

static enum CXVisitorResult see_field(CXCursor field, CXClientData data)
{
    struct layout *layout = data;
    const struct libclang *clang = layout->unit->libclang;
    long long place = clang->Cursor_getOffsetOfField(field);
    if (place < 0) {
        layout->is_open = false;
        return CXVisit_Break;
    }
    if (clang->Cursor_isBitField(field)) {
        OWNED char *name = field_name(clang, field);
        if (*name) /* A bit-field without a name is padding, not a member. */
            add_bits(layout, layout->origin + place, clang->getFieldDeclBitWidth(field));
        return CXVisit_Continue;
    }
    layout->bits_end = 0;
    add_field(layout, field, layout->origin + place);
    return CXVisit_Continue;
}

static enum CXChildVisitResult see_base(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    struct layout *layout = data;
    const struct libclang *clang = layout->unit->libclang;
    enum CXCursorKind kind = clang->getCursorKind(cursor);
    if (kind == CXCursor_CXXBaseSpecifier) {
        layout->base = clang->getCanonicalType(clang->getCursorType(cursor));
        layout->base_count++;
        if (clang->isVirtualBase(cursor) || clang->getCXXAccessSpecifier(cursor) != CX_CXXPublic)
            layout->is_open = false;
    }
    if ((kind == CXCursor_CXXMethod || kind == CXCursor_Destructor) &&
        clang->CXXMethod_isVirtual(cursor))
        layout->is_open = false;
    return CXChildVisit_Continue;
}

/* Adds the members of |type|, a base or member of the record that begins at bit |origin|. In a
 * class without virtual functions, a single base is at the beginning: see the Itanium C++ ABI,
 * section 2.4. */
static void add_part(struct layout *layout, CXType type, long long origin)
{
    const struct libclang *clang = layout->unit->libclang;
    const long long outer = layout->origin;
    layout->base_count = 0;
    layout->origin = origin;
    clang->visitChildren(clang->getTypeDeclaration(type), see_base, layout);
    layout->is_open = layout->is_open && layout->base_count <= 1 && !is_union(clang, type);
    if (layout->is_open && layout->base_count == 1)
        add_part(layout, layout->base, origin);
    if (layout->is_open)
        clang->Type_visitFields(type, see_field, layout);
    layout->origin = outer;
}

static void add_record(const struct unit *unit, CXType type, const char *name)
{
    const struct libclang *clang = unit->libclang;
    const long long size = clang->Type_getSizeOf(type), align = clang->Type_getAlignOf(type);
    if (size <= 0 || align <= 0 || json_object_get(unit->records, name))
        return;
    struct layout layout = {.unit = unit, .record = name, .is_open = type.kind == CXType_Record};
    json_t *record = json_pack("{s:I, s:I}", "size", (json_int_t)size, "align", (json_int_t)align);
    layout.members = json_array();
    json_object_set_new(unit->records, name, record);
    if (layout.is_open)
        add_part(&layout, type, 0);
    if (layout.is_open && json_array_size(layout.members))
        json_object_set(record, "members", layout.members);
    json_decref(layout.members);
}

/* Describes |type| if its members can be described. */
static void offer_type(const struct unit *unit, CXType type)
{
    OWNED char *name = type_name(unit, type);
    if (strstr(name, " at ") || json_object_get(unit->records, name))
        return;
    add_record(unit, type, name);
    if (!json_object_get(json_object_get(unit->records, name), "members"))
        json_object_del(unit->records, name);
}

void record_offer(const struct unit *unit, CXCursor cursor)
{
    offer_type(unit, unit->libclang->getCanonicalType(unit->libclang->getCursorType(cursor)));
}

/* Describes what the parameter |type| points to, if it is a record of at most 64 KiB. */
static void offer_pointee(const struct unit *unit, CXType type)
{
    enum { SIZE_MAX_OF_ELEMENTS = 1 << 16 };
    const CXType pointee = unit->libclang->getCanonicalType(unit->libclang->getPointeeType(type));
    if (pointee.kind == CXType_Record &&
        unit->libclang->Type_getSizeOf(pointee) <= SIZE_MAX_OF_ELEMENTS)
        offer_type(unit, pointee);
}

json_t *value_describe(const struct unit *unit, CXType type)
{
    type = unit->libclang->getCanonicalType(type);
    if (type.kind == CXType_Record) {
        OWNED char *name = type_name(unit, type);
        add_record(unit, type, name);
    }
    if (type.kind == CXType_Pointer)
        offer_pointee(unit, type);
    return type_describe(unit, type);
}
