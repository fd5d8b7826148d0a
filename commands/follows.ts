import { InteractionContextType } from 'discord-api-types/v10';
import type { Command } from '../src/discord/command.ts';
import { followListMessage } from '../src/render/follows.ts';
import { followsOf } from '../src/store/follows.ts';
import { alertChannel, nameOfTarget } from './follow-target.ts';
import { labels } from './labels.ts';

/** `/follows`: what the asker and what the alert channel follows. */
export const follows: Command = {
  definition: {
    ...labels((texts) => texts.command.follows),
    contexts: [InteractionContextType.Guild],
  },
  visibility: 'private',
  run: async (request, services) => {
    const { key, discordId, broken } = await alertChannel(request, services);
    const namesOf = async (memberId: string | null): Promise<string[]> => {
      const targets = await followsOf(services.db, { channelKey: key, memberId });
      return await Promise.all(targets.map((target) => nameOfTarget(request, target, services)));
    };
    return followListMessage(request, {
      channelId: discordId,
      mine: await namesOf(request.userId),
      channels: await namesOf(null),
      broken: broken !== null,
    });
  },
};
