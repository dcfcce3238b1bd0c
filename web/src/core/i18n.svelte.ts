/** Sentences in the reader's language: the English is the key, the catalogues are gettext's. */
import { settings } from "./settings.svelte";

export type Catalogue = Readonly<Record<string, string | readonly string[]>>;
type Words = Readonly<Record<string, string | number>>;

const LOADERS: Record<string, () => Promise<{ default: Catalogue }>> = {
  fr: () => import("../../../src/archipel/locale/fr/LC_MESSAGES/web.po"),
};
const catalogues: Record<string, Catalogue> = $state({});

/** Fetch the catalogue of the language that is chosen, once. */
export async function loadLanguage(language: string = settings.language): Promise<void> {
  const load = LOADERS[language];
  if (load && !catalogues[language]) catalogues[language] = (await load()).default;
}

/** A sentence in the reader's language, with words in its places. */
export function t(message: string, words: Words = {}): string {
  const found = catalogues[settings.language]?.[message];
  return fill(typeof found === "string" && found ? found : message, words);
}

/** A sentence about n things; `{n}` in it is the number. */
export function plural(one: string, many: string, n: number, words: Words = {}): string {
  const found = catalogues[settings.language]?.[one];
  const forms = Array.isArray(found) && found[0] ? (found as readonly string[]) : [one, many];
  const first = settings.language === "fr" ? n < 2 : n === 1;
  return fill(forms[first ? 0 : 1] ?? many, { n, ...words });
}

function fill(text: string, words: Words): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(words[name] ?? whole));
}

/** "Red, Blue and Green". */
export function all(words: readonly string[]): string {
  if (words.length < 2) return words.join("");
  return t("{list} and {last}", { list: words.slice(0, -1).join(", "), last: words.at(-1)! });
}
