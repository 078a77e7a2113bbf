#include "diagnostics.h"

#include "util/buf.h"
#include "util/file.h"

#include <ctype.h>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>
#include <xxhash.h>

/* Returns the length of the file name at |at|, if ":<line>" follows it, or "(<line>" as in nvcc's
 * messages; else 0. */
static size_t name_length(const char *at, const char *end)
{
    for (const char *colon = at; colon < end; colon++)
        if ((*colon == ':' || *colon == '(') && colon + 1 < end &&
            isdigit((unsigned char)colon[1]) && colon > at)
            return (size_t)(colon - at);
    return 0;
}

/* Returns where a file name may start in a line of clang's output: behind colour codes and "In file
 * included from ". */
static const char *name_start(const char *line, const char *end)
{
    static const char included[] = "In file included from ";
    while (line + 1 < end && line[0] == '\033' && line[1] == '[') {
        while (line < end && *line != 'm')
            line++;
        if (line < end)
            line++;
    }
    size_t length = sizeof included - 1;
    if ((size_t)(end - line) > length && memcmp(line, included, length) == 0)
        line += length;
    return line;
}

static void append_line(struct buf *out, const char *line, const char *end, const char *root,
                        const char *shown)
{
    const char *name = name_start(line, end);
    size_t length = name_length(name, end);
    if (length && *name != '/') {
        OWNED char *relative = mem_dup_n(name, length);
        OWNED char *original = path_join(root, relative);
        if (path_exists(original)) {
            OWNED char *readable = path_join(shown, relative);
            buf_append(out, line, (size_t)(name - line));
            buf_puts(out, readable);
            line = name + length;
        }
    }
    buf_append(out, line, (size_t)(end - line));
}

/* Replaces each word like "../../pre/a.hsaco" by the path that the user would type. Such a word
 * names a file by its path from the build directory, where steps run. */
static char *with_shown_paths(const char *text, const char *root, const char *shown)
{
    struct buf out = {0};
    for (const char *at = text; *at;) {
        size_t length = strcspn(at, " :;,\n");
        OWNED char *word = mem_dup_n(at, length);
        bool is_above = strncmp(word, "../", 3) == 0 && path_exists(word);
        OWNED char *whole = is_above ? path_absolute(word) : NULL;
        OWNED char *relative = is_above ? path_relative(whole, root) : NULL;
        OWNED char *readable = is_above ? path_join(shown, relative) : NULL;
        if (!is_above)
            buf_append(&out, at, length);
        else
            buf_puts(&out, strncmp(relative, "../", 3) == 0 ? whole : readable);
        at += length;
        if (*at)
            buf_putc(&out, *at++);
    }
    return buf_take(&out);
}

char *diagnostics_readable(const char *text)
{
    const char *root = getenv("KBUILD_ROOT");
    const char *shown = getenv("KBUILD_SHOWN_ROOT");
    if (!root || !shown)
        return mem_dup(text);
    OWNED char *with_paths = with_shown_paths(text, root, shown);
    text = with_paths;
    struct buf out = {0};
    while (*text) {
        const char *newline = strchr(text, '\n');
        const char *end = newline ? newline + 1 : text + strlen(text);
        append_line(&out, text, end, root, shown);
        text = end;
    }
    return buf_take(&out);
}

/* Returns |text| without the escape sequences that set colours, because some programs print an
 * error with colours that other programs print without. */
static char *without_colours(const char *text)
{
    struct buf out = {0};
    while (*text) {
        if (text[0] == '\033' && text[1] == '[') {
            text += strcspn(text, "mK");
            text += *text != '\0';
        } else {
            buf_putc(&out, *text++);
        }
    }
    return buf_take(&out);
}

/* The kind of a line that clang prints. A diagnostic is a LINE_DIAGNOSTIC with all lines up to the
 * next diagnostic. A LINE_INCLUDE, which shows how a header was reached, comes before its
 * diagnostic. */
enum line_kind { LINE_REST, LINE_INCLUDE, LINE_DIAGNOSTIC, LINE_NOTE, LINE_COUNT };

static bool names_severity(const char *line, const char *severity)
{
    const char *at = strstr(line, severity);
    return at && (at == line || (at - line > 1 && at[-1] == ' ' && at[-2] == ':'));
}

static enum line_kind line_kind(const char *line)
{
    static const char *const severities[] = {"error: ", "fatal error: ", "warning: ", "remark: "};
    if (strncmp(line, "In file included from ", 22) == 0)
        return LINE_INCLUDE;
    for (size_t i = 0; i < sizeof severities / sizeof *severities; i++)
        if (names_severity(line, severities[i]))
            return LINE_DIAGNOSTIC;
    if (names_severity(line, "note: "))
        return LINE_NOTE;
    return strstr(line, " generated when compiling for ") ? LINE_COUNT : LINE_REST;
}

/* The diagnostics that this build has printed. All jobs of the build share a file, which has a line
 * "#<digest>" for each diagnostic. */
struct printed {
    /* descriptor of the shared file, which this process has locked; -1 when there is no file */
    int fd;
    struct buf digests;
    size_t noted; /* how many bytes of |digests| are already in the file */
};

static void printed_open(struct printed *out)
{
    const char *path = getenv("KBUILD_FAILURES");
    *out = (struct printed){.fd = -1};
    buf_reserve(&out->digests, 0);
    int fd = path ? open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0666) : -1;
    if (fd < 0 || flock(fd, LOCK_EX) != 0)
        return;
    char chunk[4096];
    for (ssize_t got; (got = read(fd, chunk, sizeof chunk)) > 0;)
        buf_append(&out->digests, chunk, (size_t)got);
    out->noted = out->digests.size;
    out->fd = fd;
}

/* Appends the digests of the diagnostics that are printed now to the shared file, and unlocks the
 * file. Until then no other job may leave out these diagnostics. */
static void printed_close(struct printed *printed)
{
    if (printed->fd >= 0) {
        ssize_t written = write(printed->fd, printed->digests.data + printed->noted,
                                printed->digests.size - printed->noted);
        /* A failure is ignored: another job may then print the same diagnostics again. */
        (void)written;
        close(printed->fd);
    }
    buf_free(&printed->digests);
}

/* Whether the diagnostic |key| was printed before. From now on |key| counts as printed. */
static bool printed_has(struct printed *printed, const struct buf *key)
{
    char digest[32];
    snprintf(digest, sizeof digest, "#%016llx\n",
             (unsigned long long)XXH3_64bits(key->data, key->size));
    if (strstr(printed->digests.data, digest))
        return true;
    buf_puts(&printed->digests, digest);
    return false;
}

/* A diagnostic: its text as the compiler wrote it, and a key that is equal for equal diagnostics.
 * The key has the diagnostic's line and notes without colours, and no lines that show how a header
 * was reached. */
struct diagnostic {
    struct buf text, key;
    bool has_line, is_error;
};

/* The number of errors in a text. */
struct errors {
    size_t count, printed; /* how many errors the text has, and how many of them are printed now */
};

/* Whether the line |text|, which does not look like clang's, reports an error: "ptxas fatal   :
 * ..." */
static bool has_error_word(const struct buf *text)
{
    return text->size && (strstr(text->data, "error") || strstr(text->data, "fatal"));
}

/* Appends the sequence that ends colours to |text|. clang itself ends a colour at the start of the
 * next line, which may be left out. */
static void end_colours(struct buf *text)
{
    if (!strchr(text->data, '\033') || text->data[text->size - 1] != '\n')
        return;
    text->data[--text->size] = '\0';
    buf_puts(text, "\033[0m\n");
}

static void diagnostic_end(struct diagnostic *diagnostic, struct printed *printed, struct buf *out,
                           struct errors *errors)
{
    const struct buf *key = diagnostic->has_line ? &diagnostic->key : &diagnostic->text;
    bool is_error = diagnostic->is_error || (!diagnostic->has_line && has_error_word(key));
    errors->count += is_error;
    if (diagnostic->text.size && !printed_has(printed, key)) {
        errors->printed += is_error;
        buf_append(out, diagnostic->text.data, diagnostic->text.size);
        end_colours(out);
    }
    buf_free(&diagnostic->text);
    buf_free(&diagnostic->key);
    diagnostic->has_line = diagnostic->is_error = false;
}

static void diagnostic_add(struct diagnostic *diagnostic, const char *line, size_t length,
                           struct printed *printed, struct buf *out, struct errors *errors)
{
    OWNED char *copy = mem_dup_n(line, length), *plain = without_colours(copy);
    enum line_kind kind = line_kind(plain);
    if (kind == LINE_DIAGNOSTIC || kind == LINE_INCLUDE || kind == LINE_COUNT)
        if (diagnostic->has_line || !diagnostic->text.size || kind == LINE_COUNT)
            diagnostic_end(diagnostic, printed, out, errors);
    if (kind != LINE_COUNT)
        buf_append(&diagnostic->text, line, length);
    if (kind == LINE_DIAGNOSTIC || kind == LINE_NOTE)
        buf_puts(&diagnostic->key, plain);
    diagnostic->has_line |= kind == LINE_DIAGNOSTIC;
    diagnostic->is_error |=
        names_severity(plain, "error: ") || names_severity(plain, "fatal error: ");
}

/* Returns the diagnostics of |text| that this build has not printed; outside of a build, all of
 * |text|. */
static char *only_new(const char *text, struct printed *printed, struct errors *errors)
{
    struct buf out = {0};
    struct diagnostic diagnostic = {0};
    for (const char *line = text; *line;) {
        size_t length = strcspn(line, "\n");
        length += line[length] == '\n';
        diagnostic_add(&diagnostic, line, length, printed, &out, errors);
        line += length;
    }
    diagnostic_end(&diagnostic, printed, &out, errors);
    if (printed->fd >= 0)
        return buf_take(&out);
    buf_free(&out);
    return mem_dup(text);
}

const char *diagnostics_print(const char *text)
{
    struct printed printed;
    struct errors errors = {0};
    printed_open(&printed);
    OWNED char *fresh = only_new(text, &printed, &errors), *readable = diagnostics_readable(fresh);
    print_clean(stderr, "%s", readable);
    fflush(stderr);
    printed_close(&printed);
    if (errors.printed)
        return "";
    return errors.count ? ", with the same errors" : ", and gave no reason";
}
