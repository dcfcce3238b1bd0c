import { beforeEach, expect, test, vi } from "vitest";
import { target, type Aim } from "../src/games/target";

/** As much of an element as a target touches. */
class Thing extends EventTarget {
  readonly classList = new Set<string>() as unknown as DOMTokenList & Set<string>;
  readonly attributes = new Map<string, string>();
  setAttribute = (name: string, value: string) => void this.attributes.set(name, value);
  removeAttribute = (name: string) => void this.attributes.delete(name);

  constructor() {
    super();
    this.classList.remove = (name: string) => void this.classList.delete(name);
  }
  /** Aim at it anew; what it was aimed with before is given up first, as an attachment is. */
  aim(aim: Aim): void {
    this.#leave?.();
    this.#leave = target(aim)(this as unknown as Element) as (() => void) | undefined;
  }
  #leave: (() => void) | undefined;

  press(key: string): Event {
    const event = Object.assign(new Event("keydown", { cancelable: true }), { key });
    this.dispatchEvent(event);
    return event;
  }
}

let thing: Thing;
beforeEach(() => {
  thing = new Thing();
});
const drawn = () => Promise.resolve();

test("a click, Enter and the space bar choose it; other keys pass", () => {
  const choose = vi.fn();
  thing.aim({ choose });
  thing.dispatchEvent(new Event("click"));
  expect(thing.press("Enter").defaultPrevented).toBe(true);
  thing.press(" ");
  expect(thing.press("Tab").defaultPrevented).toBe(false);
  expect(choose).toHaveBeenCalledTimes(3);
});

test("pointing and focusing are told after drawing", async () => {
  const point = vi.fn();
  thing.aim({ choose: vi.fn(), point });
  thing.dispatchEvent(new Event("pointerenter"));
  thing.dispatchEvent(new Event("blur"));
  expect(point).not.toHaveBeenCalled();
  await drawn();
  expect(point.mock.calls).toEqual([[true], [false]]);
});

test("told anew it never stops being a target, so that keys keep their place on it", async () => {
  const [before, after] = [vi.fn(), vi.fn()];
  thing.aim({ choose: before, label: "Place on island 1" });
  thing.aim({ choose: after });
  expect(thing.classList.has("target")).toBe(true);
  await drawn();
  expect(Object.fromEntries(thing.attributes)).toEqual({ tabindex: "0", role: "button" });
  thing.dispatchEvent(new Event("click"));
  expect(before).not.toHaveBeenCalled();
  expect(after).toHaveBeenCalledOnce();
});

test("without anything to choose it is none", async () => {
  thing.aim({ choose: vi.fn(), label: "Pass" });
  thing.aim({});
  await drawn();
  expect(thing.classList.size + thing.attributes.size).toBe(0);
});
