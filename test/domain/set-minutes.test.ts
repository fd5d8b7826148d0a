import { describe, expect, it } from 'vitest';
import { diffStates, eventsOf } from '#src/domain/match/events.ts';
import { stateOf, withMatch, withPoints, type MatchState } from '#src/domain/match/state.ts';
import { aMatch } from './feed.ts';
import { aGame, anUpdate, aSet, inPlay, sets } from './written.ts';

describe('the minutes of a set', () => {
  type Update = [minutes: number | null, ...live: Parameters<typeof inPlay>];

  /** The state after these updates, each so many minutes into the match. */
  const watching = (...updates: readonly Update[]): MatchState =>
    updates.reduce(
      (state, [minutes, ...live]) => withPoints(state, anUpdate('live', ...live), minutes),
      stateOf(aMatch({ status: 'live' })),
    );
  /** The same update every two minutes of a period. */
  const from = (begin: number, end: number, ...live: Parameters<typeof inPlay>): Update[] =>
    Array.from({ length: (end - begin) / 2 + 1 }, (_, n) => [begin + 2 * n, ...live]);
  const minutesIn = (state: MatchState) =>
    eventsOf(state).flatMap((event) => (event.kind === 'set' ? [event.minutes] : []));

  const first = aSet(1, null, aGame('5-4'));
  const second = aSet(2, null, aGame('2-5'));
  const won = aSet(1, '6-4');
  const lost = aSet(2, '2-6');
  const at = (...update: Update): Update => update;

  it.each([
    [
      'are counted from the start, then from set to set',
      [
        ...from(30, 36, first),
        at(38, won, second),
        ...from(62, 68, won, second),
        at(70, won, lost),
      ],
      [38, 32],
    ],
    [
      'are unknown when delayed updates arrive all at once',
      [at(10, aSet(1, null, aGame('1-0'))), at(60, first), at(60, won, second), at(63, won, lost)],
      [null, null],
    ],
    [
      'stay the same when the end is repeated',
      [...from(32, 36, first), at(38, won), at(60, won)],
      [38],
    ],
    ['are unknown when nothing came before the end', [at(10, first), at(38, won)], [null]],
    [
      'are unknown when there was no update for three minutes before the end',
      [...from(25, 35, first), at(38, won)],
      [null],
    ],
    [
      'are known when updates cover the five minutes before the end',
      [...from(33, 37, first), at(38, won)],
      [38],
    ],
    [
      'are unknown when updates cover only four minutes before the end',
      [...from(34, 36, first), at(38, won)],
      [null],
    ],
    [
      'are unknown for a set without games, even when its end was seen',
      [...from(30, 36, aSet(1, null)), at(38, won, second)],
      [null],
    ],
    [
      'are unknown for a set that arrived complete with the end of another',
      [...from(30, 36, first), at(38, won, aSet(2, '6-0'))],
      [38, null],
    ],
    [
      'are unknown after a set whose end was not seen',
      [...from(20, 48, won, second), at(50, won, lost)],
      [null, null],
    ],
    ['are unknown without a clock', [at(null, first), at(null, won)], [null]],
    [
      'stay unknown when a clock turns up later',
      [at(null, first), at(null, won), at(60, won)],
      [null],
    ],
    [
      'are unknown when the end was not seen',
      [at(70, won, second), at(80, won, lost)],
      [null, null],
    ],
    ['are unknown for two sets at once', [at(70, won, lost)], [null, null]],
  ] as [string, Update[], (number | null)[]][])('%s', (_reason, updates, expected) => {
    expect(minutesIn(watching(...updates))).toEqual(expected);
  });

  it.each([
    ['too few for its games', 14, null],
    ['as few as its games take', 15, 15],
    ['as many as its games take', 90, 90],
    ['too many for its games', 91, null],
  ])('of ten games are %s: %s', (_reason, end, expected) => {
    const watched = watching(...from(end - 7, end - 1, first), [end, aSet(1, '6-4'), second]);
    expect(minutesIn(watched)).toEqual([expected]);
  });

  it('are removed when the service reports a shorter match', () => {
    const watched = watching(...from(75, 79, first), [81, aSet(1, '6-4'), second]);
    expect(eventsOf(watched)).toContainEqual(expect.objectContaining({ kind: 'set', minutes: 81 }));
    const ended = { status: 'finished', score: sets('6-4 6-3'), winner: 'team_1' } as const;
    const over = withMatch(watched, aMatch({ ...ended, duration: 75 }));
    expect(diffStates(watched, over).completions).toEqual([
      expect.objectContaining({ kind: 'set', set: 1, minutes: null }),
    ]);
    const longer = withMatch(watched, aMatch({ ...ended, duration: 125 }));
    expect(diffStates(watched, longer).completions).toEqual([]);
  });

  it('are not those of the match when its last set is unknown', () => {
    const finished = aMatch({
      status: 'finished',
      score: sets('6-4 2-1'),
      winner: 'team_1',
      duration: 80,
    });
    expect(minutesIn(stateOf(finished))).toEqual([null]);
  });

  describe('that ends the match', () => {
    const one = aSet(1, '6-4');
    const last = aSet(2, null, aGame('5-2'));
    /** The second set is in progress, the first took 38 minutes. */
    const inSecond = watching(...from(30, 36, first), [38, one, last], ...from(62, 68, one, last));
    const ended = (minutes: number, score: string | null) =>
      withPoints(inSecond, anUpdate('ended', one, aSet(2, score, ...last.games)), minutes);
    const confirmed = (state: MatchState, duration: number | null) =>
      withMatch(
        state,
        aMatch({ status: 'finished', score: sets('6-4 6-2'), winner: 'team_1', duration }),
      );

    it('are known with its score, even when that arrives after the end', () => {
      const over = ended(70, null);
      expect(minutesIn(over)).toEqual([38]);
      // The feed sends the score when it closes the match, the match itself has it earlier.
      const closed = anUpdate('finished', one, aSet(2, '6-2'));
      expect(minutesIn(withPoints(over, closed, 72))).toEqual([38, 32]);
      const read = withMatch(over, aMatch({ status: 'ended', score: sets('6-4 6-2') }));
      expect(minutesIn(read)).toEqual([38, 32]);
    });

    it('count up to the end of the match when the end of the set was not seen', () => {
      expect(minutesIn(confirmed(inSecond, 70))).toEqual([38, 32]);
      const late = withPoints(inSecond, anUpdate('live', one, aSet(2, '6-2')), 70);
      expect(minutesIn(confirmed(late, 67))).toEqual([38, 29]);
      expect(minutesIn(confirmed(inSecond, null))).toEqual([38, null]);
    });

    it('stay the same when the service counts a minute less', () => {
      const watched = ended(70, '6-2');
      const { corrections, completions } = diffStates(watched, confirmed(watched, 69));
      expect(corrections).toEqual([]);
      expect(completions.map(({ kind }) => kind)).toEqual(['result']);
    });

    it('are unknown after a retirement, which is the end of the match but not of a set', () => {
      const retired = aMatch({
        status: 'retired',
        score: sets('6-4'),
        winner: 'team_1',
        duration: 50,
      });
      expect(minutesIn(withMatch(watching([1, first]), retired))).toEqual([null]);
    });
  });

  it('of the match are those of the service', () => {
    const state = withMatch(
      inPlay(aSet(1, '6-4'), aSet(2, '6-3')),
      aMatch({ status: 'finished', score: sets('6-4 6-3'), winner: 'team_1', duration: 84 }),
    );
    expect(eventsOf(state).at(-1)).toMatchObject({ kind: 'result', minutes: 84 });
  });
});
