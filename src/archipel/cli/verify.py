"""`archipel verify`: whether the deals of recorded matches are those that were promised before."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from archipel.cli.console import Stop, speak
from archipel.cli.replay import read
from archipel.core.fairness import Fairness
from archipel.core.records import RecordError
from archipel.core.words import Tongue
from archipel.server.fair import Verdict, verify


@dataclass(frozen=True)
class Checked:
    """One match of a file, what was promised about it, and what was found."""

    path: Path
    number: int
    promised: Fairness | None
    verdict: Verdict

    def say(self, tongue: Tongue) -> str:
        """One line, with the commitment, to be compared with the one shown before the deal."""
        words = {"path": self.path, "k": self.number, "verdict": self.verdict.say(tongue)}
        if self.promised is None:
            return tongue.text("{path}, match {k}: {verdict}").format(**words)
        sentence = tongue.text("{path}, match {k}, table {table}, commitment {commitment}: {verdict}")
        table = json.dumps(self.promised.table, ensure_ascii=False)[1:-1]  # keeps it on this line
        return sentence.format(**words, table=table, commitment=self.promised.commitment)

    def to_json(self, tongue: Tongue) -> dict[str, object]:
        """The same for programs."""
        promised = self.promised.to_json() if self.promised else None
        found = {"file": str(self.path), "match": self.number, **self.verdict.to_json()}
        return {**found, "says": self.verdict.say(tongue), "promised": promised}


def run(paths: list[Path], as_json: bool, language: str) -> None:
    """Check every match of some files, and print a line for each."""
    tongue = speak(language)
    checked = []
    for one in check(paths, tongue):
        checked.append(one)
        if not as_json:
            print(one.say(tongue))
    fair = all(one.verdict.fair for one in checked)
    if as_json:
        print(json.dumps({"fair": fair, "matches": [one.to_json(tongue) for one in checked]}))
    if not fair:
        raise Stop("", code=1)


def check(paths: list[Path], tongue: Tongue) -> Iterator[Checked]:
    """All matches of some files; reading replays them and checks the rules."""
    for path in paths:
        try:
            for number, record in enumerate(read(path, tongue), 1):
                yield Checked(path, number, record.fair, verify(record))
        except RecordError as error:
            raise Stop(f"{path}, {error}") from error
