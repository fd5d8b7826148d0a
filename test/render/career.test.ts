import { describe, expect, it } from 'vitest';
import type { Locale } from '#src/i18n/i18n.ts';
import { careerMessage, type CareerView } from '#src/render/people/career.ts';
import { aReader } from './held.ts';
import { aCareer, aCareerView } from './people-messages.ts';

const shown = (view: Partial<CareerView> = {}, locale: Locale = 'en') =>
  careerMessage(aReader(locale), aCareerView(view));

const fieldsOf = (view: Partial<CareerView> = {}, locale: Locale = 'en') =>
  shown(view, locale).embeds?.[0]?.fields?.map(({ name, value }) => `${name}: ${value}`);

describe('statistics', () => {
  it.each([
    [
      'en',
      'Games won–lost: 1,512–403 (19.87 per match)',
      'Matches won–lost: 34–12 (74%)',
      'Best round: Final',
    ],
    [
      'es',
      'Juegos ganados–perdidos: 1.512–403 (19,87 por partido)',
      'Partidos ganados–perdidos: 34–12 (74\u00a0%)',
      'Mejor ronda: Final',
    ],
  ] as const)('are shown in %s', (locale, ...facts) => {
    expect(fieldsOf({}, locale)).toEqual(expect.arrayContaining(facts));
  });

  it('name their period and round', () => {
    const { embeds } = shown({ filter: { period: 'quarter', round: 2 } });
    expect(embeds?.[0]?.description?.split('\n')[0]).toBe('**Last 3 months · Semifinal**');
  });

  it.each([
    [null, ['Titles', 'Finals', 'Semifinals', 'Best round']],
    [1, ['Titles', 'Finals']],
    [2, ['Semifinals']],
    [8, []],
  ] as const)('of round %s omit the figures of other rounds', (round, names) => {
    const shownNames = fieldsOf({ filter: { period: 'all', round } })?.map(
      (field) => field.split(':')[0],
    );
    expect(shownNames?.slice(3)).toEqual(names);
  });

  it('distinguish values that the plan withholds from unknown values', () => {
    const career = aCareer({ titles: null, finals: null, withheld: ['titles'] });
    expect(fieldsOf({ career })).toContain('Titles: not in the data plan');
    expect(fieldsOf({ career })?.join()).not.toContain('Finals');
  });

  it('say that nothing was played instead of showing zeros', () => {
    const { embeds } = shown({ career: aCareer({ matchesPlayed: 0, matchesWon: 0 }) });
    expect(embeds?.[0]?.fields).toEqual([]);
    expect(embeds?.[0]?.description).toContain('No matches in this period');
  });

  it('keep in each menu the choice of the other one', () => {
    const menus = JSON.stringify(shown({ filter: { period: 'year', round: 1 } }).components);
    expect(menus).toContain('"custom_id":"player:period:1:1"');
    expect(menus).toContain('"custom_id":"player:round:1:year"');
    expect(menus.match(/"default":true/g)).toHaveLength(2);
  });
});
