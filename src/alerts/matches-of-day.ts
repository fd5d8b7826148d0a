import { unwantedMatch } from '../domain/alert-settings.ts';
import type { Subject, VenueOffset } from '../domain/alert-subject.ts';
import { beginsAbout } from '../domain/beginnings.ts';
import { namesMatch, targetsOf, type FollowTarget } from '../domain/follows.ts';
import type { HeldMatch } from '../domain/held-match.ts';
import { dayAfter } from '../domain/local-time.ts';
import { phaseOf, playersOf } from '../domain/match.ts';
import { spanOfMorning, type Span } from '../domain/morning.ts';
import { HOUR } from '../lib/time.ts';
import { channelByKey } from '../store/channels.ts';
import type { Db } from '../store/database.ts';
import { tellingIn } from '../store/audiences.ts';
import { matchesAhead } from '../store/matches.ts';
import { countriesOfPlayers } from '../store/names.ts';
import { readMatchOffset } from '../store/venue-offset.ts';

/** A match later than this is no longer expected to start. */
const MAX_LATE_MS = 12 * HOUR;

type MatchesOfDay = Pick<Extract<Subject, { kind: 'day' }>, 'matches' | 'offsets'>;

/**
 * The matches of a channel from one daily digest to the next, and their venues' clocks. A thousand
 * channels may have the same hour: the number of queries does not grow with the matches.
 */
export const matchesOfDay = async (
  db: Db,
  channelKey: number,
  date: string,
): Promise<MatchesOfDay> => {
  const channel = await channelByKey(db, channelKey);
  if (channel === undefined) return { matches: [] };
  const { settings } = channel;
  const ahead = await matchesAhead(db, dayAfter(date, -1));
  const follows = await tellingIn(db, channel);
  const names = new Set(follows.filter(namesMatch).map(nameOf));
  const isNamed = (held: HeldMatch): boolean =>
    targetsOf(held).some((target) => names.has(nameOf(target)));
  const wanted = await followedAmong(
    db,
    ahead.filter((held) => unwantedMatch(settings, held, isNamed(held)) === null),
    follows,
  );
  const clockOf = clocks(db);
  const span = spanOfMorning(settings, date);
  const matches: HeldMatch[] = [];
  const offsets = new Map<number, VenueOffset>();
  for (const held of wanted) {
    const offset = await clockOf(held);
    if (!isInSpan(held, offset, span)) continue;
    matches.push(held);
    offsets.set(held.match.id, offset);
  }
  return { matches, offsets };
};

/** A late or running match belongs to the day, too. */
const isInSpan = (held: HeldMatch, offset: VenueOffset, { from, to }: Span): boolean => {
  const at = beginsAbout(held.match, offset);
  if (at === null || at >= to) return false;
  return at >= from - MAX_LATE_MS || phaseOf(held.state.status) !== 'upcoming';
};

const followedAmong = async (
  db: Db,
  matches: readonly HeldMatch[],
  follows: readonly FollowTarget[],
): Promise<readonly HeldMatch[]> => {
  const followed = new Set(follows.map(nameOf));
  const ids = matches.flatMap(({ match }) => playersOf(match).map(({ id }) => id));
  const countries = await countriesOfPlayers(db, ids);
  return matches.filter((held) => {
    const theirs = playersOf(held.match).flatMap(({ id }) => countries.get(id) ?? []);
    return targetsOf(held, theirs).some((target) => followed.has(nameOf(target)));
  });
};

const nameOf = ({ kind, id }: FollowTarget): string => `${kind} ${id}`;

/** Reads the clock of each venue and day once. */
const clocks = (db: Db): ((held: HeldMatch) => Promise<VenueOffset>) => {
  const known = new Map<string, Promise<VenueOffset>>();
  return (held) => {
    const place = `${held.match.tournamentId ?? ''} ${held.match.playedOn ?? ''}`;
    const offset = known.get(place) ?? readMatchOffset(db, held);
    known.set(place, offset);
    return offset;
  };
};
