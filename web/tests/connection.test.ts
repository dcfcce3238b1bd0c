import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Connection, type State } from "../src/core/connection";
import { smallBrowser, Wire } from "./world";

let states: State[];
let heard: object[];
let seen: number;

function connect(): Connection {
  return new Connection(
    "ws://here",
    () => ({ token: "secret", seat: 1, since: seen, lang: "en" }),
    (message) => heard.push(message),
    (state) => states.push(state),
  );
}

beforeEach(() => {
  vi.useFakeTimers();
  smallBrowser();
  [states, heard, seen] = [[], [], -1];
});
afterEach(() => vi.useRealTimers());

test("it says hello first, with what was seen", () => {
  connect();
  expect(Wire.last.welcome()).toMatchObject({ type: "hello", token: "secret", seat: 1, since: -1 });
  expect(states).toEqual(["open"]);
});

test("answers find their questions, whatever their order", async () => {
  const connection = connect();
  Wire.last.welcome();
  const first = connection.ask({ type: "preview", action: "a" });
  const second = connection.ask({ type: "preview", action: "b" });
  const [one, two] = Wire.last.sent.slice(-2);
  Wire.last.hear({ type: "preview", id: two!["id"], lines: ["two"] });
  Wire.last.hear({ type: "preview", id: one!["id"], lines: ["one"] });
  expect(await first).toMatchObject({ lines: ["one"] });
  expect(await second).toMatchObject({ lines: ["two"] });
});

test("a refusal is thrown with its paragraph", async () => {
  const connection = connect();
  Wire.last.welcome();
  const asked = connection.ask({ type: "act", after: 3, action: "place 1" });
  Wire.last.hear({
    type: "refused",
    id: Wire.last.sent.at(-1)!["id"],
    code: "illegal",
    text: "Full.",
    rule: "CR-1.2",
  });
  await expect(asked).rejects.toMatchObject({ code: "illegal", message: "Full.", rule: "CR-1.2" });
});

test("what was not answered is asked again, unchanged, once the connection is back", async () => {
  const connection = connect();
  Wire.last.welcome();
  const asked = connection.ask({ type: "act", after: 3, action: "place 1" });
  const before = Wire.last.sent.at(-1)!;
  seen = 7;
  Wire.last.close();
  expect(states.at(-1)).toBe("lost");
  await vi.advanceTimersByTimeAsync(1000);
  expect(Wire.made).toHaveLength(2);
  expect(Wire.last.welcome()).toMatchObject({ since: 7 });
  expect(Wire.last.sent.at(-1)).toEqual(before);
  Wire.last.hear({ type: "done", id: before["id"], number: 8 });
  expect(await asked).toMatchObject({ number: 8 });
});

test("what is asked while the connection is lost is sent when it is back", async () => {
  const connection = connect();
  Wire.last.welcome();
  Wire.last.close();
  void connection.ask({ type: "say", text: "still here" });
  await vi.advanceTimersByTimeAsync(1000);
  Wire.last.welcome();
  expect(Wire.last.sent.at(-1)).toMatchObject({ type: "say", text: "still here" });
});

test("it tries less and less often, but never gives up", async () => {
  connect();
  for (let tries = 0; tries < 12; tries++) {
    Wire.last.close();
    await vi.advanceTimersByTimeAsync(12_000);
  }
  expect(Wire.made).toHaveLength(13);
  Wire.last.close();
  await vi.advanceTimersByTimeAsync(3000);
  expect(Wire.made).toHaveLength(13);
});

test("a table that does not exist is not asked for again", async () => {
  connect();
  Wire.last.onopen?.();
  Wire.last.hear({
    type: "refused",
    id: Wire.last.sent[0]!["id"],
    code: "no_table",
    text: "No such table.",
    rule: "",
  });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(states.at(-1)).toBe("closed");
  expect(Wire.made).toHaveLength(1);
});
