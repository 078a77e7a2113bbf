#!/bin/sh
# Writes a wheel from a build and prints its path: make_wheel.sh BUILD OUTPUT
set -eu
here=$(cd "$(dirname "$0")" && pwd)
build=$1 output=$2
version=$(sed -n 's/^CMAKE_PROJECT_VERSION:STATIC=//p' "$build/CMakeCache.txt")
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
cmake --install "$build" --strip --component Unspecified --prefix "$stage/prefix" >/dev/null
cmake --install "$build" --strip --component python --prefix "$stage" >/dev/null
[ -e "$stage/krt/_krt.abi3.so" ] || {
    echo "make_wheel.sh: $build has no python/: cmake says why" >&2
    exit 3
}
"${PYTHON:-python3}" "$here/wheel.py" --version "$version" --stage "$stage" --licence "$here/../LICENSE" --output "$output"
