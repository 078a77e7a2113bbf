/* kbuild-manual PROSE OUT: writes man pages below OUT, in the layout of share/man, from the tables
 * that --help prints. The build of kbuild runs it. PROSE is docs/man, which has the text that is
 * not in the tables: kbuild.mdoc and kbuild-NAME.mdoc are inserted into the pages of the same
 * names, and files that end in .1 to .9 are whole pages. @VERSION@, @DATE@, @LIBDIR@ and @DATADIR@
 * are replaced in all of them.
 *
 * Pages are in mdoc(7). Their sections have the order that mdoc(7) prescribes in "MANUAL
 * STRUCTURE": the sections from docs/man are between the description and the exit codes. */
#include "commands/commands.h"
#include "util/file.h"
#include "version.h"

#include <ctype.h>

static const char first_line[] =
    ".\\\" Made from kbuild's option tables and docs/man; do not edit.\n";

/* Related commands of each command, for SEE ALSO. */
static const struct {
    const char *command, *see[5];
} related[] = {
    {"build", {"check", "doctor", "inspect", "report"}},
    {"bundle", {"extract", "inspect"}},
    {"check", {"build", "diff"}},
    {"compile", {"plan", "step"}},
    {"diff", {"inspect", "report"}},
    {"disasm", {"extract", "inspect"}},
    {"doctor", {"build", "targets"}},
    {"embed", {"build", "bundle"}},
    {"extract", {"bundle", "inspect"}},
    {"flags", {"hipify"}},
    {"hipify", {"build", "flags"}},
    {"index", {"build", "reflect"}},
    {"inspect", {"diff", "disasm", "extract", "report"}},
    {"plan", {"build", "compile"}},
    {"publish", {"build"}},
    {"reflect", {"build", "index"}},
    {"report", {"diff", "inspect"}},
    {"step", {"build"}},
    {"targets", {"build", "doctor"}},
};

/* Writes |text| so that mdoc reads nothing in it as a macro or an escape. A '-' that begins an
 * option, and every '-' of |literal| text, is escaped, so that readers can copy it into a shell. */
static void put_text(struct buf *out, const char *text, size_t length, bool literal)
{
    for (size_t i = 0; i < length; i++) {
        const bool line_begins = i == 0 || text[i - 1] == '\n';
        if (line_begins && (text[i] == '.' || text[i] == '\''))
            buf_puts(out, "\\&");
        if (text[i] == '\\')
            buf_puts(out, "\\e");
        else if (text[i] == '-' && (literal || i == 0 || !isalnum((unsigned char)text[i - 1])))
            buf_puts(out, "\\-");
        else
            buf_putc(out, text[i]);
    }
}

/* Writes |text| with each sentence on a line of its own. */
static void put_sentences(struct buf *out, const char *text, size_t length)
{
    size_t start = 0;
    for (size_t i = 0; i + 2 < length; i++) {
        const bool begins = isupper((unsigned char)text[i + 2]) || text[i + 2] == '-';
        if (text[i] != '.' || text[i + 1] != ' ' || !begins)
            continue;
        put_text(out, text + start, i + 1 - start, false);
        buf_putc(out, '\n');
        start = i + 2;
    }
    put_text(out, text + start, length - start, false);
    buf_putc(out, '\n');
}

/* Writes indented lines, a table or a command, as a literal display. */
static void put_literal(struct buf *out, const char *text, size_t length)
{
    buf_puts(out, ".Bd -literal -offset indent\n");
    for (size_t at = 0; at < length;) {
        size_t line = at;
        while (line < length && text[line] != '\n')
            line++;
        size_t indent = at;
        while (indent < line && indent < at + 2 && text[indent] == ' ')
            indent++;
        put_text(out, text + indent, line - indent, true);
        buf_putc(out, '\n');
        at = line + 1;
    }
    buf_puts(out, ".Ed\n");
}

/* Writes paragraphs, which are separated by empty lines. Their indented lines are literal. */
static void put_paragraphs(struct buf *out, const char *text)
{
    bool begins = false; /* whether the next paragraph needs a .Pp; the first does not */
    while (*text) {
        if (*text == '\n') {
            text++;
            begins = true;
            continue;
        }
        const bool literal = *text == ' ';
        const char *end = text;
        while (*end && *end != '\n' && (*end == ' ') == literal) {
            end += strcspn(end, "\n");
            end += *end == '\n';
        }
        size_t length = (size_t)(end - text);
        while (length && text[length - 1] == '\n')
            length--;
        if (literal) {
            put_literal(out, text, length);
        } else {
            buf_puts(out, begins ? ".Pp\n" : "");
            put_sentences(out, text, length);
        }
        begins = false;
        text = end;
    }
}

/* Writes "[DIR | MANIFEST]" or "-o OUT FILE..." as arguments of a macro line. */
static void put_operands(struct buf *out, const char *operands)
{
    bool in_argument = false;
    while (*operands) {
        size_t length = strcspn(operands, " []|");
        if (length == 0) {
            if (*operands != ' ')
                buf_printf(out, " %s%c", in_argument ? "" : "Ar ", *operands);
            in_argument = in_argument || *operands != ' ';
            operands++;
            continue;
        }
        const bool is_option = *operands == '-';
        const bool dots = length > 3 && strncmp(operands + length - 3, "...", 3) == 0;
        const size_t shown = dots ? length - 3 : length;
        if (is_option)
            buf_printf(out, " Fl %.*s", (int)shown - 1, operands + 1);
        else
            buf_printf(out, "%s %.*s", in_argument ? "" : " Ar", (int)shown, operands);
        in_argument = !is_option;
        if (dots)
            buf_puts(out, " ...");
        operands += length;
    }
}

static void put_option(const struct option *option, struct buf *out)
{
    buf_puts(out, ".It");
    if (option->letter) {
        buf_printf(out, " Fl %c", option->letter);
        if (option->value)
            buf_printf(out, " Ar %s", option->value);
    }
    if (option->letter && option->name)
        buf_puts(out, " ,");
    if (option->name) {
        buf_printf(out, " Fl \\-%s", option->name);
        if (option->value)
            buf_printf(out, " Ar %s", option->value);
    }
    buf_putc(out, '\n');
    put_sentences(out, option->help, strlen(option->help));
    if (!option->choices)
        return;
    out->data[--out->size] = '\0';
    buf_putc(out, ':');
    for (const char *const *choice = option->choices; *choice; choice++)
        buf_printf(out, "%s\n.Cm %s", choice == option->choices ? "" : " ,", *choice);
    buf_putc(out, '\n');
}

static void put_options(const struct command *command, struct buf *out)
{
    static const struct option help = {.name = "help", .letter = 'h', .help = "this text"};
    buf_puts(out, ".Pp\nThe options are as follows:\n.Bl -tag -width Ds\n");
    for (const struct option *option = command->options; option->help; option++)
        put_option(option, out);
    put_option(&help, out);
    buf_puts(out, ".El\n");
}

static void put_head(struct buf *out, const char *title, const char *name, const char *summary)
{
    buf_puts(out, first_line);
    buf_printf(out, ".Dd " KBUILD_DATE "\n.Dt ");
    for (const char *c = title; *c; c++)
        buf_putc(out, (char)toupper((unsigned char)*c));
    buf_printf(out, " 1\n.Os kbuild " KBUILD_VERSION "\n.Sh NAME\n.Nm %s\n.Nd ", name);
    put_text(out, summary, strlen(summary), false);
    buf_puts(out, "\n.Sh SYNOPSIS\n");
}

static void put_exit_status(struct buf *out)
{
    buf_puts(out, ".Sh EXIT STATUS\n"
                  ".Bl -tag -width Ds\n"
                  ".It 0\ndone\n"
                  ".It 1\nthe input is at fault\n"
                  ".It 2\nthe command line is wrong\n"
                  ".It 3\nthe environment is at fault: something is missing, or cannot be written\n"
                  ".El\n");
}

/* Writes kbuild(1). |prose|: mdoc sections that follow the description, or NULL. */
static void man_tool(const char *prose, struct buf *out)
{
    put_head(out, "kbuild", "kbuild",
             "CUDA kernels in, an embeddable package of AMD GPU code objects out");
    buf_puts(out, ".Nm\n.Ar command\n.Op Ar option ...\n.Op Ar argument ...\n"
                  ".Nm\n.Fl \\-version\n"
                  ".Sh DESCRIPTION\n"
                  ".Nm\nturns a tree of CUDA kernels into an embeddable package for AMD GPUs: code "
                  "objects for\nevery chip that is named, in C headers, with an index and a typed "
                  "launch function for\neach kernel.\n"
                  "The commands are as follows.\n"
                  "Each has a page of its own, and\n.Fl \\-help .\n.Nm\n.Cm help Ar COMMAND\n"
                  "prints the same.\n.Fl \\-target\nmay be written for\n.Fl \\-targets .\n"
                  ".Bl -tag -width Ds\n");
    for (size_t i = 0; commands[i]; i++) {
        buf_printf(out, ".It Xr kbuild-%s 1\n", commands[i]->name);
        put_sentences(out, commands[i]->summary, strlen(commands[i]->summary));
    }
    buf_puts(out, ".El\n");
    buf_puts(out, prose ? prose : "");
    put_exit_status(out);
    buf_puts(out, ".Sh EXAMPLES\n");
    put_literal(out, commands[0]->example, strlen(commands[0]->example) - 1);
    buf_puts(out, ".Sh SEE ALSO\n.Xr hipcc 1 ,\n.Xr ninja 1 ,\n.Xr krt 3 ,\n.Xr hipemu 7\n");
}

/* Writes kbuild-NAME(1). |prose|: mdoc sections that follow the description, or NULL. */
static void man_command(const struct command *command, const char *prose, struct buf *out)
{
    OWNED char *name = mem_format("kbuild-%s", command->name);
    put_head(out, name, name, command->summary);
    buf_printf(out, ".Nm kbuild\n.Cm %s\n.Op Ar option ...\n", command->name);
    if (*command->operands) {
        OWNED_BY(buf_free) struct buf line = {0};
        put_operands(&line, command->operands);
        buf_printf(out, ".%s\n", line.data + 1);
    }
    buf_puts(out, ".Sh DESCRIPTION\n");
    put_paragraphs(out, command->details);
    put_options(command, out);
    buf_puts(out, prose ? prose : "");
    put_exit_status(out);
    buf_puts(out, ".Sh EXAMPLES\n");
    put_literal(out, command->example, strlen(command->example) - 1);
    buf_puts(out, ".Sh SEE ALSO\n.Xr kbuild 1");
    for (size_t i = 0; i < sizeof related / sizeof *related; i++)
        if (strcmp(related[i].command, command->name) == 0)
            for (const char *const *see = related[i].see; *see; see++)
                buf_printf(out, " ,\n.Xr kbuild-%s 1", *see);
    buf_putc(out, '\n');
}

/* ---- Writing the files ----------------------------------------------------------------------- */

static enum status write_text(const char *directory, char *path, struct buf *text)
{
    OWNED char *full = path_join(directory, path);
    enum status status = file_update_deep(full, text->data, text->size);
    free(path);
    buf_free(text);
    return status;
}

static void put_replaced(struct buf *out, const char *text)
{
    static const struct {
        const char *name, *value;
    } names[] = {{"@VERSION@", KBUILD_VERSION},
                 {"@DATE@", KBUILD_DATE},
                 {"@LIBDIR@", KBUILD_LIBDIR},
                 {"@DATADIR@", KBUILD_DATADIR}};
    enum { NAMES = sizeof names / sizeof *names };
    while (*text) {
        size_t i = 0;
        while (i < NAMES && !text_begins(text, names[i].name))
            i++;
        if (i < NAMES) {
            buf_puts(out, names[i].value);
            text += strlen(names[i].name);
        } else {
            buf_putc(out, *text++);
        }
    }
}

/* Reads the file |path| into |out|, and replaces @VERSION@ and the like. */
static enum status read_template(const char *path, struct buf *out)
{
    OWNED_BY(buf_free) struct buf text = {0};
    FORWARD_IF_ERROR(file_read(path, &text));
    put_replaced(out, text.data);
    return STATUS_OK;
}

/* Reads the sections for |page| from docs/man; none if there is no file for it. */
static enum status read_prose(const char *directory, const char *page, struct buf *out)
{
    OWNED char *path = mem_format("%s/%s.mdoc", directory, page);
    return path_exists(path) ? read_template(path, out) : STATUS_OK;
}

static enum status write_man(const char *prose, const char *out, const struct command *command)
{
    OWNED char *page = command ? mem_format("kbuild-%s", command->name) : mem_dup("kbuild");
    struct buf sections = {0}, text = {0};
    enum status status = read_prose(prose, page, &sections);
    if (command)
        man_command(command, sections.data, &text);
    else
        man_tool(sections.data, &text);
    if (status == STATUS_OK)
        status = write_text(out, mem_format("man/man1/%s.1", page), &text);
    buf_free(&sections);
    return status;
}

static enum status copy_pages(const char *prose, const char *out)
{
    OWNED_BY(strings_free) struct strings names = {0};
    if (!path_list(prose, &names))
        return status_fail(STATUS_INPUT, "%s: no such directory", prose);
    for (size_t i = 0; i < names.count; i++) {
        const char *extension = path_extension(names.items[i]);
        if (strlen(extension) != 2 || extension[1] < '1' || extension[1] > '9')
            continue;
        OWNED char *path = path_join(prose, names.items[i]);
        struct buf text = {0};
        FORWARD_IF_ERROR(read_template(path, &text));
        FORWARD_IF_ERROR(
            write_text(out, mem_format("man/man%s/%s", extension + 1, names.items[i]), &text));
    }
    return STATUS_OK;
}

int main(int argc, char **argv)
{
    if (argc != 3)
        return (int)status_fail(STATUS_USAGE, "usage: kbuild-manual PROSE OUT");
    const char *prose = argv[1], *out = argv[2];
    enum status status = write_man(prose, out, NULL);
    for (size_t i = 0; status == STATUS_OK && commands[i]; i++)
        status = write_man(prose, out, commands[i]);
    return (int)(status == STATUS_OK ? copy_pages(prose, out) : status);
}
