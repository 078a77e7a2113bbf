/* The identifiers that are known by number: each is found, nothing else is, and none that is taken
 * for a word of the language is a name of CUDA's API. */
#include "../util/check.h"
#include "hipify/mapping.h"
#include "hipify/word.h"
#include "util/buf.h"

static const char *const spellings[] = {
    [WORD_NONE] = "",
#define WORD(spelling) [WORD_##spelling] = #spelling,
#include "hipify/word.def"
};

static enum word word_in(const char *text)
{
    struct lexer lexer;
    struct token token;
    lexer_start(&lexer, text, strlen(text));
    assert_true(lexer_next(&lexer, &token));
    assert_int_equal(token.size, strlen(text));
    return word_of(text, &token);
}

static void nothing_else_is_a_word(void **state)
{
    (void)state;
    for (int word = WORD_NONE + 1; word < WORD_COUNT; word++) {
        char *text = mem_dup(spellings[word]);
        size_t size = strlen(text);
        for (size_t i = 0; i < size; i++) {
            char c = text[i];
            text[i] = c == 'Q' ? 'q' : 'Q';
            assert_int_equal(word_in(text), WORD_NONE);
            text[i] = c;
        }
        free(text);
        text = mem_format("%sQ", spellings[word]);
        assert_int_equal(word_in(text), WORD_NONE);
        free(text);
    }
    assert_int_equal(word_in("x"), WORD_NONE);
}

static void every_word_is_found(void **state)
{
    (void)state;
    for (int word = WORD_NONE + 1; word < WORD_COUNT; word++) {
        assert_int_equal(word_in(spellings[word]), word);
        char *joined = mem_format("%c\\\n%s", spellings[word][0], spellings[word] + 1);
        assert_int_equal(word_in(joined), word);
        free(joined);
    }
}

static void words_of_the_language_are_nobodys_names(void **state)
{
    (void)state;
    for (int word = WORD_NONE + 1; word < WORD_COUNT; word++) {
        bool of_cuda =
            mapping_find_identifier(spellings[word]) || mapping_looks_like_cuda(spellings[word]);
        assert_int_equal(word_is_language((enum word)word), !of_cuda);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_else_is_a_word),
        cmocka_unit_test(every_word_is_found),
        cmocka_unit_test(words_of_the_language_are_nobodys_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
