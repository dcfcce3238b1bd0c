import { describe, expect, test } from "vitest";
import fixture from "./positions/3-turn.json";
import gods from "./positions/4-gods-turn.json";
import removing from "./positions/4-removing.json";
import type { Happening, Move } from "../src/games/contract";
import { Choosing } from "../src/games/arabana_opodopo/choosing.svelte";
import { built, foresee } from "../src/games/arabana_opodopo/foreseen";
import { keyed, spread } from "../src/games/arabana_opodopo/flights";
import { apart, chart, MIDDLE, NARROW, sheetFor, slotKey, WIDE } from "../src/games/arabana_opodopo/geometry";
import { anchor, deed, missing, payable } from "../src/games/arabana_opodopo/paying";
import { places } from "../src/games/arabana_opodopo/places";
import { distance, scenery } from "../src/games/arabana_opodopo/scenery";
import { imagined, standing } from "../src/games/arabana_opodopo/standing";
import type { BoardFile, Form, Island, View } from "../src/games/arabana_opodopo/view";

const view = fixture.match.view as unknown as View;
const moves = (news: { match: { moves: unknown } }) => news.match.moves as Move<Form>[];
const move = (form: Form): Move<Form> => ({ action: JSON.stringify(form), form, words: "", rule: "" });

/** The board turned round and squeezed into a corner: another one of the same form. */
function another(): View {
  const board = chart(view, WIDE).isles.map(({ letter, name, x, y }) => ({
    id: name,
    letter: letter.toUpperCase(),
    name: `${name} II`,
    size: "",
    x: 20 + y / 60,
    y: 30 + x / 80,
  }));
  return { ...view, options: { gods: false, board: { islands: board, edges: [] } satisfies BoardFile } };
}

describe("the map", () => {
  test.each([
    ["wide", view, WIDE],
    ["middle", view, MIDDLE],
    ["narrow", view, NARROW],
    ["another board", another(), NARROW],
  ])("fits, and leaves room for every bridge: %s", (_, shown, sheet) => {
    const { isles, spans } = chart(shown, sheet);
    expect(isles).toHaveLength(16);
    expect(spans).toHaveLength(37);
    for (const { x, y, r } of isles) {
      expect(Math.min(x, sheet.width - x, y, sheet.height - y)).toBeGreaterThan(r);
      const others = isles.filter((other) => other.x !== x);
      expect(
        Math.min(...others.map((other) => Math.hypot(x - other.x, y - other.y) - r - other.r)),
      ).toBeGreaterThan(0);
    }
    for (const { length } of spans) expect(length).toBeGreaterThan(sheet.bridge);
  });

  test("bridges of the standard board cross no third island", () => {
    for (const sheet of [WIDE, MIDDLE, NARROW]) {
      const { isles, spans } = chart(view, sheet);
      for (const { from, to, a, b } of spans)
        for (const isle of isles.filter(({ letter }) => letter !== from && letter !== to))
          expect(distance(isle, a, b)).toBeGreaterThan(isle.r * 0.95);
    }
  });

  test("the names come from the board of the match", () => {
    expect(chart(another(), WIDE).isles[0]!.name).toBe("Arabana II");
  });

  test("an island looks the same every time", () => {
    const [one, again] = [chart(view, WIDE).isles[3]!, chart(view, WIDE).isles[3]!];
    expect(one.outline(1)).toBe(again.outline(1));
    expect(scenery(one, [], true)).toEqual(scenery(again, [], true));
  });

  test("bridgeheads are moved apart, also across the turn of the circle", () => {
    const moved = apart([-3.1, 0, 0.1, 3.1], 0.5);
    moved.forEach((angle, index) => {
      const next = moved[index + 1] ?? moved[0]! + 2 * Math.PI;
      expect(next - angle).toBeGreaterThan(0.48);
    });
  });

  test("sheets follow the room", () => {
    expect([328, 519, 520, 799, 1000].map((room) => sheetFor(room).name)).toEqual([
      "narrow",
      "narrow",
      "middle",
      "middle",
      "wide",
    ]);
  });
});

describe("standing", () => {
  const island = (slots: number, majority: number, bridges: Island["bridges"]): Island => ({
    island: "a",
    slots,
    small: false,
    majority,
    bridges,
    control: null,
    worth: null,
    stone: null,
  });

  test("says what is missing to the majority, and who leads", () => {
    const { free, shares, leaders } = standing(island(5, 3, { red: 1, blue: 2, green: 0 }));
    expect([free, leaders]).toEqual([2, ["blue"]]);
    expect(shares).toEqual([
      { seat: "blue", bridges: 2, missing: 1 },
      { seat: "red", bridges: 1, missing: 2 },
    ]);
    expect(standing(island(7, 4, { red: 3, blue: 3 })).leaders).toEqual(["red", "blue"]);
    expect(standing(island(3, 2, {})).leaders).toEqual([]);
  });

  test("counts a bridge that is only considered, and forgets those that would go", () => {
    const taken = view.slots.find(({ bridge }) => bridge === "green")!;
    const key = slotKey(taken.from, taken.to);
    const count = (islands: readonly Island[], seat: "red" | "green") =>
      islands.find(({ island }) => island === taken.from)!.bridges[seat] ?? 0;
    const after = imagined(view, { key, seat: "red" }, new Set());
    expect(count(after, "red")).toBe(count(view.islands, "red") + 1);
    expect(count(after, "green")).toBe(count(view.islands, "green") - 1);
    expect(count(imagined(view, null, new Set([key])), "green")).toBe(count(view.islands, "green") - 1);
  });
});

describe("paying", () => {
  test("every way to pay for an exchange", () => {
    const pays = (cards: "double" | "each" | "kanaloa" | "kanaloas") =>
      deed(move({ action: "exchange", island: "n", to: "o", cards })).pays;
    expect(pays("double")).toEqual(["n", "n"]);
    expect(pays("each")).toEqual(["n", "o"]);
    expect(pays("kanaloa")).toEqual(["n", "kanaloa"]);
    expect(pays("kanaloas")).toEqual(["kanaloa", "kanaloa"]);
  });

  test("what is picked must be part of what is paid", () => {
    expect(missing(["n", "n"], ["n"])).toEqual(["n"]);
    expect(missing(["n", "o"], ["n", "n"])).toBeNull();
    const deeds = moves(fixture).map(deed);
    expect(payable(deeds, ["n"]).map((one) => one.move.action)).toEqual(["exchange j n each", "discard n"]);
  });

  test("slots with an end in common need only the other one", () => {
    const deeds = moves(removing).map(deed);
    expect(anchor(deeds, "d")).toBe("d");
    expect(anchor(deeds.slice(0, 1), "d")).toBe("d");
    expect(anchor([])).toBeNull();
  });
});

describe("choosing", () => {
  function choosing(news: { match: { view: unknown; moves: unknown } }, hand: string[]) {
    const acts: string[] = [];
    const given = {
      view: news.match.view as View,
      moves: moves(news),
      hand,
      act: (one: string) => acts.push(one),
    };
    return { choice: new Choosing(() => given), acts };
  }
  const hand = ["j", "m", "n", "p"];

  test("a card, then an island, builds", () => {
    const { choice, acts } = choosing(fixture, hand);
    expect(choice.aims).toEqual([]);
    choice.pickCard(0);
    expect(choice.aims.map(({ island }) => island)).toEqual(["i", "n", "o"]);
    choice.choose(choice.aims.find(({ island }) => island === "o")!);
    expect(acts).toEqual(["play j o"]);
    expect(choice.begun).toBe(false);
  });

  test("an exchange shows its second card before it is done", () => {
    const { choice, acts } = choosing(fixture, hand);
    choice.pickCard(0);
    choice.choose(choice.aims.find(({ exchange }) => exchange)!);
    expect(acts).toEqual([]);
    expect(choice.cards).toEqual([0, 2]);
    expect(choice.back()).toBe(true);
    expect(choice.cards).toEqual([0]);
    choice.choose(choice.aims.find(({ exchange }) => exchange)!);
    choice.choose(choice.aims[0]!);
    expect(acts).toEqual(["exchange j n each"]);
  });

  test("with several ways to pay the second card is asked for", () => {
    const ways = (["double", "each"] as const).map((cards) =>
      move({ action: "exchange", island: "n", to: "o", cards }),
    );
    const acts: string[] = [];
    const choice = new Choosing(() => ({
      view,
      moves: ways,
      hand: ["n", "n", "o"],
      act: (one) => acts.push(one),
    }));
    choice.pickCard(0);
    choice.choose(choice.aims[0]!);
    expect(choice.slot).toBe("n-o");
    expect([choice.offers("n"), choice.offers("o"), choice.offers("p")]).toEqual([true, true, false]);
    choice.pickCard(2);
    expect(acts).toEqual([ways[1]!.action]);
  });

  test("Kanaloa goes island by island", () => {
    const ways = (["b", "c"] as const).map((to) => move({ action: "kanaloa", island: "a", to }));
    ways.push(move({ action: "kanaloa", island: "c", to: "d" }));
    const acts: string[] = [];
    const choice = new Choosing(() => ({ view, moves: ways, hand: [], act: (one) => acts.push(one) }));
    choice.pickStone("kanaloa");
    expect(choice.pivot).toBeNull();
    expect(choice.aims.filter(({ slot }) => !slot).map(({ island }) => island)).toEqual(["a", "b", "c", "d"]);
    choice.choose(choice.aims.find(({ key }) => key === "c")!);
    expect(choice.pivot).toBe("c");
    choice.choose(choice.aims.find(({ island }) => island === "d")!);
    expect(acts).toEqual([ways[2]!.action]);
  });

  test("a bridge to remove is chosen by its other end", () => {
    const { choice, acts } = choosing(removing, ["p"]);
    expect(choice.pivot).toBe("d");
    choice.choose(choice.aims.find(({ island }) => island === "l")!);
    expect(acts).toEqual(["remove d l"]);
  });

  test("a card put back leaves nothing picked, and pointing at one shows its slots", () => {
    const { choice } = choosing(fixture, hand);
    choice.pointed = "j";
    expect(choice.glimpse.map(({ slot }) => slot!.key)).toEqual(["i-j", "j-n", "j-o"]);
    choice.pickCard(0);
    choice.pickCard(0);
    expect(choice.begun).toBe(false);
    expect(choice.back()).toBe(false);
  });

  test("Ku waits for a name", () => {
    const { choice } = choosing(gods, ["j"]);
    choice.pickStone("ku");
    expect(choice.plain.map(({ kind }) => kind)).toEqual(["ku", "ku", "ku"]);
  });
});

test("what a preview tells", () => {
  const { gained, lost, removed } = foresee([
    { event: "play", card: "d", to: "a" },
    { event: "gained", who: "blue", island: "d" },
    { event: "single", owner: "red", island: "e", to: "a" },
    { event: "lost", who: "yellow", island: "c" },
  ]);
  expect([...gained]).toEqual([["d", "blue"]]);
  expect([...lost]).toEqual(["c"]);
  expect([...removed]).toEqual(["a-e"]);
  expect([...built([{ event: "play", card: "d", to: "a" }])]).toEqual(["a-d"]);
});

test("cards of one island are told apart", () => {
  expect(keyed(spread({ a: 2, c: 1 })).map(({ key }) => key)).toEqual(["a-0", "a-1", "c-0"]);
});

test("places of events", () => {
  const at = (event: object) => places({ number: 1, text: "", event: { rule: "", ...event } } as Happening);
  expect(at({ event: "play", card: "d", to: "a" })).toEqual(["slot-a-d", "island-d", "island-a"]);
  expect(at({ event: "gained", island: "d", who: "red" })).toEqual(["island-d"]);
  expect(at({ event: "take", card: "d", who: "red" })).toEqual(["card-d", "island-d"]);
  expect(at({ event: "draw", who: "red" })).toEqual(["bag"]);
  expect(at({ event: "great_scoring", scores: { red: 1, blue: 2 } })).toEqual(["boat-red", "boat-blue"]);
  expect(at({ event: "deal", card: "?", who: "red" })).toEqual([]);
});
