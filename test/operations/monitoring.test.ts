import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { SEND_RESULTS } from '#src/alerts/delivery/instrumented-sender.ts';
import type { SendOutcome } from '#src/alerts/delivery/sender.ts';
import { createVitals } from '#src/http/vitals.ts';
import { aStore } from '../store/migrated.ts';
import { aHouse, newMetrics } from '../http/stage.ts';

const FOLDER = 'docs/operations';

const rulesFile = z.object({
  groups: z.array(
    z.object({
      name: z.string(),
      rules: z.array(
        z.object({
          alert: z.string().regex(/^Bandeja[A-Za-z]+$/),
          expr: z.string(),
          for: z
            .string()
            .regex(/^\d+[ms]$/)
            .optional(),
          labels: z.object({ severity: z.enum(['critical', 'warning']) }),
          annotations: z.object({ summary: z.string().min(10), description: z.string().min(10) }),
        }),
      ),
    }),
  ),
});

const panel = z.object({
  id: z.number(),
  title: z.string(),
  type: z.enum(['row', 'stat', 'timeseries']),
  targets: z.array(z.object({ expr: z.string(), legendFormat: z.string() })).default([]),
});

const dashboardFile = z.object({
  panels: z.array(panel),
  templating: z.object({ list: z.array(z.object({ name: z.string() })) }),
});

const rules = rulesFile
  .parse(parse(readFileSync(`${FOLDER}/prometheus-rules.yml`, 'utf8')))
  .groups.flatMap((group) => group.rules);
const dashboard = dashboardFile.parse(
  JSON.parse(readFileSync(`${FOLDER}/grafana-dashboard.json`, 'utf8')),
);
const targets = dashboard.panels.flatMap((each) => each.targets);

const EXPRESSIONS = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...dashboard.panels.flatMap(({ title, targets: of }) =>
    of.map(({ expr }) => [title, expr] as const),
  ),
];

/** The labels that Prometheus adds to every sample. */
const ADDED = ['instance', 'job'];

const METRIC = /\b(?:bandeja|process|nodejs)_[a-z0-9_]+/g;

/** Each metric of the bot, with the values of its labels. */
const known = new Map<string, Map<string, Set<string>>>();

/** All results of a request: a missing one does not compile. */
const RESULTS: Record<SendOutcome['kind'], true> = {
  sent: true,
  gone: true,
  refused: true,
  declined: true,
  rejected: true,
  limited: true,
  failed: true,
};

beforeAll(async () => {
  const { db, close } = await aStore();
  const metrics = newMetrics();
  for (const outcome of ['sent', 'suppressed', 'failed', 'pending'])
    metrics.delivery(outcome, 'set');
  expect(SEND_RESULTS.toSorted()).toEqual(Object.keys(RESULTS).toSorted());
  const vitals = createVitals({ db, botVitals: aHouse(), now: () => 0, monotonic: () => 0 });
  const text = await metrics.text(await vitals());
  await close();
  for (const [, name = ''] of text.matchAll(/^# TYPE (\S+)/gm)) known.set(name, new Map());
  for (const [, name = '', labels = ''] of text.matchAll(/^([a-z0-9_]+)\{(.*)\} \S+$/gm)) {
    for (const [, label = '', value = ''] of labels.matchAll(/([a-z_]+)="([^"]*)"/g)) {
      const values = known.get(name)?.get(label) ?? new Set();
      known.get(name)?.set(label, values.add(value));
    }
  }
});

describe('the Prometheus expression', () => {
  it.each(EXPRESSIONS)('of %s uses only existing metrics: %s', (_title, expr) => {
    const names = expr.match(METRIC) ?? [];
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) expect([name, known.has(name)]).toEqual([name, true]);
  });

  it.each(EXPRESSIONS)('of %s selects only existing labels and values: %s', (_title, expr) => {
    for (const [, name = '', selectors = ''] of expr.matchAll(/([a-z0-9_]+)\{([^}]*)\}/g)) {
      for (const [, label = '', sign, value = ''] of selectors.matchAll(/(\w+)(=~?)"([^"]*)"/g)) {
        if (ADDED.includes(label)) continue;
        const values = known.get(name)?.get(label);
        for (const each of sign === '=' ? [value] : value.split('|')) {
          expect([name, label, each, values?.has(each)]).toEqual([name, label, each, true]);
        }
      }
    }
  });

  it.each(EXPRESSIONS)('of %s groups only by existing labels: %s', (_title, expr) => {
    const [name = ''] = expr.match(METRIC) ?? [];
    for (const [, label = ''] of expr.matchAll(/\bby \((\w+)\)/g)) {
      expect([...ADDED, ...(known.get(name)?.keys() ?? [])]).toContain(label);
    }
  });

  it.each(EXPRESSIONS)('of %s has balanced brackets: %s', (_title, expr) => {
    for (const [open, close] of ['()', '[]', '{}'].map((pair) => pair.split(''))) {
      expect(expr.split(open ?? '')).toHaveLength(expr.split(close ?? '').length);
    }
  });
});

describe('the dashboard', () => {
  it('has unique panel ids, and legends with existing labels', () => {
    const ids = dashboard.panels.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { expr, legendFormat } of targets) {
      const [name = ''] = expr.match(METRIC) ?? [];
      const grouped = [...expr.matchAll(/\bby \((\w+)\)/g)].map(([, label]) => label);
      const isOne = /^(sum|min|max)\b/.test(expr);
      const labels = isOne ? grouped : [...ADDED, ...(known.get(name)?.keys() ?? [])];
      for (const [, label = ''] of legendFormat.matchAll(/\{\{(\w+)\}\}/g)) {
        expect(labels).toContain(label);
      }
    }
  });

  it('uses only variables that it defines', () => {
    const names = new Set(dashboard.templating.list.map(({ name }) => name));
    for (const { expr } of targets) {
      for (const [, name = ''] of expr.matchAll(/\$(\w+)/g)) {
        if (!name.startsWith('__')) expect(names).toContain(name);
      }
    }
  });

  it('shows every bandeja_ metric', () => {
    const shown = new Set(targets.flatMap(({ expr }) => expr.match(METRIC) ?? []));
    const ours = [...known.keys()].filter((name) => name.startsWith('bandeja_'));
    expect(ours.filter((name) => !shown.has(name))).toEqual([]);
  });
});

describe('the alert rules', () => {
  it('have unique names', () => {
    const names = rules.map(({ alert }) => alert);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('docs/operations/README.md', () => {
  it('lists every bandeja_ metric and no other', () => {
    const page = readFileSync(`${FOLDER}/README.md`, 'utf8');
    const ours = [...known.keys()].filter((name) => name.startsWith('bandeja_'));
    const listed = [...page.matchAll(/^\| `(bandeja_\w+)`/gm)].map(([, name]) => name);
    expect(listed.toSorted()).toEqual(ours.toSorted());
  });
});
