/* Which template a mangled symbol is an instance of. Only the front of the symbol is read: the
 * name, up to the 'I' that opens its template arguments.
 *
 *   _Z 5scale I...                      scale
 *   _Z N 2ns 12_GLOBAL__N_1 5scale I... ns::(anonymous namespace)::scale
 *   _Z L 5scale I...                    static scale
 *   _Z St 5scale I...                   std::scale
 *
 * See the Itanium C++ ABI, section 5.1.3 (<nested-name>, <unscoped-name>, <abi-tag>).
 */
#include "index.h"

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

bool index_symbol_is_instance(const char *symbol, const char *template_name)
{
    if (strncmp(symbol, "_Z", 2) != 0)
        return false;
    const char *at = symbol + 2;
    bool nested = *at == 'N';
    at += nested;
    size_t depth = 0;
    for (const char *name = template_name;; depth++) {
        const char *end = strstr(name, "::");
        size_t length = end ? (size_t)(end - name) : strlen(name);
        bool is_std = *at == 'S';
        at = skip_component(at, name, length);
        if (!at)
            return false;
        depth -= is_std && !nested; /* "St" needs no N for one name behind it */
        if (!end)
            break;
        name = end + 2;
    }
    return *at == 'I' && (nested || depth == 0);
}
