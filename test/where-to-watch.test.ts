import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readWatchTable } from '#src/config/where-to-watch.ts';

const ROW = {
  levels: ['p1'],
  countries: ['ES'],
  from: '2026-01-01',
  to: '2026-12-31',
  name: 'TV',
  url: 'https://tv.example/',
  source: 'https://news.example/',
};

const aFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'bandeja-watch-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  return folder;
};

const read = (content: string) => {
  const file = join(aFolder(), 'watch.json');
  writeFileSync(file, content);
  return readWatchTable(file);
};

const problemsIn = (content: unknown): readonly string[] => {
  const { rows, problems } = read(typeof content === 'string' ? content : JSON.stringify(content));
  if (problems.length > 0) expect(rows).toEqual([]);
  return problems;
};

const withRow = (more: object) => [ROW, { ...ROW, ...more }];

describe("the operator's table of where to watch", () => {
  it('replaces the reviewed one, even by nothing', () => {
    expect(readWatchTable(undefined).rows.length).toBeGreaterThan(0);
    expect(read('\uFEFF[]')).toEqual({ rows: [], problems: [] });
    const [odd] = read(JSON.stringify([{ ...ROW, url: ' https://tv.example/a b\n' }])).rows;
    expect(odd?.url).toBe('https://tv.example/a%20b');
    const all = { ...ROW, countries: ['all'], fromRound: 8 };
    expect(read(JSON.stringify([ROW, all]))).toEqual({ rows: [ROW, all], problems: [] });
  });

  it.each<[string, object, string]>([
    ['no level', { levels: [] }, '"levels": Too small'],
    ['one level as a text', { levels: 'p1' }, '"levels": Invalid input: expected array'],
    [
      'an unknown level',
      { levels: ['p9'] },
      '"levels": Invalid option: expected one of "finals"|"ma',
    ],
    ['a country by name', { countries: ['Spain'] }, '"countries": Invalid string: must match'],
    ['no country', { countries: [] }, '"countries": Too small'],
    ['every country as a text', { countries: 'all' }, '"countries": Invalid input: expected array'],
    ['an unknown round', { fromRound: 5 }, '"fromRound": Invalid option: expected one of 1|2|4|8'],
    ['another form of date', { from: '1.1.2026' }, '"from": Invalid ISO date'],
    ['a date that is none', { to: '2026-02-30' }, '"to": Invalid ISO date'],
    ['no end', { to: undefined }, '"to": Invalid input: expected string, received undefined'],
    ['an end before the start', { to: '2025-12-31' }, '"to": should not be before "from"'],
    ['no name', { name: ' ' }, '"name": should be a text on one line'],
    ['a long name', { name: 'x'.repeat(41) }, '"name": Too big: expected string to have <=40 char'],
    ['a name of two lines', { name: 'x\ny' }, '"name": should be a text on one line'],
    ['an address without TLS', { url: 'http://a.b' }, '"url": should be an https address of up to'],
    ['an address of a machine', { url: 'https://tv' }, '"url": should be an https address of up'],
    ['a script', { url: 'javascript:x' }, '"url": should be an https address of up to 512'],
    ['an address with a password', { url: 'https://u:p@a.b' }, '"url": should be an https address'],
    ['a long address', { url: `https://a.b/${'x'.repeat(512)}` }, '"url": should be an https'],
    ['no address', { url: undefined }, '"url": Invalid input: expected string'],
    ['no source', { source: undefined }, '"source": Invalid input: expected string'],
  ])('is refused for a row with %s', (_what, more, said) => {
    const problems = problemsIn(withRow(more));
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(`WHERE_TO_WATCH names a file with a fault in row 2, ${said}`);
  });

  it.each<[string, unknown, string]>([
    ['an unknown key', withRow({ until: 1 }), 'with a fault in row 2: Unrecognized key: "until"'],
    ['a row that is none', [7], 'with a fault in row 1: Invalid input: expected object'],
    ['an object', { rows: [] }, 'with a fault in the whole: Invalid input: expected array'],
    ['too many rows', Array.from({ length: 501 }, () => ROW), 'a fault in the whole: Too big'],
    ['a missing comma', '[\n{"a": 1}\n{}]', 'names a file that is not JSON (line 3 column 1)'],
    ['half a file', '[{', 'names a file that is not JSON'],
    ['much too much', ' '.repeat(200_001), 'names a file larger than 200 kB'],
  ])('is refused for %s', (_what, content, said) => {
    const problems = problemsIn(content);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(said);
  });

  it('is refused with its first five faults, and without what stands in it', () => {
    const rows = Array.from({ length: 9 }, () => ({ ...ROW, url: 'hunter2' }));
    expect(problemsIn(rows)).toHaveLength(5);
    expect(problemsIn(rows).join()).not.toContain('hunter2');
    expect(problemsIn('DISCORD_TOKEN=hunter2').join()).not.toContain('hunter2');
  });

  it('is refused where there is no file', () => {
    const folder = aFolder();
    const wrong = 'WHERE_TO_WATCH names a file that cannot be read';
    const next = 'give the path of a JSON file';
    const { problems } = readWatchTable(join(folder, 'none.json'));
    expect(problems).toEqual([`${wrong} (ENOENT): ${next}`]);
    expect(readWatchTable(folder).problems).toEqual([`${wrong} (EISDIR): ${next}`]);
  });
});
