import { beforeEach, expect, test, vi } from "vitest";
import { account } from "../src/core/account";
import { sealFits } from "../src/core/seal";
import { called } from "../src/core/seats";
import { address, readEyes } from "../src/pages/replay/address";
import { decider, decisionBefore, nearby, nextDecision, ticks } from "../src/pages/replay/decisions";
import { smallBrowser } from "./world";

// Two deals; Red, Blue; something forced; Red; the end.
const MOVERS = [null, null, 0, 1, null, 0] as const;

test("decisions follow each other, without chance and what was forced", () => {
  expect(nextDecision(MOVERS, 0)).toBe(2);
  expect(nextDecision(MOVERS, 3)).toBe(5);
  expect(nextDecision(MOVERS, 2, 0)).toBe(5);
  expect(nextDecision(MOVERS, 5)).toBe(6);
  expect(decisionBefore(MOVERS, 6)).toBe(5);
  expect(decisionBefore(MOVERS, 5, 1)).toBe(3);
  expect(decisionBefore(MOVERS, 2)).toBe(0);
});

test("at every moment somebody decides next, until the end", () => {
  expect([0, 2, 3, 4, 5, 6].map((at) => decider(MOVERS, at))).toEqual([0, 0, 1, 0, 0, null]);
});

test("what lies ready are other moments of the match, the nearest first", () => {
  const ready = nearby(MOVERS, 4, null);
  expect(ready.slice(0, 2)).toEqual([5, 3]);
  expect(new Set(ready).size).toBe(ready.length);
  expect(ready.every((at) => at >= 0 && at <= MOVERS.length && at !== 4)).toBe(true);
});

test("a lane has a tick for every decision of its player", () => {
  expect(ticks(MOVERS, 0)).toBe("M2 0V1M5 0V1");
  expect(ticks(MOVERS, 2)).toBe("");
});

test("an address names the moment and whose knowledge", () => {
  expect(address("abc", 57, 1)).toBe("/t/abc/replay?at=57&seat=1");
  expect(["0", "open", "-1", "watcher", "x", null].map(readEyes)).toEqual([
    0,
    "open",
    "open",
    "watcher",
    null,
    null,
  ]);
});

test("a result is told by the lines with points in them, and by how it ended", () => {
  const line = (text: string, event?: Record<string, unknown>) => ({
    number: 1,
    text,
    ...(event ? { event } : {}),
  });
  const lines = [
    line("Ann sits down."),
    line("Red places.", { event: "place" }),
    line("Small scoring", { event: "small_scoring", scores: { red: 3 } }),
    line("Red: 22", { event: "points", points: 22 }),
    line("Red wins.", { event: "won" }),
    line("Captain Jones wins.", { event: "jones" }),
  ];
  const told = ["Small scoring", "Red: 22", "Red wins.", "Captain Jones wins."];
  expect(account(lines).map((one) => one.text)).toEqual(told);
});

test("two of one name are told apart by their places", () => {
  const seat = (name: string, place: string) => ({ name, place });
  expect(called([seat("Ann", "Red"), seat("", "Blue"), seat("Ann", "Green")])).toEqual([
    "Ann (Red)",
    "Blue",
    "Ann (Green)",
  ]);
});

test("a seal fits one seed", async () => {
  const seal = "ff1c28538152c28c"; // how it begins for 32 zeros, as in archipel.server.fair
  const seed = "0".repeat(64);
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`archipel-seed 1:${seed}`));
  const hex = Buffer.from(hash).toString("hex");
  expect(hex.startsWith(seal)).toBe(true);
  expect(await sealFits(seed, hex)).toBe(true);
  expect(await sealFits("1" + seed.slice(1), hex)).toBe(false);
});

// ── Looking at a match again ────────────────────────────────────────────────────────────────────
const STORY = {
  table: {
    seats: [
      { name: "Ann", place: "Red", yours: true },
      { name: "", place: "Blue", yours: false },
    ],
  },
  actions: MOVERS.length,
  movers: MOVERS,
  lines: MOVERS.map((_, n) => ({ number: n + 1, text: `line ${n + 1}`, event: { event: "e", rule: "" } })),
  outcome: { points: [1, 0], places: [1, 2], reason: "", words: "" },
};

let asked: string[];

beforeEach(() => {
  smallBrowser();
  vi.resetModules();
  asked = [];
  vi.stubGlobal("fetch", async (path: string) => {
    asked.push(path);
    const [, at] = /moments\/(\d+)/.exec(path) ?? [];
    const body = at === undefined ? STORY : { position: Number(at), to_move: null, view: {}, outcome: null };
    return {
      ok: true,
      text: async () => JSON.stringify(body),
      headers: new Map([["content-type", "application/json"]]),
    };
  });
});

async function opened(at = 0, eyes: "open" | number | null = null) {
  const { ReplayState } = await import("../src/pages/replay/replay.svelte");
  const replay = new ReplayState("abc");
  await replay.open(at, eyes);
  return replay;
}

const settled = () => new Promise((done) => setTimeout(done, 5));

test("one's own knowledge comes first, and nothing is told beforehand", async () => {
  const replay = await opened(2);
  expect(replay.eyes).toBe(0);
  expect(replay.lines.map((line) => line.number)).toEqual([1, 2]);
  expect(replay.told).toBe(false);
  await replay.step(Infinity);
  expect(replay.told).toBe(true);
  await replay.step(-Infinity);
  expect(replay.at).toBe(0);
  expect(replay.lines).toHaveLength(6);
});

test("stepping on shows what happened; going back or leaping shows how it stood", async () => {
  const replay = await opened(2, 0);
  expect(replay.events).toEqual([]);
  await replay.forth();
  expect(replay.events.map((one) => one.number)).toEqual([3]);
  await replay.forth();
  expect(replay.events.map((one) => one.number)).toEqual([4, 5]);
  await replay.back();
  expect(replay.events).toEqual([]);
  expect(replay.leapt).toBe(false);
});

test("neighbours lie ready and are not asked for again", async () => {
  const replay = await opened(2, 0);
  await settled();
  const before = asked.length;
  void replay.step(1);
  expect(replay.now?.position).toBe(3);
  await settled();
  expect(asked.filter((path) => path.includes("moments/3?"))).toHaveLength(1);
  expect(asked.length).toBeGreaterThanOrEqual(before);
});

test("with all cards open one looks over the shoulder of whoever decides", async () => {
  const replay = await opened(3, "open");
  expect(asked[0]).toContain("seat=-1");
  expect(replay.front).toBe(1);
  await replay.step(1);
  expect(replay.front).toBe(0);
  replay.close();
});

test("only the last moment asked for is shown", async () => {
  const replay = await opened(0, 0);
  await Promise.all([replay.go(5), replay.go(6), replay.go(1)]);
  expect(replay.now?.position).toBe(1);
});
