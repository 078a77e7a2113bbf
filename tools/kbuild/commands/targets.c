/* kbuild targets: prints the table of processors, and for which of them this machine can compile.
 */
#include "commands/commands.h"

#include "codeobj.h"
#include "toolchain/toolchain.h"

#include <jansson.h>

struct targets_options {
    const char *clang;
    bool json;
};

#define FIELD(name) offsetof(struct targets_options, name)
static const struct option options[] = {
    {"clang", 0, OPTION_STRING, FIELD(clang), "CLANG",
     "the clang that would compile: a version (19), a program, a path", NULL},
    {"json", 0, OPTION_FLAG, FIELD(json), NULL, "the table as a JSON array", NULL},
    {0},
};

static const char *features(const struct target_info *info)
{
    if (info->has_sramecc)
        return info->has_xnack ? "sramecc,xnack" : "sramecc";
    return info->has_xnack ? "xnack" : "";
}

static const char *compilable(const struct toolchain *toolchain, const struct target_info *info)
{
    static const char *const words[] = {
        [TOOLCHAIN_COMPILES] = "yes",
        [TOOLCHAIN_NEEDS_OVERLAY] = "supplied",
        [TOOLCHAIN_CANNOT] = "no",
    };
    if (!toolchain->clang)
        return "no clang";
    return words[toolchain_supports(toolchain, info->processor)];
}

static void print_table(const struct toolchain *toolchain)
{
    static const char line[] = "%-15s %-8s %5s %6s %8s  %-14s %-15s ";
    printf(line, "target", "family", "wave", "VGPRs", "LDS", "features", "generic");
    printf("%-8s %s\n", "here", "products");
    for (size_t i = 0; i < target_count(); i++) {
        const struct target_info *info = target_at(i);
        const char *products = products_of(info->processor), *here = compilable(toolchain, info);
        char wave[16], vgprs[16], lds[16];
        snprintf(wave, sizeof wave, "%d", info->wave_size);
        snprintf(vgprs, sizeof vgprs, "%d", info->vgprs);
        snprintf(lds, sizeof lds, "%u KiB", info->lds_bytes / 1024);
        printf(line, info->processor, info->family, wave, vgprs, lds, features(info),
               info->is_generic ? "itself"
               : info->generic  ? info->generic
                                : "");
        printf(*products ? "%-8s %s\n" : "%s%s\n", here, products);
    }
    if (toolchain->clang)
        print_clean(stdout, "\n\"here\" is what clang %s (%s) can compile for.\n",
                    toolchain->clang_version, toolchain->clang);
    else
        printf("\nNo clang was found; 'kbuild doctor' tells where was looked.\n");
}

/* Prints the processors that run code for a generic target. */
static void print_members(const struct target_info *generic)
{
    printf("  members            ");
    for (size_t i = 0; i < target_count(); i++) {
        const struct target_info *info = target_at(i);
        if (info->generic && target_find(info->generic) == generic)
            printf(" %s", info->processor);
    }
    putchar('\n');
}

/* Prints the numbers of a SIMD on which the occupancy depends. */
static void print_simd(const struct target_info *info)
{
    printf("  VGPRs of a SIMD     %d, allocated %d at a time%s\n", info->vgprs, info->vgpr_granule,
           info->has_unified_vgprs ? ", AGPRs among them"
           : info->has_agprs       ? ", and as many AGPRs"
                                   : "");
    if (info->sgprs)
        printf("  SGPRs of a SIMD     %d, allocated %d at a time\n", info->sgprs,
               info->sgpr_granule);
    else
        printf("  SGPRs of a SIMD     enough for every wave\n");
    printf("  waves of a SIMD     %d at most\n", info->waves);
    printf("  %-18s  %d SIMDs, %d workgroups of several waves, LDS %u bytes, allocated %d at a "
           "time\n",
           info->has_wgp_mode ? "WGP (CU: half)" : "CU", info->simds, info->workgroups,
           info->lds_unit_bytes, info->lds_granule);
}

static void print_nvidia(const struct target_id *id)
{
    char canonical[TARGET_ID_MAX];
    unsigned major = id->capability / 10, minor = id->capability % 10;
    printf("%s\n  %s for NVIDIA GPUs of compute capability %u.%u", target_id_print(id, canonical),
           target_is_ptx(id) ? "PTX" : "machine code", major, minor);
    if (id->variant == 'a')
        printf(" alone\n");
    else if (id->variant == 'f' || !target_is_ptx(id))
        printf(" and later %u.x\n", major);
    else
        printf(" and later\n");
}

static void print_one(const struct toolchain *toolchain, const struct target_id *id)
{
    char canonical[TARGET_ID_MAX];
    const struct target_info *info = id->info;
    if (target_is_nvidia(id)) {
        print_nvidia(id);
        return;
    }
    printf("%s\n", target_id_print(id, canonical));
    printf("  family              %s\n", info->family);
    printf("  wave                %d lanes%s\n", info->wave_size,
           info->has_wave32 && info->has_wave64 ? " (32 and 64 both exist)" : "");
    print_simd(info);
    printf("  LDS of a workgroup  %u bytes\n", info->lds_bytes);
    printf("  features            %s\n", *features(info) ? features(info) : "none to choose");
    if (info->is_generic)
        print_members(info);
    else
        printf("  generic target      %s\n", info->generic ? info->generic : "none");
    printf("  code object         version %d or later\n", info->min_code_object);
    printf("  EF_AMDGPU_MACH      0x%02x\n", info->elf_mach);
    printf("  ISA file            oclc_isa_version_%s.bc\n", info->isa_version);
    printf("  compilable here     %s\n", compilable(toolchain, info));
    if (*products_of(info->processor))
        printf("  products            %s\n", products_of(info->processor));
}

/* Returns a JSON list of the strings in |names|, which ", " separates. */
static json_t *products_to_json(const char *names)
{
    json_t *list = json_array();
    for (size_t length; *names; names += length + strspn(names + length, ", ")) {
        length = strcspn(names, ",");
        json_array_append_new(list, json_stringn(names, length));
    }
    return list;
}

static json_t *target_to_json(const struct toolchain *toolchain, const struct target_info *info)
{
    json_t *names = json_array();
    if (info->has_sramecc)
        json_array_append_new(names, json_string("sramecc"));
    if (info->has_xnack)
        json_array_append_new(names, json_string("xnack"));
    json_t *object = json_pack(
        "{s:s, s:s, s:i, s:b, s:b, s:o, s:b, s:i, s:i, s:s, s:s}", "target", info->processor,
        "family", info->family, "wave", (int)info->wave_size, "has_wave32", (int)info->has_wave32,
        "has_wave64", (int)info->has_wave64, "features", names, "is_generic", (int)info->is_generic,
        "elf_mach", (int)info->elf_mach, "min_code_object", (int)info->min_code_object,
        "isa_version", info->isa_version, "here", compilable(toolchain, info));
    json_t *resources = json_pack(
        "{s:i, s:i, s:b, s:b, s:i, s:i, s:i, s:b, s:i, s:i, s:I, s:I, s:i}", "vgprs",
        (int)info->vgprs, "vgpr_granule", (int)info->vgpr_granule, "has_agprs",
        (int)info->has_agprs, "has_unified_vgprs", (int)info->has_unified_vgprs, "sgprs",
        (int)info->sgprs, "sgpr_granule", (int)info->sgpr_granule, "waves", (int)info->waves,
        "has_wgp_mode", (int)info->has_wgp_mode, "simds", (int)info->simds, "workgroups",
        (int)info->workgroups, "lds", (json_int_t)info->lds_bytes, "lds_unit",
        (json_int_t)info->lds_unit_bytes, "lds_granule", (int)info->lds_granule);
    json_object_update_new(object, resources);
    json_object_set_new(object, "generic",
                        info->generic ? json_string(info->generic) : json_null());
    json_object_set_new(object, "products", products_to_json(products_of(info->processor)));
    return object;
}

/* The targets that the operands name. */
struct chosen_targets {
    struct target_id *ids;
    size_t count;
};

static void chosen_free(struct chosen_targets *chosen)
{
    free(chosen->ids);
}

/* Prints the rows of the table for the chosen targets, or the whole table. */
static void print_json(const struct toolchain *toolchain, const struct chosen_targets *chosen)
{
    json_auto_t *list = json_array();
    for (size_t i = 0; i < (chosen->count ? chosen->count : target_count()); i++)
        json_array_append_new(
            list, target_to_json(toolchain, chosen->count ? chosen->ids[i].info : target_at(i)));
    json_dumpf(list, stdout, JSON_INDENT(2) | JSON_SORT_KEYS);
    putchar('\n');
}

static bool add_target(struct chosen_targets *chosen, const char *name, struct codeobj_error *error)
{
    struct target_id id;
    if (target_id_parse(name, &id, error) != CODEOBJ_OK)
        return false;
    chosen->ids = mem_grow(chosen->ids, chosen->count, sizeof *chosen->ids);
    chosen->ids[chosen->count++] = id;
    return true;
}

/* Adds the target |name| to the chosen ones. If |name| is a product's, adds the product's
 * processors. */
static enum status choose(const char *name, bool is_json, struct chosen_targets *chosen)
{
    struct codeobj_error error = {0};
    OWNED_BY(strings_free) struct strings processors = {0};
    if (!add_target(chosen, name, &error)) {
        products_find(name, &processors);
        for (size_t i = 0; i < processors.count; i++)
            add_target(chosen, processors.items[i], NULL);
        return processors.count
                   ? STATUS_OK
                   : status_fail(STATUS_INPUT, "%s; 'kbuild targets' lists all", error.message);
    }
    if (is_json && target_is_nvidia(&chosen->ids[chosen->count - 1]))
        return status_fail(STATUS_USAGE, "targets: '%s': the table is of AMD GPUs", name);
    return STATUS_OK;
}

static enum status run(void *context, struct strings *names)
{
    const struct targets_options *wanted = context;
    const struct toolchain_request request = {.clang = wanted->clang};
    OWNED_BY(toolchain_free) struct toolchain toolchain = {0};
    OWNED_BY(chosen_free) struct chosen_targets chosen = {0};
    for (size_t i = 0; i < names->count; i++)
        FORWARD_IF_ERROR(choose(names->items[i], wanted->json, &chosen));
    FORWARD_IF_ERROR(toolchain_find(&request, NULL, &toolchain));
    if (wanted->json)
        print_json(&toolchain, &chosen);
    else if (!names->count)
        print_table(&toolchain);
    for (size_t i = 0; !wanted->json && i < chosen.count; i++)
        print_one(&toolchain, &chosen.ids[i]);
    return STATUS_OK;
}

const struct command cmd_targets = {
    .name = "targets",
    .summary = "the GPUs that kbuild knows, and which of them it can compile for here",
    .operands = "[TARGET | PRODUCT...]",
    .details =
        "Without TARGET the whole table; with it, each in detail. PRODUCT is a GPU's name or "
        "words\n"
        "of it: \"RX 7900 XTX\", MI250. The products are examples; others have these processors,\n"
        "too. VGPRs are those of a SIMD for one lane at the default wave size; LDS is what one\n"
        "workgroup can have. \"supplied\" means that it can, with a file for this processor that\n"
        "the device libraries lack and kbuild makes.\n\n"
        "sm_90 (machine code) and compute_80 (PTX) are targets for NVIDIA GPUs; any number is\n"
        "accepted, and nvcc knows which exist.\n",
    .example = "  kbuild targets\n"
               "  kbuild targets gfx1100 gfx90a:xnack-\n"
               "  kbuild targets 'RX 7900 XTX'\n"
               "  kbuild targets --json | jq -r '.[] | select(.wave == 64) | .target'\n",
    .options = options,
    .size = sizeof(struct targets_options),
    .run = run,
};
