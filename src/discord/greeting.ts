import {
  ComponentType,
  Routes,
  type APIMessage,
  type Client,
  type RESTGetAPIChannelMessagesResult,
} from 'discord.js';
import { readerIn, type Reader } from '../i18n/i18n.ts';
import type { Logger } from '../lib/logger.ts';
import type { MessageBody } from '../render/message.ts';
import type { Services } from './command.ts';
import { welcomePlace } from './guilds.ts';

/** What a greeting asks by, and what it says when that was answered. */
export interface Greeting {
  /** The custom id of its menu. */
  readonly control: string;
  readonly answered: (reader: Reader, alertChannelId: string) => MessageBody;
}

/** Discord's limit of one request: a greeting that lies deeper asks nobody any more. */
const LOOKED_THROUGH = '100';

const hasControl = ({ components = [] }: APIMessage, customId: string): boolean =>
  components.some(
    (row) =>
      row.type === ComponentType.ActionRow &&
      row.components.some((control) => 'custom_id' in control && control.custom_id === customId),
  );

/**
 * Makes greetings say what was set up. Nobody remembers where they are: they are looked for where
 * servers are greeted, and where somebody has just answered one, as far as the bot may read there.
 * Whoever set a channel up is told of that, whatever becomes of the greeting: nothing is thrown.
 */
export const createGreetingAnswered =
  (client: Client, { control, answered }: Greeting, log: Logger): Services['greetingAnswered'] =>
  async ({ guildId, channelId }, alertChannelId) => {
    const place = welcomePlace(client, guildId);
    const body = answered(readerIn(place?.locale ?? 'en'), alertChannelId);
    for (const id of new Set([place?.channelId ?? null, channelId])) {
      if (id === null) continue;
      await replaceAsking(client, id, control, body).catch((error: unknown) => {
        log.warn({ err: error, guildId, channelId: id }, 'a greeting could not be changed');
      });
    }
  };

/** Replaces our messages in a channel that still ask something by a control. */
const replaceAsking = async (
  { rest, user }: Client,
  channelId: string,
  control: string,
  body: MessageBody,
): Promise<void> => {
  const query = new URLSearchParams({ limit: LOOKED_THROUGH });
  // Discord's answer to "Get Channel Messages"; ids, authors and controls are read.
  const messages = (await rest.get(Routes.channelMessages(channelId), {
    query,
  })) as RESTGetAPIChannelMessagesResult;
  for (const message of messages) {
    if (message.author.id !== user?.id || !hasControl(message, control)) continue;
    await rest.patch(Routes.channelMessage(channelId, message.id), { body });
  }
};
