# Only the types and prototypes of libclang's C interface are taken from its headers, of any version
# from 15 on; the library is loaded when it is needed.
file(GLOB llvm_prefixes /usr/lib/llvm-* /opt/rocm/llvm)
list(FILTER llvm_prefixes EXCLUDE REGEX "llvm-([0-9]|1[0-4])$")
list(SORT llvm_prefixes COMPARE NATURAL)
find_path(CLANG_C_INCLUDE_DIR clang-c/Index.h HINTS ${llvm_prefixes} PATH_SUFFIXES include
          NO_DEFAULT_PATH)
find_path(CLANG_C_INCLUDE_DIR clang-c/Index.h)
if(NOT CLANG_C_INCLUDE_DIR)
  message(FATAL_ERROR "clang-c/Index.h was not found: install libclang-15-dev (or a later one), "
                      "or set CLANG_C_INCLUDE_DIR")
endif()
target_include_directories(reflect SYSTEM PRIVATE ${CLANG_C_INCLUDE_DIR})
