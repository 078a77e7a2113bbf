"""The stubs tell of each name that the modules have, and of no other."""
import ast
import os
import unittest

import krt


def public(names):
    return {name for name in names if not name.startswith("_")}


def stub(name):
    with open(os.path.join(os.path.dirname(krt.__file__), name), encoding="utf-8") as file:
        return {one.name: one for one in ast.parse(file.read()).body if isinstance(one, (ast.ClassDef, ast.FunctionDef))}


def members(one):
    """The names in the body of a class."""
    return public(each.name if isinstance(each, ast.FunctionDef) else each.target.id for each in one.body
                  if isinstance(each, (ast.FunctionDef, ast.AnnAssign)))


class Stubs(unittest.TestCase):
    def compare(self, module, found):
        self.assertEqual(public(module.__all__), set(found) - {"Buffer"} | ({"ops"} & set(module.__all__)))
        for name, one in found.items():
            if isinstance(one, ast.ClassDef) and name != "Buffer":
                own = public(vars(getattr(module, name)))
                inherited = {"add_note", "args", "with_traceback"} | public(dir(tuple))
                self.assertEqual(members(one), own - inherited - {"krt"} | members(one) & {"status"}, name)

    def test_krt(self):
        self.compare(krt, stub("__init__.pyi"))

    def test_ops(self):
        self.compare(krt.ops, stub("ops.pyi"))

    def test_documented(self):
        """Each class and each method of more than one word has a text for help()."""
        for name in krt.__all__:
            self.assertTrue(getattr(krt, name).__doc__, name)
        for name, one in vars(krt.ops.Ops).items():
            if not name.startswith("_"):
                self.assertTrue(one.__doc__.startswith(f"{name}(stream, "), name)


if __name__ == "__main__":
    unittest.main()
