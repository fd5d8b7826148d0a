import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { pageOf } from '#src/padel-api/wire/envelope.ts';
import { MASK } from '#src/padel-api/wire/lenient.ts';
import { liveWire, parseLive } from '#src/padel-api/wire/live.ts';
import { matchWire } from '#src/padel-api/wire/match.ts';
import { pairWire, playerWire, simulationWire } from '#src/padel-api/wire/people.ts';
import { seasonWire, tournamentWire, videoWire } from '#src/padel-api/wire/tournaments.ts';
import { careerWire, matchStatsWire } from '#src/padel-api/wire/statistics.ts';
import { changeNoticeWire, webhookWire } from '#src/padel-api/wire/webhook.ts';
import { runs } from '../runs.ts';
import {
  aCareerOnWire,
  aDeliveryOnWire,
  aLiveOnWire,
  aMatchOnWire,
  aPairOnWire,
  aPlayerOnWire,
  aSeasonOnWire,
  aSimulationOnWire,
  aTournamentOnWire,
  aVideoOnWire,
  aWebhookOnWire,
  matchStatsOnWire,
} from './bodies.ts';
import { pageOnWire } from './service.ts';

type Path = readonly (string | number)[];

interface Leaf {
  readonly path: Path;
  readonly value: unknown;
}

const childrenOf = (value: unknown): readonly (readonly [string | number, unknown])[] => {
  if (Array.isArray(value)) return value.map((each, index) => [index, each] as const);
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
};

/** Every path in a body, at any depth. */
const pathsIn = (value: unknown, path: Path = []): readonly Path[] =>
  childrenOf(value).flatMap(([key, each]) => [[...path, key], ...pathsIn(each, [...path, key])]);

const leavesOf = (value: unknown, path: Path = []): readonly Leaf[] => {
  const children = childrenOf(value);
  return children.length === 0
    ? [{ path, value }]
    : children.flatMap(([key, each]) => leavesOf(each, [...path, key]));
};

const REMOVED = Symbol('removed');

/** The body with another value, or none, at one path. */
const changed = (body: unknown, [key, ...deeper]: Path, value: unknown): unknown => {
  if (key === undefined) return value;
  const entries = childrenOf(body)
    .map(([name, each]) => [name, name === key ? changed(each, deeper, value) : each] as const)
    .filter(([, each]) => each !== REMOVED);
  return Array.isArray(body) ? entries.map(([, each]) => each) : Object.fromEntries(entries);
};

/** Any JSON, and nearly valid values. */
const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom<unknown>(MASK, REMOVED, null, '', -1, 1.5, 1e300, '9'.repeat(400), '0x10', [
    MASK,
  ]),
  fc.constantFrom<unknown>('NaN', 'Infinity', '-7', '1e3', '2026-13-45', '99:99', '-0', -0, [], {}),
);

const numbersIn = (value: unknown): readonly number[] =>
  leavesOf(value).flatMap((leaf) => (typeof leaf.value === 'number' ? [leaf.value] : []));

/** Every number that can be parsed from the injected value. */
const numbersReadFrom = (value: unknown): readonly number[] =>
  leavesOf(value).flatMap((leaf) => {
    if (typeof leaf.value === 'number') return [leaf.value, Math.round(leaf.value)];
    if (typeof leaf.value !== 'string') return [];
    const digits = (leaf.value.match(/\d+/g) ?? []).map(Number);
    const [hours = 0, minutes = 0] = digits;
    return [Number(leaf.value), Date.parse(leaf.value), hours * 60 + minutes, ...digits];
  });

const isId = ({ path }: Leaf): boolean => {
  const name = path.findLast((key) => typeof key === 'string');
  return name === 'id' || name === 'ids' || name === 'matchId' || name === 'tournamentId';
};

/** Chances are shares of a sum; a page's counts may be our own. */
const COMPUTED = ['chances', 'unreadable', 'page', 'lastPage', 'total'];

/** Checks that a body with an `injected` value is parsed to known numbers and valid ids only. */
const holds = (read: unknown, original: unknown, injected: unknown): void => {
  const known = new Set([...numbersIn(original), ...numbersReadFrom(injected)]);
  for (const leaf of leavesOf(read)) {
    const { path, value } = leaf;
    if (typeof value !== 'number' || COMPUTED.includes(String(path[0]))) continue;
    expect(Number.isFinite(value), `${path.join('.')} is ${value}`).toBe(true);
    expect(known, `${path.join('.')} is ${value}`).toContain(value);
    if (isId(leaf)) expect(value, path.join('.')).toBeGreaterThanOrEqual(0);
    if (isId(leaf)) expect(Number.isSafeInteger(value), path.join('.')).toBe(true);
  }
};

const RESOURCES: readonly [name: string, wire: z.ZodType, body: object][] = [
  ['a match', matchWire, aMatchOnWire()],
  ['a live match', liveWire, aLiveOnWire()],
  ['a player', playerWire, aPlayerOnWire()],
  ['a pair', pairWire, aPairOnWire()],
  ['a tournament', tournamentWire, aTournamentOnWire()],
  ['a season', seasonWire, aSeasonOnWire()],
  ['a video', videoWire, aVideoOnWire()],
  ['a simulation', simulationWire, aSimulationOnWire()],
  ['the statistics of a match', matchStatsWire, matchStatsOnWire()],
  ['a career', careerWire, aCareerOnWire()],
  ['a webhook', webhookWire, aWebhookOnWire()],
  ['a delivery', changeNoticeWire, aDeliveryOnWire()],
  ['a page', pageOf(playerWire), pageOnWire([aPlayerOnWire(1), aPlayerOnWire(2)], 2, 7)],
];

describe.each(RESOURCES)('%s', (_name, wire, body) => {
  const original = wire.parse(body);
  const paths = pathsIn(body);

  it('is parsed without wrong numbers, or rejected, with any value in any field', () => {
    fc.assert(
      fc.property(fc.constantFrom(...paths), anything, (path, value) => {
        const { success, data } = wire.safeParse(changed(body, path, value));
        if (success) holds(data, original, value);
      }),
      { numRuns: runs(100) },
    );
  });

  it('is parsed without wrong numbers, or rejected, with any values in several fields', () => {
    const changes = fc.array(fc.tuple(fc.constantFrom(...paths), anything), { maxLength: 6 });
    fc.assert(
      fc.property(changes, (many) => {
        const odd = many.reduce<unknown>((all, [path, value]) => changed(all, path, value), body);
        const { success, data } = wire.safeParse(odd);
        if (!success) return;
        holds(
          data,
          original,
          many.map(([, value]) => value),
        );
      }),
      { numRuns: runs(50) },
    );
  });

  it('is parsed without wrong numbers, or rejected, when the body is any JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const { success, data } = wire.safeParse(value);
        if (success) holds(data, {}, value);
      }),
      { numRuns: runs(40) },
    );
  });
});

/** Only these make a whole body unreadable: without them its subject is unknown. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  'a pair': ['id'],
  'a career': [],
  'a webhook': ['id', 'events'],
  'a delivery': ['event', 'data'],
  'a page': ['data', 'meta'],
};

it.each(RESOURCES)('%s is parsed when any one optional field is invalid', (name, wire, body) => {
  const needed = NEEDED[name] ?? ['id'];
  const fields = Object.keys(body).filter((field) => !needed.includes(field));
  fc.assert(
    fc.property(fc.constantFrom(...fields), anything, (field, value) => {
      expect(wire.safeParse(changed(body, [field], value)).success).toBe(true);
    }),
    { numRuns: runs(60) },
  );
});

it('a list with one invalid item keeps the others', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...RESOURCES.filter(([name]) => name !== 'a page')),
      fc.nat({ max: 3 }),
      fc.jsonValue(),
      ([, wire, body], index, odd) => {
        const same: readonly unknown[] = [body, body, body];
        const rows = same.toSpliced(index, 0, odd);
        const page = pageOf(wire).parse(pageOnWire(rows));
        const whole = wire.parse(body);
        const read = page.items.length + page.unreadable;
        expect(read).toBe(4);
        expect(
          page.items.filter((item) => JSON.stringify(item) === JSON.stringify(whole)).length,
        ).toBeGreaterThanOrEqual(3);
      },
    ),
    { numRuns: runs(50) },
  );
});

it('a pushed frame of any shape never makes the parser throw', () => {
  fc.assert(
    fc.property(fc.anything(), (frame) => {
      expect(() => parseLive(frame)).not.toThrow();
    }),
    { numRuns: runs(60) },
  );
});
