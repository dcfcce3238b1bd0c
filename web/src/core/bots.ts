/** Bots by the names that people give them. */
import { LEVELS } from "../generated/games";
import { t } from "./i18n.svelte";

/** `level:2` is "Casual". */
export function botName(bot: string): string {
  const name = (LEVELS as Record<string, string>)[bot.replace("level:", "")];
  return name ? t(name) : bot;
}
