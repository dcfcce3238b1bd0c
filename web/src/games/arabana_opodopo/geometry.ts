/** Where things lie on the map: islands with their coasts, and the slots between them, for any board. */
import { BOARD, type Letter } from "../../generated/arabana_opodopo";
import type { BoardFile, View } from "./view";

export interface Point {
  x: number;
  y: number;
}

/** The height of the score track above the map, on every sheet. */
export const REGATTA = 54;

/** A sheet to draw on: its size, the islands' radii by their slots, and the sizes of what stands on them. */
export interface Sheet {
  name: "wide" | "middle" | "narrow";
  /** From this width of the board on. */
  from: number;
  width: number;
  height: number;
  radii: Readonly<Record<number, number>>;
  /** Between the outermost islands' middles and the edge: sideways, above, below. */
  margin: readonly [number, number, number];
  seal: number;
  post: number;
  bridge: number;
}

export const WIDE: Sheet = {
  name: "wide",
  from: 800,
  width: 1000,
  height: 620,
  radii: { 3: 41, 5: 52, 7: 76 },
  margin: [78, 66, 70],
  seal: 17,
  post: 8,
  bridge: 11,
};

export const MIDDLE: Sheet = {
  name: "middle",
  from: 520,
  width: 680,
  height: 500,
  radii: { 3: 33, 5: 42, 7: 60 },
  margin: [58, 54, 56],
  seal: 15,
  post: 7,
  bridge: 9,
};

export const NARROW: Sheet = {
  name: "narrow",
  from: 0,
  width: 360,
  height: 440,
  radii: { 3: 22, 5: 27, 7: 36 },
  margin: [36, 33, 34],
  seal: 11.5,
  post: 5.4,
  bridge: 6.6,
};

/** The sheet for a board of some width; where a height is given too, it is as high as that allows. */
export function sheetFor(room: number, tall = 0): Sheet {
  if (tall <= 0) return [WIDE, MIDDLE, NARROW].find(({ from }) => room >= from) ?? NARROW;
  const sheet = room >= 900 ? WIDE : MIDDLE;
  const height = Math.round((sheet.width * tall) / room) - REGATTA;
  return { ...sheet, height: Math.max(height, sheet.width * 0.5) };
}

export interface Isle extends Point {
  letter: Letter;
  name: string;
  slots: number;
  r: number;
  seed: number;
  /** The outline of the land around (0, 0), and the same drawn larger or smaller. */
  outline: (factor: number) => string;
}

/** A slot: its bridgeheads on the two coasts. */
export interface Span {
  key: string;
  from: Letter;
  to: Letter;
  a: Point;
  b: Point;
  length: number;
  /** In degrees, from a to b. */
  angle: number;
}

export interface Chart {
  sheet: Sheet;
  isles: readonly Isle[];
  spans: readonly Span[];
}

export function boardOf(view: Pick<View, "options">): BoardFile {
  return view.options.board === "standard" ? BOARD : view.options.board;
}

/** The names of the islands by letter. */
export function namesOf(view: Pick<View, "options">): Record<string, string> {
  return Object.fromEntries(boardOf(view).islands.map(({ letter, name }) => [letter.toLowerCase(), name]));
}

/** How a slot is called, whichever way round. */
export function slotKey(one: string, other: string): string {
  return one < other ? `${one}-${other}` : `${other}-${one}`;
}

/** Lays a board out on a sheet. */
export function chart(view: Pick<View, "options" | "islands" | "slots">, sheet: Sheet): Chart {
  const places = placed(boardOf(view), sheet);
  const radii = view.islands.map(({ slots }) => sheet.radii[slots] ?? sheet.radii[5]!);
  const shrink = fitting(
    view.islands.map(({ island }) => places.get(island)!),
    radii,
  );
  const isles = view.islands.map(({ island, slots }, index): Isle => {
    const { x, y, name } = places.get(island)!;
    const r = radii[index]! * shrink;
    const seed = hash(`${name} ${island}`);
    return { letter: island, name, slots, x, y, r, seed, outline: (factor) => path(coast(seed), r * factor) };
  });
  const isle = new Map(isles.map((one) => [one.letter, one]));
  const heads = new Map(
    isles.map((one) => [one.letter, bridgeheads(one, neighbours(view, one.letter, isle), sheet)]),
  );
  const spans = view.slots.map(({ from, to }): Span => {
    const a = heads.get(from)!.get(to)!;
    const b = heads.get(to)!.get(from)!;
    const [dx, dy] = [b.x - a.x, b.y - a.y];
    const angle = (Math.atan2(dy, dx) * 180) / Math.PI;
    return { key: slotKey(from, to), from, to, a, b, length: Math.hypot(dx, dy), angle };
  });
  return { sheet, isles, spans };
}

/** Spreads the islands over the sheet: the outermost ones lie at its margins. */
function placed(board: BoardFile, { width, height, margin: [side, top, bottom] }: Sheet) {
  const spread = (values: number[], start: number, end: number) => {
    const [least, most] = [Math.min(...values), Math.max(...values)];
    return (value: number) => start + ((value - least) / (most - least || 1)) * (end - start);
  };
  const across = spread(
    board.islands.map(({ x }) => x),
    side,
    width - side,
  );
  const down = spread(
    board.islands.map(({ y }) => y),
    top,
    height - bottom,
  );
  return new Map(
    board.islands.map(({ letter, name, x, y }) => [
      letter.toLowerCase() as Letter,
      { name, x: across(x), y: down(y) },
    ]),
  );
}

/** By how much islands must shrink so that the closest two leave room for a bridge. */
function fitting(places: readonly Point[], radii: readonly number[]): number {
  let factor = 1;
  places.forEach((one, i) =>
    places.slice(0, i).forEach((other, j) => {
      const apart = Math.hypot(one.x - other.x, one.y - other.y);
      factor = Math.min(factor, apart / ((radii[i]! + radii[j]!) * 1.22));
    }),
  );
  return factor;
}

function neighbours(view: Pick<View, "slots">, letter: Letter, isle: Map<Letter, Isle>): Isle[] {
  return view.slots.flatMap(({ from, to }) =>
    from === letter ? [isle.get(to)!] : to === letter ? [isle.get(from)!] : [],
  );
}

/** Where bridges land on a coast: towards their other ends, moved apart where they would touch. */
function bridgeheads(one: Isle, others: readonly Isle[], { post }: Sheet): Map<Letter, Point> {
  const shore = coast(one.seed);
  const wanted = others
    .map((other) => ({ letter: other.letter, angle: Math.atan2(other.y - one.y, other.x - one.x) }))
    .sort((a, b) => a.angle - b.angle);
  const angles = apart(
    wanted.map(({ angle }) => angle),
    (post * 2.5) / one.r,
  );
  return new Map(
    wanted.map(({ letter }, index) => {
      const angle = angles[index]!;
      const r = one.r * shore(angle) * 0.95;
      return [letter, { x: one.x + r * Math.cos(angle), y: one.y + r * Math.sin(angle) }];
    }),
  );
}

/** Where on a coast there is most room between the bridges, rather above than below: for a stone. */
export function widest(heads: readonly Point[], { x, y, r }: Pick<Isle, "x" | "y" | "r">): Point {
  const angles = heads.map((head) => Math.atan2(head.y - y, head.x - x)).sort((a, b) => a - b);
  const gaps = angles.map((angle, index) => {
    const next = angles[index + 1] ?? angles[0]! + 2 * Math.PI;
    const middle = (angle + next) / 2;
    return { middle, room: Math.min(next - angle, 1.6) - 1.8 * Math.max(0, Math.sin(middle)) };
  });
  const { middle } = gaps.reduce((best, gap) => (gap.room > best.room ? gap : best), gaps[0]!);
  return { x: r * 0.84 * Math.cos(middle), y: r * 0.84 * Math.sin(middle) };
}

/** Sorted angles, pushed apart until all are at least `least` from the next one around the circle. */
export function apart(angles: readonly number[], least: number): number[] {
  const moved = [...angles];
  const count = moved.length;
  if (count < 2) return moved;
  const gap = Math.min(least, (2 * Math.PI) / count);
  for (let round = 0; round < 60; round++) {
    for (let i = 0; i < count; i++) {
      const next = (i + 1) % count;
      const turn = next === 0 ? 2 * Math.PI : 0;
      const lacking = gap - (moved[next]! + turn - moved[i]!);
      if (lacking <= 0) continue;
      moved[i]! -= lacking / 2;
      moved[next]! += lacking / 2;
    }
  }
  return moved;
}

// ── Coasts ─────────────────────────────────────────────────────────────────────────────────────

/** A number from a text, always the same: an island looks the same in every match. */
export function hash(text: string): number {
  let value = 2166136261;
  for (const letter of text) value = Math.imul(value ^ letter.codePointAt(0)!, 16777619);
  return value >>> 0;
}

/** A row of numbers from 0 to 1 that a seed begins. */
export function numbers(seed: number): () => number {
  let state = seed || 1;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
  };
}

/** How far the coast is from the middle in a direction, around 1: bays and capes from a few waves. */
export function coast(seed: number): (angle: number) => number {
  const next = numbers(seed);
  const waves = [2, 3, 4, 5, 7].map((times) => ({
    times,
    height: (0.045 + 0.05 * next()) * (times > 4 ? 0.5 : times === 2 ? 1.15 : 0.8),
    shift: next() * 2 * Math.PI,
  }));
  return (angle) =>
    waves.reduce((sum, { times, height, shift }) => sum + height * Math.cos(times * angle + shift), 1);
}

/** A closed smooth line along a coast (Catmull-Rom through 30 points, as Bézier curves). */
export function path(shore: (angle: number) => number, r: number, count = 30): string {
  const points = Array.from({ length: count }, (_, index) => {
    const angle = (index / count) * 2 * Math.PI;
    const away = r * shore(angle);
    return { x: away * Math.cos(angle), y: away * Math.sin(angle) };
  });
  const at = (index: number) => points[(index + count) % count]!;
  const say = ({ x, y }: Point) => `${x.toFixed(1)} ${y.toFixed(1)}`;
  const bends = points.map((_, i) => {
    const [before, here, next, after] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    const leave = { x: here.x + (next.x - before.x) / 6, y: here.y + (next.y - before.y) / 6 };
    const reach = { x: next.x - (after.x - here.x) / 6, y: next.y - (after.y - here.y) / 6 };
    return `C${say(leave)} ${say(reach)} ${say(next)}`;
  });
  return `M${say(at(0))}${bends.join("")}Z`;
}
