/** The steps of a round, in their order. */
import type { Phase } from "../../generated/costa_ruana";
import type { Seat, View } from "./view";

export const STEPS = ["up", "down", "native", "turn", "resolve", "collect"] as const;
export type Step = (typeof STEPS)[number];

const STEP_OF: Partial<Record<Phase, Step>> = {
  face_up_card: "up",
  face_down_card: "down",
  native_on_card: "native",
  condition: "turn",
  order_of_cards: "resolve",
  effect: "resolve",
  drawing: "collect",
  accept_shaman: "collect",
  over: "collect",
};

export const stepOf = (phase: Phase): Step | null => STEP_OF[phase] ?? null;

/** The seats clockwise from one of them. */
export function clockwise(view: View, first: Seat | null): Seat[] {
  const seats = view.players.map(({ seat }) => seat);
  const from = Math.max(0, first ? seats.indexOf(first) : 0);
  return [...seats.slice(from), ...seats.slice(0, from)];
}

/** For whom a card takes effect: the player it lies in front of, then each native on it, clockwise from there. */
export function appliesTo(view: View, before: Seat, natives: readonly Seat[]): Seat[] {
  return [before, ...clockwise(view, before).filter((seat) => natives.includes(seat))];
}
