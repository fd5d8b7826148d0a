import { expect, it } from 'vitest';
import { drawPage, bracketImages } from '#src/render/tournament/draw.ts';
import type { Element } from '#src/render/pictures/element.ts';
import { FIELD, ORDINARY, pairOf, type Cast } from '../gallery/casts.ts';
import { textsIn } from '../gallery/drawn-text.ts';
import { drawn, wholeDraw } from '../gallery/matches.ts';
import { aReader } from './held.ts';

const posterOf = (cast: Cast, matches: ReturnType<typeof drawn>, page: number | null = null) => {
  const { category, tournament } = cast;
  return bracketImages(aReader(), drawPage({ tournament, matches, category, readAt: 1 }, page));
};

const textsOf = (...drawnOf: Parameters<typeof posterOf>): readonly string[] => {
  const poster = posterOf(...drawnOf);
  const shown = poster?.whole ?? poster?.glance;
  return shown === undefined ? [] : textsIn(shown.drawing('inline').root);
};

const sizesOf = (element: Element, texts: ReadonlySet<string>): ReadonlySet<unknown> => {
  if (element.type === 'text')
    return new Set(texts.has(element.text) ? [element.style['fontSize']] : []);
  const within = element.type === 'container' ? element.children : [];
  return new Set(within.flatMap((child) => [...sizesOf(child, texts)]));
};

const LAST = (surname: string) => surname.split(' ').slice(1).join(' ');

it('the poster shows a whole draw with its seeds, and no byes', () => {
  const texts = textsOf(FIELD, wholeDraw(FIELD, 48, 1));
  const missing = FIELD.players
    .map(({ name }) => LAST(name))
    .filter((name) => !texts.includes(name));
  expect(missing).toEqual([]);
  for (let seed = 1; seed <= 16; seed += 1) expect(texts).toContain(String(seed));
  expect(texts).toContain('Abellán / Alarcón win Sevilla Major');
  expect(texts.filter((text) => text === 'Round of 64')).toHaveLength(2);
  expect(texts.filter((text) => text === 'Quarterfinal')).toHaveLength(2);
  expect(texts.join()).not.toMatch(/–|Bye/);
});

it('the poster names a pair and its seed in the next round before that match exists', () => {
  const matches = wholeDraw(FIELD, 28, 8).filter(({ round }) => round !== 4);
  const [first = ''] = pairOf(FIELD, 0).map(({ name }) => LAST(name));
  const texts = textsOf(FIELD, matches);
  expect(texts.filter((text) => text === first)).toHaveLength(2);
  expect(texts.filter((text) => text === '1').length).toBeGreaterThanOrEqual(2);
});

it('the poster is the same for every page of the text, and signed with the bot and the day', () => {
  const matches = wholeDraw(FIELD, 28, 8);
  expect(textsOf(FIELD, matches, 3)).toEqual(textsOf(FIELD, matches, 1));
  expect(textsOf(FIELD, matches)).toContain('Bandeja · Jan 1, 1970');
});

it.each([
  ['a final alone', { 1: [[0, 1, 'soon']] }, ['Final']],
  [
    'a draw of which little is known',
    {
      8: [
        [0, null, 'bye'],
        [1, 2, 'soon'],
      ],
    },
    ['Final', 'Semifinal', 'Semifinal', 'Quarterfinal', 'Round of 16', 'Quarterfinal'],
  ],
] satisfies readonly (readonly [string, Parameters<typeof drawn>[1], readonly string[]])[])(
  'the poster of %s has its rounds as headings',
  (_what, rounds, headings) => {
    const texts = textsOf(ORDINARY, drawn(ORDINARY, rounds));
    expect(texts.filter((text) => /final|Round/i.test(text)).toSorted()).toEqual(
      headings.toSorted(),
    );
  },
);

it('a match that is on has a tag, one to come its day and time, in the picture and in its words', () => {
  const rounds = {
    2: [
      [0, 1, '6-4 2-1 live'],
      [2, 3, 'soon'],
    ],
  } as const;
  const matches = drawn(ORDINARY, rounds).map((match) => ({
    ...match,
    scheduleLabel: match.status === 'live' ? null : 'Starting at 16:00',
  }));
  const texts = textsOf(ORDINARY, matches);
  expect(texts.filter((text) => text === 'ON COURT')).toHaveLength(1);
  expect(texts.filter((text) => text === 'Jun 7 · 4:00 PM')).toHaveLength(1);
  expect(posterOf(ORDINARY, matches)?.glance.alt).toMatch(/Jun 7 · 4:00.PM/);
});

it('all names of a draw have one size', () => {
  const poster = posterOf(FIELD, wholeDraw(FIELD, 48, 1));
  if (!poster?.whole) throw new Error('a draw, please');
  const { root } = poster.whole.drawing('inline');
  // Of the champions large above the draw, too.
  const names = FIELD.players.slice(2).map(({ name }) => LAST(name));
  expect([...sizesOf(root, new Set(names))]).toHaveLength(1);
});

it.each([
  ['the round in play', wholeDraw(FIELD, 28, 8), 'inline', ['Quarterfinal'], 4],
  [
    'the last rounds once they are played',
    wholeDraw(FIELD, 48, 1),
    'inline',
    ['Semifinal', 'Final'],
    3,
  ],
  [
    'the quarterfinals, too, on a phone',
    wholeDraw(FIELD, 48, 1),
    'phone',
    ['Final', 'Semifinal', 'Quarterfinal'],
    7,
  ],
  ['eight matches of a first round', wholeDraw(FIELD, 48, 64), 'inline', ['Round of 64'], 8],
] as const)('at a glance a draw has %s', (_what, matches, format, headings, boxes) => {
  const glance = posterOf(FIELD, matches)?.glance;
  if (glance === undefined) throw new Error('a draw, please');
  const texts = textsIn(glance.drawing(format).root);
  const rounds = texts.filter((text) => /^(Semif|Quarterf|F)inal$|^Round of/.test(text));
  expect(rounds.toSorted()).toEqual([...headings].toSorted());
  const pairs = FIELD.players.filter(({ name }) =>
    texts.some((text) => text.split(' / ').includes(LAST(name))),
  );
  expect(pairs.length).toBeGreaterThan(boxes);
});

it('there is no poster when no match has a slot', () => {
  const nobody = drawn(ORDINARY, { 4: [[90, 91, 'soon']] });
  expect(
    posterOf(
      ORDINARY,
      nobody.map((match) => ({ ...match, slot: null })),
    ),
  ).toBeNull();
});
