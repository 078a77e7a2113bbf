"""libkrt for Python: devices, streams, arrays, and launches of GPU kernels."""
from krt._krt import (
    Array, Device, Error, Event, Fusion, Gguf, GgufWriter, Graph, HostArray, Kernel, Kir, LaunchConfig,
    Module, Operation, Package, Stream, from_dlpack,
)
from krt import ops

__all__ = ["Array", "Device", "Error", "Event", "Fusion", "Gguf", "GgufWriter", "Graph", "HostArray", "Kernel", "Kir",
           "LaunchConfig", "Module", "Operation", "Package", "Stream", "from_dlpack", "ops"]
