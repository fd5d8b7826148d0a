import type { Services } from '../../src/discord/command.ts';
import type { DisplayNamed } from '../../src/domain/people/display-names.ts';
import { appearanceOf, nextMatchOf, resultsOf, type Result } from '../../src/domain/people/form.ts';
import type { TrackedMatch } from '../../src/domain/match/state.ts';
import { type Match, isPlaying, phaseOf } from '../../src/domain/match/match.ts';
import { upcomingStart } from '../../src/domain/match/expected-start.ts';
import type { PairIds } from '../../src/domain/people/pairs.ts';
import { drawOf } from '../../src/domain/tournament/draw.ts';
import { drawOdds } from '../../src/domain/tournament/odds.ts';
import type { Reader } from '../../src/i18n/i18n.ts';
import { UserError } from '../../src/errors.ts';
import { isServiceUnavailable, NotFound } from '../../src/padel-api/errors.ts';
import { PER_PAGE } from '../../src/padel-api/request/pages.ts';
import type { EventName } from '../../src/render/lines/meeting-line.ts';
import { FORM_LENGTH, type Form } from '../../src/render/people/form-fields.ts';
import type { NextMatch } from '../../src/render/lines/empty.ts';
import { drawnFile, type PictureFile } from '../../src/render/pictures/picture.ts';
import { formPicture } from '../../src/render/pictures/form.ts';
import { findTournament, matchesOfTournament } from '../../src/store/matches/match-lists.ts';
import { readMatchOffset } from '../../src/store/matches/venue-offset.ts';
import { strengthsOf } from './strengths.ts';
import { withTrackedPlay } from './tracked-match.ts';
import { readInTime } from './optional.ts';
import { firstDayAhead, matchesToCome } from '../options/match.ts';

export const eventNames =
  ({ directory }: Services): EventName =>
  (id) =>
    directory.get('tournament', id)?.name;

/** Stored matches of these players: available at once, and newer than the service's lists. */
const aheadOf = async (ids: readonly number[], services: Services) => {
  const theirs = (await matchesToCome(services)).filter(
    ({ match }) => appearanceOf(match, ids) !== null,
  );
  return {
    inPlay: theirs.find(({ state }) => isPlaying(state)),
    upcoming: theirs.filter((held) => !isPlaying(held.state)),
  };
};

/** The next match on a known day, of those that are wanted; null when there is none. */
export const nextMatch = async (
  services: Services,
  isWanted: (held: TrackedMatch) => boolean = () => true,
): Promise<NextMatch | null> => {
  const held = (await matchesToCome(services)).find(
    (each) =>
      phaseOf(each.state.status) === 'upcoming' && each.match.playedOn !== null && isWanted(each),
  );
  if (held === undefined) return null;
  const offset = await readMatchOffset(services.db, held);
  const start = upcomingStart(held.match, offset);
  // It waits for its court: an announced time that has passed says nothing any more.
  const isPast =
    start !== null && start.kind !== 'estimated' && start.at <= services.api.serviceNow();
  const { scheduledAt: _at, ...untimed } = { ...held.match, scheduleLabel: null, startedAt: null };
  return { held: isPast ? { ...held, match: untimed } : held, offset };
};

/**
 * Recent, current and next matches of these players. What is not available in time is left out.
 * @param pairs read one after the other until there are enough, where the service does not list the
 *   matches of a player with any partner
 */
export const recentAndUpcomingOf = async (
  ids: readonly number[],
  pairs: readonly PairIds[],
  services: Services,
) => {
  const [{ inPlay, upcoming }, read] = await Promise.all([
    aheadOf(ids, services),
    listedMatches(ids, pairs, services),
  ]);
  const listed = await withTrackedPlay(read ?? [], services);
  const listedAhead = listed.filter(({ id }) => id !== inPlay?.match.id);
  const ahead = [...upcoming.map(({ match }) => match), ...listedAhead];
  const next = nextMatchOf(ahead, ids, firstDayAhead(services));
  const held = upcoming.find(({ match }) => match.id === next?.match.id);
  const offset = held === undefined ? null : await readMatchOffset(services.db, held);
  const results = read === null ? null : resultsOf(listed, ids).slice(0, FORM_LENGTH);
  const road = await roadOf(inPlay?.match ?? next?.match, ids, services);
  return { form: { results, next, offset, ...road } satisfies Form, inPlay };
};

/** The road to the title from a match of these players, by the stored draw and ratings. */
const roadOf = async (
  match: Match | undefined,
  ids: readonly number[],
  services: Services,
): Promise<Pick<Form, 'road'>> => {
  const { tournamentId = null, category = null } = match ?? {};
  if (tournamentId === null || category === null) return {};
  const stored = await matchesOfTournament(services.db, tournamentId);
  const matches = await withTrackedPlay(stored, services);
  const draw = drawOf(matches, category);
  const odds = draw && drawOdds(draw, strengthsOf(matches, category, services));
  const own = odds?.contenders.find(({ contender: { players } }) =>
    ids.every((id) => players.some((player) => player.id === id)),
  );
  const steps = own === undefined ? [] : (odds?.roadOf(own.contender.key) ?? []);
  const tournament = await findTournament(services.db, tournamentId);
  return steps.length === 0 || tournament === undefined
    ? {}
    : { road: { steps, level: tournament.level } };
};

/** The latest results of these players together; empty where they are not available in time. */
export const latestResults = async (
  ids: readonly number[],
  pairs: readonly PairIds[],
  services: Services,
): Promise<readonly Result[]> => resultsOf((await listedMatches(ids, pairs, services)) ?? [], ids);

const NEWEST = { sortBy: 'played_at', orderBy: 'desc', perPage: PER_PAGE } as const;

/** The matches of a player with any partner; none where only pairs have lists of matches. */
const matchesOfPlayer = async (id: number, { api }: Services, signal: AbortSignal) => {
  try {
    return (await api.playerMatches(id, NEWEST, { signal })).value.items;
  } catch (error) {
    if (!(error instanceof UserError) || isServiceUnavailable(error)) throw error;
    return [];
  }
};

/** The matches of a pair; none where the two never played together. */
const matchesOfPair = async (pair: PairIds, { api }: Services, signal: AbortSignal) => {
  try {
    return (await api.pairMatches(pair, NEWEST, { signal })).value.items;
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
    return [];
  }
};

const listedMatches = async (
  ids: readonly number[],
  pairs: readonly PairIds[],
  services: Services,
): Promise<readonly Match[] | null> => {
  const [id, ...others] = ids;
  const matches: Match[] = [];
  const all = await readInTime(async (signal) => {
    if (id !== undefined && others.length === 0) {
      const theirs = await matchesOfPlayer(id, services, signal);
      if (theirs.length > 0) return theirs;
    }
    for (const pair of pairs) {
      matches.push(...(await matchesOfPair(pair, services, signal)));
      if (resultsOf(matches, ids).length >= FORM_LENGTH) break;
    }
    return matches;
  });
  return all ?? (matches.length > 0 ? matches : null);
};

/** The form picture; null when there are no results, or rendering fails. */
export const formFile = async (
  reader: Reader,
  of: DisplayNamed & { readonly ids: readonly number[] },
  { results }: Form,
  services: Services,
): Promise<PictureFile | null> =>
  results === null || results.length === 0
    ? null
    : await drawnFile(
        services.draw,
        'form.png',
        formPicture(reader, {
          of,
          people: of.ids.flatMap((id) => services.directory.get('player', id) ?? []),
          results,
          readAt: services.now(),
          eventName: eventNames(services),
        }),
      );
