"""The operations of krt/ops.h: Ops has a method for each."""
from typing import NamedTuple

from krt._krt import Ops

__all__ = ["Convolution", "Ops", "ProductOptions", "Quantized", "Random"]


class Convolution(NamedTuple):
    """struct krt_convolution."""
    strides: object = (1, 1)
    paddings: object = (0, 0)
    dilations: object = (1, 1)
    output_paddings: object = (0, 0)
    groups: int = 1
    padding: str = "constant"
    is_transposed: bool = False


class ProductOptions(NamedTuple):
    """struct krt_product_options."""
    alpha: float = 1.0
    beta: float = 0.0
    bias: object = None
    activation: str = "copy"
    precision: str = "full"


class Quantized(NamedTuple):
    """struct krt_quantized: data is an array of bytes."""
    data: object
    format: str
    rows: int
    columns: int
    experts: int = 1


class Random:
    """struct krt_random: an operation adds to offset what it used."""
    __slots__ = ("seed", "sequence", "offset")

    def __init__(self, seed=0, sequence=0, offset=0):
        self.seed, self.sequence, self.offset = seed, sequence, offset
