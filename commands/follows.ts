import type { Asker, Command, PressRequest, Services } from '../src/discord/command.ts';
import { FOLLOW_KINDS, type FollowTarget } from '../src/domain/follows.ts';
import { UserError } from '../src/errors.ts';
import { followListMessage, type ListedFollow } from '../src/render/follow-list.ts';
import type { MessageBody } from '../src/render/message.ts';
import type { Channel } from '../src/store/channels.ts';
import { followsOf, removeFollow } from '../src/store/follows.ts';
import { alertChannel } from './alert-channel.ts';
import { followerIn, type Scope } from './follow-target.ts';
import { IN_SERVERS, labels } from './labels.ts';
import { plainNameOfTarget } from './target-name.ts';

/** `/follows`: what the asker and what the alert channel follows, and a menu to end one of them. */
export const follows: Command = {
  definition: { ...labels((texts) => texts.command.follows), ...IN_SERVERS },
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
  const channel = await alertChannel(asker, services);
  return followListMessage(asker, {
    channelId: channel.discordId,
    follows: [
      ...(await listed(asker, 'me', channel, services)),
      ...(await listed(asker, 'channel', channel, services)),
    ],
    page,
    mayManage: asker.mayManage,
    broken: channel.broken !== null,
    ended,
  });
};

const listed = async (
  asker: Asker,
  scope: Scope,
  { key: channelKey }: Channel,
  services: Services,
): Promise<readonly ListedFollow[]> => {
  const memberId = scope === 'me' ? asker.userId : null;
  const targets = await followsOf(services.db, { channelKey, memberId });
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
  const channel = await alertChannel(request, services);
  await removeFollow(services.db, followerIn(channel, request, scope), target);
  return await plainNameOfTarget(request, target, services);
};

const chosenFollow = (value: string): { scope: Scope; target: FollowTarget } => {
  const [who, word, id = ''] = value.split('-');
  const kind = FOLLOW_KINDS.find((each) => each === word);
  if ((who !== 'me' && who !== 'channel') || kind === undefined || !/^\d{1,16}$/.test(id)) {
    throw new UserError('outdated-control');
  }
  return { scope: who, target: { kind, id: Number(id) } };
};
