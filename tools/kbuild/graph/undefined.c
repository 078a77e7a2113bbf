/* Explains undefined symbols.
 *
 * A module is linked by itself, so a device function or variable that another module defines is an
 * undefined symbol. The linker tells neither which file defines the symbol nor what to do. This
 * file searches the sources for the definition (for CUDA, the translated sources). It searches them
 * as text: a name with parameters and a body, or a variable of the device that is not extern. */
#include "graph/project.h"
#include "graph/step.h"
#include "util/file.h"

#include <ctype.h>
#include <fts.h>

/* ---- The name of an undefined symbol --------------------------------------------------------- */

/* Returns the first symbol that |messages| of lld, nvlink or ptxas call undefined, or NULL. */
static char *undefined_symbol(const char *messages)
{
    static const char *const phrases[] = {
        "undefined symbol: ",           "undefined hidden symbol: ",
        "undefined protected symbol: ", "undefined internal symbol: ",
        "Unresolved extern function '", "Unresolved extern variable '",
        "Undefined reference to '",
    };
    for (size_t i = 0; i < sizeof phrases / sizeof *phrases; i++) {
        const char *found = strstr(messages, phrases[i]);
        if (found) {
            found += strlen(phrases[i]);
            return mem_dup_n(found, strcspn(found, "'\n"));
        }
    }
    return NULL;
}

/* Returns the last name in a mangled symbol: a sequence of <length><name>, with "N" before it in a
 * namespace. */
static char *last_mangled(const char *at)
{
    char *last = NULL;
    at += *at == 'N';
    while (isdigit((unsigned char)*at)) {
        char *name;
        size_t length = strtoul(at, &name, 10);
        if (length == 0 || length > strlen(name))
            break;
        free(last);
        last = mem_dup_n(name, length);
        at = name + length;
    }
    return last;
}

/* Returns the name without namespaces and parameters: "helper" from "ns::helper<float>(int)" and
 * from "_ZN2ns6helperIfEvi"; NULL if there is none. */
static char *plain_name(const char *symbol)
{
    if (strncmp(symbol, "_Z", 2) == 0)
        return last_mangled(symbol + 2);
    size_t end = strcspn(symbol, "(<["), start = end;
    while (start > 0 && (isalnum((unsigned char)symbol[start - 1]) || symbol[start - 1] == '_'))
        start--;
    return start < end ? mem_dup_n(symbol + start, end - start) : NULL;
}

/* ---- The definition of the name -------------------------------------------------------------- */

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static const char *skip_space(const char *at)
{
    return at + strspn(at, " \t\r\n");
}

/* Returns the text after the bracket that closes the bracket at |at|, or the end of the text. */
static const char *skip_brackets(const char *at)
{
    int depth = 0;
    do {
        depth += *at == '(' || *at == '[';
        depth -= *at == ')' || *at == ']';
    } while (*at++ && depth > 0 && *at);
    return at;
}

/* Whether the parameters at |at| are followed by a function's body, as in "(int x) const {". */
static bool has_body(const char *at)
{
    at = skip_space(skip_brackets(at));
    while (is_word(*at)) {
        while (is_word(*at))
            at++;
        at = skip_space(at);
    }
    return *at == '{';
}

/* Whether the statement around |at| in |text| defines a variable of the device. The variable's name
 * begins at |at| and ends at |end|. */
static bool is_variable(const char *text, const char *at, const char *end)
{
    const char *start = at;
    while (start > text && !strchr(";{}", start[-1]))
        start--;
    OWNED char *before = mem_dup_n(start, (size_t)(at - start));
    for (end = skip_space(end); *end == '['; end = skip_space(end))
        end = skip_brackets(end);
    return *end && strchr("=;{", *end) && !strstr(before, "extern") &&
           (strstr(before, "__device__") || strstr(before, "__constant__"));
}

static bool defines(const char *text, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = text; (at = strstr(at, name)); at += length) {
        const char *end = at + length, *next = skip_space(end);
        if ((at > text && is_word(at[-1])) || is_word(*end))
            continue;
        if (*next == '(' ? has_body(next) : is_variable(text, at, end))
            return true;
    }
    return false;
}

static int compare_names(const FTSENT **a, const FTSENT **b)
{
    return strcmp((*a)->fts_name, (*b)->fts_name);
}

/* Returns the path, from the project's root, of the first file of the project that defines |name|;
 * NULL if there is none.
 */
static char *find_definition(const char *name)
{
    /* the directories of the shadow tree, from the build directory, in which steps run */
    char hip[] = "hip", plain[] = "plain";
    char *const trees[] = {hip, plain, NULL}, *found = NULL;
    FTS *walk = fts_open(trees, FTS_PHYSICAL | FTS_NOCHDIR, compare_names);
    for (FTSENT *entry; walk && !found && (entry = fts_read(walk));) {
        OWNED_BY(buf_free) struct buf text = {0};
        if (entry->fts_info == FTS_F && file_try_read(entry->fts_path, &text) &&
            defines(text.data, name))
            found = mem_dup(strchr(entry->fts_path, '/') + 1);
    }
    if (walk)
        fts_close(walk);
    return found;
}

char *undefined_explain(const char *messages)
{
    OWNED char *symbol = undefined_symbol(messages);
    OWNED char *name = symbol ? plain_name(symbol) : NULL;
    if (!name)
        return NULL;
    const char *root = getenv("KBUILD_SHOWN_ROOT");
    OWNED char *file = find_definition(name);
    OWNED char *shown = file ? path_join(root ? root : "", file) : NULL;
    if (!file)
        return mem_format(
            "'%s' is declared, and no source of the module defines it; a module is linked by "
            "itself: add the source that does to its sources, or include it",
            symbol);
    if (!project_is_source(file))
        return mem_format("'%s' is declared here, and %s defines it; include that file", symbol,
                          shown);
    return mem_format(
        "'%s' is declared here, and %s defines it; a module is linked by itself: make "
        "one module of both sources (in a manifest, sources: [A.cu, B.cu]), or move "
        "the definition to a header that both include",
        symbol, shown);
}
