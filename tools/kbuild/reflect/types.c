/* Describes types as exactly as a C prototype or another language needs. */
#include "parts.h"

static const char *scalar_name(enum CXTypeKind kind)
{
    static const struct {
        enum CXTypeKind kind;
        const char *name;
    } scalars[] = {
        {CXType_Bool, "bool"},     {CXType_Char_S, "i8"},  {CXType_Char_U, "i8"},
        {CXType_SChar, "i8"},      {CXType_UChar, "u8"},   {CXType_Short, "i16"},
        {CXType_UShort, "u16"},    {CXType_Int, "i32"},    {CXType_UInt, "u32"},
        {CXType_Long, "i64"},      {CXType_ULong, "u64"},  {CXType_LongLong, "i64"},
        {CXType_ULongLong, "u64"}, {CXType_WChar, "i32"},  {CXType_Char16, "u16"},
        {CXType_Char32, "u32"},    {CXType_Half, "f16"},   {CXType_Float16, "f16"},
        {CXType_Float, "f32"},     {CXType_Double, "f64"},
    };
    for (size_t i = 0; i < sizeof scalars / sizeof *scalars; i++)
        if (scalars[i].kind == kind)
            return scalars[i].name;
    return NULL;
}

char *type_text(const struct unit *unit, CXType type)
{
    return libclang_text(unit->libclang, unit->libclang->getTypeSpelling(type));
}

char *type_name(const struct unit *unit, CXType type)
{
    static const char *const qualifiers[] = {"const ", "volatile "};
    OWNED char *text = type_text(unit, type);
    size_t skip = 0;
    for (size_t i = 0; i < sizeof qualifiers / sizeof *qualifiers; i++)
        if (text_begins(text + skip, qualifiers[i]))
            skip += strlen(qualifiers[i]);
    return mem_dup(text + skip);
}

static json_t *pointer_describe(const struct unit *unit, CXType type)
{
    const struct libclang *clang = unit->libclang;
    CXType pointee = clang->getPointeeType(type);
    return json_pack("{s:s, s:b, s:o}", "kind", "pointer", "const",
                     (int)clang->isConstQualifiedType(pointee), "pointee",
                     type_describe(unit, pointee));
}

static json_t *enum_describe(const struct unit *unit, CXType type)
{
    const struct libclang *clang = unit->libclang;
    CXType holder = clang->getEnumDeclIntegerType(clang->getTypeDeclaration(type));
    const char *scalar = scalar_name(clang->getCanonicalType(holder).kind);
    if (!scalar)
        return json_pack("{s:s}", "kind", "other");
    return json_pack("{s:s, s:s}", "kind", "enum", "scalar", scalar);
}

static json_t *record_describe(const struct unit *unit, CXType type)
{
    OWNED char *name = type_name(unit, type);
    return json_pack("{s:s, s:s}", "kind", "record", "record", name);
}

json_t *type_describe(const struct unit *unit, CXType type)
{
    type = unit->libclang->getCanonicalType(type);
    const char *scalar = scalar_name(type.kind);
    if (scalar)
        return json_pack("{s:s, s:s}", "kind", "scalar", "scalar", scalar);
    switch (type.kind) {
    case CXType_Void: return json_pack("{s:s}", "kind", "void");
    case CXType_Pointer: return pointer_describe(unit, type);
    case CXType_Enum: return enum_describe(unit, type);
    case CXType_Record: return record_describe(unit, type);
    default: return json_pack("{s:s}", "kind", "other");
    }
}
