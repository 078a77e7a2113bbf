/* Makes a header of an input file. If the form needs a file with the data, makes that file beside
 * the header.
 *
 * The header is written from templates. Names of the input are made identifiers or escaped, so that
 * no name can end a comment or a string. */
#include "emit/embed.h"

#include "parts.h"
#include "unpack.h"
#include "util/file.h"
#include "version.h"

#include <hash.h>
#include <pthread.h>
#include <sys/stat.h>
#include <zstd.h>

/* The values that are put into the template of a header. */
struct embed_header {
    enum embed_form form;
    bool is_compressed;
    const char *name;          /* text from which |lower| and |upper| are made */
    const char *lower, *upper; /* the beginning of identifiers: "affine_hsaco", "AFFINE_HSACO" */
    const char *source;        /* name of the input file */
    /* name of the file with the data, beside the header (for incbin and c23) */
    const char *file;
    struct span data;
    const struct embed_images *images;
};

static bool is_plain(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           (c && strchr("._-+ ,=@", c));
}

/* Writes |text|, a file's name, inside a comment. A file's name has no '/', so it cannot begin or
 * end a comment. */
static void put_in_comment(struct buf *out, const char *text)
{
    for (; *text; text++)
        buf_putc(out, *text >= ' ' && *text <= '~' ? *text : '_');
}

/* Writes |text| for a string in assembly that is inside a string in C. Special characters become
 * "\\ooo": C reads the two backslashes as one, and the assembler reads "\ooo" as an octal
 * escape. */
static void put_in_assembly(struct buf *out, const char *text)
{
    for (; *text; text++) {
        if (is_plain(*text))
            buf_putc(out, *text);
        else
            buf_printf(out, "\\\\%03o", (unsigned char)*text);
    }
}

/* A file that is being written. */
struct output {
    struct file_draft *draft;
    struct buf text;    /* text that waits to be appended to the draft */
    enum status status; /* the first failure of appending */
};

static void flush(struct output *output)
{
    if (output->status == STATUS_OK)
        output->status = file_draft_append(output->draft, output->text.data, output->text.size);
    output->text.size = 0;
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

/* Writes the header's guard, a macro with the module's ID. A second header of the same name is
 * skipped if it has the same ID, and is an error if it has another one. */
static void put_guard(const struct embed_header *header, struct buf *out)
{
    const uint64_t id = embed_images_id(header->images, header->name);
    buf_printf(out,
               "#ifdef %s_ID\n"
               "#if %s_ID != 0x%016" PRIx64 "u\n"
               "#error \"two headers define %s; write one of them with another --name\"\n"
               "#endif\n"
               "#else\n"
               "#define %s_ID 0x%016" PRIx64 "u\n\n"
               "#include <krt/krt.h>\n\n"
               "#define %s_SIZE %zuu\n",
               header->upper, header->upper, id, header->lower, header->upper, id, header->upper,
               header->data.size);
}

static void put_images(const struct embed_header *header, struct buf *out)
{
    const struct embed_images *images = header->images;
    buf_printf(out,
               "\n#define %s_IMAGE_COUNT %zuu\n"
               "__attribute__((unused)) static const struct krt_image "
               "%s_images[%s_IMAGE_COUNT] = {\n",
               header->upper, images->count, header->lower, header->upper);
    for (size_t i = 0; i < images->count; i++) {
        const struct embed_image *image = &images->items[i];
        buf_printf(out, "    {\"%s\", %" PRIu64 "u, %" PRIu64 "u, %zuu, %s, 0x%08" PRIx32 "u},\n",
                   image->target, header->form == EMBED_ARCHIVE ? 0 : image->offset, image->size,
                   image->code_object.size,
                   header->is_compressed ? "KRT_CODEC_ZSTD" : "KRT_CODEC_NONE",
                   image_checksum(image->code_object));
    }
    buf_puts(out, "};\n\n#endif\n");
}

static void *append_text(void *context)
{
    flush(context);
    return NULL;
}

/* Writes the bytes as string literals. While one thread appends a part to the file, another makes
 * the next part. */
static void put_bytes(struct span bytes, struct output *output)
{
    /* how many bytes a part has; measurements with bench/embed chose this size */
    enum { PART = 3072 * LITERAL_PART };
    struct escapes *escapes = escapes_make();
    OWNED_BY(buf_free) struct buf text = {0};
    pthread_t thread;
    bool is_running = false;
    flush(output);
    for (size_t at = 0; at < bytes.size; at += PART) {
        bool is_last = bytes.size - at <= PART;
        struct span part = {bytes.data + at, is_last ? bytes.size - at : PART};
        literal_put_string(&text, escapes, part);
        if (is_running)
            pthread_join(thread, NULL);
        if (output->status != STATUS_OK)
            break;
        struct buf empty = output->text;
        output->text = text;
        text = empty;
        is_running = !is_last && pthread_create(&thread, NULL, append_text, output) == 0;
        if (!is_running)
            flush(output);
    }
    escapes_free(escapes);
}

static void put_string(const struct embed_header *header, struct output *output)
{
    /* The array has one byte more than the data, because C++ requires room for the NUL that ends
     * the literal. */
    buf_printf(&output->text,
               "\n#pragma GCC diagnostic push\n"
               "#pragma GCC diagnostic ignored \"-Woverlength-strings\"\n"
               "__attribute__((aligned(4096), unused)) static const unsigned char\n"
               "    %s[%s_SIZE + 1] =\n",
               header->lower, header->upper);
    put_bytes(header->data, output);
    buf_puts(&output->text, ";\n#pragma GCC diagnostic pop\n");
}

/* Writes the data with ".incbin". The symbol is named after the content: units that embed equal
 * data share one copy, and units with other data use another symbol. The symbol is in a section
 * group: the linker keeps one group of a name. ".ifndef" does the same where link-time optimisation
 * joins the assembly of several units. The size is checked, because another file of the same name
 * may come first in the search path. Clang 14 cannot compare the size in ".if", and GNU as only
 * warns about a negative ".skip", so each assembler has a check of its own. */
static void put_incbin(const struct embed_header *header, struct output *output)
{
    struct buf *out = &output->text;
    const size_t size = header->data.size;
    OWNED char *symbol =
        mem_format("krt_%s_%016" PRIx64, header->lower, hash_64(header->data.data, size));
    buf_printf(out,
               "\n/* Found through -I; define it to name the file by its path. */\n"
               "#ifndef %s_FILE\n"
               "#define %s_FILE \"",
               header->upper, header->upper);
    put_in_assembly(out, header->file);
    buf_printf(out,
               "\"\n#endif\n"
               "__asm__(\".ifndef %s\\n\"\n"
               "        \".pushsection .rodata.%s,\\\"aG\\\",@progbits,%s,comdat\\n\"\n"
               "        \".weak %s\\n\"\n"
               "        \".hidden %s\\n\"\n"
               "        \".type %s, @object\\n\"\n"
               "        \".size %s, %zu\\n\"\n"
               "        \".balign 4096\\n\"\n"
               "        \"%s:\\n\"\n"
               "        \".incbin \\\"\" %s_FILE \"\\\"\\n\"\n",
               symbol, symbol, symbol, symbol, symbol, symbol, symbol, size, symbol, header->upper);
    buf_printf(out,
               "#ifdef __clang__\n"
               "        \".skip . - %s - %zu\\n\"\n"
               "        \".org %s + %zu\\n\"\n"
               "#else\n"
               "        \".if . - %s - %zu\\n\"\n"
               "        \".error \\\"\" %s_FILE \" is not the file that its header was written "
               "for\\\"\\n\"\n"
               "        \".endif\\n\"\n"
               "#endif\n"
               "        \".popsection\\n\"\n"
               "        \".endif\\n\");\n",
               symbol, size, symbol, size, symbol, size, header->upper);
    buf_printf(out,
               "#ifdef __cplusplus\n"
               "extern \"C\" {\n"
               "#endif\n"
               "extern __attribute__((visibility(\"hidden\"), aligned(4096))) const unsigned char\n"
               "    %s[%s_SIZE] __asm__(\"%s\");\n"
               "#ifdef __cplusplus\n"
               "}\n"
               "#endif\n",
               header->lower, header->upper, symbol);
}

static void put_c23(const struct embed_header *header, struct output *output)
{
    struct buf *out = &output->text;
    buf_printf(
        out,
        "\n/* XXH3 of the data: %016" PRIx64 " */\n"
        "#if !defined __has_embed\n"
        "#error \"this header needs #embed of gcc 15 or clang 19; for other compilers write it "
        "with kbuild embed --embed=string\"\n"
        "#elif !__has_embed(\"%s\")\n"
        "#error \"the file of the data is missing; it belongs beside this header\"\n"
        "#else\n",
        hash_64(header->data.data, header->data.size), header->file);
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
               header->lower, header->file, header->lower, header->upper);
}

static void put_nothing(const struct embed_header *header, struct output *output)
{
    buf_printf(&output->text, "#define %s ((const unsigned char *)0)\n", header->lower);
}

static const struct {
    const char *name;
    enum { IN_HEADER, BESIDE_HEADER, NOT_EMBEDDED } place;
    void (*put)(const struct embed_header *header, struct output *output);
} forms[] = {
    [EMBED_STRING] = {"string", IN_HEADER, put_string},
    [EMBED_INCBIN] = {"incbin", BESIDE_HEADER, put_incbin},
    [EMBED_C23] = {"c23", BESIDE_HEADER, put_c23},
    [EMBED_ARCHIVE] = {"archive", NOT_EMBEDDED, put_nothing},
};

static void put_header(const struct embed_header *header, struct output *output)
{
    put_comment(header, &output->text);
    put_guard(header, &output->text);
    forms[header->form].put(header, output);
    put_images(header, &output->text);
    flush(output);
}

/* ---- Compression --------------------------------------------------------- */

/* Appends one zstd frame. The frame states the size and the checksum of its content, so that a
 * reader can allocate memory first and notice damage. See RFC 8878, section 3.1.1. Returns 0 or a
 * zstd error code. */
static size_t append_frame(ZSTD_CCtx *context, struct span bytes, struct buf *out)
{
    buf_reserve(out, ZSTD_compressBound(bytes.size));
    size_t result = ZSTD_compress2(context, out->data + out->size, out->capacity - out->size - 1,
                                   bytes.data, bytes.size);
    if (ZSTD_isError(result))
        return result;
    out->size += result;
    out->data[out->size] = '\0';
    return 0;
}

/* Appends a zstd frame for each image, and sets each image's offset and size to those of its frame.
 * The frames together are a valid .zst file. */
static enum status pack(struct embed_images *images, struct buf *out)
{
    enum { LEVEL = 19 };
    ZSTD_CCtx *context = ZSTD_createCCtx();
    if (!context)
        return status_fail(STATUS_ENVIRONMENT, "out of memory while compressing");
    size_t error = ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, LEVEL);
    if (!ZSTD_isError(error))
        error = ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
    for (size_t i = 0; i < images->count && !ZSTD_isError(error); i++) {
        struct embed_image *image = &images->items[i];
        image->offset = out->size;
        error = append_frame(context, image->code_object, out);
        image->size = out->size - image->offset;
    }
    ZSTD_freeCCtx(context);
    for (size_t i = 0; i < images->count && !ZSTD_isError(error); i++)
        if (images->items[i].code_object.size > unpack_limit(images->items[i].size))
            return status_fail(STATUS_INPUT,
                               "the image for %s, %zu bytes, shrinks so much that readers would "
                               "refuse it as a bomb; leave out --compress",
                               images->items[i].target, images->items[i].code_object.size);
    return ZSTD_isError(error)
               ? status_fail(STATUS_ENVIRONMENT, "cannot compress: %s", ZSTD_getErrorName(error))
               : STATUS_OK;
}

/* ---- Writing the files ----------------------------------------------------------------------- */

bool embed_form_find(const char *name, enum embed_form *out)
{
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if (strcmp(forms[i].name, name) == 0) {
            *out = (enum embed_form)i;
            return true;
        }
    return false;
}

static bool is_same_file(const char *a, const char *b)
{
    struct stat left, right;
    return !path_is_stream(a) && !path_is_stream(b) && stat(a, &left) == 0 &&
           stat(b, &right) == 0 && left.st_dev == right.st_dev && left.st_ino == right.st_ino;
}

/* Whether |name| can be between the quotes of #embed, which has no escapes. Trigraphs exist only in
 * older language modes, so they need no check. */
static bool stands_in_embed(const char *name)
{
    for (const char *c = name; *c; c++)
        if (*c == '"' || *c == '\\' || (unsigned char)*c < ' ' || *c == '\x7f')
            return false;
    return strstr(name, "??") == NULL;
}

const char *embed_name_fault(enum embed_form form, const char *name)
{
    return form == EMBED_C23 && !stands_in_embed(name)
               ? "#embed cannot spell this name; rename the file, or use --embed=string"
               : NULL;
}

/* The paths of the output files. */
struct embed_paths {
    char *header;
    char *data_name; /* the name of the file with the data; NULL if the header has the data */
    /* the path to which the data are written; NULL if the header has the data, or if they are the
     * input file */
    char *data;
};

static void paths_free(struct embed_paths *paths)
{
    free(paths->header);
    free(paths->data_name);
    free(paths->data);
}

/* Refuses requests that use standard streams where a file's name is needed, or a directory for a
 * file beside the header. */
static enum status check_streams(const struct embed_request *request)
{
    bool from = path_is_stream(request->input);
    bool to = request->output ? path_is_stream(request->output) : from;
    if (from && !request->name)
        return status_fail(STATUS_USAGE, "embed: standard input has no name: say --name");
    if ((from || to) && forms[request->form].place == BESIDE_HEADER)
        return status_fail(STATUS_USAGE,
                           "embed: --embed=%s needs the data in a file beside the header; name "
                           "FILE and -o, or use --embed=string",
                           forms[request->form].name);
    return STATUS_OK;
}

static char *header_path(const struct embed_request *request)
{
    if (request->output)
        return mem_dup(request->output);
    return path_is_stream(request->input) ? mem_dup("-") : mem_format("%s.h", request->input);
}

static enum status paths_make(const struct embed_request *request, struct embed_paths *out)
{
    const char *input = request->input;
    out->header = header_path(request);
    if (is_same_file(input, out->header))
        return status_fail(STATUS_USAGE, "embed: -o %s would replace the input", out->header);
    if (forms[request->form].place != BESIDE_HEADER)
        return STATUS_OK;

    out->data_name = mem_format("%s%s", path_name(input), request->compress ? ".zst" : "");
    if (strcmp(path_name(out->header), out->data_name) == 0)
        return status_fail(STATUS_USAGE, "embed: -o %s is where the file of the data belongs",
                           out->header);
    const char *fault = embed_name_fault(request->form, out->data_name);
    if (fault)
        return status_fail(STATUS_INPUT, "%s: %s", input, fault);
    OWNED char *directory = path_directory(out->header);
    out->data = path_join(directory, out->data_name);
    if (!request->compress && is_same_file(input, out->data)) {
        free(out->data);
        out->data = NULL;
    }
    return STATUS_OK;
}

static char *default_name(const char *input)
{
    const char *name = path_name(input);
    return mem_dup_n(name, strcspn(name, "."));
}

static enum status write_header(const char *path, const struct embed_header *header,
                                struct file_draft *out)
{
    FORWARD_IF_ERROR(file_draft_begin(path, out));
    struct output output = {.draft = out};
    put_header(header, &output);
    buf_free(&output.text);
    FORWARD_IF_ERROR(output.status);
    return file_draft_complete(out);
}

static enum status write_data(const char *path, struct span data, struct file_draft *out)
{
    FORWARD_IF_ERROR(file_draft_begin(path, out));
    FORWARD_IF_ERROR(file_draft_append(out, data.data, data.size));
    return file_draft_complete(out);
}

/* Writes the header and the file with the data. Both are written completely before one is put in
 * its place. */
static enum status write_outputs(const struct embed_paths *paths, const struct embed_header *header)
{
    /* the header and the file with the data are both in this directory */
    OWNED char *directory = path_directory(paths->header);
    enum status status = path_make_directories(directory);
    FORWARD_IF_ERROR(status);
    OWNED_BY(file_draft_free) struct file_draft data = {.fd = -1, .old = -1}, text = data;
    if (paths->data)
        status = write_data(paths->data, header->data, &data);
    if (status == STATUS_OK)
        status = write_header(paths->header, header, &text);
    /* The data come before the header, so that no header names a missing file. */
    if (status == STATUS_OK && paths->data)
        status = file_draft_keep(&data);
    return status == STATUS_OK ? file_draft_keep(&text) : status;
}

static enum status write_images(const struct embed_request *request,
                                const struct embed_paths *paths, struct embed_images *images)
{
    OWNED_BY(buf_free) struct buf packed = {0};
    struct span data = images->file.bytes;
    if (forms[request->form].place == NOT_EMBEDDED)
        data.size = 0;
    if (request->compress) {
        FORWARD_IF_ERROR(pack(images, &packed));
        data = (struct span){(const uint8_t *)packed.data, packed.size};
    }
    OWNED char *name = request->name ? mem_dup(request->name) : default_name(request->input);
    OWNED char *words =
        request->package ? mem_format("%s_%s", request->package, name) : mem_dup(name);
    OWNED char *lower_words = identifier_from_lower(words);
    OWNED char *upper_words = identifier_from_upper(words);
    OWNED char *lower = mem_format("%s_hsaco", lower_words);
    OWNED char *upper = mem_format("%s_HSACO", upper_words);
    const struct embed_header header = {
        .form = request->form,
        .is_compressed = request->compress,
        .name = name,
        .lower = lower,
        .upper = upper,
        .source = path_is_stream(request->input) ? "standard input" : path_name(request->input),
        .file = paths->data_name,
        .data = data,
        .images = images,
    };
    return write_outputs(paths, &header);
}

enum status embed_write(const struct embed_request *request)
{
    OWNED_BY(embed_images_close) struct embed_images images = {0};
    FORWARD_IF_ERROR(check_streams(request));
    FORWARD_IF_ERROR(embed_images_open(request->input, &images));
    OWNED_BY(paths_free) struct embed_paths paths = {0};
    FORWARD_IF_ERROR(paths_make(request, &paths));
    return write_images(request, &paths, &images);
}
