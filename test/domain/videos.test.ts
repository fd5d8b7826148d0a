import { describe, expect, it } from 'vitest';
import type { Match } from '#src/domain/match/match.ts';
import type { Video } from '#src/domain/tournament/seasons.ts';
import { videosByMatch } from '#src/domain/tournament/videos.ts';
import { aMatch } from './feed.ts';

const players = (first: string, second: string, id: number) => [
  { id, name: first },
  { id: id + 1, name: second },
];

const aPairing = (
  id: number,
  [a, b]: readonly [string, string],
  [c, d]: readonly [string, string],
  more: Partial<Match> = {},
): Match =>
  aMatch({
    id,
    category: 'men',
    teams: { team_1: players(a, b, id * 10), team_2: players(c, d, id * 10 + 2) },
    ...more,
  });

const FINAL = aPairing(
  1,
  ['Agustín Tapia', 'Arturo Coello Manso'],
  ['Alejandro Galán Romo', 'Federico Chingotto'],
);

/** Other matches of the same day: players with a surname, or a side, in common with others. */
const OTHERS = [
  aPairing(2, ['Juan Lebrón', 'Martín Di Nenno'], ['Edu Alonso', 'Javier Madrid']),
  aPairing(3, ['Gemma Triay', 'Alejandra Galán'], ['Claudia Fernández', 'Sofía Coello'], {
    category: 'women',
  }),
  aPairing(4, ['Teo Martínez', 'Luis Final'], ['Leo Martínez', 'Max Court']),
];

const URL = 'https://video.example/1';

const aVideo = (more: Partial<Video>): Video => ({
  id: 1,
  name: 'Tapia/Coello vs Galán/Chingotto',
  url: URL,
  type: 'live',
  // 19:00 in Madrid.
  startedAt: Date.UTC(2026, 5, 7, 17),
  withheld: [],
  ...more,
});

const found = (more: Partial<Video>, offset: number | null = 120) =>
  videosByMatch(
    'Madrid P1',
    [FINAL, ...OTHERS].map((match) => ({ match, offset })),
    [aVideo(more)],
  );

describe('a video belongs to a match', () => {
  it.each([
    ['surnames', 'Tapia/Coello vs Galán/Chingotto', 1],
    ['initials', 'A. Tapia - A. Coello vs. F. Chingotto - A. Galán', 1],
    ['no accents, capitals', 'TAPIA COELLO V GALAN CHINGOTTO', 1],
    [
      'full names after the event',
      'Madrid P1, men’s final: Agustín Tapia / Arturo Coello vs Alejandro Galán / Federico Chingotto',
      1,
    ],
    ['the other way round', 'Chingotto & Galán vs Coello & Tapia', 1],
    ['no "vs"', 'Final | Galán Chingotto – Tapia Coello', 1],
    ['one player of each pair, the second surname', 'Manso contra Romo', 1],
    ['a surname with a particle', 'Di Nenno/Lebrón vs Alonso/Madrid', 2],
    ['a surname that is the tournament’s', 'Madrid P1: Madrid/Alonso vs Lebrón', 2],
    ['women of the same surnames', 'Women: Triay/Galán vs Fernández/Coello', 3],
    ['brothers on both sides', 'T. Martínez vs L. Martínez', 4],
    ['only the final’s category', 'Final Men', null],
    ['a court and a day', 'Madrid P1, day 7: Center Court', null],
    ['one pair', 'Interview with Tapia and Coello', null],
    ['both of one pair on both sides', 'Tapia vs Coello', null],
    ['brothers without sides', 'Martínez brothers in the final', null],
    ['two matches that fit equally well', 'Galán vs Coello', null],
    ['other pairs of the tournament', 'Stupaczuk/Yanguas vs Galán/Chingotto', null],
    ['pairs that are divided among two matches', 'Tapia/Coello vs Lebrón/Di Nenno', null],
    ['part of a name', 'Tapiador vs Galanteo', null],
    ['the event alone, which is a surname', 'Madrid P1: Lebrón', null],
    ['nothing readable', '\u202e||@everyone||', null],
    ['a thousand words', 'vs '.repeat(100_000), null],
  ])('by %s: %s', (_what, name, id) => {
    expect([...found({ name }).keys()]).toEqual(id === null ? [] : [id]);
  });

  it.each<[string, Partial<Video>, number | null, boolean]>([
    ['the day before', { startedAt: Date.UTC(2026, 5, 6, 20) }, 120, false],
    ['the first minute of its day', { startedAt: Date.UTC(2026, 5, 6, 22) }, 120, true],
    ['the night after it', { startedAt: Date.UTC(2026, 5, 8, 2, 59) }, 120, true],
    ['the day after', { startedAt: Date.UTC(2026, 5, 8, 3) }, 120, false],
    ['an unknown time', { startedAt: null }, 120, false],
    ['a venue without a clock', {}, null, false],
  ])('on its day by the venue’s clock: %s', (_what, more, offset, isFound) => {
    expect(found(more, offset).size).toBe(isFound ? 1 : 0);
  });

  it.each([
    ['http', 'http://video.example/1', null],
    ['a script', 'javascript:alert(1)', null],
    ['a password', 'https://user:secret@video.example/1', null],
    ['no address', '/videos/1', null],
    ['none', null, null],
    ['a long one', `https://video.example/${'x'.repeat(500)}`, null],
    ['blanks', 'https://video.example/a b', 'https://video.example/a%20b'],
  ])('with an address that Discord accepts: %s', (_what, url, shown) => {
    expect(found({ url }).get(1)?.broadcast ?? null).toBe(shown);
  });

  it('as its broadcast or its highlights, the newest of each', () => {
    const named = (id: number, more: Partial<Video>) => aVideo({ id, url: `${URL}${id}`, ...more });
    const videos = [
      named(3, { type: 'replay' }),
      named(2, { type: 'highlights' }),
      named(1, {}),
      named(4, { type: null, name: 'Resumen: Tapia/Coello vs Galán/Chingotto' }),
    ];
    expect([...videosByMatch('Madrid P1', [{ match: FINAL, offset: 120 }], videos)]).toEqual([
      [1, { broadcast: `${URL}3`, highlights: `${URL}4` }],
    ]);
  });
});
