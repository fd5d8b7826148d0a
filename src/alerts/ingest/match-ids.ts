import { LRUCache } from 'lru-cache';
import type { LivePoints } from '../../domain/match/live-points.ts';
import { DELETED, phaseOf, type Match } from '../../domain/match/match.ts';
import { areTwins, isAnotherMatch } from '../../domain/tournament/same-match.ts';
import { isInterrupted, type TrackedMatch } from '../../domain/match/state.ts';
import { exchangePoints, isExchanged } from '../../domain/match/sides.ts';
import { matchesOfTournament } from '../../store/matches/match-lists.ts';
import { findMatch, findMatches } from '../../store/matches/matches.ts';
import { moveMatch, retireMatch } from '../../store/merges/merge-match.ts';
import type { AlertsContext } from '../delivery/delivery.ts';

/** More ids than are ever entered twice at the same time. */
const MAX_TWINS = 1_000;

/** The stored match that a record under another id describes, too. */
export interface Twin {
  readonly id: number;
  /** Its record lists the sides the other way round. */
  readonly areSidesExchanged: boolean;
}

interface MatchIdsOptions extends Pick<AlertsContext, 'db' | 'now'> {
  /** Called when what is stored under these ids has changed. */
  readonly onMoved: (...ids: readonly number[]) => void;
}

/** Whether a match may still be played, or was. */
const isThere = ({ state }: TrackedMatch): boolean =>
  phaseOf(state.status) !== 'unknown' || isInterrupted(state);

const isDeleted = (held: TrackedMatch | undefined): boolean => held?.state.status === DELETED;

/** The update of a twin's points as one of the match itself. */
export const asPoints = (update: LivePoints, { id, areSidesExchanged }: Twin): LivePoints => ({
  ...(areSidesExchanged ? exchangePoints(update) : update),
  matchId: id,
});

/** Knows which match an id stands for: the service may list one under two, or give one to two. */
export const createMatchIds = ({ db, now, onMoved }: MatchIdsOptions) => {
  const twins = new LRUCache<number, Twin>({ max: MAX_TWINS });

  const move = async (from: number, to: number): Promise<void> => {
    await db.transaction().execute((tx) => moveMatch(tx, { from, to }, now()));
    twins.delete(from);
    onMoved(from, to);
  };

  /** The service has given the id of a match to another one: what is stored gets an id of our own. */
  const retire = async (id: number): Promise<void> => {
    await db.transaction().execute((tx) => retireMatch(tx, id, now()));
    onMoved(id);
  };

  const othersLike = async (match: Match): Promise<readonly TrackedMatch[]> => {
    if (match.tournamentId === null) return [];
    const listed = await matchesOfTournament(db, match.tournamentId);
    const alike = listed.filter((other) => other.id !== match.id && areTwins(match, other));
    return await findMatches(
      db,
      alike.map(({ id }) => id),
    );
  };

  return {
    /** The match whose points come under this id, as far as a record has shown it. */
    twinOf: (id: number): Twin | undefined => twins.get(id),
    forget: (id: number): boolean => twins.delete(id),
    move,
    /** The stored match that a record describes, too: what is stored under its id moves there, a deleted one here. */
    findTwin: async (match: Match): Promise<Twin | undefined> => {
      const { id } = match;
      const known = twins.get(id);
      const [knownTwin] = known === undefined ? [] : await findMatches(db, [known.id]);
      if (knownTwin !== undefined && isThere(knownTwin) && areTwins(match, knownTwin.match)) {
        return known;
      }
      twins.delete(id);
      const own = await findMatch(db, id);
      // No other was like it when it was first stored with these players.
      if (own !== undefined && !isDeleted(own) && areTwins(match, own.match)) return undefined;
      const others = await othersLike(match);
      const other = others.find(isThere);
      if (other === undefined) {
        const deleted = others.find(isDeleted);
        if (deleted !== undefined) await move(deleted.match.id, id);
        return undefined;
      }
      if (own !== undefined && isAnotherMatch(own, match)) await retire(id);
      else if (own !== undefined) await move(id, other.match.id);
      const twin = { id: other.match.id, areSidesExchanged: isExchanged(match, other.match) };
      twins.set(id, twin);
      onMoved(id);
      return twin;
    },
    retire,
  };
};
