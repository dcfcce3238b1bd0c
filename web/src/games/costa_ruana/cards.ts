/** What is printed on the cards, and which of the two turns of the Shaman brings one into force. */
import { t } from "../../core/i18n.svelte";
import type { Background, CardName, Kind } from "../../generated/costa_ruana";
import type { Card, Laid, View } from "./view";

export type Condition = "day_night" | "tide";
export const CONDITIONS: readonly Condition[] = ["day_night", "tide"];

export const KIND_WORDS: Record<Kind, string> = {
  move_treasure: "Move a treasure",
  return_1: "Return 1",
  return_2: "Return 2",
  return_3: "Return 3",
  place_1: "Place 1",
  place_2: "Place 2",
  place_3: "Place 3",
  move_native: "Move a native",
};

export const SIDE_WORDS: Record<Background, string> = {
  day: "Day",
  night: "Night",
  high_tide: "High tide",
  low_tide: "Low tide",
};

/** What a card does, for whom it applies to. */
export const EFFECT_WORDS: Record<Kind, string> = {
  move_treasure: "Move a treasure from one island to another.",
  return_1: "Take 1 of your natives from the islands back into your supply.",
  return_2: "Take 2 of your natives from the islands back into your supply.",
  return_3: "Take 3 of your natives from the islands back into your supply.",
  place_1: "Place 1 native from your supply on an island.",
  place_2: "Place 2 natives from your supply on islands.",
  place_3: "Place 3 natives from your supply on islands.",
  move_native: "Move anybody's native from one island to another.",
};

const OTHER_SIDE: Record<Background, Background> = {
  day: "night",
  night: "day",
  high_tide: "low_tide",
  low_tide: "high_tide",
};

export const kindOf = (card: CardName): Kind => card.split("/")[0] as Kind;
export const backgroundOf = (card: CardName): Background => card.split("/")[1] as Background;
export const otherSide = (side: Background): Background => OTHER_SIDE[side];

/** A card in words: "Place 2 (Night)". */
export const cardWords = (card: CardName): string =>
  `${t(KIND_WORDS[kindOf(card)])} (${t(SIDE_WORDS[backgroundOf(card)])})`;

/** What the two condition cards would show if one of them were turned over. */
export function turned(view: View, condition: Condition): (Background | null)[] {
  return view.conditions.map((side, place) =>
    side && CONDITIONS[place] === condition ? otherSide(side) : side,
  );
}

/** The turn that would bring a card into force; null while that is not known. */
export function turnFor(view: View, card: Card): Condition | null {
  if (card === "?") return null;
  const side = backgroundOf(card);
  return CONDITIONS.find((condition) => turned(view, condition).includes(side)) ?? null;
}

/** Whether the cards on the table still wait for the Shaman's turn. */
export const beforeTheTurn = (view: View): boolean => view.table.every(({ fate }) => fate === "lying");

/** The cards to show beside a condition card: before the turn those that turning it would bring into force (and
 *  how many lie face down, unknown), afterwards those that are in force because of it. */
export function preview(view: View, condition: Condition): { cards: Laid[]; unknown: number } {
  if (beforeTheTurn(view)) {
    return {
      cards: view.table.filter(({ card }) => turnFor(view, card) === condition),
      unknown: view.table.filter(({ card }) => card === "?").length,
    };
  }
  const side = view.conditions[CONDITIONS.indexOf(condition)];
  const fits = ({ card, fate }: Laid) => card !== "?" && fate !== "inactive" && backgroundOf(card) === side;
  return { cards: view.table.filter(fits), unknown: 0 };
}
