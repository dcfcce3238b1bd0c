/** Which native stands where: views count them, but what moves on the screen must be somebody. */
import { SEATS } from "../../generated/costa_ruana";
import type { Island, Seat, View } from "./view";

/** Natives by place (`island-3`, `card-7`, `supply-red`); a native is called `red-4`. */
export type Standing = ReadonlyMap<string, readonly string[]>;

const MOST_TREASURES = 50; // in the box

export const ownerOf = (native: string): Seat => native.split("-")[0] as Seat;

function wanted(view: View, seat: Seat): [string, number][] {
  const player = view.players.find((one) => one.seat === seat)!;
  const islands = view.islands.map(
    ({ number, natives }) => [`island-${number}`, natives[seat] ?? 0] as [string, number],
  );
  const cards = view.table
    .filter(({ natives }) => natives.includes(seat))
    .map(({ number }) => [`card-${number}`, 1] as [string, number]);
  return [...islands, ...cards, [`supply-${seat}`, player.supply]];
}

/** Where everybody stands in a view; who need not move stays. */
export function standing(view: View, before: Standing = new Map()): Standing {
  const now = new Map<string, string[]>();
  for (const { seat } of view.players) {
    const places = wanted(view, seat);
    const all = places.reduce((sum, [, count]) => sum + count, 0);
    const kept = places.map(([place, count]) =>
      (before.get(place) ?? []).filter((native) => ownerOf(native) === seat).slice(0, count),
    );
    const stay = new Set(kept.flat());
    const free = Array.from({ length: all }, (_, k) => `${seat}-${k}`).filter((one) => !stay.has(one));
    places.forEach(([place, count], k) => {
      const here = [...kept[k]!, ...free.splice(0, count - kept[k]!.length)];
      now.set(place, [...(now.get(place) ?? []), ...here]);
    });
  }
  return now;
}

/** Which treasures lie where; those that are taken are gone. */
export function treasury(view: View, before: Standing = new Map()): Standing {
  const kept = view.islands.map(({ number, treasures }) =>
    (before.get(`island-${number}`) ?? []).slice(0, treasures),
  );
  const stay = new Set(kept.flat());
  const moved = [...before.values()].flat().filter((one) => !stay.has(one));
  const next = [...moved, ...Array.from({ length: MOST_TREASURES }, (_, k) => `treasure-${k}`)].filter(
    (one, k, all) => !stay.has(one) && all.indexOf(one) === k,
  );
  return new Map(
    view.islands.map(({ number, treasures }, k) => [
      `island-${number}`,
      [...kept[k]!, ...next.splice(0, treasures - kept[k]!.length)],
    ]),
  );
}

/** The players on an island with their numbers, most first. */
export function crowd({ natives }: Pick<Island, "natives">): [Seat, number][] {
  return SEATS.map((seat) => [seat, natives[seat] ?? 0] as [Seat, number])
    .filter(([, count]) => count > 0)
    .sort(([, a], [, b]) => b - a);
}
