"""The operations of krt/ops.h: Ops has a method for each."""
from collections import namedtuple  # typing.NamedTuple would be most of what `import krt` takes

from krt._krt import Ops, block_format, quantized_workspace

__all__ = ["Convolution", "Ops", "ProductOptions", "Quantized", "Random", "block_format", "quantized_workspace"]

Convolution = namedtuple("Convolution", "strides paddings dilations output_paddings groups padding is_transposed",
                         defaults=(1, 0, 1, 0, 1, "constant", False))
Convolution.__doc__ = "struct krt_convolution; pairs are of height and width."

ProductOptions = namedtuple("ProductOptions", "alpha beta bias activation precision",
                            defaults=(1.0, 0.0, None, "copy", "full"))
ProductOptions.__doc__ = "struct krt_product_options."

Quantized = namedtuple("Quantized", "data format rows columns experts", defaults=(1,))
Quantized.__doc__ = "struct krt_quantized: data is an array of bytes."


class Random:
    """struct krt_random: an operation adds to offset what it used."""
    __slots__ = ("seed", "sequence", "offset")

    def __init__(self, seed=0, sequence=0, offset=0):
        self.seed, self.sequence, self.offset = seed, sequence, offset
