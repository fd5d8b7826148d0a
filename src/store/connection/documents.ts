import { z } from 'zod';
import { alertEvent } from '../../domain/alerts/event-schema.ts';
import type { AlertEvent } from '../../domain/alerts/events.ts';
import { matchSchema, type Match } from '../../domain/match/match.ts';
import { matchStateSchema, type MatchState } from '../../domain/match/state.ts';
import { serviceTieSchema, type ServiceTie } from '../../domain/match/tie.ts';
import { tournamentSchema, type Tournament } from '../../domain/people/people.ts';
import { byTeamSchema } from '../../domain/schemas.ts';
import { matchVideosSchema, type MatchVideos } from '../../domain/tournament/videos.ts';
import { createMemo } from '../../lib/memo.ts';

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

export const { read: readMatch, write: writeMatch } = documents<Match>(matchSchema);
export const { read: readState, write: writeState } = documents<MatchState>(matchStateSchema);
export const { read: readEvent, write: writeEvent } = documents<AlertEvent>(alertEvent);
export const { read: readTournament, write: writeTournament } =
  documents<Tournament>(tournamentSchema);
export const { read: readServiceTie, write: writeServiceTie } =
  documents<ServiceTie>(serviceTieSchema);
export const { read: readVideos, write: writeVideos } = documents<MatchVideos>(matchVideosSchema);
export const { read: readChances } = documents(byTeamSchema(z.number()));
