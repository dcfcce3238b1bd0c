/** Cards fly from where they lay to where they lie; the rest come up out of the table or go up from it. */
import { cubicOut } from "svelte/easing";
import { crossfade, fly } from "svelte/transition";

export const [send, receive] = crossfade({
  easing: cubicOut,
  fallback: (node, { duration }, intro) =>
    fly(node, { y: intro ? 24 : -40, duration: typeof duration === "number" ? duration : 0 }),
});

/** Cards with names of their own, so that two of one island are told apart. */
export function keyed<Card extends string>(cards: readonly Card[]): { key: string; card: Card }[] {
  const seen = new Map<Card, number>();
  return cards.map((card) => {
    const before = seen.get(card) ?? 0;
    seen.set(card, before + 1);
    return { key: `${card}-${before}`, card };
  });
}

/** A pile by letters, card by card. */
export function spread<Card extends string>(counts: Partial<Record<Card, number>>): Card[] {
  return (Object.entries(counts) as [Card, number][]).flatMap(([card, count]) =>
    Array<Card>(count).fill(card),
  );
}

/** Bridges grow from one end to the other, and sink when they go. */
export const build = (_: Element, pace: number) => ({
  duration: 700 * pace,
  css: (shown: number) => `transform: scaleX(${shown}); opacity: ${Math.min(1, shown * 3)}`,
});
export const sink = (_: Element, pace: number) => ({
  duration: 700 * pace,
  css: (shown: number) =>
    `transform: translateY(${(1 - shown) * 10}px) scaleY(${0.4 + 0.6 * shown}); opacity: ${shown}`,
});

/** Markers are put down when the bridge is there. */
export const land = (_: Element, pace: number) => ({
  delay: 400 * pace,
  duration: 600 * pace,
  css: (shown: number) => `transform: scale(${2 - shown}); opacity: ${shown}`,
});
