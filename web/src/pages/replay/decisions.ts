/** The moments of a match: moment n is how things stood after n actions, and `movers[n]` who decided what came next. */
export type Movers = readonly (number | null)[];

/** Whether somebody decides at a moment: anybody, or one player. */
const decides = (movers: Movers, at: number, who: number | null): boolean =>
  who === null ? movers[at] !== null : movers[at] === who;

/** The next moment at which somebody (or one player) decides; after the last one, the end. */
export function nextDecision(movers: Movers, at: number, who: number | null = null): number {
  for (let next = at + 1; next < movers.length; next++) if (decides(movers, next, who)) return next;
  return movers.length;
}

/** The moment before at which somebody (or one player) decides; before the first one, the beginning. */
export function decisionBefore(movers: Movers, at: number, who: number | null = null): number {
  for (let before = at - 1; before > 0; before--) if (decides(movers, before, who)) return before;
  return 0;
}

/** Who decides at a moment, or as soon as somebody does. */
export function decider(movers: Movers, at: number): number | null {
  return movers[nextDecision(movers, at - 1)] ?? null;
}

/** The moments worth having at hand when one looks at a moment: the likeliest first, each once. */
export function nearby(movers: Movers, at: number, who: number | null): number[] {
  const ahead = [nextDecision(movers, at)];
  while (ahead.length < 6) ahead.push(nextDecision(movers, ahead.at(-1)!));
  const found = [
    at + 1,
    ahead[0]!,
    at - 1,
    nextDecision(movers, at, who),
    decisionBefore(movers, at),
    decisionBefore(movers, at, who),
    ...ahead,
    at + 2,
    at - 2,
    at + 3,
  ];
  return [...new Set(found)].filter((one) => one >= 0 && one <= movers.length && one !== at);
}

/** The ticks of one player's lane, as a path: one stroke for every decision. */
export function ticks(movers: Movers, seat: number): string {
  return movers.map((mover, at) => (mover === seat ? `M${at} 0V1` : "")).join("");
}
