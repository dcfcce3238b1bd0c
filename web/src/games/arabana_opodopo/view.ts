/** The view of Arabana-Opodopo, as `show` in `archipel/games/arabana_opodopo/notation.py` makes it. */
import type { Card, Form, God, Letter, Phase, Seat } from "../../generated/arabana_opodopo";
import type { AnyView } from "../contract";

export type { Card, Form, Letter, Seat };

export interface View extends AnyView<Seat> {
  phase: Phase;
  turn: Seat | null;
  round: number;
  final: boolean;
  drawing: boolean;
  islands: readonly Island[];
  slots: readonly Slot[];
  open: Partial<Record<Letter, number>>;
  bag: number;
  discard: { face_up: Partial<Record<Letter, number>>; unseen: number };
  players: readonly Player[];
  /** Cards that this seat knows to be in one of several places. */
  remembered: readonly { card: Letter; in: readonly string[] }[];
  remove_on: readonly Letter[];
  victim: Seat | null;
  winner: Seat | null;
  options: { gods: boolean; board: BoardFile | "standard" };
}

export interface Island {
  island: Letter;
  slots: number;
  /** One of the small islands, where the last slot removes nothing. */
  small: boolean;
  /** How many slots take it. */
  majority: number;
  bridges: Partial<Record<Seat, number>>;
  control: Seat | null;
  /** What it scores for its controller at the next scoring. */
  worth: number | null;
  stone: God | null;
}

export interface Slot {
  from: Letter;
  to: Letter;
  bridge: Seat | null;
  barred: boolean;
}

export interface Player {
  seat: Seat;
  points: number;
  islands: number;
  reserve: number;
  hand: readonly Card[];
  laid: Card | null;
  unseen: readonly Card[];
  stones: Partial<Record<God, number>>;
  finished: number | null;
}

/** A board as its file describes it: where the islands are, and what they are called. */
export interface BoardFile {
  islands: readonly { id: string; letter: string; name: string; size: string; x: number; y: number }[];
  edges: readonly { a: string; b: string }[];
}
