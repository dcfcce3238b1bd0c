/** What grows and stands on the islands, and where the sea is empty: chosen by each island's own numbers. */
import { numbers, type Chart, type Isle, type Point } from "./geometry";

export type Kind = "palm" | "tree" | "hut" | "rock" | "hill" | "volcano" | "lagoon" | "flowers";

export interface Thing extends Point {
  kind: Kind;
  /** 1 on an island of radius 50. */
  size: number;
  flip: boolean;
}

/** What an island is known for, and what fills the rest. */
const CHARACTERS: readonly { sights: readonly Kind[]; rest: readonly Kind[] }[] = [
  { sights: ["hut", "hut"], rest: ["palm", "tree", "palm"] },
  { sights: ["hill"], rest: ["tree", "palm", "tree"] },
  { sights: ["lagoon"], rest: ["palm", "palm", "rock"] },
  { sights: ["tree", "tree", "tree"], rest: ["tree", "tree", "palm"] },
  { sights: ["hill", "hut"], rest: ["flowers", "palm", "tree"] },
];

/** The scenery of an island around (0, 0), from the back to the front; `heads` are the places of its bridges. */
export function scenery(isle: Isle, heads: readonly Point[], named: boolean): Thing[] {
  const next = numbers(isle.seed ^ 0x5eed);
  const { r } = isle;
  const scale = r / 50;
  const main = isle.slots > 5;
  const character = CHARACTERS[isle.seed % CHARACTERS.length]!;
  const found: Thing[] = [];
  const put = (kind: Kind, x: number, y: number, size: number) =>
    found.push({ kind, x, y, size: size * scale, flip: next() < 0.5 });

  if (main) put("volcano", 0, -r * 0.3, 1);
  else
    character.sights.forEach((kind, index, all) => {
      const across = (index - (all.length - 1) / 2) * r * 0.44 + (next() - 0.5) * r * 0.14;
      put(kind, across, -r * (0.5 + 0.06 * next()), r < 45 * scale ? 0.9 : 1);
    });

  const wanted = main ? 16 : isle.slots > 3 ? 9 : 5;
  for (let attempt = 0; attempt < 160 && found.length < wanted; attempt++) {
    const angle = next() * 2 * Math.PI;
    const away = r * (0.46 + 0.3 * next());
    const spot = { x: away * Math.cos(angle), y: away * Math.sin(angle) };
    const far = (other: Point, least: number) => Math.hypot(spot.x - other.x, spot.y - other.y) > least * r;
    const label = named && Math.abs(spot.x) < r * 0.8 && spot.y > r * 0.16 && spot.y < r * 0.72;
    if (label || !heads.every((head) => far(head, 0.3)) || !found.every((thing) => far(thing, 0.22)))
      continue;
    if (main && spot.y < 0 && Math.abs(spot.x) < r * 0.5) continue;
    const kind = character.rest[Math.floor(next() * character.rest.length)]!;
    put(kind, spot.x, spot.y, main ? 0.72 : 0.9);
  }
  return found.sort((a, b) => a.y - b.y);
}

/** The middle of the emptiest spot of the sea, for the compass: far from islands, slots and edges. */
export function emptiest({ sheet, isles, spans }: Chart): Point & { room: number } {
  let best = { x: 0, y: 0, room: 0 };
  const step = sheet.width / 50;
  for (let x = step; x < sheet.width; x += step)
    for (let y = step; y < sheet.height; y += step) {
      const room = Math.min(
        x,
        y,
        sheet.width - x,
        sheet.height - y,
        ...isles.map((isle) => Math.hypot(x - isle.x, y - isle.y) - isle.r * 1.15),
        ...spans.map(({ a, b }) => distance({ x, y }, a, b) - sheet.bridge),
      );
      if (room > best.room) best = { x, y, room };
    }
  return best;
}

/** How far a point is from a line between two others. */
export function distance(point: Point, a: Point, b: Point): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const along = ((point.x - a.x) * dx + (point.y - a.y) * dy) / (dx * dx + dy * dy || 1);
  const t = Math.max(0, Math.min(1, along));
  return Math.hypot(point.x - a.x - t * dx, point.y - a.y - t * dy);
}

/** Where small waves are drawn: scattered over the open sea. */
export function waves({ sheet, isles, spans }: Chart, count: number): Point[] {
  const next = numbers(count * 7919);
  const found: Point[] = [];
  for (let attempt = 0; attempt < count * 6 && found.length < count; attempt++) {
    const spot = { x: next() * sheet.width, y: next() * sheet.height };
    const open =
      isles.every((isle) => Math.hypot(spot.x - isle.x, spot.y - isle.y) > isle.r * 1.6) &&
      spans.every(({ a, b }) => distance(spot, a, b) > sheet.bridge * 1.6);
    if (open) found.push(spot);
  }
  return found;
}
