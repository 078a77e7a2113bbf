/* Demangles names of kernels, and tells which kernels and targets a user has selected.
 *
 * The C++ library's own demangler does the work; see the Itanium C++ ABI, "Demangler API". This
 * file handles two additions of HIP to mangled names: ".kd" at the end of the symbol of a kernel's
 * descriptor, and a suffix (".static.1f2e", ".intern.1f2e") by which clang makes the static kernels
 * of several sources differ. */
#include "inspect/package.h"

#include <fnmatch.h>

/* A function of libstdc++, which is extern "C" but declared in no C header. */
char *__cxa_demangle(const char *name, char *buffer, size_t *size, int *status);

/* Names with more bytes stay mangled, because a demangled name can be exponentially longer. */
enum { MANGLED_MAX = 16384 };

static bool ends_with(const char *text, size_t length, const char *end)
{
    size_t size = strlen(end);
    return length > size && memcmp(text + length - size, end, size) == 0;
}

char *demangle(const char *name)
{
    size_t length = strlen(name);
    if (ends_with(name, length, ".kd"))
        length -= 3;
    char *plain = mem_dup_n(name, length);
    if (strncmp(plain, "_Z", 2) != 0 || length > MANGLED_MAX)
        return plain;
    /* A mangled name does not have dots, so a suffix begins at the first dot. */
    size_t end = strcspn(plain, ".");
    OWNED char *suffix = mem_dup(plain + end);
    plain[end] = '\0';
    int status = 0;
    OWNED char *readable = __cxa_demangle(plain, NULL, NULL, &status);
    plain[end] = *suffix;
    char *out = NULL;
    if (readable)
        out = *suffix ? mem_format("%s [%s]", readable, suffix) : mem_dup(readable);
    if (!out)
        return plain;
    free(plain);
    return out;
}

/* Returns where the parameters begin in |name|: the second parenthesis of "f<g(int)>(float)".
 * Returns the end of |name| when it has no parameters. |*out_start| is where the name begins, after
 * the return type. */
static size_t find_parameters(const char *text, size_t *out_start)
{
    int depth = 0;
    *out_start = 0;
    static const char anonymous[] = "(anonymous namespace)";
    for (size_t i = 0; text[i]; i++) {
        char c = text[i];
        if (strncmp(text + i, anonymous, sizeof anonymous - 1) == 0)
            i += sizeof anonymous - 2;
        else if (c == '(' && depth == 0)
            return i;
        else if (c == '<' || c == '(' || c == '[')
            depth++;
        else if (c == '>' || c == ')' || c == ']')
            depth--;
        else if (c == ' ' && depth == 0)
            *out_start = i + 1;
    }
    return strlen(text);
}

/* Returns the last part of a qualified name. */
static const char *unqualified(const char *name)
{
    int depth = 0;
    const char *last = name;
    for (const char *c = name; *c; c++) {
        depth += (*c == '<') - (*c == '>');
        if (depth == 0 && c[0] == ':' && c[1] == ':')
            last = c + 2;
    }
    return last;
}

/* Whether |glob| matches |name|, which is like "space::reduce<float>", with or without its
 * namespace and its template arguments. Overwrites |name|. */
static bool matches_spoken(const char *glob, char *name)
{
    const char *last = unqualified(name);
    if (fnmatch(glob, name, 0) == 0 || fnmatch(glob, last, 0) == 0)
        return true;
    size_t length = strlen(name);
    if (length == 0 || name[length - 1] != '>')
        return false;
    for (int depth = 0; length > 0; length--) {
        depth += (name[length - 1] == '>') - (name[length - 1] == '<');
        if (depth == 0)
            break;
    }
    if (length == 0 || name + length <= last)
        return false;
    name[length - 1] = '\0';
    return fnmatch(glob, name, 0) == 0 || fnmatch(glob, last, 0) == 0;
}

static bool matches_one(const char *glob, const char *name, const char *readable)
{
    if (fnmatch(glob, name, 0) == 0 || fnmatch(glob, readable, 0) == 0)
        return true;
    size_t start;
    size_t end = find_parameters(readable, &start);
    OWNED char *spoken = mem_dup_n(readable + start, end > start ? end - start : 0);
    return matches_spoken(glob, spoken);
}

bool kernel_matches(const char *name, const struct strings *globs)
{
    OWNED char *readable = demangle(name);
    bool matches = false;
    for (size_t i = 0; !matches && i < globs->count; i++)
        matches = matches_one(globs->items[i], name, readable);
    return matches;
}

bool target_is_asked(const char *target, const char *item)
{
    struct target_id have, asked;
    if (strcmp(target, item) == 0)
        return true;
    if (target_id_parse_printed(target, &have, NULL) != CODEOBJ_OK)
        return false;
    return strcmp(have.info->processor, item) == 0 ||
           (target_id_parse(item, &asked, NULL) == CODEOBJ_OK && target_id_equal(&have, &asked));
}

bool target_is_wanted(const char *target, const struct strings *wanted)
{
    size_t i = 0;
    while (i < wanted->count && !target_is_asked(target, wanted->items[i]))
        i++;
    return i < wanted->count || wanted->count == 0;
}
