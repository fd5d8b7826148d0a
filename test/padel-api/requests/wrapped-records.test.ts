import { expect, it } from 'vitest';
import {
  aCareerOnWire,
  aLiveOnWire,
  aMatchOnWire,
  aPairOnWire,
  aPlayerOnWire,
  aSimulationOnWire,
  aTournamentOnWire,
  aWebhookOnWire,
  matchStatsOnWire,
} from '../bodies.ts';
import { aClient, EVERY_METHOD } from '../clients.ts';
import { saying } from '../service.ts';

it.each<[string, object]>([
  ['match', aMatchOnWire()],
  ['matchStats', matchStatsOnWire()],
  ['matchLive', aLiveOnWire()],
  ['simulate', aSimulationOnWire()],
  ['player', aPlayerOnWire()],
  ['playerStats', aCareerOnWire()],
  ['pair', aPairOnWire()],
  ['pairStats', aCareerOnWire()],
  ['tournament', aTournamentOnWire()],
  ['createWebhook', aWebhookOnWire()],
  ['updateWebhook', aWebhookOnWire()],
])('a single record is read bare and in `data`: %s', async (method, record) => {
  const read = async (body: unknown) => {
    const { api } = await aClient(saying(200, body), { now: () => 1_000 });
    return await EVERY_METHOD[method]?.(api);
  };
  const bare = await read(record);
  expect(bare).toBeDefined();
  expect(await read({ data: record })).toEqual(bare);
});
