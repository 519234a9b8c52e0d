"""Every ruleset has a game written down move by move, and it is still played like that.

`make playthroughs` writes them anew; read the differences as you would read code.
"""

from pathlib import Path

import pytest
from playthrough import FOLDER, LONGEST, RULESETS, file_of, playthrough, setting_of, shipped

every_ruleset = pytest.mark.parametrize("path", shipped(), ids=lambda path: path.stem)


@every_ruleset
def test_the_game_is_played_as_it_is_written(path: Path) -> None:
    assert file_of(path).exists(), f"{path.stem} has no playthrough: run `make playthroughs`"
    text = file_of(path).read_text(encoding="utf-8")
    setting = setting_of(text)
    assert setting.ruleset == path.relative_to(RULESETS).as_posix()
    assert playthrough(setting).splitlines() == text.splitlines()


@every_ruleset
def test_the_game_is_short_and_comes_to_its_end(path: Path) -> None:
    lines = file_of(path).read_text(encoding="utf-8").splitlines()
    assert len(lines) <= LONGEST
    assert lines[-2].startswith("Over by ") and lines[-1].startswith("Returns: ")


def test_every_playthrough_has_its_ruleset() -> None:
    assert sorted(FOLDER.iterdir()) == sorted(map(file_of, shipped()))
    assert len({file_of(path) for path in shipped()}) == len(shipped())
