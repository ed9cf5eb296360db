"""Writes the API reference from the docstrings: `docs/python-api.md`."""

import importlib
import inspect
import pathlib

import trois

PATH = pathlib.Path(__file__).parents[2] / "docs" / "python-api.md"
SUBMODULES = ["trois.pettingzoo", "trois.gymnasium", "trois.openspiel"]


def signature(thing):
    """The parameters as Python writes them, without self."""
    try:
        text = str(inspect.signature(thing))
    except (ValueError, TypeError):
        return ""
    return text.replace("(self, /, ", "(").replace("(self, ", "(").replace("(self, /)", "()").replace("(self)", "()")


def members(thing):
    """The public members of a class in the order of the source: their names and themselves."""
    return [(name, member) for name, member in vars(thing).items() if not name.startswith("_")]


def describe_class(name, thing):
    yield f"### `{name}{signature(thing) if '__new__' in vars(thing) or '__init__' in vars(thing) else ''}`\n"
    yield inspect.getdoc(thing) + "\n"
    for member, value in sorted(members(thing), key=lambda pair: (callable(pair[1]), pair[0])):
        if inspect.getdoc(value) is None or not (callable(value) or inspect.isdatadescriptor(value)):
            continue
        shown = f"{member}{signature(value)}" if callable(value) else member
        yield f"- `{shown}`: " + " ".join(inspect.getdoc(value).split())
    yield ""


def describe_spaces():
    yield "## Spaces\n"
    yield "Observations are arrays of `int8`, their entries from 0. Shapes and parts with the default options:\n"
    for info in trois.games():
        space = info.space()
        yield f"### `{info.id}`: {space.shape}, {space.actions} actions\n"
        yield f"Actions: {space.about_actions}.\n"
        yield "| part of the observation | entries | up to |\n|---|---|---|"
        for about, size, high in space.fields:
            yield f"| {about} | {size} | {high} |"
        yield ""


def reference():
    """The whole page."""
    lines = ["# The Python module, function by function\n"]
    lines.append("Written from the docstrings by `cargo xtask python --update`; [python.md](python.md) is the guide.\n")
    lines += ["## trois\n", inspect.getdoc(trois) + "\n"]
    functions = [name for name in trois.__all__ if not inspect.isclass(getattr(trois, name))]
    for name in functions:
        thing = getattr(trois, name)
        lines.append(f"- `{name}{signature(thing)}`: " + " ".join(inspect.getdoc(thing).split()))
    lines.append("")
    for name in trois.__all__:
        if inspect.isclass(getattr(trois, name)):
            lines += describe_class(f"trois.{name}", getattr(trois, name))
    for path in SUBMODULES:
        module = importlib.import_module(path)
        lines += [f"## {path}\n", inspect.getdoc(module) + "\n"]
        for name, thing in vars(module).items():
            if inspect.isclass(thing) and thing.__module__ == path and not name.startswith("_"):
                lines += describe_class(f"{path}.{name}", thing)
    lines += describe_spaces()
    return "\n".join(lines).rstrip() + "\n"
