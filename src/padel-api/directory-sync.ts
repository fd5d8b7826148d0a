import { pairEntries, playerEntry, tournamentEntry } from '../domain/directory.ts';
import type { PadelApi } from './client.ts';
import { NotFound } from './errors.ts';
import type { Names } from './names.ts';
import { pagesOf } from './pages.ts';

export interface DirectorySync {
  readonly api: PadelApi;
  readonly names: Names;
}

/** Nobody waits for the names; whoever waits for something else goes first. */
const quietly = (signal: AbortSignal) => ({ lane: 'background', signal }) as const;

const DAY = 24 * 60 * 60_000;

/** Pairs are learnt from the matches of the last year; later from those since the last sync. */
const PAIRS_SINCE = { first: 365 * DAY, later: 14 * DAY } as const;

/** Missing records are asked for one by one; more than these wait for the next sync. */
const MAX_MISSING = 20;

/**
 * Reads all players, best ranked first, all tournaments, and the pairs of the last year's matches,
 * in the background lane, and keeps each page as it comes: names can be typed long before the last
 * page is read. What the lists no longer have is asked for by itself: merged, or deleted.
 * @throws the API's errors, and the signal's reason when it aborts; what was read until then is kept.
 */
export const syncDirectory = async (sync: DirectorySync, signal: AbortSignal): Promise<void> => {
  await syncPlayers(sync, signal);
  await syncTournaments(sync, signal);
  await syncPairs(sync, signal);
};

export const syncPlayers = async (
  { api, names }: DirectorySync,
  signal: AbortSignal,
): Promise<void> => {
  const ask = quietly(signal);
  const missing = new Set(names.directory.all('player').map(({ id }) => id));
  for await (const players of pagesOf((paging) =>
    api.players({ sortBy: 'ranking', ...paging }, ask),
  )) {
    await names.learn(players.map(playerEntry));
    for (const { id } of players) missing.delete(id);
  }
  for (const id of [...missing].slice(0, MAX_MISSING)) await readPlayer({ api, names }, id, signal);
};

/** One player, who changed or is missing. That they were merged is told by the client. */
export const readPlayer = async (
  { api, names }: DirectorySync,
  id: number,
  signal: AbortSignal,
): Promise<void> => {
  try {
    const { value: player } = await api.player(id, quietly(signal));
    await names.learn([playerEntry(player)]);
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
    await names.forget('player', id);
  }
};

export const syncTournaments = async (
  { api, names }: DirectorySync,
  signal: AbortSignal,
): Promise<void> => {
  const ask = quietly(signal);
  const missing = new Set(names.directory.all('tournament').map(({ id }) => id));
  for await (const tournaments of pagesOf((paging) => api.tournaments(paging, ask))) {
    await names.learn(tournaments.map(tournamentEntry));
    for (const { id } of tournaments) missing.delete(id);
  }
  for (const id of [...missing].slice(0, MAX_MISSING)) {
    await findTournament({ api, names }, id, signal);
  }
};

/** There is no endpoint of a single tournament: its matches tell whether it was merged or deleted. */
const findTournament = async (
  { api, names }: DirectorySync,
  id: number,
  signal: AbortSignal,
): Promise<void> => {
  try {
    await api.tournamentMatches(id, { perPage: 1 }, quietly(signal));
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
    await names.forget('tournament', id);
  }
};

const syncPairs = async ({ api, names }: DirectorySync, signal: AbortSignal): Promise<void> => {
  const reach = names.directory.size('pair') === 0 ? PAIRS_SINCE.first : PAIRS_SINCE.later;
  const afterDate = new Date(api.serviceNow() - reach).toISOString().slice(0, 10);
  const newest = { afterDate, sortBy: 'played_at', orderBy: 'desc' } as const;
  const ask = quietly(signal);
  for await (const matches of pagesOf((paging) => api.matches({ ...newest, ...paging }, ask))) {
    await names.learn(matches.flatMap(pairEntries));
  }
};
