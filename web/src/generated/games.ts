// Written by web/generate.py from the Python side; do not edit.

export const GAMES = {
  "arabana-opodopo": {
    "folder": "arabana_opodopo",
    "title": {
      "en": "Arabana-Opodopo",
      "fr": "Arabana-Opodopo"
    },
    "summary": {
      "en": "A game of bridges: hold more than half of an island’s slots, and sweep all others away.",
      "fr": "Un jeu de ponts : tenez plus de la moitié des ponts d’une île, et balayez-y tous les autres."
    },
    "seats": [
      3,
      4
    ],
    "minutes": [
      45,
      75
    ],
    "age": 10,
    "prefix": "AO",
    "reactions": false,
    "seatNames": [
      "Red",
      "Blue",
      "Green",
      "Yellow"
    ],
    "switches": {
      "gods": {
        "help": {
          "en": "Play with the power of the gods",
          "fr": "Jouer avec le pouvoir des Dieux"
        },
        "seats": [
          3,
          4
        ]
      }
    }
  },
  "costa-ruana": {
    "folder": "costa_ruana",
    "title": {
      "en": "Costa Ruana",
      "fr": "Costa Ruana"
    },
    "summary": {
      "en": "Bluff and majorities: send natives after treasure, with cards laid open and hidden.",
      "fr": "Bluff et majorités : envoyez vos habitants au trésor, cartes visibles et cachées à l’appui."
    },
    "seats": [
      2,
      6
    ],
    "minutes": [
      20,
      60
    ],
    "age": 8,
    "prefix": "CR",
    "reactions": false,
    "seatNames": [
      "Red",
      "Blue",
      "Green",
      "Yellow",
      "Purple",
      "White"
    ],
    "switches": {
      "open_huts": {
        "help": {
          "en": "Everybody sees how many treasures are in each hut",
          "fr": "Chacun voit combien de trésors contient chaque hutte"
        },
        "seats": [
          2,
          3,
          4,
          5,
          6
        ]
      }
    }
  },
  "tresor": {
    "folder": "tresor",
    "title": {
      "en": "Trésor",
      "fr": "Trésor"
    },
    "summary": {
      "en": "A game of bluff: bring a full chest home past rivals who may demand to look inside.",
      "fr": "Un jeu de bluff : ramenez un coffre plein malgré des rivaux qui peuvent exiger de l’ouvrir."
    },
    "seats": [
      3,
      6
    ],
    "minutes": [
      10,
      60
    ],
    "age": 10,
    "prefix": "TR",
    "reactions": true,
    "seatNames": [
      "La Buse",
      "Le Reveng",
      "Le Hardi",
      "Le Neptune",
      "L’Antigua",
      "Le Libertalia"
    ],
    "switches": {
      "souquez_ferme": {
        "help": {
          "en": "Each player has five detachments (5 and 6 players)",
          "fr": "Chaque joueur a cinq détachements (à 5 et 6 joueurs)"
        },
        "seats": [
          5,
          6
        ]
      }
    }
  }
} as const;
export type GameName = keyof typeof GAMES;
export const LEVELS = {"1": "Novice", "2": "Casual", "3": "Seasoned", "4": "Expert", "5": "Master"} as const;
export const LANGUAGES = ["en", "fr"] as const;
export type Language = (typeof LANGUAGES)[number];
