"""The examples in the documentation run, and give what they say."""

import doctest
import pathlib
import re

import pytest

import trois
import trois.openspiel

ROOT = pathlib.Path(__file__).parents[2]
PAGES = ["docs/python.md", "python/README.md", "README.md"]


class Countdown:
    """True a few times: the examples train while it is."""

    left = 3

    def __bool__(self):
        self.left -= 1
        return self.left >= 0


def blocks(page, language):
    text = (ROOT / page).read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("module", [trois, trois.openspiel], ids=lambda module: module.__name__)
def test_the_examples_of_docstrings_run(module):
    result = doctest.testmod(module)
    assert result.attempted > 0 and result.failed == 0


@pytest.mark.parametrize("page", PAGES)
def test_the_code_of_a_page_runs(page):
    names = {"__name__": "__main__", "training": Countdown(), "learn": lambda *arrays: None}
    names["policy"] = lambda observations, masks: names["batch"].sample()
    found = blocks(page, "python")
    assert found
    for code in found:
        exec(compile(code, page, "exec"), names)
        # A comment that looks like a value is the value of its line.
        for line, value in re.findall(r"^(\S.*?)\s+# (\(.*\))$", code, re.MULTILINE):
            assert repr(eval(line, names)) == value, line


def test_a_refusal_has_the_text_of_the_page():
    (code, said), = re.findall(r"^>>> (.*)\n(ValueError: .*)$", "".join(blocks("docs/python.md", "text")), re.MULTILINE)
    with pytest.raises(ValueError) as refused:
        exec(code, {"trois": trois})
    assert f"ValueError: {refused.value}" == said
