import type { ControlEvent } from '../../control-contract.ts';
import { type ControlApi, Refused } from '../control-api.ts';
import { applyEvent } from '../state/events.ts';
import { EMPTY_COMPOSER, type PageState } from '../state/page-state.ts';
import type { Store } from '../state/store.ts';

export type Reading = ReturnType<typeof createReading>;

export interface ReadingOptions {
  readonly store: Store<PageState>;
  readonly api: ControlApi;
  /** The channel and person of the last visit, if any: ids or names. */
  readonly remembered: { readonly channel: string | null; readonly person: string | null };
  readonly now: () => number;
}

/** Reads what the server shows: everything at (re)connection, a channel when it is opened. */
export function createReading({ store, api, remembered, now }: ReadingOptions) {
  /** Events that arrive while something is being read: applied on top of what was read. */
  const held: ControlEvent[] = [];
  let readsUnderWay = 0;

  const apply = (event: ControlEvent) => {
    store.update((state) => applyEvent(state, event, now()));
  };

  async function readChannel(): Promise<void> {
    const { channelId, meId } = store.get();
    if (channelId === null || meId === null) return;
    const messages = await api.messages(channelId, meId);
    store.update((state) =>
      state.meId === meId
        ? { ...state, history: new Map(state.history).set(channelId, messages) }
        : state,
    );
  }

  async function readEverything(): Promise<void> {
    const server = await api.state();
    const world = server.hasWorld ? await api.world().catch(() => null) : null;
    store.update((state) => ({
      ...state,
      server,
      world: world && { world, readAt: now() },
      history: new Map(),
      meId: pick(server.people, state.meId ?? remembered.person ?? 'member', ({ id, role }) => [
        id,
        role,
      ]),
      channelId: pick(server.channels, state.channelId ?? remembered.channel, ({ id, name }) => [
        id,
        name,
      ]),
    }));
    await readChannel();
  }

  /** Runs a read while events are held back; they are applied to its result, in their order. */
  async function consistently(read: () => Promise<void>): Promise<void> {
    readsUnderWay += 1;
    try {
      await read();
      store.update((state) => ({ ...state, link: 'open' }));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      store.update((state) => ({ ...state, link: 'lost' }));
    } finally {
      readsUnderWay -= 1;
      if (readsUnderWay === 0) held.splice(0).forEach(apply);
    }
  }

  return {
    hear: (event: ControlEvent) => {
      if (readsUnderWay > 0) held.push(event);
      else apply(event);
    },
    refresh: () => consistently(readEverything),
    lost: () => {
      store.update((state) => ({ ...state, link: 'lost' }));
    },
    openChannel: (channelId: string) => {
      store.update((state) => ({
        ...state,
        channelId,
        unread: without(state.unread, channelId),
        picker: null,
        composer: { ...EMPTY_COMPOSER, focus: state.composer.focus + 1 },
        shell: { ...state.shell, drawer: 'none', atNewest: true },
      }));
      return consistently(readChannel);
    },
    become: (meId: string) => {
      store.update((state) => ({
        ...state,
        meId,
        history: new Map(),
        picker: null,
        form: null,
        composer: { ...EMPTY_COMPOSER, focus: state.composer.focus + 1 },
        shell: { ...state.shell, identityOpen: false },
      }));
      return consistently(readChannel);
    },
    tick: () => {
      store.update((state) => ({ ...state, now: now() }));
    },
  };
}

/** The id of the entry that was wanted under any of its names, else of the first one. */
function pick<T extends { readonly id: string }>(
  entries: readonly T[],
  wanted: string | null,
  namesOf: (entry: T) => readonly string[],
): string | null {
  const found = entries.find((entry) => wanted !== null && namesOf(entry).includes(wanted));
  return (found ?? entries[0])?.id ?? null;
}

function without<V>(map: ReadonlyMap<string, V>, key: string): ReadonlyMap<string, V> {
  return new Map([...map].filter(([each]) => each !== key));
}
