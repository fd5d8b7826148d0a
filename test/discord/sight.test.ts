import { ChannelType, OverwriteType, PermissionFlagsBits } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { guildChannel, type CachedGuild, type WireChannel } from '#src/discord/servers/server.ts';
import { maySee } from '#src/discord/servers/permissions.ts';

const VIEW = String(PermissionFlagsBits.ViewChannel);
const [GUILD, STAFF, OWNER, BOT] = ['1', '2', '3', '4'];

type Overwrites = WireChannel['permission_overwrites'];

const overwrite = (id: string, type: OverwriteType, allow: string, deny: string) => ({
  id,
  type,
  allow,
  deny,
});

const HIDDEN = overwrite(GUILD, OverwriteType.Role, '0', VIEW);

/** A server with one channel, and a thread in it. */
const aServer = (permission_overwrites: Overwrites = []): CachedGuild => {
  const channel = { id: '10', type: ChannelType.GuildText, permission_overwrites };
  const thread = { id: '11', type: ChannelType.PublicThread, parent_id: '10' };
  const everyone = { permissions: BigInt(VIEW), isMentionable: false };
  const none = { permissions: 0n, isMentionable: false };
  const admin = { permissions: PermissionFlagsBits.Administrator, isMentionable: false };
  return {
    id: GUILD,
    name: 'Club',
    ownerId: OWNER,
    locale: 'en-US',
    systemChannelId: null,
    us: { id: BOT, roleIds: [], timedOutUntil: null },
    roles: new Map([
      [GUILD, everyone],
      [STAFF, none],
      ['5', admin],
    ]),
    channels: new Map([
      ['10', guildChannel(channel, BOT)],
      ['11', guildChannel(thread, BOT)],
    ]),
  };
};

const MEMBER = { id: '20', roleIds: [] };

describe('the right to see a channel', () => {
  it.each<[string, boolean, Overwrites, { id: string; roleIds: readonly string[] }]>([
    ['belongs to everyone when the channel is open', true, [], MEMBER],
    ['does not belong to everyone when the channel is hidden', false, [HIDDEN], MEMBER],
    [
      'belongs to a role to which the channel is shown',
      true,
      [HIDDEN, overwrite(STAFF, OverwriteType.Role, VIEW, '0')],
      { ...MEMBER, roleIds: [STAFF] },
    ],
    [
      'belongs to a member to whom the channel is shown',
      true,
      [HIDDEN, overwrite(MEMBER.id, OverwriteType.Member, VIEW, '0')],
      MEMBER,
    ],
    [
      'does not belong to a member from whom the channel is hidden',
      false,
      [overwrite(MEMBER.id, OverwriteType.Member, '0', VIEW)],
      MEMBER,
    ],
    ['belongs to the owner', true, [HIDDEN], { id: OWNER, roleIds: [] }],
    ['belongs to an administrator', true, [HIDDEN], { ...MEMBER, roleIds: ['5'] }],
  ])('%s', (_who, expected, overwrites, member) => {
    const server = aServer(overwrites);
    expect(maySee(server, '10', member)).toBe(expected);
    // The same members can see a thread of the channel.
    expect(maySee(server, '11', member)).toBe(expected);
  });

  it('belongs to nobody when the channel is unknown', () => {
    expect(maySee(aServer(), '12', MEMBER)).toBe(false);
  });
});
