"""Records: a saved game goes on as it would have gone, and what is no saved game is refused by name."""

import base64
import json
import subprocess
import sys
import zlib
from pathlib import Path

import pytest

from rulesplay.engine import (
    CasualBot,
    Match,
    Program,
    Record,
    RecordError,
    compile_rules,
    load,
    pack,
    replay,
    unpack,
)

RULESETS = Path(__file__).parent.parent / "rulesets"
SHORT = RULESETS / "liars_deck.yaml"

GO_ON = """
import sys
from rulesplay.engine import Match, compile_rules, load, pack, unpack
sys.path.insert(0, sys.argv[2])
from test_record import finish
record = unpack(open(sys.argv[1]).read())
program = compile_rules(load(record.path), len(record.names), record.options)
match = Match.resume(program, record)
finish(match)
sys.stdout.write(pack(match.record))
"""


def step(match: Match) -> bool:
    """Let chance move, then one bot; return whether anybody had to decide."""
    match.settle_chance()
    if match.state.is_over:
        return False
    player = match.generator("order").choice(match.state.players)
    action = CasualBot().choose(
        match.state.view(player), match.state.legal(player), match.generator(f"seat {player}")
    )
    match.act(player, action)
    return True


def finish(match: Match) -> None:
    while step(match):
        pass


def new_match(path: Path = SHORT, players: int = 2, seed: str = "5") -> Match:
    return Match(compile_rules(load(path), players), seed)


@pytest.mark.parametrize("path", sorted(RULESETS.glob("*.yaml")), ids=lambda path: path.stem)
def test_a_game_saved_at_every_decision_goes_on_to_the_same_end(path: Path) -> None:
    match = new_match(path)
    saves: list[str] = []
    while step(match) and len(saves) < 60:
        saves.append(pack(match.record))
    finish(match)
    for text in saves[:: max(1, len(saves) // 12)]:
        again = Match.resume(match.program, unpack(text))
        finish(again)
        assert again.record == match.record
        assert again.state == match.state and again.events == match.events


def test_a_new_process_goes_on_to_the_same_end(tmp_path: Path) -> None:
    match, saves = new_match(), []
    while step(match):
        saves.append(pack(match.record))
    for text in saves[:: len(saves) // 2]:
        (tmp_path / "game.save").write_text(text, encoding="utf-8")
        command = [sys.executable, "-c", GO_ON, str(tmp_path / "game.save"), str(Path(__file__).parent)]
        run = subprocess.run(command, capture_output=True, text=True, check=True)
        assert run.stdout == pack(match.record)


def test_replay_gives_every_position_again() -> None:
    match, positions = new_match(), []
    while step(match):
        positions.append((len(match.record.entries), match.state.clone()))
    for upto, position in positions:
        assert replay(match.record, match.program, upto)[0] == position


def test_a_save_shows_no_cards() -> None:
    match = new_match(RULESETS / "eight_the_liar.yaml", seed="no peeking")
    match.settle_chance()
    text = pack(match.record)
    head = json.loads(text)
    assert set(head) == {"rulesplay", "ruleset", "players", "moves", "body"}
    assert "no peeking" not in text and "entries" not in text


def test_a_record_of_other_rules_is_refused_by_name() -> None:
    match = new_match()
    step(match)
    other = compile_rules(load(SHORT), 3)
    with pytest.raises(RecordError, match="the rules of Liar's Deck have changed"):
        replay(match.record, other)


def packed(data: object) -> str:
    body = base64.b85encode(zlib.compress(json.dumps(data).encode())).decode()
    return json.dumps({"rulesplay": 1, "body": body})


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "not a saved game"),
        ("[]", "not a saved game"),
        ("{}", "not a saved game"),
        ('{"rulesplay": 9, "body": ""}', "another version"),
        ('{"rulesplay": 1, "body": "???"}', "damaged"),
        ('{"rulesplay": 1, "body": 7}', "damaged"),
        (packed([]), "damaged"),
        (packed({"entries": 3}), "damaged"),
    ],
)
def test_what_is_no_saved_game_is_refused(text: str, why: str) -> None:
    with pytest.raises(RecordError, match=why):
        unpack(text)


@pytest.mark.parametrize("entry", [("chance", 99), (0, ("fly",)), (7, ("call",)), (0, 3), ("nobody", ())])
def test_a_record_that_breaks_its_rules_is_refused(entry: tuple[object, object]) -> None:
    match = new_match()
    step(match)
    data = match.record.to_json()
    data["entries"].append(list(entry))
    with pytest.raises(RecordError, match="follow its own rules"):
        replay(Record.from_json(data), match.program)


def test_programs_of_one_table_agree(tmp_path: Path) -> None:
    program: Program = compile_rules(load(SHORT), 2)
    assert program.digest == compile_rules(load(SHORT), 2, {"max_play": 3}).digest
    assert program.digest != compile_rules(load(SHORT), 2, {"max_play": 5}).digest
