/** The view of Costa Ruana, as `show` in `archipel/games/costa_ruana/notation.py` makes it. */
import type { Background, CardName, Fate, Form, Phase, Seat } from "../../generated/costa_ruana";
import type { AnyView } from "../contract";

export type { Form, Seat };
/** A card's name is its kind and its background; `?` is one that this seat may not know. */
export type Card = CardName | "?";

export interface View extends AnyView<Seat> {
  phase: Phase;
  round: number;
  shaman: Seat | null;
  elected: Seat | null;
  /** Day or night, then high or low tide; null until it is laid out. */
  conditions: readonly [Background | null, Background | null];
  pile: number;
  discard: Partial<Record<CardName, number>>;
  deck: Partial<Record<CardName, number>>;
  open_huts: boolean;
  players: readonly Player[];
  islands: readonly Island[];
  table: readonly Laid[];
  effect: Effect | null;
}

export interface Player {
  seat: Seat;
  hand: readonly Card[];
  supply: number;
  /** Treasures in the hut; null where it is hidden. */
  hut: number | null;
  taken: number;
  native_on: number | null;
}

export interface Island {
  number: number;
  treasures: number;
  natives: Partial<Record<Seat, number>>;
  leads: Seat | null;
  taken_by: Seat | null;
}

export interface Laid {
  number: number;
  card: Card;
  face_down: boolean;
  by: Seat;
  before: Seat;
  natives: readonly Seat[];
  fate: Fate;
}

export interface Effect {
  number: number;
  card: Card;
  for: Seat;
  left: number;
}
