import { describe, expect, it } from 'vitest';
import type { RankedPlayer } from '#src/domain/alerts/events.ts';
import { DEFAULT_SETTINGS } from '#src/domain/alerts/settings.ts';
import { LOCALES, type Locale } from '#src/i18n/i18n.ts';
import { post } from '#src/render/posts/posts.ts';
import { aReader } from './held.ts';

const row = (id: number, place: number, before: number | null = place): RankedPlayer => ({
  ...{ id, name: `Ana ${id}`, place, before, points: 5_000 - place },
});

const shown = (
  players: readonly RankedPlayer[],
  followed: readonly RankedPlayer[] = [],
  { locale = 'en', isDirect = false }: { locale?: Locale; isDirect?: boolean } = {},
) => {
  const { content = '', embeds } = post(aReader(locale), {
    event: { kind: 'ranking', channelKey: 1, date: '2026-10-05', category: 'women', players },
    subject: { kind: 'ranking', followed, isDirect },
    settings: DEFAULT_SETTINGS,
    memberIds: [],
    correctedAt: null,
  });
  return { content, lines: embeds?.[0]?.description?.split('\n') };
};

const TOP = [row(1, 1), row(2, 1), row(3, 3, 4)];

describe("the post of Monday's ranking", () => {
  it('lists partners at the place that they share', () => {
    const { content, lines } = shown([...TOP, row(4, 9), row(5, 9), row(6, 11)]);
    expect(content).toBe('Ranking of Oct 5, 2026 · Women');
    expect(lines).toEqual([
      '**1.** Ana 1 · 4,999',
      '**1.** Ana 2 · 4,999',
      '**3.** Ana 3 ▲1 · 4,997',
      '**9.** Ana 4 · 4,991',
      '**9.** Ana 5 · 4,991',
    ]);
  });

  it('names three biggest moves up and three down, the biggest first, ▲ gained and ▼ lost', () => {
    const moves = [row(10, 20, 25), row(11, 30, 41), row(12, 40, 36), row(13, 50, 20)];
    const more = [row(14, 60, 66), row(15, 70, 74), row(16, 80, 77), row(17, 90, 10)];
    expect(shown([...TOP, ...moves, ...more]).lines?.slice(3)).toEqual([
      '',
      '**Biggest moves in the top 100**',
      '▲11 **Ana 11** 41 → 30',
      '▲6 **Ana 14** 66 → 60',
      '▲5 **Ana 10** 25 → 20',
      '▼80 **Ana 17** 10 → 90',
      '▼30 **Ana 13** 20 → 50',
      '▼4 **Ana 12** 36 → 40',
    ]);
  });

  it('has no heading without a move of three places, and none for newcomers', () => {
    const quiet = [row(10, 20, 22), row(11, 30, 28), row(12, 40, null)];
    expect(shown([...TOP, ...quiet]).lines).toHaveLength(TOP.length);
  });

  it('shows where followed players moved, between the top and the biggest moves', () => {
    const followed = [row(9, 25, 24), row(8, 26), row(1, 1)];
    const { lines } = shown([...TOP, ...followed.slice(0, 2), row(11, 30, 41)], followed);
    expect(lines?.slice(3)).toEqual([
      '',
      '**Followed here**',
      '**25.** Ana 9 ▼1 · 4,975',
      '**26.** Ana 8 · 4,974',
      '',
      '**Biggest moves in the top 100**',
      '▲11 **Ana 11** 41 → 30',
    ]);
  });

  it.each(LOCALES)('has every heading in %s', (locale) => {
    const { content, lines } = shown([...TOP, row(11, 30, 41)], [row(11, 30, 41)], { locale });
    const headings = lines?.filter((line) => /^\*\*\D+/.test(line) || line.includes('100**'));
    expect(headings).toHaveLength(2);
    expect([content, ...(headings ?? [])].join('\n')).not.toMatch(/\{\{|rankingNews/);
  });

  it('has nothing but the followed players in a direct message', () => {
    const followed = [row(3, 3, 4), row(9, 25, 31)];
    expect(shown(followed, followed, { isDirect: true }).lines).toEqual([
      '**3.** Ana 3 ▲1 · 4,997',
      '**25.** Ana 9 ▲6 · 4,975',
    ]);
  });
});
