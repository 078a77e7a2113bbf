/* Which template a mangled symbol is an instance of. Only the front of the symbol is read: the
 * name, up to the 'I' that opens its template arguments.
 *
 *   _Z 5scale I...                      scale
 *   _Z N 2ns 12_GLOBAL__N_1 5scale I... ns::(anonymous namespace)::scale
 *   _Z L 5scale I...                    static scale
 *   _Z St 5scale I...                   std::scale
 *
 * See the Itanium C++ ABI, section 5.1 (<nested-name>, <unscoped-name>, <abi-tag>,
 * <template-args>).
 */
#include "emit/index.h"

#include <string.h>

/* Behind the <source-name> at |at| when it reads |name|, else NULL. |name| NULL takes any. */
static const char *skip_source_name(const char *at, const char *name, size_t length)
{
    size_t digits = strspn(at, "0123456789");
    size_t counted = 0;
    for (size_t i = 0; i < digits && counted < 100000; i++)
        counted = counted * 10 + (size_t)(at[i] - '0');
    at += digits;
    if (!digits || counted > strlen(at))
        return NULL;
    if (name && (counted != length || memcmp(at, name, length) != 0))
        return NULL;
    return at + counted;
}

static const char *skip_component(const char *at, const char *name, size_t length)
{
    static const char anonymous[] = "_GLOBAL__N_1";
    if (length == 3 && memcmp(name, "std", 3) == 0 && strncmp(at, "St", 2) == 0)
        return at + 2;
    at += *at == 'L'; /* internal linkage */
    if (length == 0 || name[0] == '(')
        at = skip_source_name(at, anonymous, sizeof anonymous - 1);
    else
        at = skip_source_name(at, name, length);
    while (at && *at == 'B')
        at = skip_source_name(at + 1, NULL, 0);
    return at;
}

/* Behind the name of the template in |symbol|, where its arguments start, or NULL. */
static const char *skip_template_name(const char *symbol, const char *template_name)
{
    if (strncmp(symbol, "_Z", 2) != 0)
        return NULL;
    const char *at = symbol + 2;
    bool nested = *at == 'N';
    at += nested;
    size_t depth = 0; /* names that are only between N and E */
    for (const char *name = template_name;;) {
        const char *end = strstr(name, "::");
        bool is_std = *at == 'S';
        at = skip_component(at, name, end ? (size_t)(end - name) : strlen(name));
        if (!at)
            return NULL;
        if (!end)
            break;
        depth += !is_std;
        name = end + 2;
    }
    return *at == 'I' && nested == (depth > 0) ? at : NULL;
}

bool index_symbol_is_instance(const char *symbol, const char *template_name)
{
    return skip_template_name(symbol, template_name) != NULL;
}

/* ---- Template arguments, as far as they can be spelled without the function's parameters ---- */

enum { DEPTH_MAX = 32 };

static const char *print_type(const char *at, int depth, struct buf *out);

static const char *builtin_name(char code)
{
    static const struct {
        char code;
        const char *name;
    } builtins[] = {
        {'a', "signed char"}, {'b', "bool"},
        {'c', "char"},        {'d', "double"},
        {'f', "float"},       {'h', "unsigned char"},
        {'i', "int"},         {'j', "unsigned int"},
        {'l', "long"},        {'m', "unsigned long"},
        {'s', "short"},       {'t', "unsigned short"},
        {'v', "void"},        {'w', "wchar_t"},
        {'x', "long long"},   {'y', "unsigned long long"},
    };
    for (size_t i = 0; i < sizeof builtins / sizeof *builtins; i++)
        if (builtins[i].code == code)
            return builtins[i].name;
    return NULL;
}

/* Lb1E, Li4E, Lin4E: behind the 'L'. An enumerator (L4mode1E) is shown by its number. */
static const char *print_literal(const char *at, int depth, struct buf *out)
{
    struct buf type = {0};
    bool is_bool = *at == 'b';
    at = print_type(at, depth, &type);
    buf_free(&type);
    if (!at)
        return NULL;
    bool negative = *at == 'n';
    at += negative;
    size_t digits = strspn(at, "0123456789");
    if (!digits || at[digits] != 'E')
        return NULL;
    if (is_bool)
        buf_puts(out, *at == '0' ? "false" : "true");
    else
        buf_printf(out, "%s%.*s", negative ? "-" : "", (int)digits, at);
    return at + digits + 1;
}

/* "<float, 4>", from the 'I' on. */
static const char *print_arguments(const char *at, int depth, struct buf *out)
{
    buf_putc(out, '<');
    const char *start = ++at;
    while (at && *at != 'E') {
        if (at != start)
            buf_puts(out, ", ");
        at = *at == 'L' ? print_literal(at + 1, depth + 1, out) : print_type(at, depth + 1, out);
    }
    buf_putc(out, '>');
    return at ? at + 1 : NULL;
}

static const char *print_name(const char *at, int depth, struct buf *out)
{
    const char *end = skip_source_name(at, NULL, 0);
    if (!end)
        return NULL;
    at += strspn(at, "0123456789");
    buf_append(out, at, (size_t)(end - at));
    return *end == 'I' ? print_arguments(end, depth + 1, out) : end;
}

static const char *print_type(const char *at, int depth, struct buf *out)
{
    const char *builtin = builtin_name(*at);
    if (depth > DEPTH_MAX)
        return NULL;
    if (builtin) {
        buf_puts(out, builtin);
        return at + 1;
    }
    if (*at == 'P' || *at == 'K') { /* read backwards: PKf is float const * */
        const char *end = print_type(at + 1, depth + 1, out);
        buf_puts(out, *at == 'P' ? " *" : " const");
        return end;
    }
    if (strncmp(at, "DF16_", 5) == 0) {
        buf_puts(out, "_Float16");
        return at + 5;
    }
    if (*at != 'N')
        return print_name(at, depth, out);
    const char *start = ++at;
    while (at && *at != 'E') {
        if (at != start)
            buf_puts(out, "::");
        at = print_name(at, depth, out);
    }
    return at ? at + 1 : NULL;
}

char *index_instance_name(const char *symbol, const char *template_name)
{
    struct buf name = {0};
    const char *at = skip_template_name(symbol, template_name);
    buf_puts(&name, template_name);
    if (at && print_arguments(at, 0, &name))
        return buf_take(&name);
    buf_free(&name);
    return mem_dup(symbol);
}
