import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { aPlayerOnWire } from '../bodies.ts';
import { aClient } from '../clients.ts';
import { says } from '../service.ts';

it('three requests at once are sent one by one on the Free plan, which answers 429 to them', async () => {
  const open: ServerResponse[] = [];
  const seen: number[] = [];
  const { api } = await aClient(
    (response) => {
      open.push(response);
      seen.push(open.length);
    },
    { limits: { perMinute: 10 } },
  );
  const players = [1, 2, 3].map((id) => api.player(id));
  for (const id of [1, 2, 3]) {
    await expect.poll(() => open.length).toBe(1);
    const [response] = open.splice(0);
    if (response !== undefined) says(response, 200, aPlayerOnWire(id));
  }
  await Promise.all(players);
  expect(seen).toEqual([1, 1, 1]);
});
