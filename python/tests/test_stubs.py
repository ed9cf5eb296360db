"""The stubs and the documentation say what is there."""

import ast
import inspect
import pathlib

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


def test_signatures_are_those_of_the_stubs():
    path = pathlib.Path(_trois.__file__).with_name("_trois.pyi")
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        functions = node.body if isinstance(node, ast.ClassDef) else [node]
        owner = getattr(_trois, node.name, None) if isinstance(node, ast.ClassDef) else _trois
        for function in functions:
            if not isinstance(function, ast.FunctionDef) or function.name.startswith("__") or function.decorator_list:
                continue
            written = [a.arg for a in function.args.args]
            assert list(inspect.signature(getattr(owner, function.name)).parameters) == written + (
                [function.args.kwarg.arg] if function.args.kwarg else []
            ), function.name


def test_the_package_is_typed():
    assert pathlib.Path(_trois.__file__).with_name("py.typed").exists()


def test_the_reference_is_written_from_the_docstrings(request):
    if request.config.getoption("--update"):
        reference.PATH.write_text(reference.reference(), encoding="utf-8")
    assert reference.PATH.read_text(encoding="utf-8") == reference.reference(), "run cargo xtask python --update"
