import { LRUCache } from 'lru-cache';
import { UserError } from '../../errors.ts';
import type { Reader } from '../../i18n/i18n.ts';
import type { MessageBody } from '../../render/message.ts';
import type { Command, ComponentRequest, Services } from '../command.ts';
import { shareBelow } from './answer.ts';
import { controlParts } from './input.ts';
import type { ComponentInteraction } from './interaction.ts';
import {
  answerKey,
  givenByComponent,
  hasPermission,
  isOnMessage,
  isPrivate,
  userOf,
  type Rendering,
  type RequestContext,
} from './request.ts';
import { parentOf, type Use } from './use.ts';
import type { UseLimits } from './use-limits.ts';

/** Begins the custom id of a button that shares its answer; the rest is the control that repeats it. */
export const SHARE = 'share:';

/** Shared answers that are remembered; one more forgets the oldest, whose button is disabled anyway. */
const ANSWERS_MAX = 2_000;

interface ShareOptions extends RequestContext {
  readonly services: Services;
  readonly limits: UseLimits;
  readonly rendering: Pick<Rendering, 'offer' | 'shared'>;
  readonly commandOf: (name: string) => Command | undefined;
}

/** Posts private answers for everyone in their channel, each once, when their user asks for it. */
export const createShares = (options: ShareOptions) => {
  const { services, limits, rendering, commandOf } = options;
  const done = new LRUCache<string, true>({ max: ANSWERS_MAX });

  /** Whether an answer was not shared, its user may write in the channel, and it shows scores to everyone at once. */
  const isOpen = ({ interaction, place }: Use, key: string): boolean => {
    const isInThread = parentOf(interaction, options.servers) !== null;
    const needed = isInThread ? 'SendMessagesInThreads' : 'SendMessages';
    const mayWrite = interaction.guildId !== null && hasPermission(interaction, needed);
    return mayWrite && !place.isGuarded && !done.has(key);
  };

  /** What is posted: the answer as it is now, in the language of the channel, its picture for a phone's width. */
  const post = async (request: ComponentRequest, { component }: Command, hidesScores: boolean) => {
    const draw: Services['draw'] = (picture) => services.draw(picture, 'phone');
    const body = await component?.run(request, { ...services, draw, isShared: true });
    if (body?.share === undefined) throw new UserError('outdated-control');
    return rendering.shared(request, body, { userId: request.userId, hidesScores });
  };

  return {
    /** A private answer with its button, where it may be shared. @param key the same for all that is shown in one message */
    offer: (use: Use, key: string, reader: Reader, body: MessageBody): MessageBody =>
      body.share === undefined || !isOpen(use, `${key} ${body.share}`)
        ? body
        : rendering.offer(reader, body, `${SHARE}${body.share}`),

    /** @throws UserError for what may not be shared, or was */
    share: async (use: Use<ComponentInteraction>): Promise<void> => {
      const { interaction, view } = use;
      const control = interaction.customId.slice(SHARE.length);
      const [name = '', ...values] = controlParts(control);
      const command = commandOf(name);
      const key = `${answerKey(interaction)} ${control}`;
      const isOwn = isOnMessage(interaction) && isPrivate(interaction);
      if (command?.visibility !== 'public' || !isOwn || !isOpen(use, key)) {
        throw new UserError('outdated-control');
      }
      const refusal = limits.take('share', interaction);
      if (refusal !== null) throw refusal;
      done.set(key, true);
      const given = { ...givenByComponent(interaction, values, options), chosen: [] };
      const request = { ...userOf(use, options, 'public'), ...given };
      const isPosted = await shareBelow(use, () => post(request, command, view.hidesScores));
      if (!isPosted) done.delete(key);
    },
  };
};
