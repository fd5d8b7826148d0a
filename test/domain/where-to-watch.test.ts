import { describe, expect, it } from 'vitest';
import ours from '#data/where-to-watch.json' with { type: 'json' };
import type { Match } from '#src/domain/match/match.ts';
import { watchAt, watchTable, type WatchRow } from '#src/domain/tournament/where-to-watch.ts';
import { aTournament } from '../render/held.ts';
import { aMatch } from './feed.ts';

type Viewer = NonNullable<Parameters<typeof watchAt>[2]>;

const aRow = (name: string, more: Partial<WatchRow> = {}): WatchRow => ({
  levels: ['major', 'p1'],
  countries: ['IT'],
  fromRound: 4,
  from: '2026-01-01',
  to: '2026-12-31',
  name,
  url: 'https://tv.example/',
  source: 'https://news.example/',
  ...more,
});

const ROME: Viewer = { timeZone: 'Europe/Rome', locale: 'en' };

const namesAt = (
  rows: readonly WatchRow[],
  {
    match = {},
    level = 'p1',
    ...viewer
  }: Partial<Viewer> & { match?: Partial<Match>; level?: string } = {},
): readonly string[] =>
  watchAt(
    rows,
    { match: aMatch(match), tournament: { ...aTournament(), level } },
    { ...ROME, ...viewer },
  ).map(({ name }) => name);

describe('where a match is shown', () => {
  it.each<[string, Partial<WatchRow>, Parameters<typeof namesAt>[1], boolean]>([
    ['a quarterfinal of the level, in the country', {}, {}, true],
    ['a final', {}, { match: { round: 1 } }, true],
    ['another level', {}, { level: 'p2' }, false],
    ['a level that nobody knows', {}, { level: 'x-wrong-x' }, false],
    ['an earlier round than is shown', {}, { match: { round: 8 } }, false],
    ['an unknown round', {}, { match: { round: null } }, false],
    ['any round, of a row for all', { fromRound: undefined }, { match: { round: null } }, true],
    ['qualifying', { fromRound: undefined }, { match: { draw: 'qualy' } }, false],
    ['the first day', { from: '2026-06-07' }, {}, true],
    ['the day before', { from: '2026-06-08' }, {}, false],
    ['the last day', { to: '2026-06-07' }, {}, true],
    ['the day after', { to: '2026-06-06' }, {}, false],
    ['an unknown day', {}, { match: { playedOn: null } }, false],
    ['another country', {}, { timeZone: 'Europe/Madrid' }, false],
    ['every country', { countries: ['all'] }, { timeZone: 'Europe/Madrid' }, true],
    ['every country, to who may be anywhere', { countries: ['all'] }, { timeZone: null }, true],
    ['one of several countries', { countries: ['FR', 'IT'] }, {}, true],
    ['a country that nobody knows', { countries: ['XX'] }, {}, false],
    ['one of the zones of a country', { countries: ['ES'] }, { timeZone: 'Atlantic/Canary' }, true],
    ['a former name of a zone', { countries: ['IN'] }, { timeZone: 'Asia/Calcutta' }, true],
    ['a neighbour of one clock', { countries: ['FR'] }, { timeZone: 'Europe/Monaco' }, false],
    ['no zone', {}, { timeZone: null }, false],
    ['no zone that was chosen', {}, { timeZone: 'UTC' }, false],
    ['a zone that is none', {}, { timeZone: 'x-wrong-x' }, false],
    ['a zone at sea', {}, { timeZone: 'Etc/GMT-1' }, false],
    ['the country of a language', { countries: ['GB'] }, { timeZone: null, locale: 'en-GB' }, true],
    ['a language without one', { countries: ['ES'] }, { timeZone: null, locale: 'es' }, false],
    ['that of a continent', { countries: ['ES'] }, { timeZone: null, locale: 'es-419' }, false],
    ['that of everybody', { countries: ['US'] }, { timeZone: null, locale: 'en-US' }, false],
    ['its only form', { countries: ['BR'] }, { timeZone: 'UTC', locale: 'pt-BR' }, false],
    ['a locale that is none', {}, { timeZone: null, locale: `it-IT${'x'.repeat(10_000)}` }, false],
    ['a zone against a language', { countries: ['GB'] }, { locale: 'en-GB' }, false],
  ])('knows, or says nothing: %s', (_what, row, asked, isShown) => {
    expect(namesAt([aRow('TV', row)], asked)).toEqual(isShown ? ['TV'] : []);
  });

  it('is unknown for a match without a tournament', () => {
    expect(watchAt([aRow('TV')], { match: aMatch(), tournament: null }, ROME)).toEqual([]);
  });

  it('names the first two in the order of the table', () => {
    const rows = [aRow('A', { countries: ['ES'] }), aRow('B'), aRow('C'), aRow('D')];
    expect(namesAt(rows)).toEqual(['B', 'C']);
  });

  it('comes from a table of ours that keeps to its own rules', () => {
    const rows = watchTable.parse(ours);
    expect(namesAt(rows)).toEqual(['Sky Sport', 'Red Bull TV']);
    expect(namesAt(rows, { timeZone: 'Europe/Paris' })).toEqual(['CANAL+']);
    expect(namesAt(rows, { timeZone: 'Asia/Qatar' })).toEqual(['beIN SPORTS']);
    expect(namesAt(rows, { match: { playedOn: '2027-06-07' } })).toEqual(['Red Bull TV']);
    expect(namesAt(rows, { timeZone: 'Europe/Madrid' })).toEqual([]);
    expect(namesAt(rows, { level: 'fip_gold' })).toEqual([]);
  });
});
