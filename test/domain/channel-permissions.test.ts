import { expect, it } from 'vitest';
import { CHANNEL_KINDS, isNeededToPost, type PermissionName } from '#src/domain/alerts/channel.ts';

it.each<[PermissionName, readonly string[]]>([
  ['ViewChannel', CHANNEL_KINDS],
  ['SendMessages', CHANNEL_KINDS],
  ['EmbedLinks', CHANNEL_KINDS],
  ['SendMessagesInThreads', ['forum', 'thread']],
  ['AttachFiles', []],
  ['CreatePublicThreads', []],
  ['CreateEvents', []],
  ['ManageEvents', []],
  ['MentionEveryone', []],
])('the permission %s is needed to post in %j', (permission, kinds) => {
  expect(CHANNEL_KINDS.filter((kind) => isNeededToPost(permission, kind))).toEqual(kinds);
});
