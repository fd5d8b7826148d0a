import { expect, it } from 'vitest';
import { placesPicture } from '#src/render/people/places.ts';
import { textsIn } from '../gallery/drawn-text.ts';
import { aReader } from './held.ts';

const PLACES = [14, 9, 12].map((place, month) => ({ place, date: `2026-0${month + 1}-12` }));

const textsOf = (places: typeof PLACES): readonly string[] => {
  const view = { player: { name: 'Ana Vega' }, category: null, places, readAt: 1 };
  const picture = placesPicture(aReader(), view);
  return picture === null ? [] : textsIn(picture.drawing('inline').root);
};

it('the curve of a season tells its best place at its point, the months and the change', () => {
  const texts = textsOf(PLACES);
  expect(texts).toEqual(expect.arrayContaining(['Season best: 9', 'Feb', 'Mar', '▲ 2', '12']));
  expect(texts.filter((text) => text === 'Jan')).toEqual([]);
});

it('a single week has no best place', () => {
  expect(textsOf(PLACES.slice(0, 1)).join()).not.toContain('best');
});
