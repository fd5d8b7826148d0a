import type { CommandUser, Services } from '../../src/discord/command.ts';
import { fullNameWithDisplayName } from '../../src/domain/people/display-names.ts';
import type { DirectoryKind } from '../../src/domain/people/directory.ts';
import {
  categoryOfCode,
  countryOfCode,
  distinctTargets,
  levelOfCode,
  targetKey,
  type FollowKind,
  type FollowTarget,
} from '../../src/domain/alerts/follows.ts';
import { countryName } from '../../src/i18n/format.ts';
import type { Locale, Translate } from '../../src/i18n/i18n.ts';
import { outside } from '../../src/i18n/text.ts';
import type { Directory } from '../../src/padel-api/names/directory.ts';
import type { NameOf } from '../../src/render/moderation/privacy.ts';
import { plainMatchName } from '../../src/render/people/names.ts';
import { findMatch } from '../../src/store/matches/matches.ts';

type Naming = (
  t: Translate,
  id: number,
  services: Services,
  locale: Locale,
) => string | undefined | Promise<string | undefined>;

const nameIn = (directory: Directory, kind: DirectoryKind, id: number): string | undefined => {
  const entry = directory.get(kind, id);
  return entry === undefined ? undefined : fullNameWithDisplayName(entry);
};

const NAMING: Readonly<Record<FollowKind, Naming>> = {
  player: (_t, id, { directory }) => nameIn(directory, 'player', id),
  pair: (_t, id, { directory }) => nameIn(directory, 'pair', id),
  tournament: (_t, id, { directory }) => directory.get('tournament', id)?.name,
  match: async (_t, id, { db }) => {
    const held = await findMatch(db, id);
    return held === undefined ? undefined : plainMatchName(held.match);
  },
  category: (t, id) => {
    const category = categoryOfCode(id);
    return category === undefined ? undefined : t(`follow.category.${category}`);
  },
  level: (t, id) => {
    const level = levelOfCode(id);
    return level === undefined ? undefined : t('follow.level', { level: t(`level.${level}`) });
  },
  country: (t, id, _services, locale) => {
    const country = countryOfCode(id);
    return country === undefined
      ? undefined
      : t('follow.country', { country: countryName(locale, country) });
  },
  team: (t, id, _services, locale) => {
    const country = countryOfCode(id);
    return country === undefined
      ? undefined
      : t('follow.team', { country: countryName(locale, country) });
  },
};

export const plainNameOfTarget = async (
  { t, locale }: Pick<CommandUser, 't' | 'locale'>,
  { kind, id }: FollowTarget,
  services: Services,
): Promise<string> =>
  (await NAMING[kind](t, id, services, locale)) ?? t('follow.unknownName', { id });

/** Long enough for two pairs by surname. */
const NAME_MAX = 120;

export const nameOfTarget = async (
  user: Pick<CommandUser, 't' | 'locale'>,
  target: FollowTarget,
  services: Services,
): Promise<string> => outside(await plainNameOfTarget(user, target, services), NAME_MAX);

/** The names of these targets, not escaped; each is read once. */
export const namesOfTargets = async (
  user: Pick<CommandUser, 't' | 'locale'>,
  targets: readonly FollowTarget[],
  services: Services,
): Promise<NameOf> => {
  const names = new Map<string, string>();
  for (const target of distinctTargets(targets)) {
    names.set(targetKey(target), await plainNameOfTarget(user, target, services));
  }
  return (target) => names.get(targetKey(target)) ?? '';
};
