/** The boards, each loaded when a table of its game is opened. */
import type { Component } from "svelte";
import { GAMES, type GameName } from "../generated/games";
import type { BoardProps, Happening, PlayerProps } from "./contract";

export interface Drawing {
  Board: Component<BoardProps<never, never>>;
  Player: Component<PlayerProps<never>>;
  places: (happening: Happening) => string[];
  /** What the points at the end are, where no line of the match tells it. */
  scoring?: () => string;
}

const LOADED: Record<GameName, () => Promise<Drawing>> = {
  "arabana-opodopo": () => import("./arabana_opodopo"),
  "costa-ruana": () => import("./costa_ruana"),
  tresor: () => import("./tresor"),
};

export const drawing = (game: string): Promise<Drawing> => LOADED[game as GameName]();

/** The game whose folder this is. */
export const gameOf = (folder: string): GameName =>
  (Object.keys(GAMES) as GameName[]).find((name) => GAMES[name].folder === folder) ?? "costa-ruana";
