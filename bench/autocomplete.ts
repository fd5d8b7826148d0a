import people from '#data/names/people.json' with { type: 'json' };
import MiniSearch from 'minisearch';
import { playerEntry, type DirectoryEntry } from '#src/domain/directory.ts';
import { plain } from '#src/domain/plain.ts';
import { createDirectory } from '#src/padel-api/directory.ts';
import {
  pickFrom,
  randomFrom,
  wholeBetween,
  type Random,
} from '#src/sandbox/padel-service/world/random.ts';
import { quantile, table } from './table.ts';

const NAMES = 10_000;
const KEYSTROKES = 20_000;
const CHOICES = 25;
const LIMIT = { share: 0.99, milliseconds: 5 } as const;

const inventNames = (random: Random): readonly DirectoryEntry[] =>
  Array.from({ length: NAMES }, (_, index) => {
    const pool = pickFrom(random, Object.values(people));
    const first = pickFrom(random, pool[index % 2 === 0 ? 'men' : 'women']);
    const surnames = [pickFrom(random, pool.surnames), pickFrom(random, pool.surnames)];
    return playerEntry({
      id: index + 1,
      name: `${first} ${surnames.join(' ')}`,
      category: index % 2 === 0 ? 'men' : 'women',
      ranking: Math.floor(index / 2) + 1,
      nationality: 'ES',
      photoUrl: null,
      points: null,
      height: null,
      birthplace: null,
      birthdate: null,
      age: null,
      hand: null,
      side: null,
      withheld: [],
    });
  });

/** What stands in the field after some keystroke: words in either order, now and then a typo. */
const typedOf = (random: Random, { name }: DirectoryEntry): string => {
  const words = plain(name).split(' ');
  const ordered = random() < 0.4 ? [words[1] ?? '', words[0] ?? ''] : words;
  const whole = ordered.join(' ');
  const typed = whole.slice(0, wholeBetween(random, 1, whole.length));
  if (random() > 0.15 || typed.length < 4) return typed;
  const at = wholeBetween(random, 1, typed.length - 1);
  return typed.slice(0, at) + 'x' + typed.slice(at + 1);
};

const timed = (typed: readonly string[], search: (typed: string) => unknown): number[] =>
  typed.map((each) => {
    const began = performance.now();
    search(each);
    return performance.now() - began;
  });

/** `npm run bench autocomplete`: a keystroke over 10,000 names, beside a search index alone. */
export const run = (): Promise<void> => {
  const random = randomFrom('autocomplete');
  const entries = inventNames(random);
  const directory = createDirectory(entries);
  const index = new MiniSearch<DirectoryEntry>({ fields: ['name'] });
  index.addAll(entries);

  const typed = Array.from({ length: KEYSTROKES }, () =>
    typedOf(random, pickFrom(random, entries)),
  );
  const ours = timed(typed, (each) => directory.search('player', each, CHOICES));
  const theirs = timed(typed, (each) =>
    index.search(each, { prefix: true, fuzzy: 0.3, combineWith: 'AND' }).slice(0, CHOICES),
  );
  const inMilliseconds = (values: readonly number[], share: number): string =>
    quantile(values, share).toFixed(3);
  const row = (name: string, values: readonly number[]): readonly string[] => [
    name,
    ...[0.5, 0.99, 0.999].map((share) => inMilliseconds(values, share)),
  ];
  const ratio = quantile(theirs, LIMIT.share) / quantile(ours, LIMIT.share);

  console.log(`${KEYSTROKES} keystrokes over ${NAMES} players, milliseconds each:\n`);
  console.log(
    table([
      ['', 'median', '99 %', '99.9 %'],
      row('directory', ours),
      row('MiniSearch alone, prefixes and typos', theirs),
    ]),
  );
  console.log(`\nAt 99 % the directory takes 1/${ratio.toFixed(1)} of the time. Requests: none.`);
  if (quantile(ours, LIMIT.share) >= LIMIT.milliseconds) {
    console.error(`MISSED: ${LIMIT.milliseconds} ms at the 99th percentile`);
    process.exitCode = 1;
  }
  return Promise.resolve();
};
