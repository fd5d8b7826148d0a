import { setImmediate as turn } from 'node:timers/promises';
import type { Services } from '../../src/discord/command.ts';
import {
  categoryOfCode,
  countryOfCode,
  levelOfCode,
  targetKey,
  targetsOf,
  type FollowTarget,
} from '../../src/domain/alerts/follows.ts';
import { isOver } from '../../src/domain/match/match.ts';
import { UserError } from '../../src/errors.ts';
import type { Reader } from '../../src/i18n/i18n.ts';
import { plainMatchName } from '../../src/render/lines/names.ts';
import { findMatch } from '../../src/store/matches/matches.ts';
import { firstDayAhead, matchesToCome } from './match.ts';
import { isTournamentOver } from './tournament.ts';

/**
 * Checks that targets can still bring alerts.
 * @throws UserError for a finished tournament or match, and for an unknown target: the id of a
 * control may be forged.
 */
export const followable = async (
  { hidesScores }: Pick<Reader, 'hidesScores'>,
  targets: readonly FollowTarget[],
  services: Services,
): Promise<readonly FollowTarget[]> => {
  const refusalOf = createRefusals(services, hidesScores);
  for (const target of targets) {
    const refusal = await refusalOf(target);
    if (refusal !== null) throw refusal;
  }
  return targets;
};

/** The targets that can bring none. */
export const unfollowable = async (
  targets: readonly FollowTarget[],
  services: Services,
): Promise<readonly FollowTarget[]> => {
  const refusalOf = createRefusals(services);
  const refused: FollowTarget[] = [];
  for (const [index, target] of targets.entries()) {
    // SQLite never waits: others have their turn in between.
    if (index % 50 === 49) await turn();
    if ((await refusalOf(target)) !== null) refused.push(target);
  }
  return refused;
};

/**
 * Why a target cannot be followed; null when it can. Upcoming matches are read once.
 * @param hidesScores whether it must not tell that a match is over
 */
const createRefusals = (services: Services, hidesScores = false) => {
  const { db, directory } = services;
  const firstDay = firstDayAhead(services);
  let coming: Promise<ReadonlySet<string>> | undefined;
  const isComing = async (target: FollowTarget): Promise<boolean> => {
    coming ??= targetsToCome(services);
    return (await coming).has(targetKey(target));
  };
  const known = (isKnown: boolean): UserError | null =>
    isKnown ? null : new UserError('not-found');

  return async (target: FollowTarget): Promise<UserError | null> => {
    const { kind, id } = target;
    switch (kind) {
      case 'match': {
        const held = await findMatch(db, id);
        return held !== undefined && isOver(held.state) && !hidesScores
          ? new UserError('already-over', { name: plainMatchName(held.match) })
          : known(held !== undefined);
      }
      case 'category':
        return known(categoryOfCode(id) !== undefined);
      case 'level':
        return known(levelOfCode(id) !== undefined);
      case 'country':
      case 'team':
        return known(countryOfCode(id) !== undefined);
      case 'tournament': {
        const entry = directory.get(kind, id);
        if (entry === undefined) return known(await isComing(target));
        return isTournamentOver(entry, firstDay)
          ? new UserError('already-over', { name: entry.name })
          : null;
      }
      case 'player':
      case 'pair':
        // The directory may not have a new player yet; a stored match does.
        return known(directory.get(kind, id) !== undefined || (await isComing(target)));
    }
  };
};

const targetsToCome = async (services: Services): Promise<ReadonlySet<string>> =>
  new Set((await matchesToCome(services)).flatMap((held) => targetsOf(held).map(targetKey)));
