"""The page in the browser: its files, built by `make web` into the package, and the page itself elsewhere.

The page finds its own way from the address (`/`, `/t/<table>`, `/settings`), so any address that is neither a
file nor the API's is answered with it.
"""

from __future__ import annotations

from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

FOLDER = Path(__file__).parents[1] / "web"
FOREVER = "public, max-age=31536000, immutable"  # names under assets/ change with what is in the files
NOT_BUILT = "The page has not been built yet: run `make web`.\n"


class Page(StaticFiles):
    """Files that are there; for all other addresses the page."""

    async def check_config(self) -> None:
        """A folder that is not there is no error: `get_response` says what to do."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file, or the page."""
        if not (FOLDER / "index.html").exists():
            return PlainTextResponse(NOT_BUILT, 503)
        try:
            answer = await super().get_response(path, scope)
        except HTTPException as error:
            if error.status_code != 404 or path.startswith(("assets/", "api/")):
                raise
            answer = FileResponse(FOLDER / "index.html")
        fixed = path.startswith("assets/")
        answer.headers["Cache-Control"] = FOREVER if fixed else "no-cache"
        return answer


def routes() -> list[BaseRoute]:
    """What is added after all other routes."""
    files = GZipMiddleware(Page(directory=FOLDER, html=True, check_dir=False), minimum_size=1000)
    return [Mount("/", files, name="page")]
