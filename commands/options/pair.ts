import type { CommandRequest, Services } from '../../src/discord/command.ts';
import type { DirectoryEntry } from '../../src/domain/people/directory.ts';
import { hasKey, pairKey, type Pair, type PairIds } from '../../src/domain/people/pairs.ts';
import { UserError } from '../../src/errors.ts';
import type { CachedResponse } from '../../src/padel-api/request/cache.ts';
import { NotFound } from '../../src/padel-api/errors.ts';
import type { Directory } from '../../src/padel-api/names/directory.ts';
import { resolvePartners, resolveName } from '../../src/padel-api/names/naming.ts';

/**
 * The key of the requested pair: by its name, by two players, or one player's current pair.
 * @throws UserError when a name is unknown, nothing was named, or both a pair and players.
 */
export const namedPair = (request: CommandRequest, { directory }: Services): number => {
  const typed = request.text('pair');
  const arePlayersTyped = request.text('player') !== null || request.text('partner') !== null;
  if (typed !== null && arePlayersTyped) throw new UserError('pair-or-players');
  if (typed !== null) return resolveName(directory, 'pair', typed).id;
  const [one, two] = playersNamed(request, directory);
  if (one === undefined) throw new UserError('nothing-named');
  if (two === undefined) {
    const [latest] = directory.pairsOf(one.id);
    if (latest === undefined) throw new UserError('no-partner', { name: one.name });
    return latest.id;
  }
  if (one.id === two.id) throw new UserError('same-player', { name: one.name });
  if (!hasKey([one.id, two.id])) throw new UserError('not-found');
  return pairKey([one.id, two.id]);
};

const playersNamed = (request: CommandRequest, directory: Directory): readonly DirectoryEntry[] => {
  const names = ['player', 'partner'].flatMap((option) => request.text(option) ?? []);
  const [player, partner] = names;
  return player !== undefined && partner !== undefined
    ? resolvePartners(directory, player, partner)
    : names.map((name) => resolveName(directory, 'player', name));
};

/**
 * The pair from the service.
 * @throws UserError with both names when they have never played together.
 */
export const readPair = async (
  ids: PairIds,
  { api, directory }: Services,
): Promise<CachedResponse<Pair>> => {
  try {
    return await api.pair(ids);
  } catch (error) {
    const [one, two] = ids.map((id) => directory.get('player', id)?.name);
    if (!(error instanceof NotFound) || one === undefined || two === undefined) throw error;
    throw new UserError('never-paired', { one, two });
  }
};
