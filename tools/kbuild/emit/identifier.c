/* Tests whether names are identifiers, and makes identifiers from other names. */
#include "parts.h"

#include "util/buf.h"
#include "util/status.h"

#include <search.h>
#include <strings.h>

/* Keywords of C and C++, and macros of system headers. Each is between two spaces. */
static const char keywords[] =
    " NULL _Alignas _Alignof _Atomic _Bool _Complex _Generic _Imaginary _Noreturn"
    " _Static_assert _Thread_local alignas alignof and and_eq asm assert auto bitand bitor"
    " bool break case catch char char16_t char32_t char8_t class co_await co_return co_yield"
    " compl complex concept const const_cast consteval constexpr constinit continue decltype"
    " default delete do double dynamic_cast else enum errno explicit export extern false"
    " float for friend goto if inline int int16_t int32_t int64_t int8_t linux long mutable"
    " namespace new noexcept noreturn not not_eq nullptr operator or or_eq private protected"
    " public register reinterpret_cast requires restrict return short signed size_t sizeof static"
    " static_assert static_cast stderr stdin stdout struct switch template this thread_local"
    " throw true try typedef typeid typename typeof uint16_t uint32_t uint64_t uint8_t union"
    " unix unsigned using virtual void volatile wchar_t while xor xor_eq ";

/* Names of parameters and variables of the functions that are generated: a kernel's parameter
 * cannot have them. */
static const char *const reserved[] = {"stream", "config", "arguments"};

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_lower(char c)
{
    return c >= 'a' && c <= 'z';
}

static bool is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

static bool is_identifier_byte(char c)
{
    return is_lower(c) || is_upper(c) || is_digit(c) || c == '_';
}

char *identifier_from(const char *name)
{
    struct buf out = {0};
    if (is_digit(name[0]) || name[0] == '\0')
        buf_putc(&out, '_');
    for (; *name; name++)
        buf_putc(&out, is_identifier_byte(*name) ? *name : '_');
    return buf_take(&out);
}

char *identifier_from_lower(const char *name)
{
    char *out = identifier_from(name);
    for (char *c = out; *c; c++)
        if (is_upper(*c))
            *c = (char)(*c - 'A' + 'a');
    return out;
}

char *identifier_from_upper(const char *name)
{
    char *out = identifier_from(name);
    for (char *c = out; *c; c++)
        if (is_lower(*c))
            *c = (char)(*c - 'a' + 'A');
    return out;
}

/* Removes everything between '(' and ')'. Then replaces each sequence of bytes that an identifier
 * cannot have by one '_', and removes such bytes at the beginning and the end. */
char *identifier_from_qualified(const char *name)
{
    struct buf out = {0};
    bool gap = false;
    for (; *name; name++) {
        if (*name == '(') {
            name += strcspn(name, ")");
            gap = true;
            if (!*name)
                break;
        } else if (!is_identifier_byte(*name)) {
            gap = true;
        } else {
            if (gap && out.size)
                buf_putc(&out, '_');
            gap = false;
            buf_putc(&out, *name);
        }
    }
    OWNED char *raw = buf_take(&out);
    return identifier_from(raw);
}

bool identifier_is_keyword(const char *name)
{
    OWNED char *word = mem_format(" %s ", name);
    return strstr(keywords, word) != NULL;
}

static int name_compare(const void *a, const void *b)
{
    return strcmp(a, b);
}

void identifier_set_free(struct identifier_set *set)
{
    tdestroy(set->root, free);
    set->root = NULL;
}

char *identifier_unique(const char *name, struct identifier_set *taken)
{
    char *unique = mem_dup(name);
    for (unsigned n = 2; tfind(unique, &taken->root, name_compare); n++) {
        free(unique);
        unique = mem_format("%s_%u", name, n);
    }
    char *key = mem_dup(unique);
    if (!tsearch(key, &taken->root, name_compare))
        exit(status_fail(STATUS_ENVIRONMENT, "out of memory"));
    return unique;
}

static bool starts_with_word(const char *name, const char *word)
{
    size_t length = strlen(word);
    return strncasecmp(name, word, length) == 0 && name[length] == '_';
}

/* Returns |name| if it is safe in C and C++, else an identifier made from |name|. For an empty
 * |name|, makes the identifier from |unnamed|. */
static char *safe_name(const char *name, const char *unnamed, unsigned position, bool clashes,
                       const char *package, struct identifier_set *taken)
{
    OWNED char *wanted =
        name && *name ? identifier_from(name) : mem_format("%s_%u", unnamed, position);
    OWNED char *safe = NULL;
    if (starts_with_word(wanted, "krt") || starts_with_word(wanted, package))
        safe = mem_format("p_%s", wanted);
    else
        safe = mem_format("%s%s", wanted, clashes || identifier_is_keyword(wanted) ? "_" : "");
    return identifier_unique(safe, taken);
}

char *identifier_parameter(const char *name, unsigned position, const char *package,
                           struct identifier_set *taken)
{
    bool clashes = false;
    for (size_t i = 0; name && i < sizeof reserved / sizeof *reserved; i++)
        clashes = clashes || strcmp(name, reserved[i]) == 0;
    return safe_name(name, "parameter", position, clashes, package, taken);
}

char *identifier_member(const char *name, unsigned position, const char *package,
                        struct identifier_set *taken)
{
    return safe_name(name, "member", position, false, package, taken);
}
