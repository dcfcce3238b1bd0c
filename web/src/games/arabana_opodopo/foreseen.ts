/** What a considered move would cause, where the page hands the events of its preview over. */
import { slotKey } from "./geometry";
import type { Letter, Seat } from "./view";

export interface Foreseen {
  gained: ReadonlyMap<Letter, Seat>;
  lost: ReadonlySet<Letter>;
  /** Slots whose bridges would go. */
  removed: ReadonlySet<string>;
}

type Told = { event: string; [word: string]: unknown };

export function foresee(events: readonly Told[]): Foreseen {
  const gained = new Map<Letter, Seat>();
  const lost = new Set<Letter>();
  const removed = new Set<string>();
  for (const { event, island, to, who } of events) {
    if (event === "gained") gained.set(island as Letter, who as Seat);
    else if (event === "lost") lost.add(island as Letter);
    else if (event === "removed" || event === "single") removed.add(slotKey(String(island), String(to)));
  }
  return { gained, lost, removed };
}

/** The slots on which something was just built. */
export function built(events: readonly Told[]): Set<string> {
  const found = new Set<string>();
  for (const told of events) {
    const from = told.event === "play" ? told["card"] : told["island"];
    if (["play", "kanaloa", "exchange"].includes(told.event))
      found.add(slotKey(String(from), String(told["to"])));
  }
  return found;
}
