/* What llvm-objdump prints, understood; and kinds of instructions. */
#include "inspect/disasm.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct listing parse(const char *text, char **out_copy)
{
    struct listing listing;
    *out_copy = mem_dup(text);
    listing_parse(*out_copy, &listing);
    return listing;
}

static void lines_that_are_no_instructions_are_left_out(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "",
        "\n\n",
        "a.hsaco:\tfile format elf64-amdgpu\n",
        "0000000000002300 <pointers>:\n",
        "; pointers():\n",
        "\t.byte\t 0x1\n",
        "// Error in decoding pointers : Decoding failed region as bytes.\n",
        "\ts_nop 0 // 2300: BF800000\n",        /* too few digits for an address */
        "\ts_nop 0 // 000000002300 BF800000\n", /* no colon */
        "\ts_nop 0 // 000000002300: \n",        /* no encoding */
        "\t // 000000002300: BF800000\n",       /* no text */
        "s_nop 0 // 000000002300: BF800000\n",  /* no tab */
        "\ts_nop 0 // 000000002300: BF80000\n", /* half a word */
        "\ts_nop 0 // 00000000230G: BF800000\n",
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        char *copy;
        struct listing listing = parse(lines[i], &copy);
        assert_int_equal(listing.count, 0);
        listing_free(&listing);
        free(copy);
    }
}

static void instructions_keep_text_encoding_and_place(void **state)
{
    (void)state;
    char *copy;
    struct listing listing =
        parse("; /src/a b:c.hip:18\n"
              "\ts_load_dword s2, s[0:1], 0x10          // 000000002600: F4000080 F8000010\n"
              "; f():\n"
              "\ts_delay_alu instskip(NEXT)// 000000002608: BF870499\n"
              "; /src/a b:c.hip:7\n"
              "\ts_cbranch_execz 21 // 00000000260C: BFA50015 <k // 000000000000: +0x6c>\n",
              &copy);
    assert_int_equal(listing.count, 3);
    assert_string_equal(listing.items[0].text, "s_load_dword s2, s[0:1], 0x10");
    assert_string_equal(listing.items[0].encoding, "F4000080 F8000010");
    assert_int_equal(listing.items[0].size, 8);
    assert_int_equal(listing.items[0].address, 0x2600);
    assert_string_equal(listing.items[0].file, "/src/a b:c.hip");
    assert_int_equal(listing.items[0].line, 18);
    assert_string_equal(listing.items[1].text, "s_delay_alu instskip(NEXT)");
    assert_int_equal(listing.items[1].line, 18);
    assert_string_equal(listing.items[2].text, "s_cbranch_execz 21");
    assert_int_equal(listing.items[2].line, 7);
    listing_free(&listing);
    free(copy);
}

static void nothing_steers_a_terminal(void **state)
{
    (void)state;
    char *copy;
    struct listing listing = parse("\ts_nop\t\x1b[31m0\x07 // 000000002600: BF800000\n", &copy);
    assert_int_equal(listing.count, 1);
    assert_string_equal(listing.items[0].text, "s_nop ?[31m0?");
    listing_free(&listing);
    free(copy);
}

static void jumps_go_where_their_encoding_says(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool jumps;
        uint64_t target;
    } cases[] = {
        {"\ts_branch 21 // 000000002600: BF820015\n", true, 0x2604 + 4 * 21},
        {"\ts_branch 65535 // 000000002600: BF82FFFF\n", true, 0x2600},
        {"\ts_cbranch_scc0 32768 // 000000100000: BF848000\n", true, 0x100004 - 4 * 32768},
        {"\ts_call_b64 s[0:1], 4 // 000000002600: BA800004\n", true, 0x2614},
        {"\ts_setpc_b64 s[0:1] // 000000002600: BE801D00\n", false, 0},
        {"\ts_cbranch_join s[0:1] // 000000002600: BEAE0000\n", false, 0},
        {"\ts_nop 5 // 000000002600: BF800005\n", false, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *copy;
        struct listing listing = parse(cases[i].text, &copy);
        assert_int_equal(listing.count, 1);
        assert_int_equal(listing.items[0].has_branch_target, cases[i].jumps);
        if (cases[i].jumps)
            assert_int_equal(listing.items[0].branch_target, cases[i].target);
        listing_free(&listing);
        free(copy);
    }
}

static void ranges_and_padding(void **state)
{
    (void)state;
    char *copy;
    struct listing listing = parse("\ts_nop 0 // 000000002600: BF800000\n"
                                   "\ts_endpgm // 000000002604: BF810000\n"
                                   "\ts_nop 0 // 000000002608: BF800000\n"
                                   "\ts_code_end // 00000000260C: BF9F0000\n",
                                   &copy);
    struct listing all = listing_range(&listing, (struct address_range){0, UINT64_MAX});
    assert_int_equal(all.count, 4);
    assert_int_equal(listing_range(&listing, (struct address_range){0x2604, 0x260c}).count, 2);
    assert_int_equal(listing_range(&listing, (struct address_range){0x2601, 0x2604}).count, 0);
    assert_int_equal(listing_range(&listing, (struct address_range){9, 3}).count, 0);
    assert_int_equal(listing_without_padding(all).count, 2);
    /* Nothing that ends a program: all of it stays. */
    struct listing first = listing_range(&listing, (struct address_range){0x2600, 0x2604});
    assert_int_equal(listing_without_padding(first).count, 1);
    listing_free(&listing);
    free(copy);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_that_are_no_instructions_are_left_out),
        cmocka_unit_test(instructions_keep_text_encoding_and_place),
        cmocka_unit_test(nothing_steers_a_terminal),
        cmocka_unit_test(jumps_go_where_their_encoding_says),
        cmocka_unit_test(ranges_and_padding),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
