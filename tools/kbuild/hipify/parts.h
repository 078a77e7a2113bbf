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
    size_t offset, size;    /* bytes of the source; a size of 0 inserts before |offset| */
    size_t text, text_size; /* the new text in |texts|; a later edit has a larger |text| */
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

/* The caller sets the first three members, and zeroes the other members. */
struct attributes {
    const char *source;
    struct edits *edits;
    struct qualifiers *qualifiers;
    struct token alignment; /* the alignas whose parentheses are being read */
    int depth;              /* how many brackets are open in the attribute that moves; 0 outside */
    size_t list, place;     /* offsets: where the attribute that moves begins, and where it goes */
};

/* Called with each token, of code or of a directive. |history| holds the tokens before it in the
 * code, or on the line of its directive. */
void attributes_follow(struct attributes *attributes, const struct token *token,
                       const struct history *history);

/* ---- pragma.c ---- */

/* The caller sets |source| and |edits|, and zeroes the other members. */
struct pragmas {
    const char *source;
    struct edits *edits;
    bool open; /* the macro that is being read is a pragma from here on */
};

/* Called with each token of a #define. */
void pragmas_follow(struct pragmas *pragmas, const struct token *token,
                    const struct history *history);

/* Must be called at the end of the line, with its last token. */
void pragmas_end_line(struct pragmas *pragmas, const struct token *last);

/* ---- builtin.c ---- */

/* The caller sets |source| and |edits|, and zeroes the other members. */
struct builtins {
    const char *source;
    struct edits *edits;
    int parentheses; /* how many parentheses are open in this statement */
    bool pending;    /* |token| may be a variable used as a whole: the next token decides */
    struct token token;
};

/* Called with each token of code. |body|: the token is in the body of a device function. */
void builtins_follow(struct builtins *builtins, const struct token *token,
                     const struct history *history, bool body);

/* ---- guard.c ---- */

struct branches;
enum { GUARD_TOKENS = 8 };

/* The caller sets |source|, |size| and |edits|, and zeroes the other members. */
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

/* Called with each token of a directive. */
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

/* The caller sets the first three members, and zeroes the other members. */
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
    bool waits;               /* the #else is being read: the macros that it defines matter */
    struct symbols otherwise; /* macros that the #else defines */
};

void nvcc_free(struct nvcc *nvcc);

/* Called with each token of a directive. |history| holds the tokens before it on its line. */
void nvcc_directive(struct nvcc *nvcc, const struct token *token, const struct history *history,
                    const struct includes *includes);

/* nvcc_begin_line() must be called where a directive begins, nvcc_end_line() where the directive is
 * complete and |branches| have read it. */
void nvcc_begin_line(struct nvcc *nvcc, enum directive directive, struct branches *branches);
void nvcc_end_line(struct nvcc *nvcc, enum directive directive, const struct branches *branches);

/* ---- host_header.c ---- */

/* The caller sets |source| and |edits|, and zeroes the other members. */
struct host_headers {
    const char *source;
    struct edits *edits;

    struct token asked; /* __CUDA_ARCH__ in the condition that is being read */
    int asks;           /* how often __CUDA_ARCH__ occurs in the file's directives */

    bool open;    /* a branch is open that has nothing but includes so far */
    int included; /* how many headers the open branch includes */

    struct token branches[GUARD_TOKENS]; /* the __CUDA_ARCH__ of each branch whose condition will be
                                            changed */
    int count;
};

/* Called with each token of a directive. */
void host_headers_directive(struct host_headers *headers, const struct token *token);

/* host_headers_begin_line() must be called where a directive begins, host_headers_end_line() where
 * the directive is complete and |branches| have read it. */
void host_headers_begin_line(struct host_headers *headers, enum directive directive);
void host_headers_end_line(struct host_headers *headers, enum directive directive,
                           const struct branches *branches);

/* Must be called at the end of the file. Changes the conditions. */
void host_headers_settle(struct host_headers *headers);

/* ---- empty.c ---- */

/* The caller sets |source| and |edits|, and zeroes the other members. */
struct empty_templates {
    const char *source;
    struct edits *edits;
    struct empty_head {
        int state;    /* how far a template's head was read: an enum of empty.c; 0 outside */
        int depth;    /* how many brackets are open in the parameters or arguments */
        bool pack;    /* a template parameter is a pack */
        size_t place; /* offset of the word "void" */
        int names;    /* how many identifiers follow "void" */
        struct token name;
    } head;
    struct empty_head *items; /* the definitions with an empty body */
    size_t count;
    struct symbols declared; /* templates that the file declares without a body */
};

void empty_templates_free(struct empty_templates *empty);

/* Called with each token of code. |space|: declarations here belong to a namespace. */
void empty_templates_follow(struct empty_templates *empty, const struct token *token,
                            const struct history *history, bool space);

/* Must be called at the end of the file. Adds "constexpr " to the definitions. */
void empty_templates_settle(struct empty_templates *empty);

/* ---- bounds.c ---- */

/* The caller sets |source| and |edits|, and zeroes the other members. */
struct bounds {
    const char *source;
    struct edits *edits;
    struct symbols packs;         /* names of template parameter packs, which follow "..." */
    bool is_static, is_constexpr; /* the declaration has the word "static", "constexpr" */
    struct token bracket;         /* the ']' of the array that is being declared */
    int depth;                    /* how many brackets are open in the array's list; 0 outside */
    int count;                    /* how many elements are not expansions of a pack */
    struct buf packs_of_list;     /* " + sizeof...(X)" for each expansion */
    int tokens;                   /* how many tokens the current element has so far */
    bool plain, expands; /* the current element is a number; the current element ends with "..." */
    struct token pack;   /* the first template parameter pack in the current element */
};

/* Called with each token of code. |members|: declarations here belong to a class or a namespace,
 * not to a function. */
void bounds_follow(struct bounds *bounds, const struct token *token, const struct history *history,
                   bool members);
void bounds_directive(struct bounds *bounds);
void bounds_free(struct bounds *bounds);

/* ---- tag.c ---- */

/* The caller sets |source| and |edits|, and zeroes the other members. */
struct tags {
    const char *source;
    struct edits *edits;
    bool declared;      /* "using ::float4;" was written: the prelude must be included */
    struct symbols own; /* types that the file declares for itself */
    bool pending, global, is_friend;
    struct token key, name; /* `struct` and the name after `struct`, while |pending| */
};

/* Called with each token of code. |global|: the token is in no namespace, class or function. */
void tags_follow(struct tags *tags, const struct token *token, const struct history *history,
                 bool global);
void tags_free(struct tags *tags);

/* ---- qualifier.c ---- */

enum {
    QUALIFIER_HOST = 1,
    QUALIFIER_DEVICE = 2,
    QUALIFIER_BOTH = QUALIFIER_HOST | QUALIFIER_DEVICE,
    QUALIFIER_STORAGE = 4, /* static or constexpr */
    QUALIFIER_INLINE = 8,  /* inline, or an attribute */
    QUALIFIER_ALL = QUALIFIER_BOTH | QUALIFIER_STORAGE | QUALIFIER_INLINE,
};

/* The caller sets |source| and |options|, and zeroes the other members. */
struct qualifiers {
    const char *source;
    const struct hipify_options *options;
    struct symbols names; /* macros of the file */
    unsigned *sets;       /* the qualifiers that each macro stands for; 0 if it stands for none */
    size_t count;         /* number of entries of |sets| */
    struct symbols asked; /* identifiers that may be macros of other files, for qualifiers */

    /* The definition that is being read. */
    int macro;
    bool open; /* the definition has only qualifiers so far */
    unsigned set;
    int parentheses; /* how many parentheses are open in an attribute of the definition */
};

void qualifiers_free(struct qualifiers *qualifiers);

/* Called with each token of a #define or #undef. qualifiers_end_line() must be called at the end of
 * the line. */
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

/* The caller sets the first three members, and zeroes the other members. */
struct pass_macros {
    const char *source;
    struct edits *edits;
    const struct qualifiers *qualifiers;
    struct token device; /* the last __device__ in the macro that is being read */
};

/* Called with each token of a #define. */
void pass_macros_follow(struct pass_macros *macros, const struct token *token);

/* Must be called at the end of the line, before qualifiers_end_line(). */
void pass_macros_end_line(struct pass_macros *macros, const struct branches *branches);

/* ---- specialization.c ---- */

/* Neighbouring qualifiers in a function's head. |macro|: at least one of them is a macro. */
struct qualifier_text {
    size_t begin, end; /* offsets in the source */
    unsigned set;
    bool macro;
};

/* A function template, or a specialization (|special|). */
struct template_function {
    int name;
    size_t place;     /* offset where missing qualifiers are added */
    unsigned targets; /* the function's marks: QUALIFIER_HOST and QUALIFIER_DEVICE */
    struct qualifier_text text;
    bool special;
    bool bodiless; /* the function is declared here without a body */
};

/* The caller sets the first three members, and zeroes the other members. */
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
        TEMPLATES_ARGUMENTS, /* the parentheses of an attribute, noexcept or the like are open */
        TEMPLATES_FUNCTION, /* the '(' of the function's parameters was read, and the function is in
                               |items| */
    } state;
    int angles, parentheses, brackets;
    bool begins, empty; /* the last token was the '<' of template <...>; the parameters are empty */
    bool is_friend;     /* the declaration that is being read is a friend without template <...> */
    size_t place;
    unsigned targets;
    struct qualifier_text text;
    struct token name; /* the name before the '<' of template arguments in the head */
};

void templates_free(struct templates *templates);

/* Called with each token of code. */
void templates_follow(struct templates *templates, const struct token *token,
                      const struct history *history);

/* Must be called at the end of the file. Adds the qualifiers that clang wants. */
void templates_settle(struct templates *templates);

/* ---- member_call.c ---- */

enum { MEMBER_CALLS_OPEN = 8 };

/* The caller sets the first three members, and zeroes the other members. */
struct member_calls {
    const char *source;
    struct edits *edits;
    const struct hipify_options *options;
    struct symbols templates; /* member function templates for the device */
    struct symbols data;      /* data members, and names that look like data members */
    bool in_class;            /* the last token was in a class, outside of function bodies */
    struct token *items;      /* names of members that are called with template arguments */
    size_t count;
    struct member_call {
        struct token name;
        int angles, brackets;
    } open[MEMBER_CALLS_OPEN]; /* names whose template arguments are being read */
    int open_count;
};

void member_calls_free(struct member_calls *calls);

/* Notes that a class declares a member function template for the device. Its name is at
 * |offset|. */
void member_calls_declare(struct member_calls *calls, size_t offset, size_t size);

/* Must be called for each token of code, in order. |in_class|: what is declared here is a member of
 * a class. |in_template|: the token is in a template, where calls may need the word "template". */
void member_calls_follow(struct member_calls *calls, const struct token *token,
                         const struct history *history, bool in_class, bool in_template);

/* Calls |visit| with the keys by which files tell each other of member function templates and data
 * members: |declared| is true for members that this file declares, and false for members that this
 * file calls. */
void member_calls_visit(const struct member_calls *calls,
                        void (*visit)(void *context, const char *name, bool declared),
                        void *context);

/* Must be called at the end of the file. Adds the word "template" that clang wants. */
void member_calls_settle(struct member_calls *calls);

/* ---- member.c ---- */

/* A member function, declared in its class or defined outside of it. */
struct member_function {
    char *name;       /* "S::f" */
    size_t place;     /* offset where missing qualifiers are added */
    unsigned targets; /* the function's marks: QUALIFIER_HOST and QUALIFIER_DEVICE */
    bool defined;
};

enum { MEMBER_TOKENS = 4 };

/* The caller sets the first four members, and zeroes the other members. */
struct members {
    const char *source;
    struct edits *edits;
    struct qualifiers *qualifiers;
    struct member_calls *calls;
    struct member_function *items;
    size_t item_count;

    /* The declaration that is being read. */
    enum {
        MEMBERS_HEAD,
        MEMBERS_PARAMETERS, /* template <...> is open */
        MEMBERS_OPERATOR,   /* the word "operator" was read */
        MEMBERS_OVER,       /* the rest of the declaration does not matter */
    } state;
    bool is_template;
    int angles, brackets;
    size_t place;
    unsigned targets;
    bool literal;           /* __device__ is spelled out, not hidden in a macro */
    bool destructs;         /* the next tokens may be the empty body of a destructor */
    const char *class_name; /* the class around the declaration; NULL if there is none */
    size_t class_size;
    struct member_token {
        uint32_t offset, size;
        int punctuator;
    } tokens[MEMBER_TOKENS]; /* the last tokens outside of brackets */
    int count;
};

void members_free(struct members *members);

/* Called with each token of code. |class_name|: the class around the token, or NULL. |declares|:
 * the token is in no function body and in no parentheses. */
void members_follow(struct members *members, const struct token *token,
                    const struct history *history, const struct symbol *class_name, bool declares);

/* Calls |visit| with the keys by which files tell each other the qualifiers of member functions:
 * |declared| is true for declarations of this file, and false for functions that this file defines
 * and whose qualifiers it needs to know. */
void members_visit(const struct members *members,
                   void (*visit)(void *context, const char *name, bool declared), void *context);

/* Must be called at the end of the file. Adds the qualifiers that clang wants. */
void members_settle(struct members *members);

/* ---- include.c ---- */

/* An included header. |depth|: how many conditionals were open at the #include. */
struct included {
    char *header;
    int depth;
};

/* Before a file, the caller sets the first five members and zeroes all others. */
struct includes {
    const char *source;
    size_t size;
    const struct hipify_options *options;
    struct hipify_report *report;
    struct edits *edits;

    int depth;             /* how many conditionals are open */
    struct included *seen; /* headers of this branch and those around it, with rising |depth| */
    size_t seen_count;
    bool project; /* the file includes a header of the project */
    bool cub;     /* the file includes CUDA's CUB on a line that may be compiled */
};

void includes_free(struct includes *includes);

/* Called with the '#' of each directive. */
void includes_follow_directive(struct includes *includes, enum directive directive);

/* Called with a header name, |token|. |history| holds the tokens before it on its line. |compiled|:
 * the line may be compiled for AMD. */
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
    bool ptx;      /* the translation calls functions of kbuild/ptx.h */
    bool products; /* the translation calls builtins that mma.h declares */
    bool names;    /* the translation has macros that build names of CUDA's with ## */
};

/* Appends the lines in front of a translation to |out|, with the byte-order mark of |source| and
 * its kind of newline. */
void prefix_write(const struct hipify_options *options, const char *source, size_t size,
                  const struct prefix *prefix, struct buf *out);

/* Returns the size of the byte-order mark of |source|: 3, or 0 if there is none. */
size_t bom_size(const char *source, size_t size);

#endif
