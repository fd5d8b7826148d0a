import type { CommandRequest, Services } from '../../src/discord/command.ts';
import {
  categoryTarget,
  countryTarget,
  FOLLOW_KINDS,
  levelTarget,
  teamTarget,
  type FollowTarget,
} from '../../src/domain/alerts/follows.ts';
import { TOURNAMENT_LEVELS } from '../../src/domain/tournament/levels.ts';
import { CATEGORIES } from '../../src/domain/terms.ts';
import { UserError } from '../../src/errors.ts';
import { withShortNames } from '../../src/padel-api/names/naming.ts';
import { numberIn, wordIn } from '../options/control-values.ts';
import { namedCountry } from '../options/country.ts';
import { matchNamed } from '../options/match.ts';
import { namedTeam } from '../options/country.ts';

/**
 * The targets of the options, one for each.
 * @throws UserError when there are none, or a name is unknown.
 */
export const typedTargets = async (
  request: CommandRequest,
  services: Services,
): Promise<readonly FollowTarget[]> => {
  const targets = [
    ...byName(request, services),
    ...byWord(request, services),
    ...(await byTeam(request, services)),
  ];
  const match = request.text('match');
  if (match !== null) {
    targets.push({ kind: 'match', id: (await matchNamed(request, match, services)).match.id });
  }
  if (targets.length === 0) throw new UserError('nothing-to-follow');
  return targets;
};

const byName = (request: CommandRequest, { directory }: Services): FollowTarget[] =>
  (['player', 'pair', 'tournament'] as const).flatMap((kind) => {
    const typed = request.text(kind);
    return typed === null ? [] : [{ kind, id: withShortNames(directory, kind, typed).id }];
  });

const byWord = (request: CommandRequest, { directory }: Services): FollowTarget[] => {
  const country = request.text('country');
  const nation = country === null ? null : countryTarget(namedCountry(directory, country));
  const category = CATEGORIES.find((each) => each === request.text('category'));
  const level = TOURNAMENT_LEVELS.find((each) => each === request.text('level'));
  return [
    ...(category === undefined ? [] : [categoryTarget(category)]),
    ...(level === undefined ? [] : [levelTarget(level)]),
    ...(nation === null ? [] : [nation]),
  ];
};

const byTeam = async (request: CommandRequest, services: Services): Promise<FollowTarget[]> => {
  const typed = request.text('team');
  const target = typed === null ? null : teamTarget(await namedTeam(typed, services));
  return target === null ? [] : [target];
};

/**
 * The target in a control: its kind and id.
 * @throws UserError when the control is of another version.
 */
export const targetIn = ([kind, id]: readonly string[]): FollowTarget => ({
  kind: wordIn(FOLLOW_KINDS, kind),
  id: numberIn(id),
});
