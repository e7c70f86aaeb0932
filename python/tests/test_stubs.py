"""The stubs name what the module has, with the same arguments and defaults, and nothing else."""

import ast
import inspect
import pathlib
import re
import unittest

import tabuleiro

STUBS = pathlib.Path(tabuleiro.__file__).with_name("__init__.pyi")
# What every class has, or only types need.
ASIDE = {"EveryInfo", "FinalInfo", "VectorInfo", "Action", "__hash__", "__eq__", "__str__", "__init__", "__error__"}


def arguments(function):
    """[(name, default as text or None)] of a stub's function, without self and **options."""
    args = function.args.args
    padding = [None] * (len(args) - len(function.args.defaults))
    defaults = padding + [ast.unparse(d) for d in function.args.defaults]
    return [(a.arg, d) for a, d in zip(args, defaults) if a.arg != "self"]


def compiled_arguments(function):
    """The same of a compiled function, from the first line of its docstring."""
    line = function.__doc__.splitlines()[0]
    inside = line[line.index("(") + 1 : line.rindex(") ->")]
    found = []
    depth, part = 0, ""
    for letter in inside + ",":
        depth += letter in "[(" and 1 or letter in "])" and -1 or 0
        if letter == "," and depth == 0:
            found.append(part.strip())
            part = ""
        else:
            part += letter
    result = []
    for text in found:
        name = re.match(r"\*{0,2}(\w+)", text)
        if not text or text.startswith("**") or name.group(1) in ("self", "arg0"):
            continue
        default = text.split(" = ", 1)[1] if " = " in text else None
        result.append((name.group(1), default))
    return result


class Stubs(unittest.TestCase):
    def setUp(self):
        self.tree = ast.parse(STUBS.read_text(encoding="utf-8"))

    def test_module(self):
        named = set()
        for node in self.tree.body:
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                named.add(node.name)
            elif isinstance(node, ast.AnnAssign):
                named.add(node.target.id)
        self.assertEqual(named - ASIDE, set(tabuleiro.__all__))

    def test_functions(self):
        for node in self.tree.body:
            if isinstance(node, ast.FunctionDef):
                with self.subTest(node.name):
                    self.assertEqual(
                        arguments(node), compiled_arguments(getattr(tabuleiro, node.name))
                    )

    def test_classes(self):
        compared = 0
        for node in self.tree.body:
            if not isinstance(node, ast.ClassDef) or node.name in ASIDE | {"Error"}:
                continue
            real = getattr(tabuleiro, node.name)
            members = {m.name: m for m in node.body if isinstance(m, ast.FunctionDef)}
            public = {
                name
                for name, value in vars(real).items()
                if not name.startswith("_") or name in ("__len__", "__copy__", "__deepcopy__")
            }
            self.assertEqual(set(members) - ASIDE, public, node.name)
            for name, member in members.items():
                with self.subTest(f"{node.name}.{name}"):
                    is_property = any(
                        getattr(d, "id", "") == "property" for d in member.decorator_list
                    )
                    value = inspect.getattr_static(real, name)
                    self.assertEqual(is_property, isinstance(value, property))
                    if name not in ("__eq__", "__hash__", "__str__") and not is_property:
                        self.assertEqual(arguments(member), compiled_arguments(getattr(real, name)))
                        compared += 1
        self.assertGreater(compared, 40)


if __name__ == "__main__":
    unittest.main()
