import type { Tournament } from '../domain/people/people.ts';
import { GONE, isCalledOff } from '../domain/tournament/tournament-status.ts';
import type { Instant } from '../domain/terms.ts';
import { DAY, utcDate } from '../lib/time.ts';
import { ifFound } from '../padel-api/errors.ts';
import type { MatchSource } from './read-match.ts';

/** The lists that were read: every tournament that starts in a period, both ends included. */
interface ReadCalendar {
  readonly listed: readonly Tournament[];
  readonly from: string;
  readonly to: string;
  readonly serviceNow: Instant;
  readonly signal: AbortSignal;
}

/** Reads after each read of the lists; a tournament is read once a day. */
const MAX_READS = 5;
const REREAD_MS = DAY;

/**
 * Reads stored tournaments that the lists no longer have: the public service leaves cancelled ones out
 * and shows them by id alone; others were merged, or are gone. A service by the specification shows none
 * by id: then they stay as they are.
 * @returns those that are still to be played
 */
export const createVanishedTournaments = ({
  api,
  observer,
  log,
}: Pick<MatchSource, 'api' | 'observer' | 'log'>) => {
  const rereadAt = new Map<number, Instant>();
  let isOffered = false;

  const find = async ({ id }: Tournament, signal: AbortSignal) =>
    (await ifFound(api.tournament(id, { priority: 'background', signal })))?.value;

  /** Whether the service shows tournaments by id: only then a 404 says that one is gone. */
  const checkOffered = async ([listed]: readonly Tournament[], signal: AbortSignal) => {
    if (!isOffered && listed !== undefined) isOffered = (await find(listed, signal)) !== undefined;
    return isOffered;
  };

  const read = async (known: Tournament, signal: AbortSignal): Promise<readonly Tournament[]> => {
    const found = await find(known, signal);
    if (found !== undefined && found.id !== known.id) {
      await observer.tournamentMerged(known, found);
      return [];
    }
    await observer.tournament(found ?? { ...known, status: GONE });
    return found === undefined || isCalledOff(found) ? [] : [found];
  };

  return async ({ listed, from, to, serviceNow, signal }: ReadCalendar) => {
    const ids = new Set(listed.map(({ id }) => id));
    for (const [id, at] of rereadAt) if (serviceNow >= at) rereadAt.delete(id);
    const missing = (await observer.tournaments()).filter(
      (tournament) =>
        !ids.has(tournament.id) &&
        !isCalledOff(tournament) &&
        (tournament.endDate ?? tournament.startDate ?? '') >= utcDate(serviceNow - DAY) &&
        tournament.startDate !== null &&
        tournament.startDate >= from &&
        tournament.startDate <= to,
    );
    const due = missing.filter(({ id }) => !rereadAt.has(id)).slice(0, MAX_READS);
    const toCome: Tournament[] = missing.filter((known) => !due.includes(known));
    for (const known of due) {
      try {
        if (!(await checkOffered(listed, signal))) return missing;
        toCome.push(...(await read(known, signal)));
        rereadAt.set(known.id, serviceNow + REREAD_MS);
      } catch (error) {
        signal.throwIfAborted();
        toCome.push(known);
        log.warn({ err: error, tournament: known.id }, 'unlisted tournament could not be read');
      }
    }
    return toCome;
  };
};
