import { expect, it } from 'vitest';
import { markBroken } from '#src/store/channels/channel-failures.ts';
import { changeSettings } from '#src/store/channels/channel-settings.ts';
import { channelsOfGuild } from '#src/store/channels/channels.ts';
import { transferFromDeletedChannel } from '#src/store/channels/guild-channels.ts';
import { followsOf } from '#src/store/follows/follows.ts';
import { aPlayer, follow, NOON } from '../store/rows.ts';
import { aStage } from './stage.ts';

it('the settings and follows of a deleted channel move to its replacement', async () => {
  const stage = await aStage();
  const db = stage.db();
  const deleted = await stage.channel(1, aPlayer(1));
  await follow(db, deleted, aPlayer(2), 'member');
  await changeSettings(db, deleted.key, (own) => ({ ...own, delay: 30, types: ['result'] }), NOON);
  await markBroken(db, deleted.key, 'unknown-channel', NOON);
  const replacement = await stage.chosen(2, { guildId: deleted.guildId });
  await transferFromDeletedChannel(db, replacement);
  const [only, ...others] = await channelsOfGuild(db, deleted.guildId);
  expect(others).toEqual([]);
  expect(only).toMatchObject({ key: replacement.key, settings: { delay: 30, types: ['result'] } });
  expect(await followsOf(db, { channelKey: replacement.key, memberId: null })).toEqual([
    aPlayer(1),
  ]);
  expect(await followsOf(db, { channelKey: replacement.key, memberId: 'member' })).toEqual([
    aPlayer(2),
  ]);
});

it('a channel that is broken for another reason keeps its follows', async () => {
  const stage = await aStage();
  const db = stage.db();
  const broken = await stage.channel(1, aPlayer(1));
  await markBroken(db, broken.key, 'missing-permissions', NOON);
  const other = await stage.chosen(2, { guildId: broken.guildId });
  await transferFromDeletedChannel(db, other);
  expect(await channelsOfGuild(db, broken.guildId)).toHaveLength(2);
  expect(await followsOf(db, { channelKey: other.key, memberId: null })).toEqual([]);
});
