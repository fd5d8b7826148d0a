import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '#src/domain/alerts/settings.ts';
import { ALERT_TYPES } from '#src/domain/alerts/alert-types.ts';
import type { AboutMatch, AlertEvent } from '#src/domain/alerts/events.ts';
import { DELIVERY_REASONS } from '#src/domain/alerts/delivery-reasons.ts';
import type { ReplayedPost } from '#src/domain/alerts/replay.ts';
import { LOCALES, type Locale } from '#src/i18n/i18n.ts';
import type { AlertHistory } from '#src/domain/stored-data.ts';
import { previewMessage } from '#src/render/moderation/preview.ts';
import { whyMessage } from '#src/render/moderation/why.ts';
import { sets } from '../domain/written.ts';
import { anAlertChannel } from './channel.ts';
import { aHeld, aReader } from './held.ts';

const CHANNEL = anAlertChannel({ settings: { ...DEFAULT_SETTINGS, types: ALERT_TYPES } });

const aSet = (set: number): AboutMatch => ({
  kind: 'set',
  matchId: 123,
  set,
  score: { team_1: 6, team_2: 4, tieBreak: null },
  minutes: null,
});

const RESULT: AboutMatch = {
  kind: 'result',
  matchId: 123,
  status: 'finished',
  winner: 'team_1',
  score: sets('6-4 6-4'),
  minutes: null,
};

const withDelivery = (
  event: AlertEvent,
  delivery: Partial<NonNullable<AlertHistory['delivery']>>,
): AlertHistory => ({
  event,
  createdAt: 1_000,
  expiresAt: 2_000,
  isDone: true,
  delivery: {
    outcome: 'suppressed',
    reason: null,
    detail: null,
    waitedFor: null,
    dueAt: null,
    at: 1_000,
    messageId: null,
    targetId: null,
    ...delivery,
  },
});

const sent = (event: AlertEvent): AlertHistory =>
  withDelivery(event, { outcome: 'sent', messageId: '9' });
const quiet = (event: AlertEvent): AlertHistory => withDelivery(event, { reason: 'quiet-hours' });

const why = (
  news: readonly AlertHistory[],
  more: Partial<Parameters<typeof whyMessage>[1]> = {},
  locale: Locale = 'en',
) =>
  whyMessage(aReader(locale), {
    channel: CHANNEL,
    held: aHeld(),
    missing: [],
    timedOutUntil: null,
    followed: ['Ana Vega'],
    others: [],
    news,
    absences: new Map(),
    card: undefined,
    setUpAt: null,
    followedSince: 0,
    now: 3_000,
    ...more,
  });

/** The lines about the alerts, without their times. */
const linesIn = (locale: Locale, news: readonly AlertHistory[], now = 3_000): readonly string[] => {
  const { embeds } = why(news, { now }, locale);
  const [, lines = ''] = embeds?.[0]?.description?.split('\n\n') ?? [];
  return lines.split('\n').map((line) => line.replace(/ \(<t:\d+:T>\)/, ''));
};

const linesOn = (...news: readonly AlertHistory[]): readonly string[] => linesIn('en', news);

it('a match to come has no button for what would have been posted, until something is told of it', () => {
  const buttons = (status: string, ...news: readonly AlertHistory[]) => {
    return why(news, { held: aHeld({ status }), now: 3 }).components?.length ?? 0;
  };
  const reminder = { kind: 'reminder', matchId: 123, startsAt: 9_000, minutes: 15 } as const;
  expect(buttons('scheduled')).toBe(0);
  expect(buttons('scheduled', sent(reminder))).toBe(1);
  expect(buttons('live')).toBe(1);
});

it('what would not be posted is named like its reasons: a set alone, several together', () => {
  const droppedOf = (...news: readonly ReplayedPost[]): readonly string[] => {
    const view = { told: aReader(), channel: CHANNEL, isFollowed: true, news };
    const text = previewMessage(aReader(), aHeld(), view).embeds?.[0]?.description ?? '';
    return text.split('\n\n').at(-1)?.split('\n') ?? [];
  };
  const dropped = (
    event: ReplayedPost['event'],
    skipReason: ReplayedPost['skipReason'],
  ): ReplayedPost => ({ event, at: 1_000, skipReason });
  expect(droppedOf(dropped(aSet(2), 'included-in-result'))).toEqual([
    '**Would not be posted: 1**',
    '- Set 2: Included in the result',
  ]);
  expect(
    droppedOf(dropped(aSet(1), 'limit'), dropped(aSet(2), 'limit'), dropped(RESULT, 'limit')),
  ).toEqual([
    '**Would not be posted: 3**',
    expect.stringMatching(/^- Every set: .+ ×2$/),
    expect.stringMatching(/^- Results: [^×]+$/),
  ]);
});

describe('the reasons why alerts were posted or not', () => {
  it('name the set', () => {
    expect(linesOn(sent(aSet(1)), sent(aSet(2)))).toEqual([
      expect.stringMatching(/^\*\*Set 1\*\*: Posted/),
      expect.stringMatching(/^\*\*Set 2\*\*: Posted/),
    ]);
  });

  it('group the alerts that were not posted for the same reason', () => {
    expect(linesOn(quiet(aSet(1)), quiet(aSet(2)), sent(RESULT))).toEqual([
      '**Every set**: Quiet hours ×2',
      expect.stringMatching(/^\*\*Results\*\*: Posted/),
    ]);
  });

  it('name each reminder, of the lead time of the channel alone', () => {
    const reminder = (minutes: number): AlertHistory =>
      withDelivery(
        { kind: 'reminder', matchId: 123, minutes, startsAt: 9_000 },
        { reason: 'quiet-hours' },
      );
    expect(linesOn(reminder(5), reminder(15), reminder(30), reminder(15))).toEqual([
      '**Reminders**: Quiet hours',
      '**Reminders**: Quiet hours',
    ]);
  });

  it('link a post while it stands', () => {
    const gone = withDelivery(RESULT, { outcome: 'sent' });
    expect(linesOn(sent(RESULT))[0]).toMatch(/: Posted <t:1:T>: https:.+\/9$/);
    expect(linesOn(gone)).toEqual(['**Results**: Posted <t:1:T>']);
    const channel = { ...CHANNEL, broken: 'unknown-channel' } as const;
    const { embeds } = why([sent(RESULT)], { channel });
    expect(embeds?.[0]?.description).not.toContain('https:');
  });

  it('have a date unless they are of today in the channel', () => {
    const [line] = linesIn('en', [sent(RESULT)], 24 * 60 * 60_000);
    expect(line).toMatch(/^\*\*Results\*\* \(<t:1:f>\): Posted <t:1:f>: /);
  });

  it('mention the summary after quiet hours only for alerts that are in it', () => {
    expect(linesOn(quiet({ kind: 'start', matchId: 123 }), quiet(aSet(1)), quiet(RESULT))).toEqual([
      '**Match start**: Quiet hours',
      '**Set 1**: Quiet hours',
      '**Results**: Quiet hours; included in the summary posted after them',
    ]);
  });
});

describe.each(LOCALES)('the reasons in %s', (locale) => {
  const [line = ''] = linesIn(locale, [withDelivery(aSet(1), { reason: 'error' })]);
  const failure = line.split(': ')[1] ?? '';

  it.each(DELIVERY_REASONS)('have a sentence for %s', (reason) => {
    for (const outcome of ['suppressed', 'failed', 'pending'] as const) {
      const [words = ''] = linesIn(locale, [withDelivery(aSet(1), { outcome, reason })]);
      expect(words).toMatch(/: \p{L}+[ ’'](.*\p{L})?/u);
      expect(words).not.toContain(reason.includes('-') ? reason : '(error)');
      if (reason !== 'error') expect(words).not.toContain(failure);
    }
  });

  it("include Discord's error message as plain text", () => {
    const [words] = linesIn(locale, [
      withDelivery(aSet(1), { outcome: 'failed', reason: 'rejected', detail: 'Invalid *Form*' }),
    ]);
    expect(words).toContain(': Invalid \\*Form\\*');
  });
});
