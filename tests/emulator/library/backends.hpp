// Where the kernels of generated/ run: a HIP library, or the emulator's machine without one.
#pragma once

#include "backend.hpp"

#include <map>

#include <memory>

// The modules "<family>.hsaco" of |directory|, through the HIP library |library| ("libhipemu.so", a
// path), on its device 0. Ends the process, saying why, when the library cannot be used.
std::unique_ptr<Backend> hip_backend(const std::string &library, const std::string &directory);

// The same modules on runtime/emulator/core itself, on an emulated |target|.
std::unique_ptr<Backend> machine_backend(const std::string &target, const std::string &directory);

// All bytes of a file. Ends the process with 77 when there is no such file.
Bytes file_bytes(const std::string &path);
