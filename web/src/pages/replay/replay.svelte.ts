/** A match that is over, as it is looked at again: which moment, with whose knowledge, and what lies ready. */
import * as api from "../../core/api";
import type { Eyes } from "../../core/api";
import { called } from "../../core/seats";
import { settings } from "../../core/settings.svelte";
import type { Happening } from "../../games/contract";
import type { Line, MatchNow, SeatNow, Story } from "../../generated/wire";
import { decider, decisionBefore, nearby, nextDecision } from "./decisions";

const LOOK = 750; // ms that a change is left on screen while playing, divided by the speed
const LOOK_MORE = 170; // and for everything that happened in it
const NEAR = 12; // actions that are shown as they happened; more are a leap
const AT_ONCE = 2; // moments that are fetched at a time beforehand
export const SPEEDS = [0.5, 1, 2, 4] as const;

export class ReplayState {
  readonly id: string;
  story: Story | null = $state.raw(null);
  eyes: Eyes = $state("watcher");
  /** The moment that is wanted; `now` is the one on screen. */
  at = $state(0);
  now: MatchNow | null = $state.raw(null);
  /** What happened between the moment before on screen and this one. */
  events: readonly Happening[] = $state.raw([]);
  leapt = $state(true);
  /** The latest moment that was on screen: what comes after it is not told. */
  reached = $state(0);
  asked = $state(false);
  playing = $state(false);
  speed: (typeof SPEEDS)[number] = $state(1);
  /** Whose decisions one steps through; null for everybody's. */
  who: number | null = $state(null);
  problem = $state("");

  #moments = new Map<string, MatchNow>();
  #asked = new Map<string, Promise<MatchNow>>();
  #wanted: number[] = [];
  #fetching = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(id: string) {
    this.id = id;
  }

  /** Open the match, by default with one's own knowledge, or a watcher's. */
  async open(at: number, eyes: Eyes | null): Promise<void> {
    try {
      this.story = await api.story(this.id, eyes ?? "watcher");
      this.eyes = eyes ?? "watcher";
      const mine = this.seats.findIndex((seat) => seat.yours);
      if (eyes === null && mine >= 0) {
        this.story = await api.story(this.id, mine);
        this.eyes = mine;
      }
      await this.go(at);
    } catch (problem) {
      this.problem = (problem as Error).message;
    }
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#wanted = [];
  }

  // ── How things stood ──────────────────────────────────────────────────────────────────────────
  get seats(): readonly SeatNow[] {
    return this.story?.table.seats ?? [];
  }
  get names(): string[] {
    return called(this.seats);
  }
  get last(): number {
    return this.story?.actions ?? 0;
  }
  get over(): boolean {
    return this.at === this.last;
  }
  /** Whether all may be told: the end has been seen, or somebody asked for it. */
  get told(): boolean {
    return this.asked || this.reached === this.last;
  }
  get lines(): readonly Line[] {
    const lines = this.story?.lines ?? [];
    return this.told ? lines : lines.filter((line) => line.number <= this.reached);
  }
  /** All that had happened by the moment on screen. */
  get past(): readonly Happening[] {
    const at = this.now?.position ?? 0;
    return (this.story?.lines ?? []).filter((line): line is Happening => !!line.event && line.number <= at);
  }
  /** What the action before this moment did; where nobody noticed it, what was noticed last. */
  get current(): number {
    const lines = this.story?.lines ?? [];
    return lines.findLast((line) => line.number <= this.at)?.number ?? 0;
  }
  /** Who decides at this moment, or next. */
  get decider(): number | null {
    return this.story && decider(this.story.movers, this.at);
  }
  /** The seat that sits before the board: with all cards open, whoever decides. */
  get front(): number | null {
    if (this.eyes === "open") return this.decider;
    return this.eyes === "watcher" ? null : this.eyes;
  }
  /** How fast things move on the board. */
  get pace(): number {
    return this.leapt ? 0 : settings.pace / (this.playing ? this.speed : 1);
  }

  // ── Going through it ──────────────────────────────────────────────────────────────────────────
  /** Show a moment; at once if it lies ready. */
  async go(at: number): Promise<void> {
    clearTimeout(this.#timer);
    this.at = Math.min(Math.max(0, at), this.last);
    const wanted = this.#key(this.at);
    try {
      const found = this.#moments.get(wanted) ?? (await this.#fetch(this.at));
      if (this.#key(this.at) === wanted) this.#show(found);
    } catch (problem) {
      this.problem = (problem as Error).message;
      this.playing = false;
    }
  }

  step = (by: number) => this.#pauseAt(this.at + by);
  forth = (who = this.who) => this.story && this.#pauseAt(nextDecision(this.story.movers, this.at, who));
  back = (who = this.who) => this.story && this.#pauseAt(decisionBefore(this.story.movers, this.at, who));

  #pauseAt(at: number): Promise<void> {
    this.playing = false;
    return this.go(at);
  }

  play(): void {
    this.playing = !this.playing;
    if (!this.playing) clearTimeout(this.#timer);
    else if (this.over) void this.go(0);
    else this.#goOn();
  }

  #goOn(): void {
    if (!this.playing || !this.story) return;
    if (this.over) this.playing = false;
    else void this.go(nextDecision(this.story.movers, this.at));
  }

  #show(now: MatchNow): void {
    const before = this.now?.position ?? null;
    const distance = before === null ? Infinity : now.position - before;
    this.leapt = Math.abs(distance) > NEAR || distance === 0;
    const happened = (line: Line): line is Happening =>
      !!line.event && line.number > (before ?? 0) && line.number <= now.position;
    this.events = this.leapt || distance < 0 ? [] : (this.story?.lines ?? []).filter(happened);
    this.now = now;
    this.reached = Math.max(this.reached, now.position);
    this.problem = "";
    this.#prepare();
    if (!this.playing) return;
    const pause = LOOK + LOOK_MORE * Math.min(this.events.length, NEAR);
    this.#timer = setTimeout(() => this.#goOn(), (pause * (settings.pace || 1)) / this.speed);
  }

  // ── Whose knowledge ───────────────────────────────────────────────────────────────────────────
  /** Look with other eyes, or read in another language. */
  async look(eyes: Eyes = this.eyes): Promise<void> {
    this.playing = false;
    this.eyes = eyes;
    const language = settings.language;
    try {
      const story = await api.story(this.id, eyes);
      if (this.eyes !== eyes || settings.language !== language) return;
      this.story = story;
      await this.go(this.at);
    } catch (problem) {
      this.problem = (problem as Error).message;
    }
  }

  // ── What lies ready ───────────────────────────────────────────────────────────────────────────
  #key(at: number): string {
    return `${settings.language}/${this.eyes}/${at}`;
  }

  #fetch(at: number): Promise<MatchNow> {
    const key = this.#key(at);
    const pending = this.#asked.get(key);
    if (pending) return pending;
    const asked = api
      .moment(this.id, at, this.eyes)
      .then((found) => (this.#moments.set(key, found), found))
      .finally(() => this.#asked.delete(key));
    this.#asked.set(key, asked);
    return asked;
  }

  /** Fetch what will probably be looked at next, so that it can be shown at once. */
  #prepare(): void {
    this.#wanted = this.story ? nearby(this.story.movers, this.at, this.who) : [];
    while (this.#fetching < AT_ONCE && this.#wanted.length) void this.#fetchWanted();
  }

  async #fetchWanted(): Promise<void> {
    this.#fetching++;
    for (let at = this.#wanted.shift(); at !== undefined; at = this.#wanted.shift())
      if (!this.#moments.has(this.#key(at))) await this.#fetch(at).catch(() => (this.#wanted = []));
    this.#fetching--;
  }
}
