#!/usr/bin/env python3
"""Fails when the tables in ../mapping lack a name of the CUDA headers that are installed.

    check.py --cuda /usr/local/cuda

Headers newer than the tables may have names that they lack: run generate.py with them.
"""
import argparse
import os
import re
import sys

import collect
import generate


def known_names():
    names = set()
    for file in os.listdir(generate.TABLES):
        with open(os.path.join(generate.TABLES, file)) as opened:
            names.update(re.findall(r"^[A-Z_]+\(([\w:]+)", opened.read(), re.M))
    return names


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cuda", default="/usr/local/cuda")
    names = generate.public_names(os.path.join(parser.parse_args().cuda, "include"))
    if len(names) < 5000:
        print("only %d names found; does clang read the headers?" % len(names))
        return 1
    missing = sorted(set(names) - known_names())
    for name in missing[:40]:
        print("no table has " + name)
    print("%d names, %d missing" % (len(names), len(missing)))
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
