/* Text by template. Input (file names, names) is either made an identifier or escaped, so that no
 * name can end a comment or a string.
 */
#include "embed_header.h"

#include "identifier.h"
#include "version.h"

#include <hash.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The identifiers of one header. */
struct names {
    char *lower; /* "affine_hsaco" */
    char *upper; /* "AFFINE_HSACO" */
};

static struct names names_make(const char *name)
{
    char *lower = identifier_from_lower(name), *upper = identifier_from_upper(name);
    struct names names = {mem_format("%s_hsaco", lower), mem_format("%s_HSACO", upper)};
    free(lower);
    free(upper);
    return names;
}

static void names_free(struct names *names)
{
    free(names->lower);
    free(names->upper);
}

static bool is_plain(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           (c && strchr("._-+ ,=@", c));
}

/* A file name cannot hold a '/', so it cannot open or close a comment. */
static void put_in_comment(struct buf *out, const char *text)
{
    for (; *text; text++)
        buf_putc(out, *text >= ' ' && *text <= '~' ? *text : '_');
}

/* For a string in assembly in a string in C: both take octal escapes. */
static void put_in_assembly(struct buf *out, const char *text)
{
    for (; *text; text++) {
        if (is_plain(*text))
            buf_putc(out, *text);
        else
            buf_printf(out, "\\\\%03o", (unsigned char)*text);
    }
}

static void put_comment(const struct embed_header *header, struct buf *out)
{
    const struct embed_images *images = header->images;
    buf_puts(out, "/* ");
    put_in_comment(out, header->source);
    buf_puts(out, ": AMD GPU code objects as C data. Written by kbuild " KBUILD_VERSION
                  "; do not edit.\n *\n");
    buf_printf(out, " *   %-24s %12s%s\n", "target", "bytes",
               header->is_compressed ? "   compressed" : "");
    for (size_t i = 0; i < images->count; i++) {
        const struct embed_image *image = &images->items[i];
        buf_printf(out, " *   %-24s %12zu", image->target, image->code_object.size);
        if (header->is_compressed)
            buf_printf(out, " %12" PRIu64, image->size);
        buf_putc(out, '\n');
    }
    buf_puts(out, " */\n");
}

static void put_size(const struct embed_header *header, const struct names *names, struct buf *out)
{
    buf_printf(out,
               "#ifndef %s_H\n"
               "#define %s_H\n\n"
               "#include <krt/krt.h>\n\n"
               "#define %s_SIZE %" PRIu64 "u\n",
               names->upper, names->upper, names->upper, header->size);
}

static void put_images(const struct embed_header *header, const struct names *names,
                       struct buf *out)
{
    const struct embed_images *images = header->images;
    buf_printf(out,
               "\n#define %s_IMAGE_COUNT %zuu\n"
               "__attribute__((unused)) static const struct krt_image "
               "%s_images[%s_IMAGE_COUNT] = {\n",
               names->upper, images->count, names->lower, names->upper);
    for (size_t i = 0; i < images->count; i++) {
        const struct embed_image *image = &images->items[i];
        buf_printf(out, "    {\"%s\", %" PRIu64 "u, %" PRIu64 "u, %zuu, %s, 0x%08" PRIx32 "u},\n",
                   image->target, header->form == EMBED_FILES ? 0 : image->offset, image->size,
                   image->code_object.size,
                   header->is_compressed ? "KRT_CODEC_ZSTD" : "KRT_CODEC_NONE",
                   image_checksum(image->code_object));
    }
    buf_printf(out, "};\n\n#define %s_ID 0x%016" PRIx64 "u\n\n#endif\n", names->upper, header->id);
}

static void string_begin(const struct embed_header *header, const struct names *names,
                         struct buf *out)
{
    (void)header;
    /* C++ needs room for the NUL that ends the literal. */
    buf_printf(out,
               "\n#pragma GCC diagnostic push\n"
               "#pragma GCC diagnostic ignored \"-Woverlength-strings\"\n"
               "__attribute__((aligned(4096), unused)) static const unsigned char\n"
               "    %s[%s_SIZE + 1] =\n",
               names->lower, names->upper);
}

static void string_end(const struct names *names, struct buf *out)
{
    (void)names;
    buf_puts(out, ";\n#pragma GCC diagnostic pop\n");
}

static void array_begin(const struct embed_header *header, const struct names *names,
                        struct buf *out)
{
    (void)header;
    buf_printf(out,
               "\n__attribute__((aligned(4096), unused)) static const unsigned char\n"
               "    %s[%s_SIZE] = {\n",
               names->lower, names->upper);
}

static void array_end(const struct names *names, struct buf *out)
{
    (void)names;
    buf_puts(out, "};\n");
}

/* The symbol is named after the content, so that units which embed the same data share one copy,
 * and others cannot be confused: it is in a section group, of which the linker keeps one; ".ifndef"
 * does the same where link-time optimisation joins the assembly of several units. The size is
 * checked, because another file of that name may come first in the search path. Clang 14 cannot
 * compare it in ".if"; GNU as only warns about a negative ".skip". */
static void incbin_begin(const struct embed_header *header, const struct names *names,
                         struct buf *out)
{
    char *symbol = mem_format("krt_%s_%016" PRIx64, names->lower, header->hash);
    buf_printf(out,
               "\n/* Found through -I; define it to name the file by its path. */\n"
               "#ifndef %s_FILE\n"
               "#define %s_FILE \"",
               names->upper, names->upper);
    put_in_assembly(out, header->data);
    buf_printf(out,
               "\"\n#endif\n"
               "__asm__(\".ifndef %s\\n\"\n"
               "        \".pushsection .rodata.%s,\\\"aG\\\",@progbits,%s,comdat\\n\"\n"
               "        \".weak %s\\n\"\n"
               "        \".hidden %s\\n\"\n"
               "        \".type %s, @object\\n\"\n"
               "        \".size %s, %" PRIu64 "\\n\"\n"
               "        \".balign 4096\\n\"\n"
               "        \"%s:\\n\"\n"
               "        \".incbin \\\"\" %s_FILE \"\\\"\\n\"\n",
               symbol, symbol, symbol, symbol, symbol, symbol, symbol, header->size, symbol,
               names->upper);
    buf_printf(out,
               "#ifdef __clang__\n"
               "        \".skip . - %s - %" PRIu64 "\\n\"\n"
               "        \".org %s + %" PRIu64 "\\n\"\n"
               "#else\n"
               "        \".if . - %s - %" PRIu64 "\\n\"\n"
               "        \".error \\\"\" %s_FILE \" is not the file that its header was written "
               "for\\\"\\n\"\n"
               "        \".endif\\n\"\n"
               "#endif\n"
               "        \".popsection\\n\"\n"
               "        \".endif\\n\");\n",
               symbol, header->size, symbol, header->size, symbol, header->size, names->upper);
    buf_printf(out,
               "#ifdef __cplusplus\n"
               "extern \"C\" {\n"
               "#endif\n"
               "extern __attribute__((visibility(\"hidden\"), aligned(4096))) const unsigned char\n"
               "    %s[%s_SIZE] __asm__(\"%s\");\n"
               "#ifdef __cplusplus\n"
               "}\n"
               "#endif\n",
               names->lower, names->upper, symbol);
    free(symbol);
}

static void c23_begin(const struct embed_header *header, const struct names *names, struct buf *out)
{
    buf_printf(
        out,
        "\n/* XXH3 of the data: %016" PRIx64 " */\n"
        "#if !defined __has_embed\n"
        "#error \"this header needs #embed of gcc 15 or clang 19; for other compilers write it "
        "with kbuild embed --embed=string\"\n"
        "#elif !__has_embed(\"%s\")\n"
        "#error \"the file of the data is missing; it belongs beside this header\"\n"
        "#else\n",
        header->hash, header->data);
    buf_printf(out,
               "#ifdef __clang__\n"
               "#pragma clang diagnostic push\n"
               "#pragma clang diagnostic ignored \"-Wc23-extensions\"\n"
               "#endif\n"
               "__attribute__((aligned(4096), unused)) static const unsigned char %s[] = {\n"
               "#embed \"%s\"\n"
               "};\n"
               "#ifdef __clang__\n"
               "#pragma clang diagnostic pop\n"
               "#endif\n"
               "#ifdef __cplusplus\n"
               "static_assert\n"
               "#else\n"
               "_Static_assert\n"
               "#endif\n"
               "    (sizeof %s == %s_SIZE, \"not the file that this header was written for\");\n"
               "#endif\n",
               names->lower, header->data, names->lower, names->upper);
}

static void files_begin(const struct embed_header *header, const struct names *names,
                        struct buf *out)
{
    (void)header;
    buf_printf(out, "#define %s ((const unsigned char *)0)\n", names->lower);
}

static void nothing_end(const struct names *names, struct buf *out)
{
    (void)names;
    (void)out;
}

static const struct {
    void (*begin)(const struct embed_header *header, const struct names *names, struct buf *out);
    void (*end)(const struct names *names, struct buf *out);
} forms[] = {
    [EMBED_STRING] = {string_begin, string_end}, [EMBED_INCBIN] = {incbin_begin, nothing_end},
    [EMBED_C23] = {c23_begin, nothing_end},      [EMBED_ARRAY] = {array_begin, array_end},
    [EMBED_FILES] = {files_begin, nothing_end},
};

void embed_header_begin(const struct embed_header *header, struct buf *out)
{
    struct names names = names_make(header->name);
    put_comment(header, out);
    put_size(header, &names, out);
    forms[header->form].begin(header, &names, out);
    names_free(&names);
}

void embed_header_end(const struct embed_header *header, struct buf *out)
{
    struct names names = names_make(header->name);
    forms[header->form].end(&names, out);
    put_images(header, &names, out);
    names_free(&names);
}
