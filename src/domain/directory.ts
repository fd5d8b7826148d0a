import type { Match } from './match.ts';
import { hasKey, pairKey, pairOf } from './pairs.ts';
import type { Player, Tournament } from './people.ts';
import type { Rating } from './service-ratings.ts';
import { TEAMS, type Category, type Instant } from './terms.ts';

/** What can be named by typing: enough to find it, and to tell namesakes apart. */
export interface DirectoryEntry {
  readonly kind: 'player' | 'pair' | 'tournament';
  /** The service's id; of a pair the key of its players (pairs.ts). */
  readonly id: number;
  readonly name: string;
  /** Players only: as the service calls them in short. */
  readonly shortName: string | null;
  /** Players and pairs: what everybody calls them (called-names.ts), as far as that is known. */
  readonly called: string | null;
  /** Players and pairs. */
  readonly category: Category | null;
  /** ISO 3166 alpha-2: a player's nationality, a tournament's country. */
  readonly country: string | null;
  /** Players only; null when unranked. */
  readonly ranking: number | null;
  /** Tournaments only: local dates, `YYYY-MM-DD`. */
  readonly startDate: string | null;
  readonly endDate: string | null;
  /** Pairs only: the local date of their latest match, as far as it is known. */
  readonly lastMatchOn: string | null;
  /** Players only; missing where it is unknown. */
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

/** A player as they can be named, as they were read at an instant. */
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

/** A tournament as it can be named. */
export const tournamentEntry = (tournament: Tournament): DirectoryEntry => ({
  ...BLANK,
  kind: 'tournament',
  id: tournament.id,
  name: tournament.name,
  country: tournament.country,
  startDate: tournament.startDate,
  endDate: tournament.endDate,
});

/** The pairs of a match as they can be named: the service has no list of pairs. */
export const pairEntries = (match: Match): readonly DirectoryEntry[] =>
  TEAMS.flatMap((team): DirectoryEntry[] => {
    // Two who play for their country are no pair of the tour.
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
        lastMatchOn: match.playedOn,
      },
    ];
  });
