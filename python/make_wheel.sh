#!/bin/sh
# Writes a wheel from a build and prints its path: make_wheel.sh BUILD VERSION OUTPUT
set -eu
here=$(cd "$(dirname "$0")" && pwd)
build=$1 version=$2 output=$3
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
cmake --install "$build" --strip --component Unspecified --prefix "$stage/prefix" >/dev/null
cmake --install "$build" --strip --component python --prefix "$stage" >/dev/null
"${PYTHON:-python3}" "$here/wheel.py" --version "$version" --stage "$stage" --licence "$here/../LICENSE" --output "$output"
