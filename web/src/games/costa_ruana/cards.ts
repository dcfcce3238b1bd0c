/** What is printed on the cards, and which of the two turns of the Shaman brings one into force. */
import type { Background, CardName, Kind } from "../../generated/costa_ruana";
import type { Card, Laid, View } from "./view";

export type Condition = "day_night" | "tide";
export const CONDITIONS: readonly Condition[] = ["day_night", "tide"];

const OTHER_SIDE: Record<Background, Background> = {
  day: "night",
  night: "day",
  high_tide: "low_tide",
  low_tide: "high_tide",
};

export const kindOf = (card: CardName): Kind => card.split("/")[0] as Kind;
export const backgroundOf = (card: CardName): Background => card.split("/")[1] as Background;
export const otherSide = (side: Background): Background => OTHER_SIDE[side];

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
