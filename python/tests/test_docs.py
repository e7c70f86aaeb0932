"""The examples of docstrings, of the README and of the manual do what they say."""

import doctest
import inspect
import os
import pathlib
import unittest

import tabuleiro

HERE = pathlib.Path(__file__).resolve()
PAGES = [HERE.parents[1] / "README.md", HERE.parents[2] / "docs" / "python.md"]


def documented():
    """Everything public that has a docstring, with its name."""
    yield "tabuleiro", tabuleiro
    for name in tabuleiro.__all__:
        thing = getattr(tabuleiro, name)
        if inspect.isclass(thing) or callable(thing):
            yield name, thing


class Docs(unittest.TestCase):
    def setUp(self):
        # Where the folder "match" of the examples lies.
        before = os.getcwd()
        self.addCleanup(os.chdir, before)
        os.chdir(HERE.parent / "data")

    def run_examples(self, name, text):
        test = doctest.DocTestParser().get_doctest(text, {"tabuleiro": tabuleiro}, name, None, 0)
        # Messages of exceptions are compared whole; numpy's bools and numbers are shown short.
        runner = doctest.DocTestRunner(verbose=False)
        said = []
        runner.run(test, out=said.append)
        self.assertEqual(runner.failures, 0, "".join(said))
        return runner.tries

    def test_docstrings(self):
        examples = 0
        for name, thing in documented():
            with self.subTest(name):
                doc = inspect.getdoc(thing) or ""
                self.assertTrue(doc, f"{name} has no docstring")
                examples += self.run_examples(name, doc)
        self.assertGreater(examples, 40)

    def test_pages(self):
        for page in PAGES:
            with self.subTest(page.name):
                self.assertGreater(self.run_examples(page.name, page.read_text(encoding="utf-8")), 3)


if __name__ == "__main__":
    unittest.main()
