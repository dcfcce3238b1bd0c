/** Arabana-Opodopo, learnt by playing. */
import { t } from "../../core/i18n.svelte";
import type { EventName } from "../../generated/arabana_opodopo";
import type { Lesson } from "../lessons";
import type { Player, View } from "./view";

const mine = (view: View): Player | undefined => view.players.find(({ seat }) => seat === view.you);
const toDraw = (view: View) => ["bag", ...Object.keys(view.open).map((card) => `card-${card}`)];

export const lessons = (): Lesson<View, EventName>[] => [
  {
    key: "aim",
    on: "start",
    title: t("Islands and bridges"),
    text: t(
      "Whoever builds bridges on more than half of an island’s slots controls it: 2 of 3, 3 of 5, or 4 of 7 on Lusepil in the middle. Islands you control bring points.",
    ),
    advice: t("Points are counted twice. The most win."),
    rule: "AO-4.1",
    places: () => ["island-b", "island-a", "island-l"],
  },
  {
    key: "cards",
    on: "start",
    title: t("Your cards"),
    text: t(
      "A card is an island, by its letter. Playing it builds a bridge of yours from that island to a neighbour. Point at a card, and its slots light up.",
    ),
    rule: "AO-3.2",
    places: () => ["hand"],
  },
  {
    key: "laying",
    on: { asked: "laying" },
    title: t("Three to keep, one to lay open"),
    text: t(
      "Choose the card you need least. All players choose at the same time. Later anybody may take the cards that lie open.",
    ),
    advice: t("Keep islands that lie side by side: a bridge between them counts on both."),
    rule: "AO-2.1",
    places: () => ["hand"],
  },
  {
    key: "turn",
    on: { asked: "turn" },
    title: t("Your turn"),
    text: t("Play as many cards as you like, or none: choose a card, then the island to build to."),
    advice: t("Two or three cards at once can win an island before anybody can answer."),
    rule: "AO-3.1",
    places: () => ["hand"],
  },
  {
    key: "draw",
    on: { asked: "turn" },
    fits: ({ view }) => view.drawing,
    title: t("Draw to end your turn"),
    text: t(
      "When you have played enough, draw a card: one of the open ones, which all can see, or a surprise from the bag. Then it is the next player’s turn.",
    ),
    rule: "AO-3.5",
    places: toDraw,
  },
  {
    key: "gained",
    on: { happens: ["gained"] },
    title: t("An island is won"),
    text: t(
      "That is more than half of its slots. The island gets a marker, and all bridges of other players on it are removed at once.",
    ),
    advice: t("One more bridge can sweep away many: see what you can finish in one turn."),
    rule: "AO-4.1",
  },
  {
    key: "lost",
    on: { happens: ["lost"] },
    title: t("An island is lost"),
    text: t(
      "A bridge belongs to two islands. When it goes, its owner may fall to half or less on the other one too: then the marker goes at once.",
    ),
    rule: "AO-4.2",
  },
  {
    key: "exchange",
    on: { asked: "turn" },
    fits: ({ moves }) => moves.some(({ form }) => form.action === "exchange"),
    title: t("Two cards for a rival’s bridge"),
    text: t(
      "You can replace a bridge of another player by yours: with two cards of the islands it joins, two of one or one of each.",
    ),
    advice: t("It costs two cards, so do it where it wins you an island."),
    rule: "AO-3.3",
    places: () => ["hand"],
  },
  {
    key: "full_hand",
    on: { asked: "turn" },
    fits: ({ rule }) => rule === "AO-3.7",
    title: t("Five cards are too many"),
    text: t("With five cards in hand you may not draw. Play one first, or discard one unseen."),
    rule: "AO-3.7",
    places: () => ["hand"],
  },
  {
    key: "relative",
    on: { happens: ["choice", "single"] },
    title: t("Full, but nobody has more than half"),
    text: t(
      "The last free slot of a large island, or of Lusepil, was filled. Whoever filled it and has the most bridges there removes one of another player. If several have the most, the single bridge of the player who has fewer goes.",
    ),
    advice: t("The slot is free again: with the right card you can build on it at once."),
    rule: "AO-5.1",
  },
  {
    key: "reserve",
    on: { asked: "turn" },
    fits: ({ view }) => mine(view)?.reserve === 0,
    title: t("All your bridges are built"),
    text: t(
      "You have twenty. Without one left you may play cards to no effect, or take back one of yours and build it somewhere else.",
    ),
    rule: "AO-6.2",
  },
  {
    key: "small_scoring",
    on: { happens: ["small_scoring"] },
    title: t("The small scoring"),
    text: t(
      "An island you control brings a point for every slot on it that you do not hold. With 3 of 5 that is 2 points, with 5 of 5 none.",
    ),
    advice: t("So win an island with as few bridges as you can."),
    rule: "AO-7.2",
  },
  {
    key: "second_round",
    on: { happens: ["second_round"] },
    title: t("The second round"),
    text: t(
      "The cards that were played go back into the bag; hands, bridges and markers stay. At its end each island you control brings one point more than before.",
    ),
    rule: "AO-8.3",
  },
  {
    key: "final",
    on: { happens: ["final"] },
    title: t("One last turn"),
    text: t("The last card is drawn. Everybody has exactly one more turn, and nobody draws any more."),
    advice: t("Play all that helps: cards left in hand are worth nothing."),
    rule: "AO-8.1",
  },
  {
    key: "defer",
    on: { asked: "turn" },
    fits: ({ moves }) => moves.some(({ form }) => form.action === "defer"),
    title: t("Now or later?"),
    text: t(
      "You may play your last turn later, as long as somebody with more points has not yet played theirs.",
    ),
    advice: t("Waiting shows you what the others do. But of two with equal points the first to finish wins."),
    rule: "AO-8.2",
  },
  {
    key: "end",
    on: "end",
    title: t("Now you know Arabana-Opodopo"),
    text: t(
      "You have built bridges, won islands by more than half and seen them counted. The rest is foresight.",
    ),
    rule: "AO-8.4",
  },
];
