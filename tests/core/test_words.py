from __future__ import annotations

import io

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from archipel.core import words
from archipel.core.words import LANGUAGES, N_, Tongue, default_language

CATALOGUE = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=2; plural=(n > 1);\\n"

msgid "{who} waits."
msgstr "{who} attend."

msgid "{list} and {last}"
msgstr "{list} et {last}"

msgid "{n} boat"
msgid_plural "{n} boats"
msgstr[0] "{n} bateau"
msgstr[1] "{n} bateaux"
"""


@pytest.fixture
def french(tmp_path, monkeypatch):
    """French with a small catalogue of its own."""
    folder = tmp_path / "fr" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    with (folder / "archipel.mo").open("wb") as file:
        write_mo(file, read_po(io.BytesIO(CATALOGUE.encode()), locale="fr"))
    monkeypatch.setattr(words, "LOCALE", tmp_path)
    words._catalogue.cache_clear()
    yield Tongue("fr", ("Rouge", "Bleu"))
    words._catalogue.cache_clear()


# ── Sentences ───────────────────────────────────────────────────────────────────────────────────
def test_the_text_in_the_code_is_the_english():
    tongue = Tongue("en", ("Red", "Blue"))
    assert tongue.text("{who} waits.") == "{who} waits."
    assert Tongue().language == "en"
    assert tongue.name(1) == "Blue"


def test_another_language_comes_from_its_catalogue(french):
    assert french.text("{who} waits.").format(who=french.name(0)) == "Rouge attend."


def test_a_sentence_that_is_not_in_the_catalogue_stays_english(french):
    assert french.text("Nobody waits.") == "Nobody waits."


def test_things_are_counted_as_the_language_does(french):
    english = Tongue("en")
    assert [english.plural("{n} boat", "{n} boats", n) for n in range(3)] == ["0 boats", "1 boat", "2 boats"]
    assert [french.plural("{n} boat", "{n} boats", n) for n in range(3)] == [
        "0 bateau",
        "1 bateau",
        "2 bateaux",
    ]


def test_a_list_is_joined_in_words(french):
    assert [Tongue("en").all_of(list("ABC")[:n]) for n in range(4)] == ["", "A", "A and B", "A, B and C"]
    assert french.all_of(["A", "B", "C"]) == "A, B et C"


def test_marking_a_message_leaves_it_as_it_is():
    assert N_("{who} waits.") == "{who} waits."


def test_an_unknown_language_is_refused():
    with pytest.raises(FileNotFoundError, match="No translation file"):
        Tongue("tlh").text("{who} waits.")


# ── The user's language ─────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": ""}, "en"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "POSIX"}, "en"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "fr_CA"}, "fr"),
        ({"LANG": "fr"}, "fr"),
        ({"LANG": "fr_BE@euro"}, "fr"),
        ({"LANG": "FR_fr.utf8"}, "fr"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "rubbish"}, "en"),
        ({"LANG": "frr_DE.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LC_MESSAGES": "en_US.UTF-8", "LC_ALL": "fr_FR.UTF-8"}, "fr"),
        ({"LC_ALL": "", "LANG": "fr_FR.UTF-8"}, "fr"),
    ],
)
def test_the_language_is_the_users_if_we_speak_it(monkeypatch, environment, language):
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert default_language() == language
    assert language in LANGUAGES
