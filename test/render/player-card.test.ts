import { describe, expect, it } from 'vitest';
import type { Player } from '#src/domain/people/people.ts';
import type { Locale } from '#src/i18n/i18n.ts';
import { flagOf } from '#src/render/lines/names.ts';
import { playerMessage } from '#src/render/people/player-card.ts';
import { resultsOf } from '#src/domain/people/form.ts';
import { aMatch } from '../domain/feed.ts';
import { sets } from '../domain/written.ts';
import { aHeld, aReader } from './held.ts';
import { aForm, aPlayerView } from './people-messages.ts';
import { aPlayer } from './people.ts';

const embedOf = (view: Parameters<typeof aPlayerView>[0], locale: Locale = 'en') =>
  playerMessage(aReader(locale), aPlayerView(view)).embeds?.[0];

const fieldsOf = (player: Partial<Player>, locale: Locale = 'en') =>
  (embedOf({ player: aPlayer(player), pair: null }, locale)?.fields ?? [])
    .filter(({ inline }) => inline === true)
    .map(({ name, value }) => `${name}: ${value}`);

describe('the card of a player', () => {
  it.each([
    [
      'en',
      [
        'Ranking: 12',
        'Points: 21,400',
        'Age: 25 years',
        'Height: 172 cm',
        'Position: backhand · right-handed',
        'Birthplace: Madrid',
      ],
      'Women · Spain',
    ],
    [
      'es',
      [
        'Ranking: 12',
        'Puntos: 21.400',
        'Edad: 25 años',
        'Altura: 172 cm',
        'Posición: revés · diestra',
        'Lugar de nacimiento: Madrid',
      ],
      'Femenino · España',
    ],
  ] as const)('has its facts in %s', (locale, facts, author) => {
    expect(fieldsOf({}, locale)).toEqual(facts);
    expect(embedOf({}, locale)?.author?.name).toBe(author);
  });

  it('has the rating of the service, when it is known', () => {
    expect(fieldsOf({ elo: 1_412.6 })).toContain('Elo: 1,413');
    expect(fieldsOf({ withheld: ['elo'] }).join()).not.toContain('Elo');
  });

  it('shows an unranked player, and omits unknown facts', () => {
    const unknown = {
      points: null,
      height: null,
      birthplace: null,
      age: null,
      hand: null,
      side: null,
    };
    expect(fieldsOf({ ...unknown, ranking: null })).toEqual(['Ranking: unranked']);
  });

  it('says which facts the plan withholds', () => {
    const withheld = { ranking: null, points: null, withheld: ['ranking', 'points'] };
    expect(fieldsOf(withheld).slice(0, 2)).toEqual([
      'Ranking: not in the data plan',
      'Points: not in the data plan',
    ]);
  });

  it('includes the match of a player who is on court', () => {
    const inPlay = aHeld({ status: 'live', score: sets('6-4 2-1') });
    const { embeds } = playerMessage(aReader(), aPlayerView({ inPlay }));
    expect(embeds?.[1]).toMatchObject({ title: 'On court now' });
  });

  it('has former partners in one line, each with the year of the last match together', () => {
    const formerPartners = [
      { name: 'Lea *Soria*', year: '2025' },
      { name: 'Ida Paz', year: null },
    ];
    expect(embedOf({ formerPartners })?.fields).toContainEqual({
      name: 'Former partners',
      value: 'Lea \\*Soria\\* (2025), Ida Paz',
      inline: true,
    });
    expect(JSON.stringify(embedOf({}))).not.toContain('Former');
  });

  it('offers the ranking curve where the places may be read', () => {
    const ids = (hasPlaces: boolean) =>
      JSON.stringify(playerMessage(aReader(), aPlayerView({ hasPlaces })).components);
    expect(ids(true)).toContain('player:places:1');
    expect(ids(false)).not.toContain('places');
  });

  it('has no buttons that lead to a pair when there is none', () => {
    const labels = (view: Parameters<typeof aPlayerView>[0]) =>
      JSON.stringify(playerMessage(aReader(), aPlayerView(view)).components);
    expect(labels({})).toContain('Current pair');
    expect(labels({ pair: null })).not.toMatch(/Current pair|Matches/);
  });

  it.each([
    ['ES', '🇪🇸'],
    ['ar', '🇦🇷'],
    ['ESP', ''],
    ['', ''],
    ['1!', ''],
    [null, ''],
  ])('has for the country %s the flag "%s"', (country, flag) => {
    expect(flagOf(country)).toBe(flag);
  });
});

describe('the form of a player', () => {
  const said = (form: Parameters<typeof aPlayerView>[0], locale: Locale = 'en') =>
    (embedOf(form, locale)?.fields ?? [])
      .filter(({ inline }) => inline !== true)
      .map(({ name, value }) => `${name}\n${value}`);

  const lines = (match: Parameters<typeof aMatch>[0], locale: Locale = 'en') => {
    const results = resultsOf([aMatch(match)], [1]);
    return said({ form: { results, next: null, offset: null } }, locale)[0]?.split('\n')[1];
  };

  it.each([
    [
      'en',
      'Next match',
      '**3 / 4** · Quarterfinal, Madrid P1 · Jun 7, 2026 · not before 4:00 PM (venue) · Center Court',
    ],
    [
      'es',
      'Próximo partido',
      '**3 / 4** · Cuartos de final, Madrid P1 · 7 jun 2026 · no antes de las 16:00 (sede) · Center Court',
    ],
  ] as const)('starts with the next match, in %s', (locale, title, line) => {
    expect(said({ form: aForm() }, locale)[0]).toBe(`${title}\n${line}`);
  });

  it("shows the next match in the reader's time when the venue's offset is known", () => {
    const at = Date.UTC(2026, 5, 7, 14) / 1_000;
    expect(said({ form: { ...aForm(), offset: 120 } })[0]).toContain(`not before <t:${at}:t>`);
  });

  it.each([
    ['a win', { status: 'finished', score: sets('6-4 6-3') }, '**Won** 6-4 6-3 · Soria / Pinto'],
    ['a defeat', { status: 'finished', score: sets('4-6 3-6') }, '**Lost** 4-6 3-6'],
    [
      'a retirement that was won from behind',
      { status: 'retired', score: sets('1-4'), winner: 'team_1' },
      '**Won** 1-4 ret.',
    ],
    ['a walkover', { status: 'walkover', winner: 'team_2' }, '**Lost** walkover'],
    ['a match of which nothing is known', { status: 'finished' }, '**Unknown** score unknown'],
    [
      'a score that the plan withholds',
      { status: 'finished', winner: 'team_1', withheld: ['score'] },
      '**Won** not in the data plan',
    ],
    [
      'a tournament without a name',
      { status: 'finished', score: sets('6-4 6-3'), tournamentId: 99 },
      '**Won** 6-4 6-3 · Soria / Pinto · Quarterfinal · Jun 7, 2026',
    ],
  ] as const)('describes %s in a word', (_reason, match, line) => {
    expect(lines(match)?.startsWith(line)).toBe(true);
  });

  it('says when it cannot be loaded', () => {
    expect(said({ form: { results: null, next: null, offset: null } })).toEqual([
      "Last matches\nMatches can't be loaded right now.",
    ]);
    expect(said({ form: { results: [], next: null, offset: null } })).toEqual([
      'Last matches\nNo matches on record yet.',
    ]);
  });

  it('is shown as a picture when there is one', () => {
    const picture = { name: 'form.png', data: new Uint8Array(1), description: 'words' };
    const { files, embeds } = playerMessage(aReader(), aPlayerView({ picture }));
    expect(files).toEqual([picture]);
    expect(embeds?.[0]?.image).toEqual({ url: 'attachment://form.png' });
  });
});
