// Written by web/generate.py from the Python side; do not edit.

/** The first message: who it is, from which seat they look (none: watching), what they have seen. */
export interface Hello {
  type: "hello";
  id?: number;
  token?: string;
  seat?: number | null;
  since?: number;
  lang?: string;
}

/** Look from another of one's seats, in another language, or again. */
export interface Look {
  type: "look";
  id?: number;
  seat?: number | null;
  since?: number;
  lang?: string;
}

/** Take an action in the position after entry `after`. */
export interface Act {
  type: "act";
  id?: number;
  after: number;
  action: string;
}

/** Take back one's last decision, or ask the others whether one may. */
export interface TakeBack {
  type: "take_back";
  id?: number;
  after: number;
}

/** Answer somebody who wants to take something back. */
export interface Vote {
  type: "vote";
  id?: number;
  yes: boolean;
}

/** Say something in the words of the game. */
export interface Remark {
  type: "remark";
  id?: number;
  text: string;
}

/** Say something to everybody at the table. */
export interface Say {
  type: "say";
  id?: number;
  text: string;
}

/** Ask what a legal action would lead to. */
export interface Preview {
  type: "preview";
  id?: number;
  action: string;
}

/** Ask why an action is not legal. */
export interface Why {
  type: "why";
  id?: number;
  action: string;
}

/** Ask what a strong bot would do. */
export interface Hint {
  type: "hint";
  id?: number;
}

/** Choose what is answered for oneself: nothing (`ask`), a lone answer among bots (`alone`), `pass`. */
export interface Habit {
  type: "habit";
  id?: number;
  auto: string;
}

/** One line of the log: a sentence, and what it tells of. */
export interface Line {
  number: number;
  text: string;
  event?: Record<string, unknown> | null;
  by?: string;
  seat?: number | null;
}

/** A legal action: as it is sent, taken apart, in words, and the paragraph that allows it. */
export interface Move {
  action: string;
  form: Record<string, unknown>;
  words: string;
  rule: string;
}

/** How the match ended. */
export interface Outcome {
  points: readonly number[];
  places: readonly number[];
  reason: string;
  words: string;
}

/** Somebody wants to take something back; who has not answered yet. */
export interface Proposal {
  seat: number;
  open: readonly number[];
}

/** The match as one seat, or a watcher, sees it. */
export interface MatchNow {
  position: number;
  to_move: number | null;
  question: string;
  rule: string;
  view: Record<string, unknown>;
  moves: readonly Move[];
  outcome: Outcome | null;
  proposal: Proposal | null;
}

/** Who sits at a seat, as everybody may know. */
export interface SeatNow {
  place: string;
  name: string;
  person: boolean;
  bot: string;
  yours: boolean;
  kept: boolean;
}

/** The table as everybody may know it. */
export interface TableNow {
  id: string;
  game: string;
  status: string;
  public: boolean;
  host: boolean;
  seats: readonly SeatNow[];
  sent_away: readonly string[];
  clock: Record<string, unknown>;
  deadline: number | null;
  spent: readonly number[];
  commitment: string;
  seed: string | null;
  followed_by: string;
}

/** How things stand after entry `number`, and what happened since `since`. */
export interface News {
  type: "news";
  number: number;
  since: number;
  seat: number | null;
  table: TableNow;
  match: MatchNow | null;
  lines: readonly Line[];
}

/** A match that is over, as somebody learnt it: who decided each action, and lines by number of action. */
export interface Story {
  table: TableNow;
  actions: number;
  movers: readonly (number | null)[];
  lines: readonly Line[];
  outcome: Outcome | null;
}

/** At which seats people are connected, and which seat decides for a host who has long been away. */
export interface Present {
  type: "present";
  seats: readonly number[];
  watchers: number;
  deputy: number | null;
}

/** A message was carried out; `number` is its entry in the log, if it has one. */
export interface Done {
  type: "done";
  id: number;
  number: number | null;
  habit: string | null;
}

/** A message was not carried out, and changed nothing; only after `no_store` it may have. */
export interface Refusal {
  type: "refused";
  id: number;
  code: string;
  text: string;
  rule: string;
}

/** What an action would lead to, as far as its mover can foresee it: events, each with its sentence. */
export interface Foreseen {
  type: "preview";
  id: number;
  lines: readonly string[];
  events: readonly (Record<string, unknown>)[];
}

/** Why an action is not legal, or the paragraph that allows it. */
export interface Reason {
  type: "why";
  id: number;
  legal: boolean;
  rule: string;
  text: string;
}

/** The best actions, in words with what they are worth, and what the bot believes. */
export interface Advice {
  type: "hint";
  id: number;
  actions: readonly string[];
  best: readonly string[];
  beliefs: readonly string[];
}

export const PROTOCOL = 1;

/** What a client sends. */
export type Message = Hello | Look | Act | TakeBack | Vote | Remark | Say | Preview | Why | Hint | Habit;

/** What the server sends. */
export type Heard = News | Present | Done | Refusal | Foreseen | Reason | Advice;
