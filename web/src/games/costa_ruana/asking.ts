/** What must be picked now: the words of an action, one after the other. */
import type { Move } from "../contract";
import { choices, fitting, type Picked } from "../picking";
import type { Form } from "./view";

/** The order in which the words of an action are picked; a native is found on its island first. */
const WORDS: Record<Form["action"], readonly string[]> = {
  up: ["card", "before"],
  down: ["card", "before"],
  carry: ["source", "target"],
  move: ["source", "owner", "target"],
  place: ["island"],
  return: ["island"],
  ride: ["number"],
  resolve: ["number"],
  turn: ["condition"],
  name: ["shaman"],
  pass: [],
  accept: [],
  deal: [],
  show: [],
  poor: [],
  first: [],
};

export interface Asked {
  /** The word to pick next; null when nothing is to be picked. */
  word: string | null;
  /** What it can be. */
  values: readonly unknown[];
  /** The last word of its action: picking it acts. */
  last: boolean;
  action: Form["action"] | null;
}

const NOTHING: Asked = { word: null, values: [], last: false, action: null };

/** The action of these moves that has words to pick; moves without any are buttons. */
export const spelled = (moves: readonly Move<Form>[]): Move<Form>[] =>
  moves.filter(({ form }) => WORDS[form.action].length > 0);

export const buttons = (moves: readonly Move<Form>[]): Move<Form>[] =>
  moves.filter(({ form }) => WORDS[form.action].length === 0);

/** What is asked next, given what is picked. */
export function asked(moves: readonly Move<Form>[], picked: Picked): Asked {
  const left = fitting(spelled(moves), picked);
  const action = left[0]?.form.action;
  if (!action) return NOTHING;
  const words = WORDS[action];
  const word = words.find((one) => !(one in picked));
  if (!word) return NOTHING;
  return { word, values: choices(left, picked, word), last: word === words.at(-1), action };
}

/** What is picked when a value is: a native's owner goes without saying where only one has natives. */
export function pick(moves: readonly Move<Form>[], picked: Picked, word: string, value: unknown): Picked {
  const now = { ...picked, [word]: value };
  const next = asked(moves, now);
  return next.word === "owner" && next.values.length === 1 ? { ...now, owner: next.values[0] } : now;
}
