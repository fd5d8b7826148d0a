/** Match ids: those of a tournament follow its own id times this, its draws' first. */
const IDS_PER_TOURNAMENT = 200;

/** Where ids of matches stand that no draw has: behind those of the biggest draws. */
export const DOUBLED_MATCHES = 150;
export const EXHIBITION_MATCH = 190;

/** The id of a tournament's match by its place among them, 0 to 199. */
export const matchId = (tournament: number, place: number): number =>
  tournament * IDS_PER_TOURNAMENT + place;
