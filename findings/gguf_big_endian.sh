#!/bin/sh
# The Python package gguf writes and reads big-endian files in more than one way:
#   GGUFWriter(endianess=BIG) swaps the bytes of plain numbers alone; the scales of blocks (Q8_0, Q4_0) and BF16, which it gets as
#   bytes, stay little-endian in a file whose header says that it is big-endian. gguf-convert-endian swaps them: one model makes
#   two files, by the tool. Neither reports anything.
#   quants.dequantize() takes the data of a tensor of such a file, which GGUFReader has as a dtype ">f4" or ">f2", for numbers of
#   the host: -1 becomes 4.6e-41. The array itself has the right values.
# Needs python3 with pip, and the network; a little-endian machine. Exits with 0 while this is so.
set -eu
top=$(mktemp -d)
trap 'rm -rf "$top"' EXIT
cd "$top"
python3 -m pip install -q --root-user-action=ignore --target site gguf==0.19.0 numpy==2.2.6
cat >files.py <<'PY'
import numpy
import gguf
from gguf import GGMLQuantizationType as Type, GGUFEndian

numbers = numpy.linspace(-1, 1, 64, dtype=numpy.float32)


def write(path, endian):
    writer = gguf.GGUFWriter(path, "llama", endianess=endian)
    writer.add_tensor("f32", numbers)
    writer.add_tensor("f16", numbers.astype(numpy.float16))
    for type in (Type.Q8_0, Type.Q4_0, Type.BF16):
        writer.add_tensor(type.name, gguf.quants.quantize(numbers, type), raw_dtype=type)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


write("written.gguf", GGUFEndian.BIG)
write("converted.gguf", GGUFEndian.LITTLE)
PY
cat >compare.py <<'PY'
import warnings
import gguf

warnings.simplefilter("ignore")
written, converted = (gguf.GGUFReader(name + ".gguf") for name in ("written", "converted"))
assert written.endianess == converted.endianess == gguf.GGUFEndian.BIG
different = []
for one, other in zip(written.tensors, converted.tensors):
    first, second = (tensor.data.tobytes()[:2].hex() for tensor in (one, other))
    print(f"{one.name:5} written as {first}.., converted to {second}..")
    if one.data.tobytes() != other.data.tobytes():
        different.append(one.name)
    if one.name in ("f32", "f16"):
        read, dequantized = float(one.data[0]), float(gguf.quants.dequantize(one.data, one.tensor_type)[0])
        print(f"      GGUFReader: {read}, dequantize(): {dequantized}")
        assert read == -1 and 0 < dequantized < 1e-4
assert different == ["Q8_0", "Q4_0", "BF16"], different
PY
export PYTHONPATH="$top/site"
python3 -c 'import importlib.metadata as m; print("gguf", m.version("gguf"))'
python3 files.py
echo YES | python3 -c 'from gguf.scripts.gguf_convert_endian import main; main()' converted.gguf big >log 2>&1 ||
    { cat log; exit 1; }
python3 compare.py
echo "as described"
