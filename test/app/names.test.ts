import { join } from 'node:path';
import type { KyselyPlugin } from 'kysely';
import { expect, it } from 'vitest';
import { openNames } from '#src/app/names.ts';
import { TOPICS } from '#src/app/context.ts';
import { saveDirectory } from '#src/store/matches/directory.ts';
import { aLog } from '../lib/log.ts';
import { aFolder, aStoreAt } from '../store/database-file.ts';

const ANA = {
  kind: 'player',
  id: 12,
  name: 'Ana Vega',
  shortName: null,
  called: null,
  country: null,
  ranking: 1,
  startDate: null,
  endDate: null,
  lastMatchOn: null,
  category: 'women',
} as const;

it('names that another process learns while all are read are known', async () => {
  const { db } = await aStoreAt(join(aFolder(), 'bandeja.sqlite'));
  const read = Promise.withResolvers<undefined>();
  const arrival = Promise.withResolvers<undefined>();
  // The rows are read and on their way, as from a database that serves others meanwhile.
  const late: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      read.resolve(undefined);
      await arrival.promise;
      return result;
    },
  };
  const heard: ((words: string) => void)[] = [];
  const processes = {
    topic: (name: string) => ({
      publish: () => undefined,
      subscribe: (hear: (payload: string) => void) => {
        if (name === TOPICS.names) heard.push(hear);
      },
    }),
  };
  const opening = openNames({ db: db.withPlugin(late), processes, log: aLog() });
  await read.promise;
  await saveDirectory(db, [ANA]);
  for (const hear of heard) hear('player:12');
  arrival.resolve(undefined);
  const { directory } = await opening;
  await expect.poll(() => directory.get('player', 12)?.name).toBe('Ana Vega');
});
