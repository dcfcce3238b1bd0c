/** How things stand on an island, for the eye: who has how many bridges, and how many are missing to a majority. */
import { slotKey } from "./geometry";
import type { Island, Seat, View } from "./view";

export interface Share {
  seat: Seat;
  bridges: number;
  /** Bridges missing to more than half of the slots. */
  missing: number;
}

export interface Standing {
  free: number;
  /** Who has bridges there, most first. */
  shares: readonly Share[];
  /** Those with the most bridges; empty on an empty island. */
  leaders: readonly Seat[];
}

export function standing({ slots, majority, bridges }: Island): Standing {
  const shares = (Object.entries(bridges) as [Seat, number][])
    .filter(([, count]) => count > 0)
    .map(([seat, count]) => ({ seat, bridges: count, missing: Math.max(0, majority - count) }))
    .sort((a, b) => b.bridges - a.bridges);
  const built = shares.reduce((sum, share) => sum + share.bridges, 0);
  const top = shares[0]?.bridges ?? 0;
  return {
    free: slots - built,
    shares,
    leaders: shares.filter((share) => share.bridges === top).map(({ seat }) => seat),
  };
}

/** The islands as they would be counted with one bridge more and some gone; what else follows is not for us to say. */
export function imagined(
  view: Pick<View, "islands" | "slots">,
  built: { key: string; seat: Seat } | null,
  gone: ReadonlySet<string>,
): Island[] {
  const owners = view.slots.map(({ from, to, bridge }) => {
    const key = slotKey(from, to);
    return { from, to, bridge: built?.key === key ? built.seat : gone.has(key) ? null : bridge };
  });
  return view.islands.map((island) => {
    const bridges: Partial<Record<Seat, number>> = {};
    for (const { from, to, bridge } of owners)
      if (bridge && (from === island.island || to === island.island))
        bridges[bridge] = (bridges[bridge] ?? 0) + 1;
    return { ...island, bridges };
  });
}
