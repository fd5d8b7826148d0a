import { describe, expect, it } from 'vitest';
import {
  categoryOfCode,
  categoryTarget,
  concerns,
  countryOfCode,
  countryTarget,
  distinctTargets,
  FOLLOW_KINDS,
  isWide,
  levelOfCode,
  levelTarget,
  receivesFollows,
  targetsOf,
  teamTarget,
  type FollowKind,
} from '#src/domain/alerts/follows.ts';
import { TOURNAMENT_LEVELS } from '#src/domain/levels.ts';
import type { Match } from '#src/domain/match/match.ts';
import { pairKey } from '#src/domain/people/pairs.ts';
import { aTournament } from '../render/held.ts';
import { aMatch } from './feed.ts';
import { aRubber } from './team-event.ts';

const named = (match: Partial<Match>, level: string | null = null): string[] =>
  targetsOf({
    match: aMatch(match),
    tournament: level === null ? null : { ...aTournament(), level },
  }).map(({ kind, id }) => `${kind} ${id}`);

describe('the follow targets of a match', () => {
  it('are its players, pairs, tournament, category and level, and the match itself', () => {
    expect(named({ id: 123, tournamentId: 7 }, 'p1')).toEqual([
      'player 1',
      'player 2',
      'player 3',
      'player 4',
      `pair ${pairKey([1, 2])}`,
      `pair ${pairKey([3, 4])}`,
      'tournament 7',
      'match 123',
      'category 2',
      'level 3',
    ]);
  });

  it.each([
    ['an unknown tournament', { tournamentId: null }, null, /tournament|level/],
    ['a level without a code', {}, 'ppt_final', /level/],
    ['a category that the plan withholds', { category: null }, 'p1', /category/],
    ['a pair that is not drawn yet', { teams: { team_1: [], team_2: [] } }, 'p1', /pair/],
  ] as const)('do not include %s', (_reason, match, level, kind) => {
    expect(named(match, level).filter((target) => kind.test(target))).toEqual([]);
  });

  it('include a pair in either order of its players', () => {
    const { team_1, team_2 } = aMatch().teams;
    const turned = { team_1: team_1.toReversed(), team_2 };
    expect(named({ teams: turned })).toContain(`pair ${pairKey([1, 2])}`);
  });

  it('include the countries of its players, each once, and the nations of a tie', () => {
    const held = { match: aRubber(1), tournament: null };
    const ids = (kind: string) =>
      targetsOf(held, ['ES', 'ES', 'Spain']).flatMap((each) => (each.kind === kind ? each.id : []));
    expect(ids('country').map(countryOfCode)).toEqual(['ES']);
    expect(ids('team').map(countryOfCode)).toEqual(['AR', 'IT']);
  });

  it('do not include a team that is no nation, or a pair with impossible player ids', () => {
    const { tie } = aRubber(1);
    if (tie === undefined) throw new Error('a rubber has a tie');
    const clubs = { ...tie, teams: { team_1: 'Real Padel', team_2: 'PE' } };
    expect(named({ tie: clubs }).filter((each) => each.startsWith('team'))).toEqual(['team 394']);
    const team_1 = [1, 2 ** 26].map((id) => ({ id, name: '' }));
    expect(named({ teams: { team_1, team_2: [] } })).toHaveLength(5);
  });

  it('can be checked for a single target', () => {
    const held = { match: aMatch(), tournament: aTournament() };
    expect(concerns(levelTarget('p1'), held)).toBe(true);
    expect(concerns(levelTarget('major'), held)).toBe(false);
    expect(concerns({ kind: 'player', id: 7 }, held)).toBe(false);
  });
});

describe('the codes of categories and levels', () => {
  it('can be decoded', () => {
    expect(
      (['men', 'women'] as const).map((word) => categoryOfCode(categoryTarget(word).id)),
    ).toEqual(['men', 'women']);
    expect(TOURNAMENT_LEVELS.map((level) => levelOfCode(levelTarget(level).id))).toEqual(
      TOURNAMENT_LEVELS,
    );
  });

  it('never change, because follows are stored with them', () => {
    expect(categoryTarget('men').id).toBe(1);
    expect(levelTarget('finals').id).toBe(1);
    expect(levelTarget('wpt_500').id).toBe(11);
    expect(levelOfCode(17)).toBeUndefined();
    expect(categoryOfCode(0)).toBeUndefined();
  });
});

describe('the code of a country', () => {
  it.each([
    ['AD', 3],
    ['AZ', 25],
    ['BA', 26],
    ['es', 122],
    ['ZW', 672],
  ])('%s is %s and can be decoded', (country, code) => {
    expect(countryTarget(country)).toEqual({ kind: 'country', id: code });
    expect(teamTarget(country)).toEqual({ kind: 'team', id: code });
    expect(countryOfCode(code)).toBe(country.toUpperCase());
  });

  it.each(['', 'E', 'ESP', 'E5', 'Ñ1', ' ES', 'AB', 'EU', 'ZZ'])(
    'does not exist for "%s"',
    (word) => {
      expect(countryTarget(word)).toBeNull();
    },
  );

  it.each([-1, 676])('is never %s', (code) => {
    expect(countryOfCode(code)).toBeUndefined();
  });
});

it('a channel receives its own follows, and those of members unless they are off', () => {
  const received = (memberFollows: boolean) =>
    (['channel', 'members', undefined] as const).map((by) =>
      receivesFollows({ memberFollows }, by),
    );
  expect(received(true)).toEqual([true, true, false]);
  expect(received(false)).toEqual([true, false, false]);
});

it.each<[string, (kind: FollowKind) => boolean, readonly FollowKind[]]>([
  ['matches many matches a day', isWide, ['category', 'level', 'country']],
])('a follow that %s', (_what, predicate, kinds) => {
  expect(FOLLOW_KINDS.filter(predicate).toSorted()).toEqual(kinds.toSorted());
});

it('targets are equal when their kinds and ids are', () => {
  const [one, other] = [{ kind: 'player', id: 1 } as const, { kind: 'match', id: 1 } as const];
  expect(distinctTargets([one, other, { ...one }])).toEqual([one, other]);
});
