import { expect, it } from 'vitest';
import { HOUR } from '#src/lib/time.ts';
import { QuotaSpent } from '#src/padel-api/errors.ts';
import { aPlayerOnWire } from '../bodies.ts';
import { aClient } from '../clients.ts';
import { says } from '../service.ts';

/** A client with a daily limit, at a service whose day has just started. */
const aDayOf = (perDay: number) =>
  aClient(
    (response, request) => {
      const id = Number(/\d+$/.exec(request.url ?? '')?.[0]);
      says(response, 200, aPlayerOnWire(id), { date: 'Mon, 01 Jun 2026 00:00:00 GMT' });
    },
    { limits: { perMinute: Infinity, perDay } },
  );

/** The request for this player sets the service's day, but counts for the day of our own clock. */
const FIRST = 99;

it('once the day is spent, members get cached responses of any age, and nothing is requested', async () => {
  const { api, paths, wait, log } = await aDayOf(6);
  await api.player(FIRST);
  const cached = await api.player(1);
  // Of five requests, which are nine tenths of six, one is for live matches.
  for (const id of [2, 3, 4]) await api.player(id);
  const sent = paths().length;
  wait(23 * HOUR);
  expect(await api.player(1)).toEqual(cached);
  const refusals = await Promise.all([5, 6].map((id) => api.player(id).catch(String)));
  expect(refusals).toEqual(['QuotaSpent: quota-spent', 'QuotaSpent: quota-spent']);
  expect(paths()).toHaveLength(sent);
  expect(log.lines.filter((line) => line.includes('quota'))).toEqual([
    'warn padel data service: quota used up, requests paused',
  ]);
  expect([api.state().failingSince, api.state().requestsLeft]).toEqual([null, 0]);
});

it('requests are sent again when the next day starts', async () => {
  const { api, wait } = await aDayOf(3);
  await api.player(FIRST);
  await api.player(1);
  await api.player(2);
  await expect(api.player(3)).rejects.toBeInstanceOf(QuotaSpent);
  wait(24 * HOUR);
  await expect(api.player(3)).resolves.toMatchObject({ value: { id: 3 } });
});
