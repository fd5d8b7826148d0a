import { readFileSync, writeFileSync } from 'node:fs';
import { normalizeText } from '#src/domain/plain.ts';

/**
 * Makes `data/cities.json` from a dump of GeoNames (`cities500.txt`, https://download.geonames.org/export/dump/):
 * `node bench/make-cities.ts cities500.txt`. Each line: country, time zone, inhabitants, names.
 */

/** Countries with tournaments, or with many who play. */
const COUNTRIES = new Set(
  (
    'ES IT AR FR PT SE BE NL DE GB IE US MX BR CL PY UY AE QA SA KW BH EG ' +
    'ZA FI DK NO PL CH AT MA TN GR'
  ).split(' '),
);

/** The largest of all these countries, of each, and of Spain, where most of it is played. */
const LARGEST = { ofAll: 300, ofEach: 20, ofSpain: 30 } as const;

/** Smaller cities are no namesakes, in these countries and elsewhere; a country's capital always is. */
const KNOWN_FROM = { there: 50_000, elsewhere: 100_000 } as const;

interface City {
  readonly name: string;
  readonly names: readonly string[];
  readonly country: string;
  readonly population: number;
  readonly zone: string;
  /** The zone as the runtime names it. */
  readonly named: string;
  readonly feature: string;
}

/** A name in Latin letters, as somebody writes it: no code of an airport, no transcription. */
const isWritten = (name: string): boolean =>
  /^[A-ZÀ-Þ][a-zß-ÿœA-Z .'’-]{2,25}$/u.test(name) && !/^\p{Lu}+$/u.test(name);

/** Parts of cities, in the feature codes of GeoNames. */
const PART = 'PPLX';

const CAPITAL = 'PPLC';

/** Capitals of countries and their regions. */
const CAPITALS = new Set([CAPITAL, 'PPLA']);

/** As the runtime names it. */
const zoneNamed = (timeZone: string): string =>
  new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;

const readCities = (path: string): readonly City[] => {
  const zones = new Map<string, string>();
  return readFileSync(path, 'utf8')
    .split('\n')
    .map((line) => line.split('\t'))
    .filter((fields) => fields.length > 17 && fields[7] !== PART)
    .map((fields) => {
      const [, name = '', , alternates = ''] = fields;
      const zone = fields[17] ?? '';
      zones.set(zone, zones.get(zone) ?? zoneNamed(zone));
      return {
        name,
        names: [name, ...alternates.split(',').filter(isWritten)],
        country: fields[8] ?? '',
        population: Number(fields[14]),
        zone,
        named: zones.get(zone) ?? zone,
        feature: fields[7] ?? '',
      };
    })
    .sort((a, b) => b.population - a.population);
};

const cityOfZone = (zone: string): string => normalizeText(zone.split('/').at(-1) ?? zone);

const chosenAmong = (cities: readonly City[]): readonly City[] => {
  const there = cities.filter(({ country }) => COUNTRIES.has(country));
  const chosen = new Set(there.slice(0, LARGEST.ofAll));
  for (const country of COUNTRIES) {
    const own = there.filter((city) => city.country === country);
    for (const city of own.slice(0, country === 'ES' ? LARGEST.ofSpain : LARGEST.ofEach))
      chosen.add(city);
  }
  for (const zone of Intl.supportedValuesOf('timeZone')) {
    const named = zoneNamed(zone);
    const isIt = (city: City): boolean =>
      city.named === named && city.names.some((name) => normalizeText(name) === cityOfZone(zone));
    const city = cities.find(isIt);
    if (city !== undefined) chosen.add(city);
  }
  const taken = new Set([...chosen].flatMap(({ names }) => names.map(normalizeText)));
  for (const city of there) {
    const isKnown = CAPITALS.has(city.feature) || taken.has(normalizeText(city.name));
    if (city.population >= KNOWN_FROM.there && isKnown) chosen.add(city);
  }
  for (const city of namesakes(cities, chosen)) chosen.add(city);
  return cities.filter((city) => chosen.has(city));
};

/** Names as they are typed, also cut: `San Cristóbal de las Casas` is called `San Cristóbal`. */
const calledLike = (name: string): readonly string[] => {
  const words = normalizeText(name).split(' ');
  return words.map((_, index) => words.slice(0, index + 1).join(' '));
};

/** The largest city of the same name in each other time zone. */
const namesakes = (cities: readonly City[], chosen: ReadonlySet<City>): readonly City[] => {
  const zones = new Map<string, Set<string>>();
  for (const { name, named } of chosen) {
    for (const called of calledLike(name)) {
      zones.set(called, (zones.get(called) ?? new Set()).add(named));
    }
  }
  return cities.filter(({ name, named, country, population, feature }) => {
    const known = zones.get(normalizeText(name));
    const from = COUNTRIES.has(country) ? KNOWN_FROM.there : KNOWN_FROM.elsewhere;
    if (known === undefined || known.has(named) || !(population >= from || feature === CAPITAL)) {
      return false;
    }
    known.add(named);
    return true;
  });
};

const [, , path = 'cities500.txt'] = process.argv;
const lines = chosenAmong(readCities(path)).map(({ country, zone, population, names }) => {
  const plain = new Map<string, string>();
  for (const name of names) plain.set(normalizeText(name), plain.get(normalizeText(name)) ?? name);
  return [country, zone, Math.round(population / 1_000), [...plain.values()].join('|')].join('\t');
});
writeFileSync(
  new URL('../data/cities.json', import.meta.url),
  JSON.stringify(lines, null, 2) + '\n',
);
