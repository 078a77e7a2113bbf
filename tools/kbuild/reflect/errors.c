/* The errors of a parse, written as clang writes them, so that they read like those of the compile
 * (and can be recognised as the same ones).
 */
#include "parts.h"

static const char *const severities[] = {[CXDiagnostic_Ignored] = "ignored",
                                         [CXDiagnostic_Note] = "note",
                                         [CXDiagnostic_Warning] = "warning",
                                         [CXDiagnostic_Error] = "error",
                                         [CXDiagnostic_Fatal] = "fatal error"};

/* The place where clang reports a mistake in a macro: at the argument that has it, or else at the
 * macro. |out_offset| is the offset of this place in |out_file|. */
static struct place locate(const struct unit *unit, CXSourceLocation location, CXFile *out_file,
                           unsigned *out_offset)
{
    const struct libclang *clang = unit->libclang;
    unsigned line, column, macro_line;
    struct place place = unit_locate(unit, location);
    clang->getExpansionLocation(location, NULL, &macro_line, NULL, NULL);
    clang->getFileLocation(location, out_file, &line, &column, out_offset);
    place.line += line - macro_line;
    place.column = column;
    return place;
}

/* The line of the source, and below it a mark under |offset|. */
static void append_snippet(const struct unit *unit, CXFile file, unsigned offset, struct buf *out)
{
    size_t size;
    const char *text = file ? unit->libclang->getFileContents(unit->handle, file, &size) : NULL;
    if (!text || offset > size)
        return;
    size_t start = offset, end = offset;
    while (start > 0 && text[start - 1] != '\n')
        start--;
    while (end < size && text[end] != '\n' && text[end] != '\r')
        end++;
    buf_append(out, text + start, end - start);
    buf_putc(out, '\n');
    for (size_t i = start; i < offset; i++)
        if (((unsigned char)text[i] & 0xc0) != 0x80) /* once for each character, not each byte */
            buf_putc(out, text[i] == '\t' ? '\t' : ' ');
    buf_puts(out, "^\n");
}

/* " [-Werror,-Wunused-variable]" behind a warning that was made an error. */
static void append_option(const struct libclang *clang, CXDiagnostic diagnostic, struct buf *out)
{
    OWNED char *option = libclang_text(clang, clang->getDiagnosticOption(diagnostic, NULL));
    if (*option)
        buf_printf(out, " [-Werror,%s]", option);
}

/* libclang tells the way to a header as notes behind the error; clang itself writes lines before
 * it. Both name the outermost file first. */
static bool is_include_note(const struct libclang *clang, CXDiagnostic note)
{
    OWNED char *text = libclang_text(clang, clang->getDiagnosticSpelling(note));
    return strncmp(text, "in file included from ", 22) == 0;
}

static void append_include_stack(const struct unit *unit, CXDiagnosticSet notes, struct buf *out)
{
    const struct libclang *clang = unit->libclang;
    for (unsigned i = 0; i < clang->getNumDiagnosticsInSet(notes); i++) {
        CXDiagnostic note = clang->getDiagnosticInSet(notes, i);
        if (!is_include_note(clang, note))
            continue;
        struct place place = unit_locate(unit, clang->getDiagnosticLocation(note));
        buf_printf(out, "In file included from %s:%u:\n", place.file, place.line);
        free(place.file);
    }
}

static void append_diagnostic(const struct unit *unit, CXDiagnostic diagnostic, struct buf *out)
{
    const struct libclang *clang = unit->libclang;
    CXDiagnosticSet notes = clang->getChildDiagnostics(diagnostic);
    append_include_stack(unit, notes, out);
    CXFile file;
    unsigned offset;
    struct place place = locate(unit, clang->getDiagnosticLocation(diagnostic), &file, &offset);
    OWNED char *message = libclang_text(clang, clang->getDiagnosticSpelling(diagnostic));
    enum CXDiagnosticSeverity severity = clang->getDiagnosticSeverity(diagnostic);
    if (*place.file)
        buf_printf(out, "%s:%u:%u: ", place.file, place.line, place.column);
    buf_printf(out, "%s: %s", severities[severity], message);
    if (severity == CXDiagnostic_Error)
        append_option(clang, diagnostic, out);
    buf_putc(out, '\n');
    append_snippet(unit, file, offset, out);
    free(place.file);

    for (unsigned i = 0; i < clang->getNumDiagnosticsInSet(notes); i++) {
        CXDiagnostic note = clang->getDiagnosticInSet(notes, i);
        if (!is_include_note(clang, note))
            append_diagnostic(unit, note, out);
    }
}

bool errors_format(const struct unit *unit, struct buf *out)
{
    const struct libclang *clang = unit->libclang;
    bool found = false;
    for (unsigned i = 0; i < clang->getNumDiagnostics(unit->handle); i++) {
        CXDiagnostic diagnostic = clang->getDiagnostic(unit->handle, i);
        if (clang->getDiagnosticSeverity(diagnostic) >= CXDiagnostic_Error) {
            append_diagnostic(unit, diagnostic, out);
            found = true;
        }
        clang->disposeDiagnostic(diagnostic);
    }
    return found;
}
