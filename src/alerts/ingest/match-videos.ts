import type { Video } from '../../domain/tournament/seasons.ts';
import { approximateOffset } from '../../domain/match/venue-clock.ts';
import { videosByMatch } from '../../domain/tournament/videos.ts';
import type { Db } from '../../store/connection/database.ts';
import { findTournament, matchesOfTournament } from '../../store/matches/match-lists.ts';
import { saveVideos } from '../../store/matches/matches.ts';
import { refreshResult } from '../../store/outbox/events.ts';

/** Stores each video with its match, whose card and result are edited. @returns whether any has changed */
export const saveMatchVideos = async (
  db: Db,
  tournamentId: number,
  videos: readonly Video[],
): Promise<boolean> => {
  const tournament = await findTournament(db, tournamentId);
  if (tournament === undefined) return false;
  const matches = await matchesOfTournament(db, tournamentId);
  const atVenue = matches.map((match) => ({
    match,
    offset: approximateOffset({ match, tournament }, matches),
  }));
  let isChanged = false;
  for (const [id, found] of videosByMatch(tournament.name, atVenue, videos)) {
    const saved = await db.transaction().execute(async (tx) => {
      if (!(await saveVideos(tx, id, found))) return false;
      await refreshResult(tx, id);
      return true;
    });
    isChanged = isChanged || saved;
  }
  return isChanged;
};
