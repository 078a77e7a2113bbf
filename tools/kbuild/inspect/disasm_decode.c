/* Disassembles with the runtime's disassembler, in a process of its own: LLVM's code may crash on
 * bytes that are not code, and the memory that it allocates is freed when the process ends. The
 * output has llvm-objdump's form, a line for each instruction:
 *
 *   <tab>s_cbranch_execz 21// 000000002314: BF880015
 */
#include "inspect/disasm.h"

#include "disassembler.h"
#include "elf_image.h"
#include "util/file.h"

#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

/* Returns the code of |region|, at most up to the end of its segment. Empty when the file does not
 * have it. */
static struct span code_of(struct span bytes, const struct disasm_region *region)
{
    uint64_t start = region->kernel->descriptor.code_offset, end = bytes.size;
    struct codeobj_error error;
    struct elf_image image;
    struct span code = {0};
    if (elf_image_open(bytes, &image, &error) == CODEOBJ_OK) {
        for (size_t i = 0; i < image.header.e_phnum; i++) {
            Elf64_Phdr segment = elf_image_segment(&image, i);
            if (segment.p_type == PT_LOAD && start >= segment.p_offset &&
                start - segment.p_offset < segment.p_filesz)
                end = segment.p_offset + segment.p_filesz;
        }
    }
    uint64_t size = region->range.end - region->range.start;
    if (start < end && span_sub(bytes, start, size < end - start ? size : end - start, &code))
        return code;
    return (struct span){0};
}

static void print_words(FILE *out, struct span code, uint64_t address, size_t bytes)
{
    fprintf(out, "// %012" PRIX64 ":", address);
    for (size_t at = 0; at < bytes; at += 4) {
        uint32_t word;
        memcpy(&word, code.data + at, sizeof word);
        fprintf(out, " %08" PRIX32, word);
    }
    fputc('\n', out);
}

static void print_region(FILE *out, struct disassembler *disassembler, struct span code,
                         uint64_t address)
{
    char text[DISASSEMBLY_MAX];
    while (code.size >= 4) {
        size_t bytes = disassembler_read(disassembler, code, text, sizeof text);
        if (bytes) {
            fprintf(out, "\t%s", text + strspn(text, " \t"));
        } else {
            uint32_t word;
            memcpy(&word, code.data, sizeof word);
            fprintf(out, "\t.long 0x%08" PRIx32, word);
            bytes = 4;
        }
        print_words(out, code, address, bytes);
        code = (struct span){code.data + bytes, code.size - bytes};
        address += bytes;
    }
}

/* On success the child's first line is this mark and LLVM's version. Any other first line says why
 * the child could not disassemble. */
static const char version_mark[] = "LLVM ";

/* Opens a disassembler for each wave size of the regions, before any text is printed. */
static bool open_all(FILE *out, const struct disasm_decoding *decoding,
                     struct disassembler *of_size[2])
{
    struct codeobj_error error;
    for (size_t i = 0; i < decoding->count; i++) {
        unsigned lanes = decoding->regions[i].kernel->wave_size;
        struct disassembler **disassembler = &of_size[lanes == 32];
        if (!*disassembler)
            *disassembler = disassembler_new(decoding->library, decoding->processor, lanes, &error);
        if (!*disassembler) {
            fprintf(out, "%s\n", error.message);
            return false;
        }
    }
    return true;
}

static bool print_all(FILE *out, const struct disasm_decoding *decoding)
{
    struct disassembler *of_size[2] = {NULL, NULL};
    bool done = open_all(out, decoding, of_size);
    if (done && decoding->count)
        fprintf(out, "%s%u\n", version_mark,
                disassembler_version(of_size[decoding->regions[0].kernel->wave_size == 32]));
    for (size_t i = 0; i < decoding->count && done; i++) {
        const struct disasm_region *region = &decoding->regions[i];
        print_region(out, of_size[region->kernel->wave_size == 32],
                     code_of(decoding->bytes, region), region->range.start);
    }
    disassembler_free(of_size[0]);
    disassembler_free(of_size[1]);
    return done;
}

_Noreturn static void run_child(int pipe, const struct disasm_decoding *decoding)
{
    FILE *out = fdopen(pipe, "w");
    bool done = out && print_all(out, decoding);
    _exit(out && fflush(out) == 0 && done ? 0 : 1);
}

static bool read_all(int pipe, struct buf *out)
{
    char part[1 << 14];
    ssize_t size;
    do {
        size = read(pipe, part, sizeof part);
        if (size > 0)
            buf_append(out, part, (size_t)size);
    } while (size > 0 || (size < 0 && errno == EINTR));
    return size == 0;
}

/* Removes the first line from |text|, and returns it. */
static char *cut_line(struct buf *text)
{
    const char *end = text->data ? memchr(text->data, '\n', text->size) : NULL;
    size_t length = end ? (size_t)(end - text->data) : 0;
    char *line = mem_dup_n(text->data ? text->data : "", length);
    if (end) {
        text->size -= length + 1;
        memmove(text->data, end + 1, text->size + 1);
    }
    return line;
}

enum status disasm_decode(const struct disasm_decoding *decoding, struct buf *out, char **out_why)
{
    int ends[2], state = 0;
    *out_why = NULL;
    if (pipe(ends) != 0)
        return status_fail(STATUS_ENVIRONMENT, "disasm: no pipe: %s", strerror(errno));
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        run_child(ends[1], decoding);
    }
    int error = errno;
    close(ends[1]);
    bool is_whole = child > 0 && read_all(ends[0], out);
    close(ends[0]);
    if (child < 0)
        return status_fail(STATUS_ENVIRONMENT, "disasm: no process: %s", strerror(error));
    while (waitpid(child, &state, 0) < 0 && errno == EINTR)
        ;
    char *line = cut_line(out);
    if (WIFSIGNALED(state)) {
        free(line);
        return status_fail(STATUS_ENVIRONMENT,
                           "disasm: LLVM crashed on code for %s (signal %d); another LLVM may do "
                           "better: --llvm LIBRARY or --objdump PROGRAM",
                           decoding->processor, WTERMSIG(state));
    }
    *out_why = line;
    if (is_whole && WIFEXITED(state) && WEXITSTATUS(state) == 0 &&
        strncmp(line, version_mark, strlen(version_mark)) == 0)
        return STATUS_OK;
    return STATUS_ENVIRONMENT;
}
