import type { Asker, Services } from '../src/discord/command.ts';
import { UserError } from '../src/errors.ts';
import type { Locale, Reader } from '../src/i18n/i18n.ts';
import { removeQuestion } from '../src/render/alert-panel.ts';
import { NO_MENTIONS, type MessageBody } from '../src/render/message.ts';
import {
  changeSettings,
  setLocale,
  setPaused,
  type SettingsChange,
} from '../src/store/channel-settings.ts';
import { channelByKey, type Channel } from '../src/store/channels.ts';
import { followsOf } from '../src/store/follows.ts';
import { removeChannel } from '../src/store/guild-channels.ts';

/** The channel after a change, of which those are told who deliver. */
const afterChange = async ({ key }: Channel, services: Services): Promise<Channel> => {
  await services.settingsChanged(key);
  const channel = await channelByKey(services.db, key);
  if (channel === undefined) throw new UserError('outdated-control');
  return channel;
};

/**
 * Changes settings of a channel, and lets what is in play follow them.
 * @throws UserError for what cannot be read: then nothing is changed.
 */
export const applyChange = async (
  channel: Channel,
  change: SettingsChange,
  services: Services,
): Promise<Channel> => {
  await changeSettings(services.db, channel.key, change, services.now());
  return await afterChange(channel, services);
};

/** Changes the language of a channel's alerts. */
export const applyLanguage = async (
  channel: Channel,
  language: Locale,
  services: Services,
): Promise<Channel> => {
  await setLocale(services.db, channel.key, language);
  return await afterChange(channel, services);
};

/** Pauses the alerts of a channel, or takes them up again. */
export const applyPause = async (
  channel: Channel,
  isPaused: boolean,
  services: Services,
): Promise<Channel> => {
  await setPaused(services.db, channel.key, isPaused ? services.now() : null);
  return await afterChange(channel, services);
};

/** Asks whether the alerts of a channel are to end. */
export const removalAsked = async (
  reader: Reader,
  channel: Channel,
  { db }: Services,
): Promise<MessageBody> => {
  const follows = await followsOf(db, { channelKey: channel.key, memberId: null });
  return removeQuestion(reader, channel, follows.length);
};

/** Ends the alerts of a channel, and says so. */
export const removed = async (
  { t }: Pick<Asker, 't'>,
  channel: Channel,
  { db }: Services,
): Promise<MessageBody> => {
  await removeChannel(db, channel);
  return {
    content: t('panel.removed', { channel: `<#${channel.discordId}>` }),
    allowed_mentions: NO_MENTIONS,
  };
};
