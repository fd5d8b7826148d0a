import { ALERT_KINDS, PRESET_NAMES, PRESETS, type AlertKind } from '../src/domain/alert-kinds.ts';
import {
  EVENT_CHOICES,
  LONGEST_DELAY,
  ROLES_MAX,
  type AlertSettings,
} from '../src/domain/alert-settings.ts';
import { isPastLevel, TOURNAMENT_LEVELS } from '../src/domain/levels.ts';
import { isTimeZone } from '../src/domain/local-time.ts';
import { CATEGORIES, ROUNDS } from '../src/domain/terms.ts';
import { FLAGS } from '../src/render/settings-words.ts';

type Change = Partial<AlertSettings>;

/** Reads what a menu of a panel chose; undefined for what no menu of ours offers. */
type Read = (chosen: readonly string[]) => Change | undefined;

const kindsIn = (chosen: readonly string[]): readonly AlertKind[] =>
  ALERT_KINDS.filter((kind) => chosen.includes(kind));

const numberIn = ([text = '']: readonly string[]): number | undefined =>
  /^\d{1,4}$/.test(text) ? Number(text) : undefined;

const CURRENT_LEVELS = TOURNAMENT_LEVELS.filter((level) => !isPastLevel(level));

const readLevels: Read = (chosen) => {
  const levels = CURRENT_LEVELS.filter((level) => chosen.includes(level));
  // All of them is no choice among them: what the service adds one day is meant, too.
  return { levels: levels.length === CURRENT_LEVELS.length ? [] : levels };
};

const readQuiet: Read = ([text = '']) => {
  if (text === 'none') return { quietHours: null };
  const [, from, to] = /^(\d{1,4})-(\d{1,4})$/.exec(text) ?? [];
  return from === undefined || to === undefined
    ? undefined
    : { quietHours: { from: Number(from) % 1440, to: Number(to) % 1440 } };
};

const READS: Readonly<Record<string, Read>> = {
  preset: ([name]) => {
    const preset = PRESET_NAMES.find((each) => each === name);
    return preset === undefined ? undefined : { kinds: PRESETS[preset] };
  },
  kinds: (chosen) => ({ kinds: kindsIn(chosen) }),
  round: ([text]) => ({ smallestRound: ROUNDS.find((round) => String(round) === text) ?? null }),
  levels: readLevels,
  category: ([text]) => ({ category: CATEGORIES.find((each) => each === text) ?? null }),
  delay: (chosen) => {
    const delay = numberIn(chosen);
    return delay === undefined || delay > LONGEST_DELAY ? undefined : { delay };
  },
  quiet: readQuiet,
  zone: ([timeZone = '']) => (isTimeZone(timeZone) ? { timeZone } : undefined),
  remind: (chosen) => {
    const remindBefore = numberIn(chosen);
    return remindBefore === undefined ? undefined : { remindBefore };
  },
  morning: (chosen) => {
    const morningAt = numberIn(chosen);
    return morningAt === undefined || morningAt >= 1440 ? undefined : { morningAt };
  },
  limit: (chosen) => ({ postsPerHour: numberIn(chosen) ?? null }),
  roles: (chosen) => ({
    roles: chosen.filter((id) => /^\d{1,20}$/.test(id)).slice(0, ROLES_MAX),
  }),
  roleKinds: (chosen) => ({ roleKinds: kindsIn(chosen) }),
  memberKinds: (chosen) => ({ memberKinds: kindsIn(chosen) }),
  flags: (chosen) => Object.fromEntries(FLAGS.map((flag) => [flag, chosen.includes(flag)])),
  events: ([text]) => {
    const events = EVENT_CHOICES.find((each) => each === text);
    return events === undefined ? undefined : { events };
  },
};

/** What a menu of a panel changes; undefined for a menu that is none of these. */
export const changeBy = (menu: string, chosen: readonly string[]): Change | undefined =>
  Object.hasOwn(READS, menu) ? READS[menu]?.(chosen) : undefined;
