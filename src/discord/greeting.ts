import {
  ComponentType,
  Routes,
  type APIMessage,
  type REST,
  type RESTGetAPIChannelMessagesResult,
} from 'discord.js';
import { readerIn, type Reader } from '../i18n/i18n.ts';
import type { Logger } from '../lib/logger.ts';
import type { MessageBody } from '../render/message.ts';
import type { Services } from './command.ts';
import { welcomePlace } from './guilds.ts';
import { MESSAGES_PER_REQUEST } from './message-limits.ts';
import type { Servers } from './servers.ts';

export interface GreetingOptions {
  readonly rest: REST;
  readonly servers: Servers;

  /** The custom id of the menu that a greeting asks by. */
  readonly control: string;
  /** What a greeting says when it was answered. */
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
 * Edits greetings to say what was set up. Their ids are not stored: the function looks for them in the
 * channel where servers are greeted, and where somebody has just answered one, as far as the bot may
 * read there. It never throws.
 */
export const createGreetingAnswered = (options: GreetingOptions): Services['greetingAnswered'] => {
  const { rest, servers, control, answered, log } = options;

  const replaceAsking = async (channelId: string, body: MessageBody): Promise<void> => {
    const query = new URLSearchParams({ limit: String(MESSAGES_PER_REQUEST) });
    // Discord's answer to "Get Channel Messages"; ids, authors and controls are read.
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
      await replaceAsking(id, body).catch((error: unknown) => {
        log.warn({ err: error, guildId, channelId: id }, 'a greeting could not be edited');
      });
    }
  };
};
