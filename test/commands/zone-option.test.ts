import { describe, expect, it } from 'vitest';
import { parseTimeZone } from '#commands/alerts/zone.ts';
import { timeZoneNamed } from '#src/domain/local-time.ts';
import { Unclear, type Problem, type TypedChoice } from '#src/errors.ts';
import { LOCALES, translator } from '#src/i18n/i18n.ts';

const WINTER = Date.UTC(2026, 0, 15);
const SUMMER = Date.UTC(2026, 6, 15);

const parsed = (text: string, now = WINTER, typesIn = 'en-US') =>
  parseTimeZone(text, now, { locale: 'en', typesIn });

interface Asked {
  readonly taken?: string;
  readonly problem?: Problem;
  readonly meant?: TypedChoice;
  readonly shown?: string;
  readonly offered?: readonly string[];
}

/** The problem and what is offered for a text that is not taken. */
const askedFor = (text: string, now = WINTER, typesIn = 'en-US'): Asked => {
  try {
    return { taken: parsed(text, now, typesIn) };
  } catch (error) {
    if (!(error instanceof Unclear)) throw error;
    return {
      problem: error.problem,
      ...(error.meant === undefined ? {} : { meant: error.meant }),
      shown: error.choices
        .map(({ shown }) => (typeof shown === 'string' ? shown : 'not a zone'))
        .join(', '),
      offered: error.choices.map(({ value }) => value),
    };
  }
};

describe('a typed time zone', () => {
  it.each([
    ['by its name', 'Europe/Madrid', 'Europe/Madrid'],
    ['in any spelling', 'europe/madrid ', 'Europe/Madrid'],
    ['with a blank', 'America/New York', 'America/New_York'],
    ['by an older name', 'Europe/Belfast', 'Europe/London'],
    ['by an older name of a country', 'US/Eastern', 'America/New_York'],
    ['as UTC', 'utc', 'UTC'],
  ])('is found %s', (_how, typed, zone) => {
    expect(parsed(typed)).toBe(zone);
  });

  it.each([
    ['Europe/Madrid', 'Madrid Sevilla Seville Séville Siviglia Sevilha Málaga malaga Bilbao'],
    ['Europe/Madrid', 'Saragossa Saragosse Zaragoza Alicante Murcia Valladolid Gijón Vigo'],
    ['Atlantic/Canary', 'Las_Palmas_de_Gran_Canaria'],
    [
      'Europe/Rome',
      'Roma Rome Milano Milan Milán Milão Napoli Naples Nápoles Torino Turin Turín Genova',
    ],
    ['Europe/Rome', 'Firenze Florence Florencia Florença Venezia Venise Venecia Veneza Bologna'],
    [
      'Europe/Paris',
      'París Paris Parigi Lyon Lione Marseille Marsella Marsiglia Marselha Bordeaux Nice',
    ],
    ['Europe/Lisbon', 'Lisboa Lisbon Lisbonne Lisbona Porto Oporto'],
    ['Europe/London', 'London Londres Londra Liverpool'],
    ['Europe/Brussels', 'Brussels Bruselas Bruxelles Bruxelas Antwerp Anvers Amberes Anversa'],
    [
      'Europe/Berlin',
      'Berlin Berlín München Munich Múnich Monaco_di_Baviera Düsseldorf Colonia Cologne',
    ],
    ['Europe/Stockholm', 'Stockholm Estocolmo Stoccolma Malmö Göteborg Gothenburg'],
    ['Europe/Copenhagen', 'Copenhague Copenaghen København'],
    ['Europe/Kyiv', 'Kyiv Kiev Kyjiw Kyjiv'],
    ['America/New_York', 'Miami new_york Nueva_York Nova_York'],
    ['America/Mexico_City', 'Ciudad_de_México Monterrey@America/Monterrey Puebla Acapulco'],
    [
      'America/Argentina/Buenos_Aires',
      'buenos_aires Rosario@America/Argentina/Cordoba Mar_del_Plata',
    ],
    ['America/Sao_Paulo', 'São_Paulo Rio_de_Janeiro Brasília'],
    ['America/Santiago', 'Santiago'],
    ['America/Asuncion', 'Asunción'],
    ['Asia/Dubai', 'Dubai Dubái Abu_Dhabi'],
    ['Asia/Qatar', 'Doha'],
    ['Asia/Riyadh', 'Riyadh Riad Jeddah'],
    ['Asia/Kuwait', 'Kuwait_City'],
    ['Africa/Cairo', 'Cairo El_Cairo'],
    ['Asia/Tokyo', 'Tokyo Tokio Tóquio'],
  ])('is %s for %s', (zone, cities) => {
    for (const typed of cities.split(' ')) {
      const [city = '', other = zone] = typed.replaceAll('_', ' ').split('@');
      const { taken, meant } = askedFor(city);
      expect([city, taken ?? meant?.value]).toEqual([city, other.replaceAll(' ', '_')]);
    }
  });

  it('is found for the city of every time zone', () => {
    const lost = Intl.supportedValuesOf('timeZone').filter((zone) => {
      const { taken = [], offered = [] } = askedFor(
        (zone.split('/').at(-1) ?? '').replaceAll('_', ' '),
      );
      // The runtime lists some zones by a former name.
      return ![taken, offered].flat().map(timeZoneNamed).includes(timeZoneNamed(zone));
    });
    expect(lost).toEqual([]);
  });

  // With Discord in English, as most have it, in Spanish of Spain and of America, and in British English.
  it.each([
    ['Barcelona', 'Madrid Madrid Madrid Madrid'],
    ['Valencia', 'Madrid Madrid Madrid Madrid'],
    ['Cartagena', '? Madrid ? ?'],
    ['Córdoba', '? ? ? ?'],
    ['Guadalajara', 'Mexico_City ? Mexico_City Mexico_City'],
    ['León', 'Mexico_City ? Mexico_City Mexico_City'],
    ['Mérida', 'Merida ? Merida Merida'],
    ['Santiago', 'Santiago ? Santiago Santiago'],
    ['San José', '? ? ? ?'],
    ['Springfield', '? ? ? ?'],
    ['Waterloo', '? ? ? ?'],
    ['Birmingham', 'London London London London'],
    ['London', 'London London London London'],
    ['Melbourne', 'Melbourne Melbourne Melbourne Melbourne'],
    ['Paris', 'Paris Paris Paris Paris'],
  ])('of a city of several countries is asked for or meant: %s', (typed, wanted) => {
    const found = ['en-US', 'es-ES', 'es-419', 'en-GB'].map((typesIn) => {
      const { taken, problem, meant, offered = [] } = askedFor(typed, WINTER, typesIn);
      if (taken === undefined) expect(problem).toBe('ambiguous-name');
      if (meant !== undefined) expect(offered[0]).toBe(meant.value);
      return (taken ?? meant?.value)?.split('/').at(-1) ?? '?';
    });
    expect(found.join(' ')).toBe(wanted);
  });

  it('of a city that is meant names its country, and offers the others', () => {
    expect(askedFor('barcelona')).toEqual({
      problem: 'ambiguous-name',
      meant: { value: 'Europe/Madrid', shown: 'Barcelona, Spain (Europe/Madrid)' },
      shown: 'Barcelona, Spain (Europe/Madrid), Barcelona, Venezuela (America/Caracas)',
      offered: ['Europe/Madrid', 'America/Caracas'],
    });
  });

  it.each(LOCALES)('is taken for the city that the texts give as an example in %s', (locale) => {
    const text = translator(locale)('error.no-such-zone', { name: 'x' });
    const [, city = ''] = / (?:like|como|comme|come) (\p{Lu}\p{L}+)/u.exec(text) ?? [];
    expect(askedFor(city)).toEqual({ taken: expect.any(String) as string });
  });

  it.each([
    ['BST', /^Europe\/London, Asia\/Dhaka$/],
    ['ist', /^Asia\/Kolkata, Europe\/Dublin, Asia\/Jerusalem$/],
    ['EST', /^America\/New York, /],
    ['CET', /^Europe\/Madrid, Europe\/Paris, Europe\/Rome, /],
    ['AST', /^Asia\/Riyadh, /],
    ['GMT', /^UTC, Europe\/London, /],
    ['MST', /^America\/Denver, /],
  ])('in the abbreviation %s is never taken, but asked for', (typed, offered) => {
    expect(askedFor(typed)).toMatchObject({
      problem: 'ambiguous-name',
      shown: expect.stringMatching(offered) as string,
    });
  });

  it.each([
    ['a typing error', 'Madird', WINTER, /^Madrid, Spain \(Europe\/Madrid\)/],
    [
      'a typing error in two words',
      'new yrok',
      WINTER,
      /^New York City, United States \(America\/New York\)/,
    ],
    ['a beginning', 'barcelo', WINTER, /^Barcelona, Spain \(Europe\/Madrid\)/],
    ['an offset in winter', 'UTC+2', WINTER, /^Europe\/Helsinki, Europe\/Athens, Africa\/Cairo, /],
    ['an offset in summer', 'gmt+2', SUMMER, /^Europe\/Madrid, Europe\/Paris, Europe\/Rome, /],
    ['an offset behind', '-03:00', WINTER, /^America\/Argentina\/Buenos Aires, /],
  ])('with %s gets suggestions', (_what, text, now, offered) => {
    expect(askedFor(text, now)).toMatchObject({
      problem: 'did-you-mean',
      shown: expect.stringMatching(offered) as string,
    });
  });

  it.each(['', '💥', '!?', 'UTC+25', 'xqzxqzxqz', 'x'.repeat(10_000)])(
    'like nothing else gets no suggestions: %.20s',
    (text) => {
      expect(() => parsed(text)).toThrow(
        expect.objectContaining({ problem: 'no-such-zone', values: { name: text } }),
      );
    },
  );
});
