import { describe, expect, it } from "vitest";
import type { Happening, Move } from "../src/games/contract";
import { asked, buttons, pick } from "../src/games/costa_ruana/asking";
import { preview, turnFor } from "../src/games/costa_ruana/cards";
import { lies, shore } from "../src/games/costa_ruana/isles";
import { crowd, standing, treasury } from "../src/games/costa_ruana/natives";
import { places } from "../src/games/costa_ruana/places";
import { appliesTo, clockwise } from "../src/games/costa_ruana/steps";
import type { Form, View } from "../src/games/costa_ruana/view";
import condition from "../fixtures/costa_ruana/6-condition.json";
import effect from "../fixtures/costa_ruana/4-effect-move.json";
import faceUp from "../fixtures/costa_ruana/3-face_up_card.json";

const viewOf = (news: { match: { view: unknown } }) => structuredClone(news.match.view) as View;
const move = (form: Form): Move<Form> => ({
  action: Object.values(form).join(" "),
  form,
  words: "",
  rule: "",
});

describe("the natives on an island", () => {
  it("lists the most first", () =>
    expect(crowd({ natives: { red: 1, white: 3 } })).toEqual([
      ["white", 3],
      ["red", 1],
    ]));
});

describe("the two turns", () => {
  const view = viewOf(condition);

  it("brings every known card into force by exactly one of them", () => {
    const shown = (["day_night", "tide"] as const).flatMap((one) => preview(view, one).cards);
    expect(shown.map(({ number }) => number).sort()).toEqual(
      view.table
        .filter(({ card }) => card !== "?")
        .map(({ number }) => number)
        .sort(),
    );
    expect(preview(view, "tide").unknown).toBe(view.table.filter(({ card }) => card === "?").length);
  });

  it("follows the backgrounds", () => {
    const day = { ...view, conditions: ["day", "high_tide"] } as View;
    expect(turnFor(day, "place_1/night")).toBe("day_night");
    expect(turnFor(day, "place_1/high_tide")).toBe("day_night");
    expect(turnFor(day, "place_1/day")).toBe("tide");
    expect(turnFor(day, "place_1/low_tide")).toBe("tide");
    expect(turnFor(day, "?")).toBeNull();
  });

  it("shows afterwards what is in force", () => {
    const now = viewOf(effect);
    const shown = [...preview(now, "day_night").cards, ...preview(now, "tide").cards];
    expect(shown.map(({ number }) => number).sort()).toEqual(
      now.table
        .filter(({ fate }) => fate !== "inactive")
        .map(({ number }) => number)
        .sort(),
    );
  });
});

describe("who stands where", () => {
  it("counts as the view does, and names nobody twice", () => {
    const view = viewOf(effect);
    const all = [...standing(view).values()].flat();
    expect(new Set(all).size).toBe(all.length);
    expect(all.length).toBe(10 * view.players.length);
    for (const { number, natives } of view.table.filter(({ natives }) => natives.length))
      expect(standing(view).get(`card-${number}`)).toHaveLength(natives.length);
  });

  it("moves only who must", () => {
    const view = viewOf(effect);
    const before = standing(view);
    const after = viewOf(effect);
    // one more comes from the supply to where some stand already
    const player = after.players.find(
      ({ seat, supply }) => supply > 0 && after.islands.some(({ natives }) => natives[seat]),
    )!;
    const island = after.islands.find(({ natives }) => natives[player.seat])!;
    island.natives = { ...island.natives, [player.seat]: island.natives[player.seat]! + 1 };
    player.supply -= 1;
    const now = standing(after, before);
    const moved = [...now].filter(([place, here]) => here.join() !== before.get(place)!.join());
    expect(moved.map(([place]) => place).sort()).toEqual([
      `island-${island.number}`,
      `supply-${player.seat}`,
    ]);
    expect(now.get(`island-${island.number}`)).toEqual(
      expect.arrayContaining([...before.get(`island-${island.number}`)!]),
    );
  });

  it("lets a treasure move, and others go", () => {
    const view = viewOf(effect);
    const before = treasury(view);
    const after = viewOf(effect);
    after.islands[1]!.treasures -= 1;
    after.islands[0]!.treasures += 1;
    after.islands[4]!.treasures -= 1;
    const now = treasury(after, before);
    expect(before.get("island-2")).toContain(now.get("island-1")![0]);
    expect([...now.values()].flat()).toHaveLength([...before.values()].flat().length - 1);
  });
});

describe("what is asked", () => {
  const native = [
    move({ action: "move", owner: "red", source: 1, target: 2 }),
    move({ action: "move", owner: "blue", source: 1, target: 2 }),
    move({ action: "move", owner: "blue", source: 3, target: 2 }),
    move({ action: "move", owner: "blue", source: 3, target: 1 }),
  ];

  it("asks for a card, then before whom", () => {
    const moves = faceUp.match.moves as unknown as Move<Form>[];
    const first = asked(moves, {});
    expect(first.word).toBe("card");
    const then = asked(moves, pick(moves, {}, "card", first.values[0]));
    expect(then).toMatchObject({ word: "before", last: true });
    expect(then.values).toHaveLength(3);
  });

  it("asks whose native only where several have some", () => {
    expect(asked(native, {})).toMatchObject({ word: "source", values: [1, 3] });
    expect(asked(native, pick(native, {}, "source", 1))).toMatchObject({
      word: "owner",
      values: ["red", "blue"],
    });
    expect(asked(native, pick(native, {}, "source", 3))).toMatchObject({
      word: "target",
      values: [2, 1],
      last: true,
    });
  });

  it("makes buttons of what has no place", () => {
    const moves = [move({ action: "ride", number: 1 }), move({ action: "pass" })];
    expect(asked(moves, {}).word).toBe("number");
    expect(buttons(moves).map(({ action }) => action)).toEqual(["pass"]);
    expect(asked([], {}).word).toBeNull();
  });
});

describe("the sea", () => {
  it.each([4, 6, 7, 9, 10])("has room for %i islands", (count) => {
    for (const { at, columns } of Object.values(lies(count))) {
      expect(at).toHaveLength(count);
      expect(new Set(at.map(({ column, row }) => `${column} ${row}`)).size).toBe(count);
      expect(Math.max(...at.map(({ column }) => column + 1))).toBeLessThanOrEqual(columns);
    }
  });

  it("gives every island its own shore, always the same", () => {
    expect(shore(1, 75, 56)).toBe(shore(1, 75, 56));
    expect(shore(1, 75, 56)).not.toBe(shore(2, 75, 56));
  });
});

describe("order", () => {
  it("goes round from the Shaman, and from whom a card lies in front of", () => {
    const view = viewOf(effect);
    expect(clockwise(view, "yellow")).toEqual(["yellow", "red", "blue", "green"]);
    expect(appliesTo(view, "green", ["red", "green", "yellow"])).toEqual(["green", "green", "yellow", "red"]);
  });
});

describe("places of events", () => {
  const of = (event: Record<string, unknown>) => places({ event } as unknown as Happening);

  it.each([
    [{ event: "place", who: "red", island: 3 }, ["island-3"]],
    [{ event: "move", who: "red", owner: "blue", source: 1, target: 2 }, ["island-1", "island-2"]],
    [{ event: "ride", who: "red", number: 4, before: "blue" }, ["card-4"]],
    [{ event: "up", who: "red", card: "place_1/day", before: "blue" }, ["mat-blue"]],
    [{ event: "turn", who: "red", condition: "tide", side: "low_tide" }, ["condition-tide"]],
    [{ event: "show", side: "night" }, ["condition-day_night"]],
    [{ event: "pass", who: "red" }, ["mat-red"]],
  ])("%o", (event, found) => expect(of(event)).toEqual(found));
});
