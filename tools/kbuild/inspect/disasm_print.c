/* Prints a kernel's code for people: its costs, then its instructions, with labels at jump targets.
 * Lines about the kernel begin with ';', which starts a comment for LLVM's assembler, too. */
#include "inspect/disasm.h"

#include "inspect/package.h"
#include "occupancy.h"
#include "util/file.h"

#include <sys/stat.h>
#include <unistd.h>

/* ---- Lines of the source ------------------------------------------------------------------- */

/* the largest source file that is read, in bytes; only generated sources are larger */
enum { SOURCE_MAX = 16 << 20 };

static struct source_file *source_find(struct sources *sources, const char *path)
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

static struct source_file *source_add(struct sources *sources, const char *path)
{
    sources->items = mem_grow(sources->items, sources->count, sizeof *sources->items);
    sources->last = sources->count;
    struct source_file *file = &sources->items[sources->count++];
    *file = (struct source_file){.path = mem_dup(path)};
    struct stat info;
    if (stat(path, &info) == 0 && S_ISREG(info.st_mode) && info.st_size <= SOURCE_MAX &&
        access(path, R_OK) == 0 && file_read_plain(path, &file->text) == STATUS_OK)
        find_lines(file);
    return file;
}

/* Finds line number |line|, counted from 1, of the source file |path|, without the blanks at its
 * start. Returns the line's length, or 0 when the file is missing or has fewer lines. Reads only
 * regular files of a sensible size, because paths come from debug information. The text is
 * borrowed. */
static size_t sources_line(struct sources *sources, const char *path, unsigned line,
                           const char **out_text)
{
    const struct source_file *file = source_find(sources, path);
    if (!file)
        file = source_add(sources, path);
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

/* ---- Labels of branch targets ---------------------------------------------------------------- */

struct labels {
    /* the addresses of jump targets, sorted, without duplicates; label LN is at items[N] */
    uint64_t *items;
    size_t count;
};

static int compare_u64(const void *a, const void *b)
{
    uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
    return (left > right) - (left < right);
}

/* Returns those addresses that |code| jumps to and at which an instruction begins. */
static struct labels labels_find(const struct listing *code)
{
    struct labels labels = {.items = mem_alloc((code->count + 1) * sizeof(uint64_t))};
    for (size_t i = 0; i < code->count; i++) {
        const struct instruction *from = &code->items[i];
        if (!from->has_branch_target)
            continue;
        uint64_t target = from->branch_target;
        struct listing to = listing_range(code, (struct address_range){target, target + 1});
        if (to.count)
            labels.items[labels.count++] = target;
    }
    qsort(labels.items, labels.count, sizeof *labels.items, compare_u64);
    size_t kept = 0;
    for (size_t i = 0; i < labels.count; i++)
        if (!kept || labels.items[kept - 1] != labels.items[i])
            labels.items[kept++] = labels.items[i];
    labels.count = kept;
    return labels;
}

/* Returns the index of the label at |address|, or -1. */
static long label_at(const struct labels *labels, uint64_t address)
{
    const uint64_t *found =
        bsearch(&address, labels->items, labels->count, sizeof *labels->items, compare_u64);
    return found ? (long)(found - labels->items) : -1;
}

/* ---- Printing instructions ------------------------------------------------------------------- */

/* Prints an instruction. A jump's last operand, its distance, is replaced by a label:
 * "s_cbranch_execz 21" is printed as "s_cbranch_execz L0". */
static void print_text(const struct instruction *instruction, const struct labels *labels)
{
    const char *text = instruction->text, *last = strrchr(text, ' ');
    if (!instruction->has_branch_target || !last) {
        fputs(text, stdout);
        return;
    }
    printf("%.*s ", (int)(last - text), text);
    long label = label_at(labels, instruction->branch_target);
    if (label >= 0)
        printf("L%ld", label);
    else
        printf("0x%" PRIx64, instruction->branch_target);
}

static bool same_place(const struct instruction *a, const struct instruction *b)
{
    return a && a->file && b->file && a->line == b->line && strcmp(a->file, b->file) == 0;
}

static void print_place(const struct instruction *instruction, struct sources *sources)
{
    const char *name = path_name(instruction->file), *text = "";
    size_t length = sources_line(sources, instruction->file, instruction->line, &text);
    OWNED_BY(buf_free) struct buf line = {0};
    buf_put_clean(&line, name, strlen(name), "");
    buf_printf(&line, ":%u%s", instruction->line, length ? "  " : "");
    buf_put_clean(&line, text, length, "\t");
    printf("; %s\n", line.data);
}

static int encoding_width(const struct listing *code)
{
    size_t width = 8;
    for (size_t i = 0; i < code->count; i++) {
        size_t length = strlen(code->items[i].encoding);
        width = length > width ? length : width;
    }
    return (int)width;
}

static void print_code(const struct disasm_kernel *kernel, const struct disasm_style *style,
                       struct sources *sources)
{
    const struct listing *code = &kernel->code;
    struct labels labels = labels_find(code);
    int width = style->bytes ? encoding_width(code) : 0;
    const struct instruction *placed = NULL;
    for (size_t i = 0; i < code->count; i++) {
        const struct instruction *instruction = &code->items[i];
        long label = label_at(&labels, instruction->address);
        if (label >= 0)
            printf("L%ld:\n", label);
        if (style->source && instruction->file && instruction->line &&
            !same_place(placed, instruction)) {
            print_place(instruction, sources);
            placed = instruction;
        }
        if (style->bytes)
            printf("  %05" PRIx64 "  %-*s  ",
                   instruction->address - kernel->kernel->descriptor.entry_address, width,
                   instruction->encoding);
        else
            printf("        ");
        print_text(instruction, &labels);
        if (instruction->is_unknown)
            printf(" ; not an instruction that %s knows: what follows may begin within it",
                   kernel->reader);
        putchar('\n');
    }
    free(labels.items);
}

/* ---- Printing a kernel's costs --------------------------------------------------------------- */

static void print_registers(const struct disasm_kernel *shown)
{
    const struct kernel *kernel = shown->kernel;
    printf("; %" PRIu32 " VGPRs", kernel->vgprs);
    if (kernel->agprs)
        printf(" (%" PRIu32 " AGPRs)", kernel->agprs);
    printf(", %" PRIu32 " SGPRs", kernel->sgprs);
    if (kernel->vgpr_spills || kernel->sgpr_spills)
        printf(", spilled %" PRIu32 " VGPRs and %" PRIu32 " SGPRs", kernel->vgpr_spills,
               kernel->sgpr_spills);
    printf(", LDS %" PRIu32 " bytes, scratch %" PRIu32 " bytes, wave%" PRIu32 "\n",
           kernel->group_segment, kernel->private_segment, kernel->wave_size);
    const struct target_info *target = shown->object->target.info;
    if (!target || !target_is_known(target))
        return;
    struct occupancy occupancy = occupancy_of(kernel, target, 0, 0);
    printf("; occupancy %u of %u waves, limited by %s\n", occupancy.waves, (unsigned)target->waves,
           occupancy_limit_name(occupancy.limit));
}

static uint64_t code_bytes(const struct listing *code)
{
    uint64_t bytes = 0;
    for (size_t i = 0; i < code->count; i++)
        bytes += code->items[i].size;
    return bytes;
}

static void print_header(const struct disasm_kernel *shown, const struct disasm_style *style)
{
    char target[TARGET_ID_MAX];
    OWNED char *readable = demangle(shown->kernel->name);
    print_clean(stdout, "; %s\n; %s, %s\n", readable,
                target_id_print(&shown->object->target, target), shown->where);
    print_registers(shown);
    printf("; %zu instructions, %" PRIu64 " bytes\n", shown->code.count, code_bytes(&shown->code));
    if (shown->unknown)
        printf("; %zu unknown to %s: how long they are is unknown too, and the code behind them "
               "may be "
               "other code\n",
               shown->unknown, shown->reader);
    if (shown->kernel->is_empty)
        printf("; nothing of it can be reached, so the compiler left no instruction\n");
    if (!shown->has_size)
        printf(
            "; no symbol says where it ends: shown up to what looks like its last instruction\n");
    if (shown->object->version <= 2)
        printf("; code object version %d: registers are those of its amd_kernel_code_t\n",
               shown->object->version);
    if (style->source && !shown->object->has_debug_lines)
        printf("; no debug information: build with -gline-tables-only (or -g) to see the source\n");
    print_clean(stdout, "%s:\n", shown->kernel->name);
}

void disasm_print(const struct disasm_kernel *kernel, const struct disasm_style *style,
                  struct sources *sources)
{
    print_header(kernel, style);
    print_code(kernel, style, sources);
}
