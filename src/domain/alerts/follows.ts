import { bitOf, EVERY_TYPE } from './alert-types.ts';
import type { AlertSettings } from './settings.ts';
import type { TrackedMatch } from '../match/state.ts';
import { TOURNAMENT_LEVELS, type TournamentLevel } from '../levels.ts';
import { playersOf, type Match } from '../match/match.ts';
import { isCountry } from '../people/countries.ts';
import { hasKey, pairKey, pairOf } from '../people/pairs.ts';
import { CATEGORIES, TEAMS, type Category } from '../terms.ts';

/** A player is followed with every partner, a pair only together; a category, level, country, team everywhere. */
export const FOLLOW_KINDS = [
  'player',
  'pair',
  'tournament',
  'match',
  'category',
  'level',
  'country',
  'team',
] as const;

export type FollowKind = (typeof FOLLOW_KINDS)[number];

/** Many matches a day: only a channel's own follow posts. A member's pings in posts made anyway, and adds none. */
const WIDE: readonly FollowKind[] = ['category', 'level', 'country'];

/** For a member in a channel's alerts, for the whole channel, or by direct message. */
export const FOLLOW_SCOPES = ['me', 'channel', 'direct'] as const;

export type FollowScope = (typeof FOLLOW_SCOPES)[number];

/** What a follow brings: the alerts that its channel gets, or of those only key moments and upsets. */
export const FOLLOW_ALERTS = ['usual', 'moments'] as const;

export type FollowedAlerts = (typeof FOLLOW_ALERTS)[number];

const MOMENTS = bitOf('moment');

/** The types that a follow brings, as a mask: direct messages get key moments and upsets only by choice. */
export const followMask = (alerts: FollowedAlerts, isDirect: boolean): number => {
  if (alerts === 'moments') return MOMENTS;
  return isDirect ? EVERY_TYPE & ~MOMENTS : EVERY_TYPE;
};

export const alertsOfMask = (mask: number): FollowedAlerts =>
  mask === MOMENTS ? 'moments' : 'usual';

export const isWide = (kind: FollowKind): boolean => WIDE.includes(kind);

export const followedIn = <T extends { readonly id: number }>(
  players: readonly T[],
  targets: readonly FollowTarget[],
): readonly T[] => {
  const ids = new Set(targets.flatMap(({ kind, id }) => (kind === 'player' ? [id] : [])));
  return players.filter(({ id }) => ids.has(id));
};

/** Whose follows bring alerts to a channel: its own, or its members'. */
export type FollowedBy = 'channel' | 'members';

/** Whether follows bring alerts to a channel: a moderator may turn off members' follows. */
export const receivesFollows = (
  { memberFollows }: Pick<AlertSettings, 'memberFollows'>,
  by: FollowedBy | undefined,
): boolean => by === 'channel' || (by === 'members' && memberFollows);

export interface FollowTarget {
  readonly kind: FollowKind;
  /** The service's id; for a pair its key (../people/pairs.ts), for the other kinds the codes below. */
  readonly id: number;
}

export const isSameTarget = (a: FollowTarget, b: FollowTarget): boolean =>
  a.kind === b.kind && a.id === b.id;

export const targetKey = ({ kind, id }: FollowTarget): string => `${kind} ${id}`;

export const distinctTargets = (targets: readonly FollowTarget[]): readonly FollowTarget[] => [
  ...new Map(targets.map((target) => [targetKey(target), target])).values(),
];

/** Codes under which follows are stored. Never reuse a code. */
const CATEGORY_CODES: Readonly<Record<Category, number>> = { men: 1, women: 2 };

const LEVEL_CODES: Readonly<Record<TournamentLevel, number>> = {
  finals: 1,
  major: 2,
  p1: 3,
  p2: 4,
  fip_platinum: 5,
  fip_gold: 6,
  fip_other: 7,
  wpt_final: 8,
  wpt_master: 9,
  wpt_1000: 10,
  wpt_500: 11,
  fip_silver: 12,
  fip_bronze: 13,
  fip_star: 14,
  fip_rise: 15,
  fip_promises: 16,
};

export const categoryTarget = (category: Category): FollowTarget => ({
  kind: 'category',
  id: CATEGORY_CODES[category],
});

export const levelTarget = (level: TournamentLevel): FollowTarget => ({
  kind: 'level',
  id: LEVEL_CODES[level],
});

export const categoryOfCode = (code: number): Category | undefined =>
  CATEGORIES.find((category) => CATEGORY_CODES[category] === code);

export const levelOfCode = (code: number): TournamentLevel | undefined =>
  TOURNAMENT_LEVELS.find((level) => LEVEL_CODES[level] === code);

const FIRST_LETTER = 'A'.charCodeAt(0);
const LETTERS = 26;

const byCountry =
  (kind: 'country' | 'team') =>
  (country: string): FollowTarget | null => {
    const word = country.toUpperCase();
    if (!isCountry(word)) return null;
    const [first, second] = [0, 1].map((place) => word.charCodeAt(place) - FIRST_LETTER);
    return { kind, id: (first ?? 0) * LETTERS + (second ?? 0) };
  };

/** Follows the players of a country, by its two-letter code (ISO 3166-1); null for anything else. */
export const countryTarget = byCountry('country');

/** Follows a country's teams in team events, men and women; null for a team that is not a nation's. */
export const teamTarget = byCountry('team');

/** The country of a country or team code; undefined for an unknown code. */
export const countryOfCode = (code: number): string | undefined => {
  const [first, second] = [Math.floor(code / LETTERS), code % LETTERS];
  const word = String.fromCharCode(FIRST_LETTER + first, FIRST_LETTER + second);
  return isCountry(word) ? word : undefined;
};

/** Every target whose followers get alerts about a match; an unknown tournament or level adds no level target. */
export const targetsOf = (
  { match, tournament }: Pick<TrackedMatch, 'match' | 'tournament'>,
  countries: readonly string[] = [],
): readonly FollowTarget[] => {
  const level = TOURNAMENT_LEVELS.find((each) => each === tournament?.level);
  return [
    ...playersOf(match).map(({ id }): FollowTarget => ({ kind: 'player', id })),
    ...pairTargets(match),
    ...(match.tournamentId === null
      ? []
      : [{ kind: 'tournament', id: match.tournamentId } satisfies FollowTarget]),
    { kind: 'match', id: match.id },
    ...(match.category === null ? [] : [categoryTarget(match.category)]),
    ...(level === undefined ? [] : [levelTarget(level)]),
    ...[...new Set(countries)].flatMap((country) => countryTarget(country) ?? []),
    ...TEAMS.flatMap((team) => teamTarget(match.tie?.teams[team] ?? '') ?? []),
  ];
};

const pairTargets = ({ teams }: Match): readonly FollowTarget[] =>
  TEAMS.flatMap((team): FollowTarget[] => {
    const pair = pairOf(teams[team]);
    if (pair === null) return [];
    const [one, two] = pair;
    return hasKey([one.id, two.id]) ? [{ kind: 'pair', id: pairKey([one.id, two.id]) }] : [];
  });

export const concerns = (
  target: FollowTarget,
  held: Pick<TrackedMatch, 'match' | 'tournament'>,
  countries: readonly string[] = [],
): boolean => targetsOf(held, countries).some((each) => isSameTarget(each, target));
