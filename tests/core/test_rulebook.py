from __future__ import annotations

import pytest

from archipel.core import rulebook as module
from archipel.core.rulebook import Paragraph, parse, rulebook
from archipel.games import game, games

PAGE = """# Atoll

A game for two.

## 1 Turn
Words between headings are nobody's.

- **AT-1.1** Draw a card,
  then play one.
- **AT-1.2 (ruling)** Or pass.

  | card | worth |
  |---|---|
| boat | 2 |

This line belongs to no paragraph.

## 2 End
- **AT-2.10** Points, see AT-1.1.
- **Note** that this is none.
- AT-2.2 Nor is this.
"""


def test_a_page_has_a_title_and_keeps_its_text():
    book = parse(PAGE)
    assert (book.title, book.page) == ("Atoll", PAGE)


def test_paragraphs_are_the_items_with_a_number_in_bold():
    assert list(parse(PAGE).paragraphs) == ["AT-1.1", "AT-1.2", "AT-2.10"]


def test_a_paragraph_goes_on_over_indented_lines():
    assert parse(PAGE)["AT-1.1"] == Paragraph("AT-1.1", "1 Turn", "Draw a card, then play one.")
    assert parse(PAGE)["AT-2.10"] == Paragraph("AT-2.10", "2 End", "Points, see AT-1.1.")


def test_a_mark_is_kept_and_a_table_keeps_its_rows():
    text = "**(ruling)** Or pass.\n\n| card | worth |\n|---|---|\n| boat | 2 |"
    assert parse(PAGE)["AT-1.2"].text == text


def test_a_heading_ends_a_paragraph():
    book = parse("# T\n## 1 One\n- **AT-1.1** First.\n## 2 Two\n  not of the first\n")
    assert book["AT-1.1"].text == "First."


def test_a_number_stands_only_once():
    with pytest.raises(ValueError, match=r"paragraph AT-1\.1 stands twice in the rulebook 'Atoll'"):
        parse(PAGE + "- **AT-1.1** Again.\n")


def test_an_unknown_paragraph_is_not_there():
    with pytest.raises(KeyError):
        parse(PAGE)["AT-9.9"]


def test_a_page_without_paragraphs_is_a_page():
    assert parse("").paragraphs == {}


@pytest.mark.parametrize("name", games())
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_game_has_a_rulebook_in_every_language(name, language):
    book = rulebook(name, language)
    assert book.title == game(name).title[language]
    assert list(book.paragraphs) == list(rulebook(name).paragraphs)
    assert all(number.startswith(game(name).prefix + "-") for number in book.paragraphs)


def test_an_installed_package_brings_its_own_pages(tmp_path, monkeypatch):
    pages = tmp_path / "src" / "archipel" / "rulebooks"
    monkeypatch.setattr(module, "PACKAGE", pages.parent)
    assert module.folder() == tmp_path / "docs" / "rules"
    pages.mkdir(parents=True)
    assert module.folder() == pages
    (pages / "atoll.en.md").write_text(PAGE, "utf-8")
    assert rulebook("atoll").title == "Atoll"
