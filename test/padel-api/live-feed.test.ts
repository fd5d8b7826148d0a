import { describe, expect, it } from 'vitest';
import { pageOf } from '#src/padel-api/wire/envelope.ts';
import { liveWire, parseLive } from '#src/padel-api/wire/live.ts';
import { aLiveOnWire } from './bodies.ts';
import { pageOnWire } from './service.ts';

/** What padel-facts says of "The live feed", as far as parsing is concerned. */

const set = (team_1: number, team_2: number, tieBreak: number | null = null) => ({
  team_1,
  team_2,
  tieBreak,
});

const aSet = (fields: Readonly<Record<string, unknown>>) =>
  liveWire.parse(aLiveOnWire({ sets: [{ set_number: 1, set_score: null, games: [], ...fields }] }))
    .sets[0];

const aGame = (fields: Readonly<Record<string, unknown>>) =>
  aSet({ games: [{ game_number: 5, game_score: '3 - 1', points: [], ...fields }] })?.games[0];

const points = (...labels: readonly unknown[]) =>
  aGame({ points: labels })?.points.map(({ team_1, team_2 }) => `${team_1}:${team_2}`);

describe('a live match', () => {
  it.each(['matches.7009', 'live-9f2c41d07ab8', 'A_b-c=d@e,f.g;h', 'x'.repeat(164)])(
    'has the channel that the service names, %s',
    (channel) => {
      expect(parseLive(aLiveOnWire({ channel }))?.channel).toBe(channel);
      expect(liveWire.parse(aLiveOnWire({ channel })).channel).toBe(channel);
    },
  );

  it.each<[string, unknown]>([
    ['absent', undefined],
    ['null', null],
    ['masked', 'hidden_free_plan'],
    ['a number', 7],
    ['empty', ''],
    ['too long', 'x'.repeat(165)],
    ['far too long', 'x'.repeat(10_000)],
    ['with a space', 'matches 5'],
    ['with a line break', 'matches.5\n'],
    ['a private one, which would ask for a signature', 'private-5'],
    ['one with members', 'presence-5'],
    ['a property of every object', 'constructor'],
    ['the prototype of every object', '__proto__'],
  ])('has an unknown channel when it is %s', (_case, channel) => {
    expect(parseLive(aLiveOnWire({ channel }))).not.toHaveProperty('channel');
  });

  it('is read as the specification shows it', () => {
    expect(parseLive(aLiveOnWire())).toEqual({
      matchId: 5,
      status: 'live',
      channel: 'matches.5',
      sets: [
        {
          number: 1,
          score: set(6, 2),
          games: [
            {
              number: 8,
              before: { team_1: 5, team_2: 2 },
              points: [
                { team_1: '15', team_2: '0' },
                { team_1: '30', team_2: '0' },
                { team_1: '40', team_2: '0' },
              ],
            },
          ],
        },
        {
          number: 2,
          score: null,
          games: [
            {
              number: 1,
              before: { team_1: 0, team_2: 0 },
              points: [
                { team_1: '0', team_2: '15' },
                { team_1: '15', team_2: '15' },
              ],
            },
            { number: 2, before: { team_1: 1, team_2: 0 }, points: [] },
          ],
        },
      ],
    });
  });

  it.each<[string, Readonly<Record<string, unknown>>]>([
    ['no status', { status: undefined }],
    ['a null status', { status: null }],
    ['an empty status', { status: '' }],
    ['a masked status', { status: 'hidden_free_plan' }],
  ])('may have %s', (_form, fields) => {
    expect(parseLive(aLiveOnWire(fields))?.status).toBeNull();
  });

  it.each(['live', 'ended', 'finished', 'suspended'])('keeps its status word: %s', (status) => {
    expect(parseLive(aLiveOnWire({ status }))?.status).toBe(status);
  });

  it.each([[undefined], [null], [[]]])('may have no sets: %j', (sets) => {
    expect(parseLive(aLiveOnWire({ sets }))?.sets).toEqual([]);
  });

  it.each<unknown>([{ hello: 'world' }, 'text', null, 7, [], { id: 'five' }])(
    'is null for a frame of another shape: %j',
    (frame) => {
      expect(parseLive(frame)).toBeNull();
    },
  );
});

describe('the score before a game', () => {
  it.each(['3 - 1', '3-1', ' 3 -1 ', '3:1'])('may be written %s', (game_score) => {
    expect(aGame({ game_score })?.before).toEqual({ team_1: 3, team_2: 1 });
  });

  it('leaves out only its own game when it is unreadable', () => {
    const games = [
      { game_number: 1, game_score: 'x', points: ['15:0'] },
      { game_number: 2, game_score: '1 - 0', points: ['15:0'] },
    ];
    expect(aSet({ games })?.games.map(({ number }) => number)).toEqual([2]);
  });
});

describe('the points', () => {
  it.each<[string, readonly unknown[], readonly string[]]>([
    ['may begin with 0:0', ['0:0', '15:0'], ['0:0', '15:0']],
    ['may be empty', [], []],
    [
      'include advantage and back to deuce',
      ['40:40', 'A:40', '40:40', '40:A'],
      ['40:40', 'A:40', '40:40', '40:A'],
    ],
    ['of a tie-break are counters', ['0:1', '5:4', '12:11'], ['0:1', '5:4', '12:11']],
    ['may be repeated', ['15:0', '15:0'], ['15:0', '15:0']],
    ['may skip some', ['15:0', '40:15'], ['15:0', '40:15']],
    ['are left out when unreadable', ['15:0', '?', 7, null, '40:0'], ['15:0', '40:0']],
    ['may contain spaces', [' 15 : 30 '], ['15:30']],
  ])('%s', (_form, labels, expected) => {
    expect(points(...labels)).toEqual(expected);
  });
});

describe('the score of a set', () => {
  it.each<[unknown, object | null]>([
    ['6-2', set(6, 2)],
    ['6 - 2', set(6, 2)],
    ['7-6', set(7, 6)],
    ['7-6(4)', set(7, 6, 4)],
    ['6-7(12)', set(6, 7, 12)],
    ['7-66', set(7, 6, 6)],
    ['67-7', set(6, 7, 7)],
    ['7-610', set(7, 6, 10)],
    ['6(4)-7', null],
    ['nonsense', null],
    [null, null],
    [62, null],
  ])('is parsed from %j', (set_score, expected) => {
    expect(aSet({ set_score })?.score).toEqual(expected);
  });

  it('is read for sets 1 to 3 only', () => {
    const sets = [0, 1, 3, 4].map((set_number) => ({ set_number, set_score: null, games: [] }));
    expect(parseLive(aLiveOnWire({ sets }))?.sets.map(({ number }) => number)).toEqual([1, 3]);
  });
});

it('an unreadable row of a page is left out and counted', () => {
  const page = pageOf(liveWire).parse(
    pageOnWire([aLiveOnWire(), { id: null }, aLiveOnWire()], 2, 3),
  );
  expect(page).toMatchObject({ page: 2, lastPage: 3, total: 9, unreadable: 1 });
  expect(page.items).toHaveLength(2);
});
