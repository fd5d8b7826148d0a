import SearchableMap from 'minisearch/SearchableMap';
import cities from '#data/cities.json' with { type: 'json' };
import { timeZoneNamed } from '../../src/domain/local-time.ts';
import { normalizeText } from '../../src/domain/plain.ts';

/** A city by one of its names. */
export interface City {
  readonly name: string;
  /** `ES`; empty when unknown. */
  readonly country: string;
  readonly zone: string;
  /** In thousands; 0 when unknown. */
  readonly population: number;
}

/** No city has a longer name. */
const LONGEST = 40;

/** A time zone is named after a city: `America/New_York`. */
const cityOf = (zone: string): string => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');

/** Built when it is first needed, in some 20 ms. */
let index: SearchableMap<City[]> | undefined;

const buildIndex = (): SearchableMap<City[]> => {
  const built = new SearchableMap<City[]>();
  const add = (name: string, city: City): void => {
    const key = normalizeText(name);
    const others = built.get(key) ?? [];
    if (others.every(({ zone }) => zone !== city.zone)) built.set(key, [...others, city]);
  };
  // The largest first.
  const read = cities.map((line) => {
    const [country = '', zone = '', thousands, names = ''] = line.split('\t');
    const [name = '', ...others] = names.split('|');
    return { city: { name, country, zone, population: Number(thousands) }, others };
  });
  // Before the names in other languages, and former ones: Austin was once called Waterloo.
  for (const { city } of read) add(city.name, city);
  for (const { city, others } of read) for (const each of others) add(each, city);
  for (const zone of Intl.supportedValuesOf('timeZone')) {
    const name = cityOf(zone);
    const known = built.get(normalizeText(name)) ?? [];
    // The runtime has former names of some zones.
    const isSame = (city: City): boolean =>
      city.zone === zone || timeZoneNamed(city.zone) === timeZoneNamed(zone);
    if (!known.some(isSame)) add(name, { name, country: '', zone, population: 0 });
  }
  return built;
};

const keyOf = (text: string): string => normalizeText(text.slice(0, LONGEST));

const byPopulation = (a: City, b: City): number => b.population - a.population;

/** The first cities by their order, each once. */
const first = (found: Iterable<City>, limit: number): readonly City[] =>
  [...new Map([...found].map((city) => [`${city.name} ${city.zone}`, city])).values()].slice(
    0,
    limit,
  );

/**
 * The cities of this name, one for each time zone, the largest first: those that bear it, else those that
 * have it in another language.
 */
export const citiesCalled = (text: string): readonly City[] => {
  const key = keyOf(text);
  const called = (index ??= buildIndex()).get(key)?.toSorted(byPopulation) ?? [];
  const own = called.filter(({ name, zone }) =>
    [name, cityOf(zone)].some((each) => `${normalizeText(each)} `.startsWith(`${key} `)),
  );
  return own.length > 0 ? own : called;
};

/** The cities whose name begins so; the largest first. */
export const citiesBeginning = (text: string, limit: number): readonly City[] => {
  const begun = [...(index ??= buildIndex()).atPrefix(keyOf(text)).values()].flat();
  return first(begun.sort(byPopulation), limit);
};

/** Typing errors in a name. */
const edits = ({ length }: string): number => (length < 4 ? 0 : length < 6 ? 1 : 2);

/** The cities whose names are spelled like this; the nearest first. */
export const citiesLike = (text: string, limit: number): readonly City[] => {
  const key = keyOf(text);
  const found = [...(index ??= buildIndex()).fuzzyGet(key, edits(key)).values()]
    .flatMap(([alike, distance]) => alike.map((city) => ({ city, distance })))
    .sort((a, b) => a.distance - b.distance || byPopulation(a.city, b.city));
  return first(
    found.map(({ city }) => city),
    limit,
  );
};
