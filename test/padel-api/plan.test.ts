import { expect, it, vi } from 'vitest';
import { HOUR } from '#src/lib/time.ts';
import { NotAllowed, NotInPlan, ServiceDown } from '#src/padel-api/errors.ts';
import { someResources } from './resources.ts';

const LIVE = { feature: 'live', path: '/live?per_page=50' };
const SIMULATE = { feature: 'simulate', path: '/matches/simulate' };
const MATCHES = { feature: 'tournament-matches', path: '/tournaments/9/matches?per_page=50' };
const OTHER_MATCHES = { ...MATCHES, path: '/tournaments/8/matches' };

const aPlan = () => {
  const { clock, state, read } = someResources();
  const readOf = ({ feature, path }: typeof LIVE, by: (path: string) => Promise<unknown>) =>
    read(feature, path, by);
  return { clock, ask: readOf, state };
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

it('an endpoint that the plan lacks is requested once an hour', async () => {
  const { clock, ask, state } = aPlan();
  const read = refused();
  await expect(ask(LIVE, read)).rejects.toBeInstanceOf(NotInPlan);
  clock.now += HOUR - 1;
  await expect(ask(LIVE, read)).rejects.toBeInstanceOf(NotInPlan);
  expect(read).toHaveBeenCalledOnce();
  expect(state().lacksLive).toBe(true);
  clock.now += 1;
  await expect(ask(LIVE, read)).rejects.toBeInstanceOf(NotInPlan);
  expect(read).toHaveBeenCalledTimes(2);
});

it.each(['match-stats', 'pair-stats', 'player-stats', 'player-rankings', 'head2head'])(
  'a refusal of %s counts for every record, and for no other endpoint',
  async (feature) => {
    const { ask, state } = aPlan();
    const read = refused();
    await expect(ask({ feature, path: '/x/1/y' }, read)).rejects.toThrow(NotInPlan);
    await expect(ask({ feature, path: '/x/2/y' }, read)).rejects.toThrow(NotInPlan);
    expect(read).toHaveBeenCalledOnce();
    expect(state().lacksLive).toBe(false);
    await ask(LIVE, served());
    await ask(MATCHES, served());
  },
);

it('a 402 for what every plan has counts for that record alone: the others are still read', async () => {
  const { clock, ask } = aPlan();
  const read = refused();
  await expect(ask(MATCHES, read)).rejects.toBeInstanceOf(NotInPlan);
  const secondPage = { ...MATCHES, path: `${MATCHES.path}&page=2` };
  clock.now += HOUR - 1;
  await expect(ask(secondPage, read)).rejects.toBeInstanceOf(NotInPlan);
  expect(read).toHaveBeenCalledOnce();
  await ask(OTHER_MATCHES, served());
  clock.now += 1;
  await ask(MATCHES, served());
});

it('a 402 for one filter leaves the endpoint: it is asked without the filter at once', async () => {
  const { clock, ask } = aPlan();
  const read = paid('draw');
  const all = { ...MATCHES, path: '/tournaments/9/matches?draw=all&page=2&per_page=50' };
  expect(await ask(all, read)).toBe('/tournaments/9/matches?page=2&per_page=50');
  expect(read.mock.calls.flat()).toEqual([all.path, '/tournaments/9/matches?page=2&per_page=50']);
  clock.now += HOUR - 1;
  // The filter is out for every tournament, without another refusal.
  const other = { ...MATCHES, path: '/tournaments/8/matches?draw=all' };
  expect(await ask(other, read)).toBe('/tournaments/8/matches');
  expect(read).toHaveBeenCalledTimes(3);
  // Elsewhere nobody has refused it.
  expect(await ask({ feature: 'live', path: '/live?draw=all' }, served())).toBe('/live?draw=all');
  clock.now += 1;
  expect(await ask(all, served())).toBe(all.path);
});

it('each paid filter is left out by itself, and the endpoint refused when it was not the filters', async () => {
  const { ask } = aPlan();
  const both = { ...MATCHES, path: '/tournaments/9/matches?draw=all&updated_after=2026' };
  expect(await ask(both, paid('draw'))).toBe('/tournaments/9/matches?updated_after=2026');
  expect(await ask(both, paid('updated_after'))).toBe('/tournaments/9/matches');
  const read = refused();
  const live = { feature: 'live', path: '/live?draw=all' };
  await expect(ask(live, read)).rejects.toBeInstanceOf(NotInPlan);
  await expect(ask(live, read)).rejects.toBeInstanceOf(NotInPlan);
  await expect(ask(LIVE, read)).rejects.toBeInstanceOf(NotInPlan);
  expect(read.mock.calls.flat()).toEqual(['/live?draw=all', '/live']);
});

it('a 403 of the service is remembered for a restricted endpoint, and retried for what every plan has', async () => {
  const { ask } = aPlan();
  const read = vi.fn(() => Promise.reject(new NotAllowed('Forbidden')));
  await expect(ask(SIMULATE, read)).rejects.toBeInstanceOf(NotAllowed);
  await expect(ask(SIMULATE, read)).rejects.toBeInstanceOf(NotAllowed);
  expect(read).toHaveBeenCalledOnce();
  await expect(ask(MATCHES, read)).rejects.toBeInstanceOf(NotAllowed);
  await ask(MATCHES, served());
});

it('a missing endpoint is forgotten once a request for it succeeds', async () => {
  const { clock, ask, state } = aPlan();
  await expect(ask(LIVE, refused())).rejects.toBeInstanceOf(NotInPlan);
  clock.now += HOUR;
  await ask(LIVE, served());
  expect(state().lacksLive).toBe(false);
});

it('no other error counts as a missing endpoint', async () => {
  const { ask, state } = aPlan();
  const read = () => Promise.reject(new ServiceDown('reset'));
  await expect(ask(LIVE, read)).rejects.toBeInstanceOf(ServiceDown);
  expect(state().lacksLive).toBe(false);
});
