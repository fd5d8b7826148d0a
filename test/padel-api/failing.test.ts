import { expect, it, onTestFinished } from 'vitest';
import { createPadelApi } from '#src/padel-api/client.ts';
import { aLog } from '../lib/log.ts';
import { aService, says } from './service.ts';

it('knows since when the service fails, until it answers again', async () => {
  let status = 500;
  const { origin } = await aService((response) => {
    says(response, status, { message: 'Server Error' });
  });
  let clock = 1_000;
  const api = createPadelApi({
    baseUrl: `${origin}/api`,
    token: 'token',
    now: () => clock,
    random: () => 0,
    log: aLog(),
  });
  onTestFinished(api.close);
  expect(api.failingSince()).toBeNull();
  await expect(api.player(1)).rejects.toMatchObject({ problem: 'service-down' });
  clock = 2_000;
  await expect(api.player(2)).rejects.toMatchObject({ problem: 'service-down' });
  expect(api.failingSince()).toBe(1_000);
  // That it knows nobody of that number is an answer, too.
  status = 404;
  await expect(api.player(3)).rejects.toMatchObject({ problem: 'not-found' });
  expect(api.failingSince()).toBeNull();
});
