import type { z } from 'zod';
import type { CommandUser, Services, ComponentRequest } from '../../src/discord/command.ts';
import {
  SETTINGS_FILE,
  settingsFile,
  settingsFileHead,
  type SettingsFile,
  SETTINGS_FILE_BYTES_MAX,
} from '../../src/domain/alerts/settings-file.ts';
import { UserError } from '../../src/errors.ts';
import { LOCALES } from '../../src/i18n/i18n.ts';
import {
  exportMessage,
  fileOf,
  importedMessage,
  importPreview,
} from '../../src/render/moderation/settings-file.ts';
import { serverSettings } from '../../src/store/channels/server-data.ts';
import { MAX_FOLLOWS } from '../../src/store/follows/follows.ts';
import { inFull, namesOfTargets } from '../options/target-name.ts';
import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { distinctTargets, targetKey } from '../../src/domain/alerts/follows.ts';
import {
  IMPORT_CHANGES_MAX,
  newFollows,
  planImport,
  type ImportRules,
  type PlannedChange,
} from '../../src/domain/alerts/import-plan.ts';
import { changedFollows } from '../../src/domain/alerts/setting-changes.ts';
import type { MessageBody } from '../../src/render/message.ts';
import { lockChannels } from '../../src/store/channels/channels.ts';
import { recordChange } from '../../src/store/channels/setting-changes.ts';
import { unfollowable } from '../options/followable.ts';
import { perform } from './changes.ts';
import { requireManager } from './view.ts';

/**
 * `/alerts file` without a file: the settings of all alert channels as a file.
 * @throws UserError where there is no alert channel
 */
export const exportSettings = async (user: CommandUser, services: Services, guildId: string) => {
  const stored = await serverSettings(services.db, guildId);
  if (stored.channels.length === 0) throw new UserError('no-alert-channel');
  const targets = stored.channels.flatMap(({ follows }) => follows);
  const nameOf = await namesOfTargets(inFull(user), targets, services);
  return exportMessage(user, { guildId, stored, nameOf, at: services.now() });
};

const FILE = settingsFile(LOCALES, MAX_FOLLOWS);

/**
 * Reads a file of a server's settings, in which every value is checked: it comes from outside.
 * @throws UserError that says what is wrong with it, and where
 */
const readSettingsFile = (text: string, guildId: string): SettingsFile => {
  const document = documentIn(text);
  const head = settingsFileHead.safeParse(document);
  if (!head.success) throw new UserError('file-unreadable');
  if (head.data.version > SETTINGS_FILE.version) throw new UserError('file-newer');
  if (head.data.server !== guildId) throw new UserError('file-other-server');
  const file = FILE.safeParse(document);
  if (!file.success) throw problemOf(file.error.issues[0]);
  const { channels, managers = [] } = file.data;
  // The role that everyone has, whose id is the server's.
  if (managers.includes(guildId)) throw new UserError('managers-everyone');
  if (channels.some(({ settings }) => settings?.roles?.includes(guildId) === true)) {
    throw new UserError('role-everyone');
  }
  return file.data;
};

const documentIn = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

const problemOf = (issue: z.core.$ZodIssue | undefined): UserError => {
  const where = whereIn(issue?.path ?? []);
  const outOfBounds = (allowed: string) => new UserError('file-out-of-bounds', { where, allowed });
  switch (issue?.code) {
    case 'unrecognized_keys':
      return new UserError('file-invalid', {
        where: whereIn([...issue.path, ...issue.keys.slice(0, 1)]),
      });
    case 'invalid_value':
      return outOfBounds(issue.values.map(String).join(', '));
    case 'too_small':
      if (isNumeric(issue.origin)) return outOfBounds(`≥ ${issue.minimum}`);
      break;
    case 'too_big':
      if (isNumeric(issue.origin)) return outOfBounds(`≤ ${issue.maximum}`);
      return new UserError('file-too-long', { where, allowed: `${issue.maximum}` });
    case undefined:
    default:
  }
  return new UserError('file-invalid', { where });
};

const isNumeric = (origin: string): boolean => ['number', 'int'].includes(origin);

/** `channels › 2 › settings › delay`: lists are counted from one. */
const whereIn = (path: readonly PropertyKey[]): string =>
  path.map((step) => (typeof step === 'number' ? step + 1 : String(step))).join(' › ');

/**
 * `/alerts file` with a file: what it would change, with a button that does it.
 * @param isOutdated whether what is stored has changed since another preview
 * @throws UserError for any file but one of this server's settings
 */
export const previewImport = async (
  user: CommandUser,
  text: string,
  services: Services,
  isOutdated = false,
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
          change.what === 'settings' ? { what: change.what, after: () => change.after } : change;
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
  if (changes === null) return await previewImport(request, text, services, true);
  const keys = new Set(changes.flatMap(({ channel }) => channel?.key ?? []));
  // That opens the cards of new follows, too.
  const refreshed = await Promise.allSettled([...keys].map(services.settingsChanged));
  for (const each of refreshed) if (each.status === 'rejected') throw each.reason;
  return importedMessage(request, changes);
};

/** Changes that are made before others have their turn: SQLite never waits. */
const AT_ONCE = 20;

/** What is stored has changed since the preview; rolls the transaction back. */
class OutdatedPreview extends Error {
  override readonly name = 'OutdatedPreview';
}

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
