"""Every sentence of the source is in every catalogue, whole."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.pofile import read_po

from archipel.core.words import LANGUAGES, LOCALE

SOURCE = Path(__file__).parents[1] / "src" / "archipel"
KEYWORDS = {**DEFAULT_KEYWORDS, "N_": None, "text": None, "plural": (1, 2)}


def sentences() -> set[str | tuple[str, ...]]:
    found = extract_from_dir(str(SOURCE), keywords=KEYWORDS)
    return {message if isinstance(message, str) else tuple(message) for _, _, message, _, _ in found}


def catalogue(language: str) -> Catalog:
    path = LOCALE / language / "LC_MESSAGES" / "archipel.po"
    return read_po(io.BytesIO(path.read_bytes()), locale=language)


def places(text: str) -> list[str]:
    return sorted(set(re.findall(r"\{\w*\}", text)))


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_every_sentence_is_translated_and_none_is_left_over(language: str) -> None:
    known = {
        message.id for message in catalogue(language) if message.id and message.string and not message.fuzzy
    }
    assert known == sentences()


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_translations_have_the_same_places_as_the_english(language: str) -> None:
    for message in catalogue(language):
        if not message.id:
            continue
        ids = [message.id] if isinstance(message.id, str) else list(message.id)
        strings = [message.string] if isinstance(message.string, str) else list(message.string)
        assert {tuple(places(text)) for text in strings} <= {tuple(places(text)) for text in ids}, message.id


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_the_compiled_catalogue_is_that_of_the_source(language: str) -> None:
    import gettext

    compiled = gettext.translation("archipel", LOCALE, [language])
    for message in catalogue(language):
        if isinstance(message.id, str) and message.id:
            assert compiled.gettext(message.id) == message.string
