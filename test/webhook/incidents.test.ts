import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MINUTE } from '#src/lib/time.ts';
import { createIncidents } from '#src/webhook/incidents.ts';
import type { Logger } from '#src/lib/logger.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));

afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

const FORGED = { name: 'invalid-signature', level: 'warn', line: 'a wrong signature' } as const;
const SLOW = { name: 'slow', level: 'info', line: 'too slow' } as const;
const MORE = 'further incidents of the last minute, counted';

const aWitness = () => {
  const told: [string, object, string][] = [];
  const write = (level: string) => (details: object, message: string) => {
    told.push([level, details, message]);
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
  return { ...incidents, note, told };
};

it('tells the first of each kind at once, and the rest of a minute in one line', () => {
  const { note, told } = aWitness();
  note(2_000, '192.0.2.1', { ...FORGED, details: { code: 7 } });
  note(3, '192.0.2.1', SLOW);
  const from = '192.0.2.1';
  const first = [
    ['warn', { from, code: 7 }, FORGED.line],
    ['info', { from }, SLOW.line],
  ];
  expect(told).toEqual(first);
  vi.advanceTimersByTime(MINUTE);
  expect(told).toEqual([
    ...first,
    ['warn', { from, times: { 'invalid-signature': 1_999, slow: 2 } }, MORE],
  ]);
});

it('says nothing more of what came once, and begins anew after a minute', () => {
  const { note, told } = aWitness();
  note(1, '192.0.2.1', FORGED);
  vi.advanceTimersByTime(MINUTE);
  note(1, '192.0.2.1', FORGED);
  vi.advanceTimersByTime(MINUTE);
  expect(told.map(([, , line]) => line)).toEqual([FORGED.line, FORGED.line]);
});

it('takes a network of IPv6 for one sender', () => {
  const { note, told, stop } = aWitness();
  for (let host = 1; host <= 50; host += 1) note(1, `2001:db8::${host}`, FORGED);
  stop();
  expect(told.slice(1)).toEqual([
    ['warn', { from: '2001:db8:0:0::/64', times: { 'invalid-signature': 49 } }, MORE],
  ]);
});

it('writes a bounded number of lines, however many addresses there are', () => {
  const { note, told, stop } = aWitness();
  for (let host = 0; host < 5_000; host += 1) {
    note(2, `10.0.${Math.floor(host / 250)}.${host % 250}`, FORGED);
  }
  stop();
  expect(told).toHaveLength(201);
  expect(told.at(-1)).toEqual([
    'warn',
    { from: 'others', times: { 'invalid-signature': 9_800 } },
    MORE,
  ]);
});
