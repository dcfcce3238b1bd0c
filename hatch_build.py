"""Build hook: every install has its message catalogues, editable or not, and every wheel has the page."""

from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PAGE = Path("src", "archipel", "web", "index.html")
NO_PAGE = (
    f"{PAGE} is missing: run `make web` first, or install the checkout as it is with `pip install --editable`"
)


class BeforeBuilding(BuildHookInterface):
    """Looks for the page, and writes an .mo file beside each .po file."""

    def initialize(self, version: str, build_data: dict[str, object]) -> None:
        """Called by hatchling before it builds."""
        if self.target_name == "wheel" and version != "editable" and not Path(self.root, PAGE).exists():
            self.app.abort(NO_PAGE)
        for source in Path(self.root, "src", "archipel", "locale").glob("*/LC_MESSAGES/*.po"):
            with source.open("rb") as po, source.with_suffix(".mo").open("wb") as mo:
                write_mo(mo, read_po(po, locale=source.parts[-3]))
