import { z } from 'zod';
import { ALERT_TYPES, typesIn } from '../../domain/alerts/alert-types.ts';
import {
  DEFAULT_SETTINGS,
  EVENT_CHOICES,
  MAX_DELAY_SECONDS,
  ROLES_MAX,
  type AlertSettings,
} from '../../domain/alerts/settings.ts';
import type { SettingsInFile } from '../../domain/alerts/settings-file.ts';
import { TOURNAMENT_LEVELS } from '../../domain/levels.ts';
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
export const types = someOf(ALERT_TYPES);

/** What each setting may be. */
export const settingRules = {
  smallestRound: z.literal([...ROUNDS]).nullable(),
  levels: someOf(TOURNAMENT_LEVELS),
  category: z.enum(CATEGORIES).nullable(),
  roles: z.array(z.string().regex(/^\d{1,20}$/)).max(ROLES_MAX),
  roleTypes: types,
  delay: z.int().min(0).max(MAX_DELAY_SECONDS),
  coverScores: z.boolean(),
  quietHours: z.object({ from: minutesOfDay, to: minutesOfDay }).nullable(),
  timeZone: z.string().max(64).refine(isTimeZone),
  threads: z.boolean(),
  winProbability: z.boolean(),
  board: z.boolean(),
  remindBefore: z
    .int()
    .min(1)
    .max(24 * 60),
  digestAt: minutesOfDay,
  events: z.enum(EVENT_CHOICES),
  memberFollows: z.boolean(),
} satisfies { readonly [Name in keyof Omit<SettingsInFile, 'types'>]: z.ZodType };

const settingsDocument = z.object({ ...settingRules, snoozedUntil: z.int().nullable() });

/** Each field separately: a value that does not parse becomes the default. */
const settingsOf = (document: object): z.infer<typeof settingsDocument> => {
  const parsed = settingsDocument.safeParse({ ...DEFAULT_SETTINGS, ...document });
  if (parsed.success) return parsed.data;
  const bad = new Set(parsed.error.issues.map(({ path }) => path[0]));
  const good = Object.entries(document).filter(([name]) => !bad.has(name));
  return settingsDocument.parse({ ...DEFAULT_SETTINGS, ...Object.fromEntries(good) });
};

/** The settings of a channel with its types, as a change of them is stored. */
export const alertSettings: z.ZodType<AlertSettings> = z
  .looseObject({ types })
  .transform((document) => ({ ...settingsOf(document), types: document.types }));

/** Cached by text, since most channels chose the same. */
const CACHE_CHARACTERS = 2_000_000;

const chosen = createMemo((json) => settingsOf(documentIn(json)), CACHE_CHARACTERS);

export const settingsIn = ({
  types: mask,
  settings,
}: Pick<Row<'channels'>, 'types' | 'settings'>): AlertSettings => ({
  types: typesIn(mask),
  ...chosen.memo(settings),
});

const documentIn = (json: string): object => {
  try {
    const document: unknown = JSON.parse(json);
    const isObject = typeof document === 'object' && document !== null && !Array.isArray(document);
    return isObject ? document : {};
  } catch {
    return {};
  }
};
