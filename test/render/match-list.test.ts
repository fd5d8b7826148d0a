import { describe, expect, it } from 'vitest';
import { appearanceOf } from '#src/domain/people/form.ts';
import type { Match } from '#src/domain/match/match.ts';
import type { Reader } from '#src/i18n/i18n.ts';
import { matchListMessage } from '#src/render/match/list.ts';
import { aMatch } from '../domain/feed.ts';
import { sets } from '../domain/written.ts';
import { aReader } from './held.ts';

const shownTo = (reader: Reader, ...matches: readonly Partial<Match>[]) =>
  matchListMessage(reader, {
    name: 'Ana Vega / Eva Lamas',
    category: 'women',
    matches: matches.flatMap((match) => appearanceOf(aMatch(match), [1, 2]) ?? []),
    total: 12,
    page: 1,
    lastPage: 2,
    eventName: (id) => (id === 7 ? 'Madrid P1' : undefined),
    readAt: 1,
    pageId: (page) => `pair:page:9:${page}`,
    partners: null,
  });

const shown = (...matches: readonly Partial<Match>[]) => shownTo(aReader(), ...matches);

const linesOf = (...matches: readonly Partial<Match>[]) =>
  shown(...matches)
    .embeds?.[0]?.description?.split('\n')
    .slice(0, -1);

const WON = { status: 'finished', score: sets('6-4 6-3') };

describe('a list of matches', () => {
  it('names a tournament once, above its matches', () => {
    expect(linesOf(WON, WON, { ...WON, tournamentId: 8 })).toEqual([
      '**Madrid P1**',
      '**Won** 6-4 6-3 · Soria / Pinto · Quarterfinal · Jun 7, 2026',
      '**Won** 6-4 6-3 · Soria / Pinto · Quarterfinal · Jun 7, 2026',
      '**Other matches**',
      '**Won** 6-4 6-3 · Soria / Pinto · Quarterfinal · Jun 7, 2026',
    ]);
  });

  it.each([
    ['to come', {}, '**Soria / Pinto** · Quarterfinal · Jun 7, 2026 · not before 4:00 PM'],
    ['in play', { status: 'live', score: sets('6-4 2-1') }, '**On court** 6-4 2-1 · Soria / Pinto'],
    ['with a bye', { status: 'bye' }, '**Bye** · Quarterfinal'],
    ['with an unknown status', { status: 'postponed' }, '**Status: postponed** · Soria'],
  ])('shows a match %s', (_reason, match, line) => {
    expect(linesOf(match)?.[1]?.startsWith(line)).toBe(true);
  });

  it('says that there are no matches', () => {
    expect(linesOf()).toEqual(['No matches on record yet.']);
  });

  it('can open its matches, but no bye', () => {
    const controls = JSON.stringify(shown({ ...WON, id: 5 }, { id: 6, status: 'bye' }).components);
    expect(controls).toContain('"custom_id":"pair:match"');
    expect(controls).toContain('"value":"5"');
    expect(controls).not.toContain('"value":"6"');
  });

  it('has buttons that turn its pages', () => {
    expect(JSON.stringify(shown(WON).components)).toContain('"custom_id":"pair:page:9:2"');
  });
});
