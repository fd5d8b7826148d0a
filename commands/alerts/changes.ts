import type { CommandUser, Services } from '../../src/discord/command.ts';
import { UserError } from '../../src/errors.ts';
import type { Locale, Reader } from '../../src/i18n/i18n.ts';
import { removeQuestion } from '../../src/render/moderation/panel.ts';
import { type MessageBody, reply } from '../../src/render/message.ts';
import {
  changeSettings,
  setLocale,
  setPaused,
  type SettingsChange,
} from '../../src/store/channels/channel-settings.ts';
import { channelByKey, type Channel } from '../../src/store/channels/channels.ts';
import { followsOf } from '../../src/store/follows/follows.ts';
import { removeChannel } from '../../src/store/channels/guild-channels.ts';

/** The channel after a change, once the delivery was notified. */
const afterChange = async ({ key }: Channel, services: Services): Promise<Channel> => {
  await services.settingsChanged(key);
  const channel = await channelByKey(services.db, key);
  if (channel === undefined) throw new UserError('outdated-control');
  return channel;
};

/**
 * Changes a channel's settings and applies them to matches in play.
 * @throws UserError for invalid input: then nothing is changed.
 */
export const applyChange = async (
  channel: Channel,
  change: SettingsChange,
  services: Services,
): Promise<Channel> => {
  await changeSettings(services.db, channel.key, change, services.now());
  return await afterChange(channel, services);
};

export const applyLanguage = async (
  channel: Channel,
  language: Locale,
  services: Services,
): Promise<Channel> => {
  await setLocale(services.db, channel.key, language);
  return await afterChange(channel, services);
};

export const applyPause = async (
  channel: Channel,
  isPaused: boolean,
  services: Services,
): Promise<Channel> => {
  await setPaused(services.db, channel.key, isPaused ? services.now() : null);
  return await afterChange(channel, services);
};

/** Asks for confirmation before a channel's alerts are removed. */
export const confirmRemoval = async (
  reader: Reader,
  channel: Channel,
  { db }: Services,
): Promise<MessageBody> => {
  const follows = await followsOf(db, { channelKey: channel.key, memberId: null });
  return removeQuestion(reader, channel, follows.length);
};

export const removed = async (
  { t }: Pick<CommandUser, 't'>,
  channel: Channel,
  { db }: Services,
): Promise<MessageBody> => {
  await removeChannel(db, channel);
  return reply({ content: t('panel.removed', { channel: `<#${channel.discordId}>` }) });
};
