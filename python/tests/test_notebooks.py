"""The notebooks and examples run."""

import ast
import json
import os
import pathlib
import shutil
import sys

import pytest

PYTHON = pathlib.Path(__file__).parents[1]
NOTEBOOKS = sorted((PYTHON / "notebooks").glob("*.ipynb"))


def run(path):
    """Runs the cells of a notebook in order, as Jupyter would; the value of a cell that ends with an expression is
    shown, as a picture if it has one."""
    names = {"__name__": "__main__"}
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] != "code":
            continue
        tree = ast.parse("".join(cell["source"]), filename=path.name)
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, path.name, "exec"), names)
        if last is not None:
            value = eval(compile(ast.Expression(last.value), path.name, "eval"), names)
            shown = value._repr_svg_() if hasattr(value, "_repr_svg_") else repr(value)
            assert shown


@pytest.mark.parametrize("path", NOTEBOOKS, ids=[path.stem for path in NOTEBOOKS])
def test_notebook(path, monkeypatch):
    monkeypatch.setenv("TROIS_EXAMPLES", str(PYTHON / "examples"))
    if "TROIS" in path.read_text(encoding="utf-8") and not (os.environ.get("TROIS") or shutil.which("trois")):
        pytest.skip("the program trois is not built: cargo xtask python builds it")
    run(path)


def test_ppo_learns():
    pytest.importorskip("jax", reason="this version of JAX needs Python 3.11")
    sys.path.insert(0, str(PYTHON / "examples"))
    import ppo

    sys.argv = ["ppo.py", "--game", "morpion", "--minutes", "0.5", "--level", "3"]
    before, after = ppo.train(ppo.parse_arguments())
    assert after > before + 0.2 and after > 0.6


def test_there_are_notebooks():
    assert len(NOTEBOOKS) >= 5
