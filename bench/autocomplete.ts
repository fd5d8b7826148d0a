import fc from 'fast-check';
import MiniSearch from 'minisearch';
import { pino } from 'pino';
import { createMatchIndex } from '#commands/options/match-index.ts';
import { suggestAnyMatch } from '#commands/options/match.ts';
import { MAX_TEXT } from '#src/discord/interactions/input.ts';
import { truncate } from '#src/lib/text.ts';
import type { Services } from '#src/discord/command.ts';
import type { DirectoryEntry } from '#src/domain/people/directory.ts';
import { stateOf } from '#src/domain/match/state.ts';
import { readerIn } from '#src/i18n/i18n.ts';
import { DAY } from '#src/lib/time.ts';
import { createDirectory } from '#src/padel-api/names/directory.ts';
import { normalizeText } from '#src/domain/plain.ts';
import {
  pickFrom,
  randomFrom,
  wholeBetween,
  type Random,
} from '#sandbox/padel-service/world/random.ts';
import { openStore } from '#src/store/connection/database.ts';
import { insertMatch } from '#src/store/matches/matches.ts';
import { hostileText } from './hostile/interactions.ts';
import {
  inventMatches,
  inventPairs,
  inventPlayers,
  MATCHES,
  PAIRS,
  PLAYERS,
} from './many-names.ts';
import { quantile, table } from './table.ts';

const KEYSTROKES = 5_000;
const SEED = 7;
const CHOICES = 25;
const LIMIT = { share: 0.99, milliseconds: 5 } as const;

/** Typed text after some keystroke: words in either order, sometimes with a typo. */
const typedOf = (random: Random, { name }: Pick<DirectoryEntry, 'name'>): string => {
  const words = normalizeText(name).split(' ');
  const ordered = random() < 0.4 ? [words[1] ?? '', words[0] ?? ''] : words;
  const whole = ordered.join(' ');
  const typed = whole.slice(0, wholeBetween(random, 1, whole.length));
  if (random() > 0.15 || typed.length < 4) return typed;
  const at = wholeBetween(random, 1, typed.length - 1);
  return typed.slice(0, at) + 'x' + typed.slice(at + 1);
};

const timed = async (
  typed: readonly string[],
  search: (typed: string) => unknown,
): Promise<readonly number[]> => {
  const times: number[] = [];
  for (const each of typed) {
    const began = performance.now();
    await search(each);
    times.push(performance.now() - began);
  }
  return times;
};

/** Matches in a database, completed as a command does. */
const openMatches = async (random: Random, players: readonly DirectoryEntry[]) => {
  const store = await openStore('file::memory:', pino({ level: 'silent' }));
  const day = (offset: number) => new Date(Date.now() + offset * DAY).toISOString().slice(0, 10);
  for (const match of inventMatches(random, players, day)) {
    await insertMatch(store.db, { match, state: stateOf(match), now: Date.now() });
  }
  const services = {
    db: store.db,
    matches: createMatchIndex(store.db),
    api: { serviceNow: Date.now },
    // Completing a match uses nothing else.
  } as unknown as Services;
  const reader = readerIn('en-US');
  const search = (typed: string) => suggestAnyMatch({ ...reader, typed }, services);
  const hidden = (typed: string) =>
    suggestAnyMatch({ ...reader, typed, hidesScores: true }, services);
  return { search, hidden, close: store.close };
};

/** `npm run bench autocomplete`: the time of a keystroke over many names, for any input. */
export const run = async (): Promise<void> => {
  const random = randomFrom('autocomplete');
  const players = inventPlayers(random);
  const pairs = inventPairs(random, players);
  const directory = createDirectory([...players, ...pairs]);
  const matches = await openMatches(random, players);
  const index = new MiniSearch<DirectoryEntry>({ fields: ['name'] });
  index.addAll(players);

  const typed = (names: readonly DirectoryEntry[]): readonly string[] =>
    Array.from({ length: KEYSTROKES }, () => typedOf(random, pickFrom(random, names)));
  const hostile = fc
    .sample(hostileText, { numRuns: KEYSTROKES, seed: SEED })
    .map((text) => truncate(text, MAX_TEXT));
  const searches = {
    player: (text: string) => directory.search('player', text, CHOICES),
    pair: (text: string) => directory.search('pair', text, CHOICES),
    match: matches.search,
    hidden: matches.hidden,
  };
  // Warm-up: code and texts that are cached later do not count.
  for (const search of Object.values(searches)) await timed(hostile.slice(0, 200), search);

  const ours: Readonly<Record<string, readonly number[]>> = {
    [`${PLAYERS} players, as people type`]: await timed(typed(players), searches.player),
    'the same, hostile': await timed(hostile, searches.player),
    [`${PAIRS} pairs, as people type`]: await timed(typed(pairs), searches.pair),
    'the same, hostile ': await timed(hostile, searches.pair),
    [`${MATCHES} matches, as people type`]: await timed(typed(players), searches.match),
    'the same, hostile  ': await timed(hostile, searches.match),
    'the same, scores hidden': await timed(typed(players), searches.hidden),
  };
  const theirs = await timed(typed(players), (text) =>
    index.search(text, { prefix: true, fuzzy: 0.3, combineWith: 'AND' }).slice(0, CHOICES),
  );
  await matches.close();

  const row = (name: string, values: readonly number[]): readonly string[] => [
    name,
    ...[0.5, 0.99, 0.999].map((share) => quantile(values, share).toFixed(3)),
  ];
  console.log(`${KEYSTROKES} keystrokes each, milliseconds:\n`);
  console.log(
    table([
      ['', 'median', '99 %', '99.9 %'],
      ...Object.entries(ours).map(([name, values]) => row(name, values)),
      row(`MiniSearch alone over ${PLAYERS} players, as people type`, theirs),
    ]),
  );
  console.log('\nRequests: none.');
  for (const [name, values] of Object.entries(ours)) {
    if (quantile(values, LIMIT.share) < LIMIT.milliseconds) continue;
    console.error(`MISSED, ${name.trim()}: ${LIMIT.milliseconds} ms at the 99th percentile`);
    process.exitCode = 1;
  }
};
