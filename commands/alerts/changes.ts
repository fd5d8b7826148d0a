import type { CommandUser, Services } from '../../src/discord/command.ts';
import { withoutChange, type SettingChange } from '../../src/domain/alerts/setting-changes.ts';
import type { FollowTarget } from '../../src/domain/alerts/follows.ts';
import type { AlertSettings } from '../../src/domain/alerts/settings.ts';
import type { Instant } from '../../src/domain/terms.ts';
import { UserError } from '../../src/errors.ts';
import { localeOf, type Locale, type Reader } from '../../src/i18n/i18n.ts';
import { removedNotice, removeQuestion } from '../../src/render/moderation/panel.ts';
import type { MessageBody } from '../../src/render/message.ts';
import {
  changeSettings,
  setLocale,
  setPaused,
  type SettingsChange,
} from '../../src/store/channels/channel-settings.ts';
import { channelByKey, type Channel } from '../../src/store/channels/channels.ts';
import {
  changeToUndo,
  markUndone,
  recordChange,
} from '../../src/store/channels/setting-changes.ts';
import type { Db, Tx } from '../../src/store/connection/database.ts';
import {
  addFollow,
  followsOf,
  MAX_FOLLOWS,
  removeFollow,
  type AddedFollow,
} from '../../src/store/follows/follows.ts';
import { removeChannel } from '../../src/store/channels/guild-channels.ts';

interface Author extends Pick<CommandUser, 'userId'> {
  /** The change that this takes back, which must still be the channel's last that stands. */
  readonly undoes?: number;
}

/** @throws UserError when something else of the channel was changed after it, or it cannot be taken back */
const requireLast = async (
  db: Db,
  channel: Pick<Channel, 'key' | 'guildId'>,
  id: number,
): Promise<SettingChange> => {
  const last = await changeToUndo(db, channel);
  if (last?.id !== id) throw new UserError('undo-outdated');
  return last.change;
};

/**
 * A change of one channel, in a transaction.
 * @returns what it was and is; null where it was so already
 */
export type ChannelStep = (tx: Tx, key: number, now: Instant) => Promise<SettingChange | null>;

/** The step throws `UserError`s for invalid input. */
export const settingsStep =
  (change: SettingsChange): ChannelStep =>
  async (tx, key, now) => {
    const seen: AlertSettings[] = [];
    const changed = await changeSettings(
      tx,
      key,
      (settings) => {
        seen.push(settings);
        return change(settings);
      },
      now,
    );
    // It is read again for each try.
    const before = seen.at(-1);
    if (changed === undefined || before === undefined) return null;
    const after = changed.settings;
    const isSame = JSON.stringify(before) === JSON.stringify(after);
    return isSame ? null : { what: 'settings', before, after };
  };

export const languageStep =
  (language: Locale): ChannelStep =>
  async (tx, key) => {
    const before = (await channelByKey(tx, key))?.locale;
    await setLocale(tx, key, language);
    return before === undefined || before === language
      ? null
      : { what: 'language', before, after: language };
  };

export const pauseStep =
  (isPaused: boolean): ChannelStep =>
  async (tx, key, now) => {
    const before = ((await channelByKey(tx, key))?.pausedAt ?? null) !== null;
    await setPaused(tx, key, isPaused ? now : null);
    return before === isPaused ? null : { what: 'pause', before, after: isPaused };
  };

/** @throws UserError when the follower follows as much as anybody can */
export const notFull = (outcome: AddedFollow): AddedFollow => {
  if (outcome === 'full') throw new UserError('too-many-follows', { max: `${MAX_FOLLOWS}` });
  return outcome;
};

interface WantedFollow {
  readonly target: FollowTarget;
  readonly isFollowed: boolean;
}

export const followStep =
  ({ target, isFollowed }: WantedFollow): ChannelStep =>
  async (tx, channelKey, now) => {
    const follower = { channelKey, memberId: null };
    if (!isFollowed) {
      const wasFollowed = await removeFollow(tx, follower, target);
      return wasFollowed ? { what: 'follow', before: target, after: null } : null;
    }
    const outcome = notFull(await addFollow(tx, follower, target, now));
    return outcome === 'added' ? { what: 'follow', before: null, after: target } : null;
  };

/** Takes a step, and records who changed what. */
const recorded = (
  { userId, undoes }: Author,
  channel: Channel,
  { db, now }: Services,
  step: ChannelStep,
): Promise<SettingChange | null> =>
  db.transaction().execute(async (tx) => {
    if (undoes !== undefined) await requireLast(tx, channel, undoes);
    const done = await step(tx, channel.key, now());
    const author = { guildId: channel.guildId, channelKey: channel.key, memberId: userId };
    const id = done === null ? null : await recordChange(tx, author, done, now());
    if (undoes !== undefined) await markUndone(tx, id === null ? [undoes] : [undoes, id]);
    return done;
  });

/** Takes a step and notifies the delivery. @returns the channel after it */
const applied = async (
  user: Author,
  channel: Channel,
  services: Services,
  step: ChannelStep,
): Promise<Channel> => {
  await recorded(user, channel, services, step);
  await services.settingsChanged(channel.key);
  const after = await channelByKey(services.db, channel.key);
  if (after === undefined) throw new UserError('outdated-control');
  return after;
};

/**
 * Changes a channel's settings and applies them to matches in play.
 * @throws UserError for invalid input: then nothing is changed.
 */
export const applyChange = (
  user: Author,
  channel: Channel,
  change: SettingsChange,
  services: Services,
): Promise<Channel> => applied(user, channel, services, settingsStep(change));

export const applyLanguage = (
  user: Author,
  channel: Channel,
  language: Locale,
  services: Services,
): Promise<Channel> => applied(user, channel, services, languageStep(language));

export const applyPause = (
  user: Author,
  channel: Channel,
  isPaused: boolean,
  services: Services,
): Promise<Channel> => applied(user, channel, services, pauseStep(isPaused));

/** Makes a channel follow a target, or no longer. @returns whether anything changed */
export const applyFollow = async (
  user: Author,
  channel: Channel,
  wanted: WantedFollow,
  services: Services,
): Promise<boolean> => {
  const done = await recorded(user, channel, services, followStep(wanted));
  if (done !== null && wanted.isFollowed) await services.followed(wanted.target, channel.key);
  return done !== null;
};

/**
 * Takes back the last change of a channel that stands, which is recorded as another one: undone again, the
 * change before it is taken back.
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
    case 'import':
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
  user: CommandUser,
  channel: Channel,
  { db, now }: Services,
): Promise<MessageBody> => {
  await removeChannel(db, channel, { memberId: user.userId, at: now() });
  return removedNotice(user, channel, user.mayManage);
};
