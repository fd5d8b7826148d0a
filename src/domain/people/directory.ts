import { phaseOf, type Match } from '../match/match.ts';
import { hasKey, pairKey, pairOf } from './pairs.ts';
import type { Player, Tournament } from './people.ts';
import type { Rating } from './ratings.ts';
import { TEAMS, type Category, type Instant } from '../terms.ts';

/** A directory entry for autocomplete: enough to find it by name and to distinguish namesakes. */
export interface DirectoryEntry {
  readonly kind: 'player' | 'pair' | 'tournament';
  /** The service's id; for a pair the key of its players (pairs.ts). */
  readonly id: number;
  readonly name: string;
  /** Players only: the service's short name. */
  readonly shortName: string | null;
  /** Players and pairs: display name (display-names.ts); null while unknown. */
  readonly called: string | null;
  readonly category: Category | null;
  /** ISO 3166 alpha-2: a player's nationality, a tournament's country. */
  readonly country: string | null;
  /** Players only; null when unranked. */
  readonly ranking: number | null;
  /** Tournaments only: local dates, `YYYY-MM-DD`. */
  readonly startDate: string | null;
  readonly endDate: string | null;
  /** Pairs only: local date of their latest known match. */
  readonly lastMatchOn: string | null;
  /** Players only; missing when unknown. */
  readonly rating?: Rating;
}

export type DirectoryKind = DirectoryEntry['kind'];

export const DIRECTORY_KINDS = [
  'player',
  'pair',
  'tournament',
] as const satisfies readonly DirectoryKind[];

const BLANK = {
  shortName: null,
  called: null,
  category: null,
  country: null,
  ranking: null,
  startDate: null,
  endDate: null,
  lastMatchOn: null,
} as const;

export const playerEntry = (player: Player, readAt: Instant): DirectoryEntry => ({
  ...BLANK,
  kind: 'player',
  id: player.id,
  name: player.name,
  shortName: player.shortName ?? null,
  called: player.called ?? null,
  category: player.category,
  country: player.nationality,
  ranking: player.ranking,
  ...(player.elo === undefined ? {} : { rating: { elo: player.elo, since: readAt, readAt } }),
});

export const tournamentEntry = (tournament: Tournament): DirectoryEntry => ({
  ...BLANK,
  kind: 'tournament',
  id: tournament.id,
  name: tournament.name,
  country: tournament.country,
  startDate: tournament.startDate,
  endDate: tournament.endDate,
});

/** Any text that is found as names are; the later one first. */
export const textEntry = (id: number, name: string, startDate: string | null = null) =>
  ({ ...BLANK, kind: 'tournament', id, name, startDate }) as const;

/** The directory entries of a match's pairs: the service has no list of pairs. */
export const pairEntries = (match: Match): readonly DirectoryEntry[] =>
  TEAMS.flatMap((team): DirectoryEntry[] => {
    // In a tie two players represent their country: they are no pair of the tour.
    if (match.tie !== undefined) return [];
    const pair = pairOf(match.teams[team]);
    if (pair === null) return [];
    const [one, two] = pair;
    if (!hasKey([one.id, two.id])) return [];
    return [
      {
        ...BLANK,
        kind: 'pair',
        id: pairKey([one.id, two.id]),
        name: `${one.name} / ${two.name}`,
        category: match.category,
        // A match to come is not their latest, and a bye is none.
        lastMatchOn:
          phaseOf(match.status) === 'upcoming' || match.status === 'bye' ? null : match.playedOn,
      },
    ];
  });
