// Written by web/generate.py from the Python side; do not edit.

export const SEATS = ["red", "blue", "green", "yellow"] as const;
export type Seat = (typeof SEATS)[number];

export const PHASES = ["stones", "dealing", "laying", "opening", "first_player", "drawing", "plundering", "turn", "removing", "stealing", "giving", "over"] as const;
export type Phase = (typeof PHASES)[number];

export const GODS = ["kane", "kanaloa", "ku", "pele", "lono"] as const;
export type God = (typeof GODS)[number];

export const LETTERS = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p"] as const;
export type Letter = (typeof LETTERS)[number];

export const CARDS = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p", "?"] as const;
export type Card = (typeof CARDS)[number];

export const PAYMENTS = ["double", "each", "kanaloa", "kanaloas"] as const;
export type Payment = (typeof PAYMENTS)[number];

/** The board that comes with the game. */
export const BOARD = {
 "title": "Arabana-Opodopo: the board of this edition, a reconstruction (AO-1.5)",
 "coordinates": "x and y in hundredths of the width and height of the board, y downwards",
 "islands": [
  {"id": "arabana", "letter": "A", "name": "Arabana", "size": "large", "x": 46.1, "y": 9.7},
  {"id": "bolimau", "letter": "B", "name": "Bolimau", "size": "small", "x": 80.6, "y": 11.3},
  {"id": "cumaloa", "letter": "C", "name": "Cumaloa", "size": "large", "x": 7.7, "y": 27.2},
  {"id": "delowai", "letter": "D", "name": "Delowai", "size": "large", "x": 35.5, "y": 28.0},
  {"id": "elumani", "letter": "E", "name": "Elumani", "size": "large", "x": 64.0, "y": 24.0},
  {"id": "fenuati", "letter": "F", "name": "Fenuati", "size": "small", "x": 21.5, "y": 38.0},
  {"id": "gavuloa", "letter": "G", "name": "Gavuloa", "size": "large", "x": 71.6, "y": 47.1},
  {"id": "haluvea", "letter": "H", "name": "Haluvea", "size": "large", "x": 91.7, "y": 47.3},
  {"id": "ikibiti", "letter": "I", "name": "Ikibiti", "size": "large", "x": 22.1, "y": 59.2},
  {"id": "jorokai", "letter": "J", "name": "Jorokai", "size": "large", "x": 39.2, "y": 70.0},
  {"id": "kemotua", "letter": "K", "name": "Kemotua", "size": "large", "x": 59.7, "y": 68.8},
  {"id": "lusepil", "letter": "L", "name": "Lusepil", "size": "main", "x": 50.0, "y": 45.9},
  {"id": "manuhoka", "letter": "M", "name": "Manuhoka", "size": "large", "x": 79.2, "y": 69.7},
  {"id": "nuridan", "letter": "N", "name": "Nuridan", "size": "small", "x": 13.6, "y": 78.2},
  {"id": "opodopo", "letter": "O", "name": "Opodopo", "size": "large", "x": 50.8, "y": 90.1},
  {"id": "pakulea", "letter": "P", "name": "Pakulea", "size": "small", "x": 87.4, "y": 90.0}
 ],
 "edges": [
  {"a": "arabana", "b": "bolimau"},
  {"a": "arabana", "b": "cumaloa"},
  {"a": "arabana", "b": "delowai"},
  {"a": "arabana", "b": "elumani"},
  {"a": "arabana", "b": "lusepil"},
  {"a": "bolimau", "b": "elumani"},
  {"a": "bolimau", "b": "haluvea"},
  {"a": "cumaloa", "b": "delowai"},
  {"a": "cumaloa", "b": "fenuati"},
  {"a": "cumaloa", "b": "ikibiti"},
  {"a": "cumaloa", "b": "nuridan"},
  {"a": "delowai", "b": "fenuati"},
  {"a": "delowai", "b": "ikibiti"},
  {"a": "delowai", "b": "lusepil"},
  {"a": "elumani", "b": "gavuloa"},
  {"a": "elumani", "b": "haluvea"},
  {"a": "elumani", "b": "lusepil"},
  {"a": "fenuati", "b": "ikibiti"},
  {"a": "gavuloa", "b": "haluvea"},
  {"a": "gavuloa", "b": "kemotua"},
  {"a": "gavuloa", "b": "lusepil"},
  {"a": "gavuloa", "b": "manuhoka"},
  {"a": "haluvea", "b": "manuhoka"},
  {"a": "haluvea", "b": "pakulea"},
  {"a": "ikibiti", "b": "jorokai"},
  {"a": "ikibiti", "b": "lusepil"},
  {"a": "jorokai", "b": "kemotua"},
  {"a": "jorokai", "b": "lusepil"},
  {"a": "jorokai", "b": "nuridan"},
  {"a": "jorokai", "b": "opodopo"},
  {"a": "kemotua", "b": "lusepil"},
  {"a": "kemotua", "b": "manuhoka"},
  {"a": "kemotua", "b": "opodopo"},
  {"a": "manuhoka", "b": "opodopo"},
  {"a": "manuhoka", "b": "pakulea"},
  {"a": "nuridan", "b": "opodopo"},
  {"a": "opodopo", "b": "pakulea"}
 ],
 "stones": {"kane": 4, "kanaloa": 3, "ku": 3, "pele": 3, "lono": 3}
} as const;

/** Any action of the game, taken apart. */
export type Form =
  | { action: "stone"; god: "kane" | "kanaloa" | "ku" | "pele" | "lono" }
  | { action: "deal"; card: "a" | "b" | "c" | "d" | "e" | "f" | "g" | "h" | "i" | "j" | "k" | "l" | "m" | "n" | "o" | "p" | "?" }
  | { action: "reveal"; card: "a" | "b" | "c" | "d" | "e" | "f" | "g" | "h" | "i" | "j" | "k" | "l" | "m" | "n" | "o" | "p" }
  | { action: "begin"; first: "red" | "blue" | "green" | "yellow" }
  | { action: "plunder"; card: "a" | "b" | "c" | "d" | "e" | "f" | "g" | "h" | "i" | "j" | "k" | "l" | "m" | "n" | "o" | "p" | "?" }
  | { action: "lay"; card: "a" | "b" | "c" | "d" | "e" | "f" | "g" | "h" | "i" | "j" | "k" | "l" | "m" | "n" | "o" | "p" | "?" }
  | { action: "play"; card: "a" | "b" | "c" | "d" | "e" | "f" | "g" | "h" | "i" | "j" | "k" | "l" | "m" | "n" | "o" | "p"; to: "a" | "b" | "c" | "d" | "e" | "f" | "g" | "h" | "i" | "j" | "k" | "l" | "m" | "n" | "o" | "p" }
  | { action: "spend"; card: "a" | "b" | "c" | "d" | "e" | "f" | "g" | "h" | "i" | "j" | "k" | "l" | "m" | "n" | "o" | "p" }
  | { action: "exchange"; island: "a" | "b" | "c" | "d" | "e" | "f" | "g" | "h" | "i" | "j" | "k" | "l" | "m" | "n" | "o" | "p"; to: "a" | "b" | "c" | "d" | "e" | "f" | "g" | "h" | "i" | "j" | "k" | "l" | "m" | "n" | "o" | "p"; cards: "double" | "each" | "kanaloa" | "kanaloas" }
  | { action: "discard"; card: "a" | "b" | "c" | "d" | "e" | "f" | "g" | "h" | "i" | "j" | "k" | "l" | "m" | "n" | "o" | "p" | "?" }
  | { action: "take"; card: "a" | "b" | "c" | "d" | "e" | "f" | "g" | "h" | "i" | "j" | "k" | "l" | "m" | "n" | "o" | "p" }
  | { action: "draw" }
  | { action: "take_back"; island: "a" | "b" | "c" | "d" | "e" | "f" | "g" | "h" | "i" | "j" | "k" | "l" | "m" | "n" | "o" | "p"; to: "a" | "b" | "c" | "d" | "e" | "f" | "g" | "h" | "i" | "j" | "k" | "l" | "m" | "n" | "o" | "p" }
  | { action: "remove"; island: "a" | "b" | "c" | "d" | "e" | "f" | "g" | "h" | "i" | "j" | "k" | "l" | "m" | "n" | "o" | "p"; to: "a" | "b" | "c" | "d" | "e" | "f" | "g" | "h" | "i" | "j" | "k" | "l" | "m" | "n" | "o" | "p" }
  | { action: "kanaloa"; island: "a" | "b" | "c" | "d" | "e" | "f" | "g" | "h" | "i" | "j" | "k" | "l" | "m" | "n" | "o" | "p"; to: "a" | "b" | "c" | "d" | "e" | "f" | "g" | "h" | "i" | "j" | "k" | "l" | "m" | "n" | "o" | "p" }
  | { action: "ku"; whom: "red" | "blue" | "green" | "yellow" }
  | { action: "steal"; card: "a" | "b" | "c" | "d" | "e" | "f" | "g" | "h" | "i" | "j" | "k" | "l" | "m" | "n" | "o" | "p" | "?" }
  | { action: "pele" }
  | { action: "give"; card: "a" | "b" | "c" | "d" | "e" | "f" | "g" | "h" | "i" | "j" | "k" | "l" | "m" | "n" | "o" | "p" | "?" }
  | { action: "lono"; card: "a" | "b" | "c" | "d" | "e" | "f" | "g" | "h" | "i" | "j" | "k" | "l" | "m" | "n" | "o" | "p" }
  | { action: "lono_draw" }
  | { action: "end" }
  | { action: "defer" };

export const EVENTS = ["begin", "blessed", "bonus", "choice", "deal", "defer", "discard", "draw", "eleventh", "end", "exchange", "final", "final_turn", "gained", "give", "great_scoring", "kanaloa", "ku", "laid", "lay", "lono", "lono_draw", "lost", "pele", "play", "plunder", "remove", "removed", "reveal", "second_round", "seen", "single", "small_scoring", "spend", "steal", "stone", "take", "take_back", "turn", "won"] as const;
export type EventName = (typeof EVENTS)[number];
