import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { openSpending } from '#src/app/spending.ts';
import { openStore } from '#src/store/connection/database.ts';
import { aLog } from '../lib/log.ts';
import { aClient } from '../padel-api/clients.ts';
import { says, type Answering } from '../padel-api/service.ts';

const aBot = async () => {
  const databaseUrl = 'file::memory:';
  const log = aLog();
  const { db, close } = await openStore(databaseUrl, log);
  onTestFinished(close);
  const clocks = { now: Date.now, monotonic: () => performance.now() };
  const spending = await openSpending({ databaseUrl, token: 'token', db, ...clocks, log });
  const counted = async (): Promise<number> => {
    const rows = await db.selectFrom('requestCounts').select('requests').execute();
    return rows.reduce((sum, { requests }) => sum + requests, 0);
  };
  const countedToday = async (): Promise<number> => {
    const rows = await db.selectFrom('requestDays').select('requests').execute();
    return rows.reduce((sum, { requests }) => sum + requests, 0);
  };
  return { db, log, spending, counted, countedToday };
};

it('a request is counted in the database before it arrives, and each retry separately', async () => {
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

it('a request that cannot be counted is still sent, with one log line for all', async () => {
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
    'warn request to the data service could not be counted in the database',
  ]);
});

it('requests that the database could not count are counted with the next one', async () => {
  const { db, spending, countedToday } = await aBot();
  await spending.note('live', '2026-06-07');
  await sql`pragma query_only = on`.execute(db);
  expect(await spending.note('live', '2026-06-07')).toBeNull();
  expect(await spending.note('live', '2026-06-07')).toBeNull();
  await sql`pragma query_only = off`.execute(db);
  expect(await spending.note('live', '2026-06-07')).toBe(4);
  expect(await countedToday()).toBe(4);
});

it('the counts of the day and month continue from those of the previous process', async () => {
  const { spending, db, log } = await aBot();
  const responding: Answering = (response) => {
    says(response, 200, { id: 1, name: 'Ana Vega' });
  };
  const limits = { perMinute: Infinity, perDay: 1_000, perMonth: 10_000 };
  const first = await aClient(responding, { spending, limits });
  await first.api.player(1);
  await first.api.player(2);
  const next = await openSpending({
    ...{ databaseUrl: 'file::memory:', token: 'token', db, log },
    ...{ now: Date.now, monotonic: () => performance.now() },
  });
  const second = await aClient(responding, { spending: next, limits });
  await second.api.player(3);
  expect(second.api.state().quota).toMatchObject({
    day: { used: 3 },
    month: { limit: 9_000, used: 3 },
  });
});
