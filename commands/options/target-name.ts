import { setImmediate as turn } from 'node:timers/promises';
import type { Services } from '../../src/discord/command.ts';
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
  categoryTarget,
  FOLLOW_KINDS,
  levelTarget,
} from '../../src/domain/alerts/follows.ts';
import { levelText } from '../../src/render/lines/tournament-texts.ts';
import { countryName } from '../../src/i18n/format.ts';
import type { Reader } from '../../src/i18n/i18n.ts';
import { outside } from '../../src/i18n/text.ts';
import type { Directory } from '../../src/padel-api/names/directory.ts';
import { neutralMatchName } from '../../src/render/lines/match-line.ts';
import type { NameOf } from '../../src/render/moderation/privacy.ts';
import { plainMatchName } from '../../src/render/lines/names.ts';
import { tellingOf } from '../../src/store/matches/match-lists.ts';
import { findMatch } from '../../src/store/matches/matches.ts';
import { TOURNAMENT_LEVELS } from '../../src/domain/levels.ts';
import { CATEGORIES } from '../../src/domain/terms.ts';
import { numberIn, wordIn } from './control-values.ts';
import { serviceDay } from './day.ts';

/** Whom a name is for: a match is named by its teams, unless scores are hidden from them. */
type NameReader = Pick<Reader, 't' | 'locale' | 'hidesScores'>;

type Naming = (
  reader: NameReader,
  id: number,
  services: Services,
) => string | undefined | Promise<string | undefined>;

const nameIn = (directory: Directory, kind: DirectoryKind, id: number): string | undefined => {
  const entry = directory.get(kind, id);
  return entry === undefined ? undefined : fullNameWithDisplayName(entry);
};

const ofCode = <Code>(code: Code | undefined, name: (code: Code) => string) =>
  code === undefined ? undefined : name(code);

const NAMING: Readonly<Record<FollowKind, Naming>> = {
  player: (_reader, id, { directory }) => nameIn(directory, 'player', id),
  pair: (_reader, id, { directory }) => nameIn(directory, 'pair', id),
  tournament: (_reader, id, { directory }) => directory.get('tournament', id)?.name,
  match: async ({ t, hidesScores }, id, services) => {
    const held = await findMatch(services.db, id);
    if (held === undefined) return undefined;
    const isTelling =
      hidesScores === true &&
      (await tellingOf(services.db, [held.match], serviceDay(services)))(held.match);
    return isTelling ? neutralMatchName(t, held) : plainMatchName(held.match);
  },
  category: ({ t }, id) =>
    ofCode(categoryOfCode(id), (category) => t(`follow.category.${category}`)),
  level: ({ t }, id) =>
    ofCode(levelOfCode(id), (level) => t('follow.level', { level: levelText(t, level) })),
  country: ({ t, locale }, id) =>
    ofCode(countryOfCode(id), (code) =>
      t('follow.country', { country: countryName(locale, code) }),
    ),
  team: ({ t, locale }, id) =>
    ofCode(countryOfCode(id), (code) => t('follow.team', { country: countryName(locale, code) })),
};

export const plainNameOfTarget = async (
  reader: NameReader,
  { kind, id }: FollowTarget,
  services: Services,
): Promise<string> =>
  (await NAMING[kind](reader, id, services)) ?? reader.t('follow.unknownName', { id });

/** Long enough for two pairs by surname. */
const NAME_MAX = 120;

export const nameOfTarget = async (
  user: NameReader,
  target: FollowTarget,
  services: Services,
): Promise<string> => outside(await plainNameOfTarget(user, target, services), NAME_MAX);

/** A reader who gets a match's name also where its teams tell a result: a file has it anyway. */
export const inFull = ({ t, locale }: NameReader): NameReader => ({ t, locale });

const NAMES_AT_ONCE = 50;

/** The names of these targets, in full and not escaped; each is read once. */
export const namesOfTargets = async (
  reader: NameReader,
  targets: readonly FollowTarget[],
  services: Services,
): Promise<NameOf> => {
  const names = new Map<string, string>();
  for (const [index, target] of distinctTargets(targets).entries()) {
    // SQLite never waits, and a file may name thousands.
    if (index % NAMES_AT_ONCE === 0) await turn();
    names.set(targetKey(target), await plainNameOfTarget(reader, target, services));
  }
  return (target) => names.get(targetKey(target)) ?? '';
};

/**
 * All matches of men, of women or of a level.
 * @throws UserError for another word
 */
export const wideTarget = (word: string): FollowTarget => {
  const category = CATEGORIES.find((each) => each === word);
  return category === undefined
    ? levelTarget(wordIn(TOURNAMENT_LEVELS, word))
    : categoryTarget(category);
};

/**
 * The target in a control: its kind and id.
 * @throws UserError when the control is of another version.
 */
export const targetIn = ([kind, id]: readonly string[]): FollowTarget => ({
  kind: wordIn(FOLLOW_KINDS, kind),
  id: numberIn(id),
});
