import { HOUR, utcDate, dayAfter } from '../../lib/time.ts';
import type { AlertEvent } from './events.ts';
import type { AlertKind } from './kinds.ts';
import { stateOf, type TrackedMatch } from '../match/state.ts';
import { localTime } from '../local-time.ts';
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

/** The same match as the deciding third rubber of a tie. */
export const sampleRubber = (at: Instant): TrackedMatch => {
  const held = sampleMatch(at);
  const { winner, status, score } = RESULT;
  const tie = { group: null, teams: { team_1: 'ES', team_2: 'AR' }, rubber: 3 } as const;
  const match = { ...held.match, status, winner, score, tie };
  return { ...held, match, state: stateOf(match), tie: { score: TIE_SCORE, winner } };
};

const TIE_SCORE = { team_1: 2, team_2: 1 } as const;

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

/** A sample event of each kind for the sample match; a live card is no event. */
export const sampleEvent = (
  kind: Exclude<AlertKind, 'card'>,
  { match }: TrackedMatch,
  at: Instant,
): AlertEvent => {
  const appointment = { playedOn: match.playedOn, startedAt: null };
  const { date: today, weekday } = localTime('UTC', at);
  const monday = dayAfter(today, 1 - weekday);
  const ranked = [
    { id: NO_ID, name: 'Ana Vega', place: 1, before: 2, points: 14_250 },
    { id: NO_ID, name: 'Lucía Pinto', place: 2, before: 1, points: 13_980 },
    { id: NO_ID, name: 'Marta Soler', place: 31, before: 38, points: 2_140 },
  ];
  const SAMPLES: Readonly<Record<Exclude<AlertKind, 'card'>, AlertEvent>> = {
    draw: {
      kind: 'draw',
      tournamentId: NO_ID,
      category: 'women',
      round: 4,
      matchIds: [NO_ID],
    },
    schedule: {
      kind: 'schedule',
      matchId: NO_ID,
      rev: 1,
      before: { ...appointment, scheduleLabel: 'Starting at 16:00', court: 'Court 2' },
      after: { ...appointment, scheduleLabel: 'Not before 18:00', court: 'Center Court' },
    },
    reminder: { kind: 'reminder', matchId: NO_ID, minutes: 15, startsAt: at + HOUR / 4 },
    next: { kind: 'next', matchId: NO_ID, minutes: null },
    start: { kind: 'start', matchId: NO_ID },
    key: {
      kind: 'key',
      matchId: NO_ID,
      set: 2,
      games: { team_1: 3, team_2: 4 },
      game: 18,
      worth: 0.31,
      leverage: 0.16,
      plans: 0,
      outcome: null,
    },
    upset: {
      kind: 'upset',
      matchId: NO_ID,
      opening: 1,
      outsider: 'team_2',
      before: 0.24,
      chance: 0.52,
      set: 2,
      games: { team_1: 3, team_2: 4 },
      game: 18,
      plans: 0,
      outcome: null,
    },
    set: { kind: 'set', matchId: NO_ID, set: 1, score: RESULT.score[0], minutes: 38 },
    result: RESULT,
    tie: { kind: 'tie', tie: '', matchId: NO_ID, winner: RESULT.winner, score: TIE_SCORE },
    correction: {
      kind: 'correction',
      matchId: NO_ID,
      rev: 2,
      before: { ...RESULT, score: [RESULT.score[0], { team_1: 7, team_2: 5, tieBreak: null }] },
      after: RESULT,
    },
    tournament: {
      kind: 'tournament',
      tournamentId: NO_ID,
      change: 'begins',
      at: 0,
      startDate: monday,
      endDate: dayAfter(monday, 6),
    },
    ranking: {
      kind: 'ranking',
      channelKey: NO_ID,
      date: monday,
      category: 'women',
      players: ranked,
    },
    digest: { kind: 'digest', channelKey: NO_ID, date: today },
  };
  return SAMPLES[kind];
};
