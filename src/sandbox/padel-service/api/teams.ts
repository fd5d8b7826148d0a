import { z } from 'zod';
import type { Player } from '../world/model.ts';
import type { Knowledge } from '../world/world.ts';
import { invalid } from './errors.ts';
import { integer, label, read } from './input.ts';

const team = (field: string) =>
  z
    .array(integer(field), { error: `The ${label(field)} field must be an array.` })
    .min(1, `The ${label(field)} field must have at least 1 items.`)
    .max(2, `The ${label(field)} field must not have more than 2 items.`);

const body = z.object({ team_1: team('team_1'), team_2: team('team_2') });

/** The players of the two sides that a request names. */
export interface Sides {
  readonly team_1: readonly Player[];
  readonly team_2: readonly Player[];
}

/**
 * Reads a body that names one or two players a side.
 * @throws ApiError 422 when an id is unknown or a player is named twice
 */
export const readSides = (input: unknown, known: Knowledge): Sides => {
  const ids = read(body, input ?? {});
  const resolved = (field: 'team_1' | 'team_2'): Player[] =>
    ids[field].map((id, index) => {
      const player = known.player(id);
      const name = `${field}.${index}`;
      if (player === null) throw invalid({ [name]: [`The selected ${name} is invalid.`] });
      return player;
    });
  const sides = { team_1: resolved('team_1'), team_2: resolved('team_2') };

  const all = [...sides.team_1, ...sides.team_2];
  if (new Set(all).size < all.length) {
    throw invalid({ team_2: ['The two teams must not have a player in common or twice.'] });
  }
  return sides;
};
