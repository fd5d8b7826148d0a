import type { Instant } from '../../../src/domain/terms.ts';
import { SECOND } from '../../../src/lib/time.ts';
import { playCourse, type Course } from '../world/course.ts';
import { isCovered, type Match } from '../world/model.ts';
import { chance, randomFrom, wholeBetween, type Random } from '../world/random.ts';
import { movesAfter } from './channels.ts';
import { feedStyle, liveSets, type FeedStyle, type LiveSet } from './body.ts';

/** The words for a match's state (padel-facts). */
export type Status = 'scheduled' | 'live' | 'ended' | (typeof FINAL_STATUS)[Match['outcome']];

/** What the feed says about a match at one instant. */
export interface FeedUpdate {
  readonly at: Instant;
  readonly match: Match;
  readonly status: Status;
  /** How many points it shows. */
  readonly shown: number;
  /** The score of the last set is still missing although the set is over. */
  readonly lastSetOpen: boolean;
}

/** A live match as the service shows it and as the feed pushes it (MatchLiveResource). */
export interface LiveBody {
  readonly id: number;
  readonly self: string;
  readonly status: SpecifiedStatus;
  readonly channel: string;
  readonly sets: readonly LiveSet[];
  readonly connections: { readonly match: string };
}

/** The word for a match that is over. */
export const FINAL_STATUS = {
  played: 'finished',
  retired: 'retired',
  walkover: 'walkover',
  bye: 'bye',
  not_played: 'not_played',
  cancelled: 'cancelled',
} as const satisfies Record<Match['outcome'], string>;

/** The words of the specification, in which every match has a winner. */
type SpecifiedStatus = Exclude<Status, 'not_played' | 'cancelled'>;

/** A status in the words of the specification. */
export const specified = (status: Status): SpecifiedStatus =>
  status === 'not_played' || status === 'cancelled' ? 'walkover' : status;

/** How often the feed is odd: an update left out (the next shows two points), or sent twice. */
const ODDS = { heldBack: 0.04, twice: 0.03, endsOpen: 0.5, closesShort: 0.5 } as const;

/** Milliseconds between a point and its update. */
const delay = (random: Random): number => wholeBetween(random, SECOND, 4 * SECOND);

const REPEAT_AFTER = 600;

/** The points of a match, if it is covered; computed again from its seed. */
export const courseOf = (match: Match): Course =>
  playCourse({ ...match, rule: match.tournament.rule });

/** When the feed of a match says its final status. */
export const feedEndOf = ({ feedClosed, closed }: Match): Instant => feedClosed ?? closed;

const updatesOfPlay = (match: Match, started: Instant, ended: Instant): FeedUpdate[] => {
  const random = randomFrom(match.seed, 'feed');
  const { ends } = courseOf(match);
  const live = { match, status: 'live', lastSetOpen: false } as const;
  const updates: FeedUpdate[] = [{ ...live, at: started, shown: 0 }];
  const moves = movesAfter(match);
  let wasHeld = false;

  for (let shown = 1; shown < match.points; shown += 1) {
    const at = started + (ends[shown - 1] ?? 0) + delay(random);
    // The update that announces another channel is always sent.
    wasHeld = !wasHeld && chance(random, ODDS.heldBack) && shown !== moves;
    if (wasHeld) continue;
    updates.push({ ...live, at, shown });
    if (chance(random, ODDS.twice)) updates.push({ ...live, at: at + REPEAT_AFTER, shown });
  }

  const cut = chance(random, ODDS.closesShort) ? wholeBetween(random, 1, 6) : 0;
  updates.push(
    {
      at: ended + delay(random),
      match,
      status: 'ended',
      shown: match.points,
      lastSetOpen: chance(random, ODDS.endsOpen),
    },
    {
      at: feedEndOf(match),
      match,
      status: FINAL_STATUS[match.outcome],
      shown: match.points - cut,
      lastSetOpen: false,
    },
  );
  return updates;
};

/** All updates of a match in the order of time; none if it is not covered. */
export const feedOf = (match: Match): readonly FeedUpdate[] => {
  if (!isCovered(match.tournament.level) || match.outcome === 'bye') return [];
  if (match.outcome === 'walkover') {
    return [{ at: match.closed, match, status: 'walkover', shown: 0, lastSetOpen: false }];
  }
  if (match.started === null || match.ended === null) return [];
  return updatesOfPlay(match, match.started, match.ended);
};

const withLastSetOpen = <G>(sets: readonly LiveSet<G>[]): LiveSet<G>[] =>
  sets.map((set, index) => (index === sets.length - 1 ? { ...set, set_score: null } : set));

export const styleOf = (match: Match): FeedStyle => feedStyle(match.seed, match.points);

/** The sets of an update, written by one of the forms of `body.ts`. */
export const setsOf = <G>(
  { match, status, shown, lastSetOpen }: FeedUpdate,
  write: (...input: Parameters<typeof liveSets>) => readonly LiveSet<G>[],
): readonly LiveSet<G>[] => {
  if (status === 'scheduled' || match.points === 0) return [];
  const sets = write(courseOf(match), match.tournament.rule, shown, styleOf(match));
  return lastSetOpen ? withLastSetOpen(sets) : sets;
};

/** The body of an update. */
export const liveBody = (update: FeedUpdate): LiveBody => {
  const { id } = update.match;
  return {
    id,
    self: `/api/matches/${id}/live`,
    status: specified(update.status),
    channel: `matches.${id}`,
    sets: setsOf(update, liveSets),
    connections: { match: `/api/matches/${id}` },
  };
};

/**
 * What is known of a match at an instant. Follows the feed, except that a match that is over is
 * known whole. Uncovered matches go from scheduled to their end at once.
 */
export const stateAt = (match: Match, now: Instant): FeedUpdate => {
  const known = { match, lastSetOpen: false } as const;
  if (now >= feedEndOf(match)) {
    const status = FINAL_STATUS[match.outcome];
    return { ...known, at: feedEndOf(match), status, shown: match.points };
  }
  const hasBegun = match.started !== null && match.started <= now;
  const latest = hasBegun ? feedOf(match).findLast(({ at }) => at <= now) : undefined;
  return latest ?? { ...known, at: match.created, status: 'scheduled', shown: 0 };
};

/** The same for its record, which follows later: until then a match that is over is `ended`. */
export const recordAt = (match: Match, now: Instant): FeedUpdate => {
  const state = stateAt(match, now);
  if (now >= match.closed || now < feedEndOf(match)) return state;
  const status = isCovered(match.tournament.level) ? 'ended' : 'scheduled';
  return { ...state, status };
};
