/** The view of Trésor, as `show` in `archipel/games/tresor/notation.py` makes it. */
import type { Chest, Form, Phase, Seat, Side, Talk, Trick, Window } from "../../generated/tresor";
import type { AnyView } from "../contract";

export type { Form, Seat, Talk };
/** `?` is what this seat may not know. */
export type KnownTrick = Trick | "?";
export type KnownChest = Chest | "?";

export interface View extends AnyView<Seat> {
  phase: Phase;
  options: { souquez_ferme: boolean; first: "random" | Seat; voyage?: "standard" | Voyage };
  turn: Seat | null;
  window: Window;
  /** Movement points left. */
  points: number;
  swapped: boolean;
  moved: Man | null;
  cave: { chests: number; full: number | null };
  removed: Record<Chest, number>;
  deck: number;
  discard: { face_up: Partial<Record<Trick, number>>; face_down: number };
  players: readonly Player[];
  confrontation: Confrontation | null;
  trick: { kind: Trick; by: Seat; cancelled: boolean } | null;
  winner: Seat | null;
}

/** What makes a match smaller (TR-8.3). */
export interface Voyage {
  detachments?: number;
  season?: number;
  turns?: number;
  zone?: number;
  chests?: Record<Chest, number>;
  tricks?: readonly Trick[];
}

/** A detachment, named by whose it is and its number. */
export interface Man {
  owner: Seat;
  detachment: number;
}

export interface Player {
  seat: Seat;
  trick: KnownTrick | null;
  turns: number;
  detachments: readonly Detachment[];
}

export interface Detachment {
  detachment: number;
  /** 0 is the ship, 1 the landing zone, 12 the cave. */
  zone: number;
  loaded: boolean;
  chest: KnownChest | null;
  known_to: readonly Seat[];
}

export interface Confrontation {
  demander: Seat;
  detachment: Man;
  zone: number;
  aggressors: readonly Seat[];
  defender: readonly Seat[];
  strength: Record<Side, number>;
}
