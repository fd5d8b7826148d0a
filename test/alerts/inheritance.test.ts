import { expect, it } from 'vitest';
import { markBroken } from '#src/store/channels/channel-failures.ts';
import { changeSettings } from '#src/store/channels/channel-settings.ts';
import { channelsOfGuild } from '#src/store/channels/channels.ts';
import { transferFromDeletedChannel } from '#src/store/channels/guild-channels.ts';
import { followsOf } from '#src/store/follows/follows.ts';
import { aPlayer, follow, NOON } from '../store/rows.ts';
import { aStage } from './stage.ts';

it('a deleted channel leaves its settings and follows to the one that takes its place', async () => {
  const stage = await aStage();
  const db = stage.db();
  const lost = await stage.channel(1, aPlayer(1));
  await follow(db, lost, aPlayer(2), 'member');
  await changeSettings(db, lost.key, (own) => ({ ...own, delay: 30, kinds: ['result'] }), NOON);
  await markBroken(db, lost.key, 'unknown-channel', NOON);
  const heir = await stage.chosen(2, { guildId: lost.guildId });
  await transferFromDeletedChannel(db, heir);
  const [only, ...others] = await channelsOfGuild(db, lost.guildId);
  expect(others).toEqual([]);
  expect(only).toMatchObject({ key: heir.key, settings: { delay: 30, kinds: ['result'] } });
  expect(await followsOf(db, { channelKey: heir.key, memberId: null })).toEqual([aPlayer(1)]);
  expect(await followsOf(db, { channelKey: heir.key, memberId: 'member' })).toEqual([aPlayer(2)]);
});

it('a channel that is broken in another way keeps what it has', async () => {
  const stage = await aStage();
  const db = stage.db();
  const broken = await stage.channel(1, aPlayer(1));
  await markBroken(db, broken.key, 'missing-permissions', NOON);
  const other = await stage.chosen(2, { guildId: broken.guildId });
  await transferFromDeletedChannel(db, other);
  expect(await channelsOfGuild(db, broken.guildId)).toHaveLength(2);
  expect(await followsOf(db, { channelKey: other.key, memberId: null })).toEqual([]);
});
