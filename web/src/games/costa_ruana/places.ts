/** Where on the board an event took place: the `data-place` of the things to point at. */
import type { Happening } from "../contract";

export function places({ event }: Happening): string[] {
  return "island" in event ? [`island-${event["island"]}`] : [];
}
