import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { driftLine } from '#src/domain/schema-drift.ts';
import { HOUR, MINUTE } from '#src/lib/time.ts';
import { UnreadableAnswer } from '#src/padel-api/errors.ts';
import { createAnswers } from '#src/padel-api/request/answers.ts';
import { createSchemaDrift } from '#src/padel-api/request/schema-drift.ts';
import { MASK } from '#src/padel-api/wire/lenient.ts';
import {
  editionWire,
  seasonWire,
  tournamentWire,
  videoWire,
} from '#src/padel-api/wire/tournaments.ts';
import { liveWire } from '#src/padel-api/wire/live.ts';
import { matchWire } from '#src/padel-api/wire/match.ts';
import {
  pairWire,
  playerWire,
  rankingEntryWire,
  simulationWire,
} from '#src/padel-api/wire/people.ts';
import { ENDPOINT_NAMES, fieldsOf } from '#src/padel-api/wire/records.ts';
import { careerWire, matchStatsWire } from '#src/padel-api/wire/statistics.ts';
import { aLog } from '../lib/log.ts';
import { aCareerOnWire, aPairOnWire, aVideoOnWire } from './bodies.ts';

type Row = Readonly<Record<string, unknown>>;

const row = z.record(z.string(), z.unknown());
const shape = (name: string): unknown =>
  JSON.parse(readFileSync(`test/shapes/${name}.json`, 'utf8'));
const rowsOf = (name: string): readonly Row[] =>
  z.object({ data: z.array(row) }).parse(shape(name)).data;
const recordOf = (name: string): readonly Row[] => [row.parse(shape(name))];

const MATCHES = [...rowsOf('matches'), ...rowsOf('tie')];
/** The client's own form, until it reads both. */
const RANKINGS = rowsOf('rankings').map((each) => ({ ...each, player: each }));

/** What each endpoint answers, and how it is read. */
const KINDS: readonly [endpoints: RegExp, wire: z.ZodType, rows: readonly Row[]][] = [
  [/^live$/, liveWire, rowsOf('live-list')],
  [/live$|^frames$/, liveWire, recordOf('match-live')],
  [/matches\/:id\/stats$/, matchStatsWire, recordOf('stats')],
  [/stats$/, careerWire, [aCareerOnWire()]],
  [/simulate$/, simulationWire, recordOf('simulate')],
  [/rankings$/, rankingEntryWire, RANKINGS],
  [/^pairs\/:id$|pairs$/, pairWire, [aPairOnWire()]],
  [/^players(\/:id)?$/, playerWire, rowsOf('players')],
  [/seasons$/, seasonWire, rowsOf('seasons')],
  [/tournaments(\/:id)?$/, tournamentWire, rowsOf('tournaments')],
  [/editions$/, editionWire, rowsOf('tournaments')],
  [/videos$/, videoWire, [aVideoOnWire()]],
  [/matches|head/, matchWire, MATCHES],
];

const SINGLE = /^frames$|^(?:players|matches|tournaments|pairs)\/:id$|\/(?:stats|simulate|live)$/;

const fail = (name: string): never => {
  throw new Error(`no answer for ${name}`);
};

const endpoints = ENDPOINT_NAMES.map((name) => {
  const [, wire, rows] = KINDS.find(([names]) => names.test(name)) ?? [];
  if (wire === undefined || rows === undefined) return fail(name);
  const path = `/${name.replace(':id', name.startsWith('pairs') ? '1-2' : '7')}`;
  const isList = !SINGLE.test(name);
  return { name, wire, rows, path: isList ? `${path}?per_page=50` : path, isList };
});

type Tried = (typeof endpoints)[number];

const orUnreadable = (read: () => unknown): void => {
  try {
    read();
  } catch (error) {
    expect(error).toBeInstanceOf(UnreadableAnswer);
  }
};

/** A client that reads good answers for a day; then what is to be noticed. */
const aDay = () => {
  let at = Date.UTC(2026, 9, 7, 7, 35);
  const log = aLog();
  const clock = () => at;
  const drift = createSchemaDrift({ now: clock, monotonic: clock, serviceNow: clock, log });
  const answers = createAnswers(drift);
  const read = ({ wire, path, isList }: Tried, rows: readonly unknown[], meta?: unknown): void => {
    const page = meta === undefined ? { current_page: 1, last_page: 1, total: 9 } : meta;
    if (isList) {
      const json = { data: rows, links: {}, meta: page };
      orUnreadable(() => answers.page(wire, path, json));
    } else for (const each of rows) orUnreadable(() => answers.record(wire, path, each));
  };
  return {
    drift,
    log,
    answers,
    read,
    wait: (ms: number): void => {
      at += ms;
    },
    lines: () => drift.findings().map((finding) => driftLine(finding, at)),
    /** An hour's reading of an endpoint. */
    good: (endpoint: Tried): void => {
      read(endpoint, many(endpoint.rows, 20));
    },
  };
};

const many = <T>(rows: readonly T[], count: number): readonly T[] =>
  Array.from({ length: count }, (_, index) => rows[index % rows.length]).flatMap((each) =>
    each === undefined ? [] : [each],
  );

const dependedOn = ({ wire, rows }: Tried) => {
  const all = fieldsOf(wire);
  const first = rows[0] ?? {};
  return {
    // Some fields are of the public service alone, and some endpoints' answers here are older.
    fields: all.map(({ name }) => name).filter((name) => name in first),
    neverNull: all.filter(({ presence }) => presence === 'always').map(({ name }) => name),
  };
};

const anEndpoint = fc.constantFrom(...ENDPOINT_NAMES);

const named = (name: string): Tried => endpoints.find((each) => each.name === name) ?? fail(name);

const without = (each: Row, field: string): Row =>
  Object.fromEntries(Object.entries(each).filter(([name]) => name !== field));

/** What a release of the service may do to a field. */
const CHANGES: Readonly<Record<string, (each: Row, field: string) => Row>> = {
  'left out': without,
  renamed: (each, field) => ({ ...without(each, field), [`${field}_v2`]: each[field] }),
  'of another type': (each, field) => ({ ...each, [field]: true }),
};

describe('drift of the schema', () => {
  it('names the endpoint and the field after one reading, and no other endpoint', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(anEndpoint, { minLength: 2, maxLength: 2 }),
        fc.constantFrom(...Object.keys(CHANGES)),
        fc.nat(),
        (names, change, chosen) => {
          const [endpoint, other] = names.map(named);
          if (endpoint === undefined || other === undefined) return;
          const day = aDay();
          day.good(endpoint);
          day.good(other);
          expect(day.lines()).toEqual([]);
          day.wait(HOUR);
          const { fields } = dependedOn(endpoint);
          const field = fields[chosen % fields.length] ?? 'id';
          const changed = many(endpoint.rows, 4).map((each) => CHANGES[change]?.(each, field));
          day.read(endpoint, changed);
          day.read(other, many(other.rows, 4));
          const lines = day.lines();
          expect(lines.join('\n')).toContain(`${endpoint.name}: 0 of `);
          for (const line of lines) expect(line.startsWith(`${endpoint.name}: `)).toBe(true);
          expect(lines.join('\n')).toMatch(new RegExp(`with ${field}|\\(expected .*${field}`));
          expect(day.log.lines).toHaveLength(1);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('names an endpoint whose records are nested, and reads them', () => {
    fc.assert(
      fc.property(anEndpoint, fc.constantFrom('data', 'record'), (of, name) => {
        const endpoint = named(of);
        const day = aDay();
        day.good(endpoint);
        day.read(
          endpoint,
          many(endpoint.rows, 24).map((each) => ({ [name]: each })),
        );
        expect(day.lines()).toEqual([
          expect.stringMatching(
            `^${endpoint.name}: 0 of \\d+ rows in their usual place since 07:35 \\(expected \\w+ without ${name}\\)$`,
          ),
        ]);
      }),
      { numRuns: 30 },
    );
  });

  it('is silent about ordinary variation', () => {
    const tried = fc.record({
      name: anEndpoint,
      rows: fc.array(fc.record({ row: fc.nat(), nulls: fc.nat(), masks: fc.boolean() }), {
        maxLength: 50,
      }),
      waits: fc.constantFrom(MINUTE, HOUR),
    });
    fc.assert(
      fc.property(fc.array(tried, { maxLength: 12 }), (readings) => {
        const day = aDay();
        for (const { name, rows, waits } of readings) {
          const endpoint = named(name);
          const { fields, neverNull } = dependedOn(endpoint);
          const mayVary = fields.filter((field) => !neverNull.includes(field));
          const varied = rows.map(({ row: index, nulls, masks }) => {
            const usual = endpoint.rows[index % endpoint.rows.length] ?? {};
            const odd = mayVary.filter((_, bit) => ((nulls >> bit) & 1) === 1);
            const value = masks ? MASK : null;
            // A finished match has its score sooner or later.
            const status = endpoint.wire === matchWire ? { status: 'scheduled' } : {};
            return { ...usual, ...status, ...Object.fromEntries(odd.map((key) => [key, value])) };
          });
          day.read(endpoint, varied);
          day.wait(waits);
        }
        expect([day.lines(), day.log.lines]).toEqual([[], []]);
      }),
      { numRuns: 40 },
    );
  });
});
