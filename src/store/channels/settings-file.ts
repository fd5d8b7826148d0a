import { z } from 'zod';
import { FOLLOW_KINDS, targetKey } from '../../domain/alerts/follows.ts';
import { PINGABLE } from '../../domain/alerts/alert-types.ts';
import { REMIND_CHOICES, ROLES_MAX } from '../../domain/alerts/settings.ts';
import {
  FILE_CHANNELS_MAX,
  SETTINGS_FILE,
  type SettingsFile,
} from '../../domain/alerts/settings-file.ts';
import { MAX_FOLLOWS } from '../follows/follows.ts';
import { truncate } from '../../lib/text.ts';
import { types, settingRules } from './settings-document.ts';

const id = z.string().regex(/^\d{1,20}$/);
const roles = z.array(id).max(ROLES_MAX).refine(isDistinct);

const follow = z
  .strictObject({
    kind: z.enum(FOLLOW_KINDS),
    id: z.int().min(0),
    // For people who read the file.
    name: z.string().max(200).optional(),
  })
  .transform(({ kind, id: targetId }) => ({ kind, id: targetId }));

/** The rules of what is stored, and where those let more pass, what can be chosen by hand. */
const settings = z
  .strictObject({
    ...settingRules,
    types,
    roles,
    roleTypes: z.array(z.enum(PINGABLE)).pipe(types),
    remindBefore: z.literal([...REMIND_CHOICES]),
    // An offset has no summer time.
    timeZone: settingRules.timeZone.regex(/^[A-Z]/i),
    quietHours: z
      .strictObject(settingRules.quietHours.unwrap().shape)
      .refine(({ from, to }) => from !== to)
      .nullable(),
  })
  .partial();

const channelsOf = (languages: readonly string[]) =>
  z
    .array(
      z.strictObject({
        channel: id,
        language: z.enum(languages).optional(),
        isPaused: z.boolean().optional(),
        settings: settings.optional(),
        follows: z
          .array(follow)
          .max(MAX_FOLLOWS)
          .refine((list) => isDistinct(list.map(targetKey)))
          .optional(),
      }),
    )
    .max(FILE_CHANNELS_MAX)
    .refine((list) => isDistinct(list.map(({ channel }) => channel)));

function isDistinct(values: readonly string[]): boolean {
  return new Set(values).size === values.length;
}

/** What any version of the file begins with. */
const head = z.object({
  format: z.literal(SETTINGS_FILE.format),
  version: z.int().min(1),
  server: z.string(),
});

type FileProblem =
  /** `unreadable`: it is no file of settings. */
  | { readonly problem: 'unreadable' | 'newer' | 'other-server' }
  /** `invalid`: a name that the file does not have; `wrong-value`: a known one with a value that it cannot have. */
  | { readonly problem: 'invalid' | 'wrong-value' | 'too-many-follows'; readonly where: string }
  | OutOfBounds;

interface OutOfBounds {
  readonly problem: 'out-of-bounds' | 'too-long';
  readonly where: string;
  /** The nearest number (`≤ 900`), or every value. */
  readonly allowed: string;
}

/**
 * Reads a file of settings, in which every value is checked: it comes from outside.
 * @param guildId the server that it must be about
 * @param languages those that a channel can have
 */
export const readSettingsFile = (
  text: string,
  { guildId, languages }: { readonly guildId: string; readonly languages: readonly string[] },
): { readonly file: SettingsFile } | FileProblem => {
  const document = documentIn(text);
  const begun = head.safeParse(document);
  if (!begun.success) return { problem: 'unreadable' };
  if (begun.data.version > SETTINGS_FILE.version) return { problem: 'newer' };
  if (begun.data.server !== guildId) return { problem: 'other-server' };
  const read = z
    .strictObject({
      format: z.string(),
      version: z.int(),
      server: z.string(),
      exportedAt: z.string().max(40).optional(),
      managers: roles.optional(),
      channels: channelsOf(languages).default([]),
    })
    .safeParse(document);
  if (read.success) return { file: read.data };
  const [issue] = read.error.issues;
  const where = whereIn(issue?.path ?? [], issue?.code === 'unrecognized_keys' ? issue.keys : []);
  const isFull = issue?.code === 'too_big' && issue.path.at(-1) === 'follows';
  if (isFull) return { problem: 'too-many-follows', where };
  const isUnknown = issue?.code === 'unrecognized_keys';
  return { where, ...(boundsIn(issue) ?? { problem: isUnknown ? 'invalid' : 'wrong-value' }) };
};

const documentIn = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** What a value may be; null where that is not known. */
const boundsIn = (issue: z.core.$ZodIssue | undefined): Omit<OutOfBounds, 'where'> | null => {
  switch (issue?.code) {
    case 'too_big':
      return isNumeric(issue.origin)
        ? { problem: 'out-of-bounds', allowed: `≤ ${issue.maximum}` }
        : { problem: 'too-long', allowed: String(issue.maximum) };
    case 'too_small':
      return isNumeric(issue.origin)
        ? { problem: 'out-of-bounds', allowed: `≥ ${issue.minimum}` }
        : null;
    case 'invalid_value':
      return {
        problem: 'out-of-bounds',
        allowed: truncate(issue.values.map(String).join(', '), ALLOWED_MAX),
      };
    case undefined:
    default:
      return null;
  }
};

const isNumeric = (origin: string): boolean => ['number', 'int'].includes(origin);

const ALLOWED_MAX = 200;

/** `channels › 2 › settings › delay`: lists are counted from one. */
const whereIn = (path: readonly PropertyKey[], [unknown]: readonly string[]): string =>
  [...path, ...(unknown === undefined ? [] : [unknown])]
    .map((step) => (typeof step === 'number' ? step + 1 : String(step)))
    .join(' › ');
