/** A confrontation as it is shown: who stands where, and the tricks played in it. */
import type { Side, Trick } from "../../generated/tresor";
import type { Happening } from "../contract";
import type { Confrontation, Detachment, Seat, View } from "./view";

/** The detachments of one player in the zone. */
export interface Band {
  seat: Seat;
  number: number;
  men: Detachment[];
}

export interface Party {
  bands: Band[];
  strength: number;
  /** What tricks add to the detachments or take away. */
  tricks: number;
}

export interface Parties extends Record<Side, Party> {
  /** They stand in the zone and take no part. */
  bystanders: Band[];
}

export function parties(view: View, one: Confrontation): Parties {
  const bands = view.players
    .map(({ seat, detachments }, number) => ({
      seat,
      number,
      men: detachments.filter(({ zone }) => zone === one.zone),
    }))
    .filter(({ seat, men }) => men.length || one.aggressors.includes(seat) || one.defender.includes(seat));
  const party = (side: Side): Party => {
    const mine = bands.filter(({ seat }) => one[side].includes(seat));
    const count = mine.reduce((sum, { men }) => sum + men.length, 0);
    return { bands: mine, strength: one.strength[side], tricks: one.strength[side] - count };
  };
  const bystanders = bands.filter(({ seat }) => ![...one.aggressors, ...one.defender].includes(seat));
  return { aggressors: party("aggressors"), defender: party("defender"), bystanders };
}

/** A trick that was played in this confrontation. */
export interface Played {
  by: Seat;
  trick: Trick;
  /** Whom it helps or hits; null for one that is about no side. */
  side: Side | null;
  cancelled: boolean;
}

const OTHERS: Partial<Record<string, Trick>> = {
  spy: "longue_vue",
  reshuffle: "nouveau_cap",
  remove: "indigenes_feroces",
  exchange: "traitrise",
  disarm: "mitraille",
  mourn: "le_chat_est_mort",
};
const AGAINST: readonly string[] = ["fievres", "bestioles"];

/** The trick that an event plays, if it plays one. */
export function trickOf(event: Happening["event"]): Trick | null {
  if (event.event === "cancel") return "bonne_fortune";
  if (["strengthen", "weaken", "push", "demand_with"].includes(event.event)) return event["trick"] as Trick;
  return OTHERS[event.event] ?? null;
}

const DEMANDS: readonly string[] = ["demand", "demand_with"];

/** The tricks played in a confrontation, by the log: those since the demand. */
export function ledger(log: readonly Happening[], one: Confrontation | null): Played[] {
  if (!one) return [];
  const begun = log.findLastIndex(({ event }) => DEMANDS.includes(event.event));
  let played: Played[] = [];
  for (const { event } of log.slice(Math.max(0, begun))) {
    const by = event["who"] as Seat;
    if (event.event === "cancel") {
      const last = played.findLastIndex(({ cancelled }) => !cancelled);
      played = played.map((trick, i) => (i === last ? { ...trick, cancelled: true } : trick));
      continue;
    }
    const trick = trickOf(event);
    if (trick) played.push({ by, trick, side: sideOf(event, trick, one), cancelled: false });
  }
  return played;
}

function sideOf(event: Happening["event"], trick: Trick, one: Confrontation): Side | null {
  if (event.event === "weaken") return event["side"] as Side;
  if (event.event === "demand_with") return AGAINST.includes(trick) ? "defender" : "aggressors";
  if (event.event !== "strengthen") return null;
  return one.defender.includes(event["who"] as Seat) ? "defender" : "aggressors";
}
