/** What a move costs and where it goes: the same for cards and stones, so that they can be picked in any order. */
import type { God } from "../../generated/arabana_opodopo";
import type { Move } from "../contract";
import { slotKey } from "./geometry";
import type { Card, Form, Letter } from "./view";

/** What is given for a move: a card of the hand by its letter, or a stone by its god. */
export type Pay = Card | God;

export interface Deed {
  move: Move<Form>;
  kind: Form["action"];
  pays: readonly Pay[];
  /** The slot it touches, from the island that is named first. */
  slot: { key: string; from: Letter; to: Letter } | null;
}

const slot = (from: Letter, to: Letter) => ({ key: slotKey(from, to), from, to });

export function deed(move: Move<Form>): Deed {
  const { form } = move;
  const made = (pays: Pay[], where: Deed["slot"] = null) => ({
    move,
    kind: form.action,
    pays,
    slot: where,
  });
  switch (form.action) {
    case "play":
      return made([form.card], slot(form.card, form.to));
    case "exchange":
      return made(payments(form), slot(form.island, form.to));
    case "kanaloa":
      return made(["kanaloa"], slot(form.island, form.to));
    case "take_back":
    case "remove":
      return made([], slot(form.island, form.to));
    case "lay":
    case "spend":
    case "discard":
    case "give":
      return made([form.card]);
    case "ku":
    case "pele":
      return made([form.action]);
    case "lono":
    case "lono_draw":
      return made(["lono"]);
    default:
      return made([]);
  }
}

function payments({ island, to, cards }: Extract<Form, { action: "exchange" }>): Pay[] {
  switch (cards) {
    case "double":
      return [island, island];
    case "each":
      return [island, to];
    case "kanaloa":
      return [island, "kanaloa"];
    case "kanaloas":
      return ["kanaloa", "kanaloa"];
  }
}

/** What is left of a payment when some of it is picked; null: something picked is no part of it. */
export function missing(pays: readonly Pay[], picked: readonly Pay[]): Pay[] | null {
  const left = [...pays];
  for (const one of picked) {
    const place = left.indexOf(one);
    if (place < 0) return null;
    left.splice(place, 1);
  }
  return left;
}

/** The deeds that what is picked can become part of. */
export function payable(deeds: readonly Deed[], picked: readonly Pay[]): Deed[] {
  return deeds.filter(({ pays }) => missing(pays, picked) !== null);
}

/** The island that all these slots have in common, where there is one: the other end is then enough to say. */
export function anchor(deeds: readonly Deed[], prefer?: string | null): Letter | null {
  const slots = deeds.flatMap(({ slot }) => slot ?? []);
  if (!slots.length) return null;
  const shared = ([slots[0]!.from, slots[0]!.to] as Letter[]).filter((end) =>
    slots.every(({ from, to }) => from === end || to === end),
  );
  return shared.find((end) => end === prefer) ?? shared[0] ?? null;
}

/** The other end of a slot. */
export function beyond({ from, to }: { from: Letter; to: Letter }, end: Letter): Letter {
  return from === end ? to : from;
}
