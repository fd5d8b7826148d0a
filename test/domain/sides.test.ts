import { describe, expect, it } from 'vitest';
import type { Match } from '#src/domain/match/match.ts';
import {
  exchangePoints,
  facing,
  facingPoints,
  isMirrored,
  serviceSide,
} from '#src/domain/match/sides.ts';
import { aMatch } from './feed.ts';
import { aGame, anUpdate, aSet, serving, sets } from './written.ts';

const { team_1: vega, team_2: soria } = aMatch().teams;
const SEEDS = { team_1: '1', team_2: 'Q' };
const known = aMatch({ seeds: SEEDS });

const crossed = (overrides: Partial<Match> = {}): Match =>
  aMatch({ teams: { team_1: soria, team_2: vega }, ...overrides });

describe('a record with the sides exchanged', () => {
  it('is turned to the sides as they were first stored', () => {
    const record = crossed({
      status: 'finished',
      score: sets('4-6 7-6(5)'),
      winner: 'team_2',
      seeds: { team_1: 'Q', team_2: '1' },
    });
    expect(facing(record, known)).toEqual(
      aMatch({
        status: 'finished',
        score: sets('6-4 6-7(5)'),
        winner: 'team_1',
        seeds: SEEDS,
        exchanged: true,
      }),
    );
  });

  it('is as before once they are exchanged again', () => {
    const turned = facing(crossed(), known);
    expect(facing(aMatch(), turned)).toEqual(aMatch());
  });

  it.each([
    ['a player was merged', [{ id: 91, name: 'Lea Soria' }, ...soria.slice(1)], vega],
    ['partners stand in another order', soria.toReversed(), vega],
    ['one side is open', [], vega],
    ['the other side is open', soria, []],
  ])('is known when %s', (_when, team_1, team_2) => {
    expect(facing(aMatch({ teams: { team_1, team_2 } }), known).exchanged).toBe(true);
  });

  it.each([
    ['nobody is known', [], []],
    ['others play', [{ id: 71, name: 'A B' }], [{ id: 72, name: 'C D' }]],
  ])('has the sides of the latest record while %s', (_when, team_1, team_2) => {
    const record = aMatch({ teams: { team_1, team_2 } });
    expect(facing(record, known)).toEqual(record);
    const turned = facing(record, { ...known, exchanged: true });
    expect(turned.teams).toEqual({ team_1: team_2, team_2: team_1 });
  });

  const tie = { group: null, teams: { team_1: 'ES', team_2: 'AR' }, rubber: 1 } as const;
  const rubber = { ...known, tie };

  it('has its tie turned with it where the tie is exchanged, too', () => {
    const result = { score: { team_1: 1, team_2: 0 }, winner: 'team_1' } as const;
    const record = crossed({ tie: { ...tie, teams: { team_1: 'AR', team_2: 'ES' }, ...result } });
    expect(facing(record, rubber).tie).toEqual({
      ...tie,
      score: { team_1: 0, team_2: 1 },
      winner: 'team_2',
    });
    expect(facing(crossed({ tie }), rubber).tie).toEqual(tie);
  });
});

it('an update and statistics are turned by the latest record', () => {
  const update = anUpdate(
    'live',
    aSet(1, '6-4'),
    aSet(2, null, serving('team_1', aGame('2-1', '15:0 15:15'))),
  );
  const other = anUpdate(
    'live',
    aSet(1, '4-6'),
    aSet(2, null, serving('team_2', aGame('1-2', '0:15 15:15'))),
  );
  expect(facingPoints(update, known)).toBe(update);
  expect(facingPoints(update, { ...known, exchanged: true })).toEqual(other);
  expect(exchangePoints(other)).toEqual(update);
  expect(serviceSide(known, 'team_1')).toBe('team_1');
  expect(serviceSide({ ...known, exchanged: true }, 'team_1')).toBe('team_2');
});

it.each([
  ['its image', '4-6', ['1-2', '0:15 15:15'], true],
  ['the same', '6-4', ['2-1', '15:0 15:15'], false],
  ['one other set', '4-6', ['2-1', '15:0 30:0 30:15'], false],
  ['a level score', null, ['0-0', ''], false],
] as const)('a history is mirrored by %s: %s %j, %s', (_what, score, [before, said], expected) => {
  const held = [aSet(1, '6-4'), aSet(2, null, aGame('2-1', '15:0 15:15'))];
  const update = anUpdate('live', aSet(1, score), aSet(2, null, aGame(before, said)));
  expect(isMirrored(update, held)).toBe(expected);
});
