import { describe, expect, it } from 'vitest';
import type { Match } from '#src/domain/match/match.ts';
import { ratingMoves, type RatingChange } from '#src/domain/people/rating-moves.ts';
import {
  chancesOf,
  isNewRating,
  laterRating,
  RECONFIRMED_AFTER_MS,
} from '#src/domain/people/ratings.ts';
import { MINUTE } from '#src/lib/time.ts';
import { aMatch } from './feed.ts';

describe('the chances of two sides', () => {
  it.each([
    ['equals', [1_400, 1_300], [1_350, 1_350], 0.5],
    ['200 points higher', [1_500, 1_500], [1_300, 1_300], 10 / 11],
    ['a pair as the mean of its two', [1_600, 1_400], [1_200, 1_400], 10 / 11],
    ['100 points lower', [1_300], [1_400], 1 / (1 + 10 ** 0.5)],
  ])('are those of %s', (_reason, team_1, team_2, expected) => {
    const chances = chancesOf({ team_1, team_2 });
    expect(chances.team_1).toBeCloseTo(expected, 10);
    expect(chances.team_1 + chances.team_2).toBeCloseTo(1, 10);
  });
});

describe('a rating', () => {
  const first = { elo: 1_400, since: 100, readAt: 100 };

  it('that is read again as it was keeps its beginning', () => {
    const again = laterRating(first, { elo: 1_400, since: 900, readAt: 900 });
    expect(again).toEqual({ elo: 1_400, since: 100, readAt: 900 });
    expect(isNewRating(first, again)).toBe(false);
    expect(isNewRating(first, { ...first, readAt: 100 + RECONFIRMED_AFTER_MS })).toBe(true);
  });

  it.each([
    ['appears', undefined, first, true],
    ['disappears', first, undefined, true],
    ['is another', first, { ...first, elo: 1_401 }, true],
    ['is still unknown', undefined, undefined, false],
    [
      'is the same a moment before that',
      first,
      { ...first, readAt: 99 + RECONFIRMED_AFTER_MS },
      false,
    ],
  ])('that %s is new: worth storing is %s', (_what, known, read, expected) => {
    expect(isNewRating(known, read)).toBe(expected);
  });

  it('that is another begins anew, also at the same instant', () => {
    const next = { elo: 1_410, since: 100, readAt: 100 };
    expect(laterRating(first, next)).toBe(next);
  });

  it('that was read before what is known is no news, and one that is missing takes none away', () => {
    expect(laterRating(first, { elo: 1_390, since: 50, readAt: 50 })).toBe(first);
    expect(laterRating(first, undefined)).toBe(first);
    expect(laterRating(undefined, first)).toBe(first);
  });
});

describe('how a result moved its players', () => {
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
  const told = (match = played(), changes = [...BEFORE, ...AFTER], over: readonly Match[] = []) =>
    ratingMoves(match, changes, over);

  it('is the difference of the readings around it', () => {
    const later = change(1, END + 900 * MINUTE, 1_500);
    const earlier = change(1, STARTED - 900 * MINUTE, 1_000);
    const moves = told(played(), [later, ...AFTER, ...BEFORE, earlier]);
    expect(moves?.get(1)).toEqual({ before: 1_400, after: 1_408 });
    expect(moves?.get(4)).toEqual({ before: 1_400, after: 1_392 });
  });

  it.each<[string, Match, RatingChange[], Match[]]>([
    ['one was not read before it', played(), [...BEFORE.slice(1), ...AFTER], []],
    ['one was not read after it', played(), [...BEFORE, ...AFTER.slice(1)], []],
    [
      'a rating changed while it was on',
      played(),
      [...BEFORE, ...AFTER, change(1, END - 1, 9)],
      [],
    ],
    ['nobody knows when it began', played({ startedAt: null }), [...BEFORE, ...AFTER], []],
    ['nobody knows how long it took', played({ duration: null }), [...BEFORE, ...AFTER], []],
    ['nobody played', played({ status: 'walkover' }), [...BEFORE, ...AFTER], []],
    [
      'it is a match of teams',
      played({ tie: { group: null, teams: { team_1: 'AR', team_2: 'IT' }, rubber: 1 } }),
      [...BEFORE, ...AFTER],
      [],
    ],
    ['another result lies between', played(), [...BEFORE, ...AFTER], [other({})]],
    ['another one may lie between', played(), [...BEFORE, ...AFTER], [other({ duration: null })]],
  ])('is unknown where %s', (_reason, match, changes, over) => {
    expect(told(match, changes, over)).toBeNull();
  });

  it('is known of a retirement, of a read at its very start and one at its very end', () => {
    const moment = [
      ...[1, 2, 3, 4].map((id) => change(id, STARTED, 1_400)),
      ...[1, 2, 3, 4].map((id) => change(id, END, 1_390)),
    ];
    expect(told(played({ status: 'retired' }), moment)?.get(2)).toEqual({
      before: 1_400,
      after: 1_390,
    });
  });

  it('is unknown of a match of fewer than four', () => {
    const team_1 = [{ id: 1, name: 'Ana Vega' }];
    expect(told(played({ teams: { team_1, team_2: [] } }))).toBeNull();
  });

  it.each([
    ['that ended as the first was read', { startedAt: STARTED - 590 * MINUTE }],
    ['that ended as the second was read', { startedAt: END - 85 * MINUTE }],
    ['before the reading', { startedAt: STARTED - 900 * MINUTE }],
    ['in which nobody played', { status: 'walkover' }],
    ['of others', { teams: { team_1: [{ id: 7, name: 'A' }], team_2: [] } }],
  ])('stands beside a result %s', (_reason, more) => {
    expect(told(played(), [...BEFORE, ...AFTER], [played(), other(more)])?.size).toBe(4);
  });
});
