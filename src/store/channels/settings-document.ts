import { z } from 'zod';
import { ALERT_KINDS, kindsIn } from '../../domain/alerts/kinds.ts';
import {
  DEFAULT_SETTINGS,
  EVENT_CHOICES,
  MAX_DELAY_SECONDS,
  ROLES_MAX,
  type AlertSettings,
} from '../../domain/alerts/settings.ts';
import { TOURNAMENT_LEVELS } from '../../domain/tournament/levels.ts';
import { isTimeZone } from '../../domain/local-time.ts';
import { CATEGORIES, ROUNDS } from '../../domain/terms.ts';
import { createMemo } from '../../lib/memo.ts';
import type { Row } from '../connection/schema.ts';

const minutesOfDay = z
  .int()
  .min(0)
  .max(24 * 60 - 1);
const kinds = z.array(z.enum(ALERT_KINDS));
const usual = DEFAULT_SETTINGS;

/** Each field separately: a value that does not parse becomes the default. */
const settingsDocument = z.object({
  smallestRound: z
    .literal([...ROUNDS])
    .nullable()
    .catch(null),
  levels: z.array(z.enum(TOURNAMENT_LEVELS)).catch([]),
  category: z.enum(CATEGORIES).nullable().catch(null),
  minWatchability: z.int().min(1).max(100).nullable().catch(null),
  roles: z
    .array(z.string().regex(/^\d{1,20}$/))
    .max(ROLES_MAX)
    .catch([...usual.roles]),
  roleKinds: kinds.catch([...usual.roleKinds]),
  memberKinds: kinds.catch([...usual.memberKinds]),
  delay: z.int().min(0).max(MAX_DELAY_SECONDS).catch(usual.delay),
  coverScores: z.boolean().catch(usual.coverScores),
  quietHours: z.object({ from: minutesOfDay, to: minutesOfDay }).nullable().catch(null),
  snoozedUntil: z.int().nullable().catch(null),
  timeZone: z.string().refine(isTimeZone).catch(usual.timeZone),
  threads: z.boolean().catch(usual.threads),
  winProbability: z.boolean().catch(usual.winProbability),
  repostCards: z.boolean().catch(usual.repostCards),
  removeCards: z.boolean().catch(usual.removeCards),
  board: z.boolean().catch(usual.board),
  postsPerHour: z.int().min(1).nullable().catch(usual.postsPerHour),
  momentsPerMatch: z.int().min(0).max(5).catch(usual.momentsPerMatch),
  remindBefore: z.int().min(1).catch(usual.remindBefore),
  digestAt: minutesOfDay.catch(usual.digestAt),
  events: z.enum(EVENT_CHOICES).catch(usual.events),
  memberFollows: z.boolean().catch(usual.memberFollows),
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
