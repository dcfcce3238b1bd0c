import { describe, expect, test } from "vitest";
import type { Happening } from "../src/games/contract";
import { claims } from "../src/games/tresor/claims";
import { ledger, parties } from "../src/games/tresor/confrontation";
import { chooseMan, NOTHING, offers, type OneMove } from "../src/games/tresor/offers";
import { places } from "../src/games/tresor/places";
import { anchorage, CAVE, LARGE, SMALL, way, zone, type Sheet } from "../src/games/tresor/sheet";
import { standings } from "../src/games/tresor/standing";
import type { Confrontation, Detachment, Form, Man, View, Voyage } from "../src/games/tresor/view";
import { crewSize } from "../src/games/tresor/voyage";
import { SEATS } from "../src/generated/tresor";

const man = (detachment: number, zone: number, loaded = false): Detachment => ({
  detachment,
  zone,
  loaded,
  chest: loaded ? "?" : null,
  known_to: [],
});

const view = (crews: Detachment[][], more: Partial<View> = {}): View =>
  ({
    phase: "movement",
    you: SEATS[0],
    players: crews.map((detachments, i) => ({ seat: SEATS[i]!, trick: null, turns: 1, detachments })),
    confrontation: null,
    remarks: [],
    ...more,
  }) as unknown as View;

const move = (form: Form): OneMove => ({ action: Object.values(form).join(" "), form, words: "", rule: "" });
const happening = (event: object): Happening =>
  ({ number: 1, text: "", event: { rule: "", ...event } }) as unknown as Happening;

describe.each([
  ["large", LARGE],
  ["small", SMALL],
])("the %s sheet", (_, sheet: Sheet) => {
  const zones = Array.from({ length: CAVE }, (_, i) => zone(sheet, i + 1));

  test("keeps its zones apart and inside", () => {
    for (const [i, one] of zones.entries()) {
      expect(one.x - sheet.rx).toBeGreaterThan(0);
      expect(one.x + sheet.rx).toBeLessThan(sheet.width);
      for (const other of zones.slice(i + 1)) {
        const apart = Math.hypot((one.x - other.x) / sheet.rx, (one.y - other.y) / sheet.ry);
        expect(apart).toBeGreaterThan(2);
      }
    }
  });

  test.each([3, 4, 5, 6])("anchors %i ships side by side, south of the island", (ships) => {
    const spots = Array.from({ length: ships }, (_, seat) => anchorage(sheet, seat, ships));
    for (const [i, one] of spots.entries()) {
      expect(one.y).toBeGreaterThan(Math.max(...zones.map(({ y }) => y)) + sheet.ry);
      if (i) expect(one.x - spots[i - 1]!.x).toBeGreaterThanOrEqual(sheet.width / 6 - 0.01);
    }
  });

  test.each([1, 4, 9, 18, 36])("finds room for %i pieces in one zone", (count) => {
    const crews = SEATS.map((_, seat) =>
      [1, 2, 3, 4, 5, 6].filter((n) => seat + (n - 1) * 6 < count).map((n) => man(n, 8, n % 2 === 0)),
    );
    const all = standings(view(crews), sheet);
    const tops = all.filter(({ stack }) => stack > 0);
    expect(tops.reduce((sum, { stack }) => sum + stack, 0)).toBe(count);
    const middle = zone(sheet, 8);
    for (const [i, one] of tops.entries()) {
      expect(Math.abs(one.y - middle.y) + one.r).toBeLessThan(sheet.ry + one.r);
      for (const other of tops.slice(i + 1))
        expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThan(1.6 * one.r);
    }
  });

  test("draws the way there and back", () => {
    expect(way(sheet, 0, CAVE).match(/C/g)).toHaveLength(CAVE);
    expect(way(sheet, 5, 2).match(/C/g)).toHaveLength(3);
  });
});

describe("what can be chosen", () => {
  const mine: Man = { owner: "la_buse", detachment: 1 };
  const theirs: Man = { owner: "le_reveng", detachment: 2 };
  const there = view([[man(1, 3), man(2, 1, true)], [man(2, 5, true)]]);

  test("a detachment, then its zone, in its own direction", () => {
    const moves = [
      move({ action: "displace", detachment: 1, zones: 1 }),
      move({ action: "displace", detachment: 1, zones: 2 }),
      move({ action: "displace", detachment: 2, zones: 1 }),
    ];
    const first = offers(there, moves, NOTHING);
    expect([...first.men.keys()]).toEqual(["la_buse-1", "la_buse-2"]);
    expect(first.zones.size).toBe(0);
    const picked = chooseMan(first, mine, NOTHING);
    expect(picked).toEqual({ card: false, man: mine });
    const then = offers(there, moves, picked as typeof NOTHING);
    expect([...then.zones.keys()]).toEqual([4, 5]);
    expect([...offers(there, moves, { card: false, man: { ...mine, detachment: 2 } }).zones.keys()]).toEqual([
      0,
    ]);
    expect(chooseMan(then, mine, picked as typeof NOTHING)).toEqual(NOTHING);
  });

  test("a demand at once, or how it is made", () => {
    const plain = move({ action: "demand", owner: "le_reveng", detachment: 2 });
    const armed = move({ action: "demand_with", trick: "bestioles", owner: "le_reveng", detachment: 2 });
    expect(chooseMan(offers(there, [plain], NOTHING), theirs, NOTHING)).toBe(plain);
    const both = chooseMan(offers(there, [plain, armed], NOTHING), theirs, NOTHING) as typeof NOTHING;
    expect(offers(there, [plain, armed], both).choices).toEqual([plain, armed]);
  });

  test("a trick is aimed only after it was taken up", () => {
    const swap = move({
      action: "exchange",
      owner: "la_buse",
      detachment: 2,
      other: "le_reveng",
      its: 2,
    });
    expect(offers(there, [swap], NOTHING).men.size).toBe(0);
    expect(offers(there, [swap], NOTHING).aims).toBe(true);
    const taken = { card: true, man: null };
    // Either of the two may be named first.
    const one = chooseMan(offers(there, [swap], taken), theirs, taken) as typeof NOTHING;
    expect(one).toEqual({ card: true, man: theirs });
    expect(chooseMan(offers(there, [swap], one), { owner: "la_buse", detachment: 2 }, one)).toBe(swap);
    const disarm = move({ action: "disarm", whom: "le_reveng" });
    expect(offers(there, [disarm], taken).ships.get("le_reveng")).toBe(disarm);
  });
});

describe("a confrontation", () => {
  const one: Confrontation = {
    demander: "la_buse",
    detachment: { owner: "le_reveng", detachment: 1 },
    zone: 5,
    aggressors: ["la_buse"],
    defender: ["le_reveng"],
    strength: { aggressors: 3, defender: 0 },
  };
  const there = view([[man(1, 5), man(2, 5), man(3, 6)], [man(1, 5, true)], [man(4, 5)]], {
    confrontation: one,
  });

  test("has two sides, tricks told from detachments, and bystanders", () => {
    const found = parties(there, one);
    expect(found.aggressors.bands.map(({ men }) => men.length)).toEqual([2]);
    expect([found.aggressors.tricks, found.defender.tricks]).toEqual([1, -1]);
    expect(found.bystanders.map(({ seat }) => seat)).toEqual(["le_hardi"]);
  });

  test("tells its tricks by the log, from the demand on", () => {
    const log = [
      happening({ event: "strengthen", who: "le_hardi", trick: "mechante_bordee" }), // in the one before
      happening({ event: "demand_with", who: "la_buse", trick: "fievres" }),
    ];
    expect(ledger(log, one)).toEqual([
      { by: "la_buse", trick: "fievres", side: "defender", cancelled: false },
    ]);
    log.push(happening({ event: "strengthen", who: "le_reveng", trick: "botte_secrete" }));
    expect(ledger(log, one)[1]).toMatchObject({ side: "defender", cancelled: false });
    log.push(happening({ event: "cancel", who: "la_buse" }));
    expect(ledger(log, one).map(({ cancelled }) => cancelled)).toEqual([false, true]);
    expect(ledger(log, null)).toEqual([]);
    log.push(happening({ event: "demand", who: "le_hardi" }));
    expect(ledger(log, one)).toEqual([]);
  });
});

test("the last claim about a carried chest counts", () => {
  const remarks = ["claim 1 full", "claim 1 empty", "claim 2 full", "claim 3 full", "claim 3 nothing"];
  const there = view([[man(1, 5, true), man(2, 5), man(3, 4, true)]], {
    remarks: remarks.map((says) => ({ by: SEATS[0], says })),
  });
  expect([...claims(there)]).toEqual([["la_buse-1", "empty"]]);
});

test.each([
  [{ event: "displace", who: "la_buse", detachment: 3, target: 8 }, ["man-la_buse-3", "zone-8"]],
  [{ event: "displace", who: "la_buse", detachment: 3, target: 0 }, ["man-la_buse-3", "ship-la_buse"]],
  [{ event: "demand", who: "la_buse", owner: "le_hardi", detachment: 1 }, ["man-le_hardi-1"]],
  [
    { event: "exchange", who: "la_buse", owner: "le_hardi", detachment: 1, other: "la_buse", its: 4 },
    ["man-le_hardi-1", "man-la_buse-4"],
  ],
  [{ event: "disarm", who: "la_buse", whom: "le_hardi" }, ["ship-le_hardi"]],
  [{ event: "pass", who: "la_buse" }, ["ship-la_buse"]],
  [{ event: "deck" }, ["deck"]],
])("%o points at its place", (event, found) => {
  expect(places(happening(event))).toEqual(found);
});

test("a crew is as large as the box and the options of the voyage make it", () => {
  const size = (voyage: "standard" | Voyage, souquez_ferme = false) =>
    crewSize({ options: { voyage, souquez_ferme, first: "random" } });
  expect(size("standard")).toBe(6);
  expect(size("standard", true)).toBe(5);
  expect(size({ season: 4 })).toBe(6);
  expect(size({ detachments: 3 }, true)).toBe(2);
});
