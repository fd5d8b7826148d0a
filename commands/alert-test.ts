import type { Asker, Services } from '../src/discord/command.ts';
import { isNeededToPost } from '../src/domain/alert-channel.ts';
import { UserError } from '../src/errors.ts';
import { readerIn } from '../src/i18n/i18n.ts';
import { samplePost } from '../src/render/alert-samples.ts';
import { NO_MENTIONS, type MessageBody } from '../src/render/message.ts';
import { permissionWords } from '../src/render/permission-words.ts';
import { markBroken } from '../src/store/channel-health.ts';
import type { Channel } from '../src/store/channels.ts';

/** Discord refuses the channel: which permissions are missing, as far as is known. */
const refusal = (
  asker: Asker,
  place: Channel,
  { missingIn }: Pick<Services, 'missingIn'>,
): UserError => {
  const channel = { channelId: place.discordId };
  const missing = missingIn(place).filter((name) => isNeededToPost(name, place.kind));
  return missing.length === 0
    ? new UserError('proof-refused', { channel })
    : new UserError('missing-channel-permissions', {
        channel,
        permissions: permissionWords(asker, missing),
      });
};

/**
 * `/alerts test`: a sample of every kind that a channel is told, in that channel.
 * @throws UserError when Discord refuses the channel.
 */
export const testAlerts = async (
  asker: Asker,
  channel: Channel,
  services: Services,
): Promise<MessageBody> => {
  const { t } = asker;
  const { db, now, postIn } = services;
  const reader = readerIn(channel.locale);
  const { kinds } = channel.settings;
  let sent = 0;
  for (const kind of kinds) {
    const outcome = await postIn(channel, samplePost(reader, kind, channel.settings, now()));
    if (outcome.kind === 'refused') {
      await markBroken(db, channel.key, outcome.reason, now());
      throw refusal(asker, channel, services);
    }
    if (outcome.kind === 'sent') sent += 1;
  }
  const values = { count: sent, total: kinds.length, channel: `<#${channel.discordId}>` };
  return {
    content: sent === kinds.length ? t('sample.done', values) : t('sample.partly', values),
    allowed_mentions: NO_MENTIONS,
  };
};
