import {
  ComponentType,
  Routes,
  type APIMessage,
  type REST,
  type RESTGetAPIChannelMessagesResult,
} from 'discord.js';
import { readerIn, type Reader } from '../../i18n/i18n.ts';
import type { Logger } from '../../lib/logger.ts';
import type { MessageBody } from '../../render/message.ts';
import type { Services } from '../command.ts';
import { welcomePlace } from './guilds.ts';
import { MESSAGES_PER_REQUEST } from '../message-limits.ts';
import type { GuildCache } from './servers.ts';

interface GreetingOptions {
  readonly rest: REST;
  readonly servers: GuildCache;

  /** The custom id of the greeting's menu. */
  readonly control: string;
  /** The greeting's text after it was answered. */
  readonly answered: (reader: Reader, alertChannelId: string) => MessageBody;
  readonly log: Logger;
}

const hasControl = ({ components = [] }: APIMessage, customId: string): boolean =>
  components.some(
    (row) =>
      row.type === ComponentType.ActionRow &&
      row.components.some((control) => 'custom_id' in control && control.custom_id === customId),
  );

/**
 * Edits greetings once a channel is set up. Their ids are not stored: they are searched for in the
 * welcome channel and in the channel where the menu was used, if the bot may read there. Never throws.
 */
export const createGreetingAnswered = (options: GreetingOptions): Services['greetingAnswered'] => {
  const { rest, servers, control, answered, log } = options;

  const editGreetingsIn = async (channelId: string, body: MessageBody): Promise<void> => {
    const query = new URLSearchParams({ limit: String(MESSAGES_PER_REQUEST) });
    // Discord's response to "Get Channel Messages"; ids, authors and controls are read.
    const messages = (await rest.get(Routes.channelMessages(channelId), {
      query,
    })) as RESTGetAPIChannelMessagesResult;
    for (const message of messages) {
      if (message.author.id !== servers.ownId || !hasControl(message, control)) continue;
      await rest.patch(Routes.channelMessage(channelId, message.id), { body });
    }
  };

  return async ({ guildId, channelId }, alertChannelId) => {
    const place = welcomePlace(servers, guildId);
    const body = answered(readerIn(place?.locale ?? 'en'), alertChannelId);
    for (const id of new Set([place?.channelId ?? null, channelId])) {
      if (id === null) continue;
      await editGreetingsIn(id, body).catch((error: unknown) => {
        log.warn({ err: error, guildId, channelId: id }, 'greeting could not be edited');
      });
    }
  };
};
