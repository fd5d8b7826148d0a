import { expect, it, vi } from 'vitest';
import { HOUR } from '#src/lib/time.ts';
import { NotAllowed, NotInPlan, ServiceDown } from '#src/padel-api/errors.ts';
import { createPlan } from '#src/padel-api/request/plan.ts';

const LIVE = { feature: 'live', path: '/live?per_page=50' };
const SIMULATE = { feature: 'simulate', path: '/matches/simulate' };
const MATCHES = { feature: 'tournament-matches', path: '/tournaments/9/matches?per_page=50' };
const OTHER_MATCHES = { ...MATCHES, path: '/tournaments/8/matches' };

const aPlan = () => {
  const clock = { now: 5 * HOUR };
  return { clock, plan: createPlan(() => clock.now) };
};

const refused = () => vi.fn<(path: string) => Promise<never>>().mockRejectedValue(new NotInPlan());
const served = () => vi.fn((path: string) => Promise.resolve(path));
/** Refuses requests with these filters. */
const paid = (...filters: readonly string[]) =>
  vi.fn((path: string) =>
    filters.some((filter) => path.includes(`${filter}=`))
      ? Promise.reject(new NotInPlan())
      : Promise.resolve(path),
  );

it('the plan guard requests a missing endpoint once an hour', async () => {
  const { clock, plan } = aPlan();
  const read = refused();
  await expect(plan.guard(LIVE, read)).rejects.toBeInstanceOf(NotInPlan);
  clock.now += HOUR - 1;
  await expect(plan.guard(LIVE, read)).rejects.toBeInstanceOf(NotInPlan);
  expect(read).toHaveBeenCalledOnce();
  expect(plan.lacks('live')).toBe(true);
  clock.now += 1;
  await expect(plan.guard(LIVE, read)).rejects.toBeInstanceOf(NotInPlan);
  expect(read).toHaveBeenCalledTimes(2);
});

it.each(['match-stats', 'pair-stats', 'player-stats', 'player-rankings', 'head2head'])(
  'a refusal of %s counts for every record, and for no other endpoint',
  async (feature) => {
    const { plan } = aPlan();
    const read = refused();
    await expect(plan.guard({ feature, path: '/x/1/y' }, read)).rejects.toThrow(NotInPlan);
    await expect(plan.guard({ feature, path: '/x/2/y' }, read)).rejects.toThrow(NotInPlan);
    expect(read).toHaveBeenCalledOnce();
    expect(plan.lacks('live')).toBe(false);
    await plan.guard(LIVE, served());
    await plan.guard(MATCHES, served());
  },
);

it('a 402 for what every plan has counts for that record alone: the others are still read', async () => {
  const { clock, plan } = aPlan();
  const read = refused();
  await expect(plan.guard(MATCHES, read)).rejects.toBeInstanceOf(NotInPlan);
  const secondPage = { ...MATCHES, path: `${MATCHES.path}&page=2` };
  clock.now += HOUR - 1;
  await expect(plan.guard(secondPage, read)).rejects.toBeInstanceOf(NotInPlan);
  expect(read).toHaveBeenCalledOnce();
  await plan.guard(OTHER_MATCHES, served());
  clock.now += 1;
  await plan.guard(MATCHES, served());
});

it('a 402 for one filter leaves the endpoint: it is asked without the filter at once', async () => {
  const { clock, plan } = aPlan();
  const read = paid('draw');
  const all = { ...MATCHES, path: '/tournaments/9/matches?draw=all&page=2&per_page=50' };
  expect(await plan.guard(all, read)).toBe('/tournaments/9/matches?page=2&per_page=50');
  expect(read.mock.calls.flat()).toEqual([all.path, '/tournaments/9/matches?page=2&per_page=50']);
  clock.now += HOUR - 1;
  // The filter is out for every tournament, without another refusal.
  const other = { ...MATCHES, path: '/tournaments/8/matches?draw=all' };
  expect(await plan.guard(other, read)).toBe('/tournaments/8/matches');
  expect(read).toHaveBeenCalledTimes(3);
  // Elsewhere nobody has refused it.
  expect(await plan.guard({ feature: 'live', path: '/live?draw=all' }, served())).toBe(
    '/live?draw=all',
  );
  clock.now += 1;
  expect(await plan.guard(all, served())).toBe(all.path);
});

it('each paid filter is left out by itself, and the endpoint refused when it was not the filters', async () => {
  const { plan } = aPlan();
  const both = { ...MATCHES, path: '/tournaments/9/matches?draw=all&updated_after=2026' };
  expect(await plan.guard(both, paid('draw'))).toBe('/tournaments/9/matches?updated_after=2026');
  expect(await plan.guard(both, paid('updated_after'))).toBe('/tournaments/9/matches');
  const read = refused();
  const live = { feature: 'live', path: '/live?draw=all' };
  await expect(plan.guard(live, read)).rejects.toBeInstanceOf(NotInPlan);
  await expect(plan.guard(live, read)).rejects.toBeInstanceOf(NotInPlan);
  await expect(plan.guard(LIVE, read)).rejects.toBeInstanceOf(NotInPlan);
  expect(read.mock.calls.flat()).toEqual(['/live?draw=all', '/live']);
});

it('a 403 of the service is remembered for a restricted endpoint, and retried for what every plan has', async () => {
  const { plan } = aPlan();
  const read = vi.fn(() => Promise.reject(new NotAllowed('Forbidden')));
  await expect(plan.guard(SIMULATE, read)).rejects.toBeInstanceOf(NotAllowed);
  await expect(plan.guard(SIMULATE, read)).rejects.toBeInstanceOf(NotAllowed);
  expect(read).toHaveBeenCalledOnce();
  await expect(plan.guard(MATCHES, read)).rejects.toBeInstanceOf(NotAllowed);
  await plan.guard(MATCHES, served());
});

it('the plan guard forgets a missing endpoint once a request for it succeeds', async () => {
  const { clock, plan } = aPlan();
  await expect(plan.guard(LIVE, refused())).rejects.toBeInstanceOf(NotInPlan);
  clock.now += HOUR;
  await plan.guard(LIVE, served());
  expect(plan.lacks('live')).toBe(false);
});

it('the plan guard takes no other error for a missing endpoint', async () => {
  const { plan } = aPlan();
  const read = () => Promise.reject(new ServiceDown('reset'));
  await expect(plan.guard(LIVE, read)).rejects.toBeInstanceOf(ServiceDown);
  expect(plan.lacks('live')).toBe(false);
});
