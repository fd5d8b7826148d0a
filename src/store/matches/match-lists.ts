import type { TrackedMatch } from '../../domain/match/state.ts';
import { type Match, type Phase, phaseOf } from '../../domain/match/match.ts';
import type { Instant } from '../../domain/terms.ts';
import type { Tournament } from '../../domain/people/people.ts';
import { readMatch, readTournament, readableRows } from '../connection/documents.ts';
import { tellingAmong } from '../../domain/tournament/telling.ts';
import { isCalledOff } from '../../domain/tournament/tournament-status.ts';
import type { Db, Row } from '../connection/schema.ts';

/** A match in a list, without its points, which take long to read. */
export type ListedMatch = Pick<TrackedMatch, 'match' | 'tournament'>;

/** A stored match and its revision: while `rev` is unchanged, a cached listing of it is valid. */
export interface MatchRevision {
  readonly id: number;
  readonly rev: string;
}

const selectRevisions = (db: Db) =>
  db
    .selectFrom('matches')
    .leftJoin('tournaments', 'tournaments.id', 'matches.tournamentId')
    .select(['matches.id', 'matches.rev', 'matches.phase', 'tournaments.tournament']);

type RevisionRow = Pick<Row<'matches'>, 'id' | 'rev' | 'phase'> & {
  readonly tournament: string | null;
};

/** Whether a match was played, or may still be: its tournament is not called off. */
const isOn = ({ phase, tournament }: RevisionRow): boolean =>
  phase !== ('upcoming' satisfies Phase) ||
  tournament === null ||
  !isCalledOff(readTournament(tournament));

const revisionsOf = (rows: readonly RevisionRow[]): readonly MatchRevision[] =>
  readableRows(rows, (row) => (isOn(row) ? [revisionOf(row)] : [])).flat();

const revisionOf = (row: RevisionRow): MatchRevision => ({
  id: row.id,
  rev: `${row.rev} ${row.tournament ?? ''}`,
});

export const unfinishedRevisions = async (db: Db): Promise<readonly MatchRevision[]> => {
  const rows = await selectRevisions(db)
    .where('matches.phase', 'in', ['playing', 'upcoming'] satisfies Phase[])
    .execute();
  return revisionsOf(rows);
};

/** The revisions of unfinished matches, and of finished ones that changed since an instant. */
export const revisionsSince = async (db: Db, since: Instant): Promise<readonly MatchRevision[]> => {
  const rows = await selectRevisions(db)
    .where((eb) =>
      eb.or([
        eb('matches.phase', 'in', ['playing', 'upcoming', 'unknown'] satisfies Phase[]),
        eb.and([
          eb('matches.phase', '=', 'over' satisfies Phase),
          eb('matches.changedAt', '>=', since),
        ]),
      ]),
    )
    .orderBy('matches.id')
    .execute();
  return revisionsOf(rows);
};

/** The revisions of finished matches, the latest first. */
export const finishedRevisions = async (
  db: Db,
  limit: number,
): Promise<readonly MatchRevision[]> => {
  const rows = await selectRevisions(db)
    .where('matches.phase', '=', 'over' satisfies Phase)
    .orderBy('matches.changedAt', 'desc')
    .orderBy('matches.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(revisionOf);
};

/** Matches for a list, in no order. */
export const listedMatches = async (
  db: Db,
  ids: readonly number[],
): Promise<readonly ListedMatch[]> => {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('matches')
    .leftJoin('tournaments', 'tournaments.id', 'matches.tournamentId')
    .select(['matches.match', 'tournaments.tournament'])
    .where('matches.id', 'in', ids)
    .execute();
  return readableRows(rows, ({ match, tournament }) => ({
    match: readMatch(match),
    tournament: tournament === null ? null : readTournament(tournament),
  }));
};

/** A tournament's matches, from which its venue's clock is derived (domain/match/venue-clock.ts). */
export const matchesOfTournament = async (
  db: Db,
  tournamentId: number,
  phases: readonly Phase[] = ['upcoming', 'playing', 'over', 'unknown'],
): Promise<readonly Match[]> => {
  const rows = await db
    .selectFrom('matches')
    .select('match')
    .where('tournamentId', '=', tournamentId)
    .where('phase', 'in', phases)
    .execute();
  return readableRows(rows, ({ match }) => readMatch(match));
};

/** Which of these matches tell a result by who plays them, as far as earlier ones are known. */
export const tellingOf = async (
  db: Db,
  matches: readonly Match[],
  today: string,
): Promise<(match: Match) => boolean> => {
  const tournaments = new Set(matches.flatMap(({ tournamentId }) => tournamentId ?? []));
  const known = await Promise.all([...tournaments].map((id) => matchesOfTournament(db, id)));
  return tellingAmong([...known.flat(), ...matches], today);
};

export const knownTournaments = async (db: Db): Promise<readonly Tournament[]> => {
  const rows = await db.selectFrom('tournaments').select('tournament').execute();
  return readableRows(rows, ({ tournament }) => readTournament(tournament));
};

export const findTournament = async (db: Db, id: number): Promise<Tournament | undefined> => {
  const row = await db
    .selectFrom('tournaments')
    .select('tournament')
    .where('id', '=', id)
    .executeTakeFirst();
  return row === undefined ? undefined : readTournament(row.tournament);
};

/**
 * The next match on the same court by the day's order of play; undefined when none is known, or another
 * one is being played there.
 */
export const nextOnCourt = async (db: Db, match: Match): Promise<Match | undefined> => {
  const { tournamentId, court, playedOn, courtOrder } = match;
  if (tournamentId === null || court === null || playedOn === null || courtOrder === null) {
    return undefined;
  }
  const [next] = (await matchesOfTournament(db, tournamentId, ['playing', 'upcoming']))
    .filter((each) => each.court === court && each.playedOn === playedOn && each.id !== match.id)
    .toSorted((a, b) => (a.courtOrder ?? 0) - (b.courtOrder ?? 0));
  // An earlier match on the court is unfinished: that one is next.
  if (next === undefined || (next.courtOrder ?? 0) < courtOrder) return undefined;
  return phaseOf(next.status) === 'upcoming' ? next : undefined;
};

/**
 * The tournaments with a match that was in play at its last change, or over.
 * @param since the earliest last change of a match of either phase
 */
export const tournamentsWithPlay = async (
  db: Db,
  since: Readonly<Record<'playing' | 'over', Instant>>,
): Promise<readonly number[]> => {
  const rows = await db
    .selectFrom('matches')
    .select('tournamentId')
    .distinct()
    .where('tournamentId', 'is not', null)
    .where((eb) =>
      eb.or(
        (['playing', 'over'] as const).map((phase) =>
          eb.and([eb('phase', '=', phase), eb('changedAt', '>=', since[phase])]),
        ),
      ),
    )
    .orderBy('tournamentId')
    .execute();
  return rows.flatMap(({ tournamentId }) => tournamentId ?? []);
};
