import type { z } from 'zod';
import type { CommandUser, Services } from '../../src/discord/command.ts';
import {
  SETTINGS_FILE,
  settingsFile,
  settingsFileHead,
  type SettingsFile,
} from '../../src/domain/alerts/settings-file.ts';
import { UserError } from '../../src/errors.ts';
import { LOCALES } from '../../src/i18n/i18n.ts';
import { exportMessage } from '../../src/render/moderation/settings-file.ts';
import { serverSettings } from '../../src/store/channels/server-data.ts';
import { MAX_FOLLOWS } from '../../src/store/follows/follows.ts';
import { inFull, namesOfTargets } from '../options/target-name.ts';

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
export const readSettingsFile = (text: string, guildId: string): SettingsFile => {
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
      return issue.path.at(-1) === 'follows'
        ? new UserError('file-follows', { where, max: `${MAX_FOLLOWS}` })
        : new UserError('file-too-long', { where, allowed: `${issue.maximum}` });
    case undefined:
    default:
  }
  return new UserError('file-wrong-value', { where });
};

const isNumeric = (origin: string): boolean => ['number', 'int'].includes(origin);

/** `channels › 2 › settings › delay`: lists are counted from one. */
const whereIn = (path: readonly PropertyKey[]): string =>
  path.map((step) => (typeof step === 'number' ? step + 1 : String(step))).join(' › ');
