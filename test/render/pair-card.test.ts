import { describe, expect, it } from 'vitest';
import type { Locale } from '#src/i18n/i18n.ts';
import { pairMessage, type PairView } from '#src/render/people/pair-card.ts';
import { aReader } from './held.ts';
import { aForm, aPair, aPairView } from './people-messages.ts';

const shown = (view: Partial<PairView> = {}, locale: Locale = 'en') =>
  pairMessage(aReader(locale), aPairView(view));

const controls = (view: Partial<PairView> = {}): string => JSON.stringify(shown(view).components);

describe('the card of a pair', () => {
  it.each([
    ['en', ['Points: 30,416', 'First match: Feb 3, 2025']],
    ['es', ['Puntos: 30.416', 'Primer partido: 3 feb 2025']],
  ] as const)('has its facts in %s', (locale, facts) => {
    const [embed] = shown({}, locale).embeds ?? [];
    const fields = embed?.fields?.map(({ name, value }) => `${name}: ${value}`);
    expect(fields).toEqual(expect.arrayContaining([...facts]));
    expect(embed?.title).toBe('Ana Vega / Eva Lamas');
  });

  it.each([
    ['the pair', '2026-06-08', 'Jun 8, 2026'],
    ['the list of its matches', '2026-06-06', 'Jun 7, 2026'],
    ['the list, where the pair has no date', null, 'Jun 7, 2026'],
  ])('has the date of the latest match that is known, here from %s', (_from, lastMatchOn, date) => {
    const [embed] = shown({ pair: aPair({ lastMatchOn }), form: aForm() }).embeds ?? [];
    expect(embed?.fields).toContainEqual({ name: 'Latest match', value: date, inline: true });
  });

  it('names both players with flag and ranking', () => {
    const lines = shown().embeds?.[0]?.description?.split('\n').slice(0, 2);
    expect(lines).toEqual(['🇪🇸 Ana Vega · no. 1', 'Eva Lamas · unranked']);
  });

  it('has the ratings of both players, and their mean, when they are known', () => {
    const rated = (id: number, elo: number) => ({
      ...{ id, name: `Ana ${id}`, country: null, ranking: id },
      rating: { elo, since: 1, readAt: 1 },
    });
    const [embed] = shown({ members: [rated(1, 1_420), rated(2, 1_400)] }).embeds ?? [];
    expect(embed?.description?.split('\n')[0]).toBe('Ana 1 · no. 1 · Elo 1,420');
    expect(embed?.fields).toContainEqual({ name: 'Elo', value: '1,410', inline: true });
    expect(JSON.stringify(shown().embeds)).not.toContain('Elo');
  });

  it('has the road to the title: who may come, the chance to win, and what that is worth', () => {
    const [embed] = shown({ form: aForm() }).embeds ?? [];
    const road = embed?.fields?.find(({ name }) => name === 'Road to the title');
    expect(road?.value.split('\n')).toEqual([
      '**Semifinal** · 3 / 4 · 60% to win · 600 points',
      '**Final** · 3 / 4 (50%), 3 / 4 (30%), 3 / 4 (15%), … · 60% to win · 1,000 points',
    ]);
  });

  it('says which values the plan withholds', () => {
    const pair = aPair({
      points: null,
      firstMatchOn: null,
      withheld: ['points', 'first_match_at'],
    });
    const fields = shown({ pair }).embeds?.[0]?.fields?.slice(0, 2);
    expect(fields?.map(({ value }) => value)).toEqual([
      'not in the data plan',
      'not in the data plan',
    ]);
  });

  it('has a button that compares the pair with its next opponents', () => {
    expect(controls({ form: aForm() })).toContain('"custom_id":"h2h:players:1-2:3-4"');
    expect(controls()).not.toContain('h2h');
  });

  it('has buttons for statistics, matches, both players and a follow', () => {
    for (const id of ['pair:stats', 'pair:matches', 'follow:pair'] as const) {
      expect(controls()).toContain(`"custom_id":"${id}:67108866"`);
    }
    expect(controls()).toContain('"custom_id":"player:card:2"');
  });
});
