/** What a channel chooses from, in the order of a match; each is the posts of some kinds of event. */
export const ALERT_TYPES = [
  'start',
  'card',
  'set',
  'moment',
  'result',
  'upcoming',
  'news',
  'daily',
] as const;

export type AlertType = (typeof ALERT_TYPES)[number];

/** A live card is edited, and edits ping nobody. */
export const PINGABLE: readonly AlertType[] = ALERT_TYPES.filter((type) => type !== 'card');

/** The bit of a type in a stored mask. Never reuse a bit for another type. */
const BITS: Readonly<Record<AlertType, number>> = {
  start: 1,
  card: 2,
  set: 4,
  moment: 8,
  result: 16,
  upcoming: 32,
  news: 64,
  daily: 128,
};

export const bitOf = (type: AlertType): number => BITS[type];

export const maskOf = (types: readonly AlertType[]): number =>
  types.reduce((mask, type) => mask | BITS[type], 0);

/** The types of a bit mask; unknown bits are ignored. */
export const typesIn = (mask: number): readonly AlertType[] =>
  ALERT_TYPES.filter((type) => (mask & BITS[type]) !== 0);

/** Every type, also of a later release. */
export const EVERY_TYPE = 0x7f_ff_ff_ff;

export const PRESETS = {
  calm: ['card', 'result'],
  essentials: ['start', 'card', 'set', 'moment', 'result'],
  everything: ALERT_TYPES,
} as const satisfies Readonly<Record<string, readonly AlertType[]>>;

type Preset = keyof typeof PRESETS;

export const PRESET_NAMES = Object.keys(PRESETS) as readonly Preset[];

/** The preset with exactly these types; null for a custom choice. */
export const presetOf = (types: readonly AlertType[]): Preset | null =>
  PRESET_NAMES.find((name) => maskOf(PRESETS[name]) === maskOf(types)) ?? null;
