import { describe, expect, it } from 'vitest';
import { momentChanges } from '#src/domain/alerts/moment-changes.ts';
import { isKeyMoment, MOMENTS_PER_MATCH, opensUpsetWatch } from '#src/domain/alerts/moments.ts';
import { newPlay } from '#src/domain/match/play.ts';
import type { SetScore } from '#src/domain/match/score.ts';
import { stateOf, withMatch, withPoints } from '#src/domain/match/state.ts';
import { aMatch } from './feed.ts';
import { aGame, anUpdate, aSet, sets } from './written.ts';

const TIE_BREAK = {
  kind: 'key',
  matchId: 123,
  set: 3,
  games: { team_1: 6, team_2: 6 },
  game: 33,
  chance: 0.5,
  won: 1,
  lost: 0,
  outcome: null,
  end: null,
} as const;

const UPSET = {
  kind: 'upset',
  matchId: 123,
  set: 2,
  games: { team_1: 1, team_2: 0 },
  game: 12,
  outsider: 'team_1',
  before: 0.2,
  chance: 0.52,
  end: null,
} as const;

const SETS: readonly SetScore[] = sets('6-4 4-6');

const at = (set: 1 | 2 | 3, games: readonly [number, number], points = 0) => ({
  ...newPlay(),
  sets: SETS.slice(0, set - 1),
  games: { team_1: games[0], team_2: games[1] },
  points: { team_1: points, team_2: 0 },
});

const TOLD = {
  first: { kind: 'key', set: 1, game: 9 },
  second: { kind: 'key', set: 2, game: 19 },
  third: { kind: 'key', set: 3, game: 24 },
  upset: { kind: 'upset', set: 3, game: 25 },
} as const;

describe('a game is told', () => {
  const tense = { chance: 0.5, leverage: 0.3, worth: 0.4 };
  const dull = { chance: 0.5, leverage: 0.1, worth: 0.2 };
  const { first, second, third, upset } = TOLD;

  it.each([
    ['for what it is worth at its beginning', at(1, [6, 6]), { ...dull, worth: 0.5 }, [], true],
    ['in the deciding set when worth more', at(3, [4, 4]), { ...dull, worth: 0.5 }, [], false],
    ['for one of its points', at(1, [5, 4], 2), tense, [], true],
    ['never in a dull match', at(1, [5, 4], 2), dull, [], false],
    ['once in the first set', at(1, [6, 6]), tense, [first], false],
    ['once in the second set, too', at(2, [4, 4]), tense, [first], true],
    ['not twice in the second', at(2, [6, 6]), tense, [first, second], false],
    ['not twice', at(3, [2, 1], 3), tense, [third], false],
    ['in the deciding set while another is left', at(3, [4, 4]), tense, [first], true],
    ['not with the last post: the tie-break has it', at(3, [4, 4]), tense, [first, second], false],
    ['with the last one where no tie-break is near', at(3, [5, 3]), tense, [first, second], true],
    ['as a deciding tie-break, always', at(3, [6, 6]), dull, [first, second], true],
    [
      'not as a tie-break that is as good as won',
      at(3, [6, 6], 6),
      { ...dull, chance: 0.9 },
      [],
      false,
    ],
    ['not a fourth time', at(3, [6, 6]), tense, [first, second, third], false],
    ['beside the upset watch', at(3, [4, 2], 2), tense, [upset], true],
    ['not in the game in which the watch has opened', at(3, [3, 1], 2), tense, [upset], false],
  ] as const)('%s', (_what, play, stake, told, expected) => {
    expect(isKeyMoment({ play, ...stake }, told)).toBe(expected);
    expect(told.length).toBeLessThanOrEqual(MOMENTS_PER_MATCH);
  });
});

describe('the upset watch opens', () => {
  it.each([
    ['when the outsider is level at the end of a game', at(2, [1, 0]), 0.5, [], true],
    ['not before', at(2, [1, 0]), 0.49, [], false],
    ['not within a game', at(2, [1, 0], 1), 0.6, [], false],
    ['once a match', at(3, [1, 0]), 0.6, [TOLD.upset], false],
    ['not beside a deciding tie-break', at(3, [6, 6]), 0.6, [], false],
  ] as const)('%s', (_what, play, chance, told, expected) => {
    expect(opensUpsetWatch({ play, chance }, 'team_1', told)).toBe(expected);
  });
});

describe('every moment gets its ending', () => {
  const match = aMatch({ status: 'live' });
  const frame = anUpdate(
    'live',
    aSet(1, '6-4'),
    aSet(2, '4-6'),
    aSet(3, null, aGame('6-6', '5:4')),
  );
  const played = withPoints(stateOf(match), frame, null);
  const held = { match, chances: { team_1: 0.5, team_2: 0.5 }, tournament: null };
  const won = (winner: 'team_1' | 'team_2', status = 'finished') =>
    withMatch(played, aMatch({ status, winner, score: sets('6-4 4-6') }));
  const revisedTo = (state: typeof played, ...told: Parameters<typeof momentChanges>[1]) =>
    momentChanges({ ...held, state }, told, 7).revised;

  it('in the last game by the winner of the match where the last set has no score', () => {
    expect(revisedTo(played, TIE_BREAK)).toEqual([]);
    expect(revisedTo(won('team_2'), TIE_BREAK)).toMatchObject([
      {
        event: { outcome: { winner: 'team_2', chance: 1 }, end: { winner: 'team_2', at: 7 } },
        isCorrection: false,
      },
    ]);
  });

  it.each([
    ['the outsider won', won('team_1'), 'team_1'],
    ['the favourite held on', won('team_2'), 'team_2'],
    ['nobody, when it ended early', won('team_1', 'retired'), null],
  ] as const)('as an upset: %s', (_what, state, winner) => {
    const [revised, ...others] = revisedTo(state, UPSET);
    expect([revised, others]).toMatchObject([{ event: { end: { winner } } }, []]);
    // Told already: nothing new.
    expect(revisedTo(state, revised?.event ?? UPSET)).toEqual([]);
  });

  it('which is corrected by another winner, and withdrawn when play goes on', () => {
    const told = { ...UPSET, end: { winner: 'team_2', at: 1 } } as const;
    expect(revisedTo(won('team_1'), told)).toMatchObject([
      { event: { end: { winner: 'team_1' } }, isCorrection: true },
    ]);
    expect(revisedTo(played, told)).toMatchObject([{ event: { end: null }, isCorrection: true }]);
  });
});
