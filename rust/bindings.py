#!/usr/bin/env python3
"""Writes krt/src/sys.rs: the declarations of libkrt's and libkrt_ops' headers, in Rust.

bindings.py HEADER... >krt/src/sys.rs

It reads the C of these headers and nothing else: structs, enums, numeric macros and prototypes. Anything else is an
error, so that no declaration is lost.
"""
import re
import sys

NUMBERS = {"void": "c_void", "char": "c_char", "bool": "bool", "float": "f32", "double": "f64", "size_t": "usize",
           "unsigned char": "u8", **{f"{c}int{n}_t": f"{r}{n}" for c, r in (("", "i"), ("u", "u")) for n in (8, 16, 32, 64)}}
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


def fields(body):
    """The members of a struct or union, as lines. An inner union becomes a type of its own."""
    return [f"    pub {name}: {kind},\n" for member in body.split(";") if member.strip() for name, kind in declarators(member)]


def aggregate(kind, name, body):
    return f"#[repr(C)]\n#[derive(Clone, Copy)]\npub {kind} {name} {{\n{''.join(fields(body))}}}\n"


def structure(name, body):
    if body is None:
        return f"#[repr(C)]\npub struct {name} {{\n    private: [u8; 0],\n}}\n"
    inner = re.search(r"union \{([^}]*)\} (\w+);", body)
    if not inner:
        return aggregate("struct", name, body)
    union = f"{name}_{inner[2]}"
    body = body.replace(inner[0], f"struct {union} {inner[2]}_;")
    return aggregate("union", union, inner[1]) + aggregate("struct", name, body)


def enumeration(name, body):
    out, value = f"pub type {name} = u32;\n", 0
    for item in filter(None, (item.strip() for item in body.split(","))):
        label, _, number = (part.strip() for part in item.partition("="))
        value = int(number) if number else value
        out += f"pub const {label}: u32 = {value};\n"
        value += 1
    return out


def function(result_type, name, arguments):
    arguments = "" if arguments == "void" else arguments
    pairs = [pair for argument in arguments.split(",") if argument for pair in declarators(argument)]
    pairs = [(name, re.sub(r"^\[(\w+); \d+\]$", r"*const \1", kind)) for name, kind in pairs]  # of const arrays
    ((_, result),) = declarators(result_type + " result")
    parameters = ", ".join(f"{parameter}: {kind}" for parameter, kind in pairs)
    return f"    pub fn {name}({parameters}){'' if result == 'c_void' else ' -> ' + result};\n"


RULES = [
    (re.compile(r"#define (KRT_\w+) (\d+)\n"), lambda m: f"pub const {m[1]}: u32 = {m[2]};\n"),
    (re.compile(r"#[^\n]*(?:\\\n[^\n]*)*\n"), lambda m: ""),
    (re.compile(r"(?:typedef )?enum (\w+) \{([^}]*)\}(?: \w+)?;"), lambda m: enumeration(m[1], m[2])),
    (re.compile(r"struct (\w+);"), lambda m: structure(m[1], None)),
    (re.compile(r"struct (\w+) \{((?:[^{}]|\{[^}]*\})*)\};"), lambda m: structure(m[1], m[2])),
    (re.compile(r"((?:const )?(?:struct )?\w+ \*?)(\w+)\(([^)]*)\);"), lambda m: ("function", function(m[1], m[2], m[3]))),
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
    print("//! The C interface: krt/krt.h, krt/ops.h and krt/storage.h document it. Written by bindings.py; do not edit.")
    print("#![allow(non_camel_case_types, missing_docs)]\nuse std::ffi::c_void;\nuse std::os::raw::c_char;\n")
    for path in sys.argv[1:]:
        with open(path, encoding="utf-8") as file:
            types, functions = translate(plain(file.read()))
        library = "krt" if path.endswith("krt.h") else "krt_ops"
        gate = "" if library == "krt" else '#[cfg(feature = "ops")]\n'
        print("".join(types))
        print(f'{gate}#[link(name = "{library}")]\nextern "C" {{\n{"".join(functions)}}}\n')


main()
