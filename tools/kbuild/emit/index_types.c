/* Finds the types of a kernel's parameters if no declaration spells them out: for an instance of a
 * template, and for a kernel without source.
 *
 * OpenCL's compiler writes the types into the code object's metadata. Otherwise they come from the
 * demangled name: in a mangled name, the types of the parameters follow the name and its template
 * arguments, so "_Z4fillIfEvPT_S0_" reads "void fill<float>(float*, float)". See the Itanium C++
 * ABI, section 5.1.5.
 *
 * A type that the text does not spell out ("traits<float>::type") becomes a record, whose size is
 * known. */
#include "emit/index.h"

/* A function of libstdc++ with C linkage, which no C header declares. */
char *__cxa_demangle(const char *name, char *buffer, size_t *size, int *status);

/* the most bytes of a symbol that is demangled; a demangled name may be exponentially longer */
enum { MANGLED_MAX = 16384 };

static const struct {
    const char *name;
    enum ctype_scalar scalar;
} builtins[] = {
    {"bool", CTYPE_BOOL},         {"char", CTYPE_I8},          {"signed char", CTYPE_I8},
    {"unsigned char", CTYPE_U8},  {"short", CTYPE_I16},        {"unsigned short", CTYPE_U16},
    {"int", CTYPE_I32},           {"unsigned int", CTYPE_U32}, {"long", CTYPE_I64},
    {"unsigned long", CTYPE_U64}, {"long long", CTYPE_I64},    {"unsigned long long", CTYPE_U64},
    {"uchar", CTYPE_U8}, /* uchar, ushort, uint and ulong are types of OpenCL */
    {"ushort", CTYPE_U16},        {"uint", CTYPE_U32},         {"ulong", CTYPE_U64},
    {"_Float16", CTYPE_F16},      {"half", CTYPE_F16},         {"float", CTYPE_F32},
    {"double", CTYPE_F64},
};

static bool drop_end(char *text, const char *end)
{
    size_t length = strlen(text), size = strlen(end);
    if (length <= size || strcmp(text + length - size, end) != 0)
        return false;
    text[length - size] = '\0';
    return true;
}

bool index_builtin(const char *text, enum ctype_scalar *out)
{
    for (size_t i = 0; i < sizeof builtins / sizeof *builtins; i++)
        if (strcmp(text, builtins[i].name) == 0) {
            *out = builtins[i].scalar;
            return true;
        }
    return false;
}

/* Returns the "(*" or "(&" in |text|, if it is a pointer or reference to a function or an array:
 * "float const (&) [4]". C has no simple name for such a type. Returns NULL for other types, even
 * if their template arguments have such types. */
static const char *find_declarator(const char *text)
{
    int depth = 0;
    for (; *text; text++) {
        depth += (*text == '<') - (*text == '>');
        if (depth == 0 && (text_begins(text, "(*") || text_begins(text, "(&")))
            return text;
    }
    return NULL;
}

/* Reads the type |text|, and overwrites |text|. */
static void read_type(char *text, struct strings *texts, struct ctype *out)
{
    while (drop_end(text, " const") || drop_end(text, " volatile") || drop_end(text, " __restrict"))
        ;
    if (drop_end(text, "*") || drop_end(text, "&&") || drop_end(text, "&")) {
        out->kind = CTYPE_POINTER;
        while (drop_end(text, " volatile"))
            ;
        out->to_const = drop_end(text, " const");
        out->pointee = mem_alloc(sizeof *out->pointee);
        read_type(text, texts, out->pointee);
        return;
    }
    if (strcmp(text, "void") == 0)
        return;
    const char *declarator = find_declarator(text);
    if (declarator) {
        const char *target = strstr(text, " const (");
        out->kind = CTYPE_POINTER;
        out->to_const = target && target < declarator;
        /* The pointee stays zeros, which means void. */
        out->pointee = mem_alloc(sizeof *out->pointee);
        return;
    }
    out->kind = CTYPE_SCALAR;
    if (index_builtin(text, &out->scalar))
        return;
    out->record = strings_keep(texts, mem_dup(text));
    if (!ctype_scalar_of_record(text, &out->scalar))
        out->kind = strchr(text, ')') ? CTYPE_OTHER : CTYPE_RECORD;
}

/* Whether |type| agrees with what the code object says of |parameter|. If not, |type| is wrong. */
static bool type_fits(const struct ctype *type, const struct index_parameter *parameter)
{
    bool is_pointer = strcmp(parameter->canonical, "global_buffer") == 0;
    /* NVIDIA's images have only the sizes of parameters */
    if (strcmp(parameter->canonical, "parameter") == 0)
        is_pointer = type->kind == CTYPE_POINTER;
    switch (type->kind) {
    case CTYPE_POINTER: return is_pointer && parameter->size == 8;
    case CTYPE_SCALAR: return !is_pointer && parameter->size == ctype_scalar_size(type->scalar);
    case CTYPE_VOID: return false;
    case CTYPE_ENUM:
    case CTYPE_RECORD:
    case CTYPE_OTHER: break;
    }
    return !is_pointer || parameter->type.kind == CTYPE_OTHER;
}

/* Returns the largest alignment that the offset and the size of |parameter| allow. It need not be
 * exact, because the value's bytes are only copied. */
static uint32_t guess_align(const struct index_parameter *parameter)
{
    uint32_t bits = parameter->offset | parameter->size | 16;
    return bits & (~bits + 1);
}

static void set_type(struct index_parameter *parameter, char *text, struct strings *texts)
{
    struct ctype type = {0};
    read_type(text, texts, &type);
    parameter->align = guess_align(parameter);
    if (type.kind == CTYPE_SCALAR && type.record && !type_fits(&type, parameter))
        /* The type is a class of the user that only has the name of a number class, such as
         * __half. */
        type.kind = CTYPE_RECORD;
    if (!type_fits(&type, parameter)) {
        ctype_free(&type);
        return;
    }
    ctype_free(&parameter->type);
    parameter->type = type;
}

/* Returns where the parameters begin in a demangled function: the last '(' that is not inside other
 * brackets. */
static char *find_parameters(char *text)
{
    int depth = 0;
    for (char *at = text + strlen(text); at > text; at--) {
        depth += (at[-1] == ')') - (at[-1] == '(');
        if (at[-1] == '(' && depth == 0)
            return at - 1;
    }
    return NULL;
}

/* Splits the text |at| at commas outside of brackets, and overwrites the text. Returns the number
 * of parts. */
static size_t split(char *at, char **out, size_t max)
{
    size_t count = 0;
    int depth = 0;
    for (char *start = at; *at; at++) {
        depth += (*at == '(' || *at == '<') - (*at == ')' || *at == '>');
        bool is_end = depth < 0;
        if (!is_end && (*at != ',' || depth > 0))
            continue;
        *at = '\0';
        if (*start && count < max)
            out[count] = start;
        count += *start != '\0';
        start = at + 1 + strspn(at + 1, " ");
        if (is_end)
            break;
    }
    return count;
}

/* Returns |symbol| demangled, "void fill<float>(float*, float)", or NULL. */
static char *demangle(const char *symbol)
{
    int status = 0;
    return strlen(symbol) <= MANGLED_MAX ? __cxa_demangle(symbol, NULL, NULL, &status) : NULL;
}

void index_type_instance(struct index_kernel *kernel, struct strings *texts)
{
    OWNED char *text = demangle(kernel->symbol);
    char *at = text ? find_parameters(text) : NULL;
    OWNED char **words = mem_alloc((kernel->parameter_count + 1) * sizeof *words);
    if (at && split(at + 1, words, kernel->parameter_count) == kernel->parameter_count)
        for (size_t i = 0; i < kernel->parameter_count; i++)
            set_type(&kernel->parameters[i], words[i], texts);
    for (size_t i = 0; !at && i < kernel->parameter_count; i++) {
        OWNED char *spelled =
            kernel->parameters[i].spelled ? mem_dup(kernel->parameters[i].spelled) : NULL;
        if (spelled && *spelled)
            set_type(&kernel->parameters[i], spelled, texts);
    }
}

char *index_instance_label(const char *symbol)
{
    /* the demangled name of an instance begins with the return type */
    static const char type[] = "void ";
    OWNED char *text = demangle(symbol);
    const char *end = text ? find_parameters(text) : NULL;
    if (!end)
        return mem_dup(symbol);
    size_t skip = text_begins(text, type) ? sizeof type - 1 : 0;
    return mem_dup_n(text + skip, (size_t)(end - text) - skip);
}
