import { pino } from 'pino';
import { targetsOf } from '#src/domain/alerts/follows.ts';
import { audiencesAfter } from '#src/store/members/audiences.ts';
import { openStore, type Db } from '#src/store/connection/database.ts';
import { quantile } from '../../table.ts';
import type { BotName } from '../bots/bot.ts';
import type { Figure } from '../finding.ts';
import { milliseconds } from '../words.ts';
import { aLiveMatch } from '../world/matches.ts';
import { copyOfWorld } from '../world/world.ts';
import { each, rowOf } from './row.ts';

const MATCHES = 100;
const WARMING = 10;
const PAGE = 50;

interface Lookup {
  /** Milliseconds to the first page, and to the last. */
  readonly first: number;
  readonly whole: number;
  readonly channels: number;
}

const nothing: Lookup = { first: 0, whole: 0, channels: 0 };

/** Every kind of event is looked up alike. */
const START = { kind: 'start', matchId: 1 } as const;

/** Pages through all recipients of a match, as the fan-out does. */
const lookUp = async (db: Db, n: number): Promise<Lookup> => {
  const players = [0, 1, 2, 3].map((player) => 240 + n * 4 + player);
  const targets = targetsOf({ match: aLiveMatch(n, players, Date.now()), tournament: null });
  const began = performance.now();
  let found = nothing;
  let after: number | null = 0;
  while (after !== null) {
    const page = await audiencesAfter(db, targets, START, after, PAGE);
    const whole = performance.now() - began;
    const channels = found.channels + page.audiences.length;
    found = { first: after === 0 ? whole : found.first, whole, channels };
    after = page.upTo;
  }
  return found;
};

/** From a match to its recipients, among 1,000,000 follows in 100,000 servers. */
export const lookup: Figure = async () => {
  const file = await copyOfWorld('lookup');
  const { db, close } = await openStore(`file:${file}`, pino({ level: 'silent' }));
  const all: Lookup[] = [];
  for (let n = 0; n < WARMING + MATCHES; n += 1) all.push(await lookUp(db, n));
  await close();
  const counted = all.slice(WARMING);
  const median = (valueOf: (lookup: Lookup) => number) => quantile(counted.map(valueOf), 0.5);
  const ours = new Map<BotName, Lookup>([
    [
      'ours',
      {
        first: median(({ first }) => first),
        whole: median(({ whole }) => whole),
        channels: median(({ channels }) => channels),
      },
    ],
  ]);
  return [
    rowOf(
      { figure: 'match to its first 50 channels, median', words: milliseconds },
      each(ours, ({ first }) => first),
    ),
    rowOf(
      { figure: 'match to all its channels, page by page, median', words: milliseconds },
      each(ours, ({ whole }) => whole),
    ),
    rowOf(
      { figure: 'channels of such a match', words: (count) => count.toFixed(0) },
      each(ours, ({ channels }) => channels),
    ),
  ];
};
