import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { setUpChannel } from '#src/store/channels/channels.ts';
import { copyDatabase } from '#src/store/copy/copy-database.ts';
import { openStore } from '#src/store/connection/database.ts';
import { startPostgres, type Cluster } from '#test/store/postgres.ts';
import { matchesOfEvening, playEvening } from '../delivery/world/evening.ts';
import { channelId, guildId, memberId } from '../delivery/world/server-ids.ts';
import { copyOfWorld, OUT } from '../delivery/world/world.ts';
import { table } from '../table.ts';
import { sizesOfFile, sizesOfServer, type Sizes } from './sizes.ts';

const CHANNELS = 200;
const MATCHES = 20;
/** Points are combined: earlier edits of a card leave nothing behind. */
const TOLD_EACH = 10;

/** An evening that all channels follow, in a file. */
const fileOfEvening = async (): Promise<string> => {
  const file = join(OUT, 'storage-evening.sqlite');
  for (const end of ['', '-wal', '-shm']) await rm(`${file}${end}`, { force: true });
  const { db, close } = await openStore(`file:${file}`, pino({ level: 'fatal' }));
  for (let n = 1; n <= CHANNELS; n += 1) {
    const channel = { discordId: channelId(n), guildId: guildId(n), locale: 'en' };
    await setUpChannel(db, { ...channel, configuredBy: memberId(0) }, 0);
  }
  const matches = matchesOfEvening(MATCHES);
  await playEvening({ db, matches, channels: [1, CHANNELS], toldEach: TOLD_EACH });
  await close();
  return file;
};

/** The same content in both kinds of database. */
interface Both {
  readonly sqlite: Sizes;
  readonly postgres: Sizes;
}

const inBoth = async (name: string, file: string, cluster: Cluster): Promise<Both> => {
  const admin = new pg.Client(cluster.url('postgres'));
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  const url = cluster.url(name);
  await copyDatabase({ from: `file:${file}`, to: url, replace: false, onTable: () => undefined });
  return { sqlite: sizesOfFile(file), postgres: await sizesOfServer(url) };
};

const bytesOf = (sizes: Sizes, name: string): number => sizes.get(name)?.bytes ?? 0;

const forRows = (sizes: Sizes, name: string, rows: number): number =>
  (bytesOf(sizes, name) / (sizes.get(name)?.rows ?? NaN)) * rows;

const rowsOf = (sizes: Sizes, name: string): number => sizes.get(name)?.rows ?? 0;

const kilobytes = (bytes: number): string => `${(bytes / 1e3).toFixed(bytes < 1e5 ? 1 : 0)} kB`;

const report = (world: Both, evening: Both): void => {
  const rowOf = (
    name: string,
    { sqlite, postgres }: Both,
    bytes: (sizes: Sizes) => number,
  ): readonly string[] => [name, kilobytes(bytes(sqlite)), kilobytes(bytes(postgres))];
  const posts = rowsOf(evening.sqlite, 'deliveries') / CHANNELS;
  console.log(
    table([
      ['', 'SQLite', 'PostgreSQL'],
      rowOf('1,000 follows', world, (sizes) => forRows(sizes, 'follows', 1_000)),
      rowOf('1,000 alert channels', world, (sizes) => forRows(sizes, 'channels', 1_000)),
      rowOf('1,000,000 follows in 100,000 channels', world, (sizes) =>
        [...sizes.values()].reduce((sum, { bytes }) => sum + bytes, 0),
      ),
      rowOf(
        `a channel told of ${MATCHES} matches: ${posts} posts, ${MATCHES} cards`,
        evening,
        (sizes) => (bytesOf(sizes, 'deliveries') + bytesOf(sizes, 'cards')) / CHANNELS,
      ),
      rowOf('every state of a match', evening, (sizes) => bytesOf(sizes, 'match_states') / MATCHES),
    ]),
  );
};

/** `npm run bench storage`: the size of stored data, in a SQLite file and in PostgreSQL. */
export const run = async (): Promise<void> => {
  const eveningFile = await fileOfEvening();
  const cluster = await startPostgres();
  try {
    report(
      await inBoth('world', await copyOfWorld('storage'), cluster),
      await inBoth('evening', eveningFile, cluster),
    );
  } finally {
    await cluster.stop();
  }
};
