/* Parts of a translation, each a file: what changes the text, and what is reported. */
#ifndef KBUILD_HIPIFY_PARTS_H
#define KBUILD_HIPIFY_PARTS_H

#include "hipify/hipify.h"
#include "scope.h"

#include "util/buf.h"

/* ---- report.c ---- */

/* Adds a diagnostic at |token|; takes |text|, copies |remedy|, borrows |code| for ever. */
void report_add(struct hipify_report *report, enum hipify_severity severity, const char *code,
                const struct token *token, char *text, const char *remedy);

/* Adds a function, whose first statement is at |token|, to those that |item| is about. */
void report_add_place(struct hipify_diagnostic *item, char *function, const struct token *token);

/* Sorts the items from |first| on by line and column. */
void report_sort(struct hipify_report *report, size_t first);

/* ---- edit.c ---- */

struct edit {
    size_t offset, size;    /* of the source; a size of 0 inserts before |offset| */
    size_t text, text_size; /* the new text, in |texts|; a later edit's is behind it */
};

/* Zeroed before the first use. Edits may come in any order. */
struct edits {
    struct edit *items;
    size_t count;
    struct buf texts;
};

/* The caller keeps the line ends of a range that it replaces. */
void edits_add(struct edits *edits, size_t offset, size_t size, const char *text);

/* Replaces |token| of |source| by |text|. Joined line ends inside the token
 * stay: they come behind its first character, because a carriage return behind the last one could
 * meet a line feed. */
void edits_replace(struct edits *edits, const char *source, const struct token *token,
                   const char *text);

/* Appends |source| with the edits put in to |out|. At one offset insertions come before a
 * replacement, in the order they were added, and the last replacement counts; an edit that begins
 * inside the range of an earlier one is dropped. Sorts the edits. */
void edits_apply(struct edits *edits, const char *source, size_t size, struct buf *out);

void edits_free(struct edits *edits);

/* ---- attribute.c ---- */

struct qualifiers;

/* With the first three set, zeroed otherwise. */
struct attributes {
    const char *source;
    struct edits *edits;
    struct qualifiers *qualifiers;
    struct token alignment; /* alignas, until it is known what is in its parentheses */
    int depth;              /* of brackets in a list that moves; 0 outside of one */
    size_t list, place;     /* offsets: where it begins, and where it goes */
};

/* Follows each token of code, and of the directives on a line. |history| is of what |token| is in.
 */
void attributes_follow(struct attributes *attributes, const struct token *token,
                       const struct history *history);

/* ---- pragma.c ---- */

/* With |source| and |edits| set, zeroed otherwise. */
struct pragmas {
    const char *source;
    struct edits *edits;
    bool open; /* the macro that is being read is a pragma from here on */
};

/* Follows each token of a #define. */
void pragmas_follow(struct pragmas *pragmas, const struct token *token,
                    const struct history *history);

/* The line ends with |last|. */
void pragmas_end_line(struct pragmas *pragmas, const struct token *last);

/* ---- builtin.c ---- */

/* With |source| and |edits| set, zeroed otherwise. */
struct builtins {
    const char *source;
    struct edits *edits;
    int parentheses; /* open in this statement */
    bool pending;    /* |token| is used whole if the next one allows it */
    struct token token;
};

/* Follows each token of code. |body|: it is in the body of a function of the device. */
void builtins_follow(struct builtins *builtins, const struct token *token,
                     const struct history *history, bool body);

/* ---- guard.c ---- */

struct branches;
enum { GUARD_TOKENS = 8 };

/* With |source|, |size| and |edits| set, zeroed otherwise. */
struct guards {
    const char *source;
    size_t size; /* of |source|, which need not end in a NUL */
    struct edits *edits;
    bool searched, host_branch;

    struct token asked[GUARD_TOKENS]; /* __CUDA_ARCH__ on the line that is being read */
    unsigned asked_count;

    /* The branch that may be shared. */
    bool open;
    struct token branch[GUARD_TOKENS];
    unsigned branch_count;
    int level, functions;

    /* Its declaration that is being read. */
    bool device, host, function, assigned;
    int depth;
};

/* Takes a token of a directive. */
void guards_directive(struct guards *guards, const struct token *token);

/* A directive begins; or is complete, and |branches| know it. |members|: declarations here belong
 * to a class or a namespace. */
void guards_begin_line(struct guards *guards, enum directive directive, struct branches *branches);
void guards_end_line(struct guards *guards, enum directive directive, bool members,
                     const struct branches *branches);

/* Follows a token of code while a branch is |open|. */
void guards_follow(struct guards *guards, const struct token *token, const struct history *history);

/* ---- nvcc.c ---- */

struct includes;

/* With the first three set, zeroed otherwise. */
struct nvcc {
    const char *source;
    struct edits *edits;
    const struct qualifiers *qualifiers;

    struct token asked[GUARD_TOKENS]; /* __NVCC__ on the line that is being read */
    unsigned asked_count;

    /* The branch that may be shared, until code is in it. */
    bool open;
    struct token branch[GUARD_TOKENS];
    unsigned branch_count;
    int level, headers;
    struct symbols defined, undefined; /* macros */
    bool waits;                        /* for the #endif: what the #else defines matters */
    struct symbols otherwise;          /* macros that it defines */
};

void nvcc_free(struct nvcc *nvcc);

/* Takes a token of a directive. |history| is of its line. */
void nvcc_directive(struct nvcc *nvcc, const struct token *token, const struct history *history,
                    const struct includes *includes);

/* A directive begins; or is complete, and |branches| know it. */
void nvcc_begin_line(struct nvcc *nvcc, enum directive directive, struct branches *branches);
void nvcc_end_line(struct nvcc *nvcc, enum directive directive, const struct branches *branches);

/* ---- host_header.c ---- */

/* With |source| and |edits| set, zeroed otherwise. */
struct host_headers {
    const char *source;
    struct edits *edits;

    struct token asked; /* __CUDA_ARCH__ on the line that is being read */
    int asks;           /* in all conditions of the file */

    bool open;    /* a branch is, and has nothing but headers */
    int included; /* by it */

    struct token branches[GUARD_TOKENS]; /* the __CUDA_ARCH__ of those that both passes may have */
    int count;
};

/* Takes a token of a directive. */
void host_headers_directive(struct host_headers *headers, const struct token *token);

/* A directive begins; or is complete, and |branches| know it. */
void host_headers_begin_line(struct host_headers *headers, enum directive directive);
void host_headers_end_line(struct host_headers *headers, enum directive directive,
                           const struct branches *branches);

/* The file ends: changes the conditions. */
void host_headers_settle(struct host_headers *headers);

/* ---- empty.c ---- */

/* With |source| and |edits| set, zeroed otherwise. */
struct empty_templates {
    const char *source;
    struct edits *edits;
    struct empty_head {
        int state;    /* how far the head of a template is read; 0 outside of one */
        int depth;    /* of brackets in its parameters or arguments */
        bool pack;    /* among its parameters */
        size_t place; /* offset of "void" */
        int names;    /* behind it */
        struct token name;
    } head;
    struct empty_head *items; /* of definitions */
    size_t count;
    struct symbols declared; /* without a body */
};

void empty_templates_free(struct empty_templates *empty);

/* Follows each token of code. |space|: declarations are a namespace's. */
void empty_templates_follow(struct empty_templates *empty, const struct token *token,
                            const struct history *history, bool space);

/* All declarations are in: adds the word. */
void empty_templates_settle(struct empty_templates *empty);

/* ---- bounds.c ---- */

/* With |source| and |edits| set, zeroed otherwise. */
struct bounds {
    const char *source;
    struct edits *edits;
    struct symbols packs;         /* names behind "..." */
    bool is_static, is_constexpr; /* the declaration so far */
    struct token bracket;         /* the ']' of the array that is being declared */
    int depth;                    /* of brackets in its list; 0 outside of one */
    int count;                    /* of elements, without expansions */
    struct buf packs_of_list;     /* " + sizeof...(X)" for each that is */
    int tokens;                   /* of the element so far */
    bool plain, expands;          /* it is a number; it ends with "..." */
    struct token pack;            /* the first pack in it */
};

/* Follows each token of code. |members|: declarations are members of what is open. */
void bounds_follow(struct bounds *bounds, const struct token *token, const struct history *history,
                   bool members);
void bounds_directive(struct bounds *bounds);
void bounds_free(struct bounds *bounds);

/* ---- tag.c ---- */

/* With |source| and |edits| set, zeroed otherwise. */
struct tags {
    const char *source;
    struct edits *edits;
    bool declared;      /* a type of CUDA's was declared, and has to be there now */
    struct symbols own; /* types that the file declares */
    bool pending, global, is_friend;
    struct token key, name; /* struct, and what follows it */
};

/* Follows each token of code. |global|: it is in no namespace, class or function. */
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

/* With |source| and |options| set, zeroed otherwise. */
struct qualifiers {
    const char *source;
    const struct hipify_options *options;
    struct symbols names; /* of macros of the file */
    unsigned *sets;       /* what each stands for; 0: not for qualifiers */
    size_t count;         /* of |sets| */
    struct symbols asked; /* what may be such a macro of another file */

    /* The definition that is being read. */
    int macro;
    bool open; /* it has only qualifiers so far */
    unsigned set;
    int parentheses; /* of its attributes */
};

void qualifiers_free(struct qualifiers *qualifiers);

/* Follows each token of a #define or #undef; and the line ends. */
void qualifiers_follow(struct qualifiers *qualifiers, const struct token *token,
                       const struct history *history);
void qualifiers_end_line(struct qualifiers *qualifiers);

/* The set that |token| of a declaration stands for, as a keyword or a macro of the file or of the
 * project; 0 for any other. */
unsigned qualifiers_of(struct qualifiers *qualifiers, const struct token *token);

/* Calls |visit| with the name by which files tell each other each of |set|, of the macro |name|:
 * "__device__::name". The set of those for which it is true. */
unsigned qualifiers_visit(unsigned set, const char *name,
                          bool (*visit)(void *context, const char *name), void *context);

/* ---- pass_macro.c ---- */

/* With the first three set, zeroed otherwise. */
struct pass_macros {
    const char *source;
    struct edits *edits;
    const struct qualifiers *qualifiers;
    struct token device; /* __device__ in the macro that is being read */
};

/* Follows each token of a #define. */
void pass_macros_follow(struct pass_macros *macros, const struct token *token);

/* The line ends, and |qualifiers| do not know it yet. */
void pass_macros_end_line(struct pass_macros *macros, const struct branches *branches);

/* ---- specialization.c ---- */

/* Qualifiers side by side in a head, of which one is a macro. */
struct qualifier_text {
    size_t begin, end; /* offsets */
    unsigned set;
    bool macro;
};

/* A function template or a specialization of one. */
struct template_function {
    int name;
    size_t place;     /* offset where its qualifiers may be */
    unsigned targets; /* that it is marked for */
    struct qualifier_text text;
    bool special;
    bool bodiless; /* it is only declared */
};

/* With the first three set, zeroed otherwise. */
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
        TEMPLATES_ARGUMENTS, /* of an attribute or the like in a head */
        TEMPLATES_FUNCTION,  /* behind the '(' of one that was added */
    } state;
    int angles, parentheses, brackets;
    bool begins, empty; /* the last token began the parameters; there are none */
    bool is_friend;     /* what is read is a friend without template <...> */
    size_t place;
    unsigned targets;
    struct qualifier_text text;
    struct token name; /* of what has template arguments in the head */
};

void templates_free(struct templates *templates);

/* Follows each token of code. */
void templates_follow(struct templates *templates, const struct token *token,
                      const struct history *history);

/* All functions are in: adds the qualifiers that clang wants. */
void templates_settle(struct templates *templates);

/* ---- member_call.c ---- */

enum { MEMBER_CALLS_OPEN = 8 };

/* With the first three set, zeroed otherwise. */
struct member_calls {
    const char *source;
    struct edits *edits;
    const struct hipify_options *options;
    struct symbols templates; /* the device's member function templates */
    struct symbols data;      /* data members, and what looks like them */
    bool in_class;            /* the last token was a declaration's of a class */
    struct token *items;      /* names that are called with arguments of a template */
    size_t count;
    struct member_call {
        struct token name;
        int angles, brackets;
    } open[MEMBER_CALLS_OPEN]; /* whose arguments are being read */
    int open_count;
};

void member_calls_free(struct member_calls *calls);

/* A class declares such a template, whose name is at |offset|. */
void member_calls_declare(struct member_calls *calls, size_t offset, size_t size);

/* Follows each token of code. |in_class|: declarations here are members of a class. */
void member_calls_follow(struct member_calls *calls, const struct token *token,
                         const struct history *history, bool in_class, bool in_template);

/* See members_visit(). */
void member_calls_visit(const struct member_calls *calls,
                        void (*visit)(void *context, const char *name, bool declared),
                        void *context);

/* All templates are in: adds the word that clang wants. */
void member_calls_settle(struct member_calls *calls);

/* ---- member.c ---- */

/* A function that a class declares, or that is defined outside of one. */
struct member_function {
    char *name;       /* S::f */
    size_t place;     /* offset where its qualifiers may be */
    unsigned targets; /* that it is marked for */
    bool defined;
};

enum { MEMBER_TOKENS = 4 };

/* With the first four set, zeroed otherwise. */
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
        MEMBERS_PARAMETERS, /* template <...> */
        MEMBERS_OPERATOR,   /* behind that word */
        MEMBERS_OVER,       /* the rest does not matter */
    } state;
    bool is_template;
    int angles, brackets;
    size_t place;
    unsigned targets;
    bool literal;           /* __device__ is spelled out */
    bool destructs;         /* what is read may be the empty body of a destructor */
    const char *class_name; /* around it; NULL if it is in no class */
    size_t class_size;
    struct member_token {
        uint32_t offset, size;
        int punctuator;
    } tokens[MEMBER_TOKENS]; /* the last ones outside of brackets */
    int count;
};

void members_free(struct members *members);

/* Follows each token of code. |class_name|: of the class around it, or NULL. |declares|: it is in
 * no function body and in no parentheses. */
void members_follow(struct members *members, const struct token *token,
                    const struct history *history, const struct symbol *class_name, bool declares);

/* Calls |visit| with what files tell each other of them, and ask each other. */
void members_visit(const struct members *members,
                   void (*visit)(void *context, const char *name, bool declared), void *context);

/* All functions are in: adds the qualifiers that clang wants. */
void members_settle(struct members *members);

/* ---- include.c ---- */

/* A header that was included where |depth| conditionals were open. */
struct included {
    char *header;
    int depth;
};

/* Zeroed but for the first five before a file. */
struct includes {
    const char *source;
    size_t size;
    const struct hipify_options *options;
    struct hipify_report *report;
    struct edits *edits;

    int depth;             /* of conditionals */
    struct included *seen; /* in this branch and those around it; |depth| never falls */
    size_t seen_count;
    bool project; /* the file includes a header of the project */
    bool cub;     /* and one of CUDA's CUB, where it may be compiled */
};

void includes_free(struct includes *includes);

/* Follows the '#' of each directive. */
void includes_follow_directive(struct includes *includes, enum directive directive);

/* Takes in |token|, a header name; |history| is of its line. |compiled|: the line may be. */
void includes_add(struct includes *includes, const struct token *token,
                  const struct history *history, bool compiled);

/* Whether |token|, a header name, is a header of CUDA that HIP or kbuild has. */
bool includes_has(const struct includes *includes, const struct token *token);

/* The size of the lines in front, with their newlines, that |source| has from an earlier
 * translation; 0 when it is not a translation. A byte-order mark before them counts. */
size_t prefix_find(const char *source, size_t size);

/* Appends the lines in front of a translation of |source| to |out|, with its byte-order mark and
 * its kind of newline. |ptx|: it calls functions of kbuild/ptx.h. |names|: it has macros that build
 * names of CUDA's. */
void prefix_write(const struct hipify_options *options, const char *source, size_t size, bool ptx,
                  bool names, struct buf *out);

/* The size of the byte-order mark of |source|: 3 or 0. */
size_t bom_size(const char *source, size_t size);

#endif
