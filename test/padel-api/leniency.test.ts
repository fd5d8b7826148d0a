import { describe, expect, it } from 'vitest';
import { matchWire } from '#src/padel-api/wire/match.ts';
import { pairWire, playerWire, simulationWire } from '#src/padel-api/wire/people.ts';
import { seasonWire, tournamentWire, videoWire } from '#src/padel-api/wire/tournaments.ts';
import { careerWire, matchStatsWire } from '#src/padel-api/wire/statistics.ts';
import { changeNoticeWire, webhookWire } from '#src/padel-api/wire/webhook.ts';
import {
  aCareerOnWire,
  aDeliveryOnWire,
  aMatchOnWire,
  aPairOnWire,
  aPlayerOnWire,
  aSeasonOnWire,
  aSimulationOnWire,
  aTournamentOnWire,
  aVideoOnWire,
  aWebhookOnWire,
  matchStatsOnWire,
} from './bodies.ts';

/**
 * One block per row of "What the specification leaves open" (padel-facts): what was observed, and how
 * the client handles it.
 */

type Fields = Readonly<Record<string, unknown>>;

const MASKED = 'hidden_free_plan';

const set = (team_1: number, team_2: number, tieBreak: number | null = null) => ({
  team_1,
  team_2,
  tieBreak,
});

/** The body without some of its fields. */
const without = (body: Fields, ...names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));

const match = (fields: Fields) => matchWire.parse(aMatchOnWire(fields));
const player = (fields: Fields) => playerWire.parse(aPlayerOnWire(1, fields));

describe('a text field', () => {
  it.each([
    ['loses NUL characters, which PostgreSQL cannot store', 'Má\0laga\0', 'Málaga'],
    ['loses the whitespace around it', ' Málaga\n', 'Málaga'],
    ['of blanks is null', ' \0 ', null],
    ['loses bidirectional control characters', 'Má\u202Ela\u2067ga\u200F', 'Málaga'],
    ['of invisible characters is null', '\u200B\u2060 \u3164\u200D\uFE0F\u2800', null],
    ['of another type is null', 7, null],
  ])('%s', (_case, birthplace, expected) => {
    expect(player({ birthplace }).birthplace).toBe(expected);
  });
});

describe('score', () => {
  it.each<[string, unknown, readonly object[] | null]>([
    [
      'a list of strings by team, the loser’s tie-break points in brackets',
      [
        { team_1: '7', team_2: '6(4)' },
        { team_1: '3', team_2: '6' },
        { team_1: '6(10)', team_2: '7' },
      ],
      [set(7, 6, 4), set(3, 6), set(6, 7, 10)],
    ],
    ['numbers by team', [{ team_1: 6, team_2: 4 }], [set(6, 4)]],
    ['one string', '6-4 7-6(4)', [set(6, 4), set(7, 6, 4)]],
    ['one string with a space before the bracket', '7-6 (4) 6-4', [set(7, 6, 4), set(6, 4)]],
    ['a list of strings', ['6-4', '2-1'], [set(6, 4), set(2, 1)]],
    [
      'the partial set of a retirement',
      [
        { team_1: '6', team_2: '4' },
        { team_1: '1', team_2: '0' },
      ],
      [set(6, 4), set(1, 0)],
    ],
    ['null, before play', null, null],
    ['an empty list', [], null],
    ['an empty string', '', null],
    ['an unknown object', { a: 1 }, null],
    ['one set that cannot be read after another', ['6-4', 'x'], [set(6, 4)]],
    ['an unreadable set between two: no later one takes its place', '6-4 x 4-6', [set(6, 4)]],
    ['an unreadable first set', ['x', '6-4', '6-4'], null],
    ['an empty third set', ['6-4', '6-3', ''], [set(6, 4), set(6, 3)]],
    ['a third set to 10', '6-4 4-6 10-7', [set(6, 4), set(4, 6), set(10, 7)]],
    [
      'a third set to 10 by team, beyond it',
      [
        { team_1: '6', team_2: '4' },
        { team_1: '4', team_2: '6' },
        { team_1: '11', team_2: '13' },
      ],
      [set(6, 4), set(4, 6), set(11, 13)],
    ],
    ['a third set to 10 in play', ['6-4', '4-6', '9-10'], [set(6, 4), set(4, 6), set(9, 10)]],
    ['a second set to 10', '6-4 10-7', [set(6, 4)]],
    ['a third set beyond any', '6-4 4-6 66-9', [set(6, 4), set(4, 6)]],
    ['a third set that 10 would have decided', '6-4 4-6 14-10', [set(6, 4), set(4, 6)]],
    ['a tie-break run together', '7-65 6-4', [set(7, 6, 5), set(6, 4)]],
    ['a list without end', Array.from({ length: 10_000 }, () => '6-4'), null],
    ['more than three sets', '6-4 6-4 6-4 6-4', null],
    ['a set after an unfinished one', '2-1 6-4', null],
    ['a team without games', [{ team_1: '6', team_2: null }], null],
    ['a set of 10,000 digits', ['6-4', '1'.repeat(10_000)], [set(6, 4)]],
    ['a number', 64, null],
  ])('may be %s', (_form, score, expected) => {
    expect(match({ score }).score).toEqual(expected);
  });
});

describe('winner', () => {
  it.each<[unknown, string | null]>([
    ['team_1', 'team_1'],
    ['team_2', 'team_2'],
    [null, null],
    ['home', null],
    [1, null],
  ])('%j is read as %s', (winner, expected) => {
    expect(match({ winner }).winner).toBe(expected);
  });

  it('is kept although the score contradicts it', () => {
    expect(match({ winner: 'team_2' })).toMatchObject({ winner: 'team_2', score: [{}, {}] });
  });
});

describe('status', () => {
  it.each([
    ...['scheduled', 'live', 'ended', 'finished', 'retired', 'walkover', 'bye'],
    ...['suspended', 'postponed till further notice'],
  ])('of a match is kept as it is: %s', (status) => {
    expect(match({ status }).status).toBe(status);
  });

  it('of a match defaults to scheduled when it is missing', () => {
    expect(matchWire.parse(without(aMatchOnWire(), 'status')).status).toBe('scheduled');
  });

  it.each(['pending', 'live', 'finished', 'cancelled', 'moved'])(
    'of a tournament is kept as it is: %s',
    (status) => {
      expect(tournamentWire.parse(aTournamentOnWire({ status })).status).toBe(status);
    },
  );

  it.each(['active', 'finished', 'planned'])('of a season is kept as it is: %s', (status) => {
    expect(seasonWire.parse(aSeasonOnWire({ status })).status).toBe(status);
  });
});

describe('connections', () => {
  it.each<[string, unknown, number | null]>([
    ['one path', '/api/tournaments/12', 12],
    ['an absolute URL', 'https://padel.example/api/tournaments/12', 12],
    ['an object of paths', { self: '/api/matches/5', tournament: '/api/tournaments/12' }, 12],
    ['paths without the tournament’s', { stats: '/api/matches/5/stats' }, null],
    ['the path of something else', '/api/matches/5/stats', null],
    ['null', null, null],
  ])('of a match may be %s', (_form, connections, tournamentId) => {
    expect(match({ connections }).tournamentId).toBe(tournamentId);
  });

  it.each([
    ['a string', '/api/x/1'],
    ['an object', { tournament: '/api/x/1' }],
    ['a list', ['/api/x/1']],
    ['null', null],
  ])('of anything else may be %s', (_form, connections) => {
    const inMatch = { team_1: [{ id: 1, name: 'A', connections }], team_2: [] };
    expect(match({ players: inMatch }).teams.team_1).toEqual([{ id: 1, name: 'A' }]);
    expect(player({ connections }).id).toBe(1);
    expect(tournamentWire.parse(aTournamentOnWire({ connections })).id).toBe(9);
    expect(pairWire.parse(aPairOnWire({ connections })).ids).toEqual([11, 12]);
    expect(seasonWire.parse(aSeasonOnWire({ connections })).id).toBe(4);
  });
});

describe('ranking, age and year', () => {
  it.each<[unknown, number | null]>([
    ['12', 12],
    [12, 12],
    ['9999', null],
    [9999, null],
    [null, null],
    [0, null],
    ['', null],
    ['first', null],
  ])('a ranking of %j is %s', (ranking, expected) => {
    expect(player({ ranking }).ranking).toBe(expected);
  });

  it.each<[unknown, number | null]>([
    ['28', 28],
    [28, 28],
    [null, null],
    ['', null],
    ['young', null],
  ])('an age of %j is %s', (age, expected) => {
    expect(player({ age }).age).toBe(expected);
  });

  it.each<[unknown, number | null]>([
    ['2026', 2026],
    [2026, 2026],
    [null, null],
    ['this one', null],
  ])('a year of %j is %s', (year, expected) => {
    expect(seasonWire.parse(aSeasonOnWire({ year })).year).toBe(expected);
  });
});

describe('schedule_label, court, duration and side', () => {
  it.each([null, '', '  '])('are read as null when they are %j', (nothing) => {
    expect(match({ schedule_label: nothing, court: nothing, duration: nothing })).toMatchObject({
      scheduleLabel: null,
      court: null,
      duration: null,
    });
    expect(player({ side: nothing }).side).toBeNull();
  });

  it('may be missing', () => {
    const body = without(aMatchOnWire(), 'schedule_label', 'court', 'duration', 'court_order');
    expect(matchWire.parse(body)).toMatchObject({
      scheduleLabel: null,
      court: null,
      duration: null,
      courtOrder: null,
    });
    expect(playerWire.parse(without(aPlayerOnWire(), 'side')).side).toBeNull();
  });

  it('read a known side as it is, and an unknown one as null', () => {
    expect(player({ side: 'backhand' }).side).toBe('backhand');
    expect(player({ side: 'revés' }).side).toBeNull();
  });
});

describe('the index of a match', () => {
  it.each([
    [3, 3],
    ['3', 3],
    [0, 0],
    [null, null],
    [-1, null],
    [1.5, null],
    ['first', null],
    ['hidden_free_plan', null],
  ])('of %j is read as slot %j', (index, slot) => {
    expect(match({ index }).slot).toBe(slot);
  });

  it('may be missing', () => {
    expect(matchWire.parse(without(aMatchOnWire(), 'index')).slot).toBeNull();
  });
});

describe('played_at', () => {
  it.each<[string, unknown, string | null]>([
    ['a date', '2026-06-07', '2026-06-07'],
    ['a date-time, of which the date counts', '2026-06-07T23:30:00-03:00', '2026-06-07'],
    ['a date-time with a space', '2026-06-07 10:00:00', '2026-06-07'],
    ['null', null, null],
    ['other text', 'next Sunday', null],
  ])('may be %s', (_form, played_at, expected) => {
    expect(match({ played_at }).playedOn).toBe(expected);
  });
});

describe('started_time', () => {
  it.each<[string, unknown, number | null]>([
    ['a time with an offset', '2026-06-07T23:30:00-03:00', Date.UTC(2026, 5, 8, 2, 30)],
    [
      'a time of the next day, for a late match',
      '2026-06-08T04:30:00+02:00',
      Date.UTC(2026, 5, 8, 2, 30),
    ],
    ['a time in UTC', '2026-06-08T02:30:00Z', Date.UTC(2026, 5, 8, 2, 30)],
    ['null', null, null],
    ['other text', 'soon', null],
  ])('may be %s', (_form, started_time, expected) => {
    expect(match({ started_time }).startedAt).toBe(expected);
  });
});

describe('duration', () => {
  it.each<[string, unknown, number | null]>([
    ['hours and minutes', '01:33', 93],
    ['hours, minutes and seconds', '01:33:20', 93],
    ['minutes', 93, 93],
    ['zero', '00:00', null],
    ['null', null, null],
    ['other text', 'long', null],
    ['negative', -5, null],
  ])('may be %s', (_form, given, expected) => {
    expect(match({ duration: given }).duration).toBe(expected);
  });
});

describe('masked values', () => {
  it('are read as null, and their fields are listed', () => {
    const masked = { score: MASKED, winner: MASKED, court: MASKED, started_time: MASKED };
    expect(match(masked)).toMatchObject({
      score: null,
      winner: null,
      court: null,
      startedAt: null,
      withheld: ['court', 'score', 'winner', 'started_time'],
    });
  });

  it.each<[string, () => { readonly withheld: readonly string[] }, string]>([
    ['a player', () => player({ points: MASKED }), 'points'],
    ['a pair', () => pairWire.parse(aPairOnWire({ players: MASKED })), 'players'],
    ['a career', () => careerWire.parse(aCareerOnWire({ titles: MASKED })), 'titles'],
    [
      'a simulation',
      () => simulationWire.parse(aSimulationOnWire({ probability: MASKED })),
      'probability',
    ],
    [
      'the statistics of a match',
      () => matchStatsWire.parse(matchStatsOnWire({ set_1: MASKED })),
      'set_1',
    ],
  ])('of %s are listed', (_what, read, field) => {
    expect(read().withheld).toEqual([field]);
  });

  it('one level below are listed by the parent field', () => {
    const probability = { team_1: MASKED, team_2: MASKED };
    expect(simulationWire.parse(aSimulationOnWire({ probability }))).toMatchObject({
      chances: null,
      withheld: ['probability'],
    });
  });

  it('of one player’s name leave the other players as they are', () => {
    const players = { team_1: [{ id: 1, name: MASKED }], team_2: [{ id: 2, name: 'B' }] };
    expect(match({ players }).teams).toEqual({
      team_1: [{ id: 1, name: '#1' }],
      team_2: [{ id: 2, name: 'B' }],
    });
  });

  it('of all players leave empty teams', () => {
    const nobody = { team_1: [], team_2: [] };
    expect(match({ players: MASKED })).toMatchObject({ teams: nobody, withheld: ['players'] });
    expect(simulationWire.parse(aSimulationOnWire({ players: MASKED }))).toMatchObject({
      players: nobody,
      chances: { team_1: 0.61 },
    });
  });

  it('of a name are replaced by the id', () => {
    expect(player({ name: MASKED }).name).toBe('#1');
    expect(tournamentWire.parse(aTournamentOnWire({ name: MASKED, level: MASKED }))).toMatchObject({
      name: '#9',
      level: '',
    });
    expect(seasonWire.parse(aSeasonOnWire({ name: MASKED })).name).toBe('#4');
    expect(videoWire.parse(aVideoOnWire({ name: MASKED, url: MASKED }))).toMatchObject({
      name: '#77',
      url: null,
    });
  });

  it('of an id make the body invalid, with the path in the error', () => {
    const { error } = matchWire.safeParse(aMatchOnWire({ id: MASKED }));
    expect(error?.issues[0]?.path).toEqual(['id']);
  });
});

describe('the probability of a simulation', () => {
  it.each([
    ['percentages', { team_1: 61, team_2: 39 }],
    ['fractions', { team_1: 0.61, team_2: 0.39 }],
    ['numeric strings', { team_1: '61', team_2: '39' }],
  ])('may be %s', (_form, probability) => {
    const { chances } = simulationWire.parse(aSimulationOnWire({ probability }));
    expect(chances?.team_1).toBeCloseTo(0.61);
    expect(chances?.team_2).toBeCloseTo(0.39);
  });

  it.each<[string, unknown]>([
    ['null', null],
    ['zero for both teams', { team_1: 0, team_2: 0 }],
    ['given for one team only', { team_1: 61 }],
    ['negative', { team_1: -61, team_2: 161 }],
    ['text', { team_1: 'likely', team_2: 'unlikely' }],
    ['more than 100 %', { team_1: 610, team_2: 390 }],
    ['a number', 61],
  ])('is null when it is %s', (_form, probability) => {
    expect(simulationWire.parse(aSimulationOnWire({ probability })).chances).toBeNull();
  });
});

describe('the id of a pair', () => {
  it.each([
    ['11-12', [11, 12]],
    ['12-11', [12, 11]],
    [' 12-11 ', [12, 11]],
  ])('may be in either order: %s', (id, ids) => {
    expect(pairWire.parse(aPairOnWire({ id })).ids).toEqual(ids);
  });

  it.each(['11', '11-', '-11', '11-12-13', 'a-b', '11/12', 11, null])(
    'is rejected when it is not a pair: %j',
    (id) => {
      expect(pairWire.safeParse(aPairOnWire({ id })).error?.issues[0]?.path).toEqual(['id']);
    },
  );
});

describe('a webhook delivery', () => {
  it.each([
    ['player.updated', { kind: 'player', change: 'updated' }],
    ['match.deleted', { kind: 'match', change: 'deleted' }],
    ['tournament.created', { kind: 'tournament', change: 'created' }],
    ['match.qualy.created', { kind: 'match', change: 'created' }],
    ['match.group.updated', { kind: 'match', change: 'updated' }],
    ['match.placement.backfilled', { kind: 'match', change: 'backfilled' }],
  ])('is read as a change notice, whatever its other fields hold: %s', (event, meaning) => {
    const whole = aDeliveryOnWire({ event });
    const least = { event, data: { id: 11 } };
    const asText = { event, data: { id: '11', ranking: [] }, occurred_at: 7, more: null };
    for (const body of [whole, least, asText]) {
      expect(changeNoticeWire.parse(body)).toEqual({ event, id: 11, ...meaning });
    }
  });

  it.each<[string, unknown]>([
    ['without data', { event: 'player.updated' }],
    ['without an id', { event: 'player.updated', data: {} }],
    ['with an unknown event', { event: 'player.renamed', data: { id: 11 } }],
    ['with an event family but no change', { event: 'match.group', data: { id: 11 } }],
    ['with a property of every object as its event', { event: 'constructor', data: { id: 11 } }],
    ['that is null', null],
    ['that is a list', [aDeliveryOnWire()]],
  ])('is rejected %s', (_reason, body) => {
    expect(changeNoticeWire.safeParse(body).success).toBe(false);
  });
});

describe('the events of a webhook', () => {
  it('are left out when unknown', () => {
    const events = ['match.updated', 'court.updated', 7, null];
    expect(webhookWire.parse(aWebhookOnWire({ events })).events).toEqual(['match.updated']);
  });

  it('may be empty, which means paused', () => {
    expect(webhookWire.parse(aWebhookOnWire({ events: [] })).events).toEqual([]);
  });

  it('come without the secret, which must never be shown', () => {
    expect(JSON.stringify(webhookWire.parse(aWebhookOnWire()))).not.toContain('whsec');
  });
});

describe('a coverage word', () => {
  it.each(['fip_silver', 'p3', 'exhibition'])('that is not a level is kept: %s', (level) => {
    expect(tournamentWire.parse(aTournamentOnWire({ level })).level).toBe(level);
  });
});

/** Cases beyond padel-facts that members would notice. */
describe('details beyond padel-facts', () => {
  it('numbers that the specification sends as strings are read as numbers', () => {
    expect(pairWire.parse(aPairOnWire()).points).toBe(6_800);
    expect(careerWire.parse(aCareerOnWire()).bestRound).toBe(1);
    expect(matchStatsWire.parse(matchStatsOnWire()).match?.total_points_won).toEqual({
      team_1: 58,
      team_2: 42,
    });
  });

  it.each<[unknown, number | null]>([
    ['50%', 50],
    ['50 %', 50],
    ['50', 50],
    [50, 50],
    [null, null],
    ['-', null],
    ['', null],
  ])('a statistic of %j is read as %s', (given, expected) => {
    const figures = { aces: { team_1: given, team_2: '1' } };
    expect(matchStatsWire.parse(matchStatsOnWire({ match: figures })).match?.aces).toEqual({
      team_1: expected,
      team_2: 1,
    });
  });

  it('a set without data is left out', () => {
    const { sets } = matchStatsWire.parse(matchStatsOnWire());
    expect(sets.map(({ number }) => number)).toEqual([1, 2]);
  });

  it.each(['0x1F', '1e3', '0b11', '1_000', 'Infinity', 'NaN', '١٢'])(
    'a string that is a number only in code is read as null: %s',
    (points) => {
      expect(player({ points, ranking: points }).points).toBeNull();
    },
  );

  it.each([
    ['a URL', 'https://example.org/a.png', 'https://example.org/a.png'],
    [
      'a URL with characters that must be encoded',
      'https://example.org/foto de ána.jpg',
      'https://example.org/foto%20de%20%C3%A1na.jpg',
    ],
    ['a path, which Discord would reject', '/storage/a.png', null],
    ['a scheme that Discord would reject', 'data:image/png;base64,AAAA', null],
    ['no URL at all', 'none', null],
    ['null', null, null],
  ])('the photo URL of a player may be %s', (_form, photo_url, expected) => {
    expect(player({ photo_url }).photoUrl).toBe(expected);
  });

  it('an unknown round is null, and keeps its name', () => {
    expect(match({ round: 64, round_name: 'Qualifying' })).toMatchObject({
      round: null,
      roundName: 'Qualifying',
    });
  });

  it.each(['9'.repeat(400), '9007199254740993', 1e300, -1, 1.5, null, true])(
    'an invalid id is rejected: %s',
    (id) => {
      expect(playerWire.safeParse(aPlayerOnWire(1, { id })).success).toBe(false);
    },
  );

  it('an invalid id of a tournament is read as null', () => {
    expect(match({ connections: `/api/tournaments/${'9'.repeat(400)}` }).tournamentId).toBeNull();
  });
});
