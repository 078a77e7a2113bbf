#!/usr/bin/env python3
"""Writes krt/src/sys.rs: the declarations of the headers of libkrt, libkrt_ops and libkir, in Rust.

bindings.py runtime/include/krt runtime/kir/include/kir >krt/src/sys.rs

It reads the C of these headers and nothing else: structs, enums, numeric macros and prototypes. Anything else is an
error, so that no declaration is lost.
"""
import os
import re
import sys

# The headers, with the library that has the functions.
HEADERS = {"krt.h": "krt", "graph.h": "krt", "ops.h": "krt_ops", "storage.h": "krt_ops", "fused.h": "krt_ops",
           "custom.h": "krt_ops", "gguf.h": "krt_ops", "kir.h": "kir"}
LINKS = {"krt": '#[link(name = "krt")]', "krt_ops": '#[cfg(feature = "ops")]\n#[link(name = "krt_ops")]',
         "kir": '#[cfg(feature = "kir")]\n#[link(name = "kir", kind = "static")]\n#[link(name = "m")]'}
NUMBERS = {"void": "c_void", "char": "c_char", "bool": "bool", "float": "f32", "double": "f64", "size_t": "usize",
           "unsigned char": "u8", "unsigned": "u32", "int": "i32", "FILE": "c_void", **{f"{c}int{n}_t": f"{r}{n}" for c, r in (("", "i"), ("u", "u")) for n in (8, 16, 32, 64)}}
WORDS = {"in", "type", "ref", "as", "mod", "move", "where"}


def plain(text):
    """The declarations of a header, without comments, directives and what is for C++ or inline."""
    text = re.sub(r"/\*.*?\*/", " ", text, flags=re.S)
    text = re.sub(r"static inline [^{]*\{[^}]*\}", " ", text)
    text = text.replace('extern "C" {', " ")
    return re.sub(r"\n#ifdef __cplusplus\n\}\n#endif", "\n", text)


def word(name):
    return name + "_" if name in WORDS else name


def declarators(text):
    """'const char *const *a, *b[2]' gives pairs of name and Rust type."""
    match = re.match(r"((?:const )?)((?:struct |enum )?(?:unsigned char|\w+))\s*(.*)$", text.strip(), re.S)
    is_const, base, rest = bool(match[1]), match[2].strip(), match[3]
    base = NUMBERS.get(base, base.split()[-1])
    for declarator in rest.split(","):
        kind, pointee_is_const = base, is_const
        match = re.match(r"((?:\*\s*(?:const)?\s*)*)(\w*)((?:\[\w+\])*)$", declarator.strip())
        if not match:
            sys.exit(f"bindings.py: not understood: {text}")
        for star in re.findall(r"\*\s*(?:const)?", match[1]):
            kind = f"*{'const' if pointee_is_const else 'mut'} {kind}"
            pointee_is_const = "const" in star
        for size in reversed(re.findall(r"\[(\w+)\]", match[3])):
            kind = f"[{kind}; {size}{'' if size.isdigit() else ' as usize'}]"
        yield word(match[2]), kind


def callback(result, arguments):
    return f"Option<unsafe extern \"C\" fn({parameters(arguments)}){returned(result)}>"


def fields(body):
    """The members of a struct or union, as lines. An inner union becomes a type of its own."""
    lines = []
    for member in filter(None, (member.strip() for member in body.split(";"))):
        match = re.match(r"(\w+) \(\*(\w+)\)\(([^)]*)\)$", member)
        pairs = [(word(match[2]), callback(match[1], match[3]))] if match else declarators(member)
        lines += [f"    pub {name}: {kind},\n" for name, kind in pairs]
    return lines


def aggregate(kind, name, body):
    return f"#[repr(C)]\n#[derive(Clone, Copy)]\npub {kind} {name} {{\n{''.join(fields(body))}}}\n"


def structure(name, body):
    if body is None:
        return f"#[repr(C)]\npub struct {name} {{\n    private: [u8; 0],\n}}\n"
    inner = re.search(r"union \{([^}]*)\} ?(\w*);", body)
    if not inner:
        return aggregate("struct", name, body)
    member = inner[2] or "value"  # which has no name in C
    union = f"{name}_{member}"
    body = body.replace(inner[0], f"struct {union} {member if member not in WORDS else member + '_'};")
    return aggregate("union", union, inner[1]) + aggregate("struct", name, body)


def enumeration(name, body):
    out, value = f"pub type {name} = u32;\n" if name else "", 0
    for item in filter(None, (item.strip() for item in body.split(","))):
        label, _, number = (part.strip() for part in item.partition("="))
        base, _, shift = number.partition("<<")
        value = int(base) << int(shift or 0) if number else value
        out += f"pub const {label}: u32 = {value};\n"
        value += 1
    return out


def parameters(arguments):
    arguments = "" if arguments == "void" else arguments
    pairs = [pair for argument in arguments.split(",") if argument for pair in declarators(argument)]
    pairs = [(name, re.sub(r"^\[(\w+); \d+\]$", r"*const \1", kind)) for name, kind in pairs]  # of const arrays
    return ", ".join(f"{name}: {re.sub('^[*]mut krt_gguf_produce$', 'krt_gguf_produce', kind)}" for name, kind in pairs)


def returned(result_type):
    ((_, result),) = declarators(result_type + " result")
    return "" if result == "c_void" else " -> " + result


def function(result_type, name, arguments):
    return f"    pub fn {name}({parameters(arguments)}){returned(result_type)};\n"


RULES = [
    (re.compile(r"#define (K(?:RT|IR)_\w+) (\d+)\n"), lambda m: f"pub const {m[1]}: u32 = {m[2]};\n"),
    (re.compile(r"#define (K(?:RT|IR)_\w+) UINT32_MAX\n"), lambda m: f"pub const {m[1]}: u32 = u32::MAX;\n"),
    (re.compile(r"#[^\n]*(?:\\\n[^\n]*)*\n"), lambda m: ""),
    (re.compile(r"(?:typedef )?enum (\w* ?)\{([^}]*)\}(?: \w+)?;"), lambda m: enumeration(m[1].strip(), m[2])),
    (re.compile(r"typedef (\w+) (\w+);"), lambda m: f"pub type {m[2]} = {NUMBERS[m[1]]};\n"),
    (re.compile(r"typedef (\w+) (\w+)\(([^)]*)\);"), lambda m: f"pub type {m[2]} = {callback(m[1], m[3])};\n"),
    (re.compile(r"struct (\w+);"), lambda m: structure(m[1], None)),
    (re.compile(r"struct (\w+) \{((?:[^{}]|\{[^}]*\})*)\};"), lambda m: structure(m[1], m[2])),
    (re.compile(r"((?:const )?(?:struct |enum )?\w+ \*?)(\w+)\(([^)]*)\);"), lambda m: ("function", function(m[1], m[2], m[3]))),
]


def translate(text):
    types, functions = [], []
    while text := text.lstrip():
        for rule, write in RULES:
            match = rule.match(text)
            if match:
                break
        else:
            sys.exit(f"bindings.py: not understood: {text[:80]}")
        text = text[match.end():]
        result = write(match)
        if isinstance(result, tuple):
            functions.append(result[1])
        elif result:
            types.append(result)
    return types, functions


def main():
    print("//! The C interface, which the headers in krt/ and kir/ document. Written by bindings.py; do not edit.")
    print("#![allow(non_camel_case_types, missing_docs)]\nuse std::ffi::c_void;\nuse std::os::raw::c_char;\n")
    for header, library in HEADERS.items():
        with open(os.path.join(sys.argv[2 if library == "kir" else 1], header), encoding="utf-8") as file:
            types, functions = translate(plain(file.read()))
        print("".join(types))
        print(f'{LINKS[library]}\nextern "C" {{\n{"".join(functions)}}}\n')


main()
