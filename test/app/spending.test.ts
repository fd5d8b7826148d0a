import { expect, it, onTestFinished } from 'vitest';
import { openSpending } from '#src/app/spending.ts';
import { openStore } from '#src/store/database.ts';
import { aLog } from '../lib/log.ts';
import { aClient } from '../padel-api/clients.ts';
import { says } from '../padel-api/service.ts';

const aBot = async () => {
  const databaseUrl = 'file::memory:';
  const log = aLog();
  const { db, close } = await openStore(databaseUrl, log);
  onTestFinished(close);
  const clocks = { now: Date.now, monotonic: () => performance.now() };
  const spending = await openSpending({ databaseUrl, db, ...clocks, log });
  const counted = async (): Promise<number> => {
    const rows = await db.selectFrom('spent_requests').select('requests').execute();
    return rows.reduce((sum, { requests }) => sum + requests, 0);
  };
  return { db, log, spending, counted };
};

it('a request is counted in the database before it arrives, each try of it by itself', async () => {
  const { spending, counted } = await aBot();
  const countedAtArrival: number[] = [];
  const { api } = await aClient(
    (response, _request, index) => {
      void counted().then((count) => {
        countedAtArrival.push(count);
        says(response, index === 0 ? 500 : 200, { id: 1, name: 'Ana Vega' });
      });
    },
    { spending },
  );
  await api.player(1);
  await api.player(2);
  expect(countedAtArrival).toEqual([1, 2, 3]);
});

it('a request that cannot be counted is sent all the same, and one line says so', async () => {
  const { db, log, spending } = await aBot();
  await db.destroy();
  const { api } = await aClient(
    (response) => {
      says(response, 200, { id: 1, name: 'Ana Vega' });
    },
    { spending },
  );
  await api.player(1);
  await api.player(2);
  expect(log.lines).toEqual([
    'warn a request to the data service could not be counted in the database',
  ]);
});
