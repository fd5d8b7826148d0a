import type { CommandUser, Services } from '../../src/discord/command.ts';
import { isNeededToPost } from '../../src/domain/alerts/channel.ts';
import { UserError } from '../../src/errors.ts';
import { permissionList } from '../../src/render/moderation/health.ts';
import { markBroken, recordDeclined } from '../../src/store/channels/channel-failures.ts';
import type { Channel } from '../../src/store/channels/channels.ts';

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
