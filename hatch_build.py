"""Build hook: compile the message catalogues, so that every install, editable or not, has them."""

from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompileCatalogues(BuildHookInterface):
    """Writes an .mo file beside each .po file."""

    def initialize(self, version: str, build_data: dict[str, object]) -> None:
        """Called by hatchling before it builds."""
        for source in Path(self.root, "src", "archipel", "locale").glob("*/LC_MESSAGES/*.po"):
            with source.open("rb") as po, source.with_suffix(".mo").open("wb") as mo:
                write_mo(mo, read_po(po, locale=source.parts[-3]))
