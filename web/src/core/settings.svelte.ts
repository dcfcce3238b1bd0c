/** What a player chose for this browser, remembered here and nowhere else. */
import { LANGUAGES, type Language } from "../generated/games";

const KEY = "archipel";

export interface Choices {
  language: Language;
  theme: "auto" | "light" | "dark";
  /** Multiplies the time that things take to move; 0 shows the end at once. */
  pace: number;
  sound: boolean;
  /** Whether a move is shown first, and made at the second tap. */
  confirm: boolean;
  /** Whether talk at the table is hidden. */
  muted: boolean;
  name: string;
  level: number;
}

function firstChoices(): Choices {
  const spoken = navigator.languages.map((one) => one.slice(0, 2));
  const language = spoken.find((one): one is Language => LANGUAGES.some((known) => known === one)) ?? "en";
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const usual = { sound: true, confirm: false, muted: false, name: "", level: 2 };
  return { language, theme: "auto", pace: still ? 0 : 1, ...usual };
}

function remembered(): Partial<Choices> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

export const settings: Choices = $state({ ...firstChoices(), ...remembered() });

/** Keep the choices, and let the page follow them; called once. */
export function followSettings(): void {
  $effect.root(() => {
    $effect(() => {
      const root = document.documentElement;
      root.lang = settings.language;
      root.dataset["theme"] = settings.theme;
      root.toggleAttribute("data-still", settings.pace === 0);
      root.style.setProperty("--pace", String(settings.pace));
      try {
        localStorage.setItem(KEY, JSON.stringify(settings));
      } catch {
        // a browser that keeps nothing is fine: the choices last as long as the page
      }
    });
  });
}
