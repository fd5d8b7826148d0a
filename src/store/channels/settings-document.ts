import { z } from 'zod';
import { ALERT_KINDS, kindsIn } from '../../domain/alerts/kinds.ts';
import {
  DEFAULT_SETTINGS,
  EVENT_CHOICES,
  MAX_DELAY_SECONDS,
  ROLES_MAX,
  type AlertSettings,
} from '../../domain/alerts/settings.ts';
import type { SettingsInFile } from '../../domain/alerts/settings-file.ts';
import { TOURNAMENT_LEVELS } from '../../domain/tournament/levels.ts';
import { isTimeZone } from '../../domain/local-time.ts';
import { CATEGORIES, ROUNDS } from '../../domain/terms.ts';
import { createMemo } from '../../lib/memo.ts';
import type { Row } from '../connection/schema.ts';

const minutesOfDay = z
  .int()
  .min(0)
  .max(24 * 60 - 1);
/** A list of some of these words, in their order. */
const someOf = <const Word extends string>(words: readonly Word[]) =>
  z
    .array(z.enum(words))
    .max(words.length)
    .transform((list) => words.filter((word) => list.includes(word)));
export const kinds = someOf(ALERT_KINDS);
const usual = DEFAULT_SETTINGS;

/** What each setting may be. */
export const settingRules = {
  smallestRound: z.literal([...ROUNDS]).nullable(),
  levels: someOf(TOURNAMENT_LEVELS),
  category: z.enum(CATEGORIES).nullable(),
  minWatchability: z.int().min(1).max(100).nullable(),
  roles: z.array(z.string().regex(/^\d{1,20}$/)).max(ROLES_MAX),
  roleKinds: kinds,
  memberKinds: kinds,
  delay: z.int().min(0).max(MAX_DELAY_SECONDS),
  coverScores: z.boolean(),
  quietHours: z.object({ from: minutesOfDay, to: minutesOfDay }).nullable(),
  timeZone: z.string().max(64).refine(isTimeZone),
  threads: z.boolean(),
  winProbability: z.boolean(),
  repostCards: z.boolean(),
  removeCards: z.boolean(),
  board: z.boolean(),
  postsPerHour: z.int().min(1).max(9_999).nullable(),
  momentsPerMatch: z.int().min(0).max(5),
  remindBefore: z
    .int()
    .min(1)
    .max(24 * 60),
  digestAt: minutesOfDay,
  events: z.enum(EVENT_CHOICES),
  memberFollows: z.boolean(),
} satisfies { readonly [Name in keyof Omit<SettingsInFile, 'kinds'>]: z.ZodType };

const rules = settingRules;

/** Each field separately: a value that does not parse becomes the default. */
const settingsDocument = z.object({
  smallestRound: rules.smallestRound.catch(usual.smallestRound),
  levels: rules.levels.catch([...usual.levels]),
  category: rules.category.catch(usual.category),
  minWatchability: rules.minWatchability.catch(usual.minWatchability),
  roles: rules.roles.catch([...usual.roles]),
  roleKinds: rules.roleKinds.catch([...usual.roleKinds]),
  memberKinds: rules.memberKinds.catch([...usual.memberKinds]),
  delay: rules.delay.catch(usual.delay),
  coverScores: rules.coverScores.catch(usual.coverScores),
  quietHours: rules.quietHours.catch(null),
  snoozedUntil: z.int().nullable().catch(null),
  timeZone: rules.timeZone.catch(usual.timeZone),
  threads: rules.threads.catch(usual.threads),
  winProbability: rules.winProbability.catch(usual.winProbability),
  repostCards: rules.repostCards.catch(usual.repostCards),
  removeCards: rules.removeCards.catch(usual.removeCards),
  board: rules.board.catch(usual.board),
  postsPerHour: rules.postsPerHour.catch(usual.postsPerHour),
  momentsPerMatch: rules.momentsPerMatch.catch(usual.momentsPerMatch),
  remindBefore: rules.remindBefore.catch(usual.remindBefore),
  digestAt: rules.digestAt.catch(usual.digestAt),
  events: rules.events.catch(usual.events),
  memberFollows: rules.memberFollows.catch(usual.memberFollows),
});

/** The settings of a channel with its kinds, as a change of them is stored. */
export const alertSettings: z.ZodType<AlertSettings> = settingsDocument.extend({ kinds });

/** Cached by text, since most channels chose the same. */
const CACHE_CHARACTERS = 2_000_000;

const chosen = createMemo((json) => settingsDocument.parse(documentIn(json)), CACHE_CHARACTERS);

export const settingsIn = ({
  kinds: mask,
  settings,
}: Pick<Row<'channels'>, 'kinds' | 'settings'>): AlertSettings => ({
  kinds: kindsIn(mask),
  ...chosen.memo(settings),
});

const documentIn = (json: string): unknown => {
  try {
    const document: unknown = JSON.parse(json);
    const isObject = typeof document === 'object' && document !== null && !Array.isArray(document);
    return isObject ? document : {};
  } catch {
    return {};
  }
};
