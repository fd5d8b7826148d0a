import fc from 'fast-check';
import { OverwriteType, PermissionFlagsBits, type APIOverwrite } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { maySee, missingPermissions, timeOutEnd } from '#src/discord/servers/permissions.ts';
import { serverOf, type Member } from '#src/discord/servers/server.ts';
import { basePermissions, channelPermissions } from '#sandbox/discord/permissions.ts';
import type { GatewayGuildCreateDispatchData } from 'discord-api-types/v10';
import { aChannel, anOverwrite, aRole, aServer, aThread, OUR_ROLE, SERVER, US } from './events.ts';

const { ViewChannel, SendMessages, SendMessagesInThreads, EmbedLinks, Administrator } =
  PermissionFlagsBits;
const NEEDED = ViewChannel | SendMessages | EmbedLinks;
const NOW = Date.parse('2026-11-22T12:00:00Z');
const LATER = '2026-11-22T12:00:01Z';
const PARENT = '1100000000000000201';
const THREAD = '1100000000000000202';
const OTHER_ROLE = '1100000000000000302';
const ADMINISTRATORS = '1100000000000000303';
const OWNER_ID = '1100000000000000102';
const MEMBER: Member = { id: '20', roleIds: [] };

interface Case {
  readonly everyone?: bigint;
  readonly ours?: bigint;
  readonly overwrites?: readonly APIOverwrite[];
  readonly timedOutUntil?: string | null;
}

/** A server with a text channel, and a thread in it. */
const aServerWith = ({ everyone = NEEDED, ours = 0n, overwrites = [], timedOutUntil }: Case) =>
  serverOf(
    aServer(SERVER, {
      owner_id: OWNER_ID,
      roles: [
        aRole(SERVER, everyone),
        aRole(OUR_ROLE, ours),
        aRole(OTHER_ROLE, 0n),
        aRole(ADMINISTRATORS, Administrator),
      ],
      members: [
        { user: { id: US }, roles: [OUR_ROLE], communication_disabled_until: timedOutUntil },
      ],
      channels: [aChannel(PARENT, { permission_overwrites: overwrites })],
      threads: [aThread(THREAD, { parent_id: PARENT })],
    }) as unknown as GatewayGuildCreateDispatchData,
    US,
  );

/** The missing permissions in the channel, and in the thread. */
const missing = (given: Case) => {
  const server = aServerWith(given);
  const [channel, thread] = [server.channels.get(PARENT), server.channels.get(THREAD)];
  if (channel === undefined || thread === undefined) throw new Error('the channels are there');
  return {
    inChannel: missingPermissions(server, channel),
    inThread: missingPermissions(server, thread),
    timeOut: timeOutEnd(server, NOW),
  };
};

const ofRole = (id: string, change: Parameters<typeof anOverwrite>[2]) =>
  anOverwrite(id, OverwriteType.Role, change);
const ofMember = (id: string, change: Parameters<typeof anOverwrite>[2]) =>
  anOverwrite(id, OverwriteType.Member, change);
const hidden = ofRole(SERVER, { deny: ViewChannel });

it.each<[string, Case, number | null]>([
  ['holds until its end', { timedOutUntil: LATER }, Date.parse(LATER)],
  ['is over after its end', { timedOutUntil: '2026-11-22T11:59:59Z' }, null],
  ['does not hold for an administrator', { ours: Administrator, timedOutUntil: LATER }, null],
  ['is none without one', {}, null],
])('a time-out of the bot %s', (_case, given, end) => {
  expect(missing(given).timeOut).toBe(end);
});

describe('the missing permissions of the bot in a channel', () => {
  it.each<[string, Case, readonly string[]]>([
    ['include what no role grants', { everyone: ViewChannel }, ['EmbedLinks', 'SendMessages']],
    ['include what is denied to everyone', { overwrites: [hidden] }, ['ViewChannel']],
    [
      'include what is allowed only to another member',
      { overwrites: [hidden, ofMember('7', { allow: ViewChannel })] },
      ['ViewChannel'],
    ],
    ['are none in a time-out, which takes none away', { timedOutUntil: LATER }, []],
  ])('%s', (_reason, given, expected) => {
    expect(missing(given).inChannel).toEqual(expected);
  });

  it('are in a thread those of its channel, plus sending in threads', () => {
    expect(missing({}).inThread).toEqual(['SendMessagesInThreads']);
    const everyone = NEEDED | SendMessagesInThreads;
    expect(missing({ everyone }).inThread).toEqual([]);
    expect(missing({ everyone, overwrites: [hidden] }).inThread).toEqual(['ViewChannel']);
  });

  it('are none exactly where the local Discord lets the bot post', () => {
    const bits = fc
      .subarray([ViewChannel, SendMessages, EmbedLinks, Administrator])
      .map((some) => some.reduce((all, bit) => all | bit, 0n));
    const overwrite = (id: string, type: OverwriteType) =>
      fc.option(
        fc.record({ allow: bits, deny: bits }).map((change) => anOverwrite(id, type, change)),
      );
    const overwrites = fc
      .tuple(
        overwrite(SERVER, OverwriteType.Role),
        overwrite(OUR_ROLE, OverwriteType.Role),
        overwrite(OTHER_ROLE, OverwriteType.Role),
        overwrite(US, OverwriteType.Member),
      )
      .map((all) => all.filter((one) => one !== null));
    fc.assert(
      fc.property(bits, bits, overwrites, (everyone, ours, all) => {
        const holder = { userId: US, isOwner: false, roleIds: [OUR_ROLE] };
        const permissions = new Map([
          [SERVER, everyone],
          [OUR_ROLE, ours],
        ]);
        const base = basePermissions(holder, {
          everyoneId: SERVER,
          ofRole: (id) => permissions.get(id) ?? 0n,
        });
        const granted = channelPermissions(base, holder, SERVER, all);
        const isMissing = missing({ everyone, ours, overwrites: all }).inChannel.length > 0;
        expect(isMissing).toBe((granted & NEEDED) !== NEEDED);
      }),
    );
  });
});

describe('the right to see a channel', () => {
  it.each<[string, boolean, readonly APIOverwrite[], Member]>([
    ['belongs to everyone when the channel is open', true, [], MEMBER],
    ['does not belong to everyone when the channel is hidden', false, [hidden], MEMBER],
    [
      'belongs to a role to which the channel is shown',
      true,
      [hidden, ofRole(OTHER_ROLE, { allow: ViewChannel })],
      { ...MEMBER, roleIds: [OTHER_ROLE] },
    ],
    [
      'belongs to a member to whom the channel is shown',
      true,
      [hidden, ofMember(MEMBER.id, { allow: ViewChannel })],
      MEMBER,
    ],
    [
      'does not belong to a member from whom the channel is hidden',
      false,
      [ofMember(MEMBER.id, { deny: ViewChannel })],
      MEMBER,
    ],
    ['belongs to the owner', true, [hidden], { id: OWNER_ID, roleIds: [] }],
    ['belongs to an administrator', true, [hidden], { ...MEMBER, roleIds: [ADMINISTRATORS] }],
  ])('%s', (_who, expected, overwrites, member) => {
    const server = aServerWith({ overwrites });
    expect(maySee(server, PARENT, member)).toBe(expected);
    // The same members can see a thread of the channel.
    expect(maySee(server, THREAD, member)).toBe(expected);
  });

  it('belongs to nobody when the channel is unknown', () => {
    expect(maySee(aServerWith({}), '12', MEMBER)).toBe(false);
  });
});
