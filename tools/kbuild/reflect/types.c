/* A parameter's type, in the detail that a C prototype or a caller in another language needs. */
#include "parts.h"

#include <stdlib.h>
#include <string.h>

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

static char *type_text(const struct unit *unit, CXType type)
{
    return libclang_text(unit->libclang, unit->libclang->getTypeSpelling(type));
}

/* The spelling of |type| without its own const and volatile. */
static char *unqualified_text(const struct unit *unit, CXType type)
{
    static const char *const qualifiers[] = {"const ", "volatile "};
    char *text = type_text(unit, type);
    size_t skip = 0;
    for (size_t i = 0; i < sizeof qualifiers / sizeof *qualifiers; i++)
        if (strncmp(text + skip, qualifiers[i], strlen(qualifiers[i])) == 0)
            skip += strlen(qualifiers[i]);
    char *name = mem_dup(text + skip);
    free(text);
    return name;
}

static json_t *type_describe(const struct unit *unit, CXType type);

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
    char *name = unqualified_text(unit, type);
    json_t *json = json_pack("{s:s, s:s}", "kind", "record", "record", name);
    free(name);
    return json;
}

static json_t *type_describe(const struct unit *unit, CXType type)
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

/* libclang shows an array or function parameter as it was written; the pointer that is passed is in
 * the function's own type. */
static bool is_adjusted(enum CXTypeKind kind)
{
    return kind == CXType_ConstantArray || kind == CXType_IncompleteArray ||
           kind == CXType_VariableArray || kind == CXType_DependentSizedArray ||
           kind == CXType_FunctionProto || kind == CXType_FunctionNoProto;
}

json_t *parameter_describe(const struct unit *unit, CXCursor function, unsigned index)
{
    const struct libclang *clang = unit->libclang;
    CXCursor parameter = clang->Cursor_getArgument(function, index);
    CXType written = clang->getCursorType(parameter);
    CXType canonical = clang->getCanonicalType(written);
    if (is_adjusted(canonical.kind)) {
        CXType type = clang->getCanonicalType(clang->getCursorType(function));
        canonical = clang->getArgType(type, index);
    }
    long long size = clang->Type_getSizeOf(canonical);
    long long align = clang->Type_getAlignOf(canonical);
    if (canonical.kind == CXType_LValueReference || canonical.kind == CXType_RValueReference)
        size = align = 8; /* passed as an address; libclang gives the object's size */
    char *name = libclang_text(clang, clang->getCursorSpelling(parameter));
    char *spelled = type_text(unit, written), *full = type_text(unit, canonical);
    json_t *json = json_pack("{s:s, s:s, s:s, s:I, s:I, s:o}", "name", name, "spelled", spelled,
                             "canonical", full, "size", (json_int_t)size, "align",
                             (json_int_t)align, "type", type_describe(unit, canonical));
    free(full);
    free(spelled);
    free(name);
    return json;
}
