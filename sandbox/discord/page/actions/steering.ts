import type {
  CreateChannelRequest,
  PermissionsRequest,
  WorldRequest,
} from '../../control-contract.ts';
import type { Faults, ShownChannel, World } from '../../shown-state.ts';
import { type ControlApi, Refused } from '../control-api.ts';
import type { PageState, Shell } from '../state/page-state.ts';
import { withServer } from '../state/events.ts';
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

  async function readServer(): Promise<void> {
    const server = await api.state();
    store.update((state) => withServer(state, server));
  }

  /** Runs a confirmed task, and closes its dialog afterwards. */
  const settle = (act: () => Promise<unknown>) =>
    attempt(async () => {
      await act();
      shell({ task: null });
      await readServer();
    });

  const showWorld = (world: World, readAt = now()) => {
    store.update((state) => ({ ...state, now: now(), world: { world, readAt } }));
  };

  return {
    shell,
    steer: (request: WorldRequest) =>
      attempt(async () => {
        showWorld(await api.steer(request));
      }),
    readWorld: () =>
      attempt(async () => {
        // A clock that is behind would show what has just happened as still to come.
        const askedAt = now();
        showWorld(await api.world(), askedAt);
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
        await readServer();
      }),
    /** Opens a person's direct messages to bots, or closes them. */
    takeDirect: (personId: string, takes: boolean) =>
      attempt(async () => {
        await api.takeDirect(personId, takes);
        await readServer();
      }),
    /** Gives the bot a permission in a channel, or takes it. */
    letBot: (channelId: string, name: string, allowed: boolean) =>
      attempt(async () => {
        const channel = store.get().server?.channels.find(({ id }) => id === channelId);
        if (channel === undefined) return;
        await api.permit(channelId, overwriteAfter(channel, name, allowed));
        await readServer();
      }),
    /** Opens the confirmation of a task; null closes it. */
    askFor: (task: Shell['task']) => {
      shell({ task, worldProblem: null });
    },
    removeBot: () => settle(() => api.remove()),
    inviteBot: (permissions: readonly string[]) => settle(() => api.invite({ permissions })),
    createChannel: (request: CreateChannelRequest) => settle(() => api.createChannel(request)),
    renameChannel: (channelId: string, name: string) =>
      settle(() => api.editChannel(channelId, { name })),
    deleteChannel: (channelId: string) => settle(() => api.deleteChannel(channelId)),
  };
}

/** What the bot is denied and given in a channel after one more change. */
function overwriteAfter(
  { deniedToBot, allowedToBot }: ShownChannel,
  name: string,
  allowed: boolean,
): PermissionsRequest {
  const without = (names: readonly string[]) => names.filter((each) => each !== name);
  const denyToBot = without(deniedToBot);
  const allowToBot = without(allowedToBot);
  if (!allowed) return { denyToBot: [...denyToBot, name], allowToBot };
  // What was taken is only given back; what its roles lack, is given here.
  return deniedToBot.includes(name)
    ? { denyToBot, allowToBot }
    : { denyToBot, allowToBot: [...allowToBot, name] };
}
