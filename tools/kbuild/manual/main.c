/* kbuild-manual PROSE OUT: writes man pages and completions below OUT, in the layout of share/.
 * PROSE is docs/man: kbuild.mdoc and kbuild-NAME.mdoc are inserted into the pages of the same
 * names; files that end in .1 to .9 are whole pages. @VERSION@, @DATE@, @LIBDIR@ and @DATADIR@ are
 * replaced in all of them.
 */
#include "manual.h"

#include "util/file.h"
#include "version.h"

#include <dirent.h>

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

/* Reads |path| and replaces the names between '@'. */
static enum status read_template(const char *path, struct buf *out)
{
    OWNED_BY(buf_free) struct buf text = {0};
    FORWARD_IF_ERROR(file_read(path, &text));
    put_replaced(out, text.data);
    return STATUS_OK;
}

/* The sections for |page| in docs/man; empty if there is no file for it. */
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
    DIR *directory = opendir(prose);
    if (!directory)
        return status_fail(STATUS_INPUT, "%s: no such directory", prose);
    enum status status = STATUS_OK;
    for (struct dirent *entry; status == STATUS_OK && (entry = readdir(directory));) {
        const char *extension = path_extension(entry->d_name);
        if (strlen(extension) != 2 || extension[1] < '1' || extension[1] > '9')
            continue;
        OWNED char *path = path_join(prose, entry->d_name);
        struct buf text = {0};
        status = read_template(path, &text);
        if (status == STATUS_OK)
            status =
                write_text(out, mem_format("man/man%s/%s", extension + 1, entry->d_name), &text);
    }
    closedir(directory);
    return status;
}

static enum status write_completion(const char *out, const char *path,
                                    void (*print)(struct buf *out))
{
    struct buf text = {0};
    print(&text);
    return write_text(out, mem_dup(path), &text);
}

int main(int argc, char **argv)
{
    if (argc != 3)
        return (int)status_fail(STATUS_USAGE, "usage: kbuild-manual PROSE OUT");
    const char *prose = argv[1], *out = argv[2];
    enum status status = write_man(prose, out, NULL);
    for (size_t i = 0; status == STATUS_OK && commands[i]; i++)
        status = write_man(prose, out, commands[i]);
    if (status == STATUS_OK)
        status = copy_pages(prose, out);
    if (status == STATUS_OK)
        status = write_completion(out, "completions/kbuild.bash", complete_bash);
    if (status == STATUS_OK)
        status = write_completion(out, "completions/_kbuild", complete_zsh);
    if (status == STATUS_OK)
        status = write_completion(out, "completions/kbuild.fish", complete_fish);
    return (int)status;
}
