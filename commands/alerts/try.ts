import type { CommandUser, Services } from '../../src/discord/command.ts';
import { isNeededToPost } from '../../src/domain/alerts/channel.ts';
import { ALERT_KINDS, type AlertKind } from '../../src/domain/alerts/kinds.ts';
import { UserError } from '../../src/errors.ts';
import { readerIn } from '../../src/i18n/i18n.ts';
import { testPost } from '../../src/render/posts/samples.ts';
import { type MessageBody, reply } from '../../src/render/message.ts';
import { permissionList } from '../../src/render/moderation/health.ts';
import { markBroken } from '../../src/store/channels/channel-failures.ts';
import type { Channel } from '../../src/store/channels/channels.ts';

/** Discord refuses the channel: lists the missing permissions, if known. */
const refusal = (
  user: CommandUser,
  place: Channel,
  { missingIn }: Pick<Services, 'missingIn'>,
): UserError => {
  const channel = { channelId: place.discordId };
  const missing = missingIn(place).filter((name) => isNeededToPost(name, place.kind));
  return missing.length === 0
    ? new UserError('proof-refused', { channel })
    : new UserError('missing-channel-permissions', {
        channel,
        permissions: permissionList(user, missing),
      });
};

/** Discord allows five messages per five seconds in a channel: leave two for live alerts. */
const MOST_SAMPLES = 3;

/** The most important kinds; a start looks like a live card. */
const FIRST: readonly AlertKind[] = ['start', 'result', 'set'];

const sampledOf = (kinds: readonly AlertKind[]): readonly AlertKind[] => {
  const byWeight = [...new Set([...FIRST, ...ALERT_KINDS])];
  const sampled = byWeight.filter((kind) => kinds.includes(kind)).slice(0, MOST_SAMPLES);
  return ALERT_KINDS.filter((kind) => sampled.includes(kind));
};

/**
 * `/alerts test`: posts samples of a channel's alerts, at a lower priority than live alerts.
 * @throws UserError when Discord refuses the channel.
 */
export const testAlerts = async (
  user: CommandUser,
  channel: Channel,
  services: Services,
): Promise<MessageBody> => {
  const { t } = user;
  const { db, now, postIn } = services;
  const reader = readerIn(channel.locale);
  const kinds = sampledOf(channel.settings.kinds);
  let sent = 0;
  for (const kind of kinds) {
    const sample = testPost(reader, kind, channel.settings, now());
    const outcome = await postIn(channel, sample, { priority: 'card' });
    if (outcome.kind === 'refused') {
      await markBroken(db, channel.key, outcome.reason, now());
      throw refusal(user, channel, services);
    }
    if (outcome.kind === 'sent') sent += 1;
  }
  const values = {
    count: sent,
    total: kinds.length,
    most: MOST_SAMPLES,
    channel: `<#${channel.discordId}>`,
  };
  return reply({
    content: sent === kinds.length ? t('sample.done', values) : t('sample.partly', values),
  });
};
