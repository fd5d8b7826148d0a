import type { CommandUser, Services } from '../../src/discord/command.ts';
import { ALERT_TYPES, type AlertType } from '../../src/domain/alerts/alert-types.ts';
import { EMBEDS_MAX } from '../../src/discord/message-limits.ts';
import { readerIn } from '../../src/i18n/i18n.ts';
import { sampleEmbed, testPost } from '../../src/render/posts/samples.ts';
import { type MessageBody, reply } from '../../src/render/message.ts';
import type { Channel } from '../../src/store/channels/channels.ts';
import { requireArrival } from './proof.ts';

/** The most important types: the first that a channel has is posted there. */
const FIRST: readonly AlertType[] = ['start', 'result', 'set'];

/**
 * Posts a sample in a channel, at a lower priority than live alerts, and shows the
 * moderator one of each type.
 * @throws UserError when Discord refuses the channel, or the sample did not arrive.
 */
export const testAlerts = async (
  user: CommandUser,
  channel: Channel,
  services: Services,
): Promise<MessageBody> => {
  const { t } = user;
  const { discordId, settings, locale } = channel;
  const place = { channel: `<#${discordId}>` };
  const byWeight = [...new Set([...FIRST, ...ALERT_TYPES])];
  const types = byWeight.filter((type) => settings.types.includes(type));
  const [first] = types;
  if (first === undefined) return reply({ content: t('sample.none', place) });
  const { now, postIn } = services;
  const told = readerIn(locale);
  const sent = await postIn(channel, testPost(told, first, settings, now()), { priority: 'card' });
  await requireArrival(user, channel, sent, services);
  const samples = types.slice(0, EMBEDS_MAX);
  return reply({
    content: t('sample.done', place),
    embeds: ALERT_TYPES.filter((type) => samples.includes(type)).map((type) => ({
      ...sampleEmbed(told, type, settings, now()),
      title: t(`alertType.${type}`),
    })),
  });
};
