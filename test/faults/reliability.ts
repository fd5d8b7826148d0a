import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { formatted } from '../formatted.ts';
import type { Verdict } from './judge.ts';
import type { SoakFigures } from './soak.ts';

/** Every tested fault: the texts of its row in docs/reliability.md. */
export const FAULTS = {
  killed: {
    fault: 'The process is killed',
    done: '`kill -9` at random moments, mostly between a message and the note of it; beside that 1 % of answers are 502, 0.5 % reset, 0.5 % never come',
    unit: 'kills',
  },
  'killed-postgres': {
    fault: 'The same with PostgreSQL',
    done: '`kill -9` in the middle of transactions',
    unit: 'kills',
  },
  processes: {
    fault: 'One of three processes fails',
    done: 'mostly the one that has just written: `kill -9`, frozen for seven seconds, cut from PostgreSQL, left without its answers; the others take over meanwhile',
    unit: 'times',
  },
  crowd: {
    fault: 'A process with shards dies',
    done: 'one of three that serve 40 shards, in the middle of telling 5,000 servers a result; the others take its shards, and give them back',
    unit: 'servers',
  },
  padel: {
    fault: 'The data service fails',
    done: 'each endpoint, and all of them: down, slow, 500, 429, cut short, meaningless',
    unit: 'requests',
  },
  feed: {
    fault: 'The live feed fails',
    done: 'cut, half-open, every frame twice, out of order; once with the data service down',
    unit: 'times',
  },
  discord: {
    fault: 'Discord fails',
    done: '500, resets, answers lost after the message was made, none at all, 429 of a route and of all, gateway cut with and without its session, permissions taken and given back',
    unit: 'times',
  },
  deleted: {
    fault: 'A channel is deleted',
    done: 'in the middle of a match; it is asked once more at most, and never again',
    unit: 'channel',
  },
  webhook: {
    fault: 'A storm of webhooks',
    done: 'again and again: replays, lies with a borrowed, a guessed, no signature, halves, unknown events',
    unit: 'deliveries',
  },
  clock: {
    fault: 'The clock of the machine jumps',
    done: 'up to six hours forward and back, also a second before a start and at a result',
    unit: 'jumps',
  },
  disk: {
    fault: 'The disk fails',
    done: 'for four minutes each SQLite may not grow (`SQLITE_FULL`), or not write at all (`SQLITE_READONLY`)',
    unit: 'times',
  },
  locked: {
    fault: 'The database is locked',
    done: 'another process holds the write lock for longer than the bot waits for it',
    unit: 'locks',
  },
  soak: {
    fault: 'Everything by turns',
    done: 'for 20 minutes, with a day of 20 matches at thirty times the speed: `kill -9` every half minute, and beside it each fault above of the data service, the feed, Discord, webhooks, the clock, the disk and the database, for 12 s each',
    unit: 'kills and faults',
  },
} as const;

export type Fault = keyof typeof FAULTS;

const PAGE = new URL('../../docs/reliability.md', import.meta.url);

/** The page is written only in a run with `--mode reliability`. */
export const IS_WRITING = process.env['MODE'] === 'reliability';

/** The beginning of a row, which does not depend on its figures. */
const nameOf = (key: Fault): string => `| ${FAULTS[key].fault} `;

/** Replaces the row with the same beginning. */
const write = async (beginning: string, row: string): Promise<void> => {
  if (!IS_WRITING) return;
  const lines = readFileSync(PAGE, 'utf8').split('\n');
  const text = lines.map((line) => (line.startsWith(beginning) ? row : line)).join('\n');
  writeFileSync(PAGE, await formatted(fileURLToPath(PAGE), text));
};

/** Writes the figures of a run into the table of docs/reliability.md. */
export const noteRow = (key: Fault, times: number, verdict: Verdict): Promise<void> => {
  const { done, unit } = FAULTS[key];
  const { delivered, lost, twice, wrong } = verdict;
  const figures = [`${times} ${unit}`, delivered, lost.length, twice.length, wrong.length];
  return write(nameOf(key), `${nameOf(key)}| ${[done, ...figures].join(' | ')} |`);
};

const MEMORY = 'Megabytes held at the end of each day, the world included: ';

/** Memory that was held, megabytes. */
export interface Memory {
  /** At the end of each day. */
  readonly days: readonly number[];
  /** By a bot that ran for one day, and by one that ran for six. */
  readonly bots: readonly [number, number];
}

/** Writes the figures of the memory test. */
export const noteMemory = ({ days, bots }: Memory): Promise<void> => {
  const [one, six] = bots.map((each) => each.toFixed(1));
  const held = days.map((each) => each.toFixed(1)).join(', ');
  return write(MEMORY, `${MEMORY}${held}. By the bot: ${one} after one day, ${six} after six.`);
};

const CROWD = 'Megabytes that each of the three processes held when all servers were known: ';

/** The figures of the test with a crowd of servers. */
export interface CrowdFigures {
  /** Memory of each process, megabytes. */
  readonly held: readonly number[];
  /** Seconds from the kill of one process until the others had connected all its shards. */
  readonly takenOverAfter: number;
}

/** Writes the figures of the test with a crowd of servers. */
export const noteCrowd = ({ held, takenOverAfter }: CrowdFigures): Promise<void> => {
  const megabytes = held.map((each) => each.toFixed(0)).join(', ');
  const takeover = `The shards of the killed one were served again after ${takenOverAfter.toFixed(1)} s.`;
  return write(CROWD, `${CROWD}${megabytes}. ${takeover}`);
};

const SOAK = 'Of everything by turns: ';

/** Writes the figures of the soak that do not fit into its row. */
export const noteSoak = ({ kills, faults, ownEnds, held, most }: SoakFigures): Promise<void> => {
  const middle = held.toSorted((a, b) => a - b)[Math.floor(held.length / 2)] ?? 0;
  const times = `${kills} kills, ${faults} faults; the bot ended by itself ${ownEnds} times`;
  const megabytes = `${middle.toFixed(0)} in the median before a kill, ${most.toFixed(0)} at most`;
  return write(SOAK, `${SOAK}${times}. Megabytes that it held: ${megabytes}.`);
};
