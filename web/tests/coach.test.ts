import { afterEach, beforeEach, expect, test, vi } from "vitest";
import asked from "../fixtures/costa_ruana/3-settling.json";
import type { Lesson, Moment } from "../src/games/lessons";
import type { Line, News } from "../src/generated/wire";
import { smallBrowser, Wire } from "./world";

const kept = asked as unknown as News;
const FOLDERS = ["arabana_opodopo", "costa_ruana", "tresor"] as const;

type Told = typeof import("../src/pages/table/coach.svelte");
let told: Told;
let table: import("../src/core/table.svelte").TableState;
let lessons: () => Lesson[];

beforeEach(async () => {
  vi.useFakeTimers();
  smallBrowser();
  vi.resetModules();
  const { TableState } = await import("../src/core/table.svelte");
  told = await import("../src/pages/table/coach.svelte");
  ({ lessons } = await import("../src/games/costa_ruana/lessons"));
  table = new TableState("t1", kept.seat);
  Wire.last.welcome();
});
afterEach(() => {
  table.close();
  vi.useRealTimers();
});

const line = (number: number, event: Line["event"]): Line => ({ number, text: `line ${number}`, event });
const others = kept.seat === 0 ? 1 : 0;

/** How things stand after entry `number`, with somebody else to move unless it is said. */
function news(number: number, phase: string, events: Line["event"][] = [], mine = false, over = false): News {
  const outcome = over ? { points: [], places: [], reason: "", words: "" } : null;
  const to_move = mine ? kept.seat : others;
  const match = { ...kept.match!, position: number, to_move, outcome, view: { ...kept.match!.view, phase } };
  return { ...kept, number, since: number - 1, lines: events.map((one) => line(number, one)), match };
}
const whole = (one: News): News => ({ ...one, since: -1 });
const begun = () => Wire.last.hear(whole(news(1, "settling")));
const keys = (due: readonly { lesson: Lesson }[]) => due.map(({ lesson }) => lesson.key);

const moment = (more: Partial<Moment>): Moment => ({
  view: { phase: "settling", to_move: null, you: "red", players: [], options: {} },
  rule: "",
  moves: [],
  asked: false,
  events: [],
  over: false,
  ...more,
});
const happened = (event: string, rule = "", more = {}) => ({
  number: 1,
  text: "",
  event: { event, rule, ...more },
});

test("the aim comes first, then what happened, then what is asked", () => {
  const now = moment({ asked: true, events: [happened("argue")] });
  expect(keys(told.due(lessons(), now, new Set()))).toEqual([
    "aim",
    "conditions",
    "hand",
    "argue",
    "settling",
  ]);
});

test("nothing is told twice, but for the end", () => {
  const all = new Set(lessons().map(({ key }) => key));
  expect(told.due(lessons(), moment({ asked: true, events: [happened("argue")] }), all)).toEqual([]);
  expect(keys(told.due(lessons(), moment({ over: true }), all))).toEqual(["end"]);
});

test("what is asked of another is no lesson yet", () => {
  const seen = new Set(["aim", "conditions", "hand"]);
  expect(told.due(lessons(), moment({}), seen)).toEqual([]);
});

test("of much that happens at once only two things are explained", () => {
  const seen = new Set(["aim", "conditions", "hand"]);
  const events = [
    happened("elect"),
    happened("argue"),
    happened("take", "CR-6.3"),
    happened("take", "CR-6.1"),
  ];
  expect(keys(told.due(lessons(), moment({ events }), seen))).toEqual(["take", "argue"]);
  seen.add("take").add("argue");
  expect(keys(told.due(lessons(), moment({ events }), seen))).toEqual(["third", "elect"]);
});

test("a lesson may ask for more than its occasion", () => {
  const seen = new Set(["aim", "conditions", "hand"]);
  const round = (number: number) => moment({ events: [happened("round", "CR-3.0", { round: number })] });
  expect(told.due(lessons(), round(2), seen)).toEqual([]);
  expect(keys(told.due(lessons(), round(5), seen))).toEqual(["last_round"]);
});

test("while a card is read, what happens next waits", async () => {
  begun();
  const coach = new told.Coach(table, lessons);
  expect(coach.told?.lesson.key).toBe("aim");
  Wire.last.hear(news(2, "settling", [{ event: "place", rule: "CR-2.7" }]));
  Wire.last.hear(news(3, "settling", [{ event: "place", rule: "CR-2.7" }], true));
  await vi.advanceTimersByTimeAsync(5000);
  expect(table.news!.number).toBe(1);
  coach.goOn();
  coach.goOn();
  expect(table.news!.number).toBe(1);
  coach.goOn();
  expect(coach.told).toBeNull();
  await vi.advanceTimersByTimeAsync(5000);
  expect(table.news!.number).toBe(3);
  expect(coach.told?.lesson.key).toBe("settling");
  expect([coach.known, coach.all]).toEqual([3, lessons().length]);
});

test("who acts has read the card, and what was not shown is told another time", async () => {
  Wire.last.hear(whole(news(1, "settling", [], true)));
  const coach = new told.Coach(table, lessons);
  coach.goOn();
  void table.act("place 1");
  Wire.last.hear(news(2, "settling", [{ event: "place", rule: "CR-2.7" }]));
  await vi.advanceTimersByTimeAsync(1);
  expect(table.news!.number).toBe(2);
  expect(coach.told?.lesson.key).toBe("hand");
  expect(coach.known).toBe(2);
});

test("a hidden coach holds nothing back and can be called again", async () => {
  begun();
  const coach = new told.Coach(table, lessons);
  coach.hide(true);
  Wire.last.hear(news(2, "settling", [], true));
  await vi.advanceTimersByTimeAsync(1);
  expect(table.news!.number).toBe(2);
  expect(coach.known).toBe(0);
  coach.hide(false);
  expect(coach.told?.lesson.key).toBe("aim");
});

test("looking anew, in another language, turns no page", async () => {
  begun();
  const coach = new told.Coach(table, lessons);
  coach.goOn();
  Wire.last.hear(whole(news(4, "settling", [], true)));
  expect(table.news!.number).toBe(4);
  expect(coach.told?.lesson.key).toBe("conditions");
  expect(coach.known).toBe(1);
});

test("a second match does not repeat what was seen, unless one begins anew", () => {
  begun();
  const first = new told.Coach(table, lessons);
  for (let card = 0; card < 3; card++) first.goOn();
  first.close();
  const second = new told.Coach(table, lessons);
  expect(second.told).toBeNull();
  expect(second.known).toBe(3);
  second.startOver();
  expect(second.told?.lesson.key).toBe("aim");
});

test.each(FOLDERS)("%s is taught in a few short cards", async (folder) => {
  const { lessons } = (await import(`../src/games/${folder}/lessons.ts`)) as { lessons: () => Lesson[] };
  const all = lessons();
  expect(all.length).toBeGreaterThanOrEqual(10);
  expect(all.length).toBeLessThanOrEqual(16);
  expect(new Set(all.map(({ key }) => key)).size).toBe(all.length);
  expect(all.filter(({ on }) => on === "start").length).toBeGreaterThanOrEqual(2);
  expect(all.at(-1)!.on).toBe("end");
  for (const { text, advice = "" } of all) expect(`${text} ${advice}`.split(" ").length).toBeLessThan(65);
});
