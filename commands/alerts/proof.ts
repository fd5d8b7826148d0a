import type { CommandUser, Services } from '../../src/discord/command.ts';
import { isNeededToPost } from '../../src/domain/alerts/channel.ts';
import { UserError } from '../../src/errors.ts';
import { permissionList } from '../../src/render/moderation/health.ts';
import { markBroken, recordDeclined } from '../../src/store/channels/channel-failures.ts';
import type { Channel } from '../../src/store/channels/channels.ts';
import { ALERT_TYPES, type AlertType } from '../../src/domain/alerts/alert-types.ts';
import { EMBEDS_MAX } from '../../src/discord/message-limits.ts';
import { readerIn } from '../../src/i18n/i18n.ts';
import { sampleEmbed, testPost } from '../../src/render/posts/samples.ts';
import { reply } from '../../src/render/message.ts';

/** @throws UserError while the bot has a time-out in a server: until when. */
export const refuseTimeOut = (
  guildId: string,
  { timedOutUntil }: Pick<Services, 'timedOutUntil'>,
): void => {
  const until = timedOutUntil(guildId);
  if (until !== null) throw new UserError('timed-out', { until: { at: until } });
};

/**
 * Notes what became of a message in a channel.
 * @throws UserError when it did not arrive: with what to do.
 */
export const requireArrival = async (
  user: CommandUser,
  place: Channel,
  sent: Awaited<ReturnType<Services['postIn']>>,
  { db, now, missingIn, timedOutUntil }: Services,
): Promise<void> => {
  if (sent.kind === 'sent') return;
  const channel = { channelId: place.discordId };
  if (sent.kind === 'declined') {
    await recordDeclined(db, place.key, sent.code, now());
    throw new UserError('proof-declined', { channel, code: String(sent.code) });
  }
  if (sent.kind !== 'refused') throw new UserError('proof-failed', { channel });
  await markBroken(db, place.key, sent.reason, now());
  refuseTimeOut(place.guildId, { timedOutUntil });
  const missing = missingIn(place).filter((name) => isNeededToPost(name, place.kind));
  if (missing.length === 0) throw new UserError('proof-refused', { channel });
  const permissions = permissionList(user, missing);
  throw new UserError('missing-channel-permissions', { channel, permissions });
};

/** The most important types: the first that a channel has is posted there. */
const FIRST: readonly AlertType[] = ['start', 'result', 'set'];

/**
 * Posts a sample in a channel, at a lower priority than live alerts, and shows the
 * moderator one of each type.
 * @throws UserError when Discord refuses the channel, or the sample did not arrive.
 */
export const testAlerts = async (user: CommandUser, channel: Channel, services: Services) => {
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
