/* From an input file to a header and, where the form needs one, the data's file beside it. */
#include "emit/embed.h"

#include "embed_header.h"
#include "embed_images.h"
#include "embed_output.h"
#include "embed_text.h"
#include "pack.h"
#include "util/file.h"

#include <hash.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <xxhash.h>

static const struct {
    const char *name;
    enum { IN_HEADER, BESIDE_HEADER, NOT_EMBEDDED } data;
    enum literal_kind text;
} forms[] = {
    [EMBED_STRING] = {"string", IN_HEADER, LITERAL_STRING},
    [EMBED_INCBIN] = {"incbin", BESIDE_HEADER, 0},
    [EMBED_C23] = {"c23", BESIDE_HEADER, 0},
    [EMBED_ARRAY] = {"array", IN_HEADER, LITERAL_ARRAY},
    [EMBED_FILES] = {"files", NOT_EMBEDDED, 0},
};

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

/* A name between the quotes of #embed has no escapes; trigraphs are those of older modes. */
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

/* The outputs and their places. */
struct embed_paths {
    char *header;
    char *data_name; /* NULL when the header holds the data */
    char *data;      /* NULL when it is the input, or there is none */
};

static void paths_free(struct embed_paths *paths)
{
    free(paths->header);
    free(paths->data_name);
    free(paths->data);
}

/* Standard streams have no name, and no place beside them. */
static enum status check_streams(const struct embed_request *request)
{
    bool from = path_is_stream(request->input);
    bool to = request->output ? path_is_stream(request->output) : from;
    if (from && !request->name)
        return status_fail(STATUS_USAGE, "embed: standard input has no name: say --name");
    if ((from || to) && forms[request->form].data == BESIDE_HEADER)
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
    if (forms[request->form].data != BESIDE_HEADER)
        return STATUS_OK;

    out->data_name = mem_format("%s%s", path_name(input), request->compress ? ".zst" : "");
    if (strcmp(path_name(out->header), out->data_name) == 0)
        return status_fail(STATUS_USAGE, "embed: -o %s is where the file of the data belongs",
                           out->header);
    const char *fault = embed_name_fault(request->form, out->data_name);
    if (fault)
        return status_fail(STATUS_INPUT, "%s: %s", input, fault);
    char *directory = path_directory(out->header);
    out->data = path_join(directory, out->data_name);
    free(directory);
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

static enum status append_buf(struct embed_output *output, const struct buf *text)
{
    return embed_output_append(output, text->data, text->size);
}

static enum status append_header(struct embed_output *output, const struct embed_header *header,
                                 struct span data)
{
    struct buf begin = {0}, end = {0};
    embed_header_begin(header, &begin);
    embed_header_end(header, &end);
    enum status status = append_buf(output, &begin);
    if (status == STATUS_OK && forms[header->form].data == IN_HEADER)
        status = embed_text_append(output, forms[header->form].text, data, embed_text_threads());
    if (status == STATUS_OK)
        status = append_buf(output, &end);
    buf_free(&begin);
    buf_free(&end);
    return status;
}

/* Both files are complete before the first is put in its place. */
static enum status write_outputs(const struct embed_paths *paths, const struct embed_header *header,
                                 struct span data)
{
    struct embed_output outputs[2]; /* the data first: a header never names a missing file */
    size_t count = 0;
    char *directory = path_directory(paths->header); /* of both */
    enum status status = path_make_directories(directory);
    free(directory);
    FORWARD_IF_ERROR(status);
    if (paths->data) {
        status = embed_output_open(&outputs[count++], paths->data);
        if (status == STATUS_OK)
            status = embed_output_append(&outputs[0], data.data, data.size);
    }
    if (status == STATUS_OK) {
        struct embed_output *output = &outputs[count++];
        status = embed_output_open(output, paths->header);
        if (status == STATUS_OK)
            status = append_header(output, header, data);
    }
    for (size_t i = 0; i < count && status == STATUS_OK; i++)
        status = embed_output_complete(&outputs[i]);
    for (size_t i = 0; i < count && status == STATUS_OK; i++)
        status = embed_output_commit(&outputs[i]);
    for (size_t i = 0; i < count; i++)
        embed_output_discard(&outputs[i]);
    return status;
}

/* See build_id.h. */
static uint64_t module_id(const char *name, const struct embed_images *images)
{
    uint64_t id = build_id_add(0, name, (uint32_t)images->count);
    for (size_t i = 0; i < images->count; i++)
        id =
            build_id_add(id, images->items[i].target, image_checksum(images->items[i].code_object));
    return id;
}

static enum status write_images(const struct embed_request *request,
                                const struct embed_paths *paths, struct embed_images *images)
{
    struct buf packed = {0};
    struct span data = images->file;
    if (forms[request->form].data == NOT_EMBEDDED)
        data.size = 0;
    if (request->compress) {
        FORWARD_IF_ERROR(pack_zstd(images, &packed));
        data = (struct span){(const uint8_t *)packed.data, packed.size};
    }
    char *name = request->name ? mem_dup(request->name) : default_name(request->input);
    struct embed_header header = {
        .form = request->form,
        .is_compressed = request->compress,
        .name = name,
        .source = path_is_stream(request->input) ? "standard input" : path_name(request->input),
        .data = paths->data_name,
        .size = data.size,
        .hash = paths->data_name ? XXH3_64bits(data.data, data.size) : 0,
        .id = module_id(name, images),
        .images = images,
    };
    enum status status = write_outputs(paths, &header, data);
    free(name);
    buf_free(&packed);
    return status;
}

enum status embed_write(const struct embed_request *request)
{
    struct embed_images images;
    FORWARD_IF_ERROR(check_streams(request));
    FORWARD_IF_ERROR(embed_images_open(request->input, &images));
    struct embed_paths paths = {0};
    enum status status = paths_make(request, &paths);
    if (status == STATUS_OK)
        status = write_images(request, &paths, &images);
    paths_free(&paths);
    embed_images_close(&images);
    return status;
}
