import { approximateStart } from '../../domain/match/expected-start.ts';
import { targetKey, targetsOf, type FollowTarget } from '../../domain/alerts/follows.ts';
import { dailyDigestSpan, type Span } from '../../domain/alerts/quiet-hours.ts';
import { matchFilterReason, type AlertSettings } from '../../domain/alerts/settings.ts';
import type { AlertSubject, VenueOffset } from '../../domain/alerts/subject.ts';
import { phaseOf, playersOf } from '../../domain/match/match.ts';
import type { TrackedMatch } from '../../domain/match/state.ts';
import { chancesFromRatings } from '../../domain/people/ratings.ts';
import { byTeam, type Instant } from '../../domain/terms.ts';
import { dayAfter, HOUR } from '../../lib/time.ts';
import { channelByKey } from '../../store/channels/channels.ts';
import type { Db } from '../../store/connection/database.ts';
import { deliveringTargets } from '../../store/members/audiences.ts';
import { countriesOfPlayers, ratingsOfPlayersIn } from '../../store/matches/directory.ts';
import { tellingOf } from '../../store/matches/match-lists.ts';
import { unfinishedMatches } from '../../store/matches/matches.ts';
import { readMatchOffset } from '../../store/matches/venue-offset.ts';

const MAX_LATE_MS = 12 * HOUR;

type MatchesOfDay = Pick<Extract<AlertSubject, { kind: 'day' }>, 'matches' | 'offsets'>;

/** A channel's matches from one daily digest to the next. Many share an hour: more matches make no more queries. */
export const matchesOfDay = async (
  db: Db,
  channelKey: number,
  date: string,
): Promise<MatchesOfDay> => {
  const channel = await channelByKey(db, channelKey);
  if (channel === undefined) return { matches: [] };
  const { settings } = channel;
  const pool = await matchPool(db, await unfinishedMatches(db, dayAfter(date, -1)));
  const follows = await deliveringTargets(db, channel, 'daily');
  const clockOf = venueClocks(db);
  const span = dailyDigestSpan(settings, date);
  const matches: TrackedMatch[] = [];
  const offsets = new Map<number, VenueOffset>();
  const wanted = wantedIn(pool, settings, follows);
  const isHiding = channel.kind === 'direct' && settings.coverScores;
  const known = wanted.map(({ match }) => match);
  const isTelling = isHiding ? await tellingOf(db, known, date) : () => false;
  for (const held of wanted.filter(({ match }) => !isTelling(match))) {
    const offset = await clockOf(held);
    if (!isInSpan(held, offset, span)) continue;
    matches.push(held);
    offsets.set(held.match.id, offset);
  }
  return {
    matches: settings.winProbability ? await rated(db, matches, span.from) : matches,
    offsets,
  };
};

/** With their chances, as they were recorded, else by the ratings that are known. */
const rated = async (
  db: Db,
  matches: readonly TrackedMatch[],
  now: Instant,
): Promise<readonly TrackedMatch[]> => {
  const ratingOf = await ratingsOfPlayersIn(
    db,
    matches.map(({ match }) => match),
  );
  return matches.map((held) => {
    const sides = byTeam((team) => held.match.teams[team].map(({ id }) => id));
    const today = chancesFromRatings(ratingOf, sides, now);
    return { ...held, chances: held.chances ?? today?.chances ?? null };
  });
};

/** Whether the first match of a day has begun, or even its last one is over. */
export const hasBegun = (subject: AlertSubject): boolean =>
  subject.kind === 'day' &&
  (subject.matches.length === 0 ||
    subject.matches.some(({ match }) => phaseOf(match.status) !== 'upcoming'));

/** Whether the times of a day that has not begun are not all known: the order of play may come later. */
export const lacksTimes = (subject: AlertSubject): boolean =>
  subject.kind === 'day' &&
  !hasBegun(subject) &&
  subject.matches.some(
    ({ match }) => match.scheduleLabel === null && match.scheduledAt === undefined,
  );

/** A late or running match belongs to the day, too. */
const isInSpan = (held: TrackedMatch, offset: VenueOffset, { from, to }: Span): boolean => {
  const at = approximateStart(held.match, offset);
  if (at === null || at >= to) return false;
  return at >= from - MAX_LATE_MS || phaseOf(held.state.status) !== 'upcoming';
};

export interface MatchPool {
  readonly matches: readonly TrackedMatch[];
  readonly byTarget: ReadonlyMap<string, readonly TrackedMatch[]>;
}

/** One query, however many channels choose from it. */
export const matchPool = async (db: Db, matches: readonly TrackedMatch[]): Promise<MatchPool> => {
  const ids = matches.flatMap(({ match }) => playersOf(match).map(({ id }) => id));
  const countries = await countriesOfPlayers(db, ids);
  const byTarget = new Map<string, TrackedMatch[]>();
  for (const held of matches) {
    const theirs = playersOf(held.match).flatMap(({ id }) => countries.get(id) ?? []);
    for (const target of targetsOf(held, theirs)) {
      const known = byTarget.get(targetKey(target));
      if (known === undefined) byTarget.set(targetKey(target), [held]);
      else known.push(held);
    }
  }
  return { matches, byTarget };
};

/** The matches that a channel follows and its filters accept, in the order of the pool. */
export const wantedIn = (
  { matches, byTarget }: MatchPool,
  settings: AlertSettings,
  follows: readonly FollowTarget[],
): readonly TrackedMatch[] => {
  const followed = new Set(follows.flatMap((target) => byTarget.get(targetKey(target)) ?? []));
  return matches.filter((held) => followed.has(held) && matchFilterReason(settings, held) === null);
};

export const venueClocks = (db: Db): ((held: TrackedMatch) => Promise<VenueOffset>) => {
  const known = new Map<string, Promise<VenueOffset>>();
  return (held) => {
    const place = `${held.match.tournamentId ?? ''} ${held.match.playedOn ?? ''}`;
    const offset = known.get(place) ?? readMatchOffset(db, held);
    known.set(place, offset);
    return offset;
  };
};
