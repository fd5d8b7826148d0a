import { phaseOf, type Match, type Phase, isPlaying } from '../../domain/match/match.ts';
import {
  isAbandoned,
  isInterrupted,
  type TrackedMatch,
  type MatchState,
} from '../../domain/match/state.ts';
import type { Tournament } from '../../domain/people/people.ts';
import type { ByTeam, Instant } from '../../domain/terms.ts';
import { isCalledOff } from '../../domain/tournament/tournament-status.ts';
import { tieKeyOf } from '../../domain/tournament/ties.ts';
import { NO_VIDEOS, type MatchVideos } from '../../domain/tournament/videos.ts';
import {
  readableRows,
  readChances,
  readMatch,
  readState,
  readTournament,
  readVideos,
  writeMatch,
  writeState,
  writeTournament,
  writeVideos,
} from '../connection/documents.ts';
import { saveMatchState } from './match-states.ts';
import { prepared } from '../connection/prepared.ts';
import type { Db, Row, Tx } from '../connection/schema.ts';
import { inOrderOfRounds, inOrderOfPlay } from '../../domain/tournament/order-of-play.ts';

type HeldRow = Row<'matches'> & { readonly tournament: string | null };

const heldOf = (row: HeldRow): TrackedMatch => ({
  match: readMatch(row.match),
  state: readState(row.state),
  rev: row.rev,
  changedAt: row.changedAt,
  delayedSince: row.delayedSince,
  chances: row.chances === null ? null : readChances(row.chances),
  tournament: row.tournament === null ? null : readTournament(row.tournament),
  ...(row.channel === null ? {} : { channel: row.channel }),
  ...(row.videos === null ? {} : { videos: readVideos(row.videos) }),
});

const allHeld = (rows: readonly HeldRow[]): readonly TrackedMatch[] => readableRows(rows, heldOf);

const selectHeld = (db: Db) =>
  db
    .selectFrom('matches')
    .leftJoin('tournaments', 'tournaments.id', 'matches.tournamentId')
    .selectAll('matches')
    .select('tournaments.tournament');

const matchQuery = prepared((db, { id }: { id: number }) =>
  selectHeld(db).where('matches.id', '=', id),
);

/** Little of a match: its documents are long, and what stands behind them in a row is slow to read. */
const revisionQuery = prepared((db, { id }: { id: number }) =>
  db
    .selectFrom('matches')
    .leftJoin('tournaments', 'tournaments.id', 'matches.tournamentId')
    .select(['matches.rev', 'tournaments.tournament'])
    .where('matches.id', '=', id),
);

/** @param known as it was read before: it is read again only when its revision is another one */
export const findMatch = async (
  db: Db,
  id: number,
  known?: TrackedMatch,
): Promise<TrackedMatch | undefined> => {
  const [latest] = known === undefined ? [] : await revisionQuery(db, { id });
  if (known !== undefined && latest?.rev === known.rev) {
    const tournament = latest.tournament === null ? null : readTournament(latest.tournament);
    return tournament === known.tournament ? known : { ...known, tournament };
  }
  const [row] = await matchQuery(db, { id });
  return row === undefined ? undefined : heldOf(row);
};

export const findMatches = async (
  db: Db,
  ids: readonly number[],
): Promise<readonly TrackedMatch[]> => {
  if (ids.length === 0) return [];
  const rows = await selectHeld(db).where('matches.id', 'in', ids).execute();
  return inOrderOfRounds(allHeld(rows));
};

/** Matches that have changed since an instant. */
const inPhases = async (
  db: Db,
  phases: readonly Phase[],
  since = 0,
): Promise<readonly TrackedMatch[]> =>
  allHeld(
    await selectHeld(db)
      .where('matches.phase', 'in', phases)
      .where('matches.changedAt', '>=', since)
      .execute(),
  );

/**
 * Matches in play, finals first, then by court.
 * @param now leaves out those that are in play by their status alone
 */
export const matchesInPlay = async (db: Db, now = -Infinity): Promise<readonly TrackedMatch[]> => {
  const playing = await inPhases(db, ['playing']);
  return inOrderOfRounds(playing.filter((held) => !isAbandoned(held, now)));
};

/** Matches in play or over that have changed since an instant. */
export const matchesBegunSince = (db: Db, since: Instant): Promise<readonly TrackedMatch[]> =>
  inPhases(db, ['playing', 'over'], since);

/** Matches that were interrupted at `since` or later, by a status outside the specification. */
export const matchesInterrupted = async (
  db: Db,
  since: Instant,
): Promise<readonly TrackedMatch[]> =>
  (await inPhases(db, ['unknown'], since)).filter(({ state }) => isInterrupted(state));

export const matchesUpcoming = async (db: Db): Promise<readonly TrackedMatch[]> =>
  (await inPhases(db, ['upcoming'])).filter(isOn);

/** Whether the tournament of a match is played. */
const isOn = ({ tournament }: TrackedMatch): boolean =>
  tournament === null || !isCalledOff(tournament);

/**
 * Matches in play, then upcoming ones in the order of play. Those that should have started before the
 * local date `from` are left out: the service never reported their result.
 */
export const unfinishedMatches = async (db: Db, from: string): Promise<readonly TrackedMatch[]> => {
  const unfinished = await inPhases(db, ['playing', 'upcoming']);
  return inOrderOfPlay(
    unfinished.filter(
      (held) => isPlaying(held.state) || (isOn(held) && (held.match.playedOn ?? from) >= from),
    ),
  );
};

/** What a write of a match replaces: nothing, or one revision. */
interface MatchWrite {
  readonly match: Match;
  readonly state: MatchState;
  readonly now: Instant;
}

const columnsOf = ({ match, state, now }: MatchWrite) => ({
  tournamentId: match.tournamentId,
  phase: phaseOf(state.status),
  match: writeMatch(match),
  state: writeState(state),
  changedAt: now,
  delayedSince: null,
  tieKey: tieKeyOf(match),
});

/**
 * Inserts a match; false when another writer was first.
 * @param isNew whether to announce the match with its draw
 */
export const insertMatch = async (
  db: Db,
  write: MatchWrite,
  { isNew = false, rev = 1 }: { readonly isNew?: boolean; readonly rev?: number } = {},
): Promise<boolean> => {
  const columns = columnsOf(write);
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('matches')
    .values({
      id: write.match.id,
      rev,
      unannouncedSince: isNew ? write.now : null,
      ...columns,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n) return false;
  await keep(db, rev, write, columns);
  return true;
};

const keep = (
  db: Db,
  rev: number,
  { match: { id }, now }: MatchWrite,
  { match, state }: ReturnType<typeof columnsOf>,
): Promise<void> => saveMatchState(db, { matchId: id, rev, at: now, match, state });

type Update = ReturnType<typeof columnsOf> & Record<'id' | 'rev' | 'nextRev', number>;

const updateRev = prepared((db, { id, rev, nextRev, ...columns }: Update) =>
  db
    .updateTable('matches')
    .set({ ...columns, rev: nextRev })
    .where((eb) => eb.and({ id, rev }))
    .returning('id'),
);

/** Writes the revision after `rev`; false when another writer was faster. */
export const updateMatch = async (db: Db, rev: number, write: MatchWrite): Promise<boolean> => {
  const columns = columnsOf(write);
  const { id } = write.match;
  const written = await updateRev(db, { id, rev, nextRev: rev + 1, ...columns });
  if (written.length === 0) return false;
  await keep(db, rev + 1, write, columns);
  return true;
};

/** Saves the channel of a match. Nothing shows it: the match keeps its revision. */
export const saveChannel = async (db: Db, id: number, channel: string): Promise<void> => {
  await db.updateTable('matches').set({ channel }).where('id', '=', id).execute();
};

export const saveChances = async (db: Db, id: number, chances: ByTeam<number>): Promise<void> => {
  await db
    .updateTable('matches')
    .set((eb) => ({ chances: JSON.stringify(chances), rev: eb('rev', '+', 1) }))
    .where('id', '=', id)
    .where('chances', 'is', null)
    .execute();
};

/**
 * Adds the videos that were found of a match: an address that was not found this time stays.
 * @returns whether they are others than before
 */
export const saveVideos = async (tx: Tx, id: number, found: MatchVideos): Promise<boolean> => {
  const row = await tx
    .selectFrom('matches')
    .select('videos')
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return false;
  const stored = row.videos === null ? NO_VIDEOS : readVideos(row.videos);
  const document = writeVideos({
    broadcast: found.broadcast ?? stored.broadcast,
    highlights: found.highlights ?? stored.highlights,
  });
  if (document === row.videos) return false;
  await tx
    .updateTable('matches')
    .set((eb) => ({ videos: document, rev: eb('rev', '+', 1) }))
    .where('id', '=', id)
    .execute();
  return true;
};

/** Marks matches in play as delayed since `since`: no source has reported them; their cards say so. */
export const markDelayed = async (
  db: Db,
  ids: readonly number[],
  since: Instant,
): Promise<void> => {
  if (ids.length === 0) return;
  await db
    .updateTable('matches')
    .set((eb) => ({ delayedSince: since, rev: eb('rev', '+', 1) }))
    .where('id', 'in', ids)
    .where('phase', '=', 'playing')
    .where('delayedSince', 'is', null)
    .execute();
};

export const markFresh = async (db: Db, ids: readonly number[]): Promise<void> => {
  if (ids.length === 0) return;
  await db
    .updateTable('matches')
    .set((eb) => ({ delayedSince: null, rev: eb('rev', '+', 1) }))
    .where('id', 'in', ids)
    .where('delayedSince', 'is not', null)
    .execute();
};

export const saveTournament = async (db: Db, tournament: Tournament): Promise<void> => {
  const document = writeTournament(tournament);
  await db
    .insertInto('tournaments')
    .values({ id: tournament.id, tournament: document })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ tournament: document }))
    .execute();
};
