import type { Asker, Services } from '../src/discord/command.ts';
import {
  categoryOfCode,
  levelOfCode,
  type FollowKind,
  type FollowTarget,
} from '../src/domain/follows.ts';
import type { Translate } from '../src/i18n/i18n.ts';
import { outside } from '../src/i18n/text.ts';
import { plainMatchName } from '../src/render/names.ts';
import { findMatch } from '../src/store/matches.ts';

type Naming = (
  t: Translate,
  id: number,
  services: Services,
) => string | undefined | Promise<string | undefined>;

const NAMING: Readonly<Record<FollowKind, Naming>> = {
  player: (_t, id, { directory }) => directory.get('player', id)?.name,
  pair: (_t, id, { directory }) => directory.get('pair', id)?.name,
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
};

/** What a target is called, as it is written: for where Discord reads no markdown. */
export const plainNameOfTarget = async (
  { t }: Pick<Asker, 't'>,
  { kind, id }: FollowTarget,
  services: Services,
): Promise<string> => (await NAMING[kind](t, id, services)) ?? t('follow.unknownName', { id });

/** Two pairs by surnames fit in. */
const NAME_MAX = 120;

/** What a target is called, safe in markdown. */
export const nameOfTarget = async (
  asker: Pick<Asker, 't'>,
  target: FollowTarget,
  services: Services,
): Promise<string> => outside(await plainNameOfTarget(asker, target, services), NAME_MAX);
