/** What the table page and the boards agree on; `web/README.md` explains it. */
import type { Component } from "svelte";
import type { Line, Move as WireMove } from "../generated/wire";

/** What the views of all games have. Seats are called by their names in the game: `red`, `la_buse`. */
export interface AnyView<Seat extends string = string> {
  phase: string;
  to_move: Seat | "chance" | null;
  /** Whose view this is; null for a watcher. */
  you: Seat | null;
  players: readonly { seat: Seat }[];
  options: object;
  /** What was said in the words of the game; absent while nothing was. */
  remarks?: readonly { by: Seat; says: string }[];
}

/** A legal action: `action` is what is sent, `form` is the same taken apart. */
export interface Move<Form = { action: string }> extends Omit<WireMove, "form"> {
  form: Form;
}

/** Something that just happened, to be shown: a line of the log with its event in the game's words. */
export interface Happening extends Line {
  event: { event: string; rule: string; [word: string]: unknown };
}

/** How fast things move: `pace` multiplies durations, 0 shows the end at once. */
export interface Motion {
  pace: number;
}

/** The props of every board. */
export interface BoardProps<View extends AnyView = AnyView, Form = { action: string }> {
  view: View;
  /** The legal actions of this seat now; empty when somebody else must decide. */
  moves: readonly Move<Form>[];
  /** The seat that looks, by its number; null for a watcher. */
  seat: number | null;
  /** What the players are called, by seat number. */
  names: readonly string[];
  /** What happened since the view before this one, oldest first. */
  events: readonly Happening[];
  /** All that happened in the match as far as it is told, oldest first. */
  log: readonly Happening[];
  /** The action that is being considered (pointed at, in the list of moves or on the board), or null. */
  chosen: string | null;
  /** What the considered action would lead to, as far as the page has asked: the events of its preview. */
  foreseen?: readonly Happening["event"][];
  /** Take an action: `move.action` of one of `moves`. */
  onact: (action: string) => void;
  /** Consider an action without taking it: the page shows what it would cause. */
  onconsider: (action: string | null) => void;
  /** Ask why something is not allowed: an action as text, legal or not. */
  onwhy: (action: string) => void;
  /** Say something in the words of the game (a claim in Trésor). */
  onremark: (text: string) => void;
  motion: Motion;
}

export type Board = Component<BoardProps<never, never>>;

/** The props of the few facts about one player in the strip of players. */
export interface PlayerProps<View extends AnyView = AnyView> {
  view: View;
  /** Whose facts, by seat number. */
  player: number;
}
