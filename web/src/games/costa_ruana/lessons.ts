/** Costa Ruana, learnt by playing. */
import { t } from "../../core/i18n.svelte";
import type { EventName } from "../../generated/costa_ruana";
import type { Lesson } from "../lessons";
import type { View } from "./view";

export const lessons = (): Lesson<View, EventName>[] => [
  {
    key: "aim",
    on: "start",
    title: t("Treasure on the islands"),
    text: t(
      "Your natives go to the islands and bring treasures home. At the end a treasure is worth 2 points, and every native in your supply 1 point.",
    ),
    advice: t("There are five rounds. The most points win."),
    rule: "CR-8.2",
    places: () => ["island-*"],
  },
  {
    key: "conditions",
    on: "start",
    title: t("Day or night, high tide or low tide"),
    text: t(
      "These two cards show what time it is and how high the sea stands. Only playing cards that match one of the two will count.",
    ),
    advice: t("But beware: once in every round one of the two is turned over!"),
    rule: "CR-4.3",
    places: () => ["condition-*"],
  },
  {
    key: "hand",
    on: "start",
    title: t("Your cards"),
    text: t(
      "Nobody else sees them. A card places natives on islands, returns them to the supply, or moves a native or a treasure. Its background says when it counts: Day, Night, High tide or Low tide.",
    ),
    rule: "CR-1.4",
    places: () => ["hand-*"],
  },
  {
    key: "settling",
    on: { asked: "settling" },
    title: t("Your first natives"),
    text: t(
      "Put a native on an island: click a lit one. Each player does this three times. An island has room for seven natives.",
    ),
    advice: t(
      "If you have more natives on an island than any other player, you get a treasure there. Being alone on it is enough.",
    ),
    rule: "CR-2.7",
  },
  {
    key: "face_up_card",
    on: { asked: "face_up_card" },
    title: t("A card for all to see"),
    text: t(
      "Choose a card, then the player you lay it in front of: yourself or anybody else. If it counts, that player must do what it says.",
    ),
    advice: t("A Place is good in front of you. A Return can spoil a rival’s best island."),
    rule: "CR-3.1",
    places: () => ["hand-*"],
  },
  {
    key: "face_down_card",
    on: { asked: "face_down_card" },
    title: t("A secret card"),
    text: t(
      "Now lay a second card, face down. Only you know what it is. It is turned up when the Shaman has chosen.",
    ),
    advice: t("Use it for your surprise: nobody can guess whether it helps or hurts."),
    rule: "CR-3.2",
    places: () => ["hand-*"],
  },
  {
    key: "native_on_card",
    on: { asked: "native_on_card" },
    title: t("Join a card"),
    text: t(
      "You may put one native from your supply on any card on the table, even on a secret one. If the card counts, you do what it says too, after the player it lies in front of.",
    ),
    advice: t("Join a Place that you would like to have. If none is good for you, just pass."),
    rule: "CR-3.3",
    places: () => ["card-*"],
  },
  {
    key: "condition",
    on: { asked: "condition" },
    title: t("You are the Shaman"),
    text: t(
      "Turn over exactly one of the two cards: Day and Night, or the tides. Point at one, and you see which cards would count.",
    ),
    advice: t("Let your good cards count, and those that hurt you be thrown away."),
    rule: "CR-4.1",
    places: () => ["condition-*"],
  },
  {
    key: "turned",
    on: { happens: ["turn"] },
    title: t("What counts, and what does not"),
    text: t(
      "A condition was turned, and all secret cards are shown. Cards that match one of the two conditions count. The others are thrown away, and natives on them go back to the supply.",
    ),
    rule: "CR-4.3",
  },
  {
    key: "effect",
    on: { asked: "effect" },
    title: t("A card comes true"),
    text: t(
      "This card counts, so you do what it says: you must, as far as it is possible. Click the lit islands.",
    ),
    advice: t("After this, treasures are given out: try to have more natives on an island than any other."),
    rule: "CR-5.6",
  },
  {
    key: "take",
    on: { happens: ["take"] },
    fits: (_, happening) => happening?.event.rule === "CR-6.1",
    title: t("A treasure is brought home"),
    text: t(
      "Whoever has more natives on an island than any other player takes one treasure from it, and one of those natives goes back to the supply.",
    ),
    rule: "CR-6.1",
  },
  {
    key: "argue",
    on: { happens: ["argue"] },
    title: t("They argue!"),
    text: t(
      "Players with equally many natives on an island argue, and none of them gets anything. Here all of them argue, so the treasures stay.",
    ),
    advice: t("One native more or less decides: count before you place."),
    rule: "CR-6.2",
  },
  {
    key: "third",
    on: { happens: ["take"] },
    fits: (_, happening) => happening?.event.rule === "CR-6.3",
    title: t("Two argue, the third is glad"),
    text: t(
      "The players with more natives here have equally many: they argue. So the treasure goes to the one who argues with nobody, even with a single native.",
    ),
    rule: "CR-6.3",
  },
  {
    key: "elect",
    on: { happens: ["elect"] },
    title: t("The next Shaman"),
    text: t(
      "Whoever took the fewest treasures in this round is to be Shaman: the first to play in the next round, and the one who turns a condition. A new Shaman may also name somebody else.",
    ),
    rule: "CR-7.1",
  },
  {
    key: "last_round",
    on: { happens: ["round"] },
    fits: (_, happening) => happening?.event["round"] === 5,
    title: t("The last round"),
    text: t(
      "After this round the points are counted: 2 for a treasure, 1 for a native in the supply. Natives left on islands are worth nothing.",
    ),
    advice: t("Now a Return in front of you brings points, if it does not cost you a treasure."),
    rule: "CR-8.1",
  },
  {
    key: "end",
    on: "end",
    title: t("Now you know Costa Ruana"),
    text: t(
      "You have played cards openly and in secret, and collected treasures by counting natives. The rest is guessing what the others are up to.",
    ),
    rule: "CR-8.3",
  },
];
