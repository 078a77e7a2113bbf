#!/bin/sh
# The Python package gguf does not keep all metadata that the format has. gguf-new-metadata, which copies a file to change a key,
#   makes [1, 2, 3] of the nested array [[1, 2], [3]], and says nothing: GGUFReader has the nesting in "types" alone;
#   fails on an empty array ("Invalid GGUF metadata array. Empty array") and leaves no copy: GGUFReader forgets the type of the
#   elements, and GGUFWriter leaves out empty arrays and strings that it is given, so that "" becomes a key that is not there.
# ggml's C library writes and reads empty arrays and strings. It refuses files with nested arrays, which the format allows and
# GGUFWriter writes. Needs python3 with pip, and the network. Exits with 0 while this is so.
set -eu
top=$(mktemp -d)
trap 'rm -rf "$top"' EXIT
cd "$top"
python3 -m pip install -q --root-user-action=ignore --target site gguf==0.19.0 numpy==2.2.6
export PYTHONPATH="$top/site"
cat >files.py <<'PY'
import struct
import gguf


def keys(path):
    fields = gguf.GGUFReader(path).fields
    return {name: field.contents() for name, field in fields.items() if not name.startswith(("GGUF.", "general."))}


def string(text):
    return struct.pack("<Q", len(text)) + text


print("gguf", __import__("importlib.metadata").metadata.version("gguf"))
writer = gguf.GGUFWriter("nested.gguf", "llama")
writer.add_array("list", [[1, 2], [3]])
writer.add_array("empty_list", [])
writer.add_string("empty_string", "")
writer.add_uint32("number", 7)
writer.write_header_to_file()
writer.write_kv_data_to_file()
writer.close()
data = open("nested.gguf", "rb").read()
nested = struct.pack("<IIQ", 9, 9, 2) + struct.pack("<IQii", 5, 2, 1, 2) + struct.pack("<IQi", 5, 1, 3)
assert string(b"list") + nested in data  # an array of two arrays of i32
print("GGUFWriter was given list, empty_list, empty_string, number; it wrote", keys("nested.gguf"))
assert keys("nested.gguf") == {"list": [1, 2, 3], "number": 7}

with open("empty.gguf", "wb") as file:  # version 3, no tensors, two keys
    file.write(b"GGUF" + struct.pack("<IQQ", 3, 0, 2))
    file.write(string(b"general.architecture") + struct.pack("<I", 8) + string(b"llama"))
    file.write(string(b"list") + struct.pack("<IIQ", 9, 4, 0))  # no elements of u32
field = gguf.GGUFReader("empty.gguf").fields["list"]
print("an empty array of u32:", field.contents(), field.types)
assert field.contents() == [] and field.types == [gguf.GGUFValueType.ARRAY]
PY
python3 files.py
copy() { python3 -c 'from gguf.scripts.gguf_new_metadata import main; main()' --general-name name "$1" copy.gguf >log 2>&1; }
copy nested.gguf
cat >show.py <<'PY'
import gguf

field = gguf.GGUFReader("copy.gguf").fields["list"]
print("copied:", field.contents(), field.types)
PY
python3 show.py | tee copied
grep -qF '[1, 2, 3] [<GGUFValueType.ARRAY: 9>, <GGUFValueType.INT32: 5>]' copied
rm copy.gguf
if copy empty.gguf; then exit 1; fi
grep -F 'ValueError: Invalid GGUF metadata array. Empty array' log
echo "as described"
