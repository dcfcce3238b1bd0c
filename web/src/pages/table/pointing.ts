/** Pointing at things on the board by their `data-place`, and keeping them in sight. */
const MARK = "data-taught";

/** Light up these places and no others; `hand-*` means all that begin so. */
export function pointAt(board: HTMLElement, places: readonly string[]): Element[] {
  for (const old of board.querySelectorAll(`[${MARK}]`)) old.removeAttribute(MARK);
  const found = places.flatMap((place) => [...board.querySelectorAll(selector(place))]);
  for (const one of found) one.setAttribute(MARK, "");
  return found;
}

export function selector(place: string): string {
  return place.endsWith("*")
    ? `[data-place^="${CSS.escape(place.slice(0, -1))}"]`
    : `[data-place="${CSS.escape(place)}"]`;
}

/** Bring the things into sight, and out from under the card; if there is no room for all, the first. */
export function free(things: readonly Element[], card: HTMLElement): void {
  for (const one of [things.at(-1), things[0]]) one?.scrollIntoView({ block: "nearest" });
  const boxes = things.map((one) => one.getBoundingClientRect()).filter(({ width }) => width > 0);
  const over = card.getBoundingClientRect();
  const [left, right] = [
    Math.min(...boxes.map((one) => one.left)),
    Math.max(...boxes.map((one) => one.right)),
  ];
  const [top, bottom] = [
    Math.min(...boxes.map((one) => one.top)),
    Math.max(...boxes.map((one) => one.bottom)),
  ];
  const beside = right <= over.left || left >= over.right;
  if (!boxes.length || beside || (top >= 0 && bottom <= over.top)) return;
  scrollBy({ top: top - Math.max(12, (over.top - (bottom - top)) / 2) });
}

/** Whether somebody is writing. */
export const typing = (element: Element | null): boolean =>
  !!element?.closest("input:not([type=checkbox], [type=radio]), textarea, select");
