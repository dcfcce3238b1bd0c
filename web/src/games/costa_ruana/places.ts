/** Where on the board an event took place: the `data-place` of the things to point at. */
import type { Happening } from "../contract";

/** Words of events by the things they name. */
const THINGS: [prefix: string, words: string[]][] = [
  ["island", ["island", "source", "target"]],
  ["card", ["number"]],
  ["mat", ["before", "shaman"]],
  ["condition", ["condition"]],
];

export function places({ event }: Happening): string[] {
  const found = THINGS.flatMap(([prefix, words]) =>
    words.filter((word) => event[word] != null).map((word) => `${prefix}-${String(event[word])}`),
  );
  if (event.event === "show")
    return [["day", "night"].includes(String(event["side"])) ? "condition-day_night" : "condition-tide"];
  if (!found.length && event["who"]) return [`mat-${String(event["who"])}`];
  // A card says best itself where it lies.
  return found.some((place) => place.startsWith("card"))
    ? found.filter((place) => !place.startsWith("mat"))
    : found;
}
