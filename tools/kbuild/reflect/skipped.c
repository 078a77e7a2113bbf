/* The regions that the preprocessor left out because of a condition that mentions __CUDA_ARCH__:
 * where a kernel may be lost without a word.
 *
 * libclang tells what was skipped, but not why, and one range may run over several #elif. So the
 * directives of the file are read here, too.
 */
#include "parts.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* #if, #elif, #else or #endif. */
struct directive {
    unsigned line;
    char *condition; /* what had to hold for the lines that follow; NULL behind #endif */
    size_t next;     /* of the same #if, by index; 0 for none */
};

struct directives {
    struct directive *items;
    size_t count;
};

struct scan {
    const char *at, *end;
    unsigned line;
};

static bool scan_take(struct scan *scan)
{
    if (scan->at >= scan->end)
        return false;
    scan->line += *scan->at == '\n';
    scan->at++;
    return true;
}

static bool scan_sees(const struct scan *scan, const char *text)
{
    size_t length = strlen(text);
    return (size_t)(scan->end - scan->at) >= length && memcmp(scan->at, text, length) == 0;
}

/* Over what |scan| stands at the start of, up to and with |close|; a backslash hides what follows.
 */
static void scan_over(struct scan *scan, const char *close, bool has_escapes)
{
    scan_take(scan);
    while (scan->at < scan->end && !scan_sees(scan, close)) {
        if (has_escapes && *scan->at == '\\')
            scan_take(scan);
        scan_take(scan);
    }
    for (size_t i = 0; i < strlen(close); i++)
        scan_take(scan);
}

/* R"delimiter( ... )delimiter" */
static void scan_over_raw(struct scan *scan)
{
    char close[24] = ")";
    size_t length = 1;
    scan->at++;
    while (scan->at < scan->end && *scan->at != '(' && length < sizeof close - 2)
        close[length++] = *scan->at++;
    close[length] = '"';
    scan_over(scan, close, false);
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static void put_space(struct buf *out)
{
    if (out->size && out->data[out->size - 1] != ' ')
        buf_putc(out, ' ');
}

/* The rest of the line without comments, continuations joined, each run of space as one; owned by
 * the caller. */
static char *scan_logical_line(struct scan *scan)
{
    struct buf out = {0};
    while (scan->at < scan->end && *scan->at != '\n') {
        if (scan_sees(scan, "\\\n") || scan_sees(scan, "\\\r\n")) {
            while (*scan->at != '\n')
                scan->at++;
            scan_take(scan);
        } else if (scan_sees(scan, "//")) {
            while (scan->at < scan->end && *scan->at != '\n')
                scan->at++;
        } else if (scan_sees(scan, "/*")) {
            scan_over(scan, "*/", false);
            put_space(&out);
        } else if (isspace((unsigned char)*scan->at)) {
            put_space(&out);
            scan_take(scan);
        } else {
            buf_putc(&out, *scan->at);
            scan_take(scan);
        }
    }
    if (out.size && out.data[out.size - 1] == ' ')
        out.data[--out.size] = '\0';
    return buf_take(&out);
}

/* What must hold for the branch that |text|, a directive without its '#', opens. |before| is the
 * negation of the branches before it, or NULL for the first one. */
static char *branch_condition(const char *word, const char *rest, const char *before)
{
    char *own = NULL;
    if (strcmp(word, "if") == 0 || strcmp(word, "elif") == 0)
        own = mem_dup(rest);
    else if (strcmp(word, "ifdef") == 0 || strcmp(word, "elifdef") == 0)
        own = mem_format("defined(%s)", rest);
    else if (strcmp(word, "ifndef") == 0 || strcmp(word, "elifndef") == 0)
        own = mem_format("!defined(%s)", rest);
    if (!own)
        return mem_dup(before ? before : "");
    char *both = before ? mem_format("%s && (%s)", before, own) : mem_dup(own);
    free(own);
    return both;
}

struct nest {
    size_t last[256]; /* directive of each open #if that came last */
    char *before[256];
    size_t depth;
};

static void nest_branch(struct directives *all, struct nest *nest, unsigned line, const char *word,
                        const char *rest, bool is_first)
{
    if (is_first ? nest->depth >= 256 : nest->depth == 0)
        return;
    if (is_first) {
        nest->before[nest->depth++] = NULL;
    } else {
        all->items[nest->last[nest->depth - 1]].next = all->count;
    }
    char **before = &nest->before[nest->depth - 1];
    all->items = mem_resize(all->items, all->count + 1, sizeof *all->items);
    all->items[all->count] = (struct directive){line, branch_condition(word, rest, *before), 0};
    nest->last[nest->depth - 1] = all->count++;
    char *negated = branch_condition(strncmp(word, "el", 2) == 0 ? word + 2 : word, rest, NULL);
    char *chain =
        *before ? mem_format("%s && !(%s)", *before, negated) : mem_format("!(%s)", negated);
    free(negated);
    free(*before);
    *before = chain;
}

static void nest_end(struct directives *all, struct nest *nest, unsigned line)
{
    if (!nest->depth)
        return;
    all->items[nest->last[nest->depth - 1]].next = all->count;
    all->items = mem_resize(all->items, all->count + 1, sizeof *all->items);
    all->items[all->count++] = (struct directive){line, NULL, 0};
    free(nest->before[--nest->depth]);
}

static void read_directive(struct scan *scan, struct directives *all, struct nest *nest)
{
    static const char *const firsts[] = {"if", "ifdef", "ifndef"};
    static const char *const others[] = {"elif", "elifdef", "elifndef", "else"};
    unsigned line = scan->line;
    scan->at++; /* the '#' */
    char *text = scan_logical_line(scan);
    char *word = text;
    char *rest = word;
    while (is_word(*rest))
        rest++;
    char *name = mem_dup_n(word, (size_t)(rest - word));
    rest += *rest == ' ';
    for (size_t i = 0; i < sizeof firsts / sizeof *firsts; i++)
        if (strcmp(name, firsts[i]) == 0)
            nest_branch(all, nest, line, name, rest, true);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(name, others[i]) == 0)
            nest_branch(all, nest, line, name, rest, false);
    if (strcmp(name, "endif") == 0)
        nest_end(all, nest, line);
    free(name);
    free(text);
}

static void read_directives(const char *text, size_t size, struct directives *out)
{
    struct scan scan = {text, text + size, 1};
    struct nest nest = {0};
    bool at_start = true; /* of a line, but for space */
    while (scan.at < scan.end) {
        char c = *scan.at;
        bool behind_word = scan.at > text && is_word(scan.at[-1]);
        if (at_start && c == '#') {
            read_directive(&scan, out, &nest);
        } else if (scan_sees(&scan, "//")) {
            free(scan_logical_line(&scan)); /* a comment may be continued */
        } else if (scan_sees(&scan, "/*")) {
            scan_over(&scan, "*/", false);
            continue; /* a directive may stand behind it */
        } else if (c == '"' && scan.at > text && scan.at[-1] == 'R') {
            scan_over_raw(&scan);
        } else if (c == '"' || (c == '\'' && !behind_word)) { /* not the one of 1'000 */
            scan_over(&scan, c == '"' ? "\"" : "'", true);
        } else {
            at_start = c == '\n' || (at_start && isspace((unsigned char)c));
            scan_take(&scan);
            continue;
        }
        at_start = false;
    }
    while (nest.depth)
        free(nest.before[--nest.depth]);
}

static void directives_free(struct directives *all)
{
    for (size_t i = 0; i < all->count; i++)
        free(all->items[i].condition);
    free(all->items);
}

static bool mentions(const char *condition, const char *macro)
{
    size_t length = strlen(macro);
    for (const char *at = condition; (at = strstr(at, macro)); at += length)
        if ((at == condition || !is_word(at[-1])) && !is_word(at[length]))
            return true;
    return false;
}

/* Appends the branches of |all| between the lines |first| and |last|, which are presumed to be
 * |place| and on. */
static void append_branches(const struct directives *all, unsigned first, unsigned last,
                            const struct place *place, json_t *out)
{
    size_t index = 0;
    while (index < all->count && all->items[index].line != first)
        index++;
    while (index < all->count && all->items[index].line < last) {
        const struct directive *branch = &all->items[index];
        if (!branch->condition || !branch->next)
            return;
        unsigned end = all->items[branch->next].line;
        if (mentions(branch->condition, "__CUDA_ARCH__"))
            json_array_append_new(out, json_pack("{s:s, s:i, s:i, s:s}", "file", place->file,
                                                 "line", (int)(place->line + branch->line - first),
                                                 "end_line", (int)(place->line + end - first),
                                                 "condition", branch->condition));
        index = branch->next;
    }
}

static void append_range(const struct unit *unit, CXSourceRange range, json_t *out)
{
    const struct libclang *clang = unit->libclang;
    CXSourceLocation start = clang->getRangeStart(range), end = clang->getRangeEnd(range);
    CXFile file;
    unsigned first, last;
    clang->getExpansionLocation(start, &file, &first, NULL, NULL);
    clang->getExpansionLocation(end, NULL, &last, NULL, NULL);
    size_t size = 0;
    const char *text = file ? clang->getFileContents(unit->handle, file, &size) : NULL;
    if (!text || !memmem(text, size, "__CUDA_ARCH__", strlen("__CUDA_ARCH__")))
        return;
    struct directives all = {0};
    struct place place = unit_locate(unit, start);
    read_directives(text, size, &all);
    append_branches(&all, first, last, &place, out);
    free(place.file);
    directives_free(&all);
}

json_t *skipped_collect(const struct unit *unit)
{
    const struct libclang *clang = unit->libclang;
    json_t *out = json_array();
    CXSourceRangeList *ranges = clang->getAllSkippedRanges(unit->handle);
    for (unsigned i = 0; ranges && i < ranges->count; i++)
        if (!clang->Location_isInSystemHeader(clang->getRangeStart(ranges->ranges[i])))
            append_range(unit, ranges->ranges[i], out);
    if (ranges)
        clang->disposeSourceRangeList(ranges);
    return out;
}
