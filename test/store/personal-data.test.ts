import { describe, expect, it } from 'vitest';
import {
  channelsOfGuild,
  findDirect,
  NO_GUILD,
  setUpChannel,
} from '#src/store/channels/channels.ts';
import type { Db } from '#src/store/connection/database.ts';
import { recordDelivery } from '#src/store/outbox/deliveries.ts';
import { addFinishedEvent } from '#src/store/outbox/events.ts';
import { followersOfChannels } from '#src/store/follows/follows.ts';
import { changeMember } from '#src/store/follows/members.ts';
import { deleteMemberData, memberData } from '#src/store/members/member-data.ts';
import { recordAbsence } from '#src/store/members/absent-members.ts';
import { deleteLeftGuilds, leaveGuild } from '#src/store/channels/guild-channels.ts';
import type { MemberData } from '#src/domain/stored-data.ts';
import { deleteServerData, serverData } from '#src/store/channels/server-data.ts';
import { setManagerRoles } from '#src/store/channels/manager-roles.ts';
import { recordChange } from '#src/store/channels/setting-changes.ts';
import { saveServerEvent } from '#src/store/channels/server-events.ts';
import { saveThread } from '#src/store/cards/threads.ts';
import { createCard } from '#src/store/cards/cards.ts';
import { pingCursor, recordPingsUpTo } from '#src/store/outbox/pings.ts';
import { DIALECTS, useDialect } from './dialects.ts';
import { placesOf } from './places.ts';
import { aChannel, aPlayer, discordId, follow, NOON } from './rows.ts';
import { unfinishedPings } from './due.ts';

const [MEMBER, OTHER, SERVER] = [discordId(701), discordId(702), discordId(801)];
const DIRECT = discordId(703);

/** Adds a post, a card, a thread and an event to a channel. */
const addPosts = async (db: Db, key: number): Promise<void> => {
  const event = { kind: 'digest', channelKey: key, date: '2026-06-07' } as const;
  const eventId = await db
    .transaction()
    .execute((tx) => addFinishedEvent(tx, { event, priority: 2, expiresAt: NOON }, NOON));
  const sent = { outcome: 'sent', messageId: discordId(900), targetId: null, shownRev: 0 } as const;
  await recordDelivery(db, { eventId, channelKey: key }, sent, NOON);
  await createCard(db, { matchId: 123, channelKey: key }, NOON);
  await saveThread(db, { matchId: 123, channelKey: key }, discordId(901));
};

/**
 * A server where MEMBER set up a channel. MEMBER, OTHER and the channel itself follow there; both
 * members also follow in another server and by direct message.
 */
const fill = async (db: Db, isHiding = false): Promise<void> => {
  const set = { guildId: SERVER, configuredBy: MEMBER };
  const channel = await aChannel(db, 1, set);
  const elsewhere = await aChannel(db, 2, { configuredBy: OTHER });
  for (const [userId, discord] of [
    [MEMBER, DIRECT],
    [OTHER, discordId(704)],
  ] as const) {
    const direct = await setUpChannel(
      db,
      { discordId: discord, guildId: NO_GUILD, kind: 'direct', locale: 'es', configuredBy: userId },
      NOON,
    );
    await follow(db, direct, aPlayer(4));
    await addPosts(db, direct.key);
    await follow(db, channel, aPlayer(1), userId);
    await follow(db, elsewhere, aPlayer(2), userId);
    await changeMember(db, userId, { hidesScores: true });
  }
  await follow(db, channel, aPlayer(3));
  await addPosts(db, channel.key);
  await addPosts(db, elsewhere.key);
  const { eventId } = await db
    .selectFrom('deliveries')
    .select('eventId')
    .where('channelKey', '=', channel.key)
    .executeTakeFirstOrThrow();
  await recordPingsUpTo(db, { eventId, channelKey: channel.key }, pingCursor(MEMBER, isHiding));
  await recordAbsence(db, { guildId: SERVER, memberId: MEMBER }, NOON);
  for (const guildId of [SERVER, elsewhere.guildId]) {
    await setManagerRoles(db, guildId, [discordId(905)]);
    const author = { guildId, channelKey: null, memberId: MEMBER };
    const change = { what: 'managers', before: [], after: [discordId(905)] } as const;
    await recordChange(db, author, change, NOON);
    const shown = { status: 'scheduled', shown: '', at: NOON } as const;
    await saveServerEvent(db, { matchId: 123, guildId, eventId: discordId(902), ...shown });
  }
};

const countOf = async (db: Db, table: 'channels' | 'follows' | 'deliveries' | 'events') => {
  const { count } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
};

/** Columns of members' ids, each with the part of their export that shows it. */
const EXPORTED: Readonly<Record<string, (data: MemberData) => readonly unknown[]>> = {
  'absent_members.member_id': ({ absences }) => absences,
  'channels.configured_by': ({ setUp }) => setUp,
  'deliveries.pinged_to': ({ pinged }) => pinged,
  'follows.member_id': ({ follows }) => follows,
  'members.member_id': ({ chosen }) => [chosen].filter((each) => each !== null),
  'setting_changes.member_id': ({ changes }) => Array.from({ length: changes }),
};

/** Names of columns with the id of a user, or of a server: a new table has them, too. */
const OF_MEMBERS = /^(member_id|user_id|\w+_by|pinged_to)$/;

describe.each(DIALECTS)('personal data on $name', (dialect) => {
  const { aStore } = useDialect(dialect);

  it('of a member is listed completely', async () => {
    const db = await aStore();
    await fill(db);
    const data = await memberData(db, MEMBER);
    const { chosen, follows, direct, setUp } = data;
    for (const [place, shown] of Object.entries(EXPORTED)) {
      expect([place, shown(data).length > 0]).toEqual([place, true]);
    }
    expect(chosen).toMatchObject({ locale: null, timeZone: null, hidesScores: true });
    expect(follows.map(({ channel, target, since }) => [channel.discordId, target, since])).toEqual(
      [
        [discordId(1), aPlayer(1), NOON],
        [discordId(2), aPlayer(2), NOON],
      ],
    );
    expect(direct).toMatchObject({
      channel: { discordId: DIRECT, locale: 'es' },
      follows: [{ target: aPlayer(4), since: NOON }],
      posts: 3,
    });
    expect(setUp.map((channel) => channel.discordId)).toEqual([discordId(1)]);
  });

  it('stands in no column of the schema that the export of a member leaves out', async () => {
    const tables = await (await aStore()).introspection.getTables();
    const places = tables.flatMap(({ name, columns }) =>
      columns.flatMap((column) => (OF_MEMBERS.test(column.name) ? [`${name}.${column.name}`] : [])),
    );
    expect(places.toSorted()).toEqual(Object.keys(EXPORTED));
  });

  it.each([false, true])(
    'of a member is deleted from every table, hiding scores: %s; that of others stays',
    async (isHiding) => {
      const db = await aStore();
      await fill(db, isHiding);
      expect(await placesOf(db, MEMBER)).toEqual(Object.keys(EXPORTED));
      expect((await memberData(db, MEMBER)).pinged).toHaveLength(1);
      await deleteMemberData(db, MEMBER);
      expect(await placesOf(db, MEMBER)).toEqual([]);
      expect(await placesOf(db, DIRECT)).toEqual([]);
      expect(await memberData(db, MEMBER)).toEqual({
        chosen: null,
        follows: [],
        direct: null,
        changes: 0,
        setUp: [],
        absences: [],
        pinged: [],
      });

      const other = await memberData(db, OTHER);
      expect([other.follows.length, other.direct?.posts, other.setUp.length]).toEqual([2, 3, 1]);
      const [channel] = await channelsOfGuild(db, SERVER);
      expect(channel?.configuredBy).toBe('');
      const [followed = []] = (await followersOfChannels(db, [channel?.key ?? 0])).values();
      expect(followed.map(({ memberId }) => memberId).toSorted()).toEqual([OTHER, null].toSorted());
      expect(await countOf(db, 'channels')).toBe(3);
      expect(await countOf(db, 'deliveries')).toBe(3);
      expect(await countOf(db, 'events')).toBe(3);
    },
  );

  it('of a member is replaced in a ping cursor by the member before, so later pings are kept', async () => {
    const db = await aStore();
    await fill(db);
    const pingedTo = async () =>
      (await unfinishedPings(db, NOON, 10)).map((pings) => pings.pingedTo);
    expect(await pingedTo()).toEqual([MEMBER]);
    const [channel] = await channelsOfGuild(db, SERVER);
    if (channel === undefined) throw new Error('no channel');
    for (const id of [699, 700]) await follow(db, channel, aPlayer(1), discordId(id));
    await deleteMemberData(db, MEMBER);
    expect(await pingedTo()).toEqual([discordId(700)]);
    // The first member has no predecessor.
    for (const id of [700, 699]) await deleteMemberData(db, discordId(id));
    expect(await pingedTo()).toEqual(['0']);
  });

  it('of a server is listed completely, and members are only counted', async () => {
    const db = await aStore();
    await fill(db);
    const data = await serverData(db, SERVER);
    expect(data).toMatchObject({
      channels: [
        {
          channel: { discordId: discordId(1) },
          follows: [{ target: aPlayer(3), since: NOON }],
          memberFollows: 2,
          members: 2,
          posts: 3,
        },
      ],
      events: 1,
    });
    expect(JSON.stringify(data)).not.toContain(OTHER);
  });

  const leave = async (db: Db): Promise<void> => {
    await leaveGuild(db, SERVER, NOON);
    const rows = await db.selectFrom('boards').select('discordId').execute();
    expect(rows).toEqual([{ discordId: discordId(2) }]);
    await deleteLeftGuilds(db, NOON + 1);
  };

  it.each([
    ['deleted', (db: Db) => deleteServerData(db, SERVER)],
    ['left, its boards at once and the rest after a while', leave],
  ])('of a server is %s: from every table; that of others stays', async (_how, forget) => {
    const db = await aStore();
    await fill(db);
    for (const id of [1, 2])
      await db
        .insertInto('boards')
        .values({ discordId: discordId(id) })
        .execute();
    const tables = await db.introspection.getTables();
    const withGuild = tables.filter(({ columns }) =>
      columns.some(({ name }) => name === 'guild_id'),
    );
    expect(await placesOf(db, SERVER)).toEqual(withGuild.map(({ name }) => `${name}.guild_id`));
    expect(await placesOf(db, SERVER)).toEqual([
      'absent_members.guild_id',
      'channels.guild_id',
      'manager_roles.guild_id',
      'server_events.guild_id',
      'setting_changes.guild_id',
    ]);
    await forget(db);
    for (const id of [SERVER, discordId(1)]) expect(await placesOf(db, id)).toEqual([]);
    expect(await serverData(db, SERVER)).toEqual({
      channels: [],
      events: 0,
      managerRoles: [],
      changes: 0,
    });
    expect(await countOf(db, 'follows')).toBe(4);
    expect(await countOf(db, 'deliveries')).toBe(3);
    expect((await serverData(db, discordId(50_002))).events).toBe(1);
    expect((await findDirect(db, MEMBER))?.discordId).toBe(DIRECT);
  });
});
