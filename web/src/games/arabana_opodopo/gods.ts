/** What the stones of the gods are called and do, for hints on the board. */
import type { God } from "../../generated/arabana_opodopo";
import { t } from "../../core/i18n.svelte";

export const godName = (god: God): string => god[0]!.toUpperCase() + god.slice(1);

export function power(god: God): string {
  switch (god) {
    case "kane":
      return t("Kane: points at once for whoever first controls the island: 1, 2 or 3 by its size.");
    case "kanaloa":
      return t("Kanaloa: builds on any free slot, or is one of the two cards of an exchange.");
    case "ku":
      return t("Ku: look at the hand of an opponent and take a card of it.");
    case "pele":
      return t("Pele: take a random card from each opponent, then give each of them one.");
    case "lono":
      return t("Lono: take one more card, open or from the bag.");
  }
}
