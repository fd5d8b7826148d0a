import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { ChannelType } from 'discord.js';
import { isThread } from './channel-kinds.ts';
import { channelsUnder, type CachedGuild, type GuildHead, type ServerChannel } from './server.ts';
import type { GuildChange } from './server-changes.ts';

type Channels = Map<string, ServerChannel>;

/**
 * A server in memory, compressed to a tenth of its objects. The channels of a large one are in pages, so
 * that an event or a question unpacks one page, however large the server is.
 */
export interface PackedGuild {
  /** Most servers have one page. Of several, the first has no channels. */
  readonly pages: readonly Uint8Array[];
  /** The page of each channel; null with one page. */
  readonly pageOf: Map<string, number> | null;
}

/** An unpacked server: what is read is unpacked once, what changed is packed once. */
export interface OpenGuild {
  readonly guild: () => CachedGuild;
  readonly apply: (change: GuildChange) => void;
  /**
   * Packs changed pages, at most so many.
   * @returns how many were packed
   */
  readonly pack: (most: number) => number;
  /** The server as it was packed; null while a page has changes. */
  readonly packed: () => PackedGuild | null;
}

/** An overwrite takes some sixty characters, and everything else of a channel as much as three. */
const weightOf = ({ ofRoles, ofMembers }: ServerChannel): number =>
  3 + Object.keys(ofRoles).length + Object.keys(ofMembers).length;

/** Some 25 kB: a millisecond to unpack or to pack. */
const PAGE_WEIGHT = 400;

/** A page beyond this is split. */
const MAX_PAGE_WEIGHT = 2 * PAGE_WEIGHT;

const weightOfAll = (channels: Channels): number =>
  [...channels.values()].reduce((sum, channel) => sum + weightOf(channel), 0);

/** Splits channels into pages; a thread is on the page of its channel. */
const paginate = (channels: Channels): readonly Channels[] => {
  const groups = Map.groupBy(channels, ([id, { type, parentId }]) =>
    isThread(type) && parentId !== null && channels.has(parentId) ? parentId : id,
  );
  const pages: Channels[] = [];
  let weight = Infinity;
  for (const group of groups.values()) {
    const added = group.reduce((sum, [, channel]) => sum + weightOf(channel), 0);
    if (weight + added > PAGE_WEIGHT) {
      pages.push(new Map());
      weight = 0;
    }
    weight += added;
    for (const [id, channel] of group) pages.at(-1)?.set(id, channel);
  }
  return pages;
};

/** The compression dictionary: what most servers have in common. */
const dictionary = Buffer.from(
  JSON.stringify({
    id: '',
    name: '',
    ownerId: '',
    locale: 'en-US',
    systemChannelId: null,
    us: { roleIds: [], timedOutUntil: null },
    roles: { '1': { permissions: '2248473465835073', isMentionable: false } },
    channels: {
      '1': {
        type: ChannelType.GuildText,
        name: 'general',
        parentId: null,
        position: 0,
        isLocked: false,
        ofRoles: { '1': ['1024', '0'], '2': ['0', '1024'], '3': ['0', '2048'] },
        ofUs: null,
        ofMembers: {},
      },
    },
  } satisfies GuildHead & { readonly channels: Readonly<Record<string, ServerChannel>> }),
);

const packPage = (channels: Channels, head?: GuildHead): Uint8Array => {
  const page = { ...head, channels: Object.fromEntries(channels) };
  // zlib returns a slice of a much larger buffer, which would stay in memory.
  return new Uint8Array(deflateRawSync(JSON.stringify(page), { dictionary }));
};

interface Page extends Partial<GuildHead> {
  readonly channels: Readonly<Record<string, ServerChannel>>;
}

const unpackPage = (packed: Uint8Array): Page =>
  // Written by `packPage`, in this process.
  JSON.parse(inflateRawSync(packed, { dictionary }).toString('utf8')) as Page;

/** What is known of a server's pages: each is packed, open, or both. */
interface Pages {
  readonly head: GuildHead;
  readonly packed: readonly (Uint8Array | undefined)[];
  readonly open: Map<number, Channels>;
  readonly changed: Set<number>;
  readonly pageOf: Map<string, number> | null;
}

/** Opens a packed server, which must not be used while it is open. */
export const openGuild = ({ pages, pageOf }: PackedGuild): OpenGuild => {
  const { channels, ...head } = unpackPage(pages[0] ?? new Uint8Array());
  const open = new Map([[0, new Map(Object.entries(channels))]]);
  // The first page of a server has its head.
  return openPages({ head: head as GuildHead, packed: pages, open, changed: new Set(), pageOf });
};

/** Opens a server that Discord has sent. */
export const openNewGuild = ({ channels, ...head }: CachedGuild): OpenGuild => {
  const open = new Map([[0, new Map(channels.entries())]]);
  return openPages({ head, packed: [undefined], open, changed: new Set([0]), pageOf: null });
};

const openPages = (pages: Pages): OpenGuild => {
  const { open, changed } = pages;
  const packed = [...pages.packed];
  let { head, pageOf } = pages;

  const page = (index: number): Channels => {
    const known = open.get(index);
    if (known !== undefined) return known;
    const bytes = packed[index];
    const channels: Channels = new Map(
      bytes === undefined ? [] : Object.entries(unpackPage(bytes).channels),
    );
    open.set(index, channels);
    return channels;
  };

  const pageWith = (id: string): number | undefined => (pageOf === null ? 0 : pageOf.get(id));

  const set = (id: string, channel: ServerChannel): void => {
    const parentPage = isThread(channel.type) ? pageWith(channel.parentId ?? '') : undefined;
    const index = pageWith(id) ?? parentPage ?? packed.length - 1;
    page(index).set(id, channel);
    pageOf?.set(id, index);
    changed.add(index);
  };

  const remove = (id: string): void => {
    const index = pageWith(id);
    if (index === undefined || !page(index).delete(id)) return;
    pageOf?.delete(id);
    changed.add(index);
  };

  const addPage = (channels: Channels): void => {
    const index = packed.push(undefined) - 1;
    open.set(index, channels);
    changed.add(index);
    for (const id of channels.keys()) pageOf?.set(id, index);
  };

  /** Splits a page that has grown too large. */
  const split = (index: number): void => {
    if (weightOfAll(page(index)) <= MAX_PAGE_WEIGHT) return;
    const parts = paginate(page(index));
    const [first, ...others] = index === 0 ? [new Map<string, ServerChannel>(), ...parts] : parts;
    pageOf ??= new Map();
    open.set(index, first ?? new Map());
    others.forEach(addPage);
  };

  const guild = (): CachedGuild => ({
    ...head,
    channels: {
      get: (id) => {
        const index = pageWith(id);
        return index === undefined ? undefined : page(index).get(id);
      },
      under: (id) => {
        const index = pageWith(id);
        return index === undefined ? new Map() : channelsUnder(page(index), id);
      },
      entries: () => packed.flatMap((_bytes, index) => [...page(index)]),
    },
  });

  return {
    guild,
    apply: ({ head: newer, channels = [] }) => {
      if (newer !== undefined) {
        head = { ...head, ...newer };
        changed.add(0);
      }
      for (const [id, channel] of channels) {
        if (channel === null) remove(id);
        else set(id, channel);
      }
    },
    pack: (most) => {
      let count = 0;
      for (const index of changed) {
        if (count === most) break;
        split(index);
        packed[index] = packPage(page(index), index === 0 ? head : undefined);
        changed.delete(index);
        count += 1;
      }
      return count;
    },
    packed: () => {
      const all = packed.filter((bytes) => bytes !== undefined);
      return changed.size === 0 && all.length === packed.length ? { pages: all, pageOf } : null;
    },
  };
};
