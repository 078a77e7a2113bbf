#!/usr/bin/env python3
"""Fails when generate.py would decide otherwise on an entry of ../mapping/*.def.

It decides on each entry again, from the lists beside it. It takes HIP's names, and what kbuild's
headers define, from the tables themselves, so that it needs no headers and no compiler.
"""
import os
import re
import sys

import generate

FORMS = [
    (r"RENAME\(([\w:]+), (\w+), (\w+), (\d+)\)", ("name", "hip", "kind", "since")),
    (r"KEEP_OR\(([\w:]+), (\w+), (\w+), (\d+)\)", ("name", "hip", "kind", "since")),
    (r"KEEP_OVER\(([\w:]+), (\w+), (\w+), (\d+)\)", ("name", "hip", "kind", "since")),
    (r"KEEP\(([\w:]+), (\w+)\)", ("name", "kind")),
    (r"SAME_SINCE\(([\w:]+), (\w+), (\d+)\)", ("name", "kind", "since")),
    (r"SAME\(([\w:]+), (\w+)\)", ("name", "kind")),
    (r"UNSUPPORTED\(([\w:]+), (\w+), (\w+)\)", ("name", "kind", "reason")),
]


def read_entry(line, api):
    for form, fields in FORMS:
        found = re.fullmatch(form, line)
        if found:
            values = dict(zip(fields, found.groups()))
            status = line.partition("(")[0].replace("_SINCE", "").replace("_OR", "")
            return generate.Entry(values["name"], status, values["kind"], api, values.get("hip"),
                                  int(values.get("since", 0)), values.get("reason"))
    raise SystemExit("no entry of generate.py's form: " + line)


def read_tables():
    for file, _, _ in generate.FILES:
        api = None
        with open(os.path.join(generate.TABLES, file + ".def")) as opened:
            for line in opened.read().splitlines():
                if line.startswith("#define MAPPING_API MAPPING_"):
                    api = line.rpartition("MAPPING_")[2]
                elif not line.startswith(("#", "/*")):
                    yield read_entry(line, api)


class KnownHip(generate.Hip):
    """HIP's names as far as the tables have them."""

    def __init__(self, entries):
        super().__init__({}, [])
        self.known = {}
        for entry in entries:
            name = entry.hip or (entry.name.split("::")[-1] if entry.status == "SAME" else None)
            if name and entry.api in generate.FOLDERS:
                key = tuple(generate.FOLDERS[entry.api])
                self.known.setdefault(key, {})[name] = entry.since

    def names(self, api):
        return set(self.known.get(tuple(generate.FOLDERS[api]), {}))

    def since(self, name, api):
        return self.known.get(tuple(generate.FOLDERS[api]), {}).get(name)


def main():
    entries = list(read_tables())
    generator = generate.Generator(KnownHip(entries), device=set())
    generator.ours |= {entry.name for entry in entries
                       if entry.status in ("KEEP", "KEEP_OVER") and generate.is_probed(entry.kind, entry.api)}
    wrong = 0
    for entry in entries:
        again = generator.settle(entry.name, entry.kind, entry.api)
        if again != entry:
            wrong += 1
            print("the tables have    %s\ngenerate.py writes %s" %
                  (generate.entry_line(entry), generate.entry_line(again)))
    print("%d entries, %d otherwise" % (len(entries), wrong))
    return 1 if wrong or len(entries) < 5000 else 0


if __name__ == "__main__":
    sys.exit(main())
