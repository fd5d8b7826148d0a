import { z } from 'zod';
import type { ByTeam } from '../../../src/domain/terms.ts';
import type { Player } from '../world/model.ts';
import type { Knowledge } from '../world/world.ts';
import { invalid } from './errors.ts';
import { integer, label, says } from './input.ts';

const side = z
  .array(
    integer(),
    says((field) => `The ${field} field must be an array.`),
  )
  .min(
    1,
    says((field) => `The ${field} field must have at least 1 items.`),
  )
  .max(
    2,
    says((field) => `The ${field} field must not have more than 2 items.`),
  );

/** A body that names one or two players a side. */
export const sides = { team_1: side, team_2: side };

/** The players of the two sides that a request names. */
export type Sides = ByTeam<readonly Player[]>;

/**
 * The players of the ids in a body; the id of a merged record means the canonical one.
 * @throws ApiError 422 when an id is unknown or a player is named twice
 */
export const sidesOf = (ids: ByTeam<readonly number[]>, known: Knowledge): Sides => {
  const resolved = (field: 'team_1' | 'team_2'): Player[] =>
    ids[field].map((id, index) => {
      const player = known.player(id);
      const path = [field, index];
      if (player === null) {
        throw invalid({ [path.join('.')]: [`The selected ${label(path)} is invalid.`] });
      }
      return player;
    });
  const both = { team_1: resolved('team_1'), team_2: resolved('team_2') };

  const all = [...both.team_1, ...both.team_2];
  if (new Set(all).size < all.length) {
    throw invalid({ team_2: ['The two teams must not have a player in common or twice.'] });
  }
  return both;
};
