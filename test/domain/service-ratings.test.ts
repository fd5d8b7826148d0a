import { describe, expect, it } from 'vitest';
import type { Match } from '#src/domain/match/match.ts';
import { ratingMoves, type RatingChange } from '#src/domain/people/rating-moves.ts';
import {
  chancesFromRatings,
  isNewRating,
  laterRating,
  RECONFIRMED_AFTER_MS,
} from '#src/domain/people/ratings.ts';
import { MINUTE } from '#src/lib/time.ts';
import { aMatch } from './feed.ts';

describe('the chances of two sides', () => {
  it.each([
    ['equal sides', [1_400, 1_300], [1_350, 1_350], 0.5],
    ['a side 200 points higher', [1_500, 1_500], [1_300, 1_300], 10 / 11],
    ['a pair by the mean of its players', [1_600, 1_400], [1_200, 1_400], 10 / 11],
    ['a side 100 points lower', [1_300], [1_400], 1 / (1 + 10 ** 0.5)],
  ])('are computed for %s', (_reason, team_1, team_2, expected) => {
    const all = [...team_1, ...team_2];
    const ids = {
      team_1: team_1.map((_, at) => at),
      team_2: team_2.map((_, at) => team_1.length + at),
    };
    const ratingOf = (id: number) => ({ elo: all[id] ?? 0, since: 0, readAt: 0 });
    const { chances } = chancesFromRatings(ratingOf, ids, 0) ?? {};
    expect(chances?.team_1).toBeCloseTo(expected, 10);
    expect(chances?.team_2).toBeCloseTo(1 - expected, 10);
  });
});

describe('a rating', () => {
  const first = { elo: 1_400, since: 100, readAt: 100 };

  it('keeps its start when it is read again unchanged', () => {
    const again = laterRating(first, { elo: 1_400, since: 900, readAt: 900 });
    expect(again).toEqual({ elo: 1_400, since: 100, readAt: 900 });
    expect(isNewRating(first, again)).toBe(false);
    expect(isNewRating(first, { ...first, readAt: 100 + RECONFIRMED_AFTER_MS })).toBe(true);
  });

  it.each([
    ['appears', undefined, first, true],
    ['disappears', first, undefined, true],
    ['changes', first, { ...first, elo: 1_401 }, true],
    ['is still unknown', undefined, undefined, false],
    [
      'is unchanged just before it has to be confirmed again',
      first,
      { ...first, readAt: 99 + RECONFIRMED_AFTER_MS },
      false,
    ],
  ])('that %s is stored only if it is new; known before: %s', (_what, known, read, expected) => {
    expect(isNewRating(known, read)).toBe(expected);
  });

  it('has a new start when it changes, even at the same instant', () => {
    const next = { elo: 1_410, since: 100, readAt: 100 };
    expect(laterRating(first, next)).toBe(next);
  });

  it('stays the same when an older one or none is read', () => {
    expect(laterRating(first, { elo: 1_390, since: 50, readAt: 50 })).toBe(first);
    expect(laterRating(first, undefined)).toBe(first);
    expect(laterRating(undefined, first)).toBe(first);
  });
});

describe('the rating moves of a match', () => {
  const STARTED = 1_000 * MINUTE;
  const played = (more: Partial<Match> = {}): Match =>
    aMatch({ status: 'finished', startedAt: STARTED, duration: 90, ...more });
  const END = STARTED + 90 * MINUTE;
  const change = (playerId: number, since: number, elo: number): RatingChange => ({
    playerId,
    since,
    elo,
  });
  const BEFORE = [1, 2, 3, 4].map((id) => change(id, STARTED - 500 * MINUTE, 1_400));
  const AFTER = [1, 2, 3, 4].map((id) => change(id, END + 5 * MINUTE, id < 3 ? 1_408 : 1_392));
  const other = (more: Partial<Match>): Match =>
    played({ id: 9, startedAt: STARTED - 300 * MINUTE, ...more });
  const movesOf = (
    match = played(),
    changes = [...BEFORE, ...AFTER],
    over: readonly Match[] = [],
  ) => ratingMoves(match, changes, over);

  it('are the ratings before and after it', () => {
    const later = change(1, END + 900 * MINUTE, 1_500);
    const earlier = change(1, STARTED - 900 * MINUTE, 1_000);
    const moves = movesOf(played(), [later, ...AFTER, ...BEFORE, earlier]);
    expect(moves?.get(1)).toEqual({ before: 1_400, after: 1_408 });
    expect(moves?.get(4)).toEqual({ before: 1_400, after: 1_392 });
  });

  it.each<[string, Match, RatingChange[], Match[]]>([
    ['a rating was not read before it', played(), [...BEFORE.slice(1), ...AFTER], []],
    ['a rating was not read after it', played(), [...BEFORE, ...AFTER.slice(1)], []],
    ['a rating changed during it', played(), [...BEFORE, ...AFTER, change(1, END - 1, 9)], []],
    ['its start is unknown', played({ startedAt: null }), [...BEFORE, ...AFTER], []],
    ['its duration is unknown', played({ duration: null }), [...BEFORE, ...AFTER], []],
    ['it was a walkover', played({ status: 'walkover' }), [...BEFORE, ...AFTER], []],
    [
      'it is a match of teams',
      played({ tie: { group: null, teams: { team_1: 'AR', team_2: 'IT' }, rubber: 1 } }),
      [...BEFORE, ...AFTER],
      [],
    ],
    ['another result is in between', played(), [...BEFORE, ...AFTER], [other({})]],
    [
      'another result may be in between',
      played(),
      [...BEFORE, ...AFTER],
      [other({ duration: null })],
    ],
  ])('are unknown when %s', (_reason, match, changes, over) => {
    expect(movesOf(match, changes, over)).toBeNull();
  });

  it('are known after a retirement, with reads exactly at its start and at its end', () => {
    const moment = [
      ...[1, 2, 3, 4].map((id) => change(id, STARTED, 1_400)),
      ...[1, 2, 3, 4].map((id) => change(id, END, 1_390)),
    ];
    expect(movesOf(played({ status: 'retired' }), moment)?.get(2)).toEqual({
      before: 1_400,
      after: 1_390,
    });
  });

  it('are unknown for a match with fewer than four players', () => {
    const team_1 = [{ id: 1, name: 'Ana Vega' }];
    expect(movesOf(played({ teams: { team_1, team_2: [] } }))).toBeNull();
  });

  it.each([
    ['that ended when the first rating was read', { startedAt: STARTED - 590 * MINUTE }],
    ['that ended when the second rating was read', { startedAt: END - 85 * MINUTE }],
    ['from before the first rating', { startedAt: STARTED - 900 * MINUTE }],
    ['that was a walkover', { status: 'walkover' }],
    ['of other players', { teams: { team_1: [{ id: 7, name: 'A' }], team_2: [] } }],
  ])('are known despite another result %s', (_reason, more) => {
    expect(movesOf(played(), [...BEFORE, ...AFTER], [played(), other(more)])?.size).toBe(4);
  });
});
