/* Lines of the source, for reading beside the machine code. */
#include "inspect/disasm.h"

#include "util/file.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SOURCE_MAX = 16 << 20 }; /* bytes; only generators write more */

static struct source_file *find(struct sources *sources, const char *path)
{
    if (sources->count && strcmp(sources->items[sources->last].path, path) == 0)
        return &sources->items[sources->last];
    for (size_t i = 0; i < sources->count; i++)
        if (strcmp(sources->items[i].path, path) == 0) {
            sources->last = i;
            return &sources->items[i];
        }
    return NULL;
}

static void find_lines(struct source_file *file)
{
    size_t count = 1, line = 1;
    for (size_t i = 0; i < file->text.size; i++)
        count += file->text.data[i] == '\n';
    file->line_count = count;
    file->lines = mem_alloc(count * sizeof *file->lines);
    for (size_t i = 0; i < file->text.size; i++)
        if (file->text.data[i] == '\n')
            file->lines[line++] = i + 1;
}

static struct source_file *add(struct sources *sources, const char *path)
{
    sources->items = mem_grow(sources->items, sources->count, sizeof *sources->items);
    sources->last = sources->count;
    struct source_file *file = &sources->items[sources->count++];
    *file = (struct source_file){.path = mem_dup(path)};
    struct stat info;
    if (stat(path, &info) == 0 && S_ISREG(info.st_mode) && info.st_size <= SOURCE_MAX &&
        access(path, R_OK) == 0 && file_read(path, &file->text) == STATUS_OK)
        find_lines(file);
    return file;
}

size_t sources_line(struct sources *sources, const char *path, unsigned line, const char **out_text)
{
    const struct source_file *file = find(sources, path);
    if (!file)
        file = add(sources, path);
    if (line == 0 || line > file->line_count || !file->text.data)
        return 0;
    const char *text = file->text.data + file->lines[line - 1];
    text += strspn(text, " \t");
    *out_text = text;
    return strcspn(text, "\r\n");
}

void sources_free(struct sources *sources)
{
    for (size_t i = 0; i < sources->count; i++) {
        free(sources->items[i].path);
        free(sources->items[i].lines);
        buf_free(&sources->items[i].text);
    }
    free(sources->items);
    *sources = (struct sources){0};
}
