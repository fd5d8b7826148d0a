import { expect, it } from 'vitest';
import { drawOf } from '#src/domain/tournament/draw.ts';
import { formatSets } from '#src/domain/match/score.ts';
import { fixtureLine } from '#src/render/lines/fixture-line.ts';
import { bracketPicture } from '#src/render/pictures/bracket.ts';
import { shownSets } from '#src/render/lines/score.ts';
import { aMatch } from '../domain/feed.ts';
import { sets } from '../domain/written.ts';
import { textsIn } from '../gallery/drawn-text.ts';
import { aReader } from './held.ts';

it.each([
  ['live', '6-4', '6-4 0-0'],
  ['live', '6-4 3-6', '6-4 3-6 0-0'],
  ['live', '6-4 3-5', '6-4 3-5'],
  ['live', '6-4 7-6', '6-4 7-6'],
  ['ended', '6-4 3-6', '6-4 3-6'],
  ['retired', '6-4 3-6', '6-4 3-6'],
])('a match with status %s and score %s is shown at %s', (status, score, shown) => {
  expect(formatSets(shownSets({ status, score: sets(score) }))).toBe(shown);
});

it('no score is invented when it is unknown', () => {
  expect(shownSets({ status: 'live', score: null })).toEqual([]);
});

it('the draw and its picture show the set that has just started', () => {
  const match = aMatch({ status: 'live', round: 1, score: sets('6-4 3-6') });
  expect(fixtureLine(aReader(), match, null)).toContain('on court, 6-4 3-6 0-0');
  const draw = drawOf([match], 'women');
  if (draw === null) throw new Error('a final, please');
  const texts = {
    title: '',
    subtitle: '',
    alt: '',
    champions: [],
    odds: null,
    lit: new Set<number>(),
  };
  const picture = bracketPicture(aReader(), { ...texts, draw, readAt: 1 });
  expect(textsIn(picture.drawing('inline').root).filter((text) => /^\d$/.test(text))).toEqual([
    ...['6', '3', '0'],
    ...['4', '6', '0'],
  ]);
});
