import type { Instant } from '../../../src/domain/terms.ts';
import type { PadelWorld } from '../world/world.ts';
import { backfills } from './backfills.ts';
import { matchNews } from './match-news.ts';
import { playerNews, rankingNews } from './player-news.ts';
import { tournamentNews } from './tournament-news.ts';

/** What news can be about, and what can happen to it (specification, "Webhook event names"). */
export const SUBJECTS = ['tournament', 'match', 'player'] as const;
export const NEWS_KINDS = ['created', 'updated', 'deleted'] as const;

export type Subject = (typeof SUBJECTS)[number];
export type NewsKind = (typeof NEWS_KINDS)[number];

/** A change of a resource that a client of the API can see. */
export interface News {
  readonly subject: Subject;
  /** A record entered late is backfilled; only the profile `today` publishes that. */
  readonly kind: NewsKind | 'backfilled';
  /** The draw of a match, where it is not the main one. */
  readonly draw?: 'group' | 'placement';
  /** The resource's id. */
  readonly id: number;
  /** The resource is as it was until here before it, and as it is from here on after it. */
  readonly at: Instant;
}

/**
 * What changes for a client of the API, after one instant and up to another, in the order of
 * time: records that appear and go, a match's place in the order of play, its states and its final
 * score, a tournament's states, and with every ranking the players whose place or points changed. The
 * points of a live match are no news, nor is a player's age. Depends on nothing but its arguments.
 */
export const newsBetween = (world: PadelWorld, after: Instant, until: Instant): readonly News[] => {
  const { tournaments, matches, duplicates } = world.recordsUntil(until);
  const isWithin = ({ at }: News): boolean => after < at && at <= until;
  return [
    ...tournaments.flatMap(tournamentNews).filter(isWithin),
    ...matches
      .filter((match) => match.closed > after || (match.deleted ?? 0) > after) //
      .flatMap((match) => matchNews(match, after, until))
      .filter(isWithin),
    ...duplicates.flatMap(playerNews).filter(isWithin),
    ...rankingNews(world, after, until),
    ...(world.at(until).profile === 'today'
      ? backfills(tournaments, matches).filter(isWithin)
      : []),
  ].sort((one, two) => one.at - two.at);
};
