"""What all tests share: `--long` also runs the tests that take minutes."""

import pytest

import trois


def pytest_addoption(parser):
    parser.addoption("--long", action="store_true", help="also run the tests that take minutes")
    parser.addoption("--update", action="store_true", help="rewrite docs/python-api.md")


def pytest_collection_modifyitems(config, items):
    if not config.getoption("--long"):
        skip = pytest.mark.skip(reason="takes minutes: run with --long")
        for item in items:
            if "long" in item.keywords:
                item.add_marker(skip)


def tables():
    """Every game with each of its numbers of players: (id, options)."""
    for info in trois.games():
        for players in info.players:
            yield info.id, {} if len(info.players) == 1 else {"players": players}


TABLES = list(tables())


def pytest_generate_tests(metafunc):
    """Tests with the arguments `game` and `options` run on every table."""
    if {"game", "options"} <= set(metafunc.fixturenames):
        names = ["-".join([game, *map(str, options.values())]) for game, options in TABLES]
        metafunc.parametrize(("game", "options"), TABLES, ids=names)
