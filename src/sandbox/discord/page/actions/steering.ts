import type { Faults, World, WorldRequest } from '../../control-contract.ts';
import { type ControlApi, Refused } from '../control-api.ts';
import type { PageState, Shell } from '../state/page-state.ts';
import type { Store } from '../state/store.ts';

export type Steering = ReturnType<typeof createSteering>;

/** Steering the world outside: the padel service, and Discord's own faults. */
export function createSteering(store: Store<PageState>, api: ControlApi, now: () => number) {
  function shell(change: Partial<Shell>): void {
    store.update((state) => ({ ...state, shell: { ...state.shell, ...change } }));
  }

  async function attempt(act: () => Promise<void>): Promise<void> {
    try {
      await act();
      shell({ worldProblem: null });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      shell({ worldProblem: error.message });
    }
  }

  const heard = (world: World) => {
    store.update((state) => ({ ...state, world: { world, readAt: now() } }));
  };

  return {
    shell,
    steer: (request: WorldRequest) =>
      attempt(async () => {
        heard(await api.steer(request));
      }),
    readWorld: () =>
      attempt(async () => {
        heard(await api.world());
      }),
    fault: (change: Partial<Faults>) =>
      attempt(async () => {
        const faults = await api.fault(change);
        store.update((state) => ({
          ...state,
          server: state.server && { ...state.server, faults },
        }));
      }),
    /** Adds the app for a person, or takes it away from them. */
    addApp: (personId: string, hasApp: boolean) =>
      attempt(async () => {
        await api.addApp(personId, hasApp);
        const server = await api.state();
        store.update((state) => ({ ...state, server }));
      }),
    /** Denies the bot `SendMessages` in a channel, or gives it back with everything else. */
    letBotWrite: (channelId: string, allowed: boolean) =>
      attempt(async () => {
        const channel = await api.permit(channelId, allowed ? [] : ['SendMessages']);
        store.update((state) => ({
          ...state,
          server: state.server && {
            ...state.server,
            channels: state.server.channels.map((each) =>
              each.id === channel.id ? channel : each,
            ),
          },
        }));
      }),
  };
}
