import type { CommandUser, Services } from '../../src/discord/command.ts';
import {
  isUndoable,
  withoutChange,
  type SettingChange,
} from '../../src/domain/alerts/setting-changes.ts';
import type { FollowTarget } from '../../src/domain/alerts/follows.ts';
import { UserError } from '../../src/errors.ts';
import { localeOf, type Locale, type Reader } from '../../src/i18n/i18n.ts';
import { CHANGES_SHOWN } from '../../src/render/moderation/panel/changes-page.ts';
import { removeQuestion } from '../../src/render/moderation/panel.ts';
import { type MessageBody, reply } from '../../src/render/message.ts';
import {
  changeSettings,
  setLocale,
  setPaused,
  type SettingsChange,
} from '../../src/store/channels/channel-settings.ts';
import { channelByKey, type Channel } from '../../src/store/channels/channels.ts';
import { changesOfChannel, recordChange } from '../../src/store/channels/setting-changes.ts';
import type { Db, Tx } from '../../src/store/connection/database.ts';
import { addFollow, followsOf, removeFollow } from '../../src/store/follows/follows.ts';
import { removeChannel } from '../../src/store/channels/guild-channels.ts';

interface Author extends Pick<CommandUser, 'userId'> {
  /** The change that this takes back, which must still be the channel's last. */
  readonly undoes?: number;
}

/** @throws UserError when something else of the channel was changed after it, or it cannot be taken back */
const requireLast = async (
  db: Db,
  channel: Pick<Channel, 'key' | 'guildId'>,
  id: number,
): Promise<SettingChange> => {
  const changes = await changesOfChannel(db, channel, CHANGES_SHOWN);
  const last = changes.find(({ channelKey }) => channelKey !== null);
  if (last?.id !== id || !isUndoable(last.change)) throw new UserError('undo-outdated');
  return last.change;
};

/** Does what a member changes about a channel, and records who changed what, as one. */
const recorded = (
  { userId, undoes }: Author,
  { key, guildId }: Channel,
  { db, now }: Services,
  change: (tx: Tx) => Promise<SettingChange | null>,
): Promise<SettingChange | null> =>
  db.transaction().execute(async (tx) => {
    if (undoes !== undefined) await requireLast(tx, { key, guildId }, undoes);
    const done = await change(tx);
    const author = { guildId, channelKey: key, memberId: userId };
    if (done !== null) await recordChange(tx, author, done, now());
    return done;
  });

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
  user: Author,
  channel: Channel,
  change: SettingsChange,
  services: Services,
): Promise<Channel> => {
  await recorded(user, channel, services, async (tx) => {
    let before = channel.settings;
    const changed = await changeSettings(
      tx,
      channel.key,
      (settings) => {
        before = settings;
        return change(settings);
      },
      services.now(),
    );
    if (changed === undefined) return null;
    const after = changed.settings;
    const isSame = JSON.stringify(before) === JSON.stringify(after);
    return isSame ? null : { what: 'settings', before, after };
  });
  return await afterChange(channel, services);
};

export const applyLanguage = async (
  user: Author,
  channel: Channel,
  language: Locale,
  services: Services,
): Promise<Channel> => {
  await recorded(user, channel, services, async (tx) => {
    const before = (await channelByKey(tx, channel.key))?.locale ?? channel.locale;
    await setLocale(tx, channel.key, language);
    return before === language ? null : { what: 'language', before, after: language };
  });
  return await afterChange(channel, services);
};

export const applyPause = async (
  user: Author,
  channel: Channel,
  isPaused: boolean,
  services: Services,
): Promise<Channel> => {
  await recorded(user, channel, services, async (tx) => {
    const before = ((await channelByKey(tx, channel.key))?.pausedAt ?? null) !== null;
    await setPaused(tx, channel.key, isPaused ? services.now() : null);
    return before === isPaused ? null : { what: 'pause', before, after: isPaused };
  });
  return await afterChange(channel, services);
};

/** Makes a channel follow a target, or no longer. @returns whether anything changed */
export const applyFollow = async (
  user: Author,
  channel: Channel,
  { target, isFollowed }: { readonly target: FollowTarget; readonly isFollowed: boolean },
  services: Services,
): Promise<boolean> => {
  const follower = { channelKey: channel.key, memberId: null };
  const done = await recorded(user, channel, services, async (tx) => {
    if (!isFollowed) {
      const wasFollowed = await removeFollow(tx, follower, target);
      return wasFollowed ? { what: 'follow', before: target, after: null } : null;
    }
    const outcome = await addFollow(tx, follower, target, services.now());
    return outcome === 'added' ? { what: 'follow', before: null, after: target } : null;
  });
  if (done !== null && isFollowed) await services.followed(target, channel.key);
  return done !== null;
};

/**
 * Takes back the last change of a channel, which is recorded as another one: undone twice, it stands.
 * @throws UserError when something was changed after it, or it cannot be taken back
 */
export const undoChange = async (
  { userId }: Pick<CommandUser, 'userId'>,
  channel: Channel,
  id: number,
  services: Services,
): Promise<Channel> => {
  const user = { userId, undoes: id };
  const change = await requireLast(services.db, channel, id);
  switch (change.what) {
    case 'settings':
      return await applyChange(user, channel, (now) => withoutChange(now, change), services);
    case 'language':
      return await applyLanguage(user, channel, localeOf(change.before), services);
    case 'pause':
      return await applyPause(user, channel, change.before, services);
    case 'follow': {
      const target = change.after ?? change.before;
      const isFollowed = change.after === null;
      if (target !== null) await applyFollow(user, channel, { target, isFollowed }, services);
      return channel;
    }
    case 'channel':
    case 'managers':
      throw new UserError('undo-outdated');
  }
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
  { t, userId }: Pick<CommandUser, 't' | 'userId'>,
  channel: Channel,
  { db, now }: Services,
): Promise<MessageBody> => {
  await removeChannel(db, channel, { memberId: userId, at: now() });
  return reply({ content: t('panel.removed', { channel: `<#${channel.discordId}>` }) });
};
