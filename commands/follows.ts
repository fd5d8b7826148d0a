import type { Asker, Command, PressRequest, Services } from '../src/discord/command.ts';
import { FOLLOW_KINDS, type FollowTarget } from '../src/domain/follows.ts';
import { UserError } from '../src/errors.ts';
import { followListMessage, type ListedFollow } from '../src/render/follow-list.ts';
import type { MessageBody } from '../src/render/message.ts';
import { findDirect } from '../src/store/channels.ts';
import { followsOf, removeFollow, type Follower } from '../src/store/follows.ts';
import { findAlertChannel } from './alert-channel.ts';
import { followPlace, SCOPES, type Scope } from './follow-place.ts';
import { ANYWHERE, labels } from './labels.ts';
import { plainNameOfTarget } from './target-name.ts';

/** `/follows`: what the asker and what the alert channel follows, and a menu to end one of them. */
export const follows: Command = {
  definition: { ...labels((texts) => texts.command.follows), ...ANYWHERE },
  visibility: 'private',
  run: (request, services) => listFor(request, 1, services),
  press: {
    answer: 'update',
    run: async (request, services) => {
      const [control, page] = request.values;
      if (!/^\d{1,6}$/.test(page ?? '')) throw new UserError('outdated-control');
      const ended = control === 'end' ? await endChosen(request, services) : undefined;
      return await listFor(request, Number(page), services, ended);
    },
  },
};

const listFor = async (
  asker: Asker,
  page: number,
  services: Services,
  ended?: string,
): Promise<MessageBody> => {
  const channel = asker.guildId === null ? undefined : await findAlertChannel(asker, services);
  const direct = await findDirect(services.db, asker.userId);
  const own = (channelKey: number, memberId: string | null) => ({ channelKey, memberId });
  return followListMessage(asker, {
    channelId: channel?.discordId ?? null,
    follows: [
      ...(channel === undefined
        ? []
        : [
            ...(await listed(asker, 'me', own(channel.key, asker.userId), services)),
            ...(await listed(asker, 'channel', own(channel.key, null), services)),
          ]),
      ...(direct === undefined
        ? []
        : await listed(asker, 'direct', own(direct.key, null), services)),
    ],
    page,
    mayManage: asker.mayManage,
    broken: channel !== undefined && channel.broken !== null,
    ended,
  });
};

const listed = async (
  asker: Asker,
  scope: Scope,
  follower: Follower,
  services: Services,
): Promise<readonly ListedFollow[]> => {
  const targets = await followsOf(services.db, follower);
  return await Promise.all(
    targets.map(async (target) => ({
      scope,
      target,
      name: await plainNameOfTarget(asker, target, services),
    })),
  );
};

/**
 * Ends what was chosen in the menu, if it is still followed.
 * @returns what it is called.
 * @throws UserError when the menu is of another version, or the channel is not the asker's to speak for.
 */
const endChosen = async (request: PressRequest, services: Services): Promise<string> => {
  const { scope, target } = chosenFollow(request.chosen[0] ?? '');
  const place = await followPlace(request, scope, services);
  if (place !== null) await removeFollow(services.db, place.follower, target);
  return await plainNameOfTarget(request, target, services);
};

const chosenFollow = (value: string): { scope: Scope; target: FollowTarget } => {
  const [who, word, id = ''] = value.split('-');
  const kind = FOLLOW_KINDS.find((each) => each === word);
  const scope = SCOPES.find((each) => each === who);
  if (scope === undefined || kind === undefined || !/^\d{1,16}$/.test(id)) {
    throw new UserError('outdated-control');
  }
  return { scope, target: { kind, id: Number(id) } };
};
