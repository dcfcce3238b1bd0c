/** The sheet of parchment: where zones, ships and the coast lie on it. One drawing, two formats. */

export interface Spot {
  x: number;
  y: number;
}

export interface Sheet {
  width: number;
  height: number;
  /** Half of the width and of the height of a zone. */
  rx: number;
  ry: number;
  /** The radius of a piece that has room, and of one in a crowd. */
  piece: number;
  least: number;
  /** How large trees, ships and letters are drawn. */
  scale: number;
}

export const LARGE: Sheet = { width: 720, height: 760, rx: 92, ry: 52, piece: 21, least: 16, scale: 1 };
export const SMALL: Sheet = { width: 360, height: 600, rx: 53, ry: 45, piece: 17, least: 12.5, scale: 0.62 };

export const SHIP = 0;
export const CAVE = 12;

/** Zones 1 to 12 in parts of the sheet: from the landing in the south, winding north to the cave. */
const ZONES: readonly (readonly [number, number])[] = [
  [0.19, 0.742],
  [0.495, 0.757],
  [0.802, 0.735],
  [0.815, 0.56],
  [0.505, 0.574],
  [0.19, 0.562],
  [0.182, 0.384],
  [0.495, 0.396],
  [0.805, 0.38],
  [0.812, 0.198],
  [0.512, 0.212],
  [0.195, 0.192],
];

/** The coast, clockwise from the cliff in the north-west; the cove of the fleet is in the south. */
const COAST: readonly (readonly [number, number])[] = [
  [0.06, 0.105], [0.16, 0.062], [0.27, 0.05], [0.37, 0.094], [0.5, 0.082], [0.62, 0.1], [0.74, 0.07],
  [0.87, 0.075], [0.95, 0.12], [0.978, 0.2], [0.958, 0.29], [0.982, 0.38], [0.962, 0.47], [0.984, 0.56],
  [0.966, 0.66], [0.985, 0.76], [0.972, 0.85], [0.9, 0.868], [0.82, 0.83], [0.7, 0.842], [0.58, 0.83],
  [0.46, 0.848], [0.34, 0.832], [0.22, 0.838], [0.12, 0.865], [0.03, 0.85], [0.018, 0.76], [0.034, 0.67],
  [0.014, 0.57], [0.036, 0.47], [0.014, 0.385], [0.034, 0.29], [0.016, 0.19],
]; // prettier-ignore

export const at = (sheet: Sheet, u: number, v: number): Spot => ({ x: u * sheet.width, y: v * sheet.height });

/** Where a zone lies; 1 is the landing zone, 12 the cave. */
export function zone(sheet: Sheet, number: number): Spot {
  const [u, v] = ZONES[number - 1]!;
  return at(sheet, u, v);
}

/** Where a ship lies at anchor. */
export function anchorage(sheet: Sheet, seat: number, ships: number): Spot {
  const room = 1 / ships;
  return at(sheet, 0.5 + (seat - (ships - 1) / 2) * Math.min(room, 0.27), seat % 2 ? 0.921 : 0.912);
}

/** Where the pieces of a seat stand that are in a zone or on its ship. */
export const place = (sheet: Sheet, number: number, seat: number, ships: number): Spot =>
  number === SHIP ? anchorage(sheet, seat, ships) : zone(sheet, number);

const round = (value: number): number => Math.round(value * 10) / 10;
const write = ({ x, y }: Spot): string => `${round(x)} ${round(y)}`;

/** One piece of a smooth curve from b to c, with a before and d after them. */
function bend(a: Spot, b: Spot, c: Spot, d: Spot): string {
  const one = { x: b.x + (c.x - a.x) / 6, y: b.y + (c.y - a.y) / 6 };
  const two = { x: c.x - (d.x - b.x) / 6, y: c.y - (d.y - b.y) / 6 };
  return `C${write(one)} ${write(two)} ${write(c)}`;
}

/** A smooth closed curve through spots. */
export function closed(spots: readonly Spot[]): string {
  const of = (i: number): Spot => spots[(i + spots.length) % spots.length]!;
  const bends = spots.map((_, i) => bend(of(i - 1), of(i), of(i + 1), of(i + 2)));
  return `M${write(of(0))}${bends.join("")}Z`;
}

export const coast = (sheet: Sheet): string => closed(COAST.map(([u, v]) => at(sheet, u, v)));

/** The edge of a zone around its middle: an oval drawn by hand, each a little different. */
export function clearing({ rx, ry }: Sheet, number: number): string {
  const spots = Array.from({ length: 10 }, (_, i) => {
    const turn = (i / 10) * 2 * Math.PI;
    const far = number === CAVE ? 1 : 1 + 0.035 * Math.sin(number * 7.3 + i * 2.4);
    return { x: Math.cos(turn) * rx * far, y: Math.sin(turn) * ry * far };
  });
  return closed(spots);
}

/** The way between two zones, along the trail; from a ship it begins in the cove. */
export function way(sheet: Sheet, from: number, to: number, ship?: Spot): string {
  const cove = ship ?? at(sheet, 0.2, 0.87);
  const of = (i: number): Spot => (i < 1 ? cove : zone(sheet, Math.min(i, CAVE)));
  const step = to < from ? -1 : 1;
  let line = `M${write(of(from))}`;
  for (let i = from; i !== to; i += step) line += bend(of(i - step), of(i), of(i + step), of(i + 2 * step));
  return line;
}
