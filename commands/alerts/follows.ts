import type { ComponentRequest, Services } from '../../src/discord/command.ts';
import type { FollowTarget } from '../../src/domain/alerts/follows.ts';
import { followChange, type ChangeOf } from '../../src/domain/alerts/setting-changes.ts';
import { WIDE_CHOICES } from '../../src/render/moderation/panel/follows-page.ts';
import type { Channel } from '../../src/store/channels/channels.ts';
import { applyChange } from './changes.ts';
import { targetIn } from '../options/target.ts';
import { nameOfTarget } from '../options/target-name.ts';

/** The categories and levels of which exactly the chosen ones are followed: the shortest way to a first alert. */
export const wideChosen = ({ chosen }: ComponentRequest): readonly ChangeOf<'follow'>[] =>
  WIDE_CHOICES.map(({ word, target }) => followChange(target, chosen.includes(word)));

/** @throws UserError when the menu is of another version. */
export const unfollowChosen = ({ chosen }: ComponentRequest): readonly ChangeOf<'follow'>[] =>
  chosen.map((value) => followChange(targetIn(value.split('-')), false));

/**
 * Changes what a channel follows.
 * @returns lines that list what was added and removed; what was so already is skipped.
 */
export const applyFollows = async (
  request: ComponentRequest,
  channel: Channel,
  wanted: readonly ChangeOf<'follow'>[],
  services: Services,
): Promise<string> => {
  const done: ChangeOf<'follow'>[] = [];
  for (const change of wanted) {
    if ((await applyChange(request, channel, change, services)) !== null) done.push(change);
  }
  const line = async (
    key: 'follow.addedChannel' | 'follow.removedChannel',
    target: FollowTarget | null,
  ): Promise<readonly string[]> => {
    if (target === null) return [];
    const name = await nameOfTarget(request, target, services);
    return [request.t(key, { channel: `<#${channel.discordId}>`, name })];
  };
  const lines = await Promise.all([
    ...done.map(({ after }) => line('follow.addedChannel', after)),
    ...done.map(({ before }) => line('follow.removedChannel', before)),
  ]);
  return lines.flat().join('\n');
};
