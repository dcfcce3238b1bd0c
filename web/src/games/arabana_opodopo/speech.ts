/** What the board says of itself: hints, short names of buttons, islands for those who listen. */
import { t } from "../../core/i18n.svelte";
import type { Aim, Choosing } from "./choosing.svelte";
import { godName, power } from "./gods";
import type { Deed } from "./paying";
import { standing } from "./standing";
import type { Letter, View } from "./view";

export interface Spoken {
  view: View;
  names: readonly string[];
  islandNames: Record<string, string>;
  seatOf: (seat: string) => number;
}

/** An island by name and letter. */
export const called = (letter: string, { islandNames }: Spoken) =>
  `${islandNames[letter]} (${letter.toUpperCase()})`;

/** An island in a sentence. */
export function describe(letter: Letter, spoken: Spoken): string {
  const { view, names, seatOf } = spoken;
  const island = view.islands.find((one) => one.island === letter)!;
  const { free, shares } = standing(island);
  const most = island.majority;
  const who = (seat: string) => names[seatOf(seat)]!;
  const said = [
    called(letter, spoken),
    t("{most} of {slots} take it", { most, slots: island.slots }),
    ...shares.map(({ seat, bridges }) => `${who(seat)} ${bridges}`),
    t("{free} free", { free }),
  ];
  if (island.control) said.splice(1, 0, t("{name} controls it", { name: who(island.control) }));
  if (island.stone) said.push(godName(island.stone));
  return said.join(", ");
}

/** What can be done now, as far as the moves say. */
export function hint(choice: Choosing, spoken: Spoken): string {
  const { deeds, pays, aims, slot, island } = choice;
  if (!deeds.length) return t("Point at an island to see how it stands.");
  const can = (kind: string) => deeds.some((one) => one.kind === kind);
  if (slot)
    return aims.some(({ leads }) => leads)
      ? t("An exchange takes both cards: choose the bridge again to do it.")
      : t("An exchange takes two cards: choose the second one.");
  if (can("lay")) return t("Choose the card you lay open. Nobody sees it before all have chosen.");
  const { victim, remove_on } = spoken.view;
  if (can("give") && victim)
    return t("Choose the card you give to {name}.", { name: spoken.names[spoken.seatOf(victim)]! });
  if (can("steal")) return t("Choose the card you take.");
  const contested = remove_on[0];
  if (can("remove") && contested)
    return t(
      "You have the most bridges on {island}, but not more than half: choose another's bridge to remove.",
      {
        island: called(contested, spoken),
      },
    );
  const first = pays[0];
  if (!first) return opening(can, spoken.view.final);
  if (first.length > 1) return power(first as Parameters<typeof power>[0]);
  const words = { island: called(first, spoken) };
  if (island || aims.some(({ exchange }) => !exchange))
    return aims.some(({ exchange }) => exchange)
      ? t(
          "{island}: choose an island to build a bridge to. Where another's bridge lies, two cards exchange it.",
          words,
        )
      : t("{island}: choose an island to build a bridge to.", words);
  if (aims.length) return t("{island}: choose a bridge to exchange; it takes two cards.", words);
  return t("{island}: no slot is open to this card now.", words);
}

function opening(can: (kind: string) => boolean, final: boolean): string {
  const drawing = can("draw") || can("take");
  if (final) return t("Your final turn: play what you can; no card is drawn any more.");
  if (can("play") || can("exchange") || can("kanaloa"))
    return drawing
      ? t("Pick a card, then an island to build to. Drawing a card ends your turn.")
      : t("Pick a card, then an island to build to.");
  if (can("take_back")) return t("All your bridges are built: you may take one back first.");
  return drawing ? t("Take an open card or reach into the bag: that ends your turn.") : "";
}

/** What a button says; its full sentence is its label. */
export function short({ kind, move }: Deed, { names, seatOf }: Spoken): string {
  switch (kind) {
    case "discard":
      return t("Discard unseen");
    case "spend":
      return t("Play without a bridge");
    case "end":
      return t("End the turn");
    case "defer":
      return t("Defer");
    case "pele":
      return t("Use Pele");
    case "lono_draw":
      return t("Draw from the bag");
    case "ku":
      return "whom" in move.form ? names[seatOf(move.form.whom)]! : "";
    default:
      return move.words;
  }
}

/** A target on the map: its move, or what it begins. */
export function spell({ leads, slot, island, deeds }: Aim, spoken: Spoken): string {
  if (leads) return leads.move.words;
  const { from, to } = deeds[0]!.slot!;
  if (slot)
    return t("Exchange the bridge between {one} and {other}", {
      one: called(from, spoken),
      other: called(to, spoken),
    });
  return called(island!, spoken);
}
