/** How things stand on an island, for the eye: who has how many bridges, and how many are missing to a majority. */
import type { Island, Seat } from "./view";

export interface Share {
  seat: Seat;
  bridges: number;
  /** Bridges missing to more than half of the slots. */
  missing: number;
}

export interface Standing {
  /** How many slots are more than half. */
  most: number;
  free: number;
  /** Who has bridges there, most first. */
  shares: readonly Share[];
  /** Those with the most bridges; empty on an empty island. */
  leaders: readonly Seat[];
  /** What the controller would score: the slots that are not theirs. */
  worth: number;
}

export function standing({ slots, bridges, control }: Island): Standing {
  const most = Math.floor(slots / 2) + 1;
  const shares = (Object.entries(bridges) as [Seat, number][])
    .filter(([, count]) => count > 0)
    .map(([seat, count]) => ({ seat, bridges: count, missing: Math.max(0, most - count) }))
    .sort((a, b) => b.bridges - a.bridges);
  const built = shares.reduce((sum, share) => sum + share.bridges, 0);
  const top = shares[0]?.bridges ?? 0;
  return {
    most,
    free: slots - built,
    shares,
    leaders: shares.filter((share) => share.bridges === top).map(({ seat }) => seat),
    worth: control ? slots - (bridges[control] ?? 0) : 0,
  };
}
