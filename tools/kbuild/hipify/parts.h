/* The parts of a translation, one file for each: some change the text, some report. */
#ifndef KBUILD_HIPIFY_PARTS_H
#define KBUILD_HIPIFY_PARTS_H

#include "hipify/hipify.h"
#include "scope.h"

#include "util/buf.h"

/* ---- report.c ---- */

/* Adds a diagnostic at |token|. Takes over |text|, copies |remedy|, and keeps the pointer |code|,
 * which must stay valid. */
void report_add(struct hipify_report *report, enum hipify_severity severity, const char *code,
                const struct token *token, char *text, const char *remedy);

/* Adds |function| to the functions that |item| is about, and takes it over. |token| begins the
 * first statement of the function that |item| is about. */
void report_add_place(struct hipify_diagnostic *item, char *function, const struct token *token);

/* Sorts the diagnostics from number |first| on by line and column. */
void report_sort(struct hipify_report *report, size_t first);

/* ---- edit.c ---- */

struct edit {
    /* the bytes of the source that are replaced; a size of 0 inserts before |offset| */
    size_t offset, size;
    /* offset and size of the new text in |texts|; a later edit has a larger |text| */
    size_t text, text_size;
};

/* Zeroed before the first use. Edits may come in any order. */
struct edits {
    struct edit *items;
    size_t count;
    struct buf texts;
};

/* Replaces |size| bytes of the source at |offset| by |text|. Line ends of these bytes must be in
 * |text| too. */
void edits_add(struct edits *edits, size_t offset, size_t size, const char *text);

/* Replaces |token| of |source| by |text|. Joined line ends inside the token are kept after the
 * first character of |text|. At the end of |text|, the carriage return of a joined line end could
 * become one newline with a line feed after the token. */
void edits_replace(struct edits *edits, const char *source, const struct token *token,
                   const char *text);

/* Appends |source| to |out| with all edits done; sorts the edits. At one offset, insertions come
 * before a replacement, in the order in which they were added, and the last replacement counts. If
 * an edit begins inside the bytes that an earlier edit replaces, it changes the same words in the
 * text of the earlier edit; an insertion in these bytes is dropped. */
void edits_apply(struct edits *edits, const char *source, size_t size, struct buf *out);

void edits_free(struct edits *edits);

/* ---- attribute.c ---- */

struct qualifiers;

/* The state of a pass that moves attributes to where clang accepts them. Before a file, the caller
 * sets the first three members and zeroes the others. */
struct attributes {
    const char *source;
    struct edits *edits;
    struct qualifiers *qualifiers;
    struct token alignment; /* the alignas whose parentheses are being read */
    int depth;              /* how many brackets are open in the attribute that moves; 0 outside */
    size_t list, place;     /* offsets: where the attribute that moves begins, and where it goes */
};

/* Reads |token|, the next token of the code or of a directive. Must be called with each of them.
 * |history| holds the tokens before it in the code, or on the line of its directive. */
void attributes_follow(struct attributes *attributes, const struct token *token,
                       const struct history *history);

/* ---- pragma.c ---- */

/* The state of a pass that makes a _Pragma of each #pragma in a macro. Before a file, the caller
 * sets |source| and |edits|, and zeroes the others. */
struct pragmas {
    const char *source;
    struct edits *edits;
    bool open; /* whether the macro that is being read is a pragma from here on */
};

/* Reads |token|, the next token of a #define. Must be called with each of them. */
void pragmas_follow(struct pragmas *pragmas, const struct token *token,
                    const struct history *history);

/* Ends the macro that is being read. Must be called at the end of a #define's line, with its last
 * token. */
void pragmas_end_line(struct pragmas *pragmas, const struct token *last);

/* ---- builtin.c ---- */

/* The state of a pass that wraps threadIdx and the like where a kernel uses one as a whole. Before
 * a file, the caller sets |source| and |edits|, and zeroes the others. */
struct builtins {
    const char *source;
    struct edits *edits;
    int parentheses; /* how many parentheses are open in this statement */
    /* whether |token| may be a variable that is used as a whole, which the next token decides */
    bool pending;
    struct token token;
};

/* Reads |token|, the next token of the code, which tells whether the token before it is used as a
 * whole. |body|: whether the token is in the body of a device function. */
void builtins_follow(struct builtins *builtins, const struct token *token,
                     const struct history *history, bool body);

/* ---- guard.c ---- */

struct branches;
enum { GUARD_TOKENS = 8 };

/* The state of a pass that changes conditions on __CUDA_ARCH__ around functions of the device, so
 * that the host's pass sees these too. Before a file, the caller sets |source|, |size| and |edits|,
 * and zeroes the others. */
struct guards {
    const char *source;
    size_t size; /* the size of |source|, which need not end in a NUL */
    struct edits *edits;
    bool searched, host_branch;

    struct token asked[GUARD_TOKENS]; /* each __CUDA_ARCH__ in the condition that is being read */
    unsigned asked_count;

    /* The open branch, and each __CUDA_ARCH__ in its condition. The condition may be changed so
     * that both passes compile the branch. */
    bool open;
    struct token branch[GUARD_TOKENS];
    unsigned branch_count;
    int level, functions;

    /* The declaration that is being read in the open branch. */
    bool device, host, function, assigned;
    int depth;
};

/* Reads |token|, the next token of a directive. Must be called with each of them. */
void guards_directive(struct guards *guards, const struct token *token);

/* guards_begin_line() must be called where a directive begins, guards_end_line() where the
 * directive is complete and |branches| have read it. |members|: declarations at this point belong
 * to a class or a namespace, not to a function. */
void guards_begin_line(struct guards *guards, enum directive directive, struct branches *branches);
void guards_end_line(struct guards *guards, enum directive directive, bool members,
                     const struct branches *branches);

/* Called with each token of code while |open| is set. */
void guards_follow(struct guards *guards, const struct token *token, const struct history *history);

/* ---- nvcc.c ---- */

struct includes;

/* The state of a pass that changes conditions on __NVCC__ around includes and macros that clang
 * needs too. Before a file, the caller sets the first three members and zeroes the others. */
struct nvcc {
    const char *source;
    struct edits *edits;
    const struct qualifiers *qualifiers;

    struct token asked[GUARD_TOKENS]; /* each __NVCC__ in the condition that is being read */
    unsigned asked_count;

    /* The branch whose condition may be changed, and each __NVCC__ in the condition. Code in the
     * branch ends this: |open| becomes false. */
    bool open;
    struct token branch[GUARD_TOKENS];
    unsigned branch_count;
    int level, headers;
    struct symbols defined, undefined; /* macros that the branch defines and undefines */
    bool waits; /* whether the #else is being read, whose macros are collected in |otherwise| */
    struct symbols otherwise; /* the macros that the #else defines */
};

void nvcc_free(struct nvcc *nvcc);

/* Reads |token|, the next token of a directive. Must be called with each of them. |history| holds
 * the tokens before it on its line. */
void nvcc_directive(struct nvcc *nvcc, const struct token *token, const struct history *history,
                    const struct includes *includes);

/* nvcc_begin_line() must be called where a directive begins, nvcc_end_line() where the directive is
 * complete and |branches| have read it. */
void nvcc_begin_line(struct nvcc *nvcc, enum directive directive, struct branches *branches);
void nvcc_end_line(struct nvcc *nvcc, enum directive directive, const struct branches *branches);

/* ---- host_header.c ---- */

/* The state of a pass that makes the device's pass see headers that only the host includes. Before
 * a file, the caller sets |source| and |edits|, and zeroes the others. */
struct host_headers {
    const char *source;
    struct edits *edits;

    /* the last __CUDA_ARCH__ in the condition that is being read; its size is 0 if there is none */
    struct token asked;
    int asks; /* how often __CUDA_ARCH__ occurs in the file's directives */

    bool open;    /* whether a branch is open that has nothing but includes so far */
    int included; /* how many headers the open branch includes */

    struct token branches[GUARD_TOKENS]; /* the __CUDA_ARCH__ of each branch whose condition will be
                                            changed */
    int count;
};

/* Reads |token|, the next token of a directive. Must be called with each of them. */
void host_headers_directive(struct host_headers *headers, const struct token *token);

/* host_headers_begin_line() must be called where a directive begins, host_headers_end_line() where
 * the directive is complete and |branches| have read it. */
void host_headers_begin_line(struct host_headers *headers, enum directive directive);
void host_headers_end_line(struct host_headers *headers, enum directive directive,
                           const struct branches *branches);

/* Changes the conditions around headers that only the host includes. Must be called at the end of
 * the file. */
void host_headers_settle(struct host_headers *headers);

/* ---- empty.c ---- */

/* The state of a pass that makes function templates with an empty body constexpr, so that host
 * and device may call them. Before a file, the caller sets |source| and |edits|, and zeroes the
 * others. */
struct empty_templates {
    const char *source;
    struct edits *edits;
    struct empty_head {
        /* how far the head of a function template was read, a HEAD_ number of empty.c; 0 outside of
         * heads */
        int state;
        int depth;    /* how many brackets are open in the parameters or arguments */
        bool pack;    /* whether a template parameter is a pack */
        size_t place; /* offset of the word "void" */
        int names;    /* how many identifiers follow "void" */
        struct token name;
    } head;
    struct empty_head *items; /* the function templates that are defined with an empty body */
    size_t count;
    struct symbols declared; /* names of templates that the file declares without a body */
};

void empty_templates_free(struct empty_templates *empty);

/* Reads |token|, the next token of the code. |space|: whether declarations here belong to a
 * namespace. */
void empty_templates_follow(struct empty_templates *empty, const struct token *token,
                            const struct history *history, bool space);

/* Adds "constexpr " to the definitions of the empty templates. Must be called at the end of the
 * file. */
void empty_templates_settle(struct empty_templates *empty);

/* ---- bounds.c ---- */

/* The state of a pass that adds the bound to arrays whose elements are a parameter pack. Before a
 * file, the caller sets |source| and |edits|, and zeroes the others. */
struct bounds {
    const char *source;
    struct edits *edits;
    struct symbols packs; /* names of template parameter packs, which follow "..." */
    /* whether the declaration has the word "static", or "constexpr" */
    bool is_static, is_constexpr;
    struct token bracket; /* the ']' of the array that is being declared */
    int depth;            /* how many brackets are open in the array's list; 0 outside */
    int count;            /* how many elements of the array's list are not expansions of a pack */
    /* the text " + sizeof...(X)" for each expansion of a pack X in the array's list */
    struct buf packs_of_list;
    int tokens; /* how many tokens the current element has so far */
    /* whether the current element is a number, and whether it ends with "..." */
    bool plain, expands;
    struct token pack; /* the first template parameter pack in the current element */
};

/* Reads |token|, the next token of the code. |members|: whether declarations here belong to a class
 * or a namespace, not to a function. */
void bounds_follow(struct bounds *bounds, const struct token *token, const struct history *history,
                   bool members);
void bounds_directive(struct bounds *bounds);
void bounds_free(struct bounds *bounds);

/* ---- tag.c ---- */

/* The state of a pass that removes the word struct before CUDA's types that are typedefs in HIP.
 * Before a file, the caller sets |source| and |edits|, and zeroes the others. */
struct tags {
    const char *source;
    struct edits *edits;
    bool declared;      /* whether "using ::float4;" was written, which needs the prelude */
    struct symbols own; /* names of types that the file declares for itself */
    bool pending, global, is_friend;
    struct token key, name; /* `struct` and the name after `struct`, while |pending| */
};

/* Reads |token|, the next token of the code. |global|: whether the token is outside of every
 * namespace, class and function. */
void tags_follow(struct tags *tags, const struct token *token, const struct history *history,
                 bool global);
void tags_free(struct tags *tags);

/* ---- dependent.c ---- */

/* The state of a pass that adds the word "typename" to types in front of what a namespace defines.
 * Before a file, the caller sets |source| and |edits|, and zeroes the others. */
struct dependent_types {
    const char *source;
    struct edits *edits;
    struct symbols parameters; /* names of the parameters of the template that is being read */
    /* how far the head of a template was read, a DEPENDENT_ number of dependent.c; 0 outside of
     * heads */
    int state;
    int depth;    /* how many '<' are open */
    size_t place; /* offset of the last name of the head, with all its qualifiers */
    /* whether a template parameter is a part of that name, and whether "::" follows it */
    bool names_parameter, dependent;
};

/* Reads |token|, the next token of the code. |space|: whether declarations here belong to a
 * namespace. */
void dependent_types_follow(struct dependent_types *types, const struct token *token,
                            const struct history *history, bool space);
void dependent_types_free(struct dependent_types *types);

/* ---- qualifier.c ---- */

enum {
    QUALIFIER_HOST = 1,
    QUALIFIER_DEVICE = 2,
    QUALIFIER_BOTH = QUALIFIER_HOST | QUALIFIER_DEVICE,
    QUALIFIER_STORAGE = 4, /* the qualifier static or constexpr */
    QUALIFIER_INLINE = 8,  /* the qualifier inline, or an attribute */
    QUALIFIER_ALL = QUALIFIER_BOTH | QUALIFIER_STORAGE | QUALIFIER_INLINE,
};

/* The file's macros that stand for qualifiers of functions. Before a file, the caller sets |source|
 * and |options|, and zeroes the other members. */
struct qualifiers {
    const char *source;
    const struct hipify_options *options;
    struct symbols names; /* names of the macros that the file defines */
    unsigned *sets;       /* the qualifiers that each macro stands for; 0 if it stands for none */
    size_t count;         /* number of entries of |sets| */
    /* identifiers that may be macros of other files that stand for qualifiers */
    struct symbols asked;

    /* The members from here on are about the #define that is being read. */
    int macro;
    bool open; /* whether the definition has only qualifiers so far */
    unsigned set;
    int parentheses; /* how many parentheses are open in an attribute of the definition */
};

void qualifiers_free(struct qualifiers *qualifiers);

/* Reads |token|, the next token of a #define or #undef. qualifiers_end_line() must be called at the
 * end of its line. */
void qualifiers_follow(struct qualifiers *qualifiers, const struct token *token,
                       const struct history *history);
void qualifiers_end_line(struct qualifiers *qualifiers);

/* Returns the set of qualifiers that |token| of a declaration stands for, as a keyword, a macro of
 * the file or a macro of the project; 0 for any other token. */
unsigned qualifiers_of(struct qualifiers *qualifiers, const struct token *token);

/* Calls |visit| for each qualifier of |set| with the key by which files tell each other that the
 * macro |name| stands for it: "__device__::name". Returns the qualifiers for which |visit| returned
 * true. */
unsigned qualifiers_visit(unsigned set, const char *name,
                          bool (*visit)(void *context, const char *name), void *context);

/* ---- pass_macro.c ---- */

/* The state of a pass that adds __host__ to macros that are __device__ only in the device's pass.
 * Before a file, the caller sets the first three members and zeroes the others. */
struct pass_macros {
    const char *source;
    struct edits *edits;
    const struct qualifiers *qualifiers;
    struct token device; /* the last __device__ in the macro that is being read */
};

/* Reads |token|, the next token of a #define. Must be called with each of them. */
void pass_macros_follow(struct pass_macros *macros, const struct token *token);

/* Ends the macro that is being read, and adds __host__ to it if it is such a macro. Must be called
 * at the end of a #define's line, before qualifiers_end_line(). */
void pass_macros_end_line(struct pass_macros *macros, const struct branches *branches);

/* ---- specialization.c ---- */

/* Neighbouring qualifiers in a function's head. |macro| says whether at least one of them is a
 * macro. */
struct qualifier_text {
    size_t begin, end; /* where the text begins and ends, as offsets in the source */
    unsigned set;
    bool macro;
};

/* A function template, or, if |special|, a specialization of one. */
struct template_function {
    int name;
    size_t place;     /* offset where missing qualifiers are added */
    unsigned targets; /* the function's marks: QUALIFIER_HOST and QUALIFIER_DEVICE */
    struct qualifier_text text;
    bool special;
    bool bodiless; /* whether the function is declared here without a body */
};

/* The state of a pass that gives a function template and its specializations the same qualifiers.
 * Before a file, the caller sets the first three members and zeroes the others. */
struct templates {
    const char *source;
    struct edits *edits;
    struct qualifiers *qualifiers;
    struct symbols names;
    struct template_function *items;
    size_t count;
    enum {
        TEMPLATES_OUTSIDE,
        TEMPLATES_PARAMETERS,
        TEMPLATES_HEAD,
        TEMPLATES_ARGUMENTS, /* the parentheses of an attribute, of noexcept or the like are open */
        TEMPLATES_FUNCTION, /* the '(' of the function's parameters was read, and the function is in
                               |items| */
    } state;
    int angles, parentheses, brackets;
    /* |begins|: whether the last token was the '<' of template <...>; |empty|: whether its
     * parameters are empty */
    bool begins, empty;
    /* whether the declaration that is being read is a friend without template <...> */
    bool is_friend;
    size_t place;
    unsigned targets;
    struct qualifier_text text;
    struct token name; /* the name before the '<' of template arguments in the head */
};

void templates_free(struct templates *templates);

/* Reads |token|, the next token of the code. Must be called with each of them. */
void templates_follow(struct templates *templates, const struct token *token,
                      const struct history *history);

/* Adds the qualifiers that clang wants on function templates and specializations. Must be called at
 * the end of the file. */
void templates_settle(struct templates *templates);

/* ---- member_call.c ---- */

enum { MEMBER_CALLS_OPEN = 8 };

/* The state of a pass that adds the word "template" to calls of member function templates, and to
 * types that are member templates. Before a file, the caller sets the first three members and
 * zeroes the others. */
struct member_calls {
    const char *source;
    struct edits *edits;
    const struct hipify_options *options;
    struct symbols templates; /* names of member function templates for the device */
    struct symbols data; /* names of data members, and names that look like those of data members */
    bool in_class;       /* whether the last token was in a class, outside of function bodies */
    struct token *items; /* names of members that are called with template arguments */
    size_t count;
    struct member_call {
        struct token name;
        int angles, brackets;
    } open[MEMBER_CALLS_OPEN]; /* names whose template arguments are being read */
    int open_count;
    /* how many '<' are open in the types after "typename" that are being read, one in another's
     * arguments */
    int typenames[MEMBER_CALLS_OPEN];
    int typename_count;
};

void member_calls_free(struct member_calls *calls);

/* Notes that a class declares a member function template for the device. Its name is at
 * |offset|. */
void member_calls_declare(struct member_calls *calls, size_t offset, size_t size);

/* Reads |token|, the next token of the code. Must be called with each of them. |in_class|: whether
 * what is declared here is a member of a class. |in_template|: whether the token is in a template,
 * where calls may need the word "template". */
void member_calls_follow(struct member_calls *calls, const struct token *token,
                         const struct history *history, bool in_class, bool in_template);

/* Calls |visit| with the keys by which files tell each other of member function templates and data
 * members: |declared| is true for members that this file declares, and false for members that this
 * file calls. */
void member_calls_visit(const struct member_calls *calls,
                        void (*visit)(void *context, const char *name, bool declared),
                        void *context);

/* Adds the word "template" to calls where clang wants it. Must be called at the end of the file. */
void member_calls_settle(struct member_calls *calls);

/* ---- member.c ---- */

/* A member function, declared in its class or defined outside of it. */
struct member_function {
    char *name;       /* the function's name with its class: "S::f" */
    size_t place;     /* offset where missing qualifiers are added */
    unsigned targets; /* the function's marks: QUALIFIER_HOST and QUALIFIER_DEVICE */
    bool defined;
};

enum { MEMBER_TOKENS = 4 };

/* The state of a pass that gives member functions that are defined outside of their class the
 * qualifiers of their declaration. Before a file, the caller sets the first four members and zeroes
 * the others. */
struct members {
    const char *source;
    struct edits *edits;
    struct qualifiers *qualifiers;
    struct member_calls *calls;
    struct member_function *items;
    size_t item_count;

    /* How far the declaration was read; the members from here on are about that declaration. */
    enum {
        MEMBERS_HEAD,
        MEMBERS_PARAMETERS, /* the parameters of template <...> are being read */
        MEMBERS_OPERATOR,   /* the word "operator" was read */
        MEMBERS_OVER,       /* the rest of the declaration is skipped */
    } state;
    bool is_template;
    int angles, brackets;
    size_t place;
    unsigned targets;
    bool literal;           /* whether __device__ is spelled out, not hidden in a macro */
    bool destructs;         /* whether the next tokens may be the empty body of a destructor */
    const char *class_name; /* the class around the declaration; NULL if there is none */
    size_t class_size;
    struct member_token {
        uint32_t offset, size;
        int punctuator;
    } tokens[MEMBER_TOKENS]; /* the last tokens outside of brackets */
    int count;
};

void members_free(struct members *members);

/* Reads |token|, the next token of the code. |class_name|: the class around the token, or NULL.
 * |declares|: whether the token is outside of function bodies and of parentheses. */
void members_follow(struct members *members, const struct token *token,
                    const struct history *history, const struct symbol *class_name, bool declares);

/* Calls |visit| with the keys by which files tell each other the qualifiers of member functions:
 * |declared| is true for declarations of this file, and false for functions that this file defines
 * and whose qualifiers it needs to know. */
void members_visit(const struct members *members,
                   void (*visit)(void *context, const char *name, bool declared), void *context);

/* Adds the qualifiers that clang wants on member functions. Must be called at the end of the
 * file. */
void members_settle(struct members *members);

/* ---- include.c ---- */

/* An included header. |depth|: how many conditionals were open at the #include. */
struct included {
    char *header;
    int depth;
};

/* The state of a pass that translates the includes of a file. Before a file, the caller sets the
 * first five members and zeroes the others. */
struct includes {
    const char *source;
    size_t size;
    const struct hipify_options *options;
    struct hipify_report *report;
    struct edits *edits;

    int depth;             /* how many conditionals are open */
    struct included *seen; /* headers of this branch and those around it, with rising |depth| */
    size_t seen_count;
    bool project; /* whether the file includes a header of the project */
    bool cub;     /* whether the file includes CUDA's CUB on a line that may be compiled */
};

void includes_free(struct includes *includes);

/* Follows a directive, at its '#': headers that a branch includes are forgotten where the branch
 * ends. Must be called with each directive. */
void includes_follow_directive(struct includes *includes, enum directive directive);

/* Translates the include with the header name |token|. |history| holds the tokens before it on its
 * line. |compiled|: whether the line may be compiled for AMD. */
void includes_add(struct includes *includes, const struct token *token,
                  const struct history *history, bool compiled);

/* Whether |token|, a header name, is a header of CUDA that HIP or kbuild has, and not the
 * project's. */
bool includes_has(const struct includes *includes, const struct token *token);

/* Returns the size of the lines that an earlier translation has put in front of |source|, with
 * their newlines and a byte-order mark; 0 if |source| is not a translation. */
size_t prefix_find(const char *source, size_t size);

/* What the lines in front of a translation include beside the prelude. */
struct prefix {
    bool ptx;      /* whether the translation calls functions of kbuild/ptx.h */
    bool products; /* whether the translation calls builtins that mma.h declares */
    bool names;    /* whether the translation has macros that build names of CUDA's with ## */
};

/* Appends the lines in front of a translation to |out|, with the byte-order mark of |source| and
 * its kind of newline. */
void prefix_write(const struct hipify_options *options, const char *source, size_t size,
                  const struct prefix *prefix, struct buf *out);

/* Returns the size of the byte-order mark of |source|: 3, or 0 if there is none. */
size_t bom_size(const char *source, size_t size);

#endif
