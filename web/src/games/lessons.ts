/** What a first match teaches, card by card: each game's `lessons.ts` says what is told when. */
import type { GameName } from "../generated/games";
import type { AnyView, Happening, Move } from "./contract";

/** When a lesson is told: before all else, when this is asked of the player, when this happens, at the end. */
export type Occasion<Phase extends string = string, Name extends string = string> =
  "start" | { asked: Phase } | { happens: readonly Name[] } | "end";

export interface Lesson<View extends AnyView = AnyView, Name extends string = string> {
  /** What it is remembered by. */
  key: string;
  on: Occasion<View["phase"], Name>;
  /** A further condition, where the occasion alone says too little. */
  fits?(now: Moment<View>, happening: Happening | null): boolean;
  title: string;
  /** What is going on, and what one may do. */
  text: string;
  /** What is wise, and why. */
  advice?: string;
  /** The paragraph to read on. */
  rule: string;
  /** The `data-place` of what it is about; `hand-*` is all that begin so. An event knows its own places. */
  places?(view: View): string[];
}

/** How things stand when a lesson may be due. */
export interface Moment<View extends AnyView = AnyView> {
  view: View;
  /** The paragraph of the question. */
  rule: string;
  moves: readonly Move<{ action: string; [word: string]: unknown }>[];
  /** Whether it is the learner who must decide. */
  asked: boolean;
  events: readonly Happening[];
  over: boolean;
}

const LOADED: Record<GameName, () => Promise<{ lessons: () => Lesson[] }>> = {
  "arabana-opodopo": () => import("./arabana_opodopo/lessons"),
  "costa-ruana": () => import("./costa_ruana/lessons"),
  tresor: () => import("./tresor/lessons"),
};

export const lessonsOf = (game: string) => LOADED[game as GameName]().then(({ lessons }) => lessons);
