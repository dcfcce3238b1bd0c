/** What is picked so far (a card or stone, an island, a slot), and what can be chosen next. */
import type { God } from "../../generated/arabana_opodopo";
import type { Move } from "../contract";
import { anchor, beyond, deed, missing, payable, type Deed, type Pay } from "./paying";
import type { Form, Letter, View } from "./view";

/** A place on the map that can be chosen: an island, a slot, or an island by the slot that leads to it. */
export interface Aim {
  key: string;
  island: Letter | null;
  slot: string | null;
  deeds: readonly Deed[];
  /** The action that is taken at once, or the one that is begun. */
  leads: Deed | null;
  exchange: boolean;
}

interface Given {
  view: View;
  moves: readonly Move<Form>[];
  hand: readonly string[];
  act: (action: string) => void;
}

export class Choosing {
  #given: () => Given;
  /** Cards of the hand by their places in it. */
  cards = $state<number[]>([]);
  stones = $state<God[]>([]);
  island = $state<Letter | null>(null);
  slot = $state<string | null>(null);
  /** A card or stone that is pointed at: it shows its slots, too. */
  pointed = $state<Pay | null>(null);

  constructor(given: () => Given) {
    this.#given = given;
  }

  deeds = $derived.by(() => this.#given().moves.map(deed));
  pays = $derived.by((): Pay[] => [
    ...this.cards.map((place) => this.#given().hand[place] as Pay),
    ...this.stones,
  ]);
  fits = $derived.by(() => payable(this.deeds, this.pays));
  begun = $derived.by(() => this.pays.length > 0 || this.island !== null || this.slot !== null);

  /** The deeds on the map that are open now. */
  aimed = $derived.by(() =>
    this.fits.filter(
      ({ slot, pays }) =>
        slot &&
        (this.pays.length > 0 || pays.length === 0) &&
        (!this.slot || slot.key === this.slot) &&
        (!this.island || slot.from === this.island || slot.to === this.island),
    ),
  );
  /** The island from which the other ends are chosen. */
  pivot = $derived.by(
    () => this.island ?? anchor(this.aimed, this.pays[0] ?? this.#given().view.remove_on[0]),
  );
  /** What the pointed card would light, while nothing is picked. */
  glimpse = $derived.by(() =>
    this.begun || !this.pointed ? [] : payable(this.deeds, [this.pointed]).filter(({ slot }) => slot),
  );

  aims = $derived.by((): Aim[] => {
    const bySlot = Map.groupBy(this.aimed, ({ slot }) => slot!.key);
    const found = [...bySlot].map(([key, deeds]): Aim => {
      const island = this.pivot ? beyond(deeds[0]!.slot!, this.pivot) : null;
      const leads = this.#exact(deeds) ?? (deeds.length === 1 ? deeds[0]! : null);
      const exchange = deeds.every(({ kind }) => kind === "exchange");
      return { key, island, slot: key, deeds, leads, exchange };
    });
    if (this.pivot) return found;
    const ends = [...new Set(this.aimed.flatMap(({ slot }) => [slot!.from, slot!.to]))];
    const islands = ends.map((island): Aim => {
      const deeds = this.aimed.filter(({ slot }) => slot!.from === island || slot!.to === island);
      return { key: island, island, slot: null, deeds, leads: null, exchange: false };
    });
    return [...found, ...islands];
  });

  /** Deeds that need no place on the map: what buttons and piles offer. */
  plain = $derived.by(() => this.fits.filter(({ slot }) => !slot));

  /** What can be picked next in the hand or among the stones. */
  offers(pay: Pay): boolean {
    if (this.slot) return this.aimed.some(({ pays }) => missing(pays, this.pays)?.includes(pay));
    return this.deeds.some(({ pays }) => pays.includes(pay));
  }

  /** The one move that picking this card would make at once. */
  single(pay: Pay): Deed | null {
    const own = this.deeds.filter(({ pays }) => pays.includes(pay));
    return own.length === 1 && ["lay", "give"].includes(own[0]!.kind) ? own[0]! : null;
  }

  pickCard(place: number): void {
    const card = this.#given().hand[place] as Pay;
    const at_once = this.single(card);
    if (at_once) return this.#do(at_once);
    if (this.cards.includes(place)) return this.clear();
    if (this.slot && this.offers(card)) return this.#add(() => this.cards.push(place));
    this.clear();
    this.cards = [place];
  }

  pickStone(god: God): void {
    if (this.slot && this.offers(god)) return this.#add(() => this.stones.push(god));
    if (this.stones.includes(god)) return this.clear();
    this.clear();
    this.stones = [god];
  }

  choose(aim: Aim): void {
    if (!aim.slot) {
      this.island = aim.island;
      const only = this.aimed.length === 1 ? this.aimed[0]! : null;
      if (only && !missing(only.pays, this.pays)!.length) this.#do(only);
      return;
    }
    const exact = this.#exact(aim.deeds);
    if (exact) return this.#do(exact);
    // An exchange costs a second card: it is shown first, and chosen again or by that card.
    this.slot = aim.slot;
    const lacking = aim.leads ? missing(aim.leads.pays, this.pays)! : [];
    for (const pay of lacking) this.#raise(pay);
  }

  do(deed: Deed): void {
    this.#do(deed);
  }

  /** Puts the last thing picked back. */
  back(): boolean {
    if (!this.begun) return false;
    if (this.slot) {
      this.slot = null;
      [this.cards, this.stones] = this.cards.length
        ? [this.cards.slice(0, 1), []]
        : [[], this.stones.slice(0, 1)];
    } else if (this.island) this.island = null;
    else this.clear();
    return true;
  }

  clear(): void {
    this.cards = [];
    this.stones = [];
    this.island = null;
    this.slot = null;
  }

  #exact(deeds: readonly Deed[]): Deed | null {
    return deeds.find(({ pays }) => missing(pays, this.pays)?.length === 0) ?? null;
  }

  #add(push: () => void): void {
    push();
    const exact = this.#exact(this.aimed);
    if (exact) this.#do(exact);
  }

  #raise(pay: Pay): void {
    const { hand } = this.#given();
    const place = hand.findIndex((card, index) => card === pay && !this.cards.includes(index));
    if (place >= 0) this.cards.push(place);
    else this.stones.push(pay as God);
  }

  #do({ move }: Deed): void {
    this.clear();
    this.pointed = null;
    this.#given().act(move.action);
  }
}
