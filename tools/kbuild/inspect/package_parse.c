/* The JSON of a package, read back as a stream. It may come from anywhere and stand in any order,
 * so every value is checked for its type and range, every index for being one, no key may stand
 * twice; and what this version does not know is passed over.
 */
#include "package_fields.h"
#include "package_internal.h"

#include "json_stream.h"
#include "text_pool.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- What an object may hold ----------------------------------------------------------------- */

struct parser;
struct frame;

/* A value of an object: a field, or a list of objects. */
struct member {
    const char *name;
    size_t length;
    const struct field *field; /* NULL of a list */
    size_t offset;             /* in the object: of the field, of the pointer to a list's items */
    const struct shape *shape; /* of a list's items, of a field that is an object */
    size_t count, item_size;   /* of a list: offset in the object; bytes of an item */
};

enum { MEMBERS_MAX = 32 };

struct shape {
    struct member members[MEMBERS_MAX];
    size_t count;
    uint64_t required; /* bits of members */
    bool is_pooled;    /* its strings are the package's |memory|; else its own */
    bool (*finish)(struct parser *parser, struct frame *frame); /* all of one was read; or NULL */
};

enum shape_name {
    SHAPE_PACKAGE,
    SHAPE_FILE,
    SHAPE_CONTAINER,
    SHAPE_PROBLEM,
    SHAPE_IMAGE,
    SHAPE_KERNEL,
    SHAPE_DESCRIPTOR,
    SHAPE_ARGUMENT,
    SHAPE_COUNT,
};

/* A kernel and what stands beside it in its image. */
struct parsed_kernel {
    struct kernel kernel;
    uint64_t code_hash;
};

/* An image whose kernels are still coming. */
struct parsed_image {
    struct package_image image;
    struct parsed_kernel *kernels;
    size_t kernel_count;
};

/* What the JSON says; becomes a struct package. */
struct parsed_package {
    unsigned format;
    struct package_file *files;
    struct package_container *containers;
    struct package_problem *problems;
    struct parsed_image *images;
    size_t file_count, container_count, problem_count, image_count;
};

/* ---- Where the parser is --------------------------------------------------------------------- */

/* An object, a list of objects, or three numbers that have begun and not ended. */
struct frame {
    enum { FRAME_OBJECT, FRAME_LIST, FRAME_DIMS } kind;
    const struct shape *shape;   /* of the object, of the items */
    void *object;                /* that is filled; the list's owner; the numbers */
    const struct member *member; /* of the object: whose value comes next, NULL to pass it over; the
                                  * list itself */
    size_t number; /* of the object: the member that may come next, as it is written */
    size_t count;  /* of numbers */
    uint64_t seen; /* bits of members */
};

enum { FRAMES_MAX = 8 }; /* package, list, image, list, kernel, list, argument */

struct parser {
    struct json_stream stream;
    struct shape shapes[SHAPE_COUNT];
    struct frame frames[FRAMES_MAX];
    size_t frame_count;
    unsigned skipped; /* levels inside a value that is passed over */
    struct parsed_package parsed;
    struct place *image_places, *container_places, *problem_places; /* as many as there are */
    struct strings memory;
    struct text_pool texts;
};

static struct frame *top_frame(struct parser *parser)
{
    return &parser->frames[parser->frame_count - 1];
}

static void *items_of(const struct frame *frame)
{
    void *items;
    memcpy(&items, (char *)frame->object + frame->member->offset, sizeof items);
    return items;
}

static size_t *count_of(const struct frame *frame)
{
    return (size_t *)((char *)frame->object + frame->member->count);
}

/* "images[3].kernels[7].vgprs" */
static void put_path(const struct parser *parser, struct buf *out)
{
    buf_puts(out, "");
    for (size_t i = 0; i < parser->frame_count; i++) {
        const struct frame *frame = &parser->frames[i];
        if (frame->kind == FRAME_LIST && *count_of(frame))
            buf_printf(out, "[%zu]", *count_of(frame) - 1);
        else if (frame->kind == FRAME_OBJECT && frame->member)
            buf_printf(out, "%s%s", out->size ? "." : "", frame->member->name);
    }
}

static const char remedy[] = "write it again with kbuild inspect --json";

static bool fail(const struct parser *parser, const char *what)
{
    struct buf path = {0};
    put_path(parser, &path);
    json_stream_fail(&parser->stream, "%s%s%s; %s", path.data, path.size ? " " : "", what, remedy);
    buf_free(&path);
    return false;
}

/* A value as a message may show it: what came out of a file does not steer the terminal. */
static void put_value(struct buf *out, const struct token *token)
{
    static const char *const words[] = {
        [TOKEN_NULL] = "null",
        [TOKEN_OBJECT] = "an object",
        [TOKEN_LIST] = "a list",
    };
    const char *quote = token->kind == TOKEN_STRING ? "\"" : "";
    if (token->kind == TOKEN_BOOL) {
        buf_puts(out, token->truth ? "true" : "false");
        return;
    }
    if (!token->text) {
        buf_puts(out, words[token->kind]);
        return;
    }
    buf_puts(out, quote);
    for (size_t i = 0; i < token->length && i < 40; i++)
        buf_putc(out, token->text[i] >= ' ' && token->text[i] < 0x7f ? token->text[i] : '?');
    buf_puts(out, token->length > 40 ? "..." : "");
    buf_puts(out, quote);
}

static uint64_t number_max(enum field_kind kind)
{
    switch (kind) {
    case FIELD_U8: return UINT8_MAX;
    case FIELD_U16: return UINT16_MAX;
    case FIELD_U32:
    case FIELD_DIMS: return UINT32_MAX;
    case FIELD_SIZE: return SIZE_MAX - 1;
    case FIELD_OFFSET: return UINT64_MAX - 1;
    default: return UINT64_MAX;
    }
}

static void put_expected(struct buf *out, const struct field *field)
{
    switch (field->kind) {
    case FIELD_BOOL:
    case FIELD_FLAG: buf_puts(out, "true or false"); return;
    case FIELD_STRING:
    case FIELD_TEXT: buf_puts(out, "a string"); return;
    case FIELD_OBJECT: buf_puts(out, "an object"); return;
    case FIELD_WORD:
        for (size_t i = 0; field->words[i]; i++)
            buf_printf(out, "%s\"%s\"", i ? " or " : "", field->words[i]);
        return;
    case FIELD_SIZE:
    case FIELD_OFFSET: buf_puts(out, "a whole number or null"); return;
    default:
        buf_printf(out, "%s up to %" PRIu64,
                   field->kind == FIELD_DIMS ? "a list of three whole numbers" : "a whole number",
                   number_max(field->kind));
    }
}

static bool fail_value(const struct parser *parser, const struct member *member,
                       const struct token *token)
{
    struct buf text = {0};
    buf_puts(&text, "is ");
    put_value(&text, token);
    buf_puts(&text, "; ");
    if (member->field)
        put_expected(&text, member->field);
    else
        buf_puts(&text, "a list");
    buf_puts(&text, " is expected");
    fail(parser, text.data);
    buf_free(&text);
    return false;
}

/* ---- Values ---------------------------------------------------------------------------------- */

/* Digits; |text| is not terminated. */
static bool parse_digits(const char *text, size_t length, unsigned base, uint64_t *out)
{
    uint64_t value = 0;
    for (size_t i = 0; i < length; i++) {
        static const char digits[] = "0123456789abcdef";
        const char *digit = text[i] ? strchr(digits, text[i] | 0x20) : NULL;
        if (!digit || (unsigned)(digit - digits) >= base || value > UINT64_MAX / base)
            return false;
        uint64_t next = value * base + (unsigned)(digit - digits);
        if (next < value)
            return false;
        value = next;
    }
    *out = value;
    return length > 0;
}

/* A number, or what stands for one that is too large for many readers: "0x...". */
static bool parse_number(const struct token *token, uint64_t max, uint64_t *out)
{
    bool is_hex =
        token->kind == TOKEN_STRING && token->length > 2 && memcmp(token->text, "0x", 2) == 0;
    if (is_hex ? !parse_digits(token->text + 2, token->length - 2, 16, out)
               : token->kind != TOKEN_NUMBER || !parse_digits(token->text, token->length, 10, out))
        return false;
    return *out <= max;
}

static bool take_number(const struct token *token, enum field_kind kind, void *out)
{
    uint64_t number = UINT64_MAX;
    bool is_none = token->kind == TOKEN_NULL && (kind == FIELD_SIZE || kind == FIELD_OFFSET);
    if (!is_none && !parse_number(token, number_max(kind), &number))
        return false;
    switch (kind) {
    case FIELD_U8: *(uint8_t *)out = (uint8_t)number; break;
    case FIELD_U16: *(uint16_t *)out = (uint16_t)number; break;
    case FIELD_U32: *(uint32_t *)out = (uint32_t)number; break;
    case FIELD_SIZE: *(size_t *)out = (size_t)number; break;
    default: *(uint64_t *)out = number;
    }
    return true;
}

static bool take_word(const struct token *token, const char *const *words, unsigned *out)
{
    for (unsigned i = 0; token->kind == TOKEN_STRING && words[i]; i++)
        if (strlen(words[i]) == token->length &&
            memcmp(words[i], token->text, token->length) == 0) {
            *out = i;
            return true;
        }
    return false;
}

static bool take_string(struct parser *parser, const struct shape *shape, const struct token *token,
                        char **out)
{
    if (token->kind != TOKEN_STRING)
        return false;
    *out = shape->is_pooled ? text_pool_take(&parser->texts, token->text, token->length)
                            : mem_dup_n(token->text, token->length);
    return true;
}

static bool take_scalar(struct parser *parser, const struct frame *frame, const struct token *token)
{
    const struct field *field = frame->member->field;
    void *out = (char *)frame->object + frame->member->offset;
    switch (field->kind) {
    case FIELD_BOOL:
    case FIELD_FLAG: *(bool *)out = token->truth; return token->kind == TOKEN_BOOL;
    case FIELD_STRING:
    case FIELD_TEXT: return take_string(parser, frame->shape, token, out);
    case FIELD_WORD: return take_word(token, field->words, out);
    case FIELD_DIMS:
    case FIELD_OBJECT: return false;
    default: return take_number(token, field->kind, out);
    }
}

/* ---- Objects and lists ----------------------------------------------------------------------- */

static void push(struct parser *parser, struct frame frame)
{
    parser->frames[parser->frame_count++] = frame;
}

/* Where the places of a list's items are kept, NULL when nobody will ask for them. */
static struct place **places_of(struct parser *parser, const struct shape *items)
{
    return items == &parser->shapes[SHAPE_IMAGE]       ? &parser->image_places
           : items == &parser->shapes[SHAPE_CONTAINER] ? &parser->container_places
           : items == &parser->shapes[SHAPE_PROBLEM]   ? &parser->problem_places
                                                       : NULL;
}

static bool begin_item(struct parser *parser, const struct frame *list, const struct token *token)
{
    if (token->kind != TOKEN_OBJECT) {
        struct buf text = {0};
        buf_puts(&text, "has an item that is ");
        put_value(&text, token);
        buf_puts(&text, "; an object is expected");
        fail(parser, text.data);
        buf_free(&text);
        return false;
    }
    size_t *count = count_of(list), size = list->member->item_size;
    struct place **places = places_of(parser, list->shape);
    if (places) {
        *places = mem_grow(*places, *count, sizeof **places);
        (*places)[*count] = parser->stream.place;
    }
    char *items = mem_grow(items_of(list), *count, size);
    memcpy((char *)list->object + list->member->offset, &items, sizeof items);
    void *item = memset(items + (*count)++ * size, 0, size);
    push(parser, (struct frame){.kind = FRAME_OBJECT, .shape = list->shape, .object = item});
    return true;
}

static bool begin_value(struct parser *parser, struct frame *frame, const struct token *token)
{
    const struct member *member = frame->member;
    const struct field *field = member->field;
    if (!field && token->kind == TOKEN_LIST) {
        push(parser, (struct frame){.kind = FRAME_LIST,
                                    .shape = member->shape,
                                    .object = frame->object,
                                    .member = member});
        return true;
    }
    void *out = (char *)frame->object + member->offset;
    if (field && field->kind == FIELD_DIMS && token->kind == TOKEN_LIST) {
        push(parser, (struct frame){.kind = FRAME_DIMS, .object = out});
        return true;
    }
    if (field && field->kind == FIELD_OBJECT && token->kind == TOKEN_OBJECT) {
        push(parser, (struct frame){.kind = FRAME_OBJECT, .shape = member->shape, .object = out});
        return true;
    }
    return (field && take_scalar(parser, frame, token)) || fail_value(parser, member, token);
}

static bool take_dim(struct parser *parser, struct frame *dims, const struct token *token)
{
    if (dims->count < 3 && take_number(token, FIELD_U32, (uint32_t *)dims->object + dims->count)) {
        dims->count++;
        return true;
    }
    parser->frame_count--;
    return fail(parser, "is no list of three whole numbers up to 4294967295, as is expected");
}

static bool on_key(struct parser *parser, const struct token *token)
{
    struct frame *frame = top_frame(parser);
    const struct shape *shape = frame->shape;
    frame->member = NULL;
    for (size_t i = 0; i < shape->count; i++) {
        size_t number = (frame->number + i) % shape->count;
        const struct member *member = &shape->members[number];
        if (member->length != token->length ||
            memcmp(member->name, token->text, token->length) != 0)
            continue;
        frame->member = member;
        frame->number = number + 1;
        if (frame->seen >> number & 1)
            return fail(parser, "stands there twice");
        frame->seen |= UINT64_C(1) << number;
        return true;
    }
    return true;
}

static bool require(const struct parser *parser, struct frame *frame, uint64_t members)
{
    for (size_t i = 0; i < frame->shape->count; i++)
        if ((members & ~frame->seen) >> i & 1) {
            frame->member = &frame->shape->members[i];
            return fail(parser, "is missing: it is expected before this '}'");
        }
    return true;
}

static bool end_object(struct parser *parser)
{
    struct frame *frame = top_frame(parser);
    if (!require(parser, frame, frame->shape->required))
        return false;
    frame->member = NULL;
    if (frame->shape->finish && !frame->shape->finish(parser, frame))
        return false;
    parser->frame_count--;
    return true;
}

static bool end_list(struct parser *parser)
{
    struct frame *frame = top_frame(parser);
    if (frame->kind == FRAME_DIMS && frame->count < 3)
        return take_dim(parser, frame, &(struct token){.kind = TOKEN_LIST_END});
    parser->frame_count--;
    return true;
}

static bool on_token(struct json_stream *stream, const struct token *token)
{
    struct parser *parser = stream->context;
    struct frame *frame = parser->frame_count ? top_frame(parser) : NULL;
    bool begins = token->kind == TOKEN_OBJECT || token->kind == TOKEN_LIST;
    bool ends = token->kind == TOKEN_OBJECT_END || token->kind == TOKEN_LIST_END;
    if (!frame && token->kind != TOKEN_OBJECT)
        return json_stream_fail(stream, "an object is expected; %s", remedy);
    if (!frame) {
        push(parser, (struct frame){.kind = FRAME_OBJECT,
                                    .shape = &parser->shapes[SHAPE_PACKAGE],
                                    .object = &parser->parsed});
        return true;
    }
    if (parser->skipped || (frame->kind == FRAME_OBJECT && !frame->member && begins)) {
        parser->skipped += begins;
        parser->skipped -= ends;
        return true;
    }
    switch (token->kind) {
    case TOKEN_KEY: return on_key(parser, token);
    case TOKEN_OBJECT_END: return end_object(parser);
    case TOKEN_LIST_END: return end_list(parser);
    default:
        return frame->kind == FRAME_LIST   ? begin_item(parser, frame, token)
               : frame->kind == FRAME_DIMS ? take_dim(parser, frame, token)
               : frame->member             ? begin_value(parser, frame, token)
                                           : true;
    }
}

/* ---- What is made of them -------------------------------------------------------------------- */

static bool finish_kernel(struct parser *parser, struct frame *frame)
{
    const struct parsed_kernel *parsed = frame->object;
    const struct frame *list = frame - 1;
    if (*count_of(list) < 2 || strcmp(parsed[-1].kernel.name, parsed->kernel.name) < 0)
        return true;
    return fail(parser, "is out of order: kernels are sorted by name, and no two have the same");
}

static bool read_target(struct parser *parser, struct package_image *image)
{
    struct codeobj_error error;
    if (target_id_parse_printed(image->target, &image->object.target, &error) == CODEOBJ_OK)
        return true;
    struct buf text = {0};
    buf_printf(&text, "is not a target: %s", error.message);
    fail(parser, text.data);
    buf_free(&text);
    return false;
}

/* Hands |memory| over to the package as it is, but for room that was not needed. */
static void *settle(struct parser *parser, void *memory, size_t count, size_t size)
{
    if (count == 0)
        return NULL;
    memory = mem_resize(memory, count, size);
    strings_take(&parser->memory, memory);
    return memory;
}

/* Kernels and their hashes, which came together, are kept apart. */
static void settle_kernels(struct parser *parser, struct parsed_image *parsed)
{
    struct package_image *image = &parsed->image;
    size_t count = parsed->kernel_count;
    struct kernel *kernels = mem_alloc(count * sizeof *kernels);
    uint64_t *hashes = mem_alloc(count * sizeof *hashes), any = 0;
    for (size_t i = 0; i < count; i++) {
        kernels[i] = parsed->kernels[i].kernel;
        kernels[i].arguments = settle(parser, kernels[i].arguments, kernels[i].argument_count,
                                      sizeof *kernels[i].arguments);
        any |= hashes[i] = parsed->kernels[i].code_hash;
    }
    free(parsed->kernels);
    parsed->kernels = NULL;
    parsed->kernel_count = 0;
    if (!any) {
        free(hashes);
        hashes = NULL;
    }
    image->code_hashes = hashes;
    image->object.kernels = kernels;
    image->object.kernel_count = count;
    strings_take(&parser->memory, (char *)kernels);
}

static bool finish_image(struct parser *parser, struct frame *frame)
{
    struct parsed_image *parsed = frame->object;
    uint64_t all = (UINT64_C(1) << frame->shape->count) - 1;
    if (!parsed->image.is_read) {
        if (parsed->kernel_count)
            return fail(parser, "has kernels, and yet its is_read says that it was not read");
        parsed->image.object = (struct code_object){0};
        return true;
    }
    if (!require(parser, frame, all) || !read_target(parser, &parsed->image))
        return false;
    settle_kernels(parser, parsed);
    return true;
}

static bool fail_index(const struct parser *parser, struct place place, const char *list, size_t i,
                       const char *what)
{
    return json_stream_fail_at(&parser->stream, place, "%s[%zu].%s; %s", list, i, what, remedy);
}

/* Indices point at what is there, and parents come before their children. */
static bool finish_package(struct parser *parser, struct frame *frame)
{
    const struct parsed_package *parsed = &parser->parsed;
    (void)frame;
    for (size_t i = 0; i < parsed->container_count; i++) {
        const struct package_container *container = &parsed->containers[i];
        struct place place = parser->container_places[i];
        if (container->file >= parsed->file_count)
            return fail_index(parser, place, "containers", i, "file is no file's number");
        if (container->parent != PACKAGE_NONE &&
            (container->parent >= i ||
             parsed->containers[container->parent].file != container->file))
            return fail_index(parser, place, "containers", i,
                              "parent is no number of a container before it in its file");
    }
    for (size_t i = 0; i < parsed->image_count; i++)
        if (parsed->images[i].image.container >= parsed->container_count)
            return fail_index(parser, parser->image_places[i], "images", i,
                              "container is no container's number");
    for (size_t i = 0; i < parsed->problem_count; i++)
        if (parsed->problems[i].file >= parsed->file_count)
            return fail_index(parser, parser->problem_places[i], "problems", i,
                              "file is no file's number");
    return true;
}

/* ---- Shapes ---------------------------------------------------------------------------------- */

static bool is_optional(enum field_kind kind)
{
    return kind == FIELD_FLAG || kind == FIELD_TEXT || kind == FIELD_DIMS || kind == FIELD_HASH;
}

static void add_member(struct shape *shape, struct member member, bool is_required)
{
    member.length = strlen(member.name);
    shape->required |= (uint64_t)is_required << shape->count;
    shape->members[shape->count++] = member;
}

/* |nested| is the shape of the one that is an object. */
static void add_fields(struct shape *shape, const struct field *fields, size_t base,
                       struct shape *nested)
{
    for (const struct field *field = fields; field->name; field++) {
        struct member member = {.name = field->name, .field = field, .shape = nested};
        member.offset = base + field->offset;
        add_member(shape, member, !is_optional(field->kind));
        if (field->kind == FIELD_OBJECT)
            add_fields(nested, field->fields, 0, NULL);
    }
}

static void add_list(struct shape *shape, const char *name, const struct shape *items,
                     size_t item_size, size_t offset, size_t count)
{
    add_member(
        shape,
        (struct member){
            .name = name, .shape = items, .item_size = item_size, .offset = offset, .count = count},
        true);
}

static void make_package_shape(struct shape *shapes)
{
    static const char *const formats[] = {PACKAGE_FORMAT, NULL};
    static const struct field format[] = {
        {"format", FIELD_WORD, offsetof(struct parsed_package, format), formats, NULL}, {0}};
    struct shape *package = &shapes[SHAPE_PACKAGE];
#define AT(member) offsetof(struct parsed_package, member)
    add_fields(package, format, 0, NULL);
    add_list(package, "files", &shapes[SHAPE_FILE], sizeof(struct package_file), AT(files),
             AT(file_count));
    add_list(package, "containers", &shapes[SHAPE_CONTAINER], sizeof(struct package_container),
             AT(containers), AT(container_count));
    add_list(package, "problems", &shapes[SHAPE_PROBLEM], sizeof(struct package_problem),
             AT(problems), AT(problem_count));
    add_list(package, "images", &shapes[SHAPE_IMAGE], sizeof(struct parsed_image), AT(images),
             AT(image_count));
#undef AT
    package->finish = finish_package;
}

static void make_image_shapes(struct shape *shapes)
{
    struct shape *image = &shapes[SHAPE_IMAGE], *kernel = &shapes[SHAPE_KERNEL];
    add_fields(image, image_fields, 0, NULL);
    add_list(image, "kernels", kernel, sizeof(struct parsed_kernel),
             offsetof(struct parsed_image, kernels), offsetof(struct parsed_image, kernel_count));
    uint64_t required = image->required;
    add_fields(image, object_fields, offsetof(struct package_image, object), NULL);
    image->required = required; /* finish_image() asks for the others when they must be there */
    image->finish = finish_image;
    add_fields(kernel, kernel_fields, 0, &shapes[SHAPE_DESCRIPTOR]);
    add_fields(kernel, hash_fields, offsetof(struct parsed_kernel, code_hash), NULL);
    add_list(kernel, "arguments", &shapes[SHAPE_ARGUMENT], sizeof(struct kernel_argument),
             offsetof(struct kernel, arguments), offsetof(struct kernel, argument_count));
    kernel->finish = finish_kernel;
    kernel->is_pooled = true;
    add_fields(&shapes[SHAPE_ARGUMENT], argument_fields, 0, NULL);
    shapes[SHAPE_ARGUMENT].is_pooled = true;
}

static void make_shapes(struct shape *shapes)
{
    make_package_shape(shapes);
    add_fields(&shapes[SHAPE_FILE], file_fields, 0, NULL);
    add_fields(&shapes[SHAPE_CONTAINER], container_fields, 0, NULL);
    add_fields(&shapes[SHAPE_PROBLEM], problem_fields, 0, NULL);
    make_image_shapes(shapes);
}

/* ---- The package ----------------------------------------------------------------------------- */

/* Whatever is there, whole or not, so that package_free() frees it. */
static void hand_over(struct parser *parser, struct package *out)
{
    struct parsed_package *parsed = &parser->parsed;
    *out = (struct package){
        .files = parsed->files,
        .containers = parsed->containers,
        .problems = parsed->problems,
        .images = mem_alloc(parsed->image_count * sizeof *out->images),
        .file_count = parsed->file_count,
        .container_count = parsed->container_count,
        .problem_count = parsed->problem_count,
        .image_count = parsed->image_count,
        .memory = parser->memory,
    };
    for (size_t i = 0; i < parsed->image_count; i++) {
        struct parsed_image *image = &parsed->images[i];
        out->images[i] = image->image;
        for (size_t k = 0; k < image->kernel_count; k++)
            free(image->kernels[k].kernel.arguments);
        free(image->kernels);
    }
    free(parsed->images);
}

enum status package_from_json(const char *path, struct package *out)
{
    struct parser *parser = mem_alloc(sizeof *parser);
    parser->stream = (struct json_stream){.path = path, .token = on_token, .context = parser};
    parser->texts.memory = &parser->memory;
    make_shapes(parser->shapes);
    enum status status = json_stream_read(&parser->stream);
    hand_over(parser, out);
    text_pool_free(&parser->texts);
    free(parser->container_places);
    free(parser->image_places);
    free(parser->problem_places);
    free(parser);
    return status;
}
