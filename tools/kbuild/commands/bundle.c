/* kbuild bundle: takes code objects from any files that have them, and writes them as one offload
 * bundle. */
#include "commands/commands.h"

#include "emit/index.h"
#include "inspect/bundle_write.h"
#include "inspect/extract.h"
#include "util/file.h"

struct bundle_options {
    const char *output;
    struct strings targets;
    const char *compress;
    const char *reflect, *module;
};

#define FIELD(name) offsetof(struct bundle_options, name)
static const struct option options[] = {
    {"output", 'o', OPTION_STRING, FIELD(output), "OUT", "the bundle; - for standard output", NULL},
    {"targets", 't', OPTION_COMMAS, FIELD(targets), "LIST",
     "keep only these processors (gfx90a) or target IDs (gfx90a:xnack-)", NULL},
    {"compress", 0, OPTION_STRING, FIELD(compress), "CODEC",
     "as a compressed bundle (default none)", command_codecs},
    {"reflect", 0, OPTION_STRING, FIELD(reflect), "FILE",
     "also write the kernels as kbuild reflect does (a step of build)", NULL},
    {"module", 0, OPTION_STRING, FIELD(module), "NAME", "what the module is called there", NULL},
    {0},
};

/* An operand that also states the target of its image: "sm_90a=attention.cubin". */
struct claim {
    struct target_id target;
    const char *path;
};

struct collection {
    struct bundle_source *sources;
    size_t count;
    struct claim *claims;
    size_t claim_count;
    const struct strings *targets; /* the targets to take; if empty, all targets */
    /* the list of kernels that is written to a file; NULL without --reflect */
    struct signatures *signatures;
};

/* Removes "TARGET=" from operands that begin with it, and adds the target and the operand to the
 * claims. */
static void take_claims(struct collection *collection, struct strings *paths)
{
    for (size_t i = 0; i < paths->count; i++) {
        char *path = paths->items[i], *equals = strchr(path, '=');
        OWNED char *target = mem_dup_n(path, equals ? (size_t)(equals - path) : 0);
        struct claim claim;
        if (target_id_parse(target, &claim.target, NULL) != CODEOBJ_OK)
            continue;
        memmove(path, equals + 1, strlen(equals));
        claim.path = path;
        collection->claims =
            mem_grow(collection->claims, collection->claim_count, sizeof *collection->claims);
        collection->claims[collection->claim_count++] = claim;
    }
}

static const struct claim *find_claim(const struct collection *collection, const char *path)
{
    for (size_t i = 0; i < collection->claim_count; i++)
        if (strcmp(collection->claims[i].path, path) == 0)
            return &collection->claims[i];
    return NULL;
}

/* Writes the target of |image| to |out|: the target that |claim| states, or the image's own. Fails
 * when the image is for another target than |claim| states. */
static enum status settle_target(const struct claim *claim, const struct package_image *image,
                                 char out[TARGET_ID_MAX])
{
    struct code_object known = {.target = image->object.target};
    snprintf(out, TARGET_ID_MAX, "%s", image->target);
    if (!claim)
        return STATUS_OK;
    target_id_print(&claim->target, out);
    return code_object_is_for(&known, &claim->target)
               ? STATUS_OK
               : status_fail(STATUS_INPUT, "bundle: %s: it is for %s, not for %s", claim->path,
                             image->target, out);
}

static enum status on_image(void *context, const struct package *package,
                            const struct package_image *image, struct span bytes)
{
    struct collection *collection = context;
    if (image->kind != IMAGE_CODE_OBJECT)
        return STATUS_OK;
    const struct package_container *container = &package->containers[image->container];
    const char *path = package->files[container->file].path;
    const struct claim *claim = find_claim(collection, path);
    if (!image->is_read && (claim || !*image->target))
        /* Reading the file of this image has failed, which is reported after all files are read. */
        return STATUS_OK;
    if (image->is_read && !target_is_known(image->object.target.info))
        return status_fail(STATUS_INPUT,
                           "bundle: %s: it is for %s, whose name is unknown here; a newer kbuild "
                           "may know it",
                           path, image->target);
    if (!*image->target)
        return status_fail(STATUS_INPUT, "bundle: %s: cannot tell which GPU its code is for", path);
    char target[TARGET_ID_MAX];
    FORWARD_IF_ERROR(settle_target(claim, image, target));
    if (!target_is_wanted(target, collection->targets))
        return STATUS_OK;
    collection->sources =
        mem_grow(collection->sources, collection->count, sizeof *collection->sources);
    struct bundle_source *source = &collection->sources[collection->count++];
    *source = (struct bundle_source){
        .target = mem_dup(target),
        .version = image->is_read ? image->object.version : 0,
        .where = package_place(package, container),
    };
    buf_append(&source->bytes, bytes.data, bytes.size);
    return collection->signatures ? signatures_add(collection->signatures, path, bytes) : STATUS_OK;
}

static void collection_free(struct collection *collection)
{
    for (size_t i = 0; i < collection->count; i++) {
        free(collection->sources[i].target);
        free(collection->sources[i].where);
        buf_free(&collection->sources[i].bytes);
    }
    free(collection->sources);
    free(collection->claims);
}

/* Fails if one of |targets| has no image. */
static enum status check_targets(const struct collection *collection, const struct strings *paths,
                                 const struct strings *targets)
{
    for (size_t t = 0; t < targets->count; t++) {
        bool found = false;
        for (size_t i = 0; i < collection->count && !found; i++)
            found = target_is_asked(collection->sources[i].target, targets->items[t]);
        struct strings one = {.items = &targets->items[t], .count = 1}, none = {0};
        if (!found)
            return extract_nothing("bundle", paths, &one, &none);
    }
    return STATUS_OK;
}

static enum status write_signatures(const struct bundle_options *chosen,
                                    const struct signatures *signatures)
{
    OWNED_BY(buf_free) struct buf text = {0};
    signatures_print(signatures, chosen->module ? chosen->module : "", &text);
    return file_update_deep(chosen->reflect, text.data, text.size);
}

static enum status write_bundle(const struct bundle_options *chosen,
                                const struct collection *collection)
{
    OWNED_BY(buf_free) struct buf plain = {0}, packed = {0};
    bool is_packed = strcmp(chosen->compress, "zstd") == 0;
    bundle_put(&plain, collection->sources, collection->count);
    if (is_packed)
        FORWARD_IF_ERROR(bundle_compress(&packed, &plain));
    const struct buf *bytes = is_packed ? &packed : &plain;
    return file_update_deep(chosen->output, bytes->data, bytes->size);
}

/* Fails if any input is damaged, because nobody would notice that an image is missing in the
 * bundle. */
static enum status run(void *context, struct strings *paths)
{
    const struct bundle_options *chosen = context;
    OWNED_BY(signatures_free) struct signatures signatures = {0};
    OWNED_BY(collection_free)
    struct collection collection = {.targets = &chosen->targets,
                                    .signatures = chosen->reflect ? &signatures : NULL};
    OWNED_BY(package_free) struct package package = {0};
    if (paths->count == 0 || !chosen->output || !*chosen->output)
        return status_fail(STATUS_USAGE,
                           "bundle: needs -o OUT and a FILE; see kbuild bundle --help");
    take_claims(&collection, paths);
    /* Reads the images for all targets, because a part that cannot be read could be for any target.
     */
    struct package_options reading = {.image = on_image, .context = &collection};
    FORWARD_IF_ERROR(package_read(paths, &reading, &package));
    FORWARD_IF_ERROR(package_report_problems(&package));
    FORWARD_IF_ERROR(check_targets(&collection, paths, &chosen->targets));
    if (collection.count == 0)
        return extract_nothing("bundle", paths, &(struct strings){0}, &(struct strings){0});
    FORWARD_IF_ERROR(bundle_sources_check(collection.sources, collection.count));
    FORWARD_IF_ERROR(write_bundle(chosen, &collection));
    return chosen->reflect ? write_signatures(chosen, &signatures) : STATUS_OK;
}

static const struct bundle_options defaults = {.compress = "none"};

const struct command cmd_bundle = {
    .name = "bundle",
    .summary = "put code objects into one offload bundle",
    .operands = "-o OUT [TARGET=]FILE...",
    .details =
        "Takes the code objects of every FILE (anything that kbuild inspect reads; - is standard\n"
        "input), one for each target, and writes the bundle that clang-offload-bundler would:\n"
        "entries sorted by target behind an empty one for the host, images aligned to 4096 bytes.\n"
        "The same input gives the same bytes; an output that would not change is not touched.\n"
        "A cubin for sm_90a does not differ from one for sm_90: write sm_90a=FILE.\n\n"
        "With --targets it slims a fat binary. --compress=zstd writes a compressed bundle, which\n"
        "LLVM 19 and later read (above 4 GiB, LLVM 21).\n",
    .example = "  kbuild bundle -o all.hipfb gfx90a.hsaco gfx1100.hsaco\n"
               "  kbuild bundle -o small.hipfb all.hipfb --targets gfx1100 --compress zstd\n",
    .options = options,
    .size = sizeof defaults,
    .defaults = &defaults,
    .run = run,
};
