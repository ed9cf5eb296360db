"""How the environments show a position: the render modes of PettingZoo and Gymnasium."""

from __future__ import annotations

import numpy as np

import trois

#: `human` prints the position, or draws it in a notebook; `ansi` is text; `rgb_array` is pixels.
MODES = ["human", "ansi", "rgb_array"]


def check(mode: str | None) -> str | None:
    """The mode, if there is such a mode."""
    if mode is not None and mode not in MODES:
        raise ValueError(f"There is no render mode {mode!r}: it is one of {', '.join(MODES)}, or None.")
    return mode


def render(view: trois.View, mode: str | None) -> np.ndarray | str | None:
    """Shows a view in a mode."""
    if mode == "ansi":
        return str(view)
    if mode == "rgb_array":
        return view.rgb()
    if mode == "human":
        show(view)
    return None


def show(view: trois.View) -> None:
    """Draws a view in a notebook, or prints it."""
    try:
        from IPython import get_ipython
        from IPython.display import display
    except ImportError:
        shell = None
    else:
        shell = get_ipython()
    if shell is not None and shell.__class__.__name__ == "ZMQInteractiveShell":
        display(view)
    else:
        print(view, end="\n\n")
