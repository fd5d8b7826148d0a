import { describe, expect, it } from 'vitest';
import { diffStates, eventsOf, matchEventKey, type MatchEvent } from '#src/domain/match/events.ts';
import { stateOf, withMatch, withPoints, type MatchState } from '#src/domain/match/state.ts';
import { formatSet, formatSets } from '#src/domain/match/score.ts';
import { aMatch } from './feed.ts';
import { aGame, anUpdate, aSet, inPlay, sets } from './written.ts';

const said = (event: MatchEvent): string => {
  if (event.kind === 'start') return 'start';
  if (event.kind === 'set') return `set ${event.set} ${formatSet(event.score)}`;
  return `${event.status} ${event.winner} ${formatSets(event.score)}`.trim();
};

const told = (state: MatchState): string[] => eventsOf(state).map(said);

const over = (
  status: string,
  score: string | null,
  winner: 'team_1' | 'team_2' | null = 'team_1',
) => stateOf(aMatch({ status, winner, score: score === null ? null : sets(score) }));

describe('what there is to tell about a match', () => {
  it.each([
    ['nothing before it', stateOf(aMatch()), []],
    ['its start', inPlay(), ['start']],
    ['no set in progress', inPlay(aSet(1, null, aGame('5-0'))), ['start']],
    [
      'each complete set',
      inPlay(aSet(1, '6-4'), aSet(2, '3-6')),
      ['start', 'set 1 6-4', 'set 2 3-6'],
    ],
    [
      'a set that must be over, since the next one has begun',
      inPlay(aSet(1, null, aGame('5-4')), aSet(2, null, aGame('0-0'))),
      ['start', 'set 1 6-4'],
    ],
    [
      'no set after one whose score is unknown',
      inPlay(aSet(1, null, aGame('6-6')), aSet(2, '6-1')),
      ['start'],
    ],
    ['no set under the number of another', inPlay(aSet(2, '6-3')), ['start']],
    [
      'its result after its sets',
      over('finished', '6-4 6-3'),
      ['start', 'set 1 6-4', 'set 2 6-3', 'finished team_1 6-4 6-3'],
    ],
    ['no result as long as nobody has won', over('finished', null, null), ['start']],
    [
      'no result while it is not confirmed',
      withPoints(inPlay(aSet(1, '6-4'), aSet(2, '6-3')), anUpdate('ended'), null),
      ['start', 'set 1 6-4', 'set 2 6-3'],
    ],
    [
      'a retirement, its partial set in the result alone',
      over('retired', '6-4 2-1', 'team_2'),
      ['start', 'set 1 6-4', 'retired team_2 6-4 2-1'],
    ],
    [
      'a result without a score that ends',
      over('finished', '6-4 2-1'),
      ['start', 'set 1 6-4', 'finished team_1'],
    ],
    ['a walkover without a start', over('walkover', null), ['walkover team_1']],
    ['no walkover of nobody', over('walkover', null, null), []],
    ['nothing about a bye', over('bye', null), []],
    ['nothing under a word nobody knows', over('postponed', null, null), []],
  ])('is %s', (_reason, state, expected) => {
    expect(told(state)).toEqual(expected);
  });

  it('has a key of its own for everything that happened', () => {
    expect(eventsOf(over('finished', '6-4 3-6 7-5')).map(matchEventKey)).toEqual([
      'match:123:start',
      'match:123:set:1',
      'match:123:set:2',
      'match:123:set:3',
      'match:123:result',
    ]);
  });
});

describe('the difference of two states', () => {
  const afterOneSet = inPlay(aSet(1, '6-4'));
  const finished = over('finished', '6-4 6-3');

  const cases: [
    reason: string,
    before: MatchState,
    after: MatchState,
    news: string[],
    corrections: string[],
  ][] = [
    ['nothing changed', afterOneSet, afterOneSet, [], []],
    ['many points at once', stateOf(aMatch()), afterOneSet, ['start', 'set 1 6-4'], []],
    [
      'a whole match at once',
      stateOf(aMatch()),
      finished,
      ['start', 'set 1 6-4', 'set 2 6-3', 'finished team_1 6-4 6-3'],
      [],
    ],
    ['a corrected set', afterOneSet, inPlay(aSet(1, '7-5')), [], ['set 1 7-5']],
    [
      'tie-break points that became known',
      inPlay(aSet(1, '7-6')),
      inPlay(aSet(1, '7-6(4)')),
      [],
      [],
    ],
    [
      'a corrected result and its set',
      finished,
      over('finished', '6-4 7-6(2)'),
      [],
      ['set 2 7-6(2)', 'finished team_1 6-4 7-6(2)'],
    ],
    [
      'a corrected winner',
      finished,
      over('finished', '6-4 6-3', 'team_2'),
      [],
      ['finished team_2 6-4 6-3'],
    ],
    [
      'a result that was a retirement',
      finished,
      over('retired', '6-4 6-3'),
      [],
      ['retired team_1 6-4 6-3'],
    ],
    [
      'a score that became known',
      over('finished', null),
      finished,
      ['set 1 6-4', 'set 2 6-3'],
      ['finished team_1 6-4 6-3'],
    ],
    [
      'a set that is no longer there takes nothing back',
      afterOneSet,
      inPlay(aSet(1, null)),
      [],
      [],
    ],
    [
      'a start that turned into a walkover takes nothing back',
      inPlay(),
      over('walkover', null),
      ['walkover team_1'],
      [],
    ],
  ];
  it.each(cases)('%s', (_reason, before, after, news, corrections) => {
    const diff = diffStates(before, after);
    expect({ news: diff.news.map(said), corrections: diff.corrections.map(said) }).toEqual({
      news,
      corrections,
    });
  });
});

describe('the minutes of a set', () => {
  type Update = [minutes: number | null, ...live: Parameters<typeof inPlay>];

  /** Sees these sets one after the other, each this many minutes into the match. */
  const watching = (...updates: readonly Update[]): MatchState =>
    updates.reduce(
      (state, [minutes, ...live]) => withPoints(state, anUpdate('live', ...live), minutes),
      stateOf(aMatch({ status: 'live' })),
    );
  /** The same, each two minutes of a while. */
  const from = (begin: number, end: number, ...live: Parameters<typeof inPlay>): Update[] =>
    Array.from({ length: (end - begin) / 2 + 1 }, (_, n) => [begin + 2 * n, ...live]);
  const minutesIn = (state: MatchState) =>
    eventsOf(state).flatMap((event) => (event.kind === 'set' ? [event.minutes] : []));

  const first = aSet(1, null, aGame('5-4'));
  const second = aSet(2, null, aGame('2-5'));

  it.each([
    [
      'are counted from the start, then from set to set',
      [
        ...from(30, 36, first),
        [38, aSet(1, '6-4'), second],
        ...from(62, 68, aSet(1, '6-4'), second),
        [70, aSet(1, '6-4'), aSet(2, '2-6')],
      ],
      [38, 32],
    ],
    [
      'are unknown when what was held up comes all at once',
      [
        [10, aSet(1, null, aGame('1-0'))],
        [60, first],
        [60, aSet(1, '6-4'), second],
        [63, aSet(1, '6-4'), aSet(2, '2-6')],
      ],
      [null, null],
    ],
    [
      'stay as they were when the end is said again',
      [...from(32, 36, first), [38, aSet(1, '6-4')], [60, aSet(1, '6-4')]],
      [38],
    ],
    [
      'are unknown when nobody watched for a while before the end',
      [
        [10, first],
        [38, aSet(1, '6-4')],
      ],
      [null],
    ],
    [
      'are unknown when it ended in three minutes of which nobody saw anything',
      [...from(25, 35, first), [38, aSet(1, '6-4')]],
      [null],
    ],
    [
      'are unknown without a clock',
      [
        [null, first],
        [null, aSet(1, '6-4')],
      ],
      [null],
    ],
    [
      'stay unknown when a clock turns up later',
      [
        [null, first],
        [null, aSet(1, '6-4')],
        [60, aSet(1, '6-4')],
      ],
      [null],
    ],
    [
      'are unknown when the end was not seen',
      [
        [70, aSet(1, '6-4'), second],
        [80, aSet(1, '6-4'), aSet(2, '2-6')],
      ],
      [null, null],
    ],
    [
      'are unknown when two sets came at once',
      [[70, aSet(1, '6-4'), aSet(2, '2-6')]],
      [null, null],
    ],
  ] as [string, Update[], (number | null)[]][])('%s', (_reason, updates, expected) => {
    expect(minutesIn(watching(...updates))).toEqual(expected);
  });

  it('are told no more once the service knows of a shorter match', () => {
    const told = watching(...from(75, 79, first), [81, aSet(1, '6-4'), second]);
    expect(eventsOf(told)).toContainEqual(expect.objectContaining({ kind: 'set', minutes: 81 }));
    const ended = { status: 'finished', score: sets('6-4 6-3'), winner: 'team_1' } as const;
    const over = withMatch(told, aMatch({ ...ended, duration: 75 }));
    expect(diffStates(told, over).completions).toEqual([
      expect.objectContaining({ kind: 'set', set: 1, minutes: null }),
    ]);
    const longer = withMatch(told, aMatch({ ...ended, duration: 125 }));
    expect(diffStates(told, longer).completions).toEqual([]);
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

    it('are known with its score, though that is told after the end', () => {
      const over = ended(70, null);
      expect(minutesIn(over)).toEqual([38]);
      // The feed tells it when the match is closed, the match itself before.
      const closed = anUpdate('finished', one, aSet(2, '6-2'));
      expect(minutesIn(withPoints(over, closed, 72))).toEqual([38, 32]);
      const read = withMatch(over, aMatch({ status: 'ended', score: sets('6-4 6-2') }));
      expect(minutesIn(read)).toEqual([38, 32]);
    });

    it('are those up to the end of the match where nobody saw the end of the set', () => {
      expect(minutesIn(confirmed(inSecond, 70))).toEqual([38, 32]);
      const late = withPoints(inSecond, anUpdate('live', one, aSet(2, '6-2')), 70);
      expect(minutesIn(confirmed(late, 67))).toEqual([38, 29]);
      expect(minutesIn(confirmed(inSecond, null))).toEqual([38, null]);
    });

    it('stay as they were told when the service counts a minute less', () => {
      const told = ended(70, '6-2');
      expect(diffStates(told, confirmed(told, 69))).toMatchObject({
        corrections: [],
        completions: [],
      });
    });

    it('are unknown when it was given up: what is told last is its end, not that of a set', () => {
      const retired = aMatch({
        status: 'retired',
        score: sets('6-4'),
        winner: 'team_1',
        duration: 50,
      });
      expect(minutesIn(withMatch(watching([1, first]), retired))).toEqual([null]);
    });
  });

  it('of the match are the service’s own', () => {
    const state = withMatch(
      inPlay(aSet(1, '6-4'), aSet(2, '6-3')),
      aMatch({ status: 'finished', score: sets('6-4 6-3'), winner: 'team_1', duration: 84 }),
    );
    expect(eventsOf(state).at(-1)).toMatchObject({ kind: 'result', minutes: 84 });
  });
});
