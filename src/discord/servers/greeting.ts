import { Routes } from 'discord-api-types/v10';
import { readerIn, type Reader } from '../../i18n/i18n.ts';
import type { Logger } from '../../lib/logger.ts';
import type { MessageBody } from '../../render/message.ts';
import type { Services } from '../command.ts';
import type { Rest } from '../rest/rest.ts';
import { messagesWire } from '../rest/wire.ts';
import { welcomePlace } from './guilds.ts';
import { MESSAGES_PER_REQUEST } from '../message-limits.ts';
import type { GuildCache } from './servers.ts';

interface GreetingOptions {
  readonly rest: Rest;
  readonly servers: GuildCache;
  readonly control: string;
  readonly answered: (reader: Reader, alertChannelId: string) => MessageBody;
  readonly log: Logger;
}

/**
 * Edits greetings once a channel is set up. Their ids are not stored: they are searched for in the
 * welcome channel and in the channel where the menu was used, if the bot may read there. Never throws.
 */
export const createGreetingAnswered = (options: GreetingOptions): Services['greetingAnswered'] => {
  const { rest, servers, control, answered, log } = options;

  const editGreetingsIn = async (channelId: string, body: MessageBody): Promise<void> => {
    const query = new URLSearchParams({ limit: String(MESSAGES_PER_REQUEST) });
    const found = messagesWire.parse(await rest.get(Routes.channelMessages(channelId), { query }));
    for (const { id, author, components } of found) {
      const controls = components.flatMap((row) => row.components);
      const isGreeting = controls.some(({ custom_id }) => custom_id === control);
      if (isGreeting && author.id === servers.ownId) {
        await rest.patch(Routes.channelMessage(channelId, id), { body });
      }
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
