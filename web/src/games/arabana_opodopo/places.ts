/** Where on the board an event took place: the `data-place` of the things to point at. */
import type { Happening } from "../contract";
import { slotKey } from "./geometry";

export function places({ event }: Happening): string[] {
  const text = (word: string) => (typeof event[word] === "string" ? (event[word] as string) : null);
  const [card, island, to, who] = ["card", "island", "to", "who"].map(text) as (string | null)[];
  const from = event.event === "play" ? card : island;
  if (from && to) return [`slot-${slotKey(from, to)}`, `island-${from}`, `island-${to}`];
  if (event.event === "blessed" || event.event === "stone") return [`island-${island}`];
  if (event.event === "bonus") return [`island-${island}`, `boat-${who}`];
  if (island) return [`island-${island}`];
  if (event.event === "draw" || event.event === "lono_draw" || event.event === "second_round") return ["bag"];
  if (event.event.endsWith("scoring"))
    return Object.keys((event["scores"] as object) ?? {}).map((one) => `boat-${one}`);
  if (event.event === "won" || event.event === "eleventh") return [`boat-${who}`];
  if (card && card !== "?") return [`card-${card}`, `island-${card}`];
  return [];
}
