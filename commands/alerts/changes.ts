import type { CommandUser, Services } from '../../src/discord/command.ts';
import {
  alters,
  undoOf,
  type SettingChange,
  type WantedChange,
} from '../../src/domain/alerts/setting-changes.ts';
import type { Instant } from '../../src/domain/terms.ts';
import { UserError } from '../../src/errors.ts';
import { changeSettings, setLocale, setPaused } from '../../src/store/channels/channel-settings.ts';
import { channelByKey, lockChannels, type Channel } from '../../src/store/channels/channels.ts';
import { setManagerRoles } from '../../src/store/channels/manager-roles.ts';
import {
  changeToUndo,
  markUndone,
  recordChange,
} from '../../src/store/channels/setting-changes.ts';
import type { Tx } from '../../src/store/connection/database.ts';
import {
  addFollow,
  MAX_FOLLOWS,
  removeFollow,
  type AddedFollow,
} from '../../src/store/follows/follows.ts';

type Place = Pick<Channel, 'key' | 'guildId'>;

/** Writes it. @returns what it was and is, which may be the same; null for nothing */
const write = async (
  tx: Tx,
  { key, guildId }: Place,
  wanted: WantedChange,
  now: Instant,
): Promise<SettingChange | null> => {
  const { what, after } = wanted;
  switch (what) {
    case 'settings': {
      const done = await changeSettings(tx, key, after, now);
      return done === undefined ? null : { what, ...done };
    }
    case 'language': {
      const { locale: before = after } = (await channelByKey(tx, key)) ?? {};
      await setLocale(tx, key, after);
      return { what, before, after };
    }
    case 'pause': {
      const { pausedAt = null } = (await channelByKey(tx, key)) ?? {};
      // Since when it is paused stays true where it was so already.
      if (after !== (pausedAt !== null)) await setPaused(tx, key, after ? now : null);
      return { what, before: pausedAt !== null, after };
    }
    case 'follow': {
      const { before } = wanted;
      const follower = { channelKey: key, memberId: null };
      const isDone =
        after !== null
          ? notFull(await addFollow(tx, follower, after, now)) === 'added'
          : before !== null && (await removeFollow(tx, follower, before));
      return isDone ? wanted : null;
    }
    case 'managers':
      return { what, ...(await setManagerRoles(tx, guildId, after)) };
  }
};

/**
 * Makes it so, in a transaction.
 * @returns what it was and is; null where it was so already
 * @throws UserError for invalid input
 */
export const perform = async (
  ...given: Parameters<typeof write>
): Promise<SettingChange | null> => {
  const change = await write(...given);
  return change !== null && alters(change) ? change : null;
};

/** @throws UserError when the follower follows as much as anybody can */
export const notFull = (outcome: AddedFollow): AddedFollow => {
  if (outcome === 'full') throw new UserError('too-many-follows', { max: `${MAX_FOLLOWS}` });
  return outcome;
};

interface Author extends Pick<CommandUser, 'userId'> {
  /** The change that this takes back, which must still be the channel's last that stands. */
  readonly undoes?: number;
}

/**
 * Changes something of a channel, records who did so, and applies it to matches in play.
 * @returns what it was and is; null where it was so already
 * @throws UserError for invalid input: then nothing is changed.
 */
export const applyChange = async (
  { userId, undoes }: Author,
  channel: Place,
  wanted: WantedChange,
  { db, now, followed, settingsChanged }: Services,
): Promise<SettingChange | null> => {
  const { key, guildId } = channel;
  const done = await db.transaction().execute(async (tx) => {
    // What was so before, and the last change that stands, stay true until this one is recorded.
    await lockChannels(tx, guildId);
    if (undoes !== undefined && (await changeToUndo(tx, channel))?.id !== undoes) {
      throw new UserError('undo-outdated');
    }
    const change = await perform(tx, channel, wanted, now());
    const channelKey = wanted.what === 'managers' ? null : key;
    const author = { guildId, channelKey, memberId: userId };
    const id = change === null ? null : await recordChange(tx, author, change, now());
    if (undoes !== undefined) await markUndone(tx, id === null ? [undoes] : [undoes, id]);
    return change;
  });
  if (wanted.what === 'follow') {
    if (done !== null && wanted.after !== null) await followed(wanted.after, key);
  } else if (wanted.what !== 'managers') await settingsChanged(key);
  return done;
};

/**
 * Takes back the last change of a channel that stands, which is recorded as another one: undone again, the
 * change before it is taken back.
 * @throws UserError when something was changed after it, or it cannot be taken back
 */
export const undoChange = async (
  { userId }: Pick<CommandUser, 'userId'>,
  channel: Place,
  id: number,
  services: Services,
): Promise<void> => {
  const last = await changeToUndo(services.db, channel);
  const wanted = last?.id === id ? undoOf(last.change) : null;
  if (wanted === null) throw new UserError('undo-outdated');
  await applyChange({ userId, undoes: id }, channel, wanted, services);
};
