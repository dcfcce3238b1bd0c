/** A table as this browser sees it: how things stand, what was said and done, what is being considered. */
import type { Happening } from "../games/contract";
import type {
  Advice,
  Done,
  Foreseen,
  Line,
  MatchNow,
  News,
  Present,
  Reason,
  SeatNow,
  TableNow,
} from "../generated/wire";
import { forgetGuest, token } from "./api";
import { Connection, type State, type Wish } from "./connection";
import { Refused } from "./refused";
import { called } from "./seats";
import { settings } from "./settings.svelte";
import { play } from "./sound";

/** Something to tell the player: what was refused or explained, with the paragraph it follows from. */
export interface Notice {
  text: string;
  rule: string;
  kind: "refused" | "reason" | "problem";
}

const LOOK = 650; // ms that a change is left on screen before the next one, times the pace
const LOOK_MORE = 130; // and for everything that happened in it
const MOST_WAITING = 8; // changes that may wait to be shown; then the page catches up
const FORESIGHT = 140; // ms of pointing at a move before its effects are asked for

export class TableState {
  readonly id: string;
  state: State = $state("connecting");
  gone: Refused | null = $state.raw(null);
  news: News | null = $state.raw(null);
  lines: readonly Line[] = $state.raw([]);
  events: readonly Happening[] = $state.raw([]);
  present: Present | null = $state.raw(null);
  considered: string | null = $state(null);
  foreseen: readonly string[] = $state.raw([]);
  foreseenEvents: readonly Happening["event"][] = $state.raw([]);
  advice: Advice | null = $state.raw(null);
  thinking = $state(false);
  notice: Notice | null = $state.raw(null);
  pending = $state(false);
  /** What the server answers for me at the seat I look from. */
  auto: string | null = $state(null);
  /** The seat to look from; null to watch. */
  seat: number | null = $state(null);
  /** Told of every change as soon as it is shown. */
  onshown: (() => void) | null = null;

  #connection: Connection;
  #waiting: News[] = [];
  #showing: ReturnType<typeof setTimeout> | undefined;
  #foreseeing: ReturnType<typeof setTimeout> | undefined;
  #seen = -1;
  #held = false;

  constructor(id: string, seat: number | null = null) {
    this.id = id;
    this.seat = seat;
    this.#connection = this.#connect();
  }

  #connect(): Connection {
    return new Connection(
      `${location.origin.replace(/^http/, "ws")}/api/tables/${this.id}/live`,
      () => ({ token: token(), seat: this.seat, since: this.#seen, lang: settings.language }),
      (message) => this.#take(message),
      (state) => (this.state = state),
      (problem) => this.#unwelcome(problem),
    );
  }

  /** Come anew, as somebody who has become a guest in the meantime. */
  reconnect(): void {
    this.#connection.close();
    this.#connection = this.#connect();
  }

  close(): void {
    clearTimeout(this.#showing);
    clearTimeout(this.#foreseeing);
    this.#connection.close();
  }

  hurry(): void {
    this.#connection.hurry();
  }

  // ── How things stand ──────────────────────────────────────────────────────────────────────────
  get table(): TableNow | null {
    return this.news?.table ?? null;
  }
  get match(): MatchNow | null {
    return this.news?.match ?? null;
  }
  get seats(): readonly SeatNow[] {
    return this.table?.seats ?? [];
  }
  /** My seats where no bot plays for me. */
  get mine(): number[] {
    return this.seats.flatMap((seat, number) => (seat.yours && seat.person ? [number] : []));
  }
  get happenings(): readonly Happening[] {
    return this.lines.filter((line): line is Happening => !!line.event);
  }
  get names(): string[] {
    return called(this.seats);
  }
  /** Whether I decide for the table: I opened it, or whoever did has long been away. */
  get host(): boolean {
    const deputy = this.present?.deputy ?? null;
    return !!this.table?.host || (deputy !== null && !!this.seats[deputy]?.yours);
  }
  get myTurn(): boolean {
    return this.match !== null && this.seat !== null && this.match.to_move === this.seat;
  }
  /** The seat of mine that must decide while I look from another: the screen must be passed on. */
  get handOver(): number | null {
    const next = this.match?.to_move ?? null;
    return next !== null && next !== this.seat && this.mine.includes(next) ? next : null;
  }

  // ── Hearing ───────────────────────────────────────────────────────────────────────────────────
  #take(message: News | Present | Done): void {
    if (message.type === "news") this.#hear(message);
    else if (message.type === "present") this.present = message;
    else this.auto = message.habit;
  }

  #hear(news: News): void {
    this.#seen = Math.max(news.since === -1 ? -1 : this.#seen, news.number);
    if (this.#held && news.since === -1) {
      this.#waiting = []; // it tells all of it anew
      return this.#show(news);
    }
    this.#waiting.push(news);
    if (!this.#held && (this.#showing === undefined || this.#tooMany)) this.#showAll();
  }

  /** Whether the page must catch up; who is being taught sees every change. */
  get #tooMany(): boolean {
    return this.#waiting.length > MOST_WAITING && !this.onshown;
  }

  /** Let what happens next wait while somebody reads, or go on. */
  hold(held: boolean): void {
    if (this.#held === held) return;
    this.#held = held;
    if (!held && this.#showing === undefined && this.#waiting.length) this.#showAll();
  }

  /** Show what waits, one change at a time, so that everybody sees what happened. */
  #showAll(): void {
    clearTimeout(this.#showing);
    this.#showing = undefined;
    const rush = this.#tooMany;
    let next = this.#waiting.shift();
    while (next && rush && this.#waiting.length) {
      this.#show(next);
      next = this.#waiting.shift();
    }
    if (!next) return;
    this.#show(next);
    const pause = settings.pace * (this.events.length ? LOOK + LOOK_MORE * this.events.length : 0);
    this.#showing = setTimeout(() => {
      this.#showing = undefined;
      if (this.#waiting.length && !this.#held) this.#showAll();
    }, pause);
  }

  #show(news: News): void {
    const before = this.news;
    const moved = before?.match?.position !== news.match?.position;
    const fresh =
      news.since === -1 ? news.lines : news.lines.filter((line) => line.number > (before?.number ?? -1));
    this.lines = news.since === -1 ? news.lines : [...this.lines, ...fresh];
    const first = !before || news.since === -1;
    this.events = first ? [] : fresh.filter((line): line is Happening => !!line.event);
    this.news = news;
    if (moved) this.#forget();
    if (!first) this.#sound(before, news, fresh);
    this.onshown?.();
  }

  #forget(): void {
    clearTimeout(this.#foreseeing);
    this.considered = null;
    this.foreseen = [];
    this.foreseenEvents = [];
    this.advice = null;
    this.notice = null;
  }

  #sound(before: News, news: News, fresh: readonly Line[]): void {
    const turn = (one: News) => one.match !== null && one.match.to_move === this.seat && this.seat !== null;
    if (news.match?.outcome && !before.match?.outcome) play("end");
    else if (turn(news) && !turn(before)) play("turn");
    else if (fresh.some((line) => line.event)) play("move");
    else if (fresh.some((line) => line.by) && !settings.muted) play("talk");
  }

  #unwelcome(problem: Refused): void {
    if (problem.code === "not_yours") this.seat = null;
    else if (problem.code === "no_guest") forgetGuest();
    else this.gone = problem;
  }

  // ── Doing ─────────────────────────────────────────────────────────────────────────────────────
  async #ask(wish: Wish) {
    const { match } = this;
    try {
      return await this.#connection.ask(wish);
    } catch (problem) {
      const late = wish.type === "preview" && this.match !== match; // nobody asks that any more
      if (problem instanceof Refused && problem.code !== "closed" && !late) {
        this.notice = { text: problem.message, rule: problem.rule, kind: "refused" };
        play("no");
      }
      return null;
    }
  }

  async act(action: string): Promise<void> {
    if (!this.match || this.pending) return;
    if (settings.confirm && this.considered !== action) return this.consider(action);
    this.pending = true;
    this.#held = false; // who acts has read enough
    await this.#ask({ type: "act", after: this.match.position, action });
    this.pending = false;
  }

  /** Look from a seat, or again in another language. */
  async look(seat: number | null = this.seat): Promise<void> {
    this.seat = seat;
    this.#waiting = [];
    clearTimeout(this.#showing);
    this.#showing = undefined;
    this.#forget();
    await this.#settle({ type: "look", seat, since: -1, lang: settings.language });
  }

  /** Ask for something whose answer says what is answered for me. */
  async #settle(wish: Wish): Promise<void> {
    const answer = (await this.#ask(wish)) as Done | null;
    if (answer) this.auto = answer.habit;
  }

  /** Point at a move: after a moment one sees what it would lead to. */
  consider(action: string | null): void {
    this.considered = action;
    this.foreseen = [];
    this.foreseenEvents = [];
    clearTimeout(this.#foreseeing);
    if (action === null || !this.myTurn) return;
    this.#foreseeing = setTimeout(() => void this.#foresee(action), FORESIGHT);
  }

  async #foresee(action: string): Promise<void> {
    const answer = (await this.#ask({ type: "preview", action })) as
      (Foreseen & { events?: Happening["event"][] }) | null;
    if (!answer || this.considered !== action) return;
    this.foreseen = answer.lines;
    this.foreseenEvents = answer.events ?? [];
  }

  async why(action: string): Promise<void> {
    const answer = (await this.#ask({ type: "why", action })) as Reason | null;
    if (answer) this.notice = { text: answer.text, rule: answer.rule, kind: "reason" };
  }

  async hint(): Promise<void> {
    this.thinking = true;
    const answer = (await this.#ask({ type: "hint" })) as Advice | null;
    this.thinking = false;
    if (answer) this.advice = answer;
  }

  takeBack = () => this.match && this.#ask({ type: "take_back", after: this.match.position });
  vote = (yes: boolean) => this.#ask({ type: "vote", yes });
  say = (text: string) => this.#ask({ type: "say", text });
  remark = (text: string) => this.#ask({ type: "remark", text });
  habit = (auto: string) => this.#settle({ type: "habit", auto });
}
