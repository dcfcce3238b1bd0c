/** What things are called and what is asked, in the reader's language. */
import { t } from "../../core/i18n.svelte";
import type { Background, CardName, Kind } from "../../generated/costa_ruana";
import { backgroundOf, kindOf } from "./cards";
import type { Step } from "./steps";

type Sayings<Key extends string> = Readonly<Record<Key, () => string>>;

const KINDS: Sayings<Kind> = {
  move_treasure: () => t("Move a treasure"),
  return_1: () => t("Return 1"),
  return_2: () => t("Return 2"),
  return_3: () => t("Return 3"),
  place_1: () => t("Place 1"),
  place_2: () => t("Place 2"),
  place_3: () => t("Place 3"),
  move_native: () => t("Move a native"),
};

const SIDES: Sayings<Background> = {
  day: () => t("Day"),
  night: () => t("Night"),
  high_tide: () => t("High tide"),
  low_tide: () => t("Low tide"),
};

/** What a card does, for whom it applies to. */
const EFFECTS: Sayings<Kind> = {
  move_treasure: () => t("Move a treasure from one island to another."),
  return_1: () => t("Take 1 of your natives from the islands back into your supply."),
  return_2: () => t("Take 2 of your natives from the islands back into your supply."),
  return_3: () => t("Take 3 of your natives from the islands back into your supply."),
  place_1: () => t("Place 1 native from your supply on an island."),
  place_2: () => t("Place 2 natives from your supply on islands."),
  place_3: () => t("Place 3 natives from your supply on islands."),
  move_native: () => t("Move anybody’s native from one island to another."),
};

const STEPS: Sayings<Step> = {
  up: () => t("Face-up card"),
  down: () => t("Face-down card"),
  native: () => t("Native on a card"),
  turn: () => t("Conditions"),
  resolve: () => t("Cards take effect"),
  collect: () => t("Treasures"),
};

/** By the action and the word that is to be picked. */
const ASKED: Sayings<string> = {
  "up card": () => t("Pick a card to play face up"),
  "up before": () => t("In front of whom?"),
  "down card": () => t("Pick a card to play face down"),
  "down before": () => t("In front of whom?"),
  "ride number": () => t("Put a native on a card, or none"),
  "turn condition": () => t("Turn one of the two conditions"),
  "resolve number": () => t("Which of your cards is next?"),
  "carry source": () => t("Move a treasure: from where?"),
  "carry target": () => t("To which island?"),
  "move source": () => t("Move a native: from where?"),
  "move owner": () => t("Whose native?"),
  "move target": () => t("To which island?"),
  "return island": () => t("Take a native back: from where?"),
  "place island": () => t("Place a native: where?"),
  "name shaman": () => t("Be Shaman, or name another player"),
};

/** Moves that are buttons. */
const BUTTONS: Sayings<string> = {
  pass: () => t("No native"),
  accept: () => t("I accept"),
};

export const kindWords = (kind: Kind): string => KINDS[kind]();
export const sideWords = (side: Background): string => SIDES[side]();
export const effectWords = (card: CardName): string => EFFECTS[kindOf(card)]();
export const stepWords = (step: Step): string => STEPS[step]();
export const askedWords = (action: string | null, word: string | null): string =>
  ASKED[`${action} ${word}`]?.() ?? t("Your turn");
export const buttonWords = (action: string): string | undefined => BUTTONS[action]?.();

/** A card in words: "Place 2 (Night)". */
export const cardWords = (card: CardName): string =>
  `${kindWords(kindOf(card))} (${sideWords(backgroundOf(card))})`;
