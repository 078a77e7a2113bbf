/* Makes the C names of a package: the names of kernels, of their parameters, of the records in
 * these, and of templates' instances. */
#include "emit/index.h"
#include "parts.h"

#include <strings.h>

/* ---- Names of templates' instances --------------------------------------------------------------
 *
 * Finds out whether a mangled symbol is an instance of a template. Reads only the beginning of the
 * symbol: the name, up to the 'I' with which its template arguments begin.
 *
 *   _Z 5scale I...                      scale
 *   _Z N 2ns 12_GLOBAL__N_1 5scale I... ns::(anonymous namespace)::scale
 *   _Z L 5scale I...                    static scale
 *   _Z St 5scale I...                   std::scale
 *
 * See the Itanium C++ ABI, section 5.1 (<nested-name>, <unscoped-name>, <abi-tag>,
 * <template-args>).
 */

/* Returns the end of the <source-name> at |at|. If |name| is not NULL, the <source-name> must be
 * |name|; else returns NULL. */
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
    at += *at == 'L'; /* Skips an 'L', which marks internal linkage. */
    if (length == 0 || name[0] == '(')
        at = skip_source_name(at, anonymous, sizeof anonymous - 1);
    else
        at = skip_source_name(at, name, length);
    while (at && *at == 'B')
        at = skip_source_name(at + 1, NULL, 0);
    return at;
}

/* Returns the text in |symbol| behind the name of the template, where its arguments begin; NULL if
 * |symbol| has another name. */
static const char *skip_template_name(const char *symbol, const char *template_name)
{
    if (strncmp(symbol, "_Z", 2) != 0)
        return NULL;
    const char *at = symbol + 2;
    bool nested = *at == 'N';
    at += nested;
    size_t depth = 0; /* number of names between 'N' and 'E' so far */
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

/* Returns the end of the template arguments "<float, 4>" that begin at |at|: behind their '>'. A
 * '<' or '>' inside parentheses does not count: "<((3)>(2))>". */
static const char *skip_label_arguments(const char *at)
{
    int angles = 0, parentheses = 0;
    for (; *at; at++) {
        parentheses += (*at == '(') - (*at == ')');
        if (parentheses == 0)
            angles += (*at == '<') - (*at == '>');
        if (angles == 0)
            return at + 1;
    }
    return at;
}

/* Whether |symbol| is an instance of a member of a class template: "matrix<float>::fill" and
 * "matrix<float>::copy<int>" are instances of matrix::fill and matrix::copy. Compares the demangled
 * name, because template arguments may be any type. */
static bool is_member_instance(const char *symbol, const char *template_name)
{
    if (!text_begins(symbol, "_ZN") || !strstr(template_name, "::"))
        return false;
    OWNED char *label = index_instance_label(symbol);
    const char *at = label, *name = template_name;
    bool has_arguments = false;
    while (*at && *at == *name) {
        at++;
        name++;
        if (*at == '<' && (!*name || text_begins(name, "::"))) {
            has_arguments = true;
            at = skip_label_arguments(at);
        }
    }
    return has_arguments && !*at && !*name;
}

bool index_symbol_is_instance(const char *symbol, const char *template_name)
{
    return skip_template_name(symbol, template_name) || is_member_instance(symbol, template_name);
}

/* ---- Template arguments that can be printed without the function's parameters ---- */

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

/* Prints a literal, whose mangled form is like Lb1E, Li4E or Lin4E; |at| is behind the 'L'. An
 * enumerator (L4mode1E) is printed as its number. */
static const char *print_literal(const char *at, int depth, struct buf *out)
{
    OWNED_BY(buf_free) struct buf type = {0};
    bool is_bool = *at == 'b';
    at = print_type(at, depth, &type);
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

/* Prints template arguments, "<float, 4>", from their mangled form; |at| is at the 'I' with which
 * they begin. */
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
    /* Mangled types have the reverse order of words: PKf is float const *. */
    if (*at == 'P' || *at == 'K') {
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
    OWNED_BY(buf_free) struct buf name = {0};
    const char *at = skip_template_name(symbol, template_name);
    buf_puts(&name, template_name);
    if (at && print_arguments(at, 0, &name))
        return buf_take(&name);
    return at ? mem_dup(symbol) : index_instance_label(symbol);
}

/* ---- Choosing names -------------------------------------------------------------------------- */

static int name_compare(const void *a, const void *b)
{
    const struct index_kernel *const *left = a, *const *right = b;
    return strcmp((*left)->name, (*right)->name);
}

/* Returns the type of a parameter without its outermost const, which is not a part of a function's
 * type: "const dims" is "dims" to callers, and "float *const" is "float *". Borrows from the
 * parameter. */
static const char *bare_type(const struct index_parameter *parameter, int *out_length)
{
    const char *name = parameter->canonical;
    if (parameter->type.kind != CTYPE_POINTER && strncmp(name, "const ", 6) == 0)
        name += 6;
    size_t length = strlen(name);
    if (length > 6 && strcmp(name + length - 6, "*const") == 0)
        length -= 5;
    *out_length = (int)length;
    return name;
}

/* Gives an overload a name with its parameters: "scale" becomes "scale(float *, unsigned int)". The
 * types of an instance's parameters are not known here, so the instance gets its symbol as its
 * name. */
static void name_apart(struct strings *texts, struct index_kernel *kernel)
{
    struct buf name = {0};
    if (kernel->template_name) {
        kernel->name = kernel->symbol;
        return;
    }
    buf_printf(&name, "%s(", kernel->name);
    for (size_t i = 0; i < kernel->parameter_count; i++) {
        int length;
        const char *type = bare_type(&kernel->parameters[i], &length);
        buf_printf(&name, "%s%.*s", i ? ", " : "", length, type);
    }
    buf_putc(&name, ')');
    kernel->name = strings_keep(texts, buf_take(&name));
}

/* Gives different names to overloads, which share a name in C++. An instance that is in several
 * modules keeps one name, because it is the same function in each of them. */
static void name_overloads(struct kernel_package *package)
{
    size_t count = package->kernel_count;
    OWNED struct index_kernel **kernels = mem_alloc((count + 1) * sizeof *kernels);
    if (count)
        memcpy(kernels, package->kernels, count * sizeof *kernels);
    qsort(kernels, count, sizeof *kernels, name_compare);
    for (size_t i = 0, next; i < count; i = next) {
        bool differ = false;
        for (next = i + 1; next < count && strcmp(kernels[next]->name, kernels[i]->name) == 0;
             next++)
            differ = differ || strcmp(kernels[next]->symbol, kernels[i]->symbol) != 0;
        for (size_t j = i; differ && j < next; j++)
            name_apart(&package->texts, kernels[j]);
    }
}

/* A kernel, and the text from which the kernel's C names are made. */
struct candidate {
    const char *base;
    struct index_kernel *kernel;
};

static int candidate_compare(const void *a, const void *b)
{
    const struct candidate *left = a, *right = b;
    return strcmp(left->base, right->base);
}

/* Whether |a| and |b| are the same instance of one template, which is in a header that the modules
 * of both include. */
static bool are_same(const struct index_kernel *a, const struct index_kernel *b)
{
    return a->template_name && b->template_name && strcmp(a->symbol, b->symbol) == 0 &&
           strcmp(a->file, b->file) == 0 && a->line == b->line;
}

/* Whether |candidate| needs its module's name as a part of its own, because a kernel of |group|
 * with the same name is in another module. */
static bool needs_module(const struct candidate *candidate, const struct candidate *group,
                         size_t count)
{
    for (size_t i = 0; candidate->kernel->is_repeatable && i < count; i++)
        if (group[i].kernel->module != candidate->kernel->module &&
            !are_same(group[i].kernel, candidate->kernel))
            return true;
    return false;
}

/* Gives a kernel the name "module/kernel" if several modules have different kernels of one name, as
 * with static kernels. No C++ name has a slash, so the name is new. */
static void name_by_module(struct kernel_package *package)
{
    size_t count = package->kernel_count;
    OWNED struct candidate *all = mem_alloc((count + 1) * sizeof *all);
    for (size_t i = 0; i < count; i++) {
        struct index_kernel *kernel = package->kernels[i];
        all[i] = (struct candidate){
            strings_keep(&package->texts, identifier_from_qualified(kernel->name)), kernel};
    }
    qsort(all, count, sizeof *all, candidate_compare);
    for (size_t i = 0, next; i < count; i = next) {
        for (next = i + 1; next < count && strcmp(all[next].base, all[i].base) == 0; next++)
            ;
        for (size_t j = i; j < next; j++) {
            if (!needs_module(&all[j], &all[i], next - i))
                continue;
            struct index_kernel *kernel = all[j].kernel;
            kernel->name = strings_keep(
                &package->texts,
                mem_format("%s/%s", package->modules[kernel->module].name, kernel->name));
        }
    }
}

const char *index_record_name(const struct index_parameter *parameter)
{
    if (parameter->type.record)
        return parameter->type.record;
    int length;
    return bare_type(parameter, &length);
}

static void name_parameters(struct kernel_package *package, struct index_kernel *kernel,
                            struct identifier_set *tags)
{
    OWNED_BY(identifier_set_free) struct identifier_set names = {0};
    for (size_t i = 0; i < kernel->parameter_count; i++) {
        struct index_parameter *parameter = &kernel->parameters[i];
        parameter->c_name =
            strings_keep(&package->texts, identifier_parameter(parameter->name, (unsigned)i + 1,
                                                               package->prefix, &names));
        const char *opaque = NULL;
        if (parameter->type.kind == CTYPE_RECORD || parameter->type.kind == CTYPE_OTHER) {
            parameter->record = records_name(package, kernel, parameter, tags);
            opaque = strings_keep(&package->texts, mem_format("struct %s", parameter->record->tag));
        }
        parameter->c_type = strings_keep(&package->texts, ctype_spell(&parameter->type, opaque));
    }
}

static bool is_name_elsewhere(const struct kernel_package *package,
                              const struct index_variable *variable)
{
    for (size_t i = 0; i < package->variable_count; i++)
        if (package->variables[i]->module != variable->module &&
            strcmp(package->variables[i]->name, variable->name) == 0)
            return true;
    return false;
}

/* Names the variables. If several modules have a variable of the same name, each gets the name
 * "module/name", because they are different variables. */
static void name_variables(struct kernel_package *package)
{
    struct strings *texts = &package->texts;
    OWNED const char **names = mem_alloc((package->variable_count + 1) * sizeof *names);
    OWNED_BY(identifier_set_free) struct identifier_set bases = {0};
    for (size_t i = 0; i < package->variable_count; i++) {
        struct index_variable *variable = package->variables[i];
        names[i] = variable->name;
        if (is_name_elsewhere(package, variable))
            names[i] =
                strings_keep(texts, mem_format("%s/%s", package->modules[variable->module].name,
                                               variable->name));
        OWNED char *base = identifier_from_qualified(names[i]);
        variable->base = strings_keep(texts, identifier_unique(base, &bases));
        variable->wrapper =
            strings_keep(texts, mem_format("%s_variable_%s", package->prefix, variable->base));
        variable->c_type = strings_keep(texts, ctype_spell(&variable->pointer, NULL));
    }
    /* The names are set after all comparisons, which need the old names. */
    for (size_t i = 0; i < package->variable_count; i++)
        package->variables[i]->name = names[i];
}

static void reserve(struct identifier_set *set, const char *stem, const char *suffix)
{
    OWNED char *name = mem_format("%s_%s", stem, suffix);
    free(identifier_unique(name, set));
}

/* Reserves the names that the generated files use for macros and constants, so that no kernel's
 * enumerator gets one. */
static void reserve_enumerators(const struct kernel_package *package, struct identifier_set *set)
{
    static const char *const of_package[] = {"KERNEL_COUNT",   "INTERFACE", "BUILD",
                                             "VARIABLE_COUNT", "SHARED",    "API"};
    static const char *const of_module[] = {"HSACO_SIZE", "HSACO_IMAGE_COUNT", "HSACO_ID",
                                            "HSACO_FILE", "SOURCE"};
    for (size_t i = 0; i < sizeof of_package / sizeof *of_package; i++)
        reserve(set, package->upper, of_package[i]);
    for (size_t i = 0; i < package->module_count; i++) {
        OWNED char *name = mem_format("%s_%s", package->prefix, package->modules[i].name);
        OWNED char *upper = identifier_from_upper(name);
        for (size_t j = 0; j < sizeof of_module / sizeof *of_module; j++)
            reserve(set, upper, of_module[j]);
    }
}

/* Checks a package's name, which becomes a part of file names, of C names, and of #include "...".
 * '|' is refused because ninja cannot escape it in file names. */
const char *kernel_package_name_fault(const char *name)
{
    if (!*name)
        return "it is empty";
    if (*name == '.' || *name == '-')
        return "it names files, and does not begin with '.' or '-'";
    if (strcasecmp(name, "krt") == 0)
        return "krt.h is the runtime's";
    if (strcasecmp(name, "images") == 0)
        return "images.json is another file of the package";
    for (; *name; name++)
        if (strchr("/\"|", *name) || (unsigned char)*name < 0x20)
            return "it names files, and has no '/', '\"', '|' or control characters";
    return NULL;
}

const char *kernel_module_name_fault(const char *name)
{
    for (; *name; name++)
        if (*name == '"' || (unsigned char)*name < 0x20)
            return "no #include can name its header";
    return NULL;
}

char *kernel_module_name_clash(const char *one, const char *other)
{
    OWNED char *left = identifier_from_lower(one), *right = identifier_from_lower(other);
    return strcmp(left, right) == 0 && strcmp(one, other) != 0 ? mem_dup(left) : NULL;
}

/* Returns the text from which the name of a kernel's function is made. If the name of an instance
 * is its symbol, the text is a readable name. */
static char *function_base(const struct index_kernel *kernel, const char *base)
{
    if (strcmp(kernel->name, kernel->symbol) != 0 || !kernel->template_name)
        return mem_dup(base);
    OWNED char *label = index_instance_label(kernel->symbol);
    return identifier_from_qualified(label);
}

void kernel_package_name(struct kernel_package *package)
{
    OWNED_BY(identifier_set_free)
    struct identifier_set enumerators = {0}, bases = {0}, tags = {0};
    struct strings *texts = &package->texts;
    package->prefix = strings_keep(texts, identifier_from_lower(package->name));
    package->upper = strings_keep(texts, identifier_from_upper(package->name));
    reserve_enumerators(package, &enumerators);
    reserve(&tags, package->prefix, "ordinal");
    reserve(&tags, package->prefix, "package");
    name_by_module(package);
    name_overloads(package);
    name_variables(package);
    for (size_t i = 0; i < package->kernel_count; i++) {
        struct index_kernel *kernel = package->kernels[i];
        const char *base = strings_keep(texts, identifier_from_qualified(kernel->name));
        const char *upper = strings_keep(texts, identifier_from_upper(base));
        OWNED char *function = function_base(kernel, base);
        const char *enumerator = strings_keep(texts, mem_format("%s_%s", package->upper, upper));
        kernel->enumerator = strings_keep(texts, identifier_unique(enumerator, &enumerators));
        for (int k = 0; k < INDEX_FACT_COUNT; k++)
            if (kernel->facts[k]) {
                OWNED char *fact = identifier_from_upper(index_fact_names[k]);
                reserve(&enumerators, kernel->enumerator, fact);
            }
        kernel->base = strings_keep(texts, identifier_unique(function, &bases));
        kernel->wrapper =
            strings_keep(texts, mem_format("%s_launch_%s", package->prefix, kernel->base));
        name_parameters(package, kernel, &tags);
    }
    records_finish(package, &tags);
}
