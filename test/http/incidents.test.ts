import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MINUTE } from '#src/lib/time.ts';
import { createIncidents } from '#src/http/incidents.ts';
import type { Logger } from '#src/lib/logger.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));

afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

const FORGED = { name: 'invalid-signature', level: 'warn', line: 'a wrong signature' } as const;
const SLOW = { name: 'slow', level: 'info', line: 'too slow' } as const;
const MORE = 'further incidents of the last minute, counted';

const aStage = () => {
  const lines: [string, object, string][] = [];
  const write = (level: string) => (details: object, message: string) => {
    lines.push([level, details, message]);
  };
  const log: Logger = {
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
  };
  const incidents = createIncidents(log);
  const note = (times: number, ...what: Parameters<typeof incidents.note>): void => {
    for (let time = 0; time < times; time += 1) incidents.note(...what);
  };
  return { ...incidents, note, lines };
};

it('the first incident of each kind is logged at once, the rest of a minute in one line', () => {
  const { note, lines } = aStage();
  note(2_000, '192.0.2.1', { ...FORGED, details: { code: 7 } });
  note(3, '192.0.2.1', SLOW);
  const from = '192.0.2.1';
  const first = [
    ['warn', { from, code: 7 }, FORGED.line],
    ['info', { from }, SLOW.line],
  ];
  expect(lines).toEqual(first);
  vi.advanceTimersByTime(MINUTE);
  expect(lines).toEqual([
    ...first,
    ['warn', { from, times: { 'invalid-signature': 1_999, slow: 2 } }, MORE],
  ]);
});

it('a single incident causes no summary, and the next one is logged a minute later', () => {
  const { note, lines } = aStage();
  note(1, '192.0.2.1', FORGED);
  vi.advanceTimersByTime(MINUTE);
  note(1, '192.0.2.1', FORGED);
  vi.advanceTimersByTime(MINUTE);
  expect(lines.map(([, , line]) => line)).toEqual([FORGED.line, FORGED.line]);
});

it('an IPv6 network counts as one sender', () => {
  const { note, lines, stop } = aStage();
  for (let host = 1; host <= 50; host += 1) note(1, `2001:db8::${host}`, FORGED);
  stop();
  expect(lines.slice(1)).toEqual([
    ['warn', { from: '2001:db8:0:0::/64', times: { 'invalid-signature': 49 } }, MORE],
  ]);
});

it('the number of log lines is bounded, however many addresses there are', () => {
  const { note, lines, stop } = aStage();
  for (let host = 0; host < 5_000; host += 1) {
    note(2, `10.0.${Math.floor(host / 250)}.${host % 250}`, FORGED);
  }
  stop();
  expect(lines).toHaveLength(201);
  expect(lines.at(-1)).toEqual([
    'warn',
    { from: 'others', times: { 'invalid-signature': 9_800 } },
    MORE,
  ]);
});
