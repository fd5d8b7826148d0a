import type { Services } from '../../src/discord/command.ts';
import {
  headToHead,
  meetingsBetween,
  type HeadToHead,
} from '../../src/domain/people/head-to-head.ts';
import { isPlaying, type Match } from '../../src/domain/match/match.ts';
import { commonOpponents, type CommonOpponent } from '../../src/domain/people/common-opponents.ts';
import type { TrackedMatch } from '../../src/domain/match/state.ts';
import { appearanceOf, type Appearance } from '../../src/domain/people/form.ts';
import { hasKey, idsOfPair, pairKey, pairOf } from '../../src/domain/people/pairs.ts';
import { byTeam, type Team } from '../../src/domain/terms.ts';
import type { TeamIds } from '../../src/padel-api/client.ts';
import type {
  IndividualRecord,
  NextMeeting,
  Partnership,
} from '../../src/render/people/head-to-head.ts';
import type { Sides } from '../../src/render/pictures/contenders.ts';
import { HOUR } from '../../src/lib/time.ts';
import { wholeList } from '../../src/padel-api/request/pages.ts';
import type { Paging } from '../../src/padel-api/queries.ts';
import { matchesBegunSince } from '../../src/store/matches/matches.ts';
import { readMatchOffset } from '../../src/store/matches/venue-offset.ts';
import { matchesToCome } from '../options/match.ts';
import { readInTime } from './optional.ts';
import { eventNames, latestResults } from './playing.ts';

/** Two hundred meetings; further ones are not read. */
const MAX_PAGES = 4;

/** How long the service's list may lack a match that is over. */
const JUST_OVER_MS = 12 * HOUR;

/** Reads all meetings of two sides, with one that has just ended. For an unfinished match the service has its own list. */
export const meetingsOf = async (
  teams: Sides,
  services: Services,
  unfinishedMatch?: number,
  signal?: AbortSignal,
) => {
  const { api } = services;
  const ids: TeamIds = byTeam((team) => teams[team].map(({ id }) => id));
  const read = (paging: Paging) =>
    unfinishedMatch === undefined
      ? api.head2Head(ids, paging, { signal })
      : api.matchHead2Head(unfinishedMatch, paging);
  const { items, total, readAt } = await wholeList(read, MAX_PAGES);
  const listed = meetingsBetween(items, ids);
  const isListed = ({ id, playedOn }: Match): boolean =>
    listed.some((each) => each.id === id || each.playedOn === playedOn);
  const begun = await matchesBegunSince(services.db, services.now() - JUST_OVER_MS);
  const stored = begun.flatMap(({ match }) => (isListed(match) ? [] : [match]));
  const record = headToHead([...meetingsBetween(stored, ids), ...listed], ids.team_1);
  const unread = Math.max(0, total - items.length);
  return {
    record,
    /** All meetings, including those on pages that were not read. */
    total: record.meetings.length + unread,
    readAt,
    eventName: eventNames(services),
  };
};

/** The record of two sides for an answer about something else; null when it is not read in time. */
export const recordIfReadable = async (
  teams: Sides,
  services: Services,
): Promise<HeadToHead | null> => {
  const read = await readInTime((signal) => meetingsOf(teams, services, undefined, signal));
  return read === null || read.total > read.record.meetings.length ? null : read.record;
};

/** Of two pairs: the record of each player against each opponent, with any partner, where they met. */
export const individualRecords = async (
  teams: Sides,
  { api }: Services,
): Promise<readonly IndividualRecord[]> => {
  const duels = teams.team_1.flatMap((first) => teams.team_2.map((second) => ({ first, second })));
  // Optional: a failed read is left out.
  const records = await Promise.allSettled(
    duels.map(async ({ first, second }) => {
      const duel = { team_1: [first.id], team_2: [second.id] };
      const { items } = await wholeList((paging) => api.head2Head(duel, paging), MAX_PAGES);
      const { matches } = headToHead(meetingsBetween(items, duel), duel.team_1);
      return { first, second, won: matches.team_1, lost: matches.team_2 };
    }),
  );
  return records
    .flatMap((record) => (record.status === 'fulfilled' ? [record.value] : []))
    .filter(({ won, lost }) => won + lost > 0);
};

/** Pairs of a player whose matches are read. */
const PAIRS_READ = 2;

/** Of sides that never met: the opponents in common in their latest matches. */
export const opponentsInCommon = async (
  teams: Sides,
  services: Services,
): Promise<readonly CommonOpponent[]> => {
  const { directory } = services;
  const results = (team: Team) => {
    const pair = pairOf(teams[team]);
    const pairs =
      pair === null
        ? teams[team].flatMap(({ id }) => directory.pairsOf(id).slice(0, PAIRS_READ))
        : [];
    return latestResults(
      teams[team].map(({ id }) => id),
      pair === null ? pairs.map(({ id }) => idsOfPair(id)) : [[pair[0].id, pair[1].id]],
      services,
    );
  };
  const [team_1, team_2] = await Promise.all([results('team_1'), results('team_2')]);
  return commonOpponents({ team_1, team_2 });
};

/** When two single players last played as a pair, and whether it is the current pair of both. */
export const partnershipOf = (
  { team_1, team_2 }: Sides,
  { directory }: Services,
): Partnership | null => {
  const [one, ...others] = team_1;
  const [two, ...more] = team_2;
  if (one === undefined || two === undefined || others.length > 0 || more.length > 0) return null;
  const pairs = [one, two].map(({ id }) => directory.pairsOf(id));
  const key = hasKey([one.id, two.id]) ? pairKey([one.id, two.id]) : null;
  const pair = pairs[0]?.find(({ id }) => id === key);
  if (pair === undefined) return null;
  return {
    isCurrent: pairs.every(([latest]) => latest?.id === key),
    lastMatchOn: pair.lastMatchOn,
  };
};

interface HeldMeeting {
  readonly held: TrackedMatch;
  /** The same from the first side. */
  readonly seen: Appearance;
}

/** The first held match of two sides against each other, in play or to come. */
const heldMeeting = async (teams: Sides, services: Services, inPlay: boolean) => {
  const ids = byTeam((team) => teams[team].map(({ id }) => id));
  const held = (await matchesToCome(services)).find(
    ({ match, state }) => isPlaying(state) === inPlay && meetingsBetween([match], ids).length > 0,
  );
  const seen = held === undefined ? null : appearanceOf(held.match, ids.team_1);
  return held === undefined || seen === null ? null : { held, seen };
};

/** The next match of two sides against each other that is held; null without one. */
export const nextMeeting = async (
  teams: Sides,
  services: Services,
): Promise<NextMeeting | null> => {
  const next = await heldMeeting(teams, services, false);
  if (next === null) return null;
  return { next: next.seen, offset: await readMatchOffset(services.db, next.held) };
};

/** The match that two sides are playing against each other now; null without one. */
export const meetingInPlay = (teams: Sides, services: Services): Promise<HeldMeeting | null> =>
  heldMeeting(teams, services, true);
