import type { World as Steered } from '#sandbox/discord/shown-state.ts';
import type { Adversity } from './adversity.ts';
import type { World } from './world.ts';

const FEEDS: readonly Steered['feed'][] = ['unplugged', 'half-open', 'duplicated', 'disordered'];

/** Every way in which the live feed fails, one of them together with the data service. */
export const feedAdversities = ({ padel }: Pick<World, 'padel'>): readonly Adversity[] => {
  const feedIs = (feed: Steered['feed']) => async (): Promise<void> => {
    await padel.steer({ feed });
  };
  return [
    ...FEEDS.map((feed) => ({ begin: feedIs(feed), end: feedIs('connected') })),
    {
      // Without the feed and the API the bot gets no data at all.
      begin: async () => {
        await padel.steer({ feed: 'unplugged', api: 'down' });
      },
      end: async () => {
        await padel.steer({ feed: 'connected', api: 'ok' });
      },
    },
  ];
};
