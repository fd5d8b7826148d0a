import { describe, expect, it } from 'vitest';
import { DAY, utcDate } from '#src/lib/time.ts';
import { createRequestCounts } from '#src/padel-api/quota/request-counts.ts';

const TODAY = '2026-06-30';

describe('the count of requests', () => {
  it('includes a request before it is sent', () => {
    const counts = createRequestCounts([{ day: TODAY, priority: 'live', requests: 5 }]);
    const settle = counts.add(TODAY, 'live');
    expect([counts.of(TODAY, 'live'), counts.ofDay(TODAY)]).toEqual([6, 6]);
    settle?.(9);
    expect([counts.of(TODAY, 'live'), counts.ofDay(TODAY)]).toEqual([9, 9]);
  });

  it('never shrinks when database responses arrive out of order or not at all', () => {
    const counts = createRequestCounts();
    const [first, second, third] = [1, 2, 3].map(() => counts.add(TODAY, 'person'));
    second?.(8);
    first?.(7);
    expect(counts.ofDay(TODAY)).toBe(9);
    third?.(null);
    expect(counts.ofDay(TODAY)).toBe(9);
  });

  it('counts the next request in place of one that never reached the service', () => {
    const counts = createRequestCounts();
    counts.add(TODAY, 'live')?.(1);
    counts.giveBack(TODAY, 'live');
    expect(counts.ofDay(TODAY)).toBe(0);
    expect(counts.add(TODAY, 'live')).toBeNull();
    expect(counts.add(TODAY, 'person')).not.toBeNull();
    expect([counts.of(TODAY, 'live'), counts.ofDay(TODAY)]).toEqual([1, 2]);
  });

  it('keeps the last 66 days, and forgets older ones', () => {
    const counts = createRequestCounts();
    const days = Array.from({ length: 70 }, (_, index) => utcDate(index * DAY));
    // In any order: a clock may be set back.
    for (const day of [...days.slice(10), ...days.slice(0, 10)]) counts.add(day, 'live')?.(null);
    expect(days.filter((day) => counts.ofDay(day) > 0)).toEqual(days.slice(4));
  });
});
