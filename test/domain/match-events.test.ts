import { describe, expect, it } from 'vitest';
import { diffStates, eventsOf, matchEventKey, resultKey } from '#src/domain/match/events.ts';
import type { MatchEvent } from '#src/domain/match/match-event.ts';
import { stateOf, withMatch, withPoints, type MatchState } from '#src/domain/match/state.ts';
import { formatSet, formatSets } from '#src/domain/match/score.ts';
import type { Team } from '#src/domain/terms.ts';
import { aMatch } from './feed.ts';
import { aGame, anUpdate, aSet, inPlay, sets } from './written.ts';

const textOf = (event: MatchEvent): string => {
  if (event.kind === 'start') return 'start';
  const end = event.kind === 'set' && event.withdrawn === true ? ' withdrawn' : '';
  if (event.kind === 'set') return `set ${event.set} ${formatSet(event.score)}${end}`;
  const mark = event.confirmed === false ? ' ?' : '';
  return `${event.status} ${event.winner} ${formatSets(event.score)}`.trim() + mark;
};

const textsOf = (state: MatchState): string[] => eventsOf(state).map(textOf);

const over = (status: string, score: string | null, winner: Team | null = 'team_1') =>
  stateOf(aMatch({ status, winner, score: score === null ? null : sets(score) }));

const unconfirmed = (score: string): MatchState => {
  const played = sets(score).map((set, index) => aSet(index + 1, formatSet(set)));
  return withPoints(inPlay(), anUpdate('ended', ...played), null);
};

const UNCONFIRMED = unconfirmed('6-4 6-3');

/** The unconfirmed result, once the record says this. */
const thenRead = (status: string, score: string | null, winner: Team | null = null): MatchState =>
  withMatch(UNCONFIRMED, aMatch({ status, winner, score: score === null ? null : sets(score) }));

describe('the events of a match', () => {
  it.each([
    ['nothing before it', stateOf(aMatch()), []],
    ['its start', inPlay(), ['start']],
    ['no set in progress', inPlay(aSet(1, null, aGame('5-0'))), ['start']],
    ['complete sets', inPlay(aSet(1, '6-4'), aSet(2, '3-6')), ['start', 'set 1 6-4', 'set 2 3-6']],
    [
      'a set that must be over, since the next one has begun',
      inPlay(aSet(1, null, aGame('5-4')), aSet(2, null, aGame('0-0'))),
      ['start', 'set 1 6-4'],
    ],
    ['no set after an unknown one', inPlay(aSet(1, null, aGame('6-6')), aSet(2, '6-1')), ['start']],
    ['no set when the set before it is missing', inPlay(aSet(2, '6-3')), ['start']],
    [
      'its result after its sets',
      over('finished', '6-4 6-3'),
      ['start', 'set 1 6-4', 'set 2 6-3', 'finished team_1 6-4 6-3'],
    ],
    ['no result without a winner', over('finished', null, null), ['start']],
    [
      'a result before it is confirmed, once play has ended with complete sets',
      withPoints(inPlay(aSet(1, '6-4'), aSet(2, '6-3')), anUpdate('ended'), null),
      ['start', 'set 1 6-4', 'set 2 6-3', 'finished team_1 6-4 6-3 ?'],
    ],
    [
      'no result while play goes on, whatever its sets',
      inPlay(aSet(1, '6-4'), aSet(2, '6-3')),
      ['start', 'set 1 6-4', 'set 2 6-3'],
    ],
    [
      'no result of an end without complete sets: it may be a retirement',
      withPoints(
        inPlay(aSet(1, '6-4'), aSet(2, null, aGame('2-1', '40:0'))),
        anUpdate('ended'),
        null,
      ),
      ['start', 'set 1 6-4'],
    ],
    [
      'a retirement, with its partial set only in the result',
      over('retired', '6-4 2-1', 'team_2'),
      ['start', 'set 1 6-4', 'retired team_2 6-4 2-1'],
    ],
    [
      'a result without a score when the score is incomplete',
      over('finished', '6-4 2-1'),
      ['start', 'set 1 6-4', 'finished team_1'],
    ],
    ['a walkover without a start', over('walkover', null), ['walkover team_1']],
    ['no walkover without a winner', over('walkover', null, null), []],
    ['nothing for a bye', over('bye', null), []],
    ['nothing for an unknown status', over('postponed', null, null), []],
  ])('include %s', (_reason, state, expected) => {
    expect(textsOf(state)).toEqual(expected);
  });

  it('have a different key each', () => {
    expect(eventsOf(over('finished', '6-4 3-6 7-5')).map(matchEventKey)).toEqual([
      'match:123:start',
      'match:123:set:1',
      'match:123:set:2',
      'match:123:set:3',
      resultKey(123),
    ]);
  });
});

describe('the difference of two states', () => {
  const afterOneSet = inPlay(aSet(1, '6-4'));
  const finished = over('finished', '6-4 6-3');

  it.each<[reason: string, before: MatchState, after: MatchState, ...told: string[]]>([
    ['nothing changed', afterOneSet, afterOneSet],
    ['many points at once', stateOf(aMatch()), afterOneSet, 'start', 'set 1 6-4'],
    ['a score from before it was first seen', inPlay(), afterOneSet],
    ['a result after such a score', inPlay(), finished, 'finished team_1 6-4 6-3'],
    [
      'a whole match at once',
      stateOf(aMatch()),
      finished,
      'start',
      'set 1 6-4',
      'set 2 6-3',
      'finished team_1 6-4 6-3',
    ],
    ['a corrected set', afterOneSet, inPlay(aSet(1, '7-5')), 'corrected set 1 7-5'],
    [
      'tie-break points that became known',
      inPlay(aSet(1, '7-6')),
      inPlay(aSet(1, '7-6(4)')),
      'completed set 1 7-6(4)',
    ],
    [
      'tie-break points that a later response lacks',
      over('finished', '6-4 7-6(4)'),
      over('finished', '6-4 7-6'),
    ],
    [
      'tie-break points that became known for the result, too',
      over('finished', '6-4 7-6'),
      over('finished', '6-4 7-6(4)'),
      'completed set 2 7-6(4)',
      'completed finished team_1 6-4 7-6(4)',
    ],
    ['its length', finished, { ...finished, duration: 84 }, 'completed finished team_1 6-4 6-3'],
    [
      'a result with one more set',
      over('retired', '6-4'),
      over('retired', '6-4 2-1'),
      'corrected retired team_1 6-4 2-1',
    ],
    [
      'a corrected result and its set',
      finished,
      over('finished', '6-4 7-6(2)'),
      'corrected set 2 7-6(2)',
      'corrected finished team_1 6-4 7-6(2)',
    ],
    [
      'a corrected winner',
      finished,
      over('finished', '6-4 6-3', 'team_2'),
      'corrected finished team_2 6-4 6-3',
    ],
    [
      'a former retirement',
      finished,
      over('retired', '6-4 6-3'),
      'corrected retired team_1 6-4 6-3',
    ],
    [
      'a score that became known, whose sets are no news any more',
      over('finished', null),
      finished,
      'completed finished team_1 6-4 6-3',
    ],
    [
      'a score that became known with another winner',
      over('finished', null),
      over('finished', '4-6 3-6', 'team_2'),
      'corrected finished team_2 4-6 3-6',
    ],
    ['a set that disappears, which retracts nothing', afterOneSet, inPlay(aSet(1, null))],
    [
      'an unconfirmed result that the record confirms',
      UNCONFIRMED,
      thenRead('finished', '6-4 6-3'),
      'completed finished team_1 6-4 6-3',
    ],
    [
      'an unconfirmed result of which the record has no score yet',
      UNCONFIRMED,
      thenRead('finished', null, 'team_1'),
    ],
    [
      'an unconfirmed result that the record corrects',
      UNCONFIRMED,
      thenRead('finished', '6-4 7-6(2)'),
      'corrected set 2 7-6(2)',
      'corrected finished team_1 6-4 7-6(2)',
    ],
    [
      'an unconfirmed result that was a retirement',
      UNCONFIRMED,
      thenRead('retired', '6-4 5-3', 'team_2'),
      'corrected retired team_2 6-4 5-3',
      'corrected set 2 6-3 withdrawn',
    ],
    [
      'an unconfirmed result by another one, which corrects nothing yet',
      UNCONFIRMED,
      unconfirmed('6-4 7-5'),
      'corrected set 2 7-5',
      'completed finished team_1 6-4 7-5 ?',
    ],
    [
      'a start that became a walkover, which retracts nothing',
      inPlay(),
      over('walkover', null),
      'walkover team_1',
    ],
    [
      'a set that the final record does not have',
      inPlay(aSet(1, '6-4'), aSet(2, '6-3')),
      over('retired', '6-4 2-1', 'team_2'),
      'retired team_2 6-4 2-1',
      'corrected set 2 6-3 withdrawn',
    ],
    [
      'a last set that nobody plays, which is not in the result',
      inPlay(aSet(1, '6-4'), aSet(2, '6-3'), aSet(3, null, aGame('0-0', '15:0'))),
      withMatch(
        inPlay(aSet(1, '6-4'), aSet(2, '6-3'), aSet(3, null, aGame('0-0', '15:0'))),
        aMatch({ status: 'finished', winner: 'team_1' }),
      ),
      'finished team_1 6-4 6-3 ?',
    ],
  ])('%s', (_reason, before, after, ...told) => {
    const { news, corrections, completions } = diffStates(before, after);
    expect([
      ...news.map(textOf),
      ...corrections.map((event) => `corrected ${textOf(event)}`),
      ...completions.map((event) => `completed ${textOf(event)}`),
    ]).toEqual(told);
  });

  it('a set that was withdrawn is told again once the record has it', () => {
    const told = eventsOf(inPlay(aSet(1, '6-4'), aSet(2, '6-3'))).map((event) =>
      event.kind === 'set' && event.set === 2 ? { ...event, withdrawn: true as const } : event,
    );
    const before = over('retired', '6-4 2-1', 'team_2');
    const { corrections } = diffStates(before, over('finished', '6-4 6-3'), told);
    expect(corrections.map(textOf)).toContain('set 2 6-3');
  });

  it('finds an event that was announced before play went on', () => {
    const [before, after] = [inPlay(), unconfirmed('6-4 7-5')];
    const { news, completions } = diffStates(before, after, eventsOf(UNCONFIRMED));
    expect([news, completions].map((part) => part.map(textOf))).toEqual([
      [],
      ['finished team_1 6-4 7-5 ?'],
    ]);
  });
});
