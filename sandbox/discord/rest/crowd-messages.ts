import {
  ChannelType,
  type RESTPatchAPIChannelMessageJSONBody,
  type RESTPostAPIChannelMessageJSONBody,
} from 'discord-api-types/v10';
import type { FastifyRequest } from 'fastify';
import { botAccount } from '../channels/access.ts';
import type { CrowdMessage } from '../crowd/messages.ts';
import type { Discord } from '../discord.ts';
import { refusal } from '../errors.ts';
import { isoTime } from '../json.ts';
import { composeMessage, type MessageContent } from '../messages/compose.ts';
import { presentMessage } from '../messages/present.ts';
import { plainChannel, plainMessage } from '../state/state.ts';
import { accept } from '../validation/accept.ts';
import { editRules, messageRules } from '../validation/message-rules.ts';
import { PUBLISHED } from '../validation/published.ts';
import { readBody } from './body.ts';

interface Place {
  readonly Params: { readonly channel: string };
}

interface PlacedMessage {
  readonly Params: { readonly channel: string; readonly message: string };
}

/** Messages in channels of the crowd: checked like all others, but only counted. */
export const crowdMessages = (discord: Discord) => {
  const present = (
    channelId: string,
    content: MessageContent,
    { id, madeAt, edits }: CrowdMessage,
  ) => {
    const body = composeMessage(discord, {
      channel: plainChannel({ id: channelId, type: ChannelType.GuildText, name: 'padel' }),
      author: botAccount(),
      content,
      extras: {
        id,
        timestamp: isoTime(madeAt),
        edited_timestamp: edits === 0 ? null : isoTime(discord.now()),
      },
    });
    return presentMessage(discord, plainMessage(body));
  };

  return {
    post: async (request: FastifyRequest<Place>) => {
      const { channel } = request.params;
      const { json } = await readBody(request);
      const content = accept<RESTPostAPIChannelMessageJSONBody>(
        PUBLISHED.messageCreate,
        json,
        messageRules,
      );
      const { nonce = null, enforce_nonce: isEnforced = false } = content;
      const posted = discord.crowd.post(
        channel,
        isEnforced && nonce !== null ? String(nonce) : null,
      );
      return present(channel, content, posted);
    },
    edit: async (request: FastifyRequest<PlacedMessage>) => {
      const { channel, message } = request.params;
      const { json } = await readBody(request);
      const content = accept<RESTPatchAPIChannelMessageJSONBody>(
        PUBLISHED.messageEdit,
        json,
        editRules(undefined),
      );
      const edited = discord.crowd.edit(channel, message);
      if (edited === undefined) throw refusal('unknownMessage');
      return present(channel, content, edited);
    },
  };
};
