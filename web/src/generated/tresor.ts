// Written by web/generate.py from the Python side; do not edit.

export const SEATS = ["la_buse", "le_reveng", "le_hardi", "le_neptune", "l_antigua", "le_libertalia"] as const;
export type Seat = (typeof SEATS)[number];

export const PHASES = ["dealing", "first_player", "movement", "drawing", "chest", "reaction", "closing", "answer", "joining", "support", "losses", "over"] as const;
export type Phase = (typeof PHASES)[number];

export const TRICKS = ["mechante_bordee", "botte_secrete", "fievres", "bestioles", "tonneaux_en_perce", "double_ration", "canicule", "superstition", "longue_vue", "nouveau_cap", "indigenes_feroces", "traitrise", "mitraille", "le_chat_est_mort", "bonne_fortune"] as const;
export type Trick = (typeof TRICKS)[number];

export const SIDES = ["aggressors", "defender"] as const;
export type Side = (typeof SIDES)[number];

export const CHESTS = ["empty", "full"] as const;
export type Chest = (typeof CHESTS)[number];

export const WINDOWS = ["movement", "reaction", "closing"] as const;
export type Window = (typeof WINDOWS)[number];

export const REACTIONS = ["reaction", "closing"] as const;
export type Reaction = (typeof REACTIONS)[number];

/** The symbol on each trick. */
export const SYMBOL_OF = {"mechante_bordee": "revelation", "botte_secrete": "revelation", "fievres": "revelation", "bestioles": "revelation", "tonneaux_en_perce": "movement", "double_ration": "movement", "canicule": "movement", "superstition": "movement", "longue_vue": "chest", "nouveau_cap": "chest", "indigenes_feroces": "chest", "traitrise": "chest", "mitraille": "special", "le_chat_est_mort": "special", "bonne_fortune": "special"} as const;

/** Of each player. */
export const DETACHMENTS = 6;

/** Turns of each player before the storms are over. */
export const SEASON = 60;

/** Any action of the game, taken apart. */
export type Form =
  | { action: "deal"; trick: "mechante_bordee" | "botte_secrete" | "fievres" | "bestioles" | "tonneaux_en_perce" | "double_ration" | "canicule" | "superstition" | "longue_vue" | "nouveau_cap" | "indigenes_feroces" | "traitrise" | "mitraille" | "le_chat_est_mort" | "bonne_fortune" | "?" }
  | { action: "begin"; first: "la_buse" | "le_reveng" | "le_hardi" | "le_neptune" | "l_antigua" | "le_libertalia" }
  | { action: "find"; chest: "empty" | "full" | "?" }
  | { action: "displace"; detachment: number; zones: number }
  | { action: "swap" }
  | { action: "end" }
  | { action: "pass" }
  | { action: "demand"; owner: "la_buse" | "le_reveng" | "le_hardi" | "le_neptune" | "l_antigua" | "le_libertalia"; detachment: number }
  | { action: "demand_with"; trick: "mechante_bordee" | "botte_secrete" | "fievres" | "bestioles"; owner: "la_buse" | "le_reveng" | "le_hardi" | "le_neptune" | "l_antigua" | "le_libertalia"; detachment: number }
  | { action: "join" }
  | { action: "stay_out" }
  | { action: "lose"; detachment: number }
  | { action: "strengthen"; trick: "mechante_bordee" | "botte_secrete" }
  | { action: "weaken"; trick: "fievres" | "bestioles"; side: "aggressors" | "defender" }
  | { action: "push"; trick: "tonneaux_en_perce" | "double_ration" | "canicule" | "superstition" }
  | { action: "spy"; owner: "la_buse" | "le_reveng" | "le_hardi" | "le_neptune" | "l_antigua" | "le_libertalia"; detachment: number }
  | { action: "reshuffle" }
  | { action: "remove"; owner: "la_buse" | "le_reveng" | "le_hardi" | "le_neptune" | "l_antigua" | "le_libertalia"; detachment: number }
  | { action: "exchange"; owner: "la_buse" | "le_reveng" | "le_hardi" | "le_neptune" | "l_antigua" | "le_libertalia"; detachment: number; other: "la_buse" | "le_reveng" | "le_hardi" | "le_neptune" | "l_antigua" | "le_libertalia"; its: number }
  | { action: "disarm"; whom: "la_buse" | "le_reveng" | "le_hardi" | "le_neptune" | "l_antigua" | "le_libertalia" }
  | { action: "mourn" }
  | { action: "cancel" };

/** What can be said in the words of the game. */
export type Talk =
  | { action: "claim"; detachment: number; chest: "empty" | "full" | "nothing" };

export const EVENTS = ["aboard", "begin", "cancel", "cancelled", "claim", "deal", "deck", "demand", "demand_with", "disarm", "disarmed", "displace", "draw", "dropped", "end", "exchange", "find", "join", "jones", "lose", "mourn", "opened", "out", "pass", "push", "pushed", "remove", "removed", "reshuffle", "resisted", "season", "seen", "spy", "stay_out", "strengthen", "survivor", "swap", "turn", "weaken", "won"] as const;
export type EventName = (typeof EVENTS)[number];
