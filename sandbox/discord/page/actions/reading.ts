import type { ControlEvent, ControlState } from '../../shown-state.ts';
import { type ControlApi, Refused, Unreachable } from '../control-api.ts';
import { firstChannel, isSeenBy } from '../side/channel-groups.ts';
import { applyEvent } from '../state/events.ts';
import { EMPTY_COMPOSER, type PageState } from '../state/page-state.ts';
import type { Store } from '../state/store.ts';

export type Reading = ReturnType<typeof createReading>;

export interface ReadingOptions {
  readonly store: Store<PageState>;
  readonly api: ControlApi;
  /** Ids of the channel and person of the last visit, if any. */
  readonly remembered: { readonly channel: string | null; readonly person: string | null };
  readonly now: () => number;
}

/** Where a newcomer sees something happen. */
const FIRST_CHANNEL = 'padel-alerts';

/** Reads what the server shows: everything at (re)connection, a channel when it is opened. */
export function createReading({ store, api, remembered, now }: ReadingOptions) {
  /** Events that arrive while something is being read: applied on top of what was read. */
  const held: ControlEvent[] = [];
  let readsUnderWay = 0;

  const apply = (event: ControlEvent) => {
    // A fast world is a minute ahead by the next tick.
    store.update((state) => ({ ...applyEvent(state, event, now()), now: now() }));
  };

  /** Reads the open channel; with `afresh`, what is known of the other ones is forgotten. */
  async function readChannel(afresh: boolean): Promise<void> {
    const { channelId, meId } = store.get();
    if (channelId === null || meId === null) return;
    const messages = await api.messages(channelId, meId);
    store.update((state) =>
      state.meId === meId
        ? {
            ...state,
            now: now(),
            history: new Map(afresh ? [] : state.history).set(channelId, messages),
          }
        : state,
    );
  }

  async function readEverything(): Promise<void> {
    const server = await api.state();
    const askedAt = now();
    const world = server.hasWorld ? await api.world().catch(() => null) : null;
    store.update((state) => {
      const me =
        server.people.find(({ id }) => id === (state.meId ?? remembered.person)) ??
        server.people.find(({ role }) => role === 'member');
      const meId = me?.id ?? null;
      const channelId = placeFor(server, meId, state.channelId ?? remembered.channel);
      return { ...state, server, world: world && { world, readAt: askedAt }, meId, channelId };
    });
    await readChannel(true);
  }

  /** Runs a read while events are held back; they are applied to its result, in their order. */
  async function consistently(read: () => Promise<void>): Promise<void> {
    readsUnderWay += 1;
    try {
      await read();
      store.update((state) => ({ ...state, link: 'open' }));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      store.update((state) =>
        error instanceof Unreachable
          ? { ...state, link: 'lost' }
          : { ...state, composer: { ...state.composer, problem: error.message } },
      );
    } finally {
      readsUnderWay -= 1;
      if (readsUnderWay === 0) held.splice(0).forEach(apply);
    }
  }

  function openChannel(channelId: string, messageId?: string): Promise<void> {
    store.update((state) => ({
      ...state,
      channelId,
      linked: messageId === undefined ? null : { messageId },
      unread: without(state.unread, channelId),
      picker: null,
      composer: { ...EMPTY_COMPOSER, focus: state.composer.focus + 1 },
      shell: { ...state.shell, drawer: 'none', atNewest: messageId === undefined },
    }));
    return consistently(() => readChannel(false));
  }

  return {
    receive: (event: ControlEvent) => {
      if (readsUnderWay > 0) {
        held.push(event);
        return;
      }
      apply(event);
      // A channel that was deleted has made place for another.
      const { channelId, history, link } = store.get();
      const isUnread = channelId !== null && !history.has(channelId);
      if (link === 'open' && isUnread) void consistently(() => readChannel(false));
    },
    refresh: () => consistently(readEverything),
    lost: () => {
      store.update((state) => ({ ...state, link: 'lost' }));
    },
    openChannel,
    /** Opens the conversation with the bot, or with another person. */
    openDirect: async (other?: string) => {
      const { meId } = store.get();
      if (meId === null) return;
      await consistently(async () => {
        const channel = await api.direct({ as: meId, ...(other !== undefined && { with: other }) });
        const server = await api.state();
        store.update((state) => ({ ...state, server }));
        await openChannel(channel.id);
      });
    },
    become: (meId: string) => {
      store.update((state) => ({
        ...state,
        meId,
        channelId: state.server && placeFor(state.server, meId, state.channelId),
        picker: null,
        form: null,
        composer: { ...EMPTY_COMPOSER, focus: state.composer.focus + 1 },
        shell: { ...state.shell, identityOpen: false },
      }));
      return consistently(() => readChannel(true));
    },
    tick: () => {
      store.update((state) => ({ ...state, now: now() }));
    },
  };
}

/** The channel to show to a person: the wanted one when it is there and theirs to see. */
function placeFor(
  { channels }: ControlState,
  meId: string | null,
  wanted: string | null,
): string | null {
  const place = channels.find(({ id }) => id === wanted);
  if (place !== undefined && isSeenBy(place, meId ?? '')) return place.id;
  return firstChannel(channels, FIRST_CHANNEL);
}

function without<V>(map: ReadonlyMap<string, V>, key: string): ReadonlyMap<string, V> {
  return new Map([...map].filter(([each]) => each !== key));
}
