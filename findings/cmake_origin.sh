#!/bin/sh
# CMake 3.25, that of Debian 12, writes "$ORIGIN" of a link option (target_link_options(), INTERFACE_LINK_OPTIONS of an
# imported target) in two ways: with Makefiles the run path of the binary has "$$ORIGIN", with Ninja only "$". Neither is
# found at run time, and nothing reports it. CMake 3.31 writes "$ORIGIN". A response file, "@file", which the compiler reads
# itself, is right with both versions and generators: so an imported library can give its users a run path that survives
# `cmake --install`, which removes the run path of the build.
# Needs gcc, make, readelf and the network: CMake and ninja come from PyPI. Exits with 0 while this is so.
set -eu
top=$(mktemp -d)
trap 'rm -rf "$top"' EXIT
cd "$top"
python3 -m venv venv
venv/bin/pip install -q ninja==1.11.1.3
for version in 3.25.2 3.31.6; do
    python3 -m venv "$version"
    "$version/bin/pip" install -q "cmake==$version"
done
PATH=$top/venv/bin:$PATH
cat >CMakeLists.txt <<'CMAKE'
cmake_minimum_required(VERSION 3.20)
project(origin C)
file(WRITE ${CMAKE_BINARY_DIR}/options.rsp "-Wl,-rpath,$ORIGIN/../lib\n")
foreach(name option response)
  add_executable(${name} main.c)
endforeach()
target_link_options(option PRIVATE "LINKER:-rpath,$ORIGIN/../lib")
target_link_options(response PRIVATE "@${CMAKE_BINARY_DIR}/options.rsp")
CMAKE
echo 'int main(void) { return 0; }' >main.c
runpath() { readelf -d "$1" | sed -n 's/.*run\{0,1\}path: \[\(.*\)\]/\1/p'; }
for version in 3.25.2 3.31.6; do
    for generator in Ninja "Unix Makefiles"; do
        rm -rf build
        "$version/bin/cmake" -G "$generator" -S . -B build >log 2>&1
        "$version/bin/cmake" --build build >>log 2>&1
        for name in option response; do
            printf '%s %-15s %-9s %s\n' $version "$generator" $name "$(runpath build/$name)"
        done
        [ "$(runpath build/response)" = '$ORIGIN/../lib' ]
        case $version in
        3.25*) [ "$(runpath build/option)" != '$ORIGIN/../lib' ] ;;
        *) [ "$(runpath build/option)" = '$ORIGIN/../lib' ] ;;
        esac
    done
done
echo "as described"
