import { describe, expect, it } from 'vitest';
import { charactersOf } from '#src/i18n/text.ts';
import type { Locale } from '#src/i18n/i18n.ts';
import { rankingMessage, type RankingView } from '#src/render/people/ranking.ts';
import { aReader } from './held.ts';
import { aRankingView } from './people-messages.ts';
import { aPlayer } from './people.ts';

const shown = (view: Partial<RankingView> = {}, locale: Locale = 'en') =>
  rankingMessage(aReader(locale), aRankingView(view)).embeds?.[0];

const rowsOf = (view: Partial<RankingView> = {}, locale: Locale = 'en'): string[] =>
  (shown(view, locale)?.description?.split('```')[1] ?? '').trim().split('\n');

describe('a ranking', () => {
  it('is a table of place, country, name and points', () => {
    expect(shown()?.description).toContain(
      ['```', '  9 ES A. Vega         21,400', ' 10 AR E. de la Fuente    900', '```'].join('\n'),
    );
    expect(rowsOf({}, 'es')[0]).toContain('21.400');
  });

  it('stays narrow and aligned with the longest names', () => {
    const players = ['Wolfeschlegelsteinhausenbergerdorff', 'Ana Íñiguez', 'X'].map((name, index) =>
      aPlayer({ id: index, name, ranking: 98 + index, points: 21_400 }),
    );
    const lengths = rowsOf({ players }).map((line) => charactersOf(line).length);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(32);
    const moved = players.map((player) => ({ ...player, moved: -1_234 }));
    const wider = rowsOf({ players: moved }).map((line) => charactersOf(line).length);
    expect(Math.max(...wider)).toBeLessThanOrEqual(32);
    expect(rowsOf({ players: moved })[0]).toMatch(/^98 ▼99 /);
    expect(rowsOf({ players }).every((line) => line.endsWith('21,400'))).toBe(true);
  });

  it('highlights the requested player, and says their rank', () => {
    const sought = { id: 2, name: 'Eva de la Fuente' };
    expect(rowsOf({ sought })[1]).toMatch(/^▸10 /);
    expect(shown({ sought })?.description).toContain('**Eva de la Fuente** is no. 10.');
  });

  it('keeps the requested player in the page buttons, without naming them again', () => {
    const { embeds, components } = rankingMessage(
      aReader(),
      aRankingView({ sought: { id: 99, name: 'Ida Paz' } }),
    );
    expect(embeds?.[0]?.description).not.toContain('Ida Paz');
    expect(JSON.stringify(components)).toContain('"custom_id":"ranking:women:-:2:99"');
  });

  it.each([
    ['is not in the list', { isMissing: true }, "isn't in this list"],
    ['has no rank', { players: [aPlayer({ id: 5, ranking: null })] }, ': unranked'],
  ])('says so when the requested player %s', (_reason, view, words) => {
    expect(shown({ sought: { id: 5, name: 'Ida Paz' }, ...view })?.description).toContain(words);
  });

  it.each([
    ['en', "Women's ranking · 🇩🇪 Germany"],
    ['es', 'Ranking femenino · 🇩🇪 Alemania'],
  ] as const)('names its country in %s', (locale, title) => {
    expect(shown({ country: 'DE' }, locale)?.title).toBe(title);
  });

  it('says when the plan has no points, and when there are no players', () => {
    const players = [aPlayer({ points: null, withheld: ['points'] })];
    expect(shown({ players })?.description).toContain('Points: not in the data plan');
    expect(shown({ players: [] })?.description).toContain('No players found');
  });
});
