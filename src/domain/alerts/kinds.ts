/** Alert kinds that a channel chooses from, in the order of a match. */
export const ALERT_KINDS = [
  'draw',
  'schedule',
  'reminder',
  'next',
  'start',
  'card',
  'key',
  'upset',
  'set',
  'result',
  'tie',
  'correction',
  'tournament',
  'ranking',
  'digest',
] as const;

/** A live card is edited, and edits ping nobody. */
export const PINGABLE: readonly AlertKind[] = ALERT_KINDS.filter((kind) => kind !== 'card');

export type AlertKind = (typeof ALERT_KINDS)[number];

/** The bit of a kind in a stored mask. Never reuse a bit for another kind. */
const BITS: Readonly<Record<AlertKind, number>> = {
  start: 1,
  card: 2,
  set: 4,
  result: 8,
  correction: 16,
  schedule: 64,
  next: 128,
  reminder: 256,
  draw: 512,
  tournament: 1024,
  ranking: 2048,
  digest: 4096,
  tie: 8192,
  key: 16384,
  upset: 32768,
};

export const bitOf = (kind: AlertKind): number => BITS[kind];

export const maskOf = (kinds: readonly AlertKind[]): number =>
  kinds.reduce((mask, kind) => mask | BITS[kind], 0);

/** The kinds of a bit mask; unknown bits are ignored. */
export const kindsIn = (mask: number): readonly AlertKind[] =>
  ALERT_KINDS.filter((kind) => (mask & BITS[kind]) !== 0);

/** Every kind, also of a later release. */
export const EVERY_KIND = 0x7f_ff_ff_ff;

/** Kinds about what decides a match. */
export const MOMENT_KINDS = ['key', 'upset'] as const satisfies readonly AlertKind[];

/** Common choices, from fewest to most posts. */
export const PRESETS = {
  results: ['result', 'tie', 'correction'],
  calm: ['card', 'result', 'tie', 'correction'],
  essentials: ['schedule', 'start', 'card', 'set', 'result', 'tie', 'correction'],
  everything: ALERT_KINDS,
} as const satisfies Readonly<Record<string, readonly AlertKind[]>>;

type Preset = keyof typeof PRESETS;

export const PRESET_NAMES = Object.keys(PRESETS) as readonly Preset[];

/** The preset with exactly these kinds; null for a custom choice. */
export const presetOf = (kinds: readonly AlertKind[]): Preset | null =>
  PRESET_NAMES.find((name) => maskOf(PRESETS[name]) === maskOf(kinds)) ?? null;
