/* The symbols of HIP's compilers as nvcc writes them.
 *
 * A symbol of C++ has the types of the parameters, and some types of CUDA are others in HIP: float4
 * is HIP_vector_type<float, 4u>, and a texture object, an unsigned long long, a pointer. See the
 * Itanium C++ ABI, section 5.1: a symbol is read from left to right and written again. Each part of
 * a name or type that is not a single letter is a candidate: later, "S_", "S0_" ... "SZ_", "S10_"
 * stand for the first, the second one and so on. A vector has two candidates in HIP, the template
 * and the type, and one in CUDA, so that their numbers change.
 *
 * Symbols with parts that parameters of kernels seldom have (expressions, local names, decltype)
 * are left as they are. */
#include "symbol.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    DEPTH_MAX = 64,
    CANDIDATES_MAX = 1024,
    SYMBOL_MAX = 1 << 14, /* longer symbols are left as they are */
    MORE = 64, /* how much longer a symbol may become: what compilers write gets shorter */
    /* what a candidate becomes, if it is not one in CUDA */
    DROPPED = -1,
    TEMPLATE = -2, /* HIP_vector_type, without its arguments */
    OBJECT = -3,   /* a texture or surface object */
};

/* The names of CUDA's vectors, by the letter of their elements. */
static const struct {
    char element;
    const char *name;
} vectors[] = {
    {'a', "char"},  {'c', "char"},   {'h', "uchar"},     {'s', "short"}, {'t', "ushort"},
    {'i', "int"},   {'j', "uint"},   {'l', "long"},      {'m', "ulong"}, {'x', "longlong"},
    {'f', "float"}, {'d', "double"}, {'y', "ulonglong"},
};

static const char vector_template[] = "15HIP_vector_type";
static const char *const objects[] = {"P13__hip_texture", "P13__hip_surface"};

struct translation {
    const char *at; /* the rest of HIP's symbol */
    char *out;
    size_t length, room;
    int candidates[CANDIDATES_MAX]; /* for each candidate of HIP's symbol, its number in CUDA's */
    int count, kept;                /* how many candidates HIP's symbol, and CUDA's, has so far */
    int depth;
    bool is_changed, has_failed;
};

static void read_type(struct translation *t);

static void fail(struct translation *t)
{
    t->has_failed = true;
    t->at = ""; /* all loops end */
}

static void put(struct translation *t, const char *text, size_t size)
{
    if (size >= t->room - t->length) {
        fail(t);
        return;
    }
    memcpy(t->out + t->length, text, size);
    t->length += size;
}

static void copy(struct translation *t, size_t size)
{
    put(t, t->at, size);
    t->at += t->has_failed ? 0 : size;
}

/* Adds a candidate; |number| is DROPPED and the like, or that of the next one in CUDA. */
static void add_as(struct translation *t, int number)
{
    if (t->count == CANDIDATES_MAX)
        fail(t);
    else
        t->candidates[t->count++] = number;
}

static void add(struct translation *t)
{
    add_as(t, t->kept++);
}

static bool begins(const struct translation *t, const char *text)
{
    return strncmp(t->at, text, strlen(text)) == 0;
}

static size_t digits(const char *text)
{
    return strspn(text, "0123456789");
}

/* Copies |prefix| characters, digits, and the '_' behind them: "T0_", "A4_". */
static void read_numbered(struct translation *t, size_t prefix)
{
    const size_t size = prefix + digits(t->at + prefix);
    if (t->at[size] == '_')
        copy(t, size + 1);
    else
        fail(t);
}

/* Copies "4pair", and "L4pair", which is static. */
static void read_source_name(struct translation *t)
{
    size_t length = 0;
    if (*t->at == 'L')
        copy(t, 1);
    const size_t count = digits(t->at);
    for (size_t i = 0; i < count && length < SYMBOL_MAX; i++)
        length = 10 * length + (size_t)(t->at[i] - '0');
    if (length == 0 || strnlen(t->at + count, length) < length)
        fail(t);
    else
        copy(t, count + length);
}

/* Copies the arguments of a template. */
static void read_arguments(struct translation *t)
{
    if (t->depth++ >= DEPTH_MAX)
        fail(t);
    copy(t, *t->at != 0);
    while (*t->at && *t->at != 'E') {
        const bool is_literal = *t->at == 'L';
        if (*t->at == 'J') {
            read_arguments(t);
            continue;
        }
        copy(t, is_literal);
        read_type(t);
        if (is_literal) {
            copy(t, strspn(t->at, "n0123456789abcdef"));
            if (*t->at == 'E')
                copy(t, 1);
            else
                fail(t);
        }
    }
    if (*t->at == 'E')
        copy(t, 1);
    else
        fail(t);
    t->depth--;
}

/* Copies the arguments of what is before, if there are some: the whole is another candidate. */
static void read_optional_arguments(struct translation *t)
{
    if (*t->at != 'I')
        return;
    read_arguments(t);
    add(t);
}

/* Reads "IfLj4EE", the arguments of HIP_vector_type, and writes "6float4". */
static void read_vector(struct translation *t)
{
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
        const char pattern[] = {'I', vectors[i].element, 'L', 'j', 0};
        const char count = begins(t, pattern) ? t->at[4] : 0;
        if (count < '1' || count > '4' || strncmp(t->at + 5, "EE", 2) != 0)
            continue;
        char name[16];
        const int length = snprintf(name, sizeof name, "%zu%s%c", strlen(vectors[i].name) + 1,
                                    vectors[i].name, count);
        put(t, name, (size_t)length);
        t->at += t->has_failed ? 0 : 7;
        t->is_changed = true;
        add(t);
        return;
    }
    fail(t);
}

/* Writes the substitution for candidate |number|: "S_" is the first one. */
static void put_substitution(struct translation *t, int number)
{
    static const char digit[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    put(t, "S", 1);
    if (number > 36)
        put(t, &digit[(number - 1) / 36], 1);
    if (number > 0)
        put(t, &digit[(number - 1) % 36], 1);
    put(t, "_", 1);
}

/* Reads "S_" or "S1A_", and returns what the candidate became. */
static int read_substitution(struct translation *t)
{
    int number = 0;
    t->at++;
    for (; *t->at && *t->at != '_' && number < CANDIDATES_MAX; t->at++) {
        const bool is_digit = *t->at >= '0' && *t->at <= '9';
        if (!is_digit && (*t->at < 'A' || *t->at > 'Z')) {
            fail(t);
            return DROPPED;
        }
        number = 36 * (number ? number - 1 : 0) + (is_digit ? *t->at - '0' : *t->at - 'A' + 10) + 1;
    }
    if (*t->at != '_' || number >= t->count) {
        fail(t);
        return DROPPED;
    }
    t->at++;
    return t->candidates[number];
}

/* Reads a type or the beginning of a nested name that begins with 'S'. */
static void read_standard(struct translation *t, bool is_type)
{
    const bool is_std = t->at[1] == 't';
    if (is_std || (t->at[1] && strchr("asbiod", t->at[1]))) {
        copy(t, 2);
        if (is_std && is_type) {
            read_source_name(t);
            add(t);
        }
    } else {
        const int number = read_substitution(t);
        if (number == TEMPLATE && is_type) {
            read_vector(t);
            return;
        }
        if (number == OBJECT)
            put(t, "y", 1);
        else if (number >= 0)
            put_substitution(t, number);
        else
            fail(t);
    }
    if (is_type)
        read_optional_arguments(t);
}

/* Copies "N2ns1sE". The whole is a candidate if it is a type, not the name of a function. */
static void read_nested(struct translation *t, bool is_type)
{
    copy(t, 1);
    copy(t, strspn(t->at, "rVKRO"));
    if (*t->at == 'S')
        read_standard(t, false);
    while (*t->at && *t->at != 'E') {
        if (*t->at == 'I')
            read_arguments(t);
        else if (*t->at == 'T')
            read_numbered(t, 1);
        else
            read_source_name(t);
        if (is_type || *t->at != 'E')
            add(t);
    }
    if (*t->at == 'E')
        copy(t, 1);
    else
        fail(t);
}

/* Copies a type of a letter that stands before |count| others: a pointer, an array. */
static void read_compound(struct translation *t, size_t letters, int count)
{
    copy(t, letters);
    for (int i = 0; i < count; i++)
        read_type(t);
    add(t);
}

static void read_function(struct translation *t)
{
    copy(t, 1);
    while (*t->at && *t->at != 'E')
        read_type(t);
    if (*t->at == 'E')
        copy(t, 1);
    else
        fail(t);
    add(t);
}

/* Reads a type whose letter is 'D': floats of 16 bits and the like, and packs. */
static void read_other(struct translation *t)
{
    const char second = t->at[1];
    if (second == 'p') {
        read_compound(t, 2, 1);
    } else if (second == 'F') {
        const size_t size = 2 + digits(t->at + 2);
        copy(t, size + (t->at[size] != 0));
    } else if (second && strchr("hnisuac", second)) {
        copy(t, 2);
    } else {
        fail(t);
    }
}

static void read_class(struct translation *t)
{
    if (begins(t, vector_template)) {
        t->at += sizeof vector_template - 1;
        add_as(t, TEMPLATE);
        read_vector(t);
        return;
    }
    read_source_name(t);
    add(t);
    read_optional_arguments(t);
}

static bool read_object(struct translation *t)
{
    for (size_t i = 0; i < sizeof objects / sizeof *objects; i++) {
        if (!begins(t, objects[i]))
            continue;
        t->at += strlen(objects[i]);
        put(t, "y", 1); /* it may fail, and then sets |at| */
        add_as(t, DROPPED);
        add_as(t, OBJECT);
        t->is_changed = true;
        return true;
    }
    return false;
}

static void read_type(struct translation *t)
{
    const char c = *t->at;
    if (t->depth++ >= DEPTH_MAX || !c)
        fail(t);
    else if (strchr("vwbcahstijlmxynofdegz", c))
        copy(t, 1);
    else if (strchr("PRO", c)) {
        if (!read_object(t))
            read_compound(t, 1, 1);
    } else if (strchr("rVK", c))
        read_compound(t, strspn(t->at, "rVK"), 1);
    else if (c == 'A') {
        read_numbered(t, 1);
        read_compound(t, 0, 1);
    } else if (c == 'M')
        read_compound(t, 1, 2);
    else if (c == 'F')
        read_function(t);
    else if (c == 'D')
        read_other(t);
    else if (c == 'T') {
        read_numbered(t, 1);
        add(t);
        read_optional_arguments(t);
    } else if (c == 'S')
        read_standard(t, true);
    else if (c == 'N')
        read_nested(t, true);
    else
        read_class(t);
    t->depth--;
}

/* Reads the name of the function, which is a candidate only if it is a template. */
static void read_function_name(struct translation *t)
{
    if (*t->at == 'N') {
        read_nested(t, false);
        return;
    }
    read_source_name(t);
    if (*t->at == 'I') {
        add(t);
        read_arguments(t);
    }
}

static bool translate(const char *symbol, char *out, size_t room)
{
    struct translation t = {.at = symbol, .out = out, .room = room};
    copy(&t, 2);
    read_function_name(&t);
    while (*t.at)
        read_type(&t);
    out[t.length] = '\0';
    return t.is_changed && !t.has_failed;
}

char *symbol_for_nvidia(const char *symbol)
{
    const size_t length = strnlen(symbol, SYMBOL_MAX), room = length + MORE;
    if (strncmp(symbol, "_Z", 2) != 0 || length == SYMBOL_MAX ||
        (!strstr(symbol, vector_template) && !strstr(symbol, objects[0]) &&
         !strstr(symbol, objects[1])))
        return NULL;
    char *out = malloc(room);
    if (out && translate(symbol, out, room))
        return out;
    free(out);
    return NULL;
}
