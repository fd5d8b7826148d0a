import { MessageReferenceType, MessageType } from 'discord-api-types/v10';
import type { FastifyInstance } from 'fastify';
import { botAccount, channelForBot } from '../channels/access.ts';
import { requireOpen } from '../channels/threads.ts';
import type { Discord } from '../discord.ts';
import { refusal } from '../errors.ts';
import { isoTime } from '../json.ts';
import { guildOf, publishEdit, publishMessage } from '../messages/announce.ts';
import { composeMessage } from '../messages/compose.ts';
import { presentMessage } from '../messages/present.ts';
import { messagesOf, type StoredChannel, type StoredMessage } from '../state/state.ts';
import { existingMessage } from './message-permissions.ts';

interface Params {
  readonly channel: string;
  readonly message: string;
}

const MOST_PINS = 250;

/** Pinned messages, under Discord's older and newer paths. */
export const pinRoutes = (app: FastifyInstance, discord: Discord): void => {
  const pinnedIn = (channelId: string): StoredMessage[] =>
    messagesOf(discord.state, channelId)
      .filter(({ body }) => body.pinned)
      .toReversed();

  const pinned = (channelId: string): StoredMessage[] =>
    pinnedIn(channelForBot(discord, channelId, 'ReadMessageHistory').id);

  const pin = (params: Params, isPinned: boolean) => {
    const channel = channelForBot(discord, params.channel, 'PinMessages');
    const stored = existingMessage(discord, channel.id, params.message);
    if (stored.body.pinned === isPinned) return;
    requireOpen(channel);
    if (isPinned && pinnedIn(channel.id).length >= MOST_PINS) throw refusal('tooManyPins');
    const lastPinAt = isPinned ? isoTime(discord.now()) : channel.lastPinAt;
    discord.commit({ type: 'channel', channel: { ...channel, lastPinAt } });
    publishEdit(discord, { ...stored, body: { ...stored.body, pinned: isPinned } });
    const guildId = guildOf(discord.state, channel.id);
    if (isPinned) publishMessage(discord, pinNote(channel, stored));
    discord.dispatch({
      name: 'CHANNEL_PINS_UPDATE',
      guildId,
      data: {
        channel_id: channel.id,
        last_pin_timestamp: lastPinAt,
        ...(guildId === null ? {} : { guild_id: guildId }),
      },
    });
  };

  /** The note that Discord writes below every pin, as a message of who pinned. */
  const pinNote = (channel: StoredChannel, { body }: StoredMessage): StoredMessage => ({
    body: composeMessage(discord, {
      channel,
      author: botAccount(),
      content: {},
      type: MessageType.ChannelPinnedMessage,
      extras: {
        message_reference: {
          type: MessageReferenceType.Default,
          channel_id: channel.id,
          message_id: body.id,
        },
      },
    }),
    files: [],
    ephemeralFor: null,
    reactions: {},
    enforcedNonce: null,
  });

  app.get<{ Params: Params }>('/channels/:channel/pins', ({ params }) =>
    pinned(params.channel).map((stored) => presentMessage(discord, stored)),
  );

  app.get<{ Params: Params }>('/channels/:channel/messages/pins', ({ params }) => ({
    items: pinned(params.channel).map((stored) => ({
      pinned_at: stored.body.edited_timestamp ?? stored.body.timestamp,
      message: presentMessage(discord, stored),
    })),
    has_more: false,
  }));

  for (const path of [
    '/channels/:channel/pins/:message',
    '/channels/:channel/messages/pins/:message',
  ]) {
    app.put<{ Params: Params }>(path, async ({ params }, reply) => {
      pin(params, true);
      return reply.code(204).send();
    });
    app.delete<{ Params: Params }>(path, async ({ params }, reply) => {
      pin(params, false);
      return reply.code(204).send();
    });
  }
};
