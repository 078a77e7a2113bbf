#!/bin/sh
# replay.sh PROGRAM CORPUS: unpacks a corpus and gives each file of it to the entry of its fuzzer.
set -eu
inputs=$(mktemp -d)
trap 'rm -rf "$inputs"' EXIT
tar -C "$inputs" -xzf "$2"
"$1" "$inputs"
