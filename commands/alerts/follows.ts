import type { ComponentRequest, Services } from '../../src/discord/command.ts';
import type { FollowTarget } from '../../src/domain/alerts/follows.ts';
import { WIDE_CHOICES } from '../../src/render/moderation/panel/follows-page.ts';
import type { Channel } from '../../src/store/channels/channels.ts';
import { applyFollow } from './changes.ts';
import { targetIn } from '../options/target.ts';
import { nameOfTarget } from '../options/target-name.ts';

/** Lines that list added and removed follows of a channel. */
const changesText = async (
  request: ComponentRequest,
  { discordId }: Channel,
  services: Services,
  { added, removed }: Record<'added' | 'removed', readonly FollowTarget[]>,
): Promise<string> => {
  const line = async (
    key: 'follow.addedChannel' | 'follow.removedChannel',
    target: FollowTarget,
  ) => {
    const name = await nameOfTarget(request, target, services);
    return request.t(key, { channel: `<#${discordId}>`, name });
  };
  const lines = await Promise.all([
    ...added.map((target) => line('follow.addedChannel', target)),
    ...removed.map((target) => line('follow.removedChannel', target)),
  ]);
  return lines.join('\n');
};

/**
 * Makes a channel follow exactly the chosen categories and levels: the shortest way to a first
 * alert.
 * @returns a text of the changes; empty when there are none.
 */
export const followChosen = async (
  request: ComponentRequest,
  channel: Channel,
  services: Services,
): Promise<string> => {
  const added: FollowTarget[] = [];
  const removed: FollowTarget[] = [];
  for (const { word, target } of WIDE_CHOICES) {
    if (!request.chosen.includes(word)) {
      if (await applyFollow(request, channel, { target, isFollowed: false }, services)) {
        removed.push(target);
      }
    } else if (await applyFollow(request, channel, { target, isFollowed: true }, services)) {
      added.push(target);
    }
  }
  return await changesText(request, channel, services, { added, removed });
};

/**
 * Removes the chosen follows of a channel.
 * @returns a text of what was removed; follows that no longer existed are skipped.
 * @throws UserError when the menu is of another version.
 */
export const unfollowChosen = async (
  request: ComponentRequest,
  channel: Channel,
  services: Services,
): Promise<string> => {
  const removed: FollowTarget[] = [];
  for (const target of request.chosen.map((value) => targetIn(value.split('-')))) {
    if (await applyFollow(request, channel, { target, isFollowed: false }, services)) {
      removed.push(target);
    }
  }
  return await changesText(request, channel, services, { added: [], removed });
};
