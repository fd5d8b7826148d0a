import { describe, expect, it } from 'vitest';
import { SECOND, MINUTE, HOUR } from '#src/lib/time.ts';
import { inspectQuota } from '#src/store/inspection/inspection.ts';
import { saveTournament } from '#src/store/matches/matches.ts';
import {
  countRequest,
  deleteRequestDays,
  requestDaysSince,
  tokenHashOf,
} from '#src/store/processes/request-days.ts';
import {
  addSpentRequest,
  deleteSpentRequests,
  spentRequestsWithin,
} from '#src/store/processes/spent-requests.ts';
import { aTournament } from '../render/held.ts';
import { DIALECTS, useDialect } from './dialects.ts';
import { NOON } from './rows.ts';

/** A machine whose clock can be set; its uptime continues. */
const aMachine = () => {
  let [wall, up] = [NOON, 3 * HOUR];
  return {
    clocks: { now: () => wall, uptime: () => up },
    pass: (milliseconds: number): void => {
      wall += milliseconds;
      up += milliseconds;
    },
    set: (milliseconds: number): void => {
      wall += milliseconds;
    },
    /** A reboot, or another machine. */
    restart: (): void => {
      up = SECOND;
    },
  };
};

describe.each(DIALECTS)('spent requests on $name', (dialect) => {
  const { aStore, emptyUrl, openAt } = useDialect(dialect);

  const aCount = async () => {
    const db = await aStore();
    const machine = aMachine();
    return {
      ...machine,
      db,
      spend: (priority: string) => addSpentRequest(db, machine.clocks, priority).execute(),
      counted: async () =>
        (await spentRequestsWithin(db, machine.clocks, MINUTE)).reduce(
          (sum, { requests }) => sum + requests,
          0,
        ),
    };
  };

  it('count by priority for 60 to 65 seconds, and never look older than they are', async () => {
    const { db, clocks, spend, pass, counted } = await aCount();
    await spend('live');
    await spend('live');
    pass(2 * SECOND);
    await spend('person');
    pass(20 * SECOND);
    const spent = await spentRequestsWithin(db, clocks, MINUTE);
    expect(spent.map(({ priority, requests }) => `${priority} ${requests}`).toSorted()).toEqual([
      'live 2',
      'person 1',
    ]);
    expect(Math.max(...spent.map(({ agoMs }) => agoMs))).toBeLessThanOrEqual(20 * SECOND);
    pass(37 * SECOND);
    expect(await counted()).toBe(3);
    pass(6 * SECOND);
    expect(await counted()).toBe(0);
  });

  it('of concurrent writers add up to one count', async () => {
    const { spend, counted } = await aCount();
    await Promise.all(Array.from({ length: 20 }, () => spend('live')));
    expect(await counted()).toBe(20);
  });

  it.each<[string, number]>([
    ['forward', 5 * HOUR],
    ['back', -5 * HOUR],
    ['back by seconds', -20 * SECOND],
  ])('count equally long when the clock is set %s', async (_how, by) => {
    const { spend, pass, set, counted } = await aCount();
    await spend('live');
    pass(10 * SECOND);
    set(by);
    expect(await counted()).toBe(1);
    pass(45 * SECOND);
    expect(await counted()).toBe(1);
    pass(30 * SECOND);
    expect(await counted()).toBe(0);
  });

  it('count as sent now, and for a minute, when neither clock knows their age', async () => {
    const { spend, pass, set, restart, counted } = await aCount();
    await spend('background');
    pass(10 * MINUTE);
    await spend('live');
    set(-5 * HOUR);
    restart();
    expect(await counted()).toBe(1);
    pass(30 * SECOND);
    expect(await counted()).toBe(1);
    pass(40 * SECOND);
    expect(await counted()).toBe(0);
  });

  it('also count per day, by token and priority, over all processes', async () => {
    const { db, clocks, counted } = await aCount();
    const today = { tokenHash: tokenHashOf('ours'), day: '2026-06-07', priority: 'live' };
    const count = (more: object = {}) =>
      countRequest(db, clocks, { ...today, requests: 1, ...more });
    expect(await Promise.all([count(), count(), count({ requests: 3 })])).toContain(5);
    await count({ priority: 'person' });
    await count({ day: '2026-05-31' });
    await count({ tokenHash: tokenHashOf('of another program') });
    const days = await requestDaysSince(db, today.tokenHash, '2026-06-01');
    expect(days.map(({ priority, requests }) => `${priority} ${requests}`).toSorted()).toEqual([
      'live 5',
      'person 1',
    ]);
    // Requests that are counted late belong to their day, not to this minute.
    expect(await counted()).toBe(6);
    await deleteRequestDays(db, Date.parse('2026-06-07T23:00:00Z'));
    expect(await requestDaysSince(db, today.tokenHash, '2026-01-01')).toHaveLength(2);
  });

  it('are read by the doctor, with the tournaments by which a day is planned', async () => {
    const url = await emptyUrl();
    expect(await inspectQuota(url, 'ours', '2026-06-01')).toBeNull();
    const db = await openAt(url);
    expect(await inspectQuota(url, 'ours', '2026-06-01')).toEqual({ days: [], tournaments: [] });
    const counted = { day: '2026-06-07', priority: 'live', requests: 2 };
    const { clocks } = aMachine();
    await countRequest(db, clocks, { tokenHash: tokenHashOf('ours'), ...counted });
    await saveTournament(db, aTournament());
    expect(await inspectQuota(url, 'ours', '2026-06-01')).toEqual({
      days: [counted],
      tournaments: [aTournament()],
    });
    expect(await inspectQuota(url, 'ours', '2026-06-08')).toMatchObject({ days: [] });
  });

  it('are deleted after a while', async () => {
    const { db, clocks, spend, pass } = await aCount();
    await spend('live');
    pass(HOUR);
    await spend('person');
    await deleteSpentRequests(db, clocks.now() - MINUTE);
    const kept = await db.selectFrom('requestCounts').select('priority').execute();
    expect(kept).toEqual([{ priority: 'person' }]);
  });
});
