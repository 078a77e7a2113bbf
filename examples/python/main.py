"""Steps of Collatz sequences, counted on a GPU, or on the emulator."""
import array
import sys

import krt
from generated import kernels

numbers = array.array("I", [1, 7, 27, 97, 871, 6171])
try:
    stream = krt.Device().stream
    start = stream.array(numbers)
    steps = stream.empty(len(numbers), "u32")
    kernels.collatz(stream, krt.LaunchConfig(1, 64), len(numbers), start, steps)
    print(steps.tolist())

    # An expression that becomes a kernel, when it runs for the first time.
    krt.Fusion("out = steps * factor")(stream, steps=steps, factor=stream.array(array.array("I", [10])), out=steps)
    print(steps.tolist())
except krt.Error as error:
    sys.exit(str(error))
