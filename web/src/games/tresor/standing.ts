/** How the pieces in one zone stand, so that many stay readable: in rows, smaller in a crowd, at last stacked. */
import { CAVE, SHIP, place, type Sheet, type Spot } from "./sheet";
import type { Detachment, Seat, View } from "./view";

/** A detachment with whose it is. */
export interface Piece extends Detachment {
  key: string;
  owner: Seat;
  seat: number;
}

export interface Standing extends Spot {
  piece: Piece;
  r: number;
  /** How many are in its stack; 1 stands alone, 0 lies under another one. */
  stack: number;
  /** Its whole stack, itself included. */
  keys: readonly string[];
}

export const keyOf = (owner: string, detachment: number): string => `${owner}-${detachment}`;

export const pieces = (view: View): Piece[] =>
  view.players.flatMap((player, seat) =>
    player.detachments.map((one) => ({
      ...one,
      key: keyOf(player.seat, one.detachment),
      owner: player.seat,
      seat,
    })),
  );

/** Spots for so many discs in an oval, as large as fits between two radii; null if none does. */
export function rows(
  count: number,
  rx: number,
  ry: number,
  most: number,
  least: number,
): [Spot[], number] | null {
  for (let r = most; r >= least; r -= 0.5) {
    for (let lines = 1; lines * 2 * r <= 2 * ry + r * 0.5; lines++) {
      const room = Array.from({ length: lines }, (_, line) => {
        const y = (line - (lines - 1) / 2) * 2 * r;
        const half = rx * Math.sqrt(Math.max(0, 1 - (Math.abs(y) / (ry + r * 0.6)) ** 2));
        return Math.floor((half * 2 + r * 0.3) / (2 * r));
      });
      if (room.reduce((sum, one) => sum + one, 0) < count) continue;
      return [fill(count, room, r), r];
    }
  }
  return null;
}

/** The rows get as many each as they have room for, most evenly, from the top. */
function fill(count: number, room: readonly number[], r: number): Spot[] {
  const taken = room.map(() => 0);
  for (let left = count; left > 0; left--) {
    const free = room.map((most, line) => (taken[line]! < most ? taken[line]! / most : Infinity));
    taken[free.indexOf(Math.min(...free))]!++;
  }
  return taken.flatMap((many, line) =>
    Array.from({ length: many }, (_, i) => ({
      x: (i - (many - 1) / 2) * 2 * r,
      y: (line - (room.length - 1) / 2) * 2 * r,
    })),
  );
}

/** Pieces of one owner with the same side up may share a stack. */
const alike = (piece: Piece): string => `${piece.owner}${piece.loaded}`;

function crowd(sheet: Sheet, here: readonly Piece[], middle: Spot): Standing[] {
  const ry = sheet.ry - 3;
  const alone = rows(here.length, sheet.rx - 4, ry, sheet.piece, sheet.least);
  const stacks = alone ? here.map((piece) => [piece]) : [...Map.groupBy(here, alike).values()];
  const [spots, r] = alone ?? rows(stacks.length, sheet.rx - 4, ry, sheet.piece, sheet.least * 0.8)!;
  return stacks.flatMap((stack, i) =>
    stack.map((piece, under) => ({
      piece,
      x: middle.x + spots[i]!.x - Math.min(under, 2) * 2,
      y: middle.y + spots[i]!.y - Math.min(under, 2) * 2,
      r,
      stack: under === stack.length - 1 ? stack.length : 0,
      keys: stack.map(({ key }) => key),
    })),
  );
}

/** All pieces on the island and where each stands; those on ships wait in the hold. */
export function standings(view: View, sheet: Sheet): Standing[] {
  const all = pieces(view);
  const found: Standing[] = all
    .filter(({ zone }) => zone === SHIP)
    .map((piece) => ({
      piece,
      ...place(sheet, SHIP, piece.seat, view.players.length),
      r: 0,
      stack: 0,
      keys: [piece.key],
    }));
  for (let number = 1; number <= CAVE; number++) {
    const here = all.filter(({ zone }) => zone === number);
    if (here.length) found.push(...crowd(sheet, here, place(sheet, number, 0, 1)));
  }
  return found;
}
