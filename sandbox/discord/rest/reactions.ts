import type { FastifyInstance } from 'fastify';
import { channelForBot } from '../channels/access.ts';
import type { Discord } from '../discord.ts';
import { refusal } from '../errors.ts';
import { ACCOUNTS, APPLICATION_ID, userOf } from '../guild/accounts.ts';
import { addReaction, clearReactions, removeReaction } from '../messages/reactions.ts';
import { existingMessage, messageForBot } from './message-permissions.ts';

interface Params {
  readonly channel: string;
  readonly message: string;
  readonly emoji: string;
  readonly user: string;
}

const MOST_KINDS = 20;
const REACTIONS = '/channels/:channel/messages/:message/reactions';

// Unicode emoji, or a custom one as `name:id`.
const EMOJI = /^(\p{RGI_Emoji}|\p{Extended_Pictographic}\ufe0f?|\w{2,32}:\d{17,20})$/v;

/** Reactions of a message. */
export const reactionRoutes = (app: FastifyInstance, discord: Discord): void => {
  app.get<{ Params: Params }>(`${REACTIONS}/:emoji`, ({ params }) => {
    const { reactions } = messageForBot(discord, params.channel, params.message);
    const reacted = reactions[known(params.emoji)] ?? [];
    return [...ACCOUNTS.values()].filter(({ id }) => reacted.includes(id)).map(userOf);
  });

  app.put<{ Params: Params }>(`${REACTIONS}/:emoji/:user`, async ({ params }, reply) => {
    const emoji = known(params.emoji);
    const stored = messageForBot(discord, params.channel, params.message);
    if (!(emoji in stored.reactions)) {
      channelForBot(discord, params.channel, 'AddReactions');
      if (Object.keys(stored.reactions).length >= MOST_KINDS) throw refusal('tooManyReactions');
    }
    addReaction(discord, stored, emoji, APPLICATION_ID);
    return reply.code(204).send();
  });

  app.delete<{ Params: Params }>(`${REACTIONS}/:emoji/:user`, async ({ params }, reply) => {
    const isOwn = params.user === '@me';
    channelForBot(discord, params.channel, ...(isOwn ? [] : (['ManageMessages'] as const)));
    const stored = existingMessage(discord, params.channel, params.message);
    removeReaction(discord, stored, known(params.emoji), isOwn ? APPLICATION_ID : params.user);
    return reply.code(204).send();
  });

  for (const path of [REACTIONS, `${REACTIONS}/:emoji`]) {
    app.delete<{ Params: Partial<Params> & Pick<Params, 'channel' | 'message'> }>(
      path,
      async ({ params }, reply) => {
        channelForBot(discord, params.channel, 'ManageMessages');
        const stored = existingMessage(discord, params.channel, params.message);
        clearReactions(discord, stored, params.emoji === undefined ? null : known(params.emoji));
        return reply.code(204).send();
      },
    );
  }
};

const known = (emoji: string): string => {
  if (!EMOJI.test(emoji)) throw refusal('unknownEmoji');
  return emoji;
};
