/* The target table and target IDs. */
#include "support.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static enum codeobj_status parse(const char *text, struct codeobj_error *error)
{
    struct target_id id = {.xnack = TARGET_FEATURE_ON}, before = id;
    *error = (struct codeobj_error){0};
    enum codeobj_status status = target_id_parse(text, &id, error);
    if (status) {
        assert_true(target_id_equal(&id, &before));
        assert_int_equal(error->status, status);
    }
    return status;
}

static void assert_refused(const char *text, enum codeobj_status status, const char *message)
{
    struct codeobj_error error;
    assert_int_equal(parse(text, &error), status);
    if (!strstr(error.message, message))
        fail_msg("'%s' does not say '%s' of '%s'", error.message, message, text);
}

static void unknown_processors_are_refused_with_near_names(void **state)
{
    (void)state;
    assert_refused("gfx1104", CODEOBJ_UNRECOGNISED, "near names: gfx1100, gfx1101, gfx1102");
    assert_refused("gfx90A", CODEOBJ_UNRECOGNISED, "near names: gfx90a");
    assert_refused("gfx1O30", CODEOBJ_UNRECOGNISED, "near names: gfx1030");
    assert_refused("gfx11generic:xnack+", CODEOBJ_UNRECOGNISED, "near names: gfx11-generic");
    assert_refused("", CODEOBJ_UNRECOGNISED, "names no processor");
    assert_refused(":xnack+", CODEOBJ_UNRECOGNISED, "names no processor");
    assert_refused(" gfx1030", CODEOBJ_UNRECOGNISED, "near names: gfx1030");
    assert_refused("gfx1030 ", CODEOBJ_UNRECOGNISED, "near names: gfx1030");
    assert_refused("gfx10300000000000000000000000000000000000000000000000000000000000000",
                   CODEOBJ_UNRECOGNISED, "unknown processor");
    assert_refused("gfx\n1\x01", CODEOBJ_UNRECOGNISED, "gfx?1?");
}

static void bad_features_are_refused(void **state)
{
    (void)state;
    assert_refused("gfx90a:xnak+", CODEOBJ_CORRUPT, "unknown feature 'xnak+'");
    assert_refused("gfx90a:xnack+:xnack+", CODEOBJ_CORRUPT, "'xnack' is named twice");
    assert_refused("gfx90a:xnack+:xnack-", CODEOBJ_CORRUPT, "'xnack' is named twice");
    assert_refused("gfx90a:xnack", CODEOBJ_CORRUPT, "does not end in '+' or '-'");
    assert_refused("gfx90a:", CODEOBJ_CORRUPT, "does not end in '+' or '-'");
    assert_refused("gfx90a:+", CODEOBJ_CORRUPT, "unknown feature '+'");
    assert_refused("gfx90a:xnack+:", CODEOBJ_CORRUPT, "does not end in '+' or '-'");
    assert_refused("gfx90a::xnack+", CODEOBJ_CORRUPT, "does not end in '+' or '-'");
    assert_refused("gfx1030:xnack-", CODEOBJ_CORRUPT, "gfx1030 has no feature 'xnack'");
    assert_refused("gfx900:sramecc+", CODEOBJ_CORRUPT, "gfx900 has no feature 'sramecc'");
    assert_refused("gfx90a:XNACK+", CODEOBJ_CORRUPT, "unknown feature 'XNACK+'");
}

static void an_error_is_not_needed(void **state)
{
    struct target_id id;
    (void)state;
    assert_int_equal(target_id_parse("gfx9", &id, NULL), CODEOBJ_UNRECOGNISED);
}

static void canonical_order_is_alphabetical(void **state)
{
    struct target_id id, same;
    char text[TARGET_ID_MAX];
    (void)state;
    assert_int_equal(target_id_parse("gfx90a:xnack-:sramecc+", &id, NULL), CODEOBJ_OK);
    assert_string_equal(target_id_print(&id, text), "gfx90a:sramecc+:xnack-");
    assert_int_equal(target_id_parse(text, &same, NULL), CODEOBJ_OK);
    assert_true(target_id_equal(&id, &same));
    assert_int_equal(target_id_parse("gfx90a:xnack-", &same, NULL), CODEOBJ_OK);
    assert_false(target_id_equal(&id, &same));
}

/* Every processor with every choice of its features, and those it lacks refused. */
static void every_target_id_round_trips(void **state)
{
    static const char *const choices[][3] = {{"", ":sramecc-", ":sramecc+"},
                                             {"", ":xnack-", ":xnack+"}};
    (void)state;
    for (size_t i = 0; i < target_count(); i++) {
        const struct target_info *info = target_at(i);
        for (int choice = 0; choice < 9; choice++) {
            int sramecc = choice / 3, xnack = choice % 3;
            char text[2 * TARGET_ID_MAX], printed[TARGET_ID_MAX];
            struct target_id id;
            bool possible = (!sramecc || info->has_sramecc) && (!xnack || info->has_xnack);
            snprintf(text, sizeof text, "%s%s%s", info->processor, choices[0][sramecc],
                     choices[1][xnack]);
            assert_int_equal(target_id_parse(text, &id, NULL),
                             possible ? CODEOBJ_OK : CODEOBJ_CORRUPT);
            if (!possible)
                continue;
            assert_ptr_equal(id.info, info);
            assert_int_equal(id.sramecc, sramecc);
            assert_int_equal(id.xnack, xnack);
            assert_string_equal(target_id_print(&id, printed), text);
        }
    }
}

static void table_contradicts_itself_nowhere(void **state)
{
    (void)state;
    assert_true(target_count() > 50 && target_count() <= 128); /* target_match.c counts on it */
    assert_null(target_at(target_count()));
    for (size_t i = 0; i < target_count(); i++) {
        const struct target_info *info = target_at(i);
        assert_ptr_equal(target_find(info->processor), info);
        assert_true(strncmp(info->processor, "gfx", 3) == 0);
        assert_string_equal(info->isa_version, info->processor + 3);
        assert_true(strlen(info->processor) + strlen(":sramecc+:xnack+") < TARGET_ID_MAX);
        assert_true(strlen(info->processor) < 32);
        assert_non_null(info->family);
        for (size_t j = 0; j < i; j++) {
            assert_int_not_equal(target_at(j)->elf_mach, info->elf_mach);
            assert_string_not_equal(target_at(j)->processor, info->processor);
        }
        assert_true(info->elf_mach >= 0x20 && info->elf_mach <= 0xff);
        assert_true(info->wave_size == 32 || info->wave_size == 64);
        assert_true(info->wave_size == 32 ? info->has_wave32 : info->has_wave64);
        assert_true(info->vgprs >= 256 && info->vgprs % info->vgpr_granule == 0);
        assert_true(info->vgpr_block && info->vgpr_granule % info->vgpr_block == 0);
        assert_true(!info->has_unified_vgprs || info->has_agprs);
        assert_int_equal(info->sgprs == 0, info->sgpr_granule == 0);
        assert_true(info->sgprs == 0 || info->sgprs % info->sgpr_granule == 0);
        assert_true(info->waves >= 8 && info->waves <= 20);
        assert_int_equal(info->simds, 4);
        assert_int_equal(info->workgroups, info->has_wgp_mode ? 32 : 16);
        assert_true(info->lds_bytes >= 32768 && info->lds_bytes % 32768 == 0);
        assert_true(info->lds_granule && info->lds_unit_bytes % info->lds_granule < 1280);
        /* Before RDNA5, a workgroup has at most the LDS of a CU. */
        const bool has_all = info->has_wgp_mode && strcmp(info->family, "RDNA5") == 0;
        assert_true(info->lds_unit_bytes / (info->has_wgp_mode && !has_all ? 2 : 1) >=
                    info->lds_bytes);
        assert_true(info->lds_bytes * (has_all ? 1 : 2) >= info->lds_unit_bytes);
        /* A workgroup of any size that a program may ask for finds wave slots. */
        assert_true(info->waves * info->simds / (info->has_wgp_mode ? 2 : 1) * info->wave_size >=
                    1024);
        assert_int_equal(info->is_generic, strstr(info->processor, "generic") != NULL);
        assert_int_equal(info->min_code_object >= 6, info->is_generic);
        assert_true(info->min_code_object >= 2 && info->min_code_object <= 6);
    }
}

/* What holds for a generic target must hold for all that it contains: fewer registers of a coarser
 * unit, less LDS, features that all of them know. */
static void generic_targets_are_the_least_of_their_members(void **state)
{
    (void)state;
    for (size_t i = 0; i < target_count(); i++) {
        const struct target_info *info = target_at(i);
        if (!info->generic)
            continue;
        const struct target_info *generic = target_find(info->generic);
        assert_non_null(generic);
        assert_true(generic->is_generic);
        assert_false(info->is_generic);
        assert_true(generic->lds_bytes <= info->lds_bytes);
        assert_int_equal(generic->wave_size, info->wave_size);
        assert_true(generic->vgprs <= info->vgprs);
        assert_true(generic->waves <= info->waves);
        assert_true(generic->lds_unit_bytes <= info->lds_unit_bytes);
        assert_true(generic->lds_granule >= info->lds_granule);
        assert_int_equal(generic->vgpr_block, info->vgpr_block);
        assert_int_equal(generic->sgprs, info->sgprs);
        assert_int_equal(generic->has_wgp_mode, info->has_wgp_mode);
        assert_int_equal(generic->has_wave64, info->has_wave64);
        assert_int_equal(generic->has_unified_vgprs, info->has_unified_vgprs);
        assert_true(info->has_xnack || !generic->has_xnack);
        assert_true(info->has_sramecc || !generic->has_sramecc);
    }
    for (size_t i = 0; i < target_count(); i++) {
        bool has_member = !target_at(i)->is_generic;
        for (size_t j = 0; j < target_count() && !has_member; j++)
            has_member = target_at(j)->generic == target_at(i)->processor ||
                         (target_at(j)->generic &&
                          strcmp(target_at(j)->generic, target_at(i)->processor) == 0);
        assert_true(has_member);
    }
}

static void known_processors_are_as_documented(void **state)
{
    static const struct {
        const char *processor, *family, *generic;
        uint32_t mach, lds;
        uint16_t vgprs;
        uint8_t granule, wave, version;
    } known[] = {
        {"gfx600", "GCN1", NULL, 0x20, 32768, 256, 4, 64, 2},
        {"gfx906", "GCN5", "gfx9-generic", 0x2f, 65536, 256, 4, 64, 2},
        {"gfx90a", "CDNA2", NULL, 0x3f, 65536, 512, 8, 64, 3},
        {"gfx942", "CDNA3", "gfx9-4-generic", 0x4c, 65536, 512, 8, 64, 3},
        {"gfx950", "CDNA4", "gfx9-4-generic", 0x4f, 163840, 512, 8, 64, 3},
        {"gfx1030", "RDNA2", "gfx10-3-generic", 0x36, 65536, 1024, 16, 32, 3},
        {"gfx1100", "RDNA3", "gfx11-generic", 0x41, 65536, 1536, 24, 32, 3},
        {"gfx1103", "RDNA3", "gfx11-generic", 0x44, 65536, 1024, 16, 32, 3},
        {"gfx1201", "RDNA4", "gfx12-generic", 0x4e, 65536, 1536, 24, 32, 3},
        {"gfx1154", "RDNA3.5", "gfx11-generic", 0x57, 65536, 1024, 16, 32, 3},
        {"gfx1170", "RDNA4m", "gfx11-7-generic", 0x5d, 65536, 1024, 16, 32, 3},
        {"gfx1171", "RDNA4m", "gfx11-7-generic", 0x5e, 65536, 1024, 16, 32, 3},
        {"gfx1172", "RDNA4m", "gfx11-7-generic", 0x5c, 65536, 1024, 16, 32, 3},
        {"gfx11-7-generic", "RDNA4m", NULL, 0x62, 65536, 1024, 16, 32, 6},
        {"gfx1250", "CDNA5", "gfx12-5-generic", 0x49, 327680, 1024, 16, 32, 3},
        {"gfx1250-strict", "CDNA5", NULL, 0xeb, 327680, 1024, 16, 32, 3},
        {"gfx1251", "CDNA5", "gfx12-5-generic", 0x5a, 327680, 1024, 16, 32, 3},
        {"gfx12-5-generic", "CDNA5", NULL, 0x5b, 327680, 1024, 16, 32, 6},
        {"gfx1310", "RDNA5", "gfx13-generic", 0x50, 196608, 1024, 16, 32, 3},
        {"gfx13-generic", "RDNA5", NULL, 0x63, 196608, 1024, 16, 32, 6},
        {"gfx11-generic", "RDNA3", NULL, 0x54, 65536, 1024, 16, 32, 6},
        {"gfx9-4-generic", "CDNA3", NULL, 0x5f, 65536, 512, 8, 64, 6},
    };
    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        const struct target_info *info = target_find(known[i].processor);
        assert_non_null(info);
        assert_string_equal(info->family, known[i].family);
        assert_string_equal(info->generic ? info->generic : "",
                            known[i].generic ? known[i].generic : "");
        assert_int_equal(info->elf_mach, known[i].mach);
        assert_int_equal(info->lds_bytes, known[i].lds);
        assert_int_equal(info->vgprs, known[i].vgprs);
        assert_int_equal(info->vgpr_granule, known[i].granule);
        assert_int_equal(info->wave_size, known[i].wave);
        assert_int_equal(info->min_code_object, known[i].version);
    }
    assert_null(target_find("gfx1104"));
    assert_null(target_find("gfx90"));
    assert_null(target_find(""));
}

/* Any text: a target ID whose spelling is read back as itself, or a message of one line. */
static void any_text_is_read_or_refused(void **state)
{
    static const char *const pieces[] = {"gfx",  "90a", "gfx90a",   "gfx1030", "gfx11-generic",
                                         ":",    "+",   "-",        "xnack",   "sramecc",
                                         "1100", "\n",  "\xff\xfe", "%s",      "gfx9-4-generic"};
    uint64_t random = 1;
    unsigned read = 0;
    (void)state;
    for (int round = 0; round < 100000; round++) {
        char text[256] = "";
        size_t count = random_next(&random) % 9;
        for (size_t i = 0; i < count; i++)
            strcat(text, pieces[random_next(&random) % (sizeof pieces / sizeof pieces[0])]);
        if (count && random_next(&random) % 4 == 0)
            text[random_next(&random) % (strlen(text) + 1)] = (char)random_next(&random);
        char *exact = strdup(text); /* so that a sanitizer sees its end */
        assert_non_null(exact);
        struct codeobj_error error;
        if (parse(exact, &error) == CODEOBJ_OK) {
            struct target_id id, again;
            char printed[TARGET_ID_MAX];
            assert_int_equal(target_id_parse(exact, &id, NULL), CODEOBJ_OK);
            assert_int_equal(target_id_parse(target_id_print(&id, printed), &again, NULL),
                             CODEOBJ_OK);
            assert_true(target_id_equal(&id, &again));
            assert_int_equal(strlen(printed), strlen(exact));
            read++;
        } else {
            assert_true(error.message[0] && !strchr(error.message, '\n'));
        }
        free(exact);
    }
    assert_true(read > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unknown_processors_are_refused_with_near_names),
        cmocka_unit_test(bad_features_are_refused),
        cmocka_unit_test(an_error_is_not_needed),
        cmocka_unit_test(canonical_order_is_alphabetical),
        cmocka_unit_test(every_target_id_round_trips),
        cmocka_unit_test(any_text_is_read_or_refused),
        cmocka_unit_test(table_contradicts_itself_nowhere),
        cmocka_unit_test(generic_targets_are_the_least_of_their_members),
        cmocka_unit_test(known_processors_are_as_documented),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
