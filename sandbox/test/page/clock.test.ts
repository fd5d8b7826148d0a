import { expect, test } from 'vitest';
import { createReading } from '../../discord/page/actions/reading.ts';
import { createControlApi } from '../../discord/page/control-api.ts';
import { initialState, shownNow } from '../../discord/page/state/page-state.ts';
import { createStore } from '../../discord/page/state/store.ts';
import { aLocalDiscord } from '../discord/setup.ts';

test('what happened while the clock of the world was read is not still to come', async () => {
  const { url } = await aLocalDiscord();
  let at = 1_000_000;
  const api = createControlApi(`${url}/sandbox`);
  const state = { ...(await api.state()), hasWorld: true, isOnWorldClock: true };
  const world = {
    ...{ now: new Date(at).toISOString(), speed: 5, liveMatches: 0, tournament: null },
    ...({ feed: 'connected', api: 'ok', profile: 'today' } as const),
  };
  const store = createStore(initialState(at, {}), () => undefined);
  const reading = createReading({
    store,
    remembered: { channel: null, person: null },
    now: () => at,
    api: {
      ...api,
      state: () => Promise.resolve(state),
      world: () => {
        at += 400;
        return Promise.resolve(world);
      },
    },
  });
  await reading.refresh();
  expect(shownNow(store.get())).toBe(1_000_000 + 5 * 400);
});
