import { z } from 'zod';
import type { LiveGame } from '../../domain/match/live-points.ts';
import type { Match, PlayerRef } from '../../domain/match/match.ts';
import type { TrackedSet, MatchState } from '../../domain/match/state.ts';
import type { Tournament } from '../../domain/people/people.ts';
import { ROUNDS } from '../../domain/terms.ts';
import { DRAWS, type ServiceTie } from '../../domain/tournament/ties.ts';
import type { MatchVideos } from '../../domain/tournament/videos.ts';
import { createMemo } from '../../lib/memo.ts';
import { alertEvent } from '../../domain/alerts/event-schema.ts';
import type { AlertEvent } from '../../domain/alerts/events.ts';
import { byTeamSchema, setScoreSchema, teamSchema } from '../../domain/schemas.ts';

/** Schemas of the stored JSON. */

const playerRef: z.ZodType<PlayerRef> = z.object({
  id: z.number(),
  name: z.string(),
  called: z.string().nullish(),
});

const matchDocument: z.ZodType<Match> = z.object({
  id: z.number(),
  tournamentId: z.number().nullable(),
  category: z.enum(['men', 'women']).nullable(),
  round: z.literal([...ROUNDS]).nullable(),
  roundName: z.string(),
  slot: z.number().nullable(),
  playedOn: z.string().nullable(),
  startedAt: z.number().nullable(),
  duration: z.number().nullable(),
  scheduleLabel: z.string().nullable(),
  court: z.string().nullable(),
  courtOrder: z.number().nullable(),
  status: z.string(),
  score: z.array(setScoreSchema).nullable(),
  winner: teamSchema.nullable(),
  teams: byTeamSchema(z.array(playerRef)),
  withheld: z.array(z.string()),
  scheduledAt: z.number().exactOptional(),
  venueOffset: z.number().exactOptional(),
  seeds: byTeamSchema(z.string().nullable()).exactOptional(),
  draw: z.enum(DRAWS).exactOptional(),
  watchability: z.number().exactOptional(),
  tie: z
    .object({
      id: z.string().exactOptional(),
      group: z.string().nullable(),
      teams: byTeamSchema(z.string().nullable()),
      rubber: z.number(),
    })
    .exactOptional(),
  exchanged: z.literal(true).exactOptional(),
});

const game: z.ZodType<LiveGame> = z.object({
  number: z.number(),
  before: byTeamSchema(z.number()),
  points: z.array(byTeamSchema(z.string())),
  serving: teamSchema.exactOptional(),
});

const heldSet: z.ZodType<TrackedSet> = z.object({
  number: z.number(),
  score: setScoreSchema.nullable(),
  games: z.array(game),
  endedAfter: z.number().nullable(),
});

const stateDocument: z.ZodType<MatchState> = z.object({
  matchId: z.number(),
  status: z.string(),
  sets: z.array(heldSet),
  official: z.array(setScoreSchema).nullable(),
  confirmed: z.boolean(),
  scoreUnseen: z.boolean(),
  winner: teamSchema.nullable(),
  minutes: z.number().nullable(),
  watchedSince: z.number().nullable(),
  watchedUntil: z.number().nullable(),
  duration: z.number().nullable(),
});

const tournamentDocument: z.ZodType<Tournament> = z.object({
  id: z.number(),
  name: z.string(),
  location: z.string().nullable(),
  country: z.string().nullable(),
  level: z.string(),
  status: z.string(),
  startDate: z.string().nullable(),
  endDate: z.string().nullable(),
  format: z.enum(['pairs', 'teams']).exactOptional(),
  timeZone: z.string().exactOptional(),
  venue: z.string().exactOptional(),
  prize: z.object({ amount: z.number(), currency: z.string() }).exactOptional(),
});

/** A stored document that does not parse: its row is skipped. */
export class UnreadableDocument extends Error {}

/** Reads rows and skips those that do not parse. */
export const readableRows = <Row, T>(rows: readonly Row[], read: (row: Row) => T): readonly T[] =>
  rows.flatMap((row) => {
    try {
      return [read(row)];
    } catch (error) {
      if (error instanceof UnreadableDocument) return [];
      throw error;
    }
  });

export const reader =
  <T>(schema: z.ZodType<T>) =>
  (json: string): T => {
    try {
      return schema.parse(JSON.parse(json));
    } catch (error) {
      throw new UnreadableDocument('a stored document cannot be read', { cause: error });
    }
  };

/** Characters of documents in the cache: some hundred matches in play. */
const CACHE_CHARACTERS = 8_000_000;

const documents = <T extends object>(schema: z.ZodType<T>) => {
  const memo = createMemo(reader(schema), CACHE_CHARACTERS);
  return {
    read: (json: string): T => memo.memo(json),
    /** A document that was just written is read from the cache, without parsing. */
    write: (value: T): string => {
      const json = JSON.stringify(value);
      memo.set(json, value);
      return json;
    },
  };
};

const matchVideos: z.ZodType<MatchVideos> = z.object({
  broadcast: z.string().nullable(),
  highlights: z.string().nullable(),
});

const serviceTie: z.ZodType<ServiceTie> = z.object({
  score: byTeamSchema(z.number()).exactOptional(),
  winner: teamSchema.exactOptional(),
});

export const { read: readMatch, write: writeMatch } = documents(matchDocument);
export const { read: readState, write: writeState } = documents(stateDocument);
export const { read: readEvent, write: writeEvent } = documents<AlertEvent>(alertEvent);
export const { read: readTournament, write: writeTournament } = documents(tournamentDocument);
export const { read: readServiceTie, write: writeServiceTie } = documents(serviceTie);
export const { read: readVideos, write: writeVideos } = documents(matchVideos);
export const { read: readChances } = documents(byTeamSchema(z.number()));
