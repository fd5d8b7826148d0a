import { ApplicationCommandOptionType, InteractionContextType } from 'discord-api-types/v10';
import type {
  AutocompleteRequest,
  Command,
  CommandRequest,
  Services,
} from '../src/discord/command.ts';
import { FOLLOW_KINDS, type FollowTarget } from '../src/domain/follows.ts';
import { UserError } from '../src/errors.ts';
import { outsidePlain } from '../src/i18n/text.ts';
import { plain } from '../src/padel-api/directory.ts';
import { unfollowedMessage } from '../src/render/follows.ts';
import { findChannelOfGuild } from '../src/store/channels.ts';
import { followsOf, removeFollow } from '../src/store/follows.ts';
import {
  alertChannel,
  followerIn,
  nameOfTarget,
  plainNameOfTarget,
  typedTargets,
} from './follow-target.ts';
import { choice, labels } from './labels.ts';
import { nameOption } from './name-option.ts';

/** `/unfollow`: offers what is followed, and ends one of them. */
export const unfollow: Command = {
  definition: {
    ...labels((texts) => texts.command.unfollow),
    contexts: [InteractionContextType.Guild],
    options: [
      nameOption(
        labels((texts) => texts.command.unfollow.option.player),
        false,
      ),
      nameOption(
        labels((texts) => texts.command.unfollow.option.tournament),
        false,
      ),
      nameOption(
        labels((texts) => texts.command.unfollow.option.match),
        false,
      ),
      {
        ...labels((texts) => texts.command.unfollow.option.who),
        type: ApplicationCommandOptionType.String,
        choices: [
          choice('me', (texts) => texts.choice.me),
          choice('channel', (texts) => texts.choice.channel),
        ],
      },
    ],
  },
  visibility: 'private',
  autocomplete: async (request, services) => {
    const channel =
      request.guildId === null ? undefined : await findChannelOfGuild(services.db, request.guildId);
    if (channel === undefined) return [];
    const memberId = request.text('who') === 'channel' ? null : request.userId;
    const targets = await followsOf(services.db, { channelKey: channel.key, memberId });
    return await followedChoices(request, targets, services);
  },
  run: async (request, services) => {
    const channel = await alertChannel(request, services);
    const scope = request.text('who') === 'channel' ? 'channel' : 'me';
    const follower = followerIn(channel, request, scope);
    const names: string[] = [];
    for (const target of targetsIn(request, services)) {
      if (!(await removeFollow(services.db, follower, target))) {
        const name = await plainNameOfTarget(request, target, services);
        throw new UserError(`not-followed-${scope}`, { name });
      }
      names.push(await nameOfTarget(request, target, services));
    }
    return unfollowedMessage(request, { names, scope, channelId: channel.discordId });
  },
};

/** What was chosen is an id: it is ended even when its name is no longer known. */
const targetsIn = (request: CommandRequest, services: Services): readonly FollowTarget[] => {
  const chosen = FOLLOW_KINDS.flatMap((kind) => {
    const typed = request.text(kind)?.trim() ?? '';
    return /^\d+$/.test(typed) ? [{ kind, id: Number(typed) }] : [];
  });
  if (chosen.length > 0) return chosen;
  // Matches have no name that could be typed: they are chosen from the list.
  const match = request.text('match');
  if (match !== null) throw new UserError('not-followed-me', { name: match });
  return typedTargets(request, services);
};

/** Discord's limit of a choice's name. */
const CHOICE_MAX = 100;

const followedChoices = async (
  request: AutocompleteRequest,
  targets: readonly FollowTarget[],
  services: Services,
) => {
  const kind = FOLLOW_KINDS.find((each) => each === request.option);
  const named = await Promise.all(
    targets
      .filter((target) => target.kind === kind)
      .map(async (target) => ({
        name: outsidePlain(await plainNameOfTarget(request, target, services), CHOICE_MAX),
        value: String(target.id),
      })),
  );
  return named.filter(({ name }) => plain(name).includes(plain(request.typed)));
};
