/** The tricks as cards: what they are called and what they do. Their names stay French, as printed. */
import { t } from "../../core/i18n.svelte";
import type { Trick } from "../../generated/tresor";

export interface Face {
  name: string;
  /** What it does, in a sentence. */
  text: () => string;
  /** The number that it bears, if any. */
  amount?: string;
}

export const FACES: Record<Trick, Face> = {
  mechante_bordee: {
    name: "Méchante bordée",
    text: () => t("In a confrontation, your side counts two more."),
    amount: "+2",
  },
  botte_secrete: {
    name: "Botte secrète",
    text: () => t("In a confrontation, your side counts one more."),
    amount: "+1",
  },
  fievres: {
    name: "Fièvres",
    text: () => t("In a confrontation where you stand, an opposing side counts two less."),
    amount: "−2",
  },
  bestioles: {
    name: "Bestioles",
    text: () => t("In a confrontation where you stand, an opposing side counts one less."),
    amount: "−1",
  },
  tonneaux_en_perce: {
    name: "Tonneaux en perce",
    text: () => t("The detachment that has just moved advances two zones."),
    amount: "▲2",
  },
  double_ration: {
    name: "Double ration",
    text: () => t("The detachment that has just moved advances one zone."),
    amount: "▲1",
  },
  canicule: {
    name: "Canicule",
    text: () => t("The detachment that has just moved goes back two zones."),
    amount: "▼2",
  },
  superstition: {
    name: "Superstition",
    text: () => t("The detachment that has just moved goes back one zone."),
    amount: "▼1",
  },
  longue_vue: {
    name: "Longue vue",
    text: () => t("Look in secret at the chest of an opposing detachment."),
  },
  nouveau_cap: {
    name: "Nouveau cap",
    text: () => t("All carried chests are shuffled and dealt out again; owners look at theirs."),
  },
  indigenes_feroces: {
    name: "Indigènes féroces",
    text: () => t("The chest of a detachment of your choice leaves the game, face up."),
  },
  traitrise: {
    name: "Traîtrise",
    text: () => t("Two detachments of your choice swap their chests, unseen."),
  },
  mitraille: {
    name: "Mitraille",
    text: () => t("An opponent of your choice discards their trick at once."),
  },
  le_chat_est_mort: {
    name: "Le chat est mort !",
    text: () => t("The cat is dead. That is all."),
  },
  bonne_fortune: {
    name: "Bonne fortune",
    text: () => t("Cancel a trick that has just been played against you."),
  },
};
