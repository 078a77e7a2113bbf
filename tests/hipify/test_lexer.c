/* The tokens of a text: every byte in exactly one, and each of the kind that C++ makes it. */
#include "../util/check.h"
#include "properties.h"
#include "hipify/lexer.h"
#include "soup.h"

/* Kinds as letters: one string shows a whole text. Blanks and newlines are '_' and 'n'. */
static const char letters[] = {
    [TOKEN_BOM] = 'b',          [TOKEN_SPACE] = '_',         [TOKEN_NEWLINE] = 'n',
    [TOKEN_LINE_COMMENT] = '/', [TOKEN_BLOCK_COMMENT] = '*', [TOKEN_IDENTIFIER] = 'i',
    [TOKEN_NUMBER] = '1',       [TOKEN_CHARACTER] = 'c',     [TOKEN_STRING] = 's',
    [TOKEN_RAW_STRING] = 'r',   [TOKEN_HEADER_NAME] = 'h',   [TOKEN_PUNCTUATOR] = '.',
    [TOKEN_LAUNCH_OPEN] = '<',  [TOKEN_LAUNCH_CLOSE] = '>',  [TOKEN_TEXT] = 't',
    [TOKEN_LAUNCH_REST] = '+',  [TOKEN_OTHER] = '?',         [TOKEN_ERROR] = '!',
};

static char *kinds_of(const char *source, size_t size)
{
    struct lexer lexer;
    struct token token;
    struct buf kinds = {0};
    lexer_start(&lexer, source, size);
    while (lexer_next(&lexer, &token)) {
        buf_putc(&kinds, letters[token.kind]);
        if (token.dead)
            buf_putc(&kinds, '-');
    }
    return buf_take(&kinds);
}

static void expect(const char *source, const char *wanted)
{
    char *kinds = kinds_of(source, strlen(source));
    if (strcmp(kinds, wanted) != 0)
        fail_msg("%s\n is '%s', not '%s'", source, kinds, wanted);
    free(kinds);
}

/* No byte is lost or taken twice, lines and columns are right, and reading in a hurry reads the
 * same: as the text is, and with lines behind it, so that the fast path reaches its end. */
static void expect_whole(const struct buf *text)
{
    struct buf longer = {0};
    buf_append(&longer, text->data, text->size);
    buf_puts(&longer, "\nint the_end_of_it = 0;\n\n  \n\t\n\n\n\n\n\n\n\n\n\n");
    const struct buf *both[] = {text, &longer};
    for (size_t i = 0; i < 2; i++) {
        const char *problem = tokens_broken(both[i]->data, both[i]->size);
        if (!problem)
            problem = code_tokens_broken(both[i]->data, both[i]->size);
        if (problem)
            fail_msg("%s\n has %s", both[i]->data, problem);
    }
    buf_free(&longer);
}

static void every_byte_is_in_one_token(void **state)
{
    (void)state;
    struct buf text = {0};
    uint64_t random = 20240611;
    for (int i = 0; i < 6000; i++) {
        soup_bytes(&random, 200, &text);
        expect_whole(&text);
        soup_fragments(&random, 60, i % 2, &text);
        expect_whole(&text);
        soup_program(&random, 1 + i % 8, &text);
        expect_whole(&text);
    }
    buf_free(&text);
}

static void every_prefix_is_whole(void **state)
{
    (void)state;
    static const char text[] = "\xEF\xBB\xBF#in\\\nclude <cuda.h>\r\n#if 0\r\nit's\n#endif\n"
                               "k<<<1,/* */2>>>(u8R\"x(\")x\"_y, '\\'', 0x1'fp-3, \"\\\\\n\");\n"
                               "#error it's\\\nso\n\\u00e9 // c \\\n c\r";
    for (size_t size = 0; size < sizeof text; size++) {
        struct buf prefix = {0};
        buf_append(&prefix, text, size);
        expect_whole(&prefix);
        buf_free(&prefix);
    }
}

static void comments(void **state)
{
    (void)state;
    expect("a//b\nc", "i/ni");
    expect("a//b\\\nc\nd", "i/ni");
    expect("a//b\\  \nc\nd", "i/ni");
    expect("a//b\\\r\nc\r\nd", "i/ni");
    expect("/*a*/b", "*i");
    expect("/*/b*/c", "*i");
    expect("/*\n***/c", "*i");
    expect("/\\\n*a*\\\n/b", "*i");
    expect("/\\\n/a\nb", "/ni");
    expect("a/b", "i.i");
    expect("\"/*\"//\"", "s/");
    expect("'\"'/*\"*/'\"'", "c*c");
    expect("/*", "!");
    expect("a /* b *\n /", "i_!");
}

static void literals(void **state)
{
    (void)state;
    expect("\"a\" L\"a\" u\"a\" U\"a\" u8\"a\"", "s_s_s_s_s");
    expect("'a' L'a' u'a' U'a' u8'a'", "c_c_c_c_c");
    expect("R\"(a)\"LR\"()\"uR\"()\"UR\"()\"u8R\"()\"", "rrrrr");
    expect("R\"x(\")\"\n)x\"", "r");
    expect("R\"\"(a)\"\"", "r");
    expect("R\"(a\\\n)\";", "r.");
    expect("RL\"a\" R'a' xR\"(\"", "is_ic_is");
    expect("\"a\"_x\"b\"", "ss");
    expect("\"a\"PRIu64\"b\"", "sis");
    expect("R\"(a)\"_x;", "r.");
    expect("\"a\\\nb\"c", "si");
    expect("\"a\\\\\"b", "si");
    expect("\"a\\\\\nb\"c", "si");
    expect("\"a\\\\\\\n\"b\"", "si!");
    expect("L\\\n\"a\"b", "si");
    expect("\"a\nb\"", "!");
    expect("'a", "!");
    expect("R\"(a)x\"", "!");
    expect("R\"a b(\"", "!");
    expect("R\"0123456789abcdef(a)0123456789abcdef\"", "r");
    expect("R\"0123456789abcdefg(a)0123456789abcdefg\"", "!");
}

static void numbers(void **state)
{
    (void)state;
    expect("1 1.5 .5 1.f 0x1p-3 1e+5 1E-5f 12_kb", "1_1_1_1_1_1_1_1");
    expect("1'000'000 0xff'ff'u 1'", "1_1_1!");
    expect("1'a'b", "1");
    expect("0xe+1", "1"); /* one pp-number, as the standard has it */
    expect("1+1", "1.1");
    expect("1..2", "1");
    expect("a.b .c ...d", "i.i_.i_.i");
    expect("1\\\n2;", "1.");
}

static void identifiers(void **state)
{
    (void)state;
    expect("a_b$c1", "i");
    expect("cuda\\\nMalloc(", "i.");
    expect("a\\ \r\nb", "i");
    expect("a\\\n b", "i_i");
    expect("\xc3\xa9t\xc3\xa9 \xff", "i_i");
    expect("\\u00e9a b\\U000000e9 c\\u{e9}d", "i_i_i");
    expect("\\u00e a", "?i_i");
    expect("@`\\ a", "???_i");
    static const char text[] = "x cu\\\nda\\ \r\nMa\\\n\\\nlloc y";
    struct lexer lexer;
    struct token token;
    char name[16];
    lexer_start(&lexer, text, sizeof text - 1);
    for (int i = 0; i < 3; i++)
        assert_true(lexer_next(&lexer, &token));
    assert_true(token.spliced);
    assert_true(token_spell(text, &token, name, sizeof name));
    assert_string_equal(name, "cudaMalloc");
    assert_false(token_spell(text, &token, name, 10));
    assert_true(lexer_next(&lexer, &token) && lexer_next(&lexer, &token));
    assert_int_equal(token.line, 5);
    assert_int_equal(token.column, 6);
}

static int punctuator_of(const char *source)
{
    struct lexer lexer;
    struct token token;
    lexer_start(&lexer, source, strlen(source));
    assert_true(lexer_next(&lexer, &token));
    assert_int_equal(token.kind, TOKEN_PUNCTUATOR);
    assert_int_equal(token.size, strlen(source));
    return token.punctuator;
}

static void punctuators(void **state)
{
    (void)state;
    static const char *const all[] = {
        "{",   "}",  "[",  "]",  "(",   ")",  ";",  ":",  "?",  ".",   "~",   "!",  "+",
        "-",   "*",  "/",  "%",  "^",   "&",  "|",  "=",  "<",  ">",   ",",   "#",  "##",
        "...", "::", ".*", "->", "->*", "+=", "-=", "*=", "/=", "%=",  "^=",  "&=", "|=",
        "==",  "!=", "<=", ">=", "<=>", "&&", "||", "<<", ">>", "<<=", ">>=", "++", "--",
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        int number = 0;
        for (size_t c = strlen(all[i]); c > 0; c--)
            number = number << 8 | all[i][c - 1];
        assert_int_equal(punctuator_of(all[i]), number);
    }
    assert_int_equal(punctuator_of("<:"), '[');
    assert_int_equal(punctuator_of(":>"), ']');
    assert_int_equal(punctuator_of("<%"), '{');
    assert_int_equal(punctuator_of("%>"), '}');
    assert_int_equal(punctuator_of("%:"), '#');
    assert_int_equal(punctuator_of("%:%:"), PUNCTUATOR_PASTE);
    assert_int_equal(punctuator_of("-\\\n>"), PUNCTUATOR_ARROW);
    expect("a<::b>", "i..i.");
    expect("a<:::b:>", "i..i.");
    expect("a<::>", "i..");
    expect("a-->b", "i..i");
}

static void launches(void **state)
{
    (void)state;
    expect("k<<<1,2>>>(x)", "i<1.1>.i.");
    expect("k <<< 1 >>> (x)", "i_<_1_>_.i.");
    expect("k<f,4><<<1>>>()", "i.i.1.<1>..");
    expect("k<A<B>><<<1>>>()", "i.i.i.<1>..");
    expect("a[1]<<<1>>>()", "i.1.<1>..");
    expect("(*k)<<<1>>>()", "..i.<1>..");
    expect("k<<<A<B>>>>()", "i<i.i.>..");
    expect("k<<<A<B<C>>>>>()", "i<i.i.i..>..");
    expect("k<<<A<B<C<D>>>(n),1>>>()", "i<i.i.i.i...i..1>..");
    expect("k<<<a<b?1:2,c>>>()", "i<i.i.1.1.i>..");
    expect("k<<<a<b&&c<d&&e<f,c>>>()", "i<i.i.i.i.i.i.i>..");
    expect("k<<<(a>>1),f(b>>>c)>>>()", "i<.i.1..i.i..i.>..");
    expect("k<<<1,2>>>(x);A<B<C<D>>>y;", "i<1.1>.i..i.i.i.i..i.");
    expect("k<<<1,[]{k<<<2>>>();return 1;}()>>>()", "i<1....i<1>...i_1....>..");
    expect("a<<b>>c", "i.i.i");
    expect("operator<<<T>(x)", "i..i..i.");
    expect("<<<<<<< HEAD", "...._i");
    expect("k<<<1;a>>>b", "i<1.i..i");
    expect("f(k<<<1)>>>b", "i.i<1...i");
    expect("\"k<<<1>>>()\"//k<<<1>>>()", "s/");
    expect("#define L(k) k<<<1>>>()\n>>>", ".i_i.i._i<1>..n..");
    expect("k<<<\n#if 1\n1\n#endif\n>>>()", "i<n.i_1n1n.in>..");
}

/* As nvcc reads them: << < on one line, >> > also on two; never < << or > >>. */
static void launches_written_apart(void **state)
{
    (void)state;
    expect("k << < 1, 2 >> > (x)", "i_<_+_1._1_>_+_.i.");
    expect("k<< <1,2>> >(x)", "i<_+1.1>_+.i.");
    expect("k<< <1,2>>>(x)", "i<_+1.1>.i.");
    expect("k<<<1,2>> >(x)", "i<1.1>_+.i.");
    expect("k<</*a*/<1,2>>/*b*/>(x)", "i<*+1.1>*+.i.");
    expect("k<<\\\n <1>> //\n>(x)", "i<_+1>_/n+.i.");
    expect("k<<<1>>\n\n>(x)", "i<1.nn..i.");
    expect("k<\\\n<\\\n<1>\\\n> >()", "i<1>_+..");
    expect("k << <g,a<b>> >(x)", "i_<_+i.i.i>_+.i.");
    expect("k << <g,sizeof(S<int>)>> >(x)", "i_<_+i.i.i.i..>_+.i.");
    expect("k << <g,f<g<int>> >(1)>> >(x)", "i_<_+i.i.i.i._..1.>_+.i.");
    expect("#define L(k) k<< <1>> >()\n>> >", ".i_i.i._i<_+1>_+..n._.");
    expect("k <<\n<1", "i_.n.1");
    expect("k< <<1", "i._.1");
    expect("operator<< <T>(x)", "i._.i..i.");
    expect("a >> >b", "i_._.i");
    expect("A<B<C<int>> >x;", "i.i.i.i._.i.");
    expect("k<<<A<B<C<int>> >(n),1>>>()", "i<i.i.i.i._..i..1>..");
    expect("c << a >> b", "i_._i_._i");
}

static void launches_in_all_styles(void **state)
{
    (void)state;
    expect("k<<<dim3(1,2),256>>>(x)", "i<i.1.1..1>.i.");
    expect("k<<<{1,2},256>>>(x)", "i<.1.1..1>.i.");
    expect("ns::k<A<B>,(a>b)><<<g,b>>>(x)", "i.i.i.i...i.i..<i.i>.i.");
    expect("f<T>::k<<<g>>>()", "i.i..i<i>..");
    expect("s.template k<T><<<g>>>()", "i.i_i.i.<i>..");
    expect("p->table[i].k<<<g>>>()", "i.i.i..i<i>..");
    expect("pick(n)<<<g>>>()", "i.i.<i>..");
    expect("k<<<g>>>(x),k<<<g>>>(y);", "i<i>.i..i<i>.i..");
    expect("if(x)k<<<g,b>>>(x);else k<<<g,b>>>(y);", "i.i.i<i.i>.i..i_i<i.i>.i..");
    expect("k<<<(n+255)/256,std::min<int>(n,256)>>>(x)", "i<.i.1..1.i.i.i..i.1.>.i.");
    expect("k<<<n>0?n>>1:1,b>>>()", "i<i.1.i.1.1.i>..");
    expect("k<<<sizeof(A<B<int>>)>>4,1>>>()", "i<i.i.i.i...1.1>..");
    expect("k<<<v<A<B<int>>>::n,b>>>()", "i<i.i.i.i...i.i>..");
    expect("k<<<[=]{return a<b;}(),1>>>()", "i<....i_i.i.....1>..");
    expect("k<<<\n  g, // grid\n  b /* >>> */\n>>>\n(x)", "i<n_i._/n_i_*n>n.i.");
    expect("k<\\\n<\\\n<1>\\\n>>()", "i<1>..");
    expect("#define L(k, ...) k<<<__VA_ARGS__>>>(1)", ".i_i.i._.._i<i>.1.");
    expect("#define LAUNCH_OPEN <<<", ".i_i_<");
    expect("KERNEL_NAME(k)<<<g,b>>>()", "i.i.<i.i>..");
    /* Three that are not. */
    expect("A<B<C<int>>>x;A<B<C<D<int>>>>y;", "i.i.i.i..i.i.i.i.i.i..i.");
    expect("template<class T,class=X<Y<Z<T>>>>int f();", "i.i_i.i.i.i.i.i..i_i...");
    expect("bool operator<<<>(S&,T);bool operator<<(S&,T);", "i_i....i..i..i_i..i..i..");
    expect("operator>>>(x)", "i...i.");
    expect("x<<=1;x>>=1;a<=>b;a<b>c;", "i.1.i.1.i.i.i.i.i.");
    expect("#if (A<<B)>>C\n#endif", ".i_.i.i..in.i");
    expect("f(a<b,c>>d)", "i.i.i.i.i.");
    expect("vector<vector<vector<int>>>(n)", "i.i.i.i...i.");
}

static void what_else_the_standard_has(void **state)
{
    (void)state;
    expect("<%int a<:2:>=<%1,2%>;%>", ".i_i.1...1.1...");
    expect("%:define A(x) %:x %:%: x", ".i_i.i._.i_._i");
    expect("#define S(x) #x \"a\" L ## x", ".i_i.i._.i_s_i_._i");
    expect("0b1010'1010 0x1'2p-3 1'0.5e+1'0f 1.e-5 1e5'0", "1_1_1_1_1");
    expect("1_km 2.5_x \"a\"sv 'c'_c u8\"x\"s R\"(y)\"_z", "1_1_si_c_si_r");
    expect("R\"\\(\"", "!");
    expect("LR\"~(a)~)~\" u8R\"_9(\n)_9\"", "r_r");
    expect("R\"a(b)A\")a\"", "r");
    expect("// a\\\n b \\\r\n c\nd", "/ni");
    expect("// a ?\?/\nb", "/ni");
    expect("/* \\\n*\\\n/a", "*i");
    expect("\\u4e2d\\U0001F600x a\\N{DIGIT ONE}b", "i_i");
    expect("\xe4\xb8\xad = \xf0\x9f\x98\x80;", "i_._i.");
    expect("#if 0\n#if 1\n#else\n#elif 1\n#endif\n#elif 1\nx\n#else\ny\n#endif\nz",
           ".i_1n.-i-_-1-n-.-i-n-.-i-_-1-n-.-i-n-.i_1nin.-i-n-i-n-.ini");
    expect("#ifdef A\n#if 0\nx\n#else\ny\n#endif\n#endif", ".i_in.i_1ni-n-.inin.in.i");
    expect("#if 0 // it's\n'\n#endif", ".i_1_/nt-n-.i");
    expect("#  if  0x0 /* no */\nx\n#  endif", "._i_1_*ni-n-._i");
    expect("#define EMPTY\n#\n#pragma once\n#unknown 'x\n", ".i_in.n.i_in.i_!");
}

static void directives(void **state)
{
    (void)state;
    expect("#include <a.h>\n#include \"b\"", ".i_hn.i_h");
    expect("# /* c */ include /* d */ <a // b> // c\n", "._*_i_*_h_/n");
    expect("%:include <a>", ".i_h");
    expect("#in\\\nclude\\\n <a\\\nb>", ".i_h");
    expect("#include_next <a>\n#import <a>\n", ".i_hn.i_hn");
    expect("#include A <b>", ".i_i_.i.");
    expect("#include <a\n", ".i_.in");
    expect("a #include <b>", "i_.i_.i.");
    expect("#if __has_include(<a>) && b < c && __has_include_next ( \"a\" )\n",
           ".i_i.h._._i_._i_._i_._h_.n");
    expect("int __has_include(<a>)", "i_i..i..");
    expect("#error it's \"so\n#warning /* a\nb", ".itn.itni");
    expect("#pragma unroll 4\n#\n# 1 \"a\"", ".i_i_1n.n._1_s");
    expect("/**/ # /**/ if 0\na\n#endif", "*_._*_i_1ni-n-.i");
    struct lexer lexer;
    struct token token;
    static const char text[] = "x\n#define y\nz\n#elifndef w\n";
    enum directive wanted[] = {
        DIRECTIVE_NONE,   DIRECTIVE_NONE,   DIRECTIVE_DEFINE, DIRECTIVE_DEFINE, DIRECTIVE_DEFINE,
        DIRECTIVE_DEFINE, DIRECTIVE_DEFINE, DIRECTIVE_NONE,   DIRECTIVE_NONE,   DIRECTIVE_ELIFNDEF};
    lexer_start(&lexer, text, sizeof text - 1);
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        assert_true(lexer_next(&lexer, &token));
        assert_int_equal(token.directive, wanted[i]);
    }
}

static void dead_lines(void **state)
{
    (void)state;
    expect("#if 0\na'b\n#endif\nc", ".i_1ni-t-n-.ini");
    expect("#if 0\n\"b\n#else\nc\n#endif\nd", ".i_1nt-n-.inin.ini");
    expect("#if 1\na\n#else\nb\n#endif\nc", ".i_1nin.-i-n-i-n-.ini");
    expect("#if 0\n#if 1\na\n#else\na\n#endif\na\n#endif\nb",
           ".i_1n.-i-_-1-n-i-n-.-i-n-i-n-.-i-n-i-n-.ini");
    expect("#if A\na\n#elif 0\nb\n#elif 1\nc\n#else\nd\n#endif",
           ".i_inin.i_1ni-n-.i_1nin.-i-n-i-n-.i");
    expect("#if 0x0UL\na\n#endif", ".i_1ni-n-.i");
    expect("#if (0)\na\n#endif", ".i_.1.ni-n-.i");
    expect("#if 0||A\na\n#endif", ".i_1.inin.i");
    expect("#if false // no\na\n#endif", ".i_i_/ni-n-.i");
    expect("#ifdef A\nit's\n#endif", ".i_initn.i");
    expect("#if 0\n/* \n#endif\n*/\n#endif\na", ".i_1n*-n-.ini");
    expect("#if 0\n\\\n#endif\n#endif\na", ".i_1n_-.in.ini");
    expect("#else\n#endif\n#endif\na", ".in.in.ini");
    struct buf deep = {0};
    for (int i = 0; i < 400; i++)
        buf_puts(&deep, "#if 1\n");
    for (int i = 0; i < 400; i++)
        buf_puts(&deep, "#else\n#endif\n");
    buf_puts(&deep, "#if 0\na\n#endif\n");
    expect_whole(&deep);
    char *kinds = kinds_of(deep.data, deep.size);
    assert_string_equal(kinds + strlen(kinds) - 13, "n.i_1ni-n-.in");
    free(kinds);
    buf_free(&deep);
}

static void line_ends(void **state)
{
    (void)state;
    expect("a\nb\r\nc\rd\n\r", "ininininn");
    expect("a \t\f\vb", "i_i");
    expect("\xEF\xBB\xBF#if 0\na", "b.i_1ni-");
    expect("a\xEF\xBB\xBF", "i");
    char *kinds = kinds_of("a\0b", 3);
    assert_string_equal(kinds, "i!");
    free(kinds);
    kinds = kinds_of("/*\0*/", 5);
    assert_string_equal(kinds, "!");
    free(kinds);
    expect("", "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_byte_is_in_one_token),
        cmocka_unit_test(every_prefix_is_whole),
        cmocka_unit_test(comments),
        cmocka_unit_test(literals),
        cmocka_unit_test(numbers),
        cmocka_unit_test(identifiers),
        cmocka_unit_test(punctuators),
        cmocka_unit_test(launches),
        cmocka_unit_test(launches_written_apart),
        cmocka_unit_test(launches_in_all_styles),
        cmocka_unit_test(what_else_the_standard_has),
        cmocka_unit_test(directives),
        cmocka_unit_test(dead_lines),
        cmocka_unit_test(line_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
