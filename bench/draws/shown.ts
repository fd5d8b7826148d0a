import type { Match } from '#src/domain/match/match.ts';
import type { StrengthOf } from '#src/domain/tournament/odds.ts';
import { strengthsFromRatings } from '#src/domain/tournament/strengths.ts';
import { matchWire } from '#src/padel-api/wire/match.ts';
import { matchesIn } from '#sandbox/padel-service/api/today/known-matches.ts';
import { matchToday } from '#sandbox/padel-service/api/today/match.ts';
import { eloToday } from '#sandbox/padel-service/api/today/player.ts';
import type { Knowledge } from '#sandbox/padel-service/world/world.ts';

/** The records of a tournament's matches as the service sends them. */
export const recordsIn = (known: Knowledge, tournament: number) =>
  matchesIn(known, tournament).map((match) => matchToday(match, known));

/** Records as the bot reads them. */
export const readFrom = (records: readonly object[]): readonly Match[] =>
  records.map((record) => matchWire.parse(JSON.parse(JSON.stringify(record))));

/** Strengths by the ratings that the service serves at that moment. */
export const servedStrengths = (known: Knowledge, matches: readonly Match[]): StrengthOf => {
  const at = { since: known.now, readAt: known.now };
  const ratingOf = (id: number) => {
    const player = known.player(id);
    return player === null ? undefined : { elo: eloToday(player, known), ...at };
  };
  return strengthsFromRatings(matches, ratingOf, known.now);
};
