import { HOUR, utcDate } from '../../lib/time.ts';
import type { AlertEvent } from './events.ts';
import type { AlertType } from './alert-types.ts';
import { stateOf, type TrackedMatch } from '../match/state.ts';
import type { Instant } from '../terms.ts';

/** An id that no record of the service has. */
const NO_ID = 0;

const player = (name: string) => ({ id: NO_ID, name });

/** The sample venue's minutes ahead of UTC. */
export const SAMPLE_OFFSET = 60;

export const sampleMatch = (at: Instant): TrackedMatch => {
  const match: TrackedMatch['match'] = {
    id: NO_ID,
    tournamentId: NO_ID,
    category: 'women',
    round: 4,
    roundName: 'Quarterfinals',
    slot: 0,
    playedOn: utcDate(at),
    startedAt: at - HOUR,
    duration: null,
    scheduleLabel: null,
    court: 'Center Court',
    courtOrder: 1,
    status: 'live',
    score: [
      { team_1: 6, team_2: 4, tieBreak: null },
      { team_1: 3, team_2: 4, tieBreak: null },
    ],
    winner: null,
    teams: {
      team_1: [player('Ana Vega'), player('Eva Lamas')],
      team_2: [player('Marta Soria'), player('Lucía Pinto')],
    },
    withheld: [],
  };
  return {
    match,
    state: { ...stateOf(match), minutes: 62 },
    rev: 1,
    changedAt: at,
    delayedSince: null,
    chances: { team_1: 0.61, team_2: 0.39 },
    tournament: {
      id: NO_ID,
      name: 'Madrid P1',
      location: 'Madrid',
      country: null,
      level: 'p1',
      status: 'live',
      startDate: null,
      endDate: null,
    },
  };
};

/** The same match a moment after its start. */
export const sampleStart = (at: Instant): TrackedMatch => {
  const held = sampleMatch(at);
  const match = { ...held.match, startedAt: at, score: [{ team_1: 0, team_2: 0, tieBreak: null }] };
  return { ...held, match, state: stateOf(match) };
};

const RESULT = {
  kind: 'result',
  matchId: NO_ID,
  status: 'finished',
  winner: 'team_1',
  score: [
    { team_1: 6, team_2: 4, tieBreak: null },
    { team_1: 7, team_2: 6, tieBreak: 5 },
  ],
  minutes: 104,
} as const;

/** A sample event of each type for the sample match; a live card is no event. */
export const sampleEvent = (
  type: Exclude<AlertType, 'card'>,
  { match }: TrackedMatch,
  at: Instant,
): AlertEvent => {
  const appointment = { playedOn: match.playedOn, startedAt: null };
  const SAMPLES: Readonly<Record<Exclude<AlertType, 'card'>, AlertEvent>> = {
    start: { kind: 'start', matchId: NO_ID },
    set: { kind: 'set', matchId: NO_ID, set: 1, score: RESULT.score[0], minutes: 38 },
    moment: {
      kind: 'key',
      matchId: NO_ID,
      set: 2,
      games: { team_1: 3, team_2: 4 },
      game: 18,
      chance: 0.66,
      won: 0.81,
      lost: 0.51,
      outcome: null,
      end: null,
    },
    result: RESULT,
    upcoming: { kind: 'reminder', matchId: NO_ID, minutes: 15, startsAt: at + HOUR / 4 },
    news: {
      kind: 'schedule',
      matchId: NO_ID,
      rev: 1,
      before: { ...appointment, scheduleLabel: 'Starting at 16:00', court: 'Court 2' },
      after: { ...appointment, scheduleLabel: 'Not before 18:00', court: 'Center Court' },
    },
    daily: { kind: 'digest', channelKey: NO_ID, date: utcDate(at) },
  };
  return SAMPLES[type];
};
