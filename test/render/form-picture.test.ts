import { describe, expect, it } from 'vitest';
import { resultsOf } from '#src/domain/people/form.ts';
import { LOCALES } from '#src/i18n/i18n.ts';
import { drawPicture } from '#src/render/pictures/draw.ts';
import { drawnFile } from '#src/render/pictures/picture.ts';
import { formPicture } from '#src/render/pictures/form.ts';
import { aMatch } from '../domain/feed.ts';
import { sets } from '../domain/written.ts';
import { textsIn } from '../gallery/drawn-text.ts';
import { aReader } from './held.ts';
import { aForm } from './people-messages.ts';

const PNG = '\x89PNG';
const start = (png: Uint8Array): string => Buffer.from(png.subarray(0, 4)).toString('latin1');

describe.each(LOCALES)('the picture of a form, in %s', (locale) => {
  it.each([
    ['five matches', 'Ana Vega', aForm().results],
    ['endless names', 'Wolfeschlegel '.repeat(400), aForm('x'.repeat(10_000)).results],
    ['half a character', 'Ana \ud83d', aForm('👨‍👩‍👧‍👦 \ud83d').results],
    ['a walkover and no names', '', resultsOf([aMatch({ status: 'walkover' })], [1])],
  ])('shows %s in less than 100 kB, with an alt text', async (_reason, name, results) => {
    const picture = formPicture(aReader(locale), {
      of: { name },
      people: [{ name }],
      results,
      readAt: 1,
      eventName: () => 'Madrid P1',
    });
    const png = await drawPicture(picture);
    expect(start(png)).toBe(PNG);
    expect(png.length).toBeLessThan(100_000);
    expect(picture.alt.length).toBeLessThanOrEqual(1_024);
  });
});

it('the alt text of a form picture describes the matches', () => {
  const results = resultsOf([aMatch({ status: 'finished', score: sets('6-4 6-3') })], [1]);
  expect(
    formPicture(aReader(), {
      of: { name: 'Ana Vega' },
      people: [],
      results,
      readAt: 1,
      eventName: () => 'Madrid P1',
    }).alt,
  ).toBe(
    'Ana Vega: 1 win in 1. Last match · with Lamas · Madrid P1: ' +
      'Won 6-4 6-3 against Soria / Pinto, Quarterfinal · Jun 7',
  );
});

it.each([
  ['en', 'LW'],
  ['es', 'PG'],
  ['fr', 'DV'],
  ['it', 'PV'],
  ['pt', 'DV'],
] as const)(
  'a form has its outcomes in letters of the language, the latest last, in %s',
  (locale, letters) => {
    const ended = (playedOn: string, winner: 'team_1' | 'team_2') =>
      aMatch({ playedOn, status: 'finished', winner, score: null });
    const results = resultsOf([ended('2026-06-01', 'team_2'), ended('2026-06-07', 'team_1')], [1]);
    const { root } = formPicture(aReader(locale), {
      of: { name: 'Ana Vega' },
      people: [],
      results,
      readAt: 1,
      eventName: () => 'Madrid P1',
    }).drawing('phone');
    const strip = textsIn(root)
      .filter((text) => /^\p{L}$/u.test(text))
      .slice(0, 2);
    expect(strip.join('')).toBe(letters);
  },
);

it('a picture that cannot be drawn is left out', async () => {
  const picture = formPicture(aReader(), {
    of: { name: 'Ana Vega' },
    people: [],
    results: [],
    readAt: 1,
    eventName: () => undefined,
  });
  const fails = () => Promise.reject(new Error('no thread'));
  expect(await drawnFile(fails, 'form.png', picture)).toBeNull();
});
