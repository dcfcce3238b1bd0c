/** Trésor, learnt by playing. */
import { t } from "../../core/i18n.svelte";
import type { EventName } from "../../generated/tresor";
import type { Lesson } from "../lessons";
import type { Player, View } from "./view";

const mine = (view: View): Player | undefined => view.players.find(({ seat }) => seat === view.you);
const loaded = (view: View) => mine(view)?.detachments.filter((one) => one.loaded) ?? [];

export const lessons = (): Lesson<View, EventName>[] => [
  {
    key: "aim",
    on: "start",
    title: t("A full chest wins"),
    text: t(
      "In the cave at the end of the way lie 36 chests: 12 are full, 24 are empty. The first to bring a full one aboard wins at once.",
    ),
    rule: "TR-7.1",
    places: () => ["zone-12"],
  },
  {
    key: "crew",
    on: "start",
    title: t("Your ship and your crew"),
    text: t(
      "Six detachments wait on your ship. Without a chest they walk towards the cave, with a chest back to the ship. Each carries one chest at most.",
    ),
    rule: "TR-3.2",
    places: (view) => [`ship-${view.you}`],
  },
  {
    key: "trick",
    on: "start",
    title: t("A trick up your sleeve"),
    text: t(
      "You hold one trick, and only you know which. Once in each of your turns you may swap it for another, or draw one if you have none.",
    ),
    rule: "TR-6.1",
    places: () => ["trick"],
  },
  {
    key: "movement",
    on: { asked: "movement" },
    title: t("Five points to walk"),
    text: t(
      "Share five points among your detachments as you like: a zone costs one point. Choose a detachment, then how far it goes.",
    ),
    advice: t("Let two walk together: who comes back alone with a chest is easily outnumbered."),
    rule: "TR-3.1",
    places: (view) => [`ship-${view.you}`, `man-${view.you}-*`],
  },
  {
    key: "find",
    on: { happens: ["find"] },
    fits: ({ view }, happening) => happening?.event["who"] === view.you,
    title: t("Your first chest"),
    text: t("You alone see whether it is full or empty. The others see only that somebody carries a chest."),
    advice: t("An empty chest is worth carrying too: whoever falls for it loses a detachment."),
    rule: "TR-4.1",
  },
  {
    key: "loaded",
    on: { asked: "movement" },
    fits: ({ view, moves }) =>
      moves.some(
        ({ form }) =>
          form.action === "displace" && loaded(view).some((one) => one.detachment === form["detachment"]),
      ),
    title: t("A chest is heavy"),
    text: t(
      "In a turn, the first step of a detachment with a chest costs 2 points, every further step 1. It goes towards the ship only.",
    ),
    advice: t("In the cave nobody can touch you. On the way home keep company."),
    rule: "TR-3.3",
    places: (view) => loaded(view).map((one) => `man-${view.you}-${one.detachment}`),
  },
  {
    key: "reaction",
    on: { asked: "reaction" },
    title: t("Somebody has walked"),
    text: t(
      "Whoever holds a trick is asked now, and may play it before the next step. Some push the one who just walked forwards or back.",
    ),
    advice: t("Mostly you will pass and keep it. Tick “Auto-pass”, and you are not asked each time."),
    rule: "TR-6.2",
    places: () => ["trick"],
  },
  {
    key: "played",
    on: { happens: ["push", "spy", "reshuffle", "remove", "exchange", "disarm"] },
    title: t("A trick is played"),
    text: t(
      "Tricks push detachments, spy on chests, swap them, or take a rival’s trick away. In the cave they do nothing. A trick against you can be cancelled by Bonne fortune alone.",
    ),
    rule: "TR-6.3",
    places: () => ["discard"],
  },
  {
    key: "closing",
    on: { asked: "closing" },
    fits: ({ moves }) => moves.some(({ form }) => form.action.startsWith("demand")),
    title: t("Open that chest!"),
    text: t(
      "Every turn ends with this question. Where a player with a chest is outnumbered in a zone, those who stand there may demand that it be opened. You may also play a trick, or pass.",
    ),
    advice: t("Demand a chest you believe to be full. If it is empty, it costs you a detachment."),
    rule: "TR-5.2",
  },
  {
    key: "demand",
    on: { happens: ["demand", "demand_with"] },
    title: t("A confrontation"),
    text: t(
      "Detachments in the zone are counted, with the tricks played for each side. If the aggressors are more than the defender, the chest is opened. If not, nothing happens.",
    ),
    rule: "TR-5.6",
    places: () => ["scene"],
  },
  {
    key: "joining",
    on: { asked: "joining" },
    title: t("Do you join in?"),
    text: t(
      "You stand in this zone. Join, and all your detachments here count against the defender. Stay out, and you count for nobody.",
    ),
    advice: t("If the chest is empty, everybody who joined loses a detachment."),
    rule: "TR-5.4",
    places: () => ["scene"],
  },
  {
    key: "support",
    on: { asked: "support" },
    title: t("A trick in the fight"),
    text: t(
      "Before the two sides are counted, a trick may be played: it makes a side stronger or weaker by 1 or 2. Or pass.",
    ),
    advice: t("Look at the two numbers: does your trick change who has more?"),
    rule: "TR-5.5",
    places: () => ["scene", "trick"],
  },
  {
    key: "opened",
    on: { happens: ["opened"] },
    title: t("The chest is opened"),
    text: t(
      "It goes back to the cave, full or empty. If it was full, nobody loses anyone. If it was empty, every aggressor loses a detachment for good.",
    ),
    advice: t("That is the bluff: now and then carry an empty chest as if it were full."),
    rule: "TR-5.8",
  },
  {
    key: "losses",
    on: { asked: "losses" },
    title: t("A bluff that worked"),
    text: t("The chest was empty. Choose which of your detachments that took part is lost for good."),
    advice: t("Keep the one that carries a chest: what it carries would go back to the cave."),
    rule: "TR-5.8",
  },
  {
    key: "aboard",
    on: { happens: ["aboard"] },
    title: t("Nothing in it"),
    text: t(
      "A chest came aboard, and it was empty: it goes back to the cave. The detachment can set out again.",
    ),
    rule: "TR-4.3",
  },
  {
    key: "end",
    on: "end",
    title: t("Now you know Trésor"),
    text: t(
      "You have walked to the cave and back, with chests that only you could see into. The rest is bluff.",
    ),
    rule: "TR-7.1",
  },
];
