"""The stubs and the documentation say what is there."""

import ast
import inspect
import pathlib
import subprocess
import sys

import reference
import trois
from trois import _trois


def stubs():
    """The names in the stub file: of the module, and of each class."""
    path = pathlib.Path(_trois.__file__).with_name("_trois.pyi")
    names = {}
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef):
            names[node.name] = {member.name for member in node.body if isinstance(member, ast.FunctionDef)}
        elif isinstance(node, ast.FunctionDef):
            names[node.name] = set()
    return names


def public(thing):
    return {name for name in vars(thing) if not name.startswith("_")}


def test_the_stubs_have_every_name_and_no_other():
    known = stubs()
    assert set(known) == public(_trois) - {"annotations"}
    for name, members in known.items():
        thing = getattr(_trois, name)
        if inspect.isclass(thing):
            assert {member for member in members if not member.startswith("_")} == public(thing), name


def test_everything_has_a_docstring():
    for name in trois.__all__:
        thing = getattr(trois, name)
        assert inspect.getdoc(thing), name
        if inspect.isclass(thing):
            for member in public(thing):
                assert inspect.getdoc(getattr(thing, member)), f"{name}.{member}"


def test_the_stubs_match_the_modules(tmp_path):
    """Mypy compares them with the modules: names, parameters, defaults, `__new__` included."""
    # PettingZoo has no types.
    config = tmp_path / "mypy.ini"
    config.write_text("[mypy]\n[mypy-pettingzoo.*]\nignore_missing_imports = True\n", encoding="utf-8")
    modules = ["trois._trois", "trois.pettingzoo"]
    done = run_mypy(tmp_path, "mypy.stubtest", *modules, "--concise", "--mypy-config-file", str(config))
    assert done.returncode == 0, done.stdout + done.stderr


TYPED = """
import trois
from trois.pettingzoo import super_v0, TroisEnv

g: trois.Game = trois.new("doh", players=3)
found: trois.Analysis = trois.think(g.view(1), time=1.0, lines=3)
batch: trois.Batch = trois.batch("super", 8, seed=1, threads=0, tiebreak="draw")
env: TroisEnv = super_v0.env(render_mode="ansi", tiebreak="draw")
"""

WRONG = {
    'trois.think(g, tim=1.0)': 'Unexpected keyword argument "tim"',
    'trois.think(g, level="5")': 'Argument "level" to "think" has incompatible type',
    'trois.batch("super", 8, threads="all")': 'Argument "threads" to "batch" has incompatible type',
    'super_v0.env(render_mode=3)': 'Argument "render_mode" to "env"',
    'trois.pettingzoo.chess_v0': 'has no attribute "chess_v0"',
}


def test_type_checkers_know_every_argument(tmp_path):
    program = tmp_path / "program.py"
    program.write_text(TYPED + "\n".join(WRONG) + "\n", encoding="utf-8")
    said = run_mypy(tmp_path, "mypy", "--strict", str(program)).stdout
    lines = {int(line.split(":")[1]): line for line in said.splitlines() if ": error: " in line}
    first = TYPED.count("\n") + 1
    assert sorted(lines) == list(range(first, first + len(WRONG))), said
    for line, words in zip(range(first, first + len(WRONG)), WRONG.values()):
        assert words in lines[line]


def run_mypy(folder, module, *arguments):
    """Runs mypy in a folder without sources, which would shadow the installed module."""
    command = [sys.executable, "-m", module, *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_the_package_is_typed():
    assert pathlib.Path(_trois.__file__).with_name("py.typed").exists()


def test_the_reference_is_written_from_the_docstrings(request):
    if request.config.getoption("--update"):
        reference.PATH.write_text(reference.reference(), encoding="utf-8")
    assert reference.PATH.read_text(encoding="utf-8") == reference.reference(), "run cargo xtask python --update"
