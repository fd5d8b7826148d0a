import { describe, expect, it } from 'vitest';
import { createBotRecord, type Asked } from '#bench/delivery/judge/bot-record.ts';
import { createGlobalLimits } from '#bench/delivery/judge/global-limits.ts';
import { FAIR, type Model, type Rules } from '#bench/delivery/judge/rules.ts';
import { channelId } from '#bench/delivery/world/server-ids.ts';

/** The models that refuse a request when bursts of this size arrive at these milliseconds. */
const refusals = (bursts: readonly (readonly [at: number, count: number])[]): Set<Model> => {
  const exceeded = createGlobalLimits();
  return new Set(
    bursts.flatMap(([at, count]) => Array.from({ length: count }, () => exceeded(at)).flat()),
  );
};

describe('the global limit', () => {
  it.each<[string, readonly (readonly [number, number])[], readonly Model[]]>([
    ['allows fifty at once in each model', [[0, 50]], []],
    ['allows fifty-one at once in none', [[0, 51]], ['fixed', 'sliding', 'bucket']],
    [
      'allows fifty at the end and fifty at the beginning of a second only in fixed windows',
      [
        [950, 50],
        [1_050, 50],
      ],
      ['sliding', 'bucket'],
    ],
    [
      'allows 75 in half a second only with a bucket, which refills meanwhile',
      [
        [0, 50],
        [500, 25],
      ],
      ['fixed', 'sliding'],
    ],
    [
      'allows fifty every 1,050 ms in each model, wherever they begin',
      [
        [700, 50],
        [1_750, 50],
        [2_800, 50],
      ],
      [],
    ],
  ])('%s', (_name, bursts, refusing) => {
    expect(refusals(bursts)).toEqual(new Set(refusing));
  });
});

describe('the record of a bot', () => {
  const aPost = (overrides: Partial<Asked> = {}): Asked => ({
    at: 0,
    route: 'post',
    channel: channelId(1),
    messageId: '',
    words: 'Set 1 to Vega / Lamas, 6-4.',
    nonce: 'abc',
    ...overrides,
  });
  const aRecord = (rules: Partial<Rules> = {}, random = () => 0.999) =>
    createBotRecord({ ...FAIR, ...rules }, random);

  it('recognizes a nonce for five minutes, in the same channel only', () => {
    const record = aRecord();
    const first = record.judge(aPost(), 0);
    const again = record.judge(aPost(), 10_000);
    expect(again).toMatchObject({ verdict: 'known', messageId: first.messageId });
    expect(record.judge(aPost({ channel: channelId(2) }), 10_000).verdict).toBe('made');
    expect(record.judge(aPost(), 300_001).verdict).toBe('made');
  });

  it('limits a channel to five messages in five seconds', () => {
    const record = aRecord();
    const verdicts = [0, 1, 2, 3, 4, 5].map(
      (n) => record.judge(aPost({ nonce: String(n) }), n * 800).verdict,
    );
    expect(verdicts).toEqual(['made', 'made', 'made', 'made', 'made', 'limited']);
    expect(record.judge(aPost({ nonce: 'later' }), 5_000).verdict).toBe('made');
  });

  it('does not count interaction responses towards the global limit', () => {
    const record = aRecord();
    for (let n = 0; n < 60; n += 1) {
      expect(record.judge(aPost({ route: 'answer', nonce: null }), 0).verdict).toBe('done');
    }
    expect(record.judge(aPost(), 0).verdict).toBe('made');
  });

  it('makes the same channels unknown in each run', () => {
    const gone = (n: number) =>
      aRecord({ gone: 0.02 }).judge(aPost({ channel: channelId(n) }), 0).verdict === 'gone';
    expect([49, 50, 51, 100].map(gone)).toEqual([false, true, false, true]);
  });

  it('records a message as made and unanswered when it sends no response', () => {
    const record = aRecord({ silent: 1 });
    expect(record.judge(aPost(), 0)).toMatchObject({ verdict: 'made', ending: 'silence' });
    expect(record.judge(aPost(), 10_000).verdict).toBe('known');
    expect(record.entries.map(({ isUnanswered }) => isUnanswered)).toEqual([true, true]);
  });
});
