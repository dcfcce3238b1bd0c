/** For actions of several words (a card, then before whom): which moves fit what is picked so far. */
import type { Move } from "./contract";

type Words = { action: string; [word: string]: unknown };
export type Picked = Readonly<Record<string, unknown>>;

/** The moves whose forms have all the words picked so far. */
export function fitting<M extends Move<Words>>(moves: readonly M[], picked: Picked): M[] {
  return moves.filter(({ form }) => Object.entries(picked).every(([word, value]) => form[word] === value));
}

/** The values that one word can still take. */
export function choices(moves: readonly Move<Words>[], picked: Picked, word: string): unknown[] {
  return [...new Set(fitting(moves, picked).map(({ form }) => form[word]))].filter(
    (one) => one !== undefined,
  );
}

/** The one move that is left, if picking is done. */
export function decided<M extends Move<Words>>(moves: readonly M[], picked: Picked): M | null {
  const left = fitting(moves, picked);
  return left.length === 1 ? left[0]! : null;
}
