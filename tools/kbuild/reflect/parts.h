/* Declarations that the files of reflect/ share: the steps of reflect_source(), one file for each.
 */
#ifndef KBUILD_REFLECT_PARTS_H
#define KBUILD_REFLECT_PARTS_H

#include "util/buf.h"
#include "util/status.h"

#include <clang-c/Index.h>
#include <jansson.h>

/* ---- reflect.c: libclang ---- */

/* The libclang functions that kbuild uses. All versions from 15 on have them. */
#define LIBCLANG_FUNCTIONS(X)                                                                      \
    X(createIndex)                                                                                 \
    X(disposeIndex)                                                                                \
    X(parseTranslationUnit2FullArgv)                                                               \
    X(disposeTranslationUnit)                                                                      \
    X(IndexAction_create)                                                                          \
    X(IndexAction_dispose)                                                                         \
    X(indexTranslationUnit)                                                                        \
    X(visitChildren)                                                                               \
    X(getCursorKind)                                                                               \
    X(getCursorSpelling)                                                                           \
    X(getCursorSemanticParent)                                                                     \
    X(getCursorLocation)                                                                           \
    X(getCursorLinkage)                                                                            \
    X(getCursorType)                                                                               \
    X(Cursor_getNumArguments)                                                                      \
    X(Cursor_getArgument)                                                                          \
    X(Cursor_getMangling)                                                                          \
    X(Cursor_getOffsetOfField)                                                                     \
    X(Cursor_isBitField)                                                                           \
    X(getFieldDeclBitWidth)                                                                        \
    X(getCXXAccessSpecifier)                                                                       \
    X(isVirtualBase)                                                                               \
    X(CXXMethod_isVirtual)                                                                         \
    X(Cursor_isFunctionInlined)                                                                    \
    X(Cursor_getNumTemplateArguments)                                                              \
    X(Cursor_getTemplateArgumentKind)                                                              \
    X(Cursor_getTemplateArgumentType)                                                              \
    X(Cursor_getTemplateArgumentValue)                                                             \
    X(getCanonicalType)                                                                            \
    X(getArgType)                                                                                  \
    X(getArrayElementType)                                                                         \
    X(getArraySize)                                                                                \
    X(getPointeeType)                                                                              \
    X(getTypeDeclaration)                                                                          \
    X(getTypeSpelling)                                                                             \
    X(getEnumDeclIntegerType)                                                                      \
    X(isConstQualifiedType)                                                                        \
    X(Type_getSizeOf)                                                                              \
    X(Type_getAlignOf)                                                                             \
    X(Type_visitFields)                                                                            \
    X(Location_isInSystemHeader)                                                                   \
    X(getAllSkippedRanges)                                                                         \
    X(disposeSourceRangeList)                                                                      \
    X(getRangeStart)                                                                               \
    X(getFileLocation)                                                                             \
    X(getFileContents)                                                                             \
    X(tokenize)                                                                                    \
    X(getTokenKind)                                                                                \
    X(getTokenSpelling)                                                                            \
    X(disposeTokens)                                                                               \
    X(getPresumedLocation)                                                                         \
    X(getNumDiagnostics)                                                                           \
    X(getDiagnostic)                                                                               \
    X(disposeDiagnostic)                                                                           \
    X(getDiagnosticSeverity)                                                                       \
    X(getClangVersion)                                                                             \
    X(getCString)                                                                                  \
    X(disposeString)

/* The functions of libclang by their names without "clang_": createIndex is clang_createIndex(). */
struct libclang {
    void *handle;
#define LIBCLANG_MEMBER(name) __typeof__(clang_##name) *name;
    LIBCLANG_FUNCTIONS(LIBCLANG_MEMBER)
#undef LIBCLANG_MEMBER
};

/* Returns a copy of the text in |string|, never NULL, and disposes of |string|. The caller frees
 * the copy. */
char *libclang_text(const struct libclang *libclang, CXString string);

/* ---- reflect.c: a document ---- */

/* A source that was parsed. All pointers are borrowed. */
struct unit {
    const struct libclang *libclang;
    CXIndex index;
    CXTranslationUnit handle;
    /* absolute path of the source's directory; absolute names of files become relative to it */
    const char *directory;
    /* whether kernels are collected too that are declared and not defined */
    bool takes_declarations;
    /* the records that kernels take by value: a JSON object with a member for each record's name;
     * see records.c */
    json_t *records;
};

/* Where a declaration is, by the #line directives before it. A declaration in a macro is where the
 * macro is used. */
struct place {
    char *file; /* path of the file from the source's directory; the caller frees it */
    unsigned line, column;
};
struct place unit_locate(const struct unit *unit, CXSourceLocation location);

/* ---- types.c ---- */

/* Returns the type as clang spells it; the caller frees the text. */
char *type_text(const struct unit *unit, CXType type);
/* Returns the type as type_text() does, without the outermost const and volatile. */
char *type_name(const struct unit *unit, CXType type);
json_t *type_describe(const struct unit *unit, CXType type);

/* ---- records.c ---- */

/* Describes |type| as type_describe() does. If |type| is a record, also adds the record and its
 * members to |unit->records|. */
json_t *value_describe(const struct unit *unit, CXType type);

/* Adds the record that |cursor| declares to |unit->records|, if libclang shows all of its members.
 */
void record_offer(const struct unit *unit, CXCursor cursor);

/* ---- guards.c ---- */

/* Returns the directives that hide kernels in |unit|. The caller has parsed |unit| with libclang's
 * record of the preprocessor's directives. */
json_t *guards_collect(const struct unit *unit);

/* ---- kernels.c ---- */

/* Appends to the document every kernel, kernel template and variable in device memory that the
 * project defines, and the name of every kernel in the system's headers. */
enum status kernels_collect(const struct unit *unit, json_t *kernels, json_t *templates,
                            json_t *variables, json_t *system);

#endif
