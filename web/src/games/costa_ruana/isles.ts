/** How the islands lie on the sea, and what their shores look like. */

/** How many islands lie in each row: on a phone, on a wide board, and on one that must not be high. */
const ROWS: Record<number, { narrow: number[]; wide: number[]; low: number[] }> = {
  4: { narrow: [2, 2], wide: [4], low: [2, 2] },
  6: { narrow: [3, 3], wide: [3, 3], low: [3, 3] },
  7: { narrow: [2, 3, 2], wide: [4, 3], low: [2, 3, 2] },
  9: { narrow: [3, 3, 3], wide: [5, 4], low: [3, 3, 3] },
  10: { narrow: [3, 2, 3, 2], wide: [5, 5], low: [3, 4, 3] },
};

export interface Lie {
  /** Columns of the grid: two for each island of the longest row, so that rows can be staggered. */
  columns: number;
  rows: number;
  /** The column and row in which each island begins. */
  at: { column: number; row: number }[];
}

export function lie(rows: readonly number[]): Lie {
  const longest = Math.max(...rows);
  const at = rows.flatMap((count, row) =>
    Array.from({ length: count }, (_, k) => ({ column: 1 + longest - count + 2 * k, row: row + 1 })),
  );
  return { columns: 2 * longest, rows: rows.length, at };
}

export function lies(islands: number): { narrow: Lie; wide: Lie; low: Lie } {
  const { narrow, wide, low } = ROWS[islands] ?? { narrow: [islands], wide: [islands], low: [islands] };
  return { narrow: lie(narrow), wide: lie(wide), low: lie(low) };
}

/** The shore of an island: a closed curve around the origin, different for each and always the same. */
export function shore(number: number, width: number, height: number): string {
  const points = 9;
  const round = (value: number) => Math.round(value * 10) / 10;
  const bumps = Array.from({ length: points }, (_, k) => {
    const angle = (k / points) * 2 * Math.PI;
    const reach = 0.9 + 0.1 * Math.sin(number * 12.9 + k * k * 2.3 + k * 1.7);
    return [round(Math.cos(angle) * width * reach), round(Math.sin(angle) * height * reach)] as const;
  });
  const between = (k: number) => {
    const [a, b] = [bumps[k % points]!, bumps[(k + 1) % points]!];
    return `${round((a[0] + b[0]) / 2)} ${round((a[1] + b[1]) / 2)}`;
  };
  const curves = bumps.map((_, k) => `Q${bumps[(k + 1) % points]!.join(" ")} ${between(k + 1)}`);
  return `M${between(0)}${curves.join("")}Z`;
}
