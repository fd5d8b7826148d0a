import { expect, it } from 'vitest';
import { matchUntil, nextBookmark, START } from '#src/domain/probability/bookmark.ts';
import type { Match } from '#src/domain/match/match.ts';
import { stateOf, withPoints, type TrackedMatch } from '#src/domain/match/state.ts';
import type { Team } from '#src/domain/terms.ts';
import { aHeld } from '../render/held.ts';
import { aMatch, feedOf, finishedMatch, playOut } from './feed.ts';
import { aGame, aSet, anUpdate, sets } from './written.ts';

const whitewash = playOut(Array<Team>(48).fill('team_1'), 'star-point');

const heldOf = (match: Match, shown = whitewash.length): TrackedMatch =>
  aHeld(match, { state: withPoints(stateOf(match), feedOf(whitewash.slice(0, shown)), null) });

it('a match cut at a bookmark contains nothing that happened or became known later', () => {
  const at = { set: 1, game: 4, points: 2 };
  const now = heldOf(aMatch({ status: 'live' }), 15);
  const over = heldOf({
    ...finishedMatch(whitewash),
    startedAt: 9,
    watchability: 90,
    withheld: ['videos'],
    venueOffset: 120,
  });
  const later = { ...over, rev: 70, changedAt: 5, delayedSince: 7 };
  expect(matchUntil(later, at)).toEqual(matchUntil(now, at));
  expect(JSON.stringify(matchUntil(later, at))).not.toContain('finished');
  expect(matchUntil(later, START).state.sets).toEqual([]);
});

it('a match cut at a bookmark has set scores from its points, without later tie-break points', () => {
  const feed = anUpdate('live', aSet(1, '7-6', aGame('6-6', '1:0')), aSet(2, null, aGame('0-0')));
  const live = aMatch({ status: 'live' });
  const over = aMatch({ status: 'finished', score: sets('7-6(4) 6-1 6-2') });
  const [during, afterwards] = [live, over].map((match) =>
    matchUntil(aHeld(match, { state: withPoints(stateOf(match), feed, null) }), {
      set: 2,
      game: 1,
      points: 0,
    }),
  );
  expect(afterwards).toEqual(during);
  expect(during?.state.sets[0]?.score).toEqual(sets('7-6')[0]);
});

it('games that the feed skipped form one step', () => {
  const live = aMatch({ status: 'live' });
  const feed = anUpdate('live', aSet(1, null, aGame('0-0', '15:0'), aGame('2-1', '15:0 15:15')));
  const held = aHeld(live, { state: withPoints(stateOf(live), feed, null) });
  const next = nextBookmark(held, START, 'game');
  expect(next).toEqual({ set: 1, game: 4, points: 0 });
  expect(nextBookmark(held, next ?? START, 'game')).toBeNull();
  expect(nextBookmark(held, START, 'set')).toBeNull();
});
