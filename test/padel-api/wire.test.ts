import { describe, expect, it } from 'vitest';
import { pageOf } from '#src/padel-api/wire/envelope.ts';
import { liveWire, parseLive } from '#src/padel-api/wire/live.ts';
import { matchWire } from '#src/padel-api/wire/match.ts';
import { playerWire, simulationWire, tournamentWire } from '#src/padel-api/wire/people.ts';
import { parseSet } from '#src/padel-api/wire/score.ts';

/** A match as the specification shows it. */
const matchOnWire = (overrides: Record<string, unknown> = {}): Record<string, unknown> => ({
  id: 5,
  self: '/api/matches/5',
  name: 'A / B vs C / D',
  url: null,
  category: 'men',
  round: 4,
  round_name: 'Quarterfinal',
  index: 2,
  played_at: '2026-06-07',
  schedule_label: 'Followed by',
  court: 'Center Court',
  court_order: 3,
  status: 'finished',
  score: [
    { team_1: '7', team_2: '6(4)' },
    { team_1: '6', team_2: '3' },
  ],
  winner: 'team_1',
  started_time: '2026-06-07T23:30:00-03:00',
  duration: '01:33',
  players: {
    team_1: [{ id: 1, name: 'A' }],
    team_2: [{ id: 2, name: 'B' }],
  },
  connections: '/api/tournaments/9',
  ...overrides,
});

const set = (team_1: number, team_2: number, tieBreak: number | null = null) => ({
  team_1,
  team_2,
  tieBreak,
});

describe('a match from the service', () => {
  it('is read as the specification shows it', () => {
    expect(matchWire.parse(matchOnWire())).toMatchObject({
      id: 5,
      tournamentId: 9,
      playedOn: '2026-06-07',
      startedAt: Date.UTC(2026, 5, 8, 2, 30),
      duration: 93,
      score: [set(7, 6, 4), set(6, 3)],
      winner: 'team_1',
      withheld: [],
    });
  });

  const cases: [reason: string, given: Record<string, unknown>, expected: object][] = [
    ['score as one text', { score: '6-4 7-6(4)' }, { score: [set(6, 4), set(7, 6, 4)] }],
    ['score as texts', { score: ['6-4', '2-1'] }, { score: [set(6, 4), set(2, 1)] }],
    ['score in no known form', { score: { a: 1 } }, { score: null }],
    ['score of more than three sets', { score: '6-4 6-4 6-4 6-4' }, { score: null }],
    ['score with a set after an unfinished one', { score: '2-1 6-4' }, { score: null }],
    ['no score before play', { score: null }, { score: null }],
    ['a winner in other words', { winner: 'home' }, { winner: null }],
    ['a status nobody has heard of', { status: 'suspended' }, { status: 'suspended' }],
    [
      'connections as an object',
      { connections: { tournament: '/api/tournaments/12' } },
      { tournamentId: 12 },
    ],
    [
      'connections without a tournament',
      { connections: '/api/matches/5/stats' },
      { tournamentId: null },
    ],
    [
      'labels left empty',
      { schedule_label: '', court: null },
      { scheduleLabel: null, court: null },
    ],
    [
      'a date-time as the date of play',
      { played_at: '2026-06-07T10:00:00Z' },
      { playedOn: '2026-06-07' },
    ],
    ['minutes as the duration', { duration: 93 }, { duration: 93 }],
    ['no duration', { duration: null }, { duration: null }],
    [
      'an unknown round',
      { round: 64, round_name: 'Qualifying' },
      { round: null, roundName: 'Qualifying' },
    ],
    ['a started time that is none', { started_time: 'soon' }, { startedAt: null }],
    [
      'masked values',
      { score: 'hidden_free_plan', winner: 'hidden_free_plan' },
      { score: null, winner: null, withheld: ['score', 'winner'] },
    ],
  ];
  it.each(cases)('accepts %s', (_reason, given, expected) => {
    expect(matchWire.parse(matchOnWire(given))).toMatchObject(expected);
  });

  it('lacks fields without harm', () => {
    const { court, duration, ...rest } = matchOnWire();
    expect([court, duration]).not.toContain(undefined);
    expect(matchWire.parse(rest)).toMatchObject({ court: null, duration: null });
  });

  it('is refused without an id, and says where', () => {
    const { error } = matchWire.safeParse(matchOnWire({ id: 'hidden_free_plan' }));
    expect(error?.issues[0]?.path).toEqual(['id']);
  });
});

describe('a set score of the live feed', () => {
  it.each([
    ['6-2', set(6, 2)],
    ['7-6', set(7, 6)],
    ['7-6(4)', set(7, 6, 4)],
    ['6(4)-7', null],
    ['7-66', set(7, 6, 6)],
    ['67-7', set(6, 7, 7)],
    ['7-610', set(7, 6, 10)],
    ['nonsense', null],
  ])('%s', (text, expected) => {
    expect(parseSet(text)).toEqual(expected);
  });
});

describe('a live match', () => {
  const live = (points: readonly unknown[], before = '3 - 1') => ({
    id: 5,
    self: '/api/matches/5/live',
    channel: 'matches.5',
    sets: [
      { set_number: 1, set_score: null, games: [{ game_number: 5, game_score: before, points }] },
    ],
    connections: { match: '/api/matches/5' },
  });

  it('may lack its status', () => {
    expect(liveWire.parse(live(['15:0'])).status).toBeNull();
  });

  it('writes the games before with or without spaces', () => {
    expect(liveWire.parse(live([], '3-1')).sets[0]?.games[0]?.before).toEqual({
      team_1: 3,
      team_2: 1,
    });
  });

  it('skips a point that cannot be read and keeps the rest', () => {
    expect(liveWire.parse(live(['15:0', '?', 'A:40'])).sets[0]?.games[0]?.points).toEqual([
      { team_1: '15', team_2: '0' },
      { team_1: 'A', team_2: '40' },
    ]);
  });

  it('is nothing when a frame is something else', () => {
    expect(parseLive({ hello: 'world' })).toBeNull();
    expect(parseLive('text')).toBeNull();
  });
});

describe('a player', () => {
  const player = { id: 1, name: 'Ana Vega', category: 'women', ranking: '12', points: 3400 };

  it.each([
    ['9999', null],
    [9999, null],
    [null, null],
    ['12', 12],
    [12, 12],
  ])('is ranked %s as %s', (ranking, expected) => {
    expect(playerWire.parse({ ...player, ranking }).ranking).toBe(expected);
  });

  it('names what the plan withholds', () => {
    expect(playerWire.parse({ ...player, points: 'hidden_free_plan' })).toMatchObject({
      points: null,
      withheld: ['points'],
    });
  });
});

describe('a simulation', () => {
  const players = { team_1: [], team_2: [] };

  it.each([
    ['percentages', { team_1: 61, team_2: 39 }],
    ['fractions', { team_1: 0.61, team_2: 0.39 }],
  ])('takes %s', (_form, probability) => {
    const { chances } = simulationWire.parse({ name: '', probability, players });
    expect(chances?.team_1).toBeCloseTo(0.61);
  });

  it.each([
    ['masked whole', 'hidden_free_plan'],
    ['masked by team', { team_1: 'hidden_free_plan', team_2: 'hidden_free_plan' }],
  ])('has no chances when %s', (_form, probability) => {
    expect(simulationWire.parse({ name: '', probability, players })).toMatchObject({
      chances: null,
      withheld: ['probability'],
    });
  });
});

it('reads a page of anything', () => {
  const page = pageOf(liveWire).parse({
    data: [{ id: 1 }],
    links: {},
    meta: { current_page: 2, last_page: 3, total: 31, per_page: 15 },
  });
  expect(page).toMatchObject({
    items: [{ matchId: 1, status: null, sets: [] }],
    page: 2,
    lastPage: 3,
    total: 31,
  });
});

describe('a masked name', () => {
  const masked = 'hidden_free_plan';

  it('of a player in a match is told by the number', () => {
    const players = { team_1: [{ id: 1, name: masked }], team_2: [{ id: 2, name: 'B' }] };
    expect(matchWire.parse(matchOnWire({ players })).teams.team_1).toEqual([{ id: 1, name: '#1' }]);
  });

  it('of a tournament is told by the number', () => {
    expect(tournamentWire.parse({ id: 3, name: masked, level: masked })).toMatchObject({
      name: '#3',
      level: '',
    });
  });
});

describe('the picture of a player', () => {
  it.each([
    ['an address', 'https://example.org/a.png', 'https://example.org/a.png'],
    ['a path, which Discord would refuse', '/storage/a.png', null],
    ['a scheme that Discord would refuse', 'data:image/png;base64,AAAA', null],
    ['no address at all', 'none', null],
    ['none', null, null],
  ])('is %s', (_form, photo_url, expected) => {
    const player = { id: 1, name: 'Ana Vega', category: 'women', photo_url };
    expect(playerWire.parse(player).photoUrl).toBe(expected);
  });
});
