import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import type { CommandUser, ComponentRequest, Services } from '../../src/discord/command.ts';
import { distinctTargets, targetKey } from '../../src/domain/alerts/follows.ts';
import {
  IMPORT_CHANGES_MAX,
  newFollows,
  planImport,
  type ImportRules,
  type PlannedChange,
} from '../../src/domain/alerts/import-plan.ts';
import { changedFollows } from '../../src/domain/alerts/setting-changes.ts';
import { SETTINGS_FILE_BYTES_MAX } from '../../src/domain/alerts/settings-file.ts';
import { UserError } from '../../src/errors.ts';
import type { MessageBody } from '../../src/render/message.ts';
import {
  fileOf,
  importedMessage,
  importPreview,
} from '../../src/render/moderation/settings-file.ts';
import { lockChannels } from '../../src/store/channels/channels.ts';
import { serverSettings } from '../../src/store/channels/server-data.ts';
import { recordChange } from '../../src/store/channels/setting-changes.ts';
import { unfollowable } from '../options/followable.ts';
import { inFull, namesOfTargets } from '../options/target-name.ts';
import { perform } from './changes.ts';
import { readSettingsFile } from './settings-file.ts';
import { requireManager } from './view.ts';

/**
 * `/alerts file` with a file: what it would change, with a button that does it.
 * @throws UserError for any file but one of this server's settings
 */
export const previewImport = (user: CommandUser, text: string, services: Services) =>
  shown(user, { text, isOutdated: false }, services);

/**
 * Applies the file of a preview as one change, if that is still what the preview shows. The message may
 * have waited for long, and somebody else may have written it: everything is checked again.
 * @throws UserError like `previewImport`: then nothing is changed
 */
export const applyImport = async (request: ComponentRequest, services: Services) => {
  const [, digest] = request.values;
  const text = await request.messageFile(SETTINGS_FILE_BYTES_MAX);
  const { guildId, file, rules } = await read(request, text, services);
  const changes = await services.db
    .transaction()
    .execute(async (tx) => {
      await lockChannels(tx, guildId);
      const plan = planImport(file, await serverSettings(tx, guildId), rules);
      if (digestOf(plan.changes) !== digest) throw new OutdatedPreview();
      for (const [index, { channel, change }] of plan.changes.entries()) {
        if (index % AT_ONCE === 0) await turn();
        const wanted =
          change.what === 'settings' ? { what: change.what, change: () => change.after } : change;
        const done = await perform(tx, { key: channel?.key ?? 0, guildId }, wanted, services.now());
        if (JSON.stringify(done) !== JSON.stringify(change)) throw new OutdatedPreview();
      }
      const { length } = plan.changes;
      const author = { guildId, channelKey: null, memberId: request.userId };
      const change = { what: 'import', before: null, after: length } as const;
      if (length > 0) await recordChange(tx, author, change, services.now());
      return plan.changes;
    })
    .catch((error: unknown) => {
      if (error instanceof OutdatedPreview) return null;
      throw error;
    });
  if (changes === null) return await shown(request, { text, isOutdated: true }, services);
  const keys = new Set(changes.flatMap(({ channel }) => channel?.key ?? []));
  // That opens the cards of new follows, too.
  const refreshed = await Promise.allSettled([...keys].map(services.settingsChanged));
  const failed = refreshed.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
  return importedMessage(request, changes);
};

/** Changes that are made before others have their turn: SQLite never waits. */
const AT_ONCE = 20;

/** What is stored has changed since the preview; rolls the transaction back. */
class OutdatedPreview extends Error {
  override readonly name = 'OutdatedPreview';
}

const shown = async (
  user: CommandUser,
  { text, isOutdated }: { readonly text: string; readonly isOutdated: boolean },
  services: Services,
): Promise<MessageBody> => {
  const { file, stored, rules } = await read(user, text, services);
  const plan = planImport(file, stored, rules);
  if (plan.changes.length > IMPORT_CHANGES_MAX) throw tooManyChanges();
  const changed = changedFollows(plan.changes.map(({ change }) => change));
  const targets = [...changed, ...plan.leftOut.follows];
  return importPreview(user, {
    plan,
    nameOf: await namesOfTargets(inFull(user), targets, services),
    digest: digestOf(plan.changes),
    file: fileOf(user.t, new TextEncoder().encode(text)),
    isOutdated,
  });
};

const tooManyChanges = (): UserError =>
  new UserError('file-changes', { max: `${IMPORT_CHANGES_MAX}` });

/**
 * The file, what is stored, and what its user may do with it that they could do by hand.
 * @throws UserError also where they may no longer manage the alerts: the download took a while
 */
const read = async (user: CommandUser, text: string, services: Services) => {
  const guildId = await requireManager(user, services);
  const file = readSettingsFile(text, guildId);
  const stored = await serverSettings(services.db, guildId);
  const added = stored.channels.flatMap(({ channel, follows }) =>
    file.channels
      .filter((each) => each.channel === channel.discordId)
      .flatMap((wanted) => newFollows({ wanted, follows })),
  );
  if (added.length > IMPORT_CHANGES_MAX) throw tooManyChanges();
  const refused = await unfollowable(distinctTargets(added), services);
  const refusedKeys = new Set(refused.map(targetKey));
  const roles = services.rolesOf(guildId);
  const rules: ImportRules = {
    isRole: (id) => roles?.has(id) ?? true,
    isFollowable: (target) => !refusedKeys.has(targetKey(target)),
    mayNameManagers: user.mayManage,
  };
  return { guildId, file, stored, rules };
};

const DIGITS = 16;

const digestOf = (changes: readonly PlannedChange[]): string =>
  createHash('sha256')
    .update(JSON.stringify(changes.map(({ channel, change }) => [channel?.key ?? null, change])))
    .digest('hex')
    .slice(0, DIGITS);
