import { TEAMS, type Instant, type Team } from '../../../../src/domain/terms.ts';
import { MINUTE } from '../../../../src/lib/time.ts';
import type { Day } from '../schedule/days.ts';
import { isCovered, playersOf, type Match, type Slot, type Tournament } from '../model.ts';
import { randomFrom, wholeBetween } from '../random.ts';
import { slotAt } from './visible.ts';

/** What a video is: a stream that is on, the same when it is over, or the best of a match. */
export const VIDEO_TYPES = ['live', 'replay', 'highlights'] as const;

/** A recording of a tournament. */
export interface Video {
  readonly id: number;
  readonly name: string;
  readonly type: (typeof VIDEO_TYPES)[number];
  /** When it began to be shown. */
  readonly startedAt: Instant;
}

/** From a match's end to its highlights, minutes. */
const CUTTING = { least: 30, most: 90 } as const;

/** Rounds from the quarterfinals on have highlights. */
const ROUNDS_CUT: ReadonlyMap<number, string> = new Map([
  [1, 'final'],
  [2, 'semifinal'],
  [4, 'quarterfinal'],
]);

/** Ids follow those of the tournament: streams by day, then highlights by place in the draw. */
const IDS = { perTournament: 100, men: 60, women: 80 } as const;

const streamOf = (
  tournament: Tournament,
  { day, court }: Pick<Slot, 'day' | 'court'>,
  matches: readonly Match[],
  now: Instant,
): Video[] => {
  const startedAt = Math.min(...matches.map(({ started }) => started ?? Infinity));
  if (startedAt > now) return [];
  const number = day - tournament.start + 1;
  return [
    {
      id: tournament.id * IDS.perTournament + number,
      name: `${tournament.name}, day ${number}: ${court}`,
      type: matches.some(({ closed }) => closed > now) ? 'live' : 'replay',
      startedAt,
    },
  ];
};

const streamsOf = (tournament: Tournament, matches: readonly Match[], now: Instant): Video[] => {
  const [court = ''] = tournament.host.courts;
  const dayOnCourt = (match: Match): Day | null => {
    const slot = slotAt(match, now);
    return slot?.court === court ? slot.day : null;
  };
  return [...Map.groupBy(matches, dayOnCourt)].flatMap(([day, today]) =>
    day === null ? [] : streamOf(tournament, { day, court }, today, now),
  );
};

const namesOf = (match: Match, team: Team): string =>
  playersOf(match, team)
    .map(({ name }) => name)
    .join(' / ');

/** The highlights of a match; none unless they are cut. */
export const highlightsOf = (match: Match, now: Instant): readonly Video[] => {
  const { tournament, category, round, index, closed, seed, started, tie } = match;
  if (!isCovered(tournament.level)) return [];
  const stage = ROUNDS_CUT.get(round);
  // The three rubbers of a tie have one slot of the draw in common.
  if (stage === undefined || started === null || tie !== undefined) return [];
  const cutting = wholeBetween(randomFrom(seed, 'highlights'), CUTTING.least, CUTTING.most);
  const startedAt = closed + cutting * MINUTE;
  if (startedAt > now) return [];
  const teams = TEAMS.map((team) => namesOf(match, team)).join(' vs ');
  return [
    {
      // The rounds from the final back are numbered 1, 2 and 3, 4 to 7.
      id: tournament.id * IDS.perTournament + IDS[category] + round + index,
      name: `${tournament.name}, ${category}'s ${stage}: ${teams}`,
      type: 'highlights',
      startedAt,
    },
  ];
};

/**
 * The videos of a tournament at an instant, in the order of their ids: each day's stream of the
 * main court from its first match on, and highlights from the quarterfinals on.
 * @param matches the known ones of the tournament
 */
export const videosOf = (
  tournament: Tournament,
  matches: readonly Match[],
  now: Instant,
): readonly Video[] => {
  if (!isCovered(tournament.level)) return [];
  return [
    ...streamsOf(tournament, matches, now),
    ...matches.flatMap((match) => highlightsOf(match, now)),
  ].sort((a, b) => a.id - b.id);
};
