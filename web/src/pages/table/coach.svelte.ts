/** Which lesson is told when; what was told is remembered in this browser. */
import type { AnyView, Happening } from "../../games/contract";
import type { Lesson, Moment } from "../../games/lessons";
import type { TableState } from "../../core/table.svelte";

/** A lesson that is due, with what happened. */
export interface Due {
  lesson: Lesson;
  happening: Happening | null;
}

const KEY = "archipel-learnt";
const MOST = 2; // events that are explained at once; the others will happen again

/** The lessons for this moment that were not told yet: the beginning, what happened, what is asked. */
export function due(lessons: readonly Lesson[], now: Moment, seen: ReadonlySet<string>): Due[] {
  const known = (lesson: Lesson) => ({ lesson, happening: null });
  // The end is told after every match, as it leads to the next.
  if (now.over) return lessons.filter(({ on }) => on === "end").map(known);
  const fresh = lessons.filter(({ key }) => !seen.has(key));
  const happened = fresh.flatMap((lesson) => {
    const happening = now.events.find((one) => tells(lesson, one) && (lesson.fits?.(now, one) ?? true));
    return happening ? [{ lesson, happening }] : [];
  });
  const asked = fresh.filter(
    ({ on, fits }) =>
      now.asked &&
      typeof on === "object" &&
      "asked" in on &&
      on.asked === now.view.phase &&
      (fits?.(now, null) ?? true),
  );
  return [
    ...fresh.filter(({ on }) => on === "start").map(known),
    ...happened.slice(0, MOST),
    ...asked.slice(0, 1).map(known),
  ];
}

const tells = ({ on }: Lesson, { event }: Happening): boolean =>
  typeof on === "object" && "happens" in on && on.happens.includes(event.event);

export class Coach {
  /** What is told now, and then; by key, as the words follow the language. */
  #queue: readonly { key: string; happening: Happening | null }[] = $state.raw([]);
  #seen: ReadonlySet<string>;
  /** Put away until it is called back: matches go on without it. */
  hidden = $state(false);
  #lessons: () => readonly Lesson[];
  #table: TableState;
  #position = -1;

  constructor(table: TableState, lessons: () => readonly Lesson[]) {
    this.#table = table;
    this.#lessons = lessons;
    this.#seen = $state.raw(new Set(remembered()[table.table!.game]));
    table.onshown = () => this.#follow();
    this.#follow();
  }

  close(): void {
    this.#table.onshown = null;
    this.#table.hold(false);
  }

  get told(): Due | null {
    const [first] = this.#queue;
    const lesson = first && this.#lessons().find(({ key }) => key === first.key);
    return lesson ? { lesson, happening: first.happening } : null;
  }
  get more(): boolean {
    return this.#queue.length > 1;
  }
  get all(): number {
    return this.#lessons().length;
  }
  get known(): number {
    return this.#lessons().filter(({ key }) => this.#seen.has(key)).length;
  }
  get unmet(): Lesson[] {
    return this.#lessons().filter(({ key, on }) => !this.#seen.has(key) && on !== "end");
  }

  /** Something new is on the table; who moved on has read what was told. */
  #follow(): void {
    const { match, seat, events } = this.#table;
    if (!match || seat === null || this.#table.news?.seat !== seat || match.position === this.#position)
      return;
    const now: Moment = {
      view: match.view as unknown as AnyView,
      rule: match.rule,
      moves: match.moves as Moment["moves"],
      asked: match.to_move === seat,
      events,
      over: match.outcome !== null,
    };
    // Looking anew, perhaps in another language, is no moving on.
    const again = this.#position >= 0 && this.#table.news.since === -1;
    if (this.#position >= 0 && !again && !this.hidden) this.#remember();
    this.#position = match.position;
    const fresh = due(this.#lessons(), now, this.#seen).map(({ lesson: { key }, happening }) => ({
      key,
      happening,
    }));
    const kept = again ? this.#queue : [];
    this.#queue = [...kept, ...fresh.filter(({ key }) => !kept.some((one) => one.key === key))];
    this.#table.hold(this.#queue.length > 0 && !this.hidden);
  }

  /** The card was read. */
  goOn(): void {
    this.#remember();
    this.#queue = this.#queue.slice(1);
    if (!this.#queue.length) this.#table.hold(false);
  }

  hide(hidden: boolean): void {
    this.hidden = hidden;
    this.#table.hold(!hidden && this.#queue.length > 0);
  }

  /** Everything is told again. */
  startOver(): void {
    this.#seen = new Set();
    this.#keep();
    this.#position = -1;
    this.hidden = false;
    this.#follow();
  }

  #remember(): void {
    const [first] = this.#queue;
    if (!first || this.#seen.has(first.key)) return;
    this.#seen = new Set([...this.#seen, first.key]);
    this.#keep();
  }

  #keep(): void {
    const all = { ...remembered(), [this.#table.table!.game]: [...this.#seen] };
    try {
      localStorage.setItem(KEY, JSON.stringify(all));
    } catch {
      // then it is known as long as the page lasts
    }
  }
}

function remembered(): Record<string, string[]> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}
