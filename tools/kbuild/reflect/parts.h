/* The steps of reflect_source(), one file for each. */
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
    X(getTranslationUnitCursor)                                                                    \
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
    X(Cursor_isAnonymous)                                                                          \
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
    X(getFileName)                                                                                 \
    X(getNumDiagnostics)                                                                           \
    X(getDiagnostic)                                                                               \
    X(disposeDiagnostic)                                                                           \
    X(getDiagnosticSeverity)                                                                       \
    X(getClangVersion)                                                                             \
    X(getCString)                                                                                  \
    X(disposeString)

/* The member createIndex is clang_createIndex(), and so on. */
struct libclang {
    void *handle;
#define LIBCLANG_MEMBER(name) __typeof__(clang_##name) *name;
    LIBCLANG_FUNCTIONS(LIBCLANG_MEMBER)
#undef LIBCLANG_MEMBER
};

/* Returns the text of |string|, and disposes of |string|. Never NULL; the caller frees it. */
char *libclang_text(const struct libclang *libclang, CXString string);

/* ---- reflect.c: a document ---- */

/* A source that was parsed. All pointers are borrowed. */
struct unit {
    const struct libclang *libclang;
    CXIndex index;
    CXTranslationUnit handle;
    const char *directory;   /* the absolute directory of the source; absolute file names are made
                                relative to it */
    bool takes_declarations; /* also collect kernels that are declared and not defined */
    json_t *records;         /* by name, the records that kernels take by value; see records.c */
};

/* The presumed place of a declaration: #line counts, and it is outside of macros. */
struct place {
    char *file; /* a relative path; the caller frees it */
    unsigned line, column;
};
struct place unit_locate(const struct unit *unit, CXSourceLocation location);

/* ---- types.c ---- */

char *type_text(const struct unit *unit, CXType type); /* as clang spells it; the caller frees it */
char *type_name(const struct unit *unit, CXType type); /* without the outer const and volatile */
json_t *type_describe(const struct unit *unit, CXType type);

/* ---- records.c ---- */

/* As type_describe(). If |type| is a record, adds its members to |unit->records|. */
json_t *value_describe(const struct unit *unit, CXType type);

/* Adds the record that |cursor| declares to |unit->records|, if all of its members are known. */
void record_offer(const struct unit *unit, CXCursor cursor);

/* ---- guards.c ---- */

/* Returns the directives that hide kernels in |unit|, which must have been parsed with a record of
 * the preprocessor. */
json_t *guards_collect(const struct unit *unit);

/* ---- kernels.c ---- */

/* Appends a document for every kernel, kernel template and variable in device memory of the
 * project, and the name of every kernel in the system's headers. */
enum status kernels_collect(const struct unit *unit, json_t *kernels, json_t *templates,
                            json_t *variables, json_t *system);

#endif
