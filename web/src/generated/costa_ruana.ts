// Written by web/generate.py from the Python side; do not edit.

export const SEATS = ["red", "blue", "green", "yellow", "purple", "white"] as const;
export type Seat = (typeof SEATS)[number];

export const PHASES = ["dealing", "day_night", "tide", "poor_islands", "first_shaman", "settling", "face_up_card", "face_down_card", "native_on_card", "condition", "order_of_cards", "effect", "drawing", "accept_shaman", "over"] as const;
export type Phase = (typeof PHASES)[number];

export const BACKGROUNDS = ["day", "night", "high_tide", "low_tide"] as const;
export type Background = (typeof BACKGROUNDS)[number];

export const KINDS = ["move_treasure", "return_1", "return_2", "return_3", "place_1", "place_2", "place_3", "move_native"] as const;
export type Kind = (typeof KINDS)[number];

export const CARD_NAMES = ["move_treasure/day", "move_treasure/night", "move_treasure/high_tide", "move_treasure/low_tide", "return_1/day", "return_1/night", "return_1/high_tide", "return_1/low_tide", "return_2/day", "return_2/night", "return_2/high_tide", "return_2/low_tide", "return_3/day", "return_3/night", "return_3/high_tide", "return_3/low_tide", "place_1/day", "place_1/night", "place_1/high_tide", "place_1/low_tide", "place_2/day", "place_2/night", "place_2/high_tide", "place_2/low_tide", "place_3/day", "place_3/night", "place_3/high_tide", "place_3/low_tide", "move_native/day", "move_native/night", "move_native/high_tide", "move_native/low_tide"] as const;
export type CardName = (typeof CARD_NAMES)[number];

export const FATES = ["lying", "active", "inactive", "resolved"] as const;
export type Fate = (typeof FATES)[number];

/** Any action of the game, taken apart. */
export type Form =
  | { action: "deal"; card: "move_treasure/day" | "move_treasure/night" | "move_treasure/high_tide" | "move_treasure/low_tide" | "return_1/day" | "return_1/night" | "return_1/high_tide" | "return_1/low_tide" | "return_2/day" | "return_2/night" | "return_2/high_tide" | "return_2/low_tide" | "return_3/day" | "return_3/night" | "return_3/high_tide" | "return_3/low_tide" | "place_1/day" | "place_1/night" | "place_1/high_tide" | "place_1/low_tide" | "place_2/day" | "place_2/night" | "place_2/high_tide" | "place_2/low_tide" | "place_3/day" | "place_3/night" | "place_3/high_tide" | "place_3/low_tide" | "move_native/day" | "move_native/night" | "move_native/high_tide" | "move_native/low_tide" | "?" }
  | { action: "show"; side: "day" | "night" | "high_tide" | "low_tide" }
  | { action: "poor"; island: number }
  | { action: "first"; shaman: "red" | "blue" | "green" | "yellow" | "purple" | "white" }
  | { action: "up"; card: "move_treasure/day" | "move_treasure/night" | "move_treasure/high_tide" | "move_treasure/low_tide" | "return_1/day" | "return_1/night" | "return_1/high_tide" | "return_1/low_tide" | "return_2/day" | "return_2/night" | "return_2/high_tide" | "return_2/low_tide" | "return_3/day" | "return_3/night" | "return_3/high_tide" | "return_3/low_tide" | "place_1/day" | "place_1/night" | "place_1/high_tide" | "place_1/low_tide" | "place_2/day" | "place_2/night" | "place_2/high_tide" | "place_2/low_tide" | "place_3/day" | "place_3/night" | "place_3/high_tide" | "place_3/low_tide" | "move_native/day" | "move_native/night" | "move_native/high_tide" | "move_native/low_tide"; before: "red" | "blue" | "green" | "yellow" | "purple" | "white" }
  | { action: "down"; card: "move_treasure/day" | "move_treasure/night" | "move_treasure/high_tide" | "move_treasure/low_tide" | "return_1/day" | "return_1/night" | "return_1/high_tide" | "return_1/low_tide" | "return_2/day" | "return_2/night" | "return_2/high_tide" | "return_2/low_tide" | "return_3/day" | "return_3/night" | "return_3/high_tide" | "return_3/low_tide" | "place_1/day" | "place_1/night" | "place_1/high_tide" | "place_1/low_tide" | "place_2/day" | "place_2/night" | "place_2/high_tide" | "place_2/low_tide" | "place_3/day" | "place_3/night" | "place_3/high_tide" | "place_3/low_tide" | "move_native/day" | "move_native/night" | "move_native/high_tide" | "move_native/low_tide" | "?"; before: "red" | "blue" | "green" | "yellow" | "purple" | "white" }
  | { action: "ride"; number: number }
  | { action: "pass" }
  | { action: "turn"; condition: "day_night" | "tide" }
  | { action: "resolve"; number: number }
  | { action: "carry"; source: number; target: number }
  | { action: "return"; island: number }
  | { action: "place"; island: number }
  | { action: "move"; owner: "red" | "blue" | "green" | "yellow" | "purple" | "white"; source: number; target: number }
  | { action: "accept" }
  | { action: "name"; shaman: "red" | "blue" | "green" | "yellow" | "purple" | "white" };

export const EVENTS = ["accept", "argue", "bare", "carry", "deal", "down", "elect", "first", "inactive", "move", "name", "pass", "place", "points", "poor", "resolve", "return", "reveal", "ride", "round", "show", "take", "turn", "up", "void"] as const;
export type EventName = (typeof EVENTS)[number];
