/** What is not live: guests, tables, seats, rulebooks. */
import type { MatchNow, Story } from "../generated/wire";
import { settings } from "./settings.svelte";
import { t } from "./i18n.svelte";
import { Refused } from "./refused";

export interface Guest {
  id: string;
  name: string;
  token: string;
}

export interface Listed {
  id: string;
  game: string;
  seats: number;
  taken: number;
  names: string[];
  status: "open" | "playing" | "over";
  public: boolean;
  created: number;
  changed: number;
}

export interface NewTable {
  game: string;
  seats: number;
  options?: Record<string, unknown>;
  public?: boolean;
  clock?: { move?: number | null; match?: number | null; grace?: number };
  sit?: boolean;
  bots?: string[];
  start?: boolean;
}

export interface Book {
  title: string;
  page: string;
  paragraphs: { number: string; section: string; text: string }[];
}

const KEY = "archipel-guest";
let kept: Guest | null = readGuest();

function readGuest(): Guest | null {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "null");
  } catch {
    return null;
  }
}

function keep(guest: Guest | null): Guest | null {
  kept = guest;
  try {
    if (guest) localStorage.setItem(KEY, JSON.stringify(guest));
    else localStorage.removeItem(KEY);
  } catch {
    // then the guest lasts as long as the page
  }
  return guest;
}

export const forgetGuest = () => keep(null);
export const token = (): string => kept?.token ?? "";

async function ask<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  const headers: Record<string, string> = { "Accept-Language": settings.language };
  if (kept) headers["Authorization"] = `Bearer ${kept.token}`;
  const text = typeof body === "string" ? body : JSON.stringify(body); // a string is sent as it is
  if (body !== undefined)
    headers["Content-Type"] = typeof body === "string" ? "text/plain" : "application/json";
  const init = { method, headers, ...(body === undefined ? {} : { body: text }) };
  const answer = await fetch(`/api${path}`, init).catch(() => {
    throw new Refused("unreachable", t("The server cannot be reached; try again in a moment."));
  });
  const said = await answer.text();
  const isJson = answer.headers.get("content-type")?.startsWith("application/json");
  const content = isJson && said ? JSON.parse(said) : said;
  if (answer.ok) return content as Answer;
  if (!isJson) throw new Refused("unreachable", t("The server cannot be reached; try again in a moment."));
  throw new Refused(content.code, content.text, content.rule);
}

/** Do something as a guest; whoever is none yet becomes one, and so does one whom the server forgot. */
async function asGuest<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  await beGuest();
  try {
    return await ask<Answer>(method, path, body);
  } catch (problem) {
    if (!(problem instanceof Refused) || problem.code !== "no_guest") throw problem;
    keep(null);
    await beGuest();
    return ask<Answer>(method, path, body);
  }
}

/** Be a guest of the chosen name. */
export async function beGuest(name = settings.name || t("Guest")): Promise<Guest> {
  if (!kept) return keep(await ask<Guest>("POST", "/guests", { name }))!;
  if (kept.name !== name) return keep({ ...(await ask<Guest>("PATCH", "/guests/me", { name })) })!;
  return kept;
}

// ── Tables ──────────────────────────────────────────────────────────────────────────────────────
export const openTables = () => ask<Listed[]>("GET", "/tables");
export const watchableTables = () => ask<Listed[]>("GET", "/tables?status=playing");
export const myTables = async () => (kept ? ask<Listed[]>("GET", "/tables/mine") : []);
export const newTable = (table: NewTable) => asGuest<{ id: string }>("POST", "/tables", table);
export const start = (id: string) => asGuest("POST", `/tables/${id}/start`, undefined);
export const rematch = (id: string) =>
  asGuest<{ id: string; seats: number[] }>("POST", `/tables/${id}/rematch`);
export const record = (id: string) => ask<string>("GET", `/tables/${id}/record`);

// ── Afterwards ──────────────────────────────────────────────────────────────────────────────────
/** Whose knowledge: a seat's, a watcher's, or all of it. */
export type Eyes = number | "watcher" | "open";
export interface Verdict {
  fair: boolean;
  text: string;
}

function seen(eyes: Eyes): string {
  const seat = eyes === "watcher" ? "" : `seat=${eyes === "open" ? -1 : eyes}&`;
  return `?${seat}lang=${settings.language}`;
}

export const story = (id: string, eyes: Eyes) => ask<Story>("GET", `/tables/${id}/story${seen(eyes)}`);
export const moment = (id: string, at: number, eyes: Eyes) =>
  ask<MatchNow>("GET", `/tables/${id}/moments/${at}${seen(eyes)}`);
export const playOn = (id: string, at: number, seat: number, bot: string) =>
  asGuest<{ id: string }>("POST", `/tables/${id}/moments/${at}/play`, { seat, bot });

/** Whether the deals of a match were those that were promised, by its record. */
export async function verify(id: string): Promise<Verdict> {
  const verdicts = await ask<Verdict[]>("POST", `/verify?lang=${settings.language}`, await record(id));
  return verdicts[0]!;
}

// ── Seats ───────────────────────────────────────────────────────────────────────────────────────

export const sit = (id: string, seat: number | "any") =>
  asGuest("POST", `/tables/${id}/seats/${seat}`, { entropy: entropy() });
export const stand = (id: string, seat: number) => asGuest("DELETE", `/tables/${id}/seats/${seat}`);
export const welcomeAll = (id: string) => asGuest("DELETE", `/tables/${id}/sent-away`);
export const fill = (id: string, seat: number, bot: string) =>
  asGuest("PUT", `/tables/${id}/seats/${seat}/bot`, { bot });
export const standIn = (id: string, seat: number) =>
  asGuest("PUT", `/tables/${id}/seats/${seat}/stand-in`, {});
export const comeBack = (id: string, seat: number) =>
  asGuest("DELETE", `/tables/${id}/seats/${seat}/stand-in`);

/** Sit down again with those who played, at the seats kept for oneself; among bots it begins at once. */
export async function playAgain(id: string, amongBots: boolean): Promise<string> {
  const next = await rematch(id);
  for (const seat of next.seats) await sit(next.id, seat);
  if (amongBots) await start(next.id).catch(() => {}); // it may have begun before
  return next.id;
}

/** A table for several people at one screen, each with a name of their own. */
export async function oneScreen(table: NewTable, names: readonly string[]): Promise<string> {
  await beGuest(names[0]);
  const { id } = await ask<{ id: string }>("POST", "/tables", { ...table, sit: true });
  for (const [seat, name] of names.entries()) {
    if (seat === 0) continue;
    await beGuest(name);
    await ask("POST", `/tables/${id}/seats/${seat}`, { entropy: entropy() });
  }
  await beGuest();
  await start(id);
  return id;
}

/** Something of this browser's own to stir into the deals. */
function entropy(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}

// ── Rulebooks ───────────────────────────────────────────────────────────────────────────────────
const books = new Map<string, Promise<Book>>();

export function rulebook(game: string, language: string): Promise<Book> {
  const key = `${game}/${language}`;
  if (!books.has(key)) {
    const book = ask<Book>("GET", `/rules/${game}?lang=${language}`);
    book.catch(() => books.delete(key));
    books.set(key, book);
  }
  return books.get(key)!;
}
