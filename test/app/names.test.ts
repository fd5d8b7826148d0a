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

it('a name that another process saves during the initial read is known', async () => {
  const { db } = await aStoreAt(join(aFolder(), 'bandeja.sqlite'));
  const read = Promise.withResolvers<undefined>();
  const arrival = Promise.withResolvers<undefined>();
  // The rows are read but not delivered yet, as from a database that serves others meanwhile.
  const late: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      read.resolve(undefined);
      await arrival.promise;
      return result;
    },
  };
  const handlers: ((words: string) => void)[] = [];
  const processes = {
    topic: (name: string) => ({
      publish: () => undefined,
      subscribe: (handler: (payload: string) => void) => {
        if (name === TOPICS.names) handlers.push(handler);
      },
    }),
  };
  const opening = openNames({ db: db.withPlugin(late), processes, log: aLog() });
  await read.promise;
  await saveDirectory(db, [ANA]);
  for (const handler of handlers) handler('player:12');
  arrival.resolve(undefined);
  const { directory } = await opening;
  await expect.poll(() => directory.get('player', 12)?.name).toBe('Ana Vega');
});
