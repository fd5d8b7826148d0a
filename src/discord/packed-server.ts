import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { ChannelType } from 'discord.js';
import type { Server } from './server.ts';

/** A compressed server: a tenth of the memory of its objects. */
export type PackedServer = Uint8Array;

/** The compression dictionary: what most servers have in common. */
const dictionary = Buffer.from(
  JSON.stringify({
    id: '',
    name: '',
    ownerId: '',
    locale: 'en-US',
    systemChannelId: null,
    us: { roleIds: [], silencedUntil: null },
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
  } satisfies Server),
);

export const pack = (server: Server): PackedServer =>
  // zlib returns a slice of a much larger buffer, which would stay in memory.
  new Uint8Array(deflateRawSync(JSON.stringify(server), { dictionary }));

export const unpack = (packed: PackedServer): Server =>
  // Written by `pack`, in this process.
  JSON.parse(inflateRawSync(packed, { dictionary }).toString('utf8')) as Server;
