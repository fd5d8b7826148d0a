import type { Asker } from './askers.ts';
import { MATCH_STATES, type Facts } from './facts.ts';

export type Line = (facts: Facts, asker: Asker) => string;

/** A command, run by every user to whom it is offered. */
export interface Row {
  /** A command line that has an answer. */
  readonly asked: Line;
  /** A command line to run first, each time. */
  readonly before?: Line;
  /** Command lines without an answer, and the reported problem; null for an ordinary response. */
  readonly none?: readonly (readonly [Line, string | null])[];
  /** The role that is needed to be offered the command; by default none. */
  readonly offered?: 'moderator';
  /** The problem that a user gets because they may not use the command; null when they may. */
  readonly refuses?: (asker: Asker) => string | null;
  /** False when its buttons are not tested here, as those of another row or with side effects. */
  readonly isExplored?: boolean;
}

export const UNKNOWN = 'Zzyzx';

const NO_MATCH: Row['none'] = [
  [() => `/match match:${UNKNOWN}`, 'unknown-name'],
  [() => '/match match:99999999', 'not-found'],
];

const matchRows = Object.fromEntries(
  MATCH_STATES.map((state): [string, Row] => [
    `/match, ${state}`,
    {
      asked: ({ matchIn }) => `/match match:${matchIn(state)}`,
      none: state === 'finished' ? NO_MATCH : [],
    },
  ]),
);

/** Every command of the bot, except those for alerts and stored data. */
export const QUESTION_ROWS: Readonly<Record<string, Row>> = {
  '/player': {
    asked: ({ man }) => `/player player:${man(0)}`,
    none: [[() => `/player player:${UNKNOWN}`, 'unknown-name']],
  },
  '/pair by one player': {
    asked: ({ partners: [one] }) => `/pair player:${one}`,
    none: [
      [() => '/pair', 'pair-or-players'],
      [() => `/pair pair:${UNKNOWN}`, 'unknown-name'],
    ],
  },
  '/pair by both': {
    asked: ({ partners: [one, other] }) => `/pair player:${other} partner:${one}`,
    none: [[({ man }) => `/pair player:${man(0)} partner:${man(11)}`, 'never-paired']],
  },
  '/h2h': {
    asked: ({ man }) => `/h2h player:${man(0)} opponent:${man(2)}`,
    none: [
      [({ man }) => `/h2h player:${UNKNOWN} opponent:${man(0)}`, 'unknown-name'],
      [({ man, woman }) => `/h2h player:${woman(0)} opponent:${man(0)}`, 'mixed-categories'],
    ],
  },
  '/h2h of pairs': {
    asked: ({ man }) =>
      `/h2h player:${man(0)} opponent:${man(2)} partner:${man(1)} opponent_partner:${man(3)}`,
    // These pairs have never met.
    none: [
      [
        ({ man }) =>
          `/h2h player:${man(0)} opponent:${man(9)} partner:${man(11)} opponent_partner:${man(4)}`,
        null,
      ],
    ],
  },
  '/simulate': {
    asked: ({ woman }) => `/simulate player:${woman(0)} opponent:${woman(4)}`,
    none: [[({ man }) => `/simulate player:${man(0)} opponent:${man(0)}`, 'same-player']],
  },
  '/simulate of pairs': {
    asked: ({ man }) =>
      `/simulate player:${man(0)} opponent:${man(9)} partner:${man(1)} opponent_partner:${man(8)}`,
    // One partner is missing: the current pair is meant.
    none: [[({ man }) => `/simulate player:${man(0)} opponent:${man(9)} partner:${man(1)}`, null]],
  },
  ...matchRows,
  '/live': { asked: () => '/live' },
  '/schedule': {
    asked: () => '/schedule',
    none: [
      [() => '/schedule day:2026-12-25', null],
      [() => `/schedule day:${UNKNOWN}`, 'unknown-day'],
      [() => `/schedule tournament:${UNKNOWN}`, 'unknown-name'],
    ],
  },
  '/schedule of a tournament and category': {
    asked: ({ liveTournament }) => `/schedule tournament:${liveTournament} category:women`,
    none: [[({ emptyTournament }) => `/schedule tournament:${emptyTournament}`, null]],
  },
  '/tournament in play': {
    asked: ({ liveTournament }) => `/tournament tournament:${liveTournament}`,
    none: [
      [({ emptyTournament }) => `/tournament tournament:${emptyTournament}`, null],
      [() => `/tournament tournament:${UNKNOWN}`, 'unknown-name'],
    ],
  },
  '/tournament that is over': {
    asked: ({ finishedTournament }) => `/tournament tournament:${finishedTournament}`,
  },
  '/tournament without a name': { asked: () => '/tournament' },
  '/ranking': {
    asked: () => '/ranking category:women',
    none: [
      [() => '/ranking category:men country:Antarctica', 'unknown-country'],
      [() => `/ranking category:men player:${UNKNOWN}`, 'unknown-name'],
    ],
  },
  '/ranking of a country': { asked: () => '/ranking category:men country:ES' },
  '/ranking around a player': {
    asked: ({ man }) => `/ranking category:men player:${man(30)}`,
  },
  '/help': { asked: () => '/help' },
};
