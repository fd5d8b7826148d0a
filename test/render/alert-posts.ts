import { TOURNAMENT_CHANGES } from '#src/domain/alerts/event-schema.ts';
import { type AlertEvent, type Appointment, type ResultEvent } from '#src/domain/alerts/events.ts';
import { ALERT_TYPES } from '#src/domain/alerts/alert-types.ts';
import { DEFAULT_SETTINGS, type AlertSettings } from '#src/domain/alerts/settings.ts';
import type { AlertSubject } from '#src/domain/alerts/subject.ts';
import type { TrackedMatch } from '#src/domain/match/state.ts';
import type { Reader } from '#src/i18n/i18n.ts';
import { MENTIONS_IN_ONE, mentionsOnly, type MessageBody } from '#src/render/message.ts';
import { post } from '#src/render/posts/posts.ts';
import { sets } from '../domain/written.ts';
import { aTournament } from './held.ts';

const someIds = (count: number, first: bigint): readonly string[] =>
  Array.from({ length: count }, (_, index) => `${first + BigInt(index)}`);

const MEMBERS = someIds(200, 10n ** 17n);

/** A channel with all pings for all kinds of alerts. */
const LOUD: AlertSettings = {
  ...DEFAULT_SETTINGS,
  roles: someIds(5, 10n ** 17n + 500n),
  roleTypes: ALERT_TYPES,
};

const COVERED: AlertSettings = { ...LOUD, coverScores: true };

const result = (status: string): ResultEvent => ({
  kind: 'result',
  matchId: 123,
  status,
  winner: 'team_1',
  score: sets('7-6(12) 6-7(10) 7-6(11)'),
  minutes: 199,
});

const many = (held: TrackedMatch, count: number): readonly TrackedMatch[] =>
  Array.from({ length: count }, () => held);

/** Every kind of post, about a match and a tournament with odd names. */
export const alertPosts = (
  reader: Reader,
  held: TrackedMatch,
): readonly (readonly [string, MessageBody])[] => {
  const { match, tournament } = held;
  const name = match.roundName;
  const before: Appointment = {
    playedOn: '2026-06-07',
    startedAt: null,
    scheduleLabel: 'Not before 4:00 PM',
    court: name,
  };
  const after = { ...before, playedOn: '2026-06-08', scheduleLabel: name, court: `${name} 2` };
  const players = Array.from({ length: 60 }, (_, index) => {
    return { id: index, name, place: index + 1, before: 60 - index, points: 12_345 };
  });
  const about: AlertSubject = { kind: 'match', held };
  const upcoming: AlertSubject = {
    kind: 'match',
    held: { ...held, match: { ...match, status: 'scheduled' } },
  };
  const day: AlertSubject = { kind: 'day', matches: many(held, 30) };
  const correction = {
    kind: 'correction',
    matchId: 123,
    rev: 7,
    before: result('finished'),
    after: { ...result('retired'), winner: 'team_2' },
  } as const;
  const moved = { kind: 'schedule', matchId: 123, rev: 7, before, after } as const;
  const tournamentNews = {
    kind: 'tournament',
    tournamentId: 7,
    at: 9,
    startDate: '2026-06-01',
    endDate: '2026-06-07',
  } as const;
  const draw = {
    kind: 'draw',
    tournamentId: 7,
    category: 'women',
    round: 16,
    matchIds: [],
  } as const;
  const matches: AlertSubject = { kind: 'matches', tournament, matches: many(held, 40) };
  const ofTournament: AlertSubject = {
    kind: 'tournament',
    tournament: tournament ?? aTournament(name),
  };
  const digested: AlertSubject = {
    kind: 'quiet-hours-digest',
    news: [result('finished'), correction, moved, draw].flatMap((event) =>
      Array.from({ length: 12 }, () => ({ event, held, tournament, matches: many(held, 40) })),
    ),
  };
  const score = { team_1: 7, team_2: 6, tieBreak: 12 };
  const posts: readonly (readonly [string, AlertEvent, AlertSubject])[] = [
    ['start', { kind: 'start', matchId: 123 }, about],
    ['set', { kind: 'set', matchId: 123, set: 3, score, minutes: 99 }, about],
    ['result', result('finished'), about],
    ['retirement', result('retired'), about],
    ['walkover', result('walkover'), about],
    ['correction', correction, about],
    ['schedule', moved, upcoming],
    ['next', { kind: 'next', matchId: 123, minutes: null }, upcoming],
    ['next soon', { kind: 'next', matchId: 123, minutes: 12 }, upcoming],
    ['reminder', { kind: 'reminder', matchId: 123, minutes: 15, startsAt: 1 }, upcoming],
    [
      'reminder that may be early',
      { kind: 'reminder', matchId: 123, minutes: 15, startsAt: 1, isNotBefore: true },
      upcoming,
    ],
    ['draw', draw, matches],
    [
      'draw without category, round and tournament',
      { ...draw, category: null, round: null },
      { ...matches, tournament: null },
    ],
    ...TOURNAMENT_CHANGES.map(
      (change) => [change, { ...tournamentNews, change }, ofTournament] as const,
    ),
    ['digest', { kind: 'digest', channelKey: 1, date: '2026-06-07' }, day],
    [
      'ranking',
      { kind: 'ranking', channelKey: 1, date: '2026-06-08', category: 'men', players },
      { kind: 'ranking', followed: players.slice(20), isDirect: false },
    ],
    ['quiet-hours-digest', { kind: 'quiet-hours-digest', channelKey: 1, until: 1 }, digested],
  ];
  return [
    ...posts.flatMap(([kind, event, subject]) =>
      [LOUD, COVERED].map((settings) => {
        const facts = { event, subject, settings, memberIds: MEMBERS, correctedAt: 1 };
        const how = settings.coverScores ? 'covered ' : '';
        return [`${how}${kind} post`, post(reader, facts)] as const;
      }),
    ),
    [
      'the pings that did not fit into the post',
      mentionsOnly(MEMBERS.slice(MENTIONS_IN_ONE, 2 * MENTIONS_IN_ONE)),
    ],
  ];
};
