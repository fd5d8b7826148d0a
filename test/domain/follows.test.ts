import { describe, expect, it } from 'vitest';
import {
  categoryOfCode,
  categoryTarget,
  concerns,
  levelOfCode,
  levelTarget,
  targetsOf,
} from '#src/domain/alerts/follows.ts';
import { TOURNAMENT_LEVELS } from '#src/domain/tournament/levels.ts';
import type { Match } from '#src/domain/match/match.ts';
import { pairKey } from '#src/domain/people/pairs.ts';
import { aTournament } from '../render/held.ts';
import { aMatch } from './feed.ts';

const named = (match: Partial<Match>, level: string | null = null): string[] =>
  targetsOf({
    match: aMatch(match),
    tournament: level === null ? null : { ...aTournament(), level },
  }).map(({ kind, id }) => `${kind} ${id}`);

describe('the followers of a match', () => {
  it('are those of its players, pairs, tournament, category and level, and its own', () => {
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
    ['a tournament that is not known', { tournamentId: null }, null, /tournament|level/],
    ['a level that we have no code for', {}, 'fip_silver', /level/],
    ['a category that the plan withholds', { category: null }, 'p1', /category/],
    ['a pair whose partner is not drawn', { teams: { team_1: [], team_2: [] } }, 'p1', /pair/],
  ] as const)('are none of %s', (_reason, match, level, kind) => {
    expect(named(match, level).filter((target) => kind.test(target))).toEqual([]);
  });

  it('are those of a pair whichever way round it is written', () => {
    const { team_1, team_2 } = aMatch().teams;
    const turned = { team_1: team_1.toReversed(), team_2 };
    expect(named({ teams: turned })).toContain(`pair ${pairKey([1, 2])}`);
  });

  it('are found for one target alone', () => {
    const held = { match: aMatch(), tournament: aTournament() };
    expect(concerns(levelTarget('p1'), held)).toBe(true);
    expect(concerns(levelTarget('major'), held)).toBe(false);
    expect(concerns({ kind: 'player', id: 7 }, held)).toBe(false);
  });
});

describe('the codes of categories and levels', () => {
  it('lead back to what they stand for', () => {
    expect(
      (['men', 'women'] as const).map((word) => categoryOfCode(categoryTarget(word).id)),
    ).toEqual(['men', 'women']);
    expect(TOURNAMENT_LEVELS.map((level) => levelOfCode(levelTarget(level).id))).toEqual(
      TOURNAMENT_LEVELS,
    );
  });

  it('stay what they were: follows are stored under them', () => {
    expect(categoryTarget('men').id).toBe(1);
    expect(levelTarget('finals').id).toBe(1);
    expect(levelTarget('wpt_500').id).toBe(11);
    expect(levelOfCode(12)).toBeUndefined();
    expect(categoryOfCode(0)).toBeUndefined();
  });
});
