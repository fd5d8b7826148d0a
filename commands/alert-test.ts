import type { Asker, Services } from '../src/discord/command.ts';
import { UserError } from '../src/errors.ts';
import { readerIn } from '../src/i18n/i18n.ts';
import { samplePost } from '../src/render/alert-samples.ts';
import { NO_MENTIONS, type MessageBody } from '../src/render/message.ts';
import { markBroken, type Channel } from '../src/store/channels.ts';

/**
 * `/alerts test`: a sample of every kind that a channel is told, in that channel.
 * @throws UserError when Discord refuses the channel.
 */
export const testAlerts = async (
  { t }: Asker,
  channel: Channel,
  { db, now, postIn }: Services,
): Promise<MessageBody> => {
  const reader = readerIn(channel.locale);
  const { kinds } = channel.settings;
  let sent = 0;
  for (const kind of kinds) {
    const outcome = await postIn(channel, samplePost(reader, kind, channel.settings, now()));
    if (outcome.kind === 'refused') {
      await markBroken(db, channel.key, outcome.reason, now());
      throw new UserError('proof-refused', { channel: { channelId: channel.discordId } });
    }
    if (outcome.kind === 'sent') sent += 1;
  }
  const values = { count: sent, total: kinds.length, channel: `<#${channel.discordId}>` };
  return {
    content: sent === kinds.length ? t('sample.done', values) : t('sample.partly', values),
    allowed_mentions: NO_MENTIONS,
  };
};
