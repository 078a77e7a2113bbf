#!/bin/sh
# libclang shows no base classes of an instance of a class template. A tool that computes layouts or lists members through
# clang_visitChildren() sees the fields of `derived<int>` itself, and its size, but nothing of the base's 4 bytes at offset 0. The
# cursor of a class that is not an instance shows its bases. So members of such a type cannot be told to be complete, except
# by comparing their places with the size. (LLVM: CursorVisitor::VisitClassTemplateSpecializationDecl() visits no body.)
# Needs python3-venv and PyPI. Exits with 0 while this is so.
set -eu
top=$(mktemp -d)
trap 'rm -rf "$top"' EXIT
python3 -m venv "$top/venv"
"$top/venv/bin/pip" -q install libclang==18.1.1
cat >"$top/show.py" <<'PY'
import clang.cindex as c

SOURCE = """
template <class T> struct base { T first; };
template <class T> struct derived : base<T> { T second; };
struct plain : base<int> { int second; };
template struct derived<char>;
derived<int> implicit;
derived<char> explicit_;
plain whole;
"""
unit = c.Index.create().parse("a.cpp", args=["-std=c++17"], unsaved_files=[("a.cpp", SOURCE)])
for cursor in unit.cursor.get_children():
    if cursor.kind == c.CursorKind.VAR_DECL:
        type = cursor.type.get_canonical()
        children = type.get_declaration().get_children()
        bases = [one.spelling for one in children if one.kind == c.CursorKind.CXX_BASE_SPECIFIER]
        fields = [(one.spelling, one.get_field_offsetof() // 8) for one in type.get_fields()]
        print(cursor.type.spelling, "has", type.get_size(), "bytes, bases", bases, "fields", fields)
PY
cat >"$top/wanted" <<'EOT'
derived<int> has 8 bytes, bases [] fields [('second', 4)]
derived<char> has 2 bytes, bases [] fields [('second', 1)]
plain has 8 bytes, bases ['base<int>'] fields [('second', 4)]
EOT
echo "libclang 18.1.1 (PyPI):"
"$top/venv/bin/python" "$top/show.py" | tee "$top/seen"
diff "$top/wanted" "$top/seen" && echo "as described"
