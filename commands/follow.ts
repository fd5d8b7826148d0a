import { ApplicationCommandOptionType, InteractionContextType } from 'discord-api-types/v10';
import type { Asker, Command, Services } from '../src/discord/command.ts';
import type { FollowTarget } from '../src/domain/follows.ts';
import { UserError } from '../src/errors.ts';
import type { MessageBody } from '../src/render/message.ts';
import { followedMessage } from '../src/render/follows.ts';
import { addFollow } from '../src/store/follows.ts';
import {
  alertChannel,
  followerIn,
  nameOfTarget,
  typedTargets,
  type Scope,
} from './follow-target.ts';
import { choice, labels } from './labels.ts';
import { nameOption, suggest } from './name-option.ts';

/** `/follow`: be pinged oneself, or let the alert channel follow. */
export const follow: Command = {
  definition: {
    ...labels((texts) => texts.command.follow),
    contexts: [InteractionContextType.Guild],
    options: [
      nameOption(
        labels((texts) => texts.command.follow.option.player),
        false,
      ),
      nameOption(
        labels((texts) => texts.command.follow.option.tournament),
        false,
      ),
      {
        ...labels((texts) => texts.command.follow.option.who),
        type: ApplicationCommandOptionType.String,
        choices: [
          choice('me', (texts) => texts.choice.me),
          choice('channel', (texts) => texts.choice.channel),
        ],
      },
    ],
  },
  visibility: 'private',
  autocomplete: (request, services) =>
    suggest(request.option === 'tournament' ? 'tournament' : 'player', request, services),
  run: (request, services) =>
    startFollowing(
      request,
      followable(typedTargets(request, services), services),
      request.text('who') === 'channel' ? 'channel' : 'me',
      services,
    ),
  press: {
    answer: 'private',
    run: (request, services) => {
      const [kind, id] = request.values;
      if (kind !== 'player' && kind !== 'match') throw new UserError('outdated-control');
      return startFollowing(request, [{ kind, id: Number(id) }], 'me', services);
    },
  },
};

/**
 * Targets that may still bring something.
 * @throws UserError for a tournament that is over.
 */
const followable = (
  targets: readonly FollowTarget[],
  { directory, api }: Services,
): readonly FollowTarget[] => {
  const today = new Date(api.serviceNow()).toISOString().slice(0, 10);
  for (const { kind, id } of targets) {
    const entry = kind === 'tournament' ? directory.get(kind, id) : undefined;
    if (entry !== undefined && (entry.endDate ?? today) < today) {
      throw new UserError('tournament-over', { name: entry.name });
    }
  }
  return targets;
};

const startFollowing = async (
  asker: Asker,
  targets: readonly FollowTarget[],
  scope: Scope,
  services: Services,
): Promise<MessageBody> => {
  const { db, now, followed } = services;
  const channel = await alertChannel(asker, services);
  const follower = followerIn(channel, asker, scope);
  const changes = [];
  for (const target of targets) {
    const added = await addFollow(db, follower, target, now());
    if (added) await followed(target, channel.key);
    changes.push({ name: await nameOfTarget(asker, target, services), kind: target.kind, added });
  }
  const { discordId: channelId, broken } = channel;
  return followedMessage(asker, { scope, channelId, changes, broken: broken !== null });
};
