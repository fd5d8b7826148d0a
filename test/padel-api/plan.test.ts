import { expect, it, vi } from 'vitest';
import { MINUTE, HOUR } from '#src/lib/time.ts';
import { NotFound, NotInPlan, ServiceDown } from '#src/padel-api/errors.ts';
import { createPlan } from '#src/padel-api/request/plan.ts';

const aPlan = () => {
  const clock = { now: 5 * HOUR };
  return { clock, plan: createPlan(() => clock.now) };
};

const refused = () => vi.fn(() => Promise.reject(new NotInPlan()));

it('the plan guard requests a missing feature once an hour', async () => {
  const { clock, plan } = aPlan();
  const read = refused();
  await expect(plan.guard('live', read)).rejects.toBeInstanceOf(NotInPlan);
  clock.now += HOUR - 1;
  await expect(plan.guard('live', read)).rejects.toBeInstanceOf(NotInPlan);
  expect(read).toHaveBeenCalledOnce();
  clock.now += 1;
  await expect(plan.guard('live', read)).rejects.toBeInstanceOf(NotInPlan);
  expect(read).toHaveBeenCalledTimes(2);
});

it.each(['live', 'match-stats', 'pair-stats'])(
  'the plan guard remembers for an hour that %s is missing',
  async (feature) => {
    const { clock, plan } = aPlan();
    await expect(plan.guard(feature, refused())).rejects.toBeInstanceOf(NotInPlan);
    clock.now += HOUR - 1;
    expect(plan.lacks(feature)).toBe(true);
  },
);

it.each(['match', 'matches', 'players', 'simulate'])(
  'the plan guard retries %s after five minutes: every plan has it, so a limit was reached',
  async (feature) => {
    const { clock, plan } = aPlan();
    const read = refused();
    await expect(plan.guard(feature, read)).rejects.toBeInstanceOf(NotInPlan);
    clock.now += 5 * MINUTE - 1;
    await expect(plan.guard(feature, read)).rejects.toBeInstanceOf(NotInPlan);
    expect(read).toHaveBeenCalledOnce();
    clock.now += 1;
    expect(await plan.guard(feature, () => Promise.resolve('there'))).toBe('there');
  },
);

it('the plan guard tracks each feature separately', async () => {
  const { plan } = aPlan();
  expect(plan.lacks('live')).toBe(false);
  await expect(plan.guard('live', refused())).rejects.toBeInstanceOf(NotInPlan);
  expect(plan.lacks('live')).toBe(true);
  expect(await plan.guard('simulate', () => Promise.resolve('61 %'))).toBe('61 %');
});

it('the plan guard retries a 404 of an optional endpoint daily, and of a record each time', async () => {
  const { clock, plan } = aPlan();
  const read = vi.fn(() => Promise.reject(new NotFound()));
  await expect(plan.guard('rankings', read)).rejects.toBeInstanceOf(NotFound);
  clock.now += 24 * HOUR - 1;
  await expect(plan.guard('rankings', read)).rejects.toBeInstanceOf(NotFound);
  expect(read).toHaveBeenCalledOnce();
  clock.now += 1;
  expect(await plan.guard('rankings', () => Promise.resolve('there'))).toBe('there');
  await expect(plan.guard('player', read)).rejects.toBeInstanceOf(NotFound);
  expect(await plan.guard('player', () => Promise.resolve('there'))).toBe('there');
});

it('the plan guard takes a 404 for one of a record where the optional endpoint has answered', async () => {
  const { plan } = aPlan();
  const read = vi.fn(() => Promise.reject(new NotFound()));
  await plan.guard('player-pairs', () => Promise.resolve());
  await expect(plan.guard('player-pairs', read)).rejects.toBeInstanceOf(NotFound);
  await expect(plan.guard('player-pairs', read)).rejects.toBeInstanceOf(NotFound);
  expect(read).toHaveBeenCalledTimes(2);
  expect(plan.lacks('player-pairs')).toBe(false);
  await expect(plan.guard('player-rankings', read)).rejects.toBeInstanceOf(NotFound);
  expect(plan.lacks('player-rankings')).toBe(true);
});

it('the plan guard forgets a missing feature once a request for it succeeds', async () => {
  const { clock, plan } = aPlan();
  await expect(plan.guard('live', refused())).rejects.toBeInstanceOf(NotInPlan);
  clock.now += HOUR;
  await plan.guard('live', () => Promise.resolve());
  expect(plan.lacks('live')).toBe(false);
});

it('the plan guard takes no other error for a missing feature', async () => {
  const { plan } = aPlan();
  const read = () => Promise.reject(new ServiceDown('reset'));
  await expect(plan.guard('live', read)).rejects.toBeInstanceOf(ServiceDown);
  expect(plan.lacks('live')).toBe(false);
});
