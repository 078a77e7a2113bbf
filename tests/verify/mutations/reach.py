"""Which kernels of a module a change reaches, and a module of a few kernels.

A module is LLVM's IR as text, as the compiler writes it before its first pass. A function is as it was if its text is, apart from
the numbers of attributes and metadata. A kernel is reached if it, or what it calls or reads, is not as it was.
"""

import re

NAME = re.compile(r'@("[^"]*"|[-\w$.]+)')
ATTRIBUTES = re.compile(r"^attributes (#\d+) = (\{.*\})$", re.M)
NUMBER = re.compile(r"#\d+|!\d+")


class Module:
    def __init__(self, ir):
        """What has a name: its text, and for a function also its attributes."""
        self.attributes = dict(ATTRIBUTES.findall(ir))
        self.parts, self.kernels = {}, set()
        for part in re.findall(r"^define .*?^\}|^@.*?$", ir, re.M | re.S):
            name = NAME.search(part).group(1)
            self.parts[name] = part
            if part.startswith("define") and "amdgpu_kernel" in part.split("@")[0]:
                self.kernels.add(name)
        self.users = None

    def plain(self, name):
        return NUMBER.sub(lambda match: self.attributes.get(match.group(0), "!"), self.parts[name])

    def users_of(self, names):
        """All that depends on one of the names, and the names."""
        if self.users is None:
            self.users = {}
            for name, part in self.parts.items():
                for used in set(NAME.findall(part)):
                    self.users.setdefault(used, set()).add(name)
        found, todo = set(), list(names)
        while todo:
            name = todo.pop()
            if name not in found:
                found.add(name)
                todo.extend(self.users.get(name, ()))
        return found

    def reached(self, other):
        """The kernels that are not as they were in this module. A function that only the other module has is called by one that
        has changed."""
        quick = self.attributes == other.attributes # then equal texts need not be written out
        changed = [name for name in self.parts if name not in other.parts or
                   (not (quick and self.parts[name] == other.parts[name]) and self.plain(name) != other.plain(name))]
        return sorted(self.users_of(changed) & self.kernels)
