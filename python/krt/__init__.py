"""libkrt for Python: devices, streams, arrays, and launches of GPU kernels."""
from krt._krt import (
    Array, Device, Error, Event, Fusion, Gguf, Graph, HostArray, Kernel, LaunchConfig, Module, Operation, Package,
    Stream, from_dlpack,
)
from krt import ops

__all__ = ["Array", "Device", "Error", "Event", "Fusion", "Gguf", "Graph", "HostArray", "Kernel", "LaunchConfig", "Module",
           "Operation", "Package", "Stream", "from_dlpack", "ops"]
