/* Finds the kernels of a translation unit: every function with __global__ that the project's own
 * files define, also in a namespace, a class or by a macro.
 *
 * This file uses libclang's indexer instead of its cursors. The parser has skipped the bodies of
 * functions, and a cursor reports a definition without its body as a declaration. */
#include "parts.h"

/* ---- Describing parameters ------------------------------------------------------------------- */

/* Whether a parameter whose type has this kind is passed as a pointer: an array or a function.
 * libclang shows such a parameter's type as it was written; the function's type has the pointer. */
static bool is_adjusted(enum CXTypeKind kind)
{
    return kind == CXType_ConstantArray || kind == CXType_IncompleteArray ||
           kind == CXType_VariableArray || kind == CXType_DependentSizedArray ||
           kind == CXType_FunctionProto || kind == CXType_FunctionNoProto;
}

/* Returns the type in which |parameter|, parameter number |index| of |function|, is passed. */
static CXType parameter_type(const struct libclang *clang, CXCursor function, CXCursor parameter,
                             unsigned index)
{
    CXType canonical = clang->getCanonicalType(clang->getCursorType(parameter));
    if (!is_adjusted(canonical.kind))
        return canonical;
    return clang->getArgType(clang->getCanonicalType(clang->getCursorType(function)), index);
}

/* Returns {"name", "spelled", "canonical", "size", "align", "type"} of parameter number |index| of
 * |function|. */
static json_t *parameter_describe(const struct unit *unit, CXCursor function, unsigned index)
{
    const struct libclang *clang = unit->libclang;
    CXCursor parameter = clang->Cursor_getArgument(function, index);
    CXType written = clang->getCursorType(parameter);
    CXType canonical = parameter_type(clang, function, parameter, index);
    long long size = clang->Type_getSizeOf(canonical);
    long long align = clang->Type_getAlignOf(canonical);
    if (canonical.kind == CXType_LValueReference || canonical.kind == CXType_RValueReference)
        /* A reference is passed as an address of 8 bytes, but libclang gives the size of the
         * object. */
        size = align = 8;
    OWNED char *name = libclang_text(clang, clang->getCursorSpelling(parameter));
    OWNED char *spelled = type_text(unit, written), *full = type_text(unit, canonical);
    return json_pack("{s:s, s:s, s:s, s:I, s:I, s:o}", "name", name, "spelled", spelled,
                     "canonical", full, "size", (json_int_t)size, "align", (json_int_t)align,
                     "type", value_describe(unit, canonical));
}

/* ---- Describing kernels ---------------------------------------------------------------------- */

struct walk {
    const struct unit *unit;
    json_t *kernels, *templates, *variables, *system;
    /* records that the project defines; a kernel template may get any of them as its argument */
    CXCursor *records;
    size_t record_count;
};

static enum CXChildVisitResult find_global(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    const struct libclang *clang = data;
    return clang->getCursorKind(cursor) == CXCursor_CUDAGlobalAttr ? CXChildVisit_Break
                                                                   : CXChildVisit_Continue;
}

static bool has_global(const struct libclang *clang, CXCursor cursor)
{
    return clang->visitChildren(cursor, find_global, (CXClientData)clang) != 0;
}

/* Appends the template arguments of a specialisation: "<float, 4>". */
static void append_arguments(const struct libclang *clang, CXCursor cursor, struct buf *out)
{
    int count = clang->Cursor_getNumTemplateArguments(cursor);
    for (int i = 0; i < count; i++) {
        buf_puts(out, i ? ", " : "<");
        enum CXTemplateArgumentKind kind =
            clang->Cursor_getTemplateArgumentKind(cursor, (unsigned)i);
        if (kind == CXTemplateArgumentKind_Type) {
            CXType type = clang->Cursor_getTemplateArgumentType(cursor, (unsigned)i);
            OWNED char *text = libclang_text(clang, clang->getTypeSpelling(type));
            buf_puts(out, text);
        } else if (kind == CXTemplateArgumentKind_Integral) {
            buf_printf(out, "%lld", clang->Cursor_getTemplateArgumentValue(cursor, (unsigned)i));
        } else {
            /* libclang does not show the contents of a template argument that is a pack or a
             * template */
            buf_puts(out, "...");
        }
    }
    if (count > 0)
        buf_putc(out, '>');
}

static bool is_class_template(enum CXCursorKind kind)
{
    return kind == CXCursor_ClassTemplate || kind == CXCursor_ClassTemplatePartialSpecialization;
}

static bool is_scope(enum CXCursorKind kind)
{
    return kind == CXCursor_Namespace || kind == CXCursor_StructDecl ||
           kind == CXCursor_ClassDecl || kind == CXCursor_UnionDecl || is_class_template(kind);
}

static bool is_outermost(enum CXCursorKind kind)
{
    return kind == CXCursor_TranslationUnit ||
           (kind >= CXCursor_FirstInvalid && kind <= CXCursor_LastInvalid);
}

/* Appends the names of the scopes around |cursor|: "outer::inner::". */
static void append_scopes(const struct libclang *clang, CXCursor cursor, struct buf *out)
{
    CXCursor parent = clang->getCursorSemanticParent(cursor);
    enum CXCursorKind kind = clang->getCursorKind(parent);
    if (is_outermost(kind))
        return;
    append_scopes(clang, parent, out);
    if (!is_scope(kind))
        return; /* A parent such as extern "C" { is not a scope. */
    OWNED char *name = libclang_text(clang, clang->getCursorSpelling(parent));
    bool has_name = name[0] && name[0] != '(';
    buf_printf(out, "%s::",
               has_name                     ? name
               : kind == CXCursor_Namespace ? "(anonymous namespace)"
                                            : "(anonymous class)");
}

static char *qualified_name(const struct libclang *clang, CXCursor cursor)
{
    struct buf out = {0};
    append_scopes(clang, cursor, &out);
    OWNED char *name = libclang_text(clang, clang->getCursorSpelling(cursor));
    buf_puts(&out, name);
    append_arguments(clang, cursor, &out);
    return buf_take(&out);
}

/* Returns "internal" or "inline" for a kernel that may be defined in several files, else NULL. */
static const char *linkage_name(const struct libclang *clang, CXCursor cursor)
{
    enum CXLinkageKind linkage = clang->getCursorLinkage(cursor);
    if (linkage == CXLinkage_Internal || linkage == CXLinkage_UniqueExternal)
        return "internal";
    return clang->Cursor_isFunctionInlined(cursor) ? "inline" : NULL;
}

/* Returns {"name", "file", "line"}, and "linkage" if it is internal or inline. Kernels, templates
 * and variables all have these members. */
static json_t *describe(const struct unit *unit, CXCursor cursor)
{
    const struct libclang *clang = unit->libclang;
    struct place place = unit_locate(unit, clang->getCursorLocation(cursor));
    OWNED char *name = qualified_name(clang, cursor);
    json_t *json =
        json_pack("{s:s, s:s, s:i}", "name", name, "file", place.file, "line", (int)place.line);
    const char *linkage = linkage_name(clang, cursor);
    if (linkage)
        json_object_set_new(json, "linkage", json_string(linkage));
    free(place.file);
    return json;
}

static json_t *describe_kernel(const struct unit *unit, CXCursor cursor)
{
    const struct libclang *clang = unit->libclang;
    json_t *json = describe(unit, cursor);
    OWNED char *symbol = libclang_text(clang, clang->Cursor_getMangling(cursor));
    json_object_set_new(json, "symbol", json_string(symbol));
    json_t *parameters = json_array();
    int count = clang->Cursor_getNumArguments(cursor);
    for (int i = 0; i < count; i++)
        json_array_append_new(parameters, parameter_describe(unit, cursor, (unsigned)i));
    json_object_set_new(json, "parameters", parameters);
    return json;
}

/* Whether |cursor| is a member of a class template. Such a member is a template too, but has no
 * template parameters of its own. */
static bool is_in_template(const struct libclang *clang, CXCursor cursor)
{
    for (;;) {
        cursor = clang->getCursorSemanticParent(cursor);
        enum CXCursorKind kind = clang->getCursorKind(cursor);
        if (is_class_template(kind))
            return true;
        if (is_outermost(kind))
            return false;
    }
}

/* ---- Describing templates -------------------------------------------------------------------- */

struct signature {
    const struct unit *unit;
    CXCursor function;
    json_t *parameters;
};

/* Appends {"name", "type"} of one parameter of a function template, and "pack" if it is a pack.
 * libclang lists the parameters of a function, but shows those of a function template only as its
 * children. */
static enum CXChildVisitResult see_parameter(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    struct signature *signature = data;
    const struct unit *unit = signature->unit;
    const struct libclang *clang = unit->libclang;
    if (clang->getCursorKind(cursor) != CXCursor_ParmDecl)
        return CXChildVisit_Continue;
    unsigned index = (unsigned)json_array_size(signature->parameters);
    CXType type = parameter_type(clang, signature->function, cursor, index);
    OWNED char *name = libclang_text(clang, clang->getCursorSpelling(cursor));
    OWNED char *spelled = type_text(unit, clang->getCursorType(cursor));
    json_t *parameter = json_pack("{s:s, s:o}", "name", name, "type", value_describe(unit, type));
    size_t length = strlen(spelled);
    if (length >= 3 && strcmp(spelled + length - 3, "...") == 0)
        json_object_set_new(parameter, "pack", json_true());
    json_array_append_new(signature->parameters, parameter);
    return CXChildVisit_Continue;
}

static json_t *describe_template(const struct unit *unit, CXCursor cursor)
{
    struct signature signature = {unit, cursor, json_array()};
    unit->libclang->visitChildren(cursor, see_parameter, &signature);
    json_t *json = describe(unit, cursor);
    json_object_set_new(json, "parameters", signature.parameters);
    return json;
}

/* ---- Describing variables -------------------------------------------------------------------- */

static enum CXChildVisitResult find_device(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    const struct libclang *clang = data;
    enum CXCursorKind kind = clang->getCursorKind(cursor);
    return kind == CXCursor_CUDADeviceAttr || kind == CXCursor_CUDAConstantAttr
               ? CXChildVisit_Break
               : CXChildVisit_Continue;
}

/* Returns the element type of an array of any rank; any other |type| is returned as it is. */
static CXType element_type(const struct libclang *clang, CXType type)
{
    while (type.kind == CXType_ConstantArray)
        type = clang->getCanonicalType(clang->getArrayElementType(type));
    return type;
}

static json_t *describe_variable(const struct unit *unit, CXCursor cursor)
{
    const struct libclang *clang = unit->libclang;
    json_t *json = describe(unit, cursor);
    CXType type = clang->getCanonicalType(clang->getCursorType(cursor));
    OWNED char *symbol = libclang_text(clang, clang->Cursor_getMangling(cursor));
    json_object_set_new(json, "symbol", json_string(symbol));
    json_object_set_new(json, "size", json_integer((json_int_t)clang->Type_getSizeOf(type)));
    json_object_set_new(json, "type", type_describe(unit, element_type(clang, type)));
    return json;
}

/* Whether a driver can find the variable, which is in device memory. A variable with internal
 * linkage is not in the symbol table that the driver reads. Managed variables are included, because
 * clang gives them a device attribute too. */
static bool is_reachable(const struct libclang *clang, CXCursor cursor)
{
    return clang->getCursorLinkage(cursor) == CXLinkage_External &&
           clang->visitChildren(cursor, find_device, (CXClientData)clang) != 0;
}

/* Adds the name of a kernel in a system's header: the qualified name of a template, the symbol of
 * another kernel. Host code, which is not in the package, instantiates such kernels, so the package
 * needs only their names. */
static void see_system_kernel(struct walk *walk, CXCursor cursor, bool is_template)
{
    const struct libclang *clang = walk->unit->libclang;
    OWNED char *name = is_template ? qualified_name(clang, cursor)
                                   : libclang_text(clang, clang->Cursor_getMangling(cursor));
    json_array_append_new(walk->system, json_string(name));
}

static void see_declaration(CXClientData data, const CXIdxDeclInfo *info)
{
    struct walk *walk = data;
    const struct libclang *clang = walk->unit->libclang;
    CXCursor cursor = info->cursor;
    enum CXCursorKind kind = clang->getCursorKind(cursor);
    if ((kind == CXCursor_StructDecl || kind == CXCursor_ClassDecl) && info->isDefinition &&
        !is_in_template(clang, cursor) &&
        !clang->Location_isInSystemHeader(clang->getCursorLocation(cursor))) {
        walk->records = mem_grow(walk->records, walk->record_count, sizeof *walk->records);
        walk->records[walk->record_count++] = cursor;
    }
    if (kind == CXCursor_VarDecl && info->isDefinition &&
        info->entityInfo->templateKind == CXIdxEntity_NonTemplate &&
        !is_in_template(clang, cursor) &&
        !clang->Location_isInSystemHeader(clang->getCursorLocation(cursor)) &&
        is_reachable(clang, cursor))
        json_array_append_new(walk->variables, describe_variable(walk->unit, cursor));
    bool is_wanted = walk->unit->takes_declarations ? !info->isRedeclaration : info->isDefinition;
    if (!is_wanted ||
        (kind != CXCursor_FunctionDecl && kind != CXCursor_CXXMethod &&
         kind != CXCursor_FunctionTemplate) ||
        !has_global(clang, cursor))
        return;
    bool is_template =
        info->entityInfo->templateKind == CXIdxEntity_Template || is_in_template(clang, cursor);
    if (clang->Location_isInSystemHeader(clang->getCursorLocation(cursor)))
        see_system_kernel(walk, cursor, is_template);
    else if (is_template)
        json_array_append_new(walk->templates, describe_template(walk->unit, cursor));
    else
        json_array_append_new(walk->kernels, describe_kernel(walk->unit, cursor));
}

enum status kernels_collect(const struct unit *unit, json_t *kernels, json_t *templates,
                            json_t *variables, json_t *system)
{
    const struct libclang *clang = unit->libclang;
    struct walk walk = {unit, kernels, templates, variables, system, NULL, 0};
    IndexerCallbacks callbacks = {.indexDeclaration = see_declaration};
    CXIndexAction action = clang->IndexAction_create(unit->index);
    int failed = clang->indexTranslationUnit(action, &walk, &callbacks, sizeof callbacks,
                                             CXIndexOpt_SuppressRedundantRefs, unit->handle);
    clang->IndexAction_dispose(action);
    for (size_t i = 0; json_array_size(templates) && i < walk.record_count; i++)
        record_offer(unit, walk.records[i]);
    free(walk.records);
    if (failed)
        return status_fail(STATUS_ENVIRONMENT, "libclang broke down looking for kernels (%d)",
                           failed);
    return STATUS_OK;
}
