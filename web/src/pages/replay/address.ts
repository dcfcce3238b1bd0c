/** A moment of a replay as an address, and back: `/t/…/replay?at=57&seat=1`. */
import type { Eyes } from "../../core/api";

export const address = (id: string, at: number, eyes: Eyes): string =>
  `/t/${id}/replay?at=${at}&seat=${eyes}`;

/** Whose knowledge an address asks for; null where it does not say. */
export function readEyes(text: string | null): Eyes | null {
  if (text === "open" || text === "watcher") return text;
  if (text === "-1") return "open";
  return text !== null && /^\d$/.test(text) ? Number(text) : null;
}
