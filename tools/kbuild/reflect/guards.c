/* Finds the directives that hide kernels from the compiler: the #if, #ifdef, #elif or #else before
 * lines that the compiler skips and that contain __global__. */
#include "parts.h"

/* Whether the skipped lines |range| have the token __global__. */
static bool hides_kernel(const struct libclang *clang, CXTranslationUnit handle,
                         CXSourceRange range)
{
    CXToken *tokens = NULL;
    unsigned count = 0;
    bool found = false;
    clang->tokenize(handle, range, &tokens, &count);
    for (unsigned i = 0; !found && i < count; i++) {
        if (clang->getTokenKind(tokens[i]) == CXToken_Comment)
            continue;
        OWNED char *text = libclang_text(clang, clang->getTokenSpelling(handle, tokens[i]));
        found = strcmp(text, "__global__") == 0;
    }
    clang->disposeTokens(handle, tokens, count);
    return found;
}

/* Returns the rest of the line at |location|, without blanks at its end; the caller frees the text.
 * A byte that is not ASCII becomes '?', because a comment may have any encoding, and JSON is UTF-8.
 */
static char *line_at(const struct unit *unit, CXSourceLocation location)
{
    const struct libclang *clang = unit->libclang;
    CXFile file;
    unsigned offset = 0;
    size_t size = 0, length = 0;
    clang->getFileLocation(location, &file, NULL, NULL, &offset);
    const char *text = file ? clang->getFileContents(unit->handle, file, &size) : NULL;
    while (text && offset + length < size && !strchr("\r\n", text[offset + length]))
        length++;
    while (length > 0 && strchr(" \t", text[offset + length - 1]))
        length--;
    char *line = mem_dup_n(length > 0 ? text + offset : "", length);
    for (char *c = line; *c; c++)
        *c = (unsigned char)*c < 0x80 ? *c : '?';
    return line;
}

static json_t *guard_describe(const struct unit *unit, CXSourceLocation start)
{
    struct place place = unit_locate(unit, start);
    OWNED char *text = line_at(unit, start);
    json_t *json = json_pack("{s:s, s:i, s:s}", "file", place.file, "line", (int)place.line,
                             "directive", text);
    free(place.file);
    return json;
}

json_t *guards_collect(const struct unit *unit)
{
    const struct libclang *clang = unit->libclang;
    json_t *guards = json_array();
    CXSourceRangeList *skipped = clang->getAllSkippedRanges(unit->handle);
    for (unsigned i = 0; skipped && i < skipped->count; i++) {
        CXSourceLocation start = clang->getRangeStart(skipped->ranges[i]);
        if (!clang->Location_isInSystemHeader(start) &&
            hides_kernel(clang, unit->handle, skipped->ranges[i]))
            json_array_append_new(guards, guard_describe(unit, start));
    }
    if (skipped)
        clang->disposeSourceRangeList(skipped);
    return guards;
}
