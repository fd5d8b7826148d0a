import { describe, expect, it } from 'vitest';
import { headToHead } from '#src/domain/people/head-to-head.ts';
import { LOCALES } from '#src/i18n/i18n.ts';
import { drawPicture as paint } from '#src/render/pictures/draw.ts';
import { poster } from '#src/render/pictures/poster.ts';
import { headToHeadPicture } from '#src/render/pictures/head-to-head.ts';
import type { Picture } from '#src/render/pictures/picture.ts';
import { rowElement } from '#src/render/pictures/element.ts';
import { facingSides, type Sides } from '#src/render/pictures/contenders.ts';
import { chancesPicture } from '#src/render/people/simulation.ts';
import { drawPage, bracketImages } from '#src/render/tournament/draw.ts';
import { aMatch } from '../domain/feed.ts';
import { textsIn } from '../gallery/drawn-text.ts';
import { sets } from '../domain/written.ts';
import { runs } from '../runs.ts';
import { resultPoster } from '#src/render/match/posters.ts';
import { aHeld, aReader, aTournament } from './held.ts';

const NAMES = [
  ['ordinary names', 'Ana Vega'],
  ['endless names', 'Wolfeschlegelsteinhausen '.repeat(40)],
  ['other letters', 'Ødegård Łukasz Παπαδόπουλος Шевченко'],
  ['letters that no font has', '王芳 👨‍👩‍👧‍👦 \ud83d'],
  ['letters from right to left', 'נועה כהן'],
  ['no letters', ''],
] as const;

const everyPicture = (name: string, locale: (typeof LOCALES)[number]): readonly Picture[] => {
  const reader = aReader(locale);
  const players = [1, 2].map((id) => ({ id, name, country: 'ES' }));
  const teams = { team_1: players, team_2: players.map((each) => ({ ...each, country: null })) };
  const matches = Array.from({ length: 8 }, (_, slot) =>
    aMatch({
      id: slot,
      round: 8,
      slot,
      teams,
      status: 'finished',
      score: sets('7-6(12) 6-7(10) 7-6(11)'),
    }),
  );
  const page = drawPage(
    { tournament: aTournament(name), matches, category: 'women', readAt: 1 },
    null,
  );
  const posters = bracketImages(reader, page);
  if (!posters?.whole) throw new Error('a draw, please');
  const record = headToHead(matches, [1, 2]);
  return [
    headToHeadPicture(reader, {
      teams,
      record,
      readAt: 1,
      eventName: () => name,
    }),
    chancesPicture(reader, {
      teams,
      chances: { team_1: 0.001, team_2: 0.999 },
      elo: { team_1: 1_400, team_2: 1_400 },
      record,
      inPlay: null,
      readAt: 1,
    }),
    posters.glance,
    posters.whole,
  ];
};

/** Draws each name in some languages, and each language with some names; the gallery has all. */
const isDrawn = (nameIndex: number, localeIndex: number): boolean =>
  (nameIndex + localeIndex) % LOCALES.length < runs(2);

describe.each(LOCALES.map((locale, index) => [locale, index] as const))(
  'pictures in %s',
  (locale, localeIndex) => {
    it.each(NAMES.map(([reason, name], index) => [reason, name, index] as const))(
      'with %s have an alt text, and are less than 100 kB when drawn',
      async (_reason, name, nameIndex) => {
        for (const picture of everyPicture(name, locale)) {
          expect(picture.alt.length).toBeGreaterThan(10);
          expect(picture.alt.length).toBeLessThanOrEqual(1_024);
          expect(picture.alt).not.toMatch(/\*\*|\{\{/);
          if (!isDrawn(nameIndex, localeIndex)) continue;
          const { length } = await paint(picture);
          expect(length).toBeGreaterThan(5_000);
          expect(length).toBeLessThan(100_000);
        }
      },
    );
  },
);

it('a picture of two sides has all names, and large those by which they are called', () => {
  const player = (id: number, name: string, called?: string) => ({
    id,
    name,
    called,
    country: 'ES',
  });
  const sides: Sides = {
    team_1: [player(1, 'Unai Cerdá Urrutia', 'Cerdá'), player(2, 'Fernando Belasteguín', 'Bela')],
    team_2: [player(3, 'Neymar'), player(4, 'Derlis Bareiro')],
  };
  let texts: readonly string[] = [];
  poster(aReader(), { kicker: '', headline: '', facts: '', readAt: 1 }, (page) => {
    texts = textsIn(facingSides(aReader(), page, sides, rowElement({})));
    return [];
  }).drawing('inline');
  expect(texts).toEqual([
    ...['UC', 'Unai', 'Cerdá'],
    ...['FB', 'Fernando Belasteguín', 'Bela'],
    ...['N', 'Neymar'],
    ...['DB', 'Derlis', 'Bareiro'],
  ]);
});

it.each(LOCALES)('pictures have no invisible direction characters, in %s', (locale) => {
  for (const picture of everyPicture('נועה כהן', locale)) {
    const { root } = picture.drawing('phone');
    expect(JSON.stringify(root)).toContain('כהן');
    expect(JSON.stringify(root)).not.toMatch(/[\u2066-\u2069]/);
  }
});

const family = (id: number, name: string) => ({ id, name, country: 'ES' });
const SANCHEZ: Sides = {
  team_1: [family(1, 'Ana Sánchez'), family(2, 'Eva Sánchez')],
  team_2: [family(3, 'Lea Soria'), family(4, 'Mia Pinto')],
};

it('tells players of one surname apart on the board of a result', () => {
  const over = { status: 'finished', score: sets('6-4 6-3'), teams: SANCHEZ } as const;
  const poster = resultPoster(aReader(), { held: aHeld(over), teams: SANCHEZ, readAt: 1 });
  const texts = poster === null ? [] : textsIn(poster.drawing('inline').root);
  expect(texts).toEqual(expect.arrayContaining(['A. Sánchez', 'E. Sánchez', 'Soria', 'Pinto']));
});

it.each([
  ['retired', 'ret.'],
  ['walkover', 'w.o.'],
] as const)(
  'a match ended by %s says so once, in a column beside the sets of both',
  (status, note) => {
    const score = status === 'walkover' ? null : sets('6-4 2-1');
    const held = aHeld({ status, score, winner: 'team_1', teams: SANCHEZ });
    const poster = resultPoster(aReader(), { held, teams: SANCHEZ, readAt: 1 });
    const texts = poster === null ? [] : textsIn(poster.drawing('inline').root);
    expect(texts.filter((text) => text === note)).toHaveLength(1);
    expect(texts.filter((text) => text === '')).toHaveLength(1);
  },
);

it('a meeting whose winner is unknown names both pairs, and is nobody’s', () => {
  const match = aMatch({ status: 'finished', score: sets('6-4'), winner: null, teams: SANCHEZ });
  const record = headToHead([match], [1, 2]);
  const view = { teams: SANCHEZ, record, readAt: 1, eventName: () => 'Madrid P1' };
  const texts = textsIn(headToHeadPicture(aReader(), view).drawing('inline').root);
  expect(texts).toContain('A. Sánchez / E. Sánchez – Soria / Pinto');
});
