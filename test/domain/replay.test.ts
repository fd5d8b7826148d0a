import { describe, expect, it } from 'vitest';
import type { AboutMatch } from '#src/domain/alerts/events.ts';
import { ALERT_TYPES } from '#src/domain/alerts/alert-types.ts';
import { DEFAULT_SETTINGS, type AlertSettings } from '#src/domain/alerts/settings.ts';
import { replayMatch } from '#src/domain/alerts/replay.ts';
import { MINUTE } from '#src/lib/time.ts';
import { aHeld } from '../render/held.ts';
import { sets } from './written.ts';

const NOON = Date.UTC(2026, 5, 7, 12);
const matchId = 123;
const score = sets('6-4')[0] ?? { team_1: 6, team_2: 4, tieBreak: null };

const START: AboutMatch = { kind: 'start', matchId };
const SET: AboutMatch = { kind: 'set', matchId, set: 1, score, minutes: 40 };
const RESULT: AboutMatch = {
  kind: 'result',
  matchId,
  status: 'finished',
  winner: 'team_1',
  score: sets('6-4 6-4'),
  minutes: 80,
};
const TIE: AboutMatch = { kind: 'tie', tie: '7:women', matchId, winner: 'team_1', score: null };
const NEXT: AboutMatch = { kind: 'next', matchId, minutes: null };
const reminder = (minutes: number): AboutMatch => ({
  kind: 'reminder',
  matchId,
  minutes,
  startsAt: NOON,
});

/** The outcome of events ten minutes apart in a channel with all kinds and these settings. */
const played = (chosen: Partial<AlertSettings>, ...events: readonly AboutMatch[]) =>
  replayMatch(
    { ...DEFAULT_SETTINGS, types: ALERT_TYPES, ...chosen },
    aHeld(),
    events.map((event, index) => ({ event, at: NOON + index * 10 * MINUTE })),
  ).map(({ event, at, skipReason }) => [event.kind, ((at ?? 0) - NOON) / MINUTE, skipReason]);

describe('a replay of a match with the settings of a channel', () => {
  it('posts every event at its time when all kinds are chosen', () => {
    expect(played({}, START, SET)).toEqual([
      ['start', 0, null],
      ['set', 10, null],
    ]);
  });

  it('applies the spoiler delay of the channel, except to reminders', () => {
    expect(played({ delay: 120, remindBefore: 15 }, reminder(15), START)).toEqual([
      ['reminder', 0, null],
      ['start', 12, null],
    ]);
  });

  it('skips what the channel has not chosen, with the reason', () => {
    expect(played({ types: ['start'] }, START, SET)).toEqual([
      ['start', 0, null],
      ['set', 10, 'type'],
    ]);
    expect(played({ smallestRound: 2 }, START)).toEqual([['start', 0, 'round']]);
  });

  it('omits reminders of another lead time', () => {
    expect(played({ remindBefore: 15 }, reminder(30), reminder(15))).toEqual([
      ['reminder', 10, null],
    ]);
  });

  it('skips events whose post would be in quiet hours', () => {
    const quietHours = { from: 12 * 60 + 5, to: 13 * 60 };
    expect(played({ quietHours }, START, SET)).toEqual([
      ['start', 0, null],
      ['set', 10, 'quiet-hours'],
    ]);
    expect(played({ quietHours, delay: 360 }, START)).toEqual([['start', 6, 'quiet-hours']]);
  });

  it('applies the hourly limit, which reserves posts for important kinds', () => {
    const starts = Array.from({ length: 60 }, () => ({ event: START, at: NOON }));
    const next = { event: NEXT, at: NOON };
    const skipped = (from: number) =>
      replayMatch({ ...DEFAULT_SETTINGS, types: ALERT_TYPES }, aHeld(), [
        ...starts.slice(from),
        next,
        { event: RESULT, at: NOON },
      ]).map(({ skipReason }) => skipReason);
    expect(skipped(0).slice(-3)).toEqual(['limit', 'limit', null]);
    expect(skipped(3).slice(-3)).toEqual([null, 'limit', null]);
    expect(skipped(4).slice(-3)).toEqual([null, null, null]);
  });

  it('includes the deciding rubber in the tie, even when the score of the tie is unknown', () => {
    expect(played({}, RESULT, TIE)).toEqual([
      ['result', 0, 'included-in-tie'],
      ['tie', 10, null],
    ]);
    expect(played({}, RESULT)).toEqual([['result', 0, null]]);
  });

  it('posts events without a known time, whatever the delay and the limit', () => {
    const settings = { ...DEFAULT_SETTINGS, types: ALERT_TYPES, delay: 60 };
    const events = [START, SET].map((event) => ({ event, at: null }));
    const watched = Array.from({ length: 60 }, () => ({ event: START, at: 0 }));
    expect(replayMatch(settings, aHeld(), [...watched, ...events]).slice(60)).toEqual([
      { event: START, at: null, skipReason: null },
      { event: SET, at: null, skipReason: null },
    ]);
  });
});
