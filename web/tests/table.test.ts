import { afterEach, beforeEach, expect, test, vi } from "vitest";
import fixture from "../fixtures/costa_ruana/3-settling.json";
import type { Line, News } from "../src/generated/wire";
import { smallBrowser, Wire } from "./world";

const kept = fixture as unknown as News;
let TableState: typeof import("../src/core/table.svelte").TableState;
let table: InstanceType<typeof TableState>;

beforeEach(async () => {
  vi.useFakeTimers();
  smallBrowser();
  vi.resetModules();
  ({ TableState } = await import("../src/core/table.svelte"));
  table = new TableState("t1", kept.seat);
  Wire.last.welcome();
});
afterEach(() => {
  table.close();
  vi.useRealTimers();
});

const line = (number: number, text: string): Line => ({
  number,
  text,
  event: { event: "place", rule: "CR-2.7" },
});

function news(number: number, since: number, ...lines: Line[]): News {
  return { ...kept, number, since, lines, match: { ...kept.match!, position: number } };
}

test("the first news shows how things stand, without replaying the past", () => {
  Wire.last.hear(news(5, -1, line(4, "four"), line(5, "five")));
  expect(table.lines.map((one) => one.text)).toEqual(["four", "five"]);
  expect(table.events).toEqual([]);
  expect(table.myTurn).toBe(kept.match!.to_move === kept.seat);
});

test("changes that come at once are shown one after another", async () => {
  Wire.last.hear(news(5, -1));
  Wire.last.hear(news(6, 5, line(6, "six")));
  Wire.last.hear(news(7, 6, line(7, "seven")));
  await vi.advanceTimersByTimeAsync(1);
  expect(table.news!.number).toBe(6);
  expect(table.events.map((one) => one.text)).toEqual(["six"]);
  await vi.advanceTimersByTimeAsync(1500);
  expect(table.news!.number).toBe(7);
  expect(table.lines.map((one) => one.text)).toEqual(["six", "seven"]);
});

test("who comes back says what was seen, and hears nothing twice", async () => {
  Wire.last.hear(news(5, -1, line(5, "five")));
  Wire.last.close();
  await vi.advanceTimersByTimeAsync(1000);
  expect(Wire.last.welcome()).toMatchObject({ since: 5 });
  Wire.last.hear(news(6, 5, line(5, "five"), line(6, "six")));
  await vi.advanceTimersByTimeAsync(2000);
  expect(table.lines.map((one) => one.text)).toEqual(["five", "six"]);
});

test("a deputy decides for the table, although a bot plays at their first seat", () => {
  const seats = kept.table.seats.map((seat, number) => ({ ...seat, yours: number < 2, person: number > 0 }));
  Wire.last.hear({ ...news(5, -1), table: { ...kept.table, host: false, seats } });
  const decides = [null, 0, 1, 2].map((deputy) => {
    Wire.last.hear({ type: "present", seats: [1], watchers: 0, deputy });
    return table.host;
  });
  expect(decides).toEqual([false, true, true, false]);
});

test("an action names the position it was chosen in, and is sent once", async () => {
  Wire.last.hear(news(5, -1));
  void table.act("place 1");
  void table.act("place 2");
  const acts = Wire.last.sent.filter((one) => one["type"] === "act");
  expect(acts).toMatchObject([{ after: 5, action: "place 1" }]);
  expect(table.pending).toBe(true);
});

test("a refusal is shown with its paragraph, and the next try is possible", async () => {
  Wire.last.hear(news(5, -1));
  void table.act("place 1");
  Wire.last.hear({
    type: "refused",
    id: Wire.last.sent.at(-1)!["id"],
    code: "illegal",
    text: "Full.",
    rule: "CR-1.2",
  });
  await vi.advanceTimersByTimeAsync(1);
  expect(table.notice).toEqual({ text: "Full.", rule: "CR-1.2", kind: "refused" });
  expect(table.pending).toBe(false);
});

test("what a move would do is asked only after pointing at it for a moment", async () => {
  Wire.last.hear({ ...news(5, -1), match: { ...kept.match!, to_move: kept.seat } });
  table.consider("place 1");
  table.consider("place 2");
  await vi.advanceTimersByTimeAsync(300);
  const asked = Wire.last.sent.filter((one) => one["type"] === "preview");
  expect(asked).toMatchObject([{ action: "place 2" }]);
  Wire.last.hear({ type: "preview", id: asked[0]!["id"], lines: ["A native lands."] });
  await vi.advanceTimersByTimeAsync(1);
  expect(table.foreseen).toEqual(["A native lands."]);
});

test("several at one screen pass it on when another of them is to move", () => {
  const seats = kept.table.seats.map((seat) => ({ ...seat, yours: true, person: true }));
  const other = (kept.seat! + 1) % seats.length;
  const both = { ...news(5, -1), table: { ...kept.table, seats } };
  Wire.last.hear({ ...both, match: { ...kept.match!, to_move: other } });
  expect(table.handOver).toBe(other);
});

test("what the server answers for somebody is what it says, however often one connects", async () => {
  expect(table.auto).toBe(null);
  const asked = table.habit("pass");
  const sent = Wire.last.sent.at(-1)!;
  expect(sent).toMatchObject({ type: "habit", auto: "pass" });
  Wire.last.hear({ type: "done", id: sent["id"], number: null, habit: "pass" });
  await asked;
  expect(table.auto).toBe("pass");
  Wire.last.close();
  await vi.advanceTimersByTimeAsync(1000);
  Wire.last.welcome("alone"); // chosen at another screen
  expect(table.auto).toBe("alone");
});
