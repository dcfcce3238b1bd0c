/** What can be chosen on the table now, from the legal moves and what is picked so far. */
import type { Move } from "../contract";
import { keyOf } from "./standing";
import type { Form, Man, Seat, View } from "./view";

export type OneMove = Move<Form>;

/** What is picked: the trick in hand, to be played on something; a detachment. */
export interface Picked {
  card: boolean;
  man: Man | null;
}

export const NOTHING: Picked = { card: false, man: null };

export interface Offers {
  /** Detachments that can be chosen, with the moves that are left then. */
  men: Map<string, OneMove[]>;
  /** Zones a picked detachment can go to; 0 is its ship. */
  zones: Map<number, OneMove>;
  /** Players that the trick can be played on. */
  ships: Map<Seat, OneMove>;
  /** Moves that a picked detachment leaves and that no place tells apart. */
  choices: OneMove[];
  /** Ways to play the trick in hand that need no target. */
  plays: OneMove[];
  /** Whether it can be played on something that is to be picked. */
  aims: boolean;
  /** To draw or swap a trick. */
  swap: OneMove | null;
  /** All that is simply said: pass, end, join, stay out. */
  words: OneMove[];
}

const PLAYS = ["strengthen", "weaken", "push", "reshuffle", "mourn", "cancel"];
const AIMS = ["spy", "remove", "exchange", "disarm"];
const WORDS = ["end", "pass", "join", "stay_out"];

/** The detachments that a move names, of which any may be picked first. */
export function men(form: Form, you: Seat | null): Man[] {
  switch (form.action) {
    case "displace":
    case "lose":
      return you ? [{ owner: you, detachment: form.detachment }] : [];
    case "demand":
    case "demand_with":
    case "spy":
    case "remove":
      return [{ owner: form.owner, detachment: form.detachment }];
    case "exchange":
      return [
        { owner: form.owner, detachment: form.detachment },
        { owner: form.other, detachment: form.its },
      ];
    default:
      return [];
  }
}

export const same = (one: Man | null, other: Man | null): boolean =>
  !!one && !!other && one.owner === other.owner && one.detachment === other.detachment;

/** Where a displacement ends: loaded detachments go home, the others to the cave. */
export function goal(view: View, form: Form): number | null {
  if (form.action !== "displace") return null;
  const player = view.players.find(({ seat }) => seat === view.you);
  const man = player?.detachments.find(({ detachment }) => detachment === form.detachment);
  return man ? man.zone + (man.loaded ? -form.zones : form.zones) : null;
}

export function offers(view: View, moves: readonly OneMove[], picked: Picked): Offers {
  const found: Offers = {
    men: new Map(),
    zones: new Map(),
    ships: new Map(),
    choices: [],
    plays: moves.filter(({ form }) => PLAYS.includes(form.action)),
    aims: moves.some(({ form }) => AIMS.includes(form.action)),
    swap: moves.find(({ form }) => form.action === "swap") ?? null,
    words: moves.filter(({ form }) => WORDS.includes(form.action)),
  };
  for (const move of moves) {
    const { form } = move;
    if (picked.card !== AIMS.includes(form.action)) continue;
    if (form.action === "disarm") found.ships.set(form.whom, move);
    const named = men(form, view.you);
    const fits = named.some((man) => same(man, picked.man));
    if (fits && form.action === "displace") found.zones.set(goal(view, form)!, move);
    else if (fits && named.length === 1) found.choices.push(move);
    for (const man of named) offer(found, man, move, picked, fits);
  }
  return found;
}

/** A detachment can be picked first of all, instead of the picked one, or as the second of two. */
function offer(found: Offers, man: Man, move: OneMove, picked: Picked, fits: boolean): void {
  if (move.form.action === "exchange" && picked.man && !fits) return;
  const key = keyOf(man.owner, man.detachment);
  found.men.set(key, [...(found.men.get(key) ?? []), move]);
}

/** What choosing a detachment leads to: the move itself, or one more thing to pick. */
export function chooseMan(found: Offers, man: Man, picked: Picked): OneMove | Picked {
  const left = found.men.get(keyOf(man.owner, man.detachment)) ?? [];
  if (same(man, picked.man)) return { ...picked, man: null };
  const one = left[0];
  if (left.length === 1 && one && done(one, picked)) return one;
  return { ...picked, man };
}

/** A displacement wants its zone too, an exchange its second detachment. */
function done({ form }: OneMove, picked: Picked): boolean {
  if (form.action === "displace") return false;
  return form.action !== "exchange" || picked.man !== null;
}
